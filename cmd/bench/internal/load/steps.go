package load

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"

	"shopclerk/cmd/internal/visitor"
)

// request asks for a page.
type request func(ctx context.Context) (*visitor.Page, error)

// stepKind is something that shoppers do.
type stepKind struct {
	kind   string
	share  float64 // how often, a turn
	turn   bool    // asks the clerk something new
	begins bool    // is done on the start page
	stays  bool    // leads to the conversation's page, which is looked at next
	of     func(*shopper, voice) (request, error)
	// instead is done where the page does not offer the step.
	instead *stepKind
}

// startPage is the step of whoever comes.
const startPage = "start page"

// errNotOffered reports a step that the page does not offer.
var errNotOffered = errors.New("the page does not offer the step")

var (
	message = stepKind{kind: "message", share: 0.10, turn: true, stays: true, of: say}
	product = stepKind{kind: "product page", share: 0.35, of: follow(".card h4 a"), instead: &reload}
	reload  = stepKind{kind: "conversation", share: 0.05, stays: true, of: again}
)

// steps are what shoppers do and how often: a fifth of the turns begin, the shares of
// the turns add up to 1, and for every turn there are 0.8 looks at what is there.
// The shares are assumed, not measured: what shoppers of a shop really do stands in
// its journal.
var steps = []stepKind{
	{kind: "begin with a category", share: 0.10, turn: true, begins: true, stays: true, of: beginCategory},
	{kind: "begin with a message", share: 0.10, turn: true, begins: true, stays: true, of: beginMessage},
	{kind: "answer questions", share: 0.38, turn: true, stays: true, of: answer, instead: &message},
	{kind: "skip questions", share: 0.04, turn: true, stays: true, of: skip, instead: &message},
	{kind: "filter", share: 0.14, turn: true, stays: true, of: filter, instead: &message},
	message,
	{kind: "remove a chip", share: 0.08, turn: true, stays: true, of: form("form.chip"), instead: &message},
	{kind: "undo", share: 0.06, turn: true, stays: true, of: form("form[action$='/undo']"), instead: &message},

	{kind: startPage, share: 0.20},
	product,
	reload,
	{kind: "more products", share: 0.08, stays: true, of: follow(".more a"), instead: &reload},
	{kind: "sort", share: 0.07, stays: true, of: follow(".orders a"), instead: &reload},
	{kind: "compare", share: 0.05, of: compare, instead: &reload},
}

// looks is how many looks there are for a turn.
func looks() float64 {
	sum := 0.0
	for _, s := range steps {
		if !s.turn {
			sum += s.share
		}
	}
	return sum
}

// draw draws a step by its share.
func draw(chance *rand.Rand) stepKind {
	u := chance.Float64() * (1 + looks())
	for _, s := range steps {
		if u -= s.share; u < 0 {
			return s
		}
	}
	return steps[len(steps)-1]
}

// voice is what a shopper may say, by chance.
type voice struct {
	*rand.Rand
	categories []string
	words      []string
}

// limits are prices that shoppers name.
var limits = []int{20, 50, 100, 200, 500}

func (v voice) limit() string { return "under " + strconv.Itoa(limits[v.IntN(len(limits))]) }

// word is a word of the shop's answers, or a price where none was read yet.
func (v voice) word() string {
	if len(v.words) == 0 {
		return v.limit()
	}
	return v.words[v.IntN(len(v.words))]
}

// opening begins a conversation: three in four name a category, the others leave it to
// the clerk to find one.
func (v voice) opening() string {
	category := v.categories[v.IntN(len(v.categories))]
	switch v.IntN(4) {
	case 0:
		return category
	case 1:
		return category + " " + v.limit()
	case 2:
		return v.word() + " " + category
	default:
		return v.word() + " " + v.word()
	}
}

// remark goes on.
func (v voice) remark() string {
	switch v.IntN(3) {
	case 0:
		return v.limit()
	case 1:
		return "not " + v.word()
	default:
		return v.word()
	}
}

func (p *shopper) send(selector string, fill func(*visitor.Form)) (request, error) {
	f, err := p.page.Form(selector)
	if err != nil {
		return nil, err
	}
	if fill != nil {
		fill(&f)
	}
	return func(ctx context.Context) (*visitor.Page, error) { return p.browser.Send(ctx, f) }, nil
}

// sortedNames lists the names of fields in an order that chance can be repeated on.
func sortedNames(fields url.Values) []string { return slices.Sorted(maps.Keys(fields)) }

// form sends a form as it stands.
func form(selector string) func(*shopper, voice) (request, error) {
	return func(p *shopper, _ voice) (request, error) { return p.send(selector, nil) }
}

// follow follows one of the links.
func follow(selector string) func(*shopper, voice) (request, error) {
	return func(p *shopper, v voice) (request, error) {
		links, err := p.page.Links(selector)
		if err != nil {
			return nil, err
		}
		if len(links) == 0 {
			return nil, errNotOffered
		}
		to := links[v.IntN(len(links))]
		return func(ctx context.Context) (*visitor.Page, error) { return p.browser.Get(ctx, to) }, nil
	}
}

func again(p *shopper, _ voice) (request, error) {
	return func(ctx context.Context) (*visitor.Page, error) { return p.browser.Get(ctx, p.page.Address()) }, nil
}

func beginCategory(p *shopper, v voice) (request, error) {
	tiles, err := p.page.Forms("form:has(.tile)")
	if err != nil {
		return nil, err
	}
	if len(tiles) == 0 {
		return nil, errNotOffered
	}
	f := tiles[v.IntN(len(tiles))]
	return func(ctx context.Context) (*visitor.Page, error) { return p.browser.Send(ctx, f) }, nil
}

func beginMessage(p *shopper, v voice) (request, error) { return p.tell(v.opening()) }

func say(p *shopper, v voice) (request, error) { return p.tell(v.remark()) }

func (p *shopper) tell(text string) (request, error) {
	return p.send("form:has(#message)", func(f *visitor.Form) { f.Fields.Set("message", text) })
}

// answered is the share of the questions on a page that are answered, and answers
// twoTicks of them with two ticks.
const (
	answered = 0.7
	twoTicks = 0.3
)

func answer(p *shopper, v voice) (request, error) {
	return p.send(".questions form", func(f *visitor.Form) {
		for _, name := range sortedNames(f.Boxes) {
			boxes := f.Boxes[name]
			if v.Float64() >= answered {
				continue
			}
			ticks := 1
			if v.Float64() < twoTicks {
				ticks = 2
			}
			for _, i := range v.Perm(len(boxes))[:min(ticks, len(boxes))] {
				f.Fields.Add(name, boxes[i])
			}
		}
	})
}

func skip(p *shopper, _ voice) (request, error) {
	return p.send(".questions form", func(f *visitor.Form) { f.Fields.Set("skip", "1") })
}

// filter ticks a box of the rail.
func filter(p *shopper, v voice) (request, error) {
	return p.send(".facets form", func(f *visitor.Form) {
		names := sortedNames(f.Boxes)
		if len(names) == 0 {
			return
		}
		name := names[v.IntN(len(names))]
		f.Fields.Add(name, f.Boxes[name][v.IntN(len(f.Boxes[name]))])
	})
}

// compare looks at two or three products side by side.
func compare(p *shopper, v voice) (request, error) {
	return p.send("form[action='/compare']", func(f *visitor.Form) {
		for _, name := range sortedNames(f.Boxes) {
			boxes := f.Boxes[name]
			for _, i := range v.Perm(len(boxes))[:min(2+v.IntN(2), len(boxes))] {
				f.Fields.Add(name, boxes[i])
			}
		}
	})
}
