package language

import (
	"fmt"
	"io/fs"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// codes are the languages that have a folder, English first.
var codes = sync.OnceValue(func() []string {
	out := []string{"en"}
	entries, err := fs.ReadDir(tables, ".")
	if err != nil {
		panic(err) // embedded: every test meets it
	}
	for _, e := range entries {
		if e.IsDir() && e.Name() != "en" {
			out = append(out, e.Name())
		}
	}
	return out
})

// Words is a list of single words, folded.
type Words map[string]bool

// Phrasing is a list of ways to say something, each as folded words, by their first.
type Phrasing map[string][][]string

// Add adds a way of one word or more.
func (p Phrasing) Add(phrase []string) { p[phrase[0]] = append(p[phrase[0]], phrase) }

// Begin returns how many words of a text the longest phrase is that it begins with.
func (p Phrasing) Begin(text []string) int {
	longest := 0
	if len(text) == 0 {
		return 0
	}
	for _, phrase := range p[text[0]] {
		if n := len(phrase); n > longest && n <= len(text) && slices.Equal(phrase, text[:n]) {
			longest = n
		}
	}
	return longest
}

// Are reports whether a text is one of the phrases.
func (p Phrasing) Are(text []string) bool { return len(text) > 0 && p.Begin(text) == len(text) }

// Is reports whether a word is one of the phrases.
func (p Phrasing) Is(w string) bool {
	return slices.ContainsFunc(p[w], func(phrase []string) bool { return len(phrase) == 1 })
}

// All reports whether a text is made of the phrases.
func (p Phrasing) All(text []string) bool { return len(text) > 0 && len(p.Strip(text)) == 0 }

// Strip takes away the phrases that a text begins with, and commas.
func (p Phrasing) Strip(text []string) []string {
	for len(text) > 0 {
		n := p.Begin(text)
		if text[0] == Comma {
			n = 1
		}
		if n == 0 {
			break
		}
		text = text[n:]
	}
	return text
}

// Comma stands for a comma among words.
const Comma = ","

// Forms are the words of a text as they are compared, without marks.
func Forms(text string) []string {
	return slices.DeleteFunc(Clausal(text), func(w string) bool { return w == Comma })
}

// Clausal are the words of a text, and its commas.
func Clausal(text string) []string {
	var out []string
	for _, t := range Tokenize(text) {
		if t.Kind != Mark || t.Form == Comma {
			out = append(out, t.Form)
		}
	}
	return out
}

// collect fills the fields of a struct, which are of type [Words] or [Phrasing], from the
// sections of a file of every language: the field "OneOf" from "[one-of]". A section
// without a field and a field that no language has are a panic that every test meets.
func collect(file string, into any, of ...string) {
	to := reflect.ValueOf(into).Elem()
	fields := map[string]reflect.Value{}
	for i := range to.NumField() {
		f := to.Field(i)
		f.Set(reflect.MakeMap(f.Type()))
		fields[sectionOf(to.Type().Field(i).Name)] = f
	}
	for _, code := range of {
		for _, s := range sections(code+"/"+file, table(code, file)) {
			f, ok := fields[s.name]
			if !ok {
				panic(fmt.Sprintf("%s/%s: unknown section %q", code, file, s.name))
			}
			for _, item := range s.items {
				switch list := f.Interface().(type) {
				case Words:
					for _, w := range Forms(item) {
						list[w] = true
					}
				case Phrasing:
					list.Add(Forms(item))
				}
			}
		}
	}
	for name, f := range fields {
		if f.Len() == 0 {
			panic(fmt.Sprintf("%s: no language has a section %q", file, name))
		}
	}
}

// sectionOf is the section of a field: "OneOf" is "one-of".
func sectionOf(field string) string {
	var b strings.Builder
	for i, r := range field {
		if i > 0 && r >= 'A' && r <= 'Z' {
			b.WriteByte('-')
		}
		b.WriteRune(r)
	}
	return strings.ToLower(b.String())
}
