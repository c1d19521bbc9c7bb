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
		is := func(stem string) func(t language.Token) bool {
			return func(t language.Token) bool { return t.Kind == language.Word && t.Stem == stem }
		}
		if head := kind[len(kind)-1].Stem; slices.ContainsFunc(toks, is(head)) && !slices.ContainsFunc(want, is(head)) {
			return false
		}
	}
	english := language.English()
	behind := false // "for", "with": what comes next is no name
	for i := range toks {
		if _, role := english.Longest(toks, i, language.RolesOf(language.Link)); role != language.None {
			behind = true
		}
		if behind || i+len(want) > len(toks) {
			continue
		}
		same := true
		for k := range want {
			same = same && (toks[i+k].Stem == want[k].Stem || toks[i+k].Form == want[k].Form)
		}
		if !same {
			continue
		}
		end := i + len(want)
		if end == len(toks) || toks[end].Kind != language.Word {
			return true
		}
		if english.Product(toks, end) == 0 && !english.Parts[toks[end].Stem] {
			return true // and not the "camera" of "camera case"
		}
	}
	return false
}
