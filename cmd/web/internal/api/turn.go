package api

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"shopclerk/agent/dialog"
	"shopclerk/agent/reply"
	"shopclerk/agent/tools"
	"shopclerk/catalog"
	"shopclerk/cmd/internal/live"
	"shopclerk/search"
	"shopclerk/words"
)

// Turn is a reply of the clerk as programs get it. What an exchange remembers of it is
// rendered here for all who show conversations as JSON: see [Turn.Exchange].
type Turn struct {
	Found
	Acts      []Act      `json:"acts" doc:"What the message did, in its order."`
	Questions []Question `json:"questions" doc:"Open until the next turn."`
	Quiet     bool       `json:"quiet" doc:"No questions are wanted."`
	Errands   []Errand   `json:"errands" doc:"What is to be done: what is open, and what ended in the turn."`
	State     string     `json:"state" doc:"Names the conversation in the next turn."`
	Version   int        `json:"version" doc:"Which turn of the conversation this is, for version of a request."`
}

// Act is one thing that the message did. Which fields after Offers it has depends on its kind.
type Act struct {
	Kind     string   `json:"kind" enum:"need,revise,undo,restart,compare,ask_product,ask_shop,sort,not_sold,social,errand,unclear"`
	Text     string   `json:"text" doc:"What the clerk says to it; empty where the list answers."`
	Offers   []string `json:"offers" doc:"What the clerk offers to do about it; take one by offer."`
	Products []string `json:"products,omitempty" doc:"Ids."`
	Aspect   string   `json:"aspect,omitempty"`
	Known    *bool    `json:"known,omitempty" doc:"Whether the shop can tell."`
	Topic    string   `json:"topic,omitempty"`
	By       string   `json:"by,omitempty" doc:"The order: an aspect's key, - before it for the highest first."`
	Words    string   `json:"words,omitempty"`
	Nearest  []string `json:"nearest,omitempty" doc:"Paths of categories."`
	ID       string   `json:"id,omitempty" doc:"Of an errand."`
}

// Understood is one thing that the shopper is taken to want.
type Understood struct {
	Change int    `json:"change,omitempty" doc:"Its number, for drop."`
	Kind   string `json:"kind" enum:"scope,limit,wish,answer,words"`
	Text   string `json:"text"`
	Aspect string `json:"aspect,omitempty"`
	Not    bool   `json:"not,omitempty"`
	Demand Demand `json:"demand"`
}

// Demand is what is wanted of an aspect, a category, or words: only one of Aspect, Category,
// Like and Words is there.
type Demand struct {
	Aspect   string   `json:"aspect,omitempty"`
	Label    string   `json:"label,omitempty"`
	Values   []string `json:"values,omitempty" doc:"Any of them; a single number that was said is its digits."`
	Min      *float64 `json:"min,omitempty"`
	Max      *float64 `json:"max,omitempty"`
	Unit     string   `json:"unit,omitempty" doc:"Of min, max and the number in values; of a price its currency."`
	Not      *bool    `json:"not,omitempty"`
	Category string   `json:"category,omitempty" doc:"Path."`
	Like     string   `json:"like,omitempty" doc:"Id of a product that is to be resembled."`
	Words    []string `json:"words,omitempty"`
}

// Question is a question, of the clerk's about products or of an errand's, with its options.
type Question struct {
	ID      string   `json:"id" doc:"Of the aspect or the parameter that is asked about."`
	Text    string   `json:"text"`
	Help    string   `json:"help,omitempty"`
	Options []Option `json:"options"`
	Several bool     `json:"several" doc:"Several options can be true."`
	Open    bool     `json:"open" doc:"It can be answered in words."`
	Skip    bool     `json:"skip" doc:"It may be left unanswered."`
}

// Option is an answer that a question offers; Count is how many products it is true of.
type Option struct {
	ID    int    `json:"id"`
	Label string `json:"label"`
	Count int    `json:"count,omitempty"`
	Value any    `json:"value,omitempty" doc:"What an errand takes it for."`
}

// Errand is something that the shopper wants done, as it stands.
type Errand struct {
	ID        string      `json:"id"`
	Status    string      `json:"status" enum:"asks,confirms,waits,done,declined,refused,dropped"`
	Title     string      `json:"title"`
	Say       string      `json:"say"`
	Call      *tools.Call `json:"call,omitempty"`
	Questions []Question  `json:"questions" doc:"Of one that asks."`
	Preview   string      `json:"preview,omitempty" doc:"Of one that waits for its confirmation: what will be done."`
	Deed      *Deed       `json:"deed,omitempty" doc:"What was done."`
}

// Deed is what was done.
type Deed struct {
	Tool  string `json:"tool"`
	Text  string `json:"text"`
	Order string `json:"order,omitempty"`
}

// Exchange renders what an exchange remembers of the clerk's reply: all but what is understood
// and the products.
func (t *Turn) Exchange(e *dialog.Exchange) {
	t.Reply, t.Acts, t.Questions, t.Errands = e.Reply, acts(e.Acts), questions(e.Questions), errands(e.Errands)
}

func acts(all []dialog.Act) []Act {
	out := make([]Act, len(all))
	for i := range all {
		a := &all[i]
		told := Act{Kind: string(a.Kind), Text: a.Text, Offers: []string{}, Products: a.Products, Aspect: a.Aspect, Topic: a.Topic, By: a.By, Words: a.Words, Nearest: a.Nearest, ID: a.Errand}
		if a.Kind == dialog.AskProduct || a.Kind == dialog.AskShop {
			told.Known = &a.Known
		}
		for _, o := range a.Offers {
			told.Offers = append(told.Offers, o.Text)
		}
		out[i] = told
	}
	return out
}

func questions(posed []dialog.Posed) []Question {
	out := make([]Question, len(posed))
	for i := range posed {
		p := &posed[i]
		out[i] = Question{ID: p.Answer.Key, Text: p.Text, Help: p.Help, Options: make([]Option, len(p.Options)), Several: p.Any, Open: true, Skip: true}
		for n, choice := range p.Options {
			out[i].Options[n] = Option{ID: n, Label: choice.Label, Count: choice.Count}
		}
	}
	return out
}

// errands presents what is to be done. The first that is open is the one that is asked about.
func errands(all []dialog.Errand) []Errand {
	out := make([]Errand, len(all))
	asked := false
	for i := range all {
		e := &all[i]
		told := Errand{ID: e.Task.ID, Status: string(e.Ending), Title: e.Title, Say: e.Say, Questions: []Question{}}
		if c := e.Decision.Call; c != nil {
			told.Call = c
		}
		if e.Deed != nil {
			told.Deed = &Deed{e.Deed.Tool, e.Deed.Text, e.Deed.Order}
		}
		switch {
		case !e.Open():
		case asked:
			told.Status = "waits"
		case e.Decision.Do == tools.Confirm:
			told.Status, told.Preview = "confirms", e.Decision.Preview
		default:
			told.Status = "asks"
			for n := range e.Inquiries {
				told.Questions = append(told.Questions, inquiry(e.Inquiries[n].Text, &e.Inquiries[n].Question, e.Inquiries[n].Options))
			}
		}
		asked = asked || e.Open()
		out[i] = told
	}
	return out
}

// inquiry presents a question about an argument; labels are those of its options.
func inquiry(text string, q *tools.Question, labels []string) Question {
	out := Question{ID: q.Aspect, Text: text, Options: []Option{}, Several: q.Several, Open: q.Open, Skip: q.Skip}
	for i, o := range q.Options {
		out.Options = append(out.Options, Option{ID: i, Label: labels[i], Value: o.Value.Of})
	}
	return out
}

// understood lists what a need holds, in the order of the page's chips.
func understood(ctx context.Context, g *live.Snapshot, n *search.Need) []Understood {
	out, scope := []Understood{}, n.Scope
	if common := commonPath(scope); common != "" {
		scope = []string{common}
	}
	for _, path := range scope {
		out = append(out, Understood{Change: n.ScopeChange, Kind: "scope", Text: path, Demand: Demand{Category: path}})
	}
	for _, l := range n.Limits {
		out = append(out, Understood{Change: l.Change, Kind: "limit", Text: l.Text, Aspect: l.Condition.Key, Not: l.Not,
			Demand: demand(ctx, g, n, &catalog.Demand{Condition: l.Condition, Not: l.Not}, nil)})
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
		// what no test could say, such as "red or something else", is told in its words
		d := catalog.Demand{Condition: catalog.Condition{Key: e.Answer.Key, Values: []string{e.Text}}}
		if i := slices.IndexFunc(wanted, func(w search.Wanted) bool { return w.Change == e.Change }); i >= 0 {
			d = wanted[i].Demand
		}
		out = append(out, Understood{Change: e.Change, Kind: kind, Text: e.Text, Aspect: e.Answer.Key, Demand: demand(ctx, g, n, &d, e.Figure)})
	}
	if n.Like != nil {
		out = append(out, Understood{Change: n.Like.Change, Kind: "wish", Text: n.Like.Text, Demand: Demand{Like: n.Like.ID}})
	}
	for _, w := range n.Without {
		not := true
		out = append(out, Understood{Change: w.Change, Kind: "words", Text: w.Text, Not: true, Demand: Demand{Words: strings.Fields(w.Text), Not: &not}})
	}
	for _, w := range n.Words {
		if !w.Weak {
			out = append(out, Understood{Change: w.Change, Kind: "words", Text: w.Text, Demand: Demand{Words: strings.Fields(w.Text)}})
		}
	}
	return out
}

// levels separates the levels of a category's path.
const levels = " > "

// commonPath is the deepest path that all paths lie at or below, "" where there is none.
func commonPath(paths []string) string {
	if len(paths) == 0 {
		return ""
	}
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

// demand tells what is demanded of an aspect. A figure, not nil where one number was said, is
// told in place of the range around it.
func demand(ctx context.Context, g *live.Snapshot, n *search.Need, d *catalog.Demand, said *search.Figure) Demand {
	aspect := aspectOf(g, n, d.Condition.Key)
	out := Demand{Aspect: d.Condition.Key, Label: reply.Label(words.From(ctx), &aspect), Values: reply.ValueNames(words.From(ctx), &aspect, d.Condition.Values), Not: &d.Not}
	switch r := d.Condition.Range; {
	case said != nil:
		out.Values, out.Unit = []string{catalog.FormatNumber(said.Number)}, cmp.Or(said.Unit, aspect.Unit)
	case r != nil:
		out.Min, out.Max, out.Unit = r.Low, r.High, aspect.Unit
	}
	return out
}

// aspectOf finds an aspect: in the categories that the need is looked for in, else in any.
// One that no category has any more has its key for a label.
func aspectOf(g *live.Snapshot, n *search.Need, key string) catalog.Aspect {
	all := g.Store.Categories()
	for _, within := range []bool{true, false} {
		for i := range all {
			if within && !slices.Contains(n.Scope, all[i].Path) {
				continue
			}
			if aspect, ok := all[i].Aspect(key); ok {
				return aspect
			}
		}
	}
	return catalog.Aspect{Key: key, Label: key}
}
