package language

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"shopclerk/data"
)

//go:embed */*.txt */*.tsv
var tables embed.FS

// elsewhere are the tables that more than this room reads: a file of [data.Lexicon] by
// the name that it would have beside this file.
var elsewhere = map[string]string{"en/products.tsv": "en.tsv", "de/words.tsv": "de.tsv"}

// rows splits a table into its rows of so many columns divided by tabs; what begins
// with # is a comment. Tables are embedded: one that is malformed is a panic that every
// test meets.
func rows(name, text string, columns int) [][]string {
	var out [][]string
	for n, line := range strings.Split(text, "\n") {
		line = strings.TrimRight(line, "\r")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		row := strings.Split(line, "\t")
		if len(row) < columns {
			panic(fmt.Sprintf("%s:%d: %d columns, want %d", name, n+1, len(row), columns))
		}
		out = append(out, row)
	}
	return out
}

// table reads a file of a language; one that the language does not have is empty.
func table(code, file string) string {
	name := code + "/" + file
	from := fs.FS(tables)
	if other, ok := elsewhere[name]; ok {
		from, name = data.Lexicon(), other
	}
	text, err := fs.ReadFile(from, name)
	if err != nil {
		return ""
	}
	return string(text)
}

// section is a list of a file of sections.
type section struct {
	name  string
	items []string
}

// sections splits a file into its [sections] of items divided by commas. An item may
// leave choices open: see ways.
func sections(name, text string) []section {
	var out []section
	for n, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "[") && strings.HasSuffix(line, "]"):
			out = append(out, section{name: line[1 : len(line)-1]})
		case len(out) == 0:
			panic(fmt.Sprintf("%s:%d: an item before the first section", name, n+1))
		default:
			s := &out[len(out)-1]
			// an item may go on in the next line, where this one ends without a comma
			if k := len(s.items); k > 0 && !strings.HasSuffix(s.items[k-1], ",") {
				s.items[k-1] += " " + line
			} else {
				s.items = append(s.items, line)
			}
		}
	}
	for i := range out {
		var items []string
		for _, item := range strings.Split(strings.Join(out[i].items, " "), ",") {
			if item = strings.Join(strings.Fields(item), " "); item != "" {
				items = append(items, ways(item)...)
			}
		}
		out[i].items = items
	}
	return out
}

// ways are all that an item stands for: "(stay|keep (it|)) under" is "stay under", "keep
// it under" and "keep under". What verbs go with what prepositions is written once so, and
// none of their pairs is forgotten.
func ways(item string) []string {
	end := strings.IndexByte(item, ')')
	open := strings.LastIndexByte(item[:max(end, 0)], '(') // the innermost
	if open < 0 {
		if strings.ContainsAny(item, "(|)") {
			panic(fmt.Sprintf("%q: a choice is written (this|that)", item))
		}
		return []string{strings.Join(strings.Fields(item), " ")}
	}
	var out []string
	for _, choice := range strings.Split(item[open+1:end], "|") {
		for _, way := range ways(item[:open] + choice + item[end+1:]) {
			if !slices.Contains(out, way) {
				out = append(out, way)
			}
		}
	}
	return out
}

// stemSet reads a list of words, one a line, by their stems.
func stemSet(text string) map[string]bool {
	m := map[string]bool{}
	for _, row := range rows("", text, 1) {
		if toks := Tokenize(row[0]); len(toks) == 1 {
			m[toks[0].Stem] = true
			m[toks[0].Form] = true
		} else if len(toks) > 1 {
			m[Key(toks)] = true
		}
	}
	return m
}

// formKey joins the forms of tokens by spaces.
func formKey(toks []Token) string {
	forms := make([]string, len(toks))
	for i := range toks {
		forms[i] = toks[i].Form
	}
	return strings.Join(forms, " ")
}

// Key joins the stems of tokens that are no marks by spaces.
func Key(toks []Token) string {
	var b strings.Builder
	for i := range toks {
		if toks[i].Kind == Mark {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(toks[i].Stem)
	}
	return b.String()
}
