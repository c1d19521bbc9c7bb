package views

import (
	"net/url"
	"shopclerk/agent"
	"shopclerk/agent/memory"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
	"slices"
	"strconv"
	"strings"
)

// More is what the clerk puts below an answer: what it is about, and what can be done
// about it. The zero More is not shown.
type More struct {
	Products   []Link   // that the answer is about
	Examples   []string // of what can be said, in the shopper's voice
	Categories []Offer  // to look in instead of what is not sold
	Offers     []Offer  // other things that can be done about it
}

// Offer is something that can be done, one click away. The zero Offer is not shown.
type Offer struct {
	Text string // what the click does: "Keep only waterproof ones"
	Form Form
}

// What the form of an offer sends: the act that made it, and either the offer or the
// category, each by its index.
const (
	FieldAct     = "act"
	FieldOffer   = "offer"
	FieldNearest = "nearest"
)

// newest is the index of the line at which a shopper who does not see the page goes on
// reading: the clerk's first, else the last; -1 where nothing was said.
func newest(lines []Line) int {
	at := -1
	for i := range lines {
		if l := &lines[i]; l.told() {
			if at = i; l.From == Clerk {
				break
			}
		}
	}
	return at
}

// answers are the acts of an exchange that the clerk said something to, by their
// indices, as far as the visitor may see them: who only looks on sees none of an
// exchange in which things were had done. What became of an errand is told where errands
// are.
func answers(e *memory.Exchange, v Viewer) []int {
	if !v.Own && len(e.Errands) > 0 {
		return nil
	}
	var out []int
	for i := range e.Acts {
		if a := &e.Acts[i]; a.Kind != memory.DoErrand || !slices.ContainsFunc(e.Errands, func(r memory.Errand) bool { return r.Task.ID == a.Errand }) {
			out = append(out, i)
		}
	}
	return out
}

// clerkLines are the clerk's lines of an exchange: one for each act that was answered, then
// what it says of the list.
func clerkLines(e *memory.Exchange, v Viewer) []Line {
	var out []Line
	for _, i := range answers(e, v) {
		if text := e.Acts[i].Text; text != "" {
			out = append(out, Line{From: Clerk, Text: text})
		}
	}
	rest := e.Reply
	if memory.Answered(e.Acts) { // the whole reply says again what they do
		rest = e.Tells
	}
	if rest != "" {
		out = append(out, Line{From: Clerk, Text: rest})
	}
	return out
}

// answering presents what stands below the answers of the latest exchange.
type answering struct {
	*Presenter
	named []catalog.Product // those that the acts name, as far as there are such
	// page is where a product's page is, that knows the way back.
	page func(id string) string
	form func(action string, more ...Field) Form
}

// more adds to the lines of the latest exchange what can be looked at and done.
func (p *answering) more(e *memory.Exchange, v Viewer, lines []Line) []Line {
	next := 0
	for next < len(lines) && lines[next].From == Shopper {
		next++
	}
	out := slices.Clone(lines[:next])
	for _, i := range answers(e, v) {
		line := Line{From: Clerk}
		if e.Acts[i].Text != "" {
			line, next = lines[next], next+1
		}
		line.More = p.below(&e.Acts[i], i)
		out = append(out, line)
	}
	return append(out, lines[next:]...)
}

// below is what stands below the answer to an act.
func (p *answering) below(a *memory.Act, act int) More {
	var out More
	for _, id := range a.Products {
		if i := slices.IndexFunc(p.named, func(product catalog.Product) bool { return product.ID == id }); i >= 0 {
			out.Products = append(out.Products, Link{Text: p.named[i].Title, URL: p.page(id)})
		}
	}
	take := func(field string, index int) Form {
		return p.form("offer", Field{Name: FieldAct, Value: strconv.Itoa(act)}, Field{Name: field, Value: strconv.Itoa(index)})
	}
	for i, path := range a.Nearest {
		if len(categoriesBelow(p.Categories, path)) > 0 {
			out.Categories = append(out.Categories, Offer{Text: catalog.LastLevel(path), Form: take(FieldNearest, i)})
		}
	}
	for i, o := range a.Offers {
		out.Offers = append(out.Offers, Offer{Text: o.Text, Form: take(FieldOffer, i)})
	}
	if a.Kind == memory.Social && a.Topic == memory.TopicHelp {
		out.Examples = examples(p.Language)
	}
	return out
}

// examples are what can be said: one for each thing that the clerk does.
func examples(w *words.Language) []string {
	return []string{
		w.T("answers.example-need"), w.T("answers.example-change"), w.T("answers.example-product"),
		w.T("answers.example-compare"), w.T("answers.example-sort"), w.T("answers.example-errand"),
	}
}

// answersAnnouncement is what a screen reader says of answers once the page has changed.
func answersAnnouncement(e *memory.Exchange, v Viewer) string {
	var out []string
	for _, i := range answers(e, v) {
		if text := e.Acts[i].Text; text != "" {
			out = append(out, text)
		}
	}
	return strings.Join(out, " ")
}

// pageOf returns where the pages of products are: for those of the list, with their
// places in it.
func pageOf(c *Conversation, t *agent.Turn, l Listing) func(id string) string {
	return func(id string) string {
		address := "/p/" + url.PathEscape(id)
		if i := slices.IndexFunc(t.Products, func(p catalog.Product) bool { return p.ID == id }); i >= 0 {
			return address + l.listed(c, i+1)
		}
		return (&Origin{Place: l.Place(c, 0)}).Address(address)
	}
}

// categoriesBelow lists the categories at a path and below it, as their paths.
func categoriesBelow(categories []catalog.Category, path string) []string {
	var out []string
	for i := range categories {
		if c := categories[i].Path; catalog.Within(c, path) {
			out = append(out, c)
		}
	}
	return out
}

// Taken reads which of the offers below the latest answers a form takes: a change of the
// need, or another category in place of what is not sold. What is not on offer any more
// is a complaint.
func (p *Presenter) Taken(c *memory.Conversation, field func(name string) string) ([]search.Change, error) {
	index := func(name string) int {
		i, err := strconv.Atoi(field(name))
		if err != nil {
			return -1 // none is there
		}
		return i
	}
	act := index(FieldAct)
	if field(FieldNearest) == "" {
		if changes, err := c.Offered(act, index(FieldOffer)); err == nil {
			return changes, nil
		}
	} else if path, err := c.Instead(act, index(FieldNearest)); err == nil {
		if categories := categoriesBelow(p.Categories, path); len(categories) > 0 {
			return []search.Change{{Op: search.SetScope, Text: catalog.LastLevel(path), Categories: categories}}, nil
		}
	}
	return nil, BadRequest("error.no-offer")
}
