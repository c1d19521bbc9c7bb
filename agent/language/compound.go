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
// and combines what they mean: "netzwerkkabel" is "network cable". most bounds the
// translations of each part.
func (l *Language) compound(form string, most int) []Sense {
	if len(form) > longestCompound {
		return nil
	}
	for cut := minPart; cut <= len(form)-minPart; cut++ { // the longest head wins
		heads, ok := l.senses[l.stem(form[cut:])]
		if !ok {
			continue
		}
		for _, link := range l.linking {
			before, ok := strings.CutSuffix(form[:cut], link)
			if !ok || len(before) < minPart {
				continue
			}
			modifiers, ok := l.senses[l.stem(before)]
			if !ok {
				continue
			}
			var out []Sense
			for _, h := range heads {
				s := Sense{Part: h.Part}
				for _, m := range modifiers {
					for _, a := range m.English[:min(most, len(m.English))] {
						for _, b := range h.English[:min(most, len(h.English))] {
							s.English = append(s.English, a+" "+b)
						}
					}
				}
				out = append(out, s)
			}
			return out
		}
	}
	return nil
}

// Divide returns where a folded compound divides into two words of the dictionary, in
// bytes of the form, the linking sound staying with the first.
func (l *Language) Divide(form string) (at int, ok bool) {
	if _, known := l.senses[l.stem(form)]; known || len(form) > longestCompound {
		return 0, false
	}
	for cut := minPart; cut <= len(form)-minPart; cut++ {
		if _, head := l.senses[l.stem(form[cut:])]; !head && !l.divides(form[cut:]) {
			continue
		}
		for _, link := range l.linking {
			before, has := strings.CutSuffix(form[:cut], link)
			if !has || len(before) < minPart {
				continue
			}
			if _, known := l.senses[l.stem(before)]; known {
				return cut, true
			}
		}
	}
	return 0, false
}

// divides reports whether a form is itself made of two words of the dictionary.
func (l *Language) divides(form string) bool {
	return len(form) >= 2*minPart && len(l.compound(form, 1)) > 0
}
