package language

import (
	"cmp"
	"strings"
)

// Families are the broader values that a value belongs to, as far as the language knows:
// "blue" of "navy".
func (l *Language) Families(value string) []string { return l.families[Key(Tokenize(value))] }

// Trait is what a value is of, as far as the language knows, whatever a catalogue files it
// under: "colour" of "navy", and of "colour" itself; "" for what it does not know.
func (l *Language) Trait(value string) string {
	key := Key(Tokenize(value))
	if t := l.traits[key]; t != "" {
		return t
	}
	for _, family := range l.families[key] {
		if t := l.traits[Key(Tokenize(family))]; t != "" {
			return t
		}
	}
	if words := strings.Fields(key); len(words) == 2 || len(words) == 3 {
		return cmp.Or(l.Trait(words[len(words)-1]), l.Trait(words[0])) // "toner black", "black dress"
	}
	return ""
}

// TraitName reports whether a name is that of a trait, "colour" or "sleeves", and of no value.
func (l *Language) TraitName(name string) bool { return l.traitNames[Key(Tokenize(name))] }
