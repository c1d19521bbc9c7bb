package reply

import (
	"slices"
	"sync"
	"unicode/utf8"

	"shopclerk/agent/language"
	"shopclerk/agent/memory"
	"shopclerk/data/glossary"
	"shopclerk/words"
)

// Term is a word on a card, and in one line what it means.
type Term struct{ Word, Meaning string }

const (
	// mostTerms is how many words of a card are told: who knows none of five needs another
	// question.
	mostTerms = 4
	// shortTerm is below how many letters a term is told only where it stands alone: "VA" is
	// a kind of screen, and "650 VA" is not.
	shortTerm = 4
)

// jargon finds the glossary's terms by the key of their spellings.
var jargon = sync.OnceValue(func() map[string]*glossary.Term {
	out := map[string]*glossary.Term{}
	terms := glossary.Terms()
	for i := range terms {
		for _, s := range terms[i].Spellings {
			out[language.Key(language.Tokenize(s))] = &terms[i]
		}
	}
	return out
})

// Terms tells what words of a question and its options mean, in their order; none where
// everybody knows them or nobody wrote it down.
func Terms(w *words.Language, p *memory.Posed) []Term {
	var out []Term
	var told []*glossary.Term
	texts := []string{p.Text}
	for _, o := range p.Options {
		texts = append(texts, o.Label)
	}
	for _, text := range texts {
		toks := language.Tokenize(text)
		for from := 0; from < len(toks); from++ {
			for to := len(toks); to > from; to-- {
				if toks[from].Kind == language.Mark || toks[to-1].Kind == language.Mark {
					continue
				}
				term := jargon()[language.Key(toks[from:to])]
				if term == nil || to-from < len(toks) && utf8.RuneCountInString(text[toks[from].Start:toks[to-1].End]) < shortTerm {
					continue
				}
				if meaning := term.Meaning[w.Code()]; meaning != "" && !slices.Contains(told, term) && len(out) < mostTerms {
					told = append(told, term)
					out = append(out, Term{text[toks[from].Start:toks[to-1].End], meaning})
				}
				from = to - 1
				break
			}
		}
	}
	return out
}
