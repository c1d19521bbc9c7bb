package agent

import (
	"context"
	"slices"

	"shopclerk/agent/clarify"
	"shopclerk/agent/language"
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
func titled(engine *search.Engine) func(phrase string) map[string]int {
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
		if !english.Names(toks[end].Form) && !english.Parts[toks[end].Stem] {
			return true // and not the "camera" of "camera case"
		}
	}
	return false
}

// leadsKept is how many texts are remembered with what they lead to: to forget one costs
// a few milliseconds when it is said again.
const leadsKept = 2000

// fewLeads is how many products words find that tell half of what many would.
const fewLeads = 2

// leading tells what kinds of things words are about: by category path, the share of the
// belief over the first products that they find, sum below 1: the fewer they find, the less they tell.
func leading(engine *search.Engine) func(words string) map[string]float64 {
	return remembering(leadsKept, func(words string) (map[string]float64, error) {
		leads, err := engine.Leads(context.Background(), words)
		if err != nil {
			return nil, err
		}
		scores := make([]float64, len(leads))
		for i, l := range leads {
			scores[i] = l.Score
		}
		found := map[string]float64{}
		for i, share := range clarify.Softmax(scores) {
			found[leads[i].Category] += share * float64(len(leads)) / (float64(len(leads)) + fewLeads)
		}
		return found, nil
	})
}

// remembering returns find with what it found lately kept, for up to most keys. What ends in
// an error is as if nothing was found, and is looked for again the next time. It is for what
// does not change under an engine.
func remembering[V any](most int, find func(key string) (V, error)) func(key string) V {
	kept := search.NewCache[string](most, func(V) int { return 0 })
	return func(key string) V {
		found, _ := kept.Get(key, func() (V, error) { return find(key) })
		return found
	}
}
