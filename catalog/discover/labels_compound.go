package discover

import "strings"

// Heads of one word can say too little of what a thing is: a tank may be for ink or for
// fish, a player for discs or for cards. A person says the longer name, which titles say
// too: with such heads it takes less to make a type. Splitting heads that are names by
// themselves ("label", "paper") in the same way was tried: of so many types that are alike
// the nearest is believed less often, and 2 % fewer products of icecat had one.

// minCompound is the share of a vague head's titles in which one word must stand before
// it for the two to name a type of their own.
const minCompound = 0.1

// vague reports whether a word is the head of names of products and none by itself:
// "player" of "media player".
func (l *labelSet) vague(head string) bool {
	_, noun := l.heads.gloss.noun(head)
	return !noun && l.heads.gloss.has(headWords, head)
}

// generic reports whether the words before a phrase's head are said by several brands,
// each part of "DVD/Blu-ray" by itself, so that they are no series of one.
func (l *labelSet) generic(words []string) bool {
	if l.heads.gloss.headFirst() || len(words) != 2 || !l.vague(words[1]) || !l.kinds(words[0]) {
		return false
	}
	for part := range strings.SplitSeq(words[0], "/") {
		if w := l.heads.words[wordKey(part)]; w == nil || len(w.brands) < minOpenings {
			return false
		}
	}
	return true
}

// compounds reports whether a word before a vague head names, with it, what a person would
// call the thing.
func (l *labelSet) compounds(other, head string, s, of *phraseStat) bool {
	g := l.heads.gloss
	if of == nil || g.has(neverWords, other) || g.headFirst() || share(s.titles, of.titles) < minCompound || s.torn() {
		return false
	}
	return l.vague(head) && l.kinds(other)
}

// kinds reports whether a word says of what kind a thing is, and not how or whose: the
// name of a product or of a field of them, or several such ("DVD/Blu-ray").
func (l *labelSet) kinds(word string) bool {
	for part := range strings.SplitSeq(word, "/") {
		if _, noun := l.heads.gloss.noun(wordKey(part)); noun || l.heads.gloss.has(broadWords, part) {
			return true
		}
	}
	return false
}
