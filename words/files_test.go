package words

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/feature/plural"
)

// forms are a string in the plural forms that its language has, by their names; one that counts
// nothing has "other" alone.
type forms map[string]string

// byID returns the language's strings by their ids.
func (l *Language) byID() map[string]forms {
	out := map[string]forms{}
	names := slices.Collect(maps.Values(pluralForms))
	for id, text := range l.messages {
		form := "other"
		if last := strings.LastIndexByte(id, '.') + 1; slices.Contains(names, id[last:]) {
			id, form = id[:last-1], id[last:]
		}
		if out[id] == nil {
			out[id] = forms{}
		}
		out[id][form] = text
	}
	return out
}

// counts reports whether a string counts: whether it has more forms than one.
func (m forms) counts() bool { return len(m) > 1 }

// value is a value's place in a text.
var value = regexp.MustCompile(`{{\.([A-Za-z]+)}}`)

// values lists the names of a string's values, as [Language.T] is given them.
func (m forms) values() []string {
	seen := map[string]bool{}
	for _, text := range m {
		for _, name := range value.FindAllStringSubmatch(text, -1) {
			seen[strings.ToUpper(name[1][:1])+name[1][1:]] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// pluralForms lists the forms that whole numbers have in a language.
func (l *Language) pluralForms() []string {
	seen := map[string]bool{}
	for _, n := range []int{1_000, 10_000, 100_000, 1_000_000, 2_000_000} {
		seen[pluralForms[plural.Cardinal.MatchPlural(l.tag, n, 0, 0, 0, 0)]] = true
	}
	for n := range 200 {
		seen[pluralForms[plural.Cardinal.MatchPlural(l.tag, n, 0, 0, 0, 0)]] = true
	}
	return slices.Sorted(maps.Keys(seen))
}

// Every language says all that English says and no more, with the same values, and
// counts in all the forms it has.
func TestLanguagesAgree(t *testing.T) {
	english := English.byID()
	for _, l := range Languages() {
		translated := l.byID()
		for id, want := range english {
			got := translated[id]
			if got == nil {
				t.Errorf("words/%s.toml: %s is missing: English has %q", l.code, id, want["other"])
				continue
			}
			if !slices.Equal(got.values(), want.values()) {
				t.Errorf("words/%s.toml: %s has the values %q, in English %q", l.code, id, got.values(), want.values())
			}
			needed := []string{"other"}
			if want.counts() {
				needed = l.pluralForms()
			}
			for _, form := range pluralForms {
				text, has := got[form]
				if slices.Contains(needed, form) != has {
					t.Errorf("words/%s.toml: %s: %q is missing or of no use", l.code, id, form)
				}
				if has && end(text) != end(want["other"]) {
					t.Errorf("words/%s.toml: %s ends otherwise than in English: %q", l.code, id, text)
				}
				if strings.ContainsAny(value.ReplaceAllString(text, ""), "{}") {
					t.Errorf("words/%s.toml: %s: a value is written {{.Name}}: %q", l.code, id, text)
				}
			}
		}
		for id := range translated {
			if english[id] == nil {
				t.Errorf("words/%s.toml: %s is not in English", l.code, id)
			}
		}
	}
}

// end is the mark at a text's end: it tells a sentence from a label.
func end(text string) string {
	if i := strings.LastIndexAny(text, ".?!:"); i == len(text)-1 && i >= 0 {
		return text[i:]
	}
	return ""
}

// unsaid is what no string says, by language: exclamations, stilted and sloppy words, and in
// German a shopper who is not addressed formally.
var unsaid = map[string]*regexp.Regexp{
	"en": regexp.MustCompile(`(?i)!|\bshall\b|\bcan not\b|\bgo(es)? by\b`),
	"de": regexp.MustCompile(`(?i)!|\b(du|dich|dir|deine?[mnrs]?)\b|\bverlangt\b|strasse`),
}

// said are strings as shoppers know them from other shops, by language.
var said = map[string]map[string]string{
	"en": {
		"ask.function": "Which features matter?", "reply.has-all": "{{.Count}} products match.", "card.share-words": "Matches your words",
		"card.share-meaning": "Similar meaning", "card.share-title": "Right kind of product", "compare.take-away": "Remove",
		"compare.not-told": "Not given", "compare.compare": "Compare", "doing.answer": "Continue", "doing.drop": "Cancel",
		"mine.title": "Your data", "list.narrowed": "Narrowed from {{.From}} to {{.To}}", "orders.zip": "postcode",
		"acts.unclear": "I could not make anything of that. Say what you are looking for, or what it should have.",
	},
	"de": {
		"basket.put": "In den Warenkorb", "orders.street": "Straße und Hausnummer", "doing.answer": "Weiter", "doing.drop": "Abbrechen",
		"mine.title": "Ihre Daten", "compare.not-told": "Keine Angabe", "page.catalogue": "Produktangaben auf {{.Language}}",
	},
}

// The voice has rules that a program can check.
func TestVoice(t *testing.T) {
	for _, l := range Languages() {
		for id, text := range l.messages {
			if found := unsaid[l.code].FindString(text); found != "" {
				t.Errorf("words/%s.toml: %s says %q: %q", l.code, id, found, text)
			}
			if strings.TrimSpace(text) != text && !strings.HasPrefix(id, "language.") {
				t.Errorf("words/%s.toml: %s begins or ends with a space: %q", l.code, id, text)
			}
			if strings.ContainsAny(text, `'`) {
				t.Errorf("words/%s.toml: %s has a typewriter's apostrophe: %q", l.code, id, text)
			}
		}
		for id, want := range said[l.code] {
			if got := l.byID()[id]["other"]; got != want {
				t.Errorf("words/%s.toml: %s is %q, want %q", l.code, id, got, want)
			}
		}
		if d := l.Direction(); d != "ltr" && d != "rtl" {
			t.Errorf("words/%s.toml: language.direction is %q: it is ltr or rtl", l.code, d)
		}
	}
}
