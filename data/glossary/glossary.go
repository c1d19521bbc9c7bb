// Package glossary tells in one line what words of products mean that not everybody knows:
// terms.tsv, a line a term: its spellings, the English line, the German line.
package glossary

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed terms.tsv
var terms string

// Term is a word or several, and what it means by the code of a language.
type Term struct {
	Spellings []string // in lower case, the first as it is told
	Meaning   map[string]string
}

// Terms lists all there are, in the order of the file.
var Terms = sync.OnceValue(func() []Term {
	var out []Term
	for _, line := range strings.Split(terms, "\n") {
		if cells := strings.Split(line, "\t"); len(cells) == 3 {
			out = append(out, Term{strings.Split(cells[0], ", "), map[string]string{"en": cells[1], "de": cells[2]}})
		}
	}
	return out
})
