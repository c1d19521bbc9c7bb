package language

import (
	"maps"
	"slices"
	"strings"
	"sync"
)

// topics are what aspects are about: by the key of their names, of every language
// together, and by the dimension of their numbers.
var topics = sync.OnceValues(func() (byName, byDimension map[string]string) {
	byName, byDimension = map[string]string{}, map[string]string{}
	for _, code := range codes() {
		for _, row := range rows(code+"/topics.tsv", table(code, "topics.tsv"), 2) {
			for _, name := range strings.Split(row[1], ",") {
				if key := Key(Tokenize(name)); byName[key] == "" {
					byName[key] = row[0]
				}
			}
			if len(row) > 2 {
				byDimension[row[2]] = row[0]
			}
		}
	}
	return byName, byDimension
})

// dull is the topic of names that say nothing.
const dull = "dull"

// Topic is what an aspect of a name and a unit is about, as topics.tsv lists it: "colour" of
// "Farbe", "weight" of "Specification" in kg. "" where the tables do not say.
func Topic(name, unit string) string {
	byName, byDimension := topics()
	topic := byName[Key(Tokenize(name))]
	if topic != dull {
		return topic
	}
	if u, ok := UnitNamed(unit); ok {
		return byDimension[u.Dimension]
	}
	return dull
}

// unasked are the words of unasked.txt of every language together, by their section.
var unasked = sync.OnceValue(func() map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for _, code := range codes() {
		for _, s := range sections(code+"/unasked.txt", table(code, "unasked.txt")) {
			if all[s.name] == nil {
				all[s.name] = map[string]bool{}
			}
			maps.Copy(all[s.name], stemSet(strings.Join(s.items, "\n")))
		}
	}
	return all
})

// Unasked reports whether a text has words of a section of unasked.txt, which no clerk asks
// shoppers about: "shop" of a value or a name, "makers" of a name alone.
func Unasked(section, text string) bool {
	const longest = 3 // words together
	toks := slices.DeleteFunc(Tokenize(text), func(t Token) bool { return t.Kind == Mark })
	for from := range toks {
		for to := from + 1; to <= min(from+longest, len(toks)); to++ {
			if unasked()[section][Key(toks[from:to])] {
				return true
			}
		}
	}
	return false
}

// purposes are the groups of uses.tsv in their order, and the place of each by the keys of
// the words that tell it.
var purposes = sync.OnceValues(func() (groups []string, by map[string]int) {
	by = map[string]int{}
	for i, row := range rows("en/uses.tsv", table("en", "uses.tsv"), 2) {
		groups = append(groups, row[0])
		for _, said := range strings.Split(row[1], ",") {
			by[Key(Tokenize(said))] = i
		}
	}
	return groups, by
})

// Purpose is what people use a thing for that is made for a value, as uses.tsv groups it:
// "outdoors" of "forest trails". "" for what is in no group. It is meant for aspects about
// "use", "place" and "occasion" ([Topic]); elsewhere the words mean other things.
func Purpose(value string) string {
	const longest = 3 // words that tell a purpose together
	groups, by := purposes()
	first, toks := len(groups), Tokenize(value)
	for from := range toks {
		for to := from + 1; to <= min(from+longest, len(toks)); to++ {
			if i, ok := by[Key(toks[from:to])]; ok {
				first = min(first, i)
			}
		}
	}
	if first == len(groups) {
		return ""
	}
	return groups[first]
}
