package desk

import (
	"reflect"
	"slices"
	"strings"

	"shopclerk/agent/journal"
	"shopclerk/agent/memory"
	view "shopclerk/views/desk"
)

// actWords are the ids of what kinds of acts are called.
var actWords = map[memory.Kind]string{
	memory.Need: "desk.acts.need", memory.Revise: "desk.acts.revise", memory.Undo: "desk.acts.undo", memory.Restart: "desk.acts.restart",
	memory.Compare: "desk.acts.compare", memory.AskProduct: "desk.acts.ask-product", memory.AskShop: "desk.acts.ask-shop",
	memory.Sort: "desk.acts.sort", memory.NotSold: "desk.acts.not-sold", memory.Social: "desk.acts.social",
	memory.DoErrand: "desk.acts.errand", memory.Unclear: "desk.acts.unclear",
}

// did presents what the message did, and what the clerk answered. Of one that holds
// something of the shopper's own only the kinds are told.
func (p *player) did() []view.ReplayAct {
	var out []view.ReplayAct
	for i := range p.turn().exchange.Acts {
		a := &p.turn().exchange.Acts[i]
		told := view.ReplayAct{Kind: p.Words.T(actWords[a.Kind])}
		if !p.confides() {
			told.Facts = strings.Join(p.actFacts(a), " · ")
			for _, id := range a.Products {
				told.Products = append(told.Products, p.title(id))
			}
			told.Answer = p.said(a.Text)
			for _, o := range a.Offers {
				told.Offers = append(told.Offers, o.Text)
			}
		}
		out = append(out, told)
	}
	return out
}

// actFacts says what an act was about.
func (p *player) actFacts(a *memory.Act) []string {
	w := p.Words
	var out []string
	add := func(text string) {
		if text != "" && text != journal.Redacted {
			out = append(out, text)
		}
	}
	if a.Aspect != "" {
		add(p.aspect(a.Aspect))
	}
	add(a.Topic)
	add(a.By)
	add(a.Words)
	switch {
	case a.Kind == memory.AskProduct && !a.Known:
		add(w.T("desk.acts.unknown-product"))
	case a.Kind == memory.AskShop && !a.Known:
		add(w.T("desk.acts.unknown-shop"))
	case len(a.Nearest) > 0:
		add(w.T("desk.acts.nearest", "Categories", scopeText(p.Request, a.Nearest)))
	}
	return out
}

// taken is the offer of the page before that the turn's changes are, "" where they are
// none: a click that says no words.
func (p *player) taken() string {
	x := p.turn().exchange
	if x.Said != "" || len(x.Changes) == 0 {
		return ""
	}
	made := slices.Clone(x.Changes)
	for i := range made {
		made[i].ID, made[i].Turn = 0, 0
	}
	for _, a := range p.origin().Acts {
		if i := slices.IndexFunc(a.Offers, func(o memory.Offer) bool { return reflect.DeepEqual(o.Changes, made) }); i >= 0 {
			return a.Offers[i].Text
		}
	}
	return ""
}
