package api

import (
	"slices"
	"strings"

	"shopclerk/agent"
	"shopclerk/catalog"
	"shopclerk/search"
)

// Understood is one thing that the shopper is taken to want.
type Understood struct {
	Change int    `json:"change,omitempty"` // its number in the conversation
	Kind   string `json:"kind"`             // "scope", "limit", "wish", "answer" or "words"
	Text   string `json:"text"`
	Aspect string `json:"aspect,omitempty"`
	Not    bool   `json:"not,omitempty"` // it is not wanted
	Demand Demand `json:"demand"`
}

// Demand is what is wanted, for programs: of an aspect, a category, or words that stay
// words. Only one of Aspect, Category, Like and Words is there.
type Demand struct {
	Aspect   string   `json:"aspect,omitempty"`
	Label    string   `json:"label,omitempty"`
	Values   []string `json:"values,omitempty"` // any of them; one number, where one was said, is its digits
	Min      *float64 `json:"min,omitempty"`    // part of what is wanted, as Max
	Max      *float64 `json:"max,omitempty"`
	Unit     string   `json:"unit,omitempty"`     // of Min, Max and the number in Values; of a price its currency
	Not      *bool    `json:"not,omitempty"`      // of an aspect or of words: whether it must not be so
	Category string   `json:"category,omitempty"` // path
	Like     string   `json:"like,omitempty"`     // id of a product that it shall be like
	Words    []string `json:"words,omitempty"`
}

// understood lists what a turn's need holds, in the order of the page's chips.
func (a *API) understood(t *agent.Turn) []Understood {
	n, out := &t.Need, []Understood{}
	if len(n.Scope) > 0 {
		if common := commonPath(n.Scope); common != "" {
			out = append(out, scopeOf(n, common))
		} else {
			for _, path := range n.Scope {
				out = append(out, scopeOf(n, path))
			}
		}
	}
	for _, l := range n.Limits {
		out = append(out, Understood{Change: l.Change, Kind: "limit", Text: l.Text, Aspect: l.Condition.Key, Not: l.Not,
			Demand: a.demand(t, &catalog.Demand{Condition: l.Condition, Not: l.Not}, nil)})
	}
	wanted := n.Wanted()
	for _, e := range n.Evidence {
		if e.Answer.Skipped() || e.Answer.None {
			continue // nothing to go by
		}
		kind := "answer"
		if e.Said {
			kind = "wish"
		}
		// What no test could say, such as "red or something else", is told in its words.
		d := catalog.Demand{Condition: catalog.Condition{Key: e.Answer.Key, Values: []string{e.Text}}}
		if i := slices.IndexFunc(wanted, func(w search.Wanted) bool { return w.Change == e.Change }); i >= 0 {
			d = wanted[i].Demand
		}
		out = append(out, Understood{Change: e.Change, Kind: kind, Text: e.Text, Aspect: e.Answer.Key, Demand: a.demand(t, &d, e.Figure)})
	}
	if n.Like != nil {
		out = append(out, Understood{Change: n.Like.Change, Kind: "wish", Text: n.Like.Text, Demand: Demand{Like: n.Like.ID}})
	}
	for _, w := range n.Without {
		not := true
		out = append(out, Understood{Change: w.Change, Kind: "words", Text: w.Text, Not: true, Demand: Demand{Words: strings.Fields(w.Text), Not: &not}})
	}
	for _, w := range n.Words {
		out = append(out, Understood{Change: w.Change, Kind: "words", Text: w.Text, Demand: Demand{Words: strings.Fields(w.Text)}})
	}
	return out
}

// scopeOf is the entry of a category that is looked in, or of one above those.
func scopeOf(n *search.Need, path string) Understood {
	return Understood{Change: n.ScopeChange, Kind: "scope", Text: path, Demand: Demand{Category: path}}
}

// levels separates the levels of a category's path.
const levels = " > "

// commonPath is the deepest path that all paths lie at or below, "" where there is none.
func commonPath(paths []string) string {
	common := strings.Split(paths[0], levels)
	for _, path := range paths[1:] {
		other := strings.Split(path, levels)
		n := 0
		for n < min(len(common), len(other)) && common[n] == other[n] {
			n++
		}
		common = common[:n]
	}
	return strings.Join(common, levels)
}

// demand tells what is demanded of an aspect. A figure, not nil where one number was
// said, is told in place of the range around it.
func (a *API) demand(t *agent.Turn, d *catalog.Demand, said *search.Figure) Demand {
	aspect := a.aspect(t, d.Condition.Key)
	out := Demand{Aspect: d.Condition.Key, Label: aspect.Label, Values: d.Condition.Values, Not: &d.Not}
	r := d.Condition.Range
	switch {
	case said != nil:
		out.Values, out.Unit = []string{catalog.FormatNumber(said.Number)}, aspect.Unit
		if said.Unit != "" {
			out.Unit = said.Unit
		}
	case r != nil:
		out.Min, out.Max, out.Unit = r.Low, r.High, aspect.Unit
	}
	return out
}

// aspect finds an aspect by its key: where the turn looked, else anywhere in the shop.
// One that no category has any more has its key for a label.
func (a *API) aspect(t *agent.Turn, key string) catalog.Aspect {
	if t.Scope != nil && t.Scope.Shelf != nil {
		if c := t.Scope.Shelf.Column(key); c != nil {
			return c.Aspect
		}
	}
	categories := a.Store.Categories()
	for i := range categories {
		if aspect, ok := categories[i].Aspect(key); ok {
			return aspect
		}
	}
	return catalog.Aspect{Key: key, Label: key}
}
