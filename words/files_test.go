package words

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/feature/plural"
)

// formNames names the plural forms as the files do.
var formNames = map[plural.Form]string{
	plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few", plural.Many: "many", plural.Other: "other",
}

// counts reports whether a string counts: whether it has more forms than one.
func (t *translation) counts() bool {
	n := 0
	for _, p := range t.forms {
		if p != nil {
			n++
		}
	}
	return n > 1
}

// values lists the names of a string's values, as [Language.T] is given them.
func (t *translation) values() []string {
	seen := map[string]bool{}
	for _, p := range t.forms {
		for _, part := range p {
			if part.value != "" {
				seen[strings.ToUpper(part.value[:1])+part.value[1:]] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// text is a form as the file has it.
func (p phrase) text() string {
	var b strings.Builder
	for _, part := range p {
		b.WriteString(part.text)
		if part.value != "" {
			b.WriteString("{{." + part.value + "}}")
		}
	}
	return b.String()
}

// forms lists the forms that whole numbers have in a language.
func (l *Language) forms() []plural.Form {
	seen := map[plural.Form]bool{}
	for _, n := range []int{1_000, 10_000, 100_000, 1_000_000, 2_000_000} {
		seen[plural.Cardinal.MatchPlural(l.tag, n, 0, 0, 0, 0)] = true
	}
	for n := range 200 {
		seen[plural.Cardinal.MatchPlural(l.tag, n, 0, 0, 0, 0)] = true
	}
	return slices.Sorted(maps.Keys(seen))
}

// Every language says all that English says and no more, with the same values, and
// counts in all the forms it has.
func TestLanguagesAgree(t *testing.T) {
	for _, l := range Languages() {
		for id, want := range English.messages {
			got := l.messages[id]
			if got == nil {
				t.Errorf("words/%s.toml: %s is missing: English has %q", l.code, id, want.forms[plural.Other].text())
				continue
			}
			if !slices.Equal(got.values(), want.values()) {
				t.Errorf("words/%s.toml: %s has the values %q, in English %q", l.code, id, got.values(), want.values())
			}
			needed := []plural.Form{plural.Other}
			if want.counts() {
				needed = l.forms()
			}
			for form, phrase := range got.forms {
				form := plural.Form(form)
				if slices.Contains(needed, form) == (phrase == nil) {
					t.Errorf("words/%s.toml: %s: %q is missing or of no use", l.code, id, formNames[form])
				}
				if phrase != nil && end(phrase.text()) != end(want.forms[plural.Other].text()) {
					t.Errorf("words/%s.toml: %s ends otherwise than in English: %q", l.code, id, phrase.text())
				}
			}
		}
		for id := range l.messages {
			if English.messages[id] == nil {
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

// The voice has rules that a program can check.
func TestVoice(t *testing.T) {
	for _, l := range Languages() {
		for id, m := range l.messages {
			for _, p := range m.forms {
				text := p.text()
				if strings.Contains(text, "!") {
					t.Errorf("words/%s.toml: %s exclaims: %q", l.code, id, text)
				}
				if strings.TrimSpace(text) != text && !strings.HasPrefix(id, "language.") {
					t.Errorf("words/%s.toml: %s begins or ends with a space: %q", l.code, id, text)
				}
				if strings.ContainsAny(text, `'`) {
					t.Errorf("words/%s.toml: %s has a typewriter's apostrophe: %q", l.code, id, text)
				}
			}
		}
		if d := l.Direction(); d != "ltr" && d != "rtl" {
			t.Errorf("words/%s.toml: language.direction is %q: it is ltr or rtl", l.code, d)
		}
	}
}
