package agent

import (
	"context"
	"slices"

	"shopclerk/agent/language"
	"shopclerk/agent/understand"
	"shopclerk/catalog"
	"shopclerk/search"
)

const (
	// titlesRead is how many products that words find are looked at for what their
	// titles name: a kind of thing that a shop sells has more than a few.
	titlesRead = 60
	// titlesKept is how many phrases are remembered with what was found.
	titlesKept = 2000
)

// titled counts the titles that name a thing by a phrase. The same title again is the same name,
// and says no more.
func titled(engine *search.Engine) understand.Titles {
	return remembering(titlesKept, func(phrase string) (map[string]int, error) {
		seen := map[string]bool{}
		return engine.Named(context.Background(), phrase, titlesRead, func(p *catalog.Product) bool {
			again := seen[p.Title]
			seen[p.Title] = true
			return !again && entitles(p.Title, phrase, catalog.LastLevel(p.Category))
		})
	})
}

// entitles reports whether a title names its product by a phrase: no other thing or part
// stands right behind it, and it does not stand behind what says what the product is for
// or has, nor beside the name of the category, which is what the product is: the "linoleum
// top" of a desk.
func entitles(title, phrase, category string) bool {
	toks, want := language.Tokenize(title), language.Tokenize(phrase)
	if kind := language.Tokenize(category); len(kind) > 0 {
		head := func(t language.Token) bool { return t.Kind == language.Word && t.Stem == kind[len(kind)-1].Stem }
		if slices.ContainsFunc(toks, head) && !slices.ContainsFunc(want, head) {
			return false
		}
	}
	english := language.English()
	behind := false // "for", "with": what comes next is no name
	for i := range toks {
		if _, role := english.Longest(toks, i, language.RolesOf(language.Link)); role != language.None {
			behind = true
		}
		end := i + len(want)
		if behind || end > len(toks) || !slices.EqualFunc(toks[i:end], want, func(a, b language.Token) bool { return a.Stem == b.Stem || a.Form == b.Form }) {
			continue
		}
		if end == len(toks) || toks[end].Kind != language.Word {
			return true
		}
		if english.Product(toks, end) == 0 && !english.Parts[toks[end].Stem] {
			return true // and not the "camera" of "camera case"
		}
	}
	return false
}
