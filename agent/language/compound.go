package language

import "strings"

// minPart is the shortest part of a compound: shorter words stand in too many others.
const minPart = 3

// longestCompound is the longest form that is taken apart, in bytes: the longest words
// that German dictionaries have are below it. Each cut stems both halves, so that without
// a bound the work grows with the cube of the length, and a word of 16,000 letters takes
// seconds.
const longestCompound = 80

// compound takes a word apart into two words of the dictionary, the longer head first,
// and combines what they mean: "netzwerkkabel" is "network cable", each part by its
// first two translations.
func (l *Language) compound(form string) []Sense {
	cut, modifiers := l.divide(form, l.has)
	if cut == 0 {
		return nil
	}
	var out []Sense
	for _, h := range l.senses[l.stem(form[cut:])] {
		s := Sense{Part: h.Part}
		for _, m := range modifiers {
			for _, a := range m.English[:min(2, len(m.English))] {
				for _, b := range h.English[:min(2, len(h.English))] {
					s.English = append(s.English, a+" "+b)
				}
			}
		}
		out = append(out, s)
	}
	return out
}

// Divide returns where a folded compound divides into two words of the dictionary, in
// bytes of the form, the linking sound staying with the first.
func (l *Language) Divide(form string) (at int, ok bool) {
	if l.has(form) {
		return 0, false
	}
	cut, _ := l.divide(form, l.Means)
	return cut, cut > 0
}

// divide returns where a form divides into a word of the dictionary and a head, the longest
// one, and what the word before it means; 0 where it does not.
func (l *Language) divide(form string, head func(form string) bool) (cut int, modifiers []Sense) {
	if len(form) > longestCompound {
		return 0, nil
	}
	for cut := minPart; cut <= len(form)-minPart; cut++ {
		if !head(form[cut:]) {
			continue
		}
		for _, link := range l.linking {
			before, ok := strings.CutSuffix(form[:cut], link)
			if !ok || len(before) < minPart {
				continue
			}
			if modifiers := l.senses[l.stem(before)]; len(modifiers) > 0 {
				return cut, modifiers
			}
		}
	}
	return 0, nil
}

// has reports whether the dictionary has a word as it is.
func (l *Language) has(form string) bool { return len(l.senses[l.stem(form)]) > 0 }

// Means reports whether a word is in the language's dictionary, as it is or in parts.
func (l *Language) Means(form string) bool {
	if l.has(form) {
		return true
	}
	cut, _ := l.divide(form, l.has)
	return cut > 0
}
