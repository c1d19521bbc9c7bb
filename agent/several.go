package agent

import (
	"slices"
	"strings"

	"shopclerk/agent/dialog"
	"shopclerk/agent/nlu"
	"shopclerk/catalog"
	"shopclerk/search"
)

// several takes in a part that wants several kinds of product. The first that is sold becomes the need, each
// of the others is looked for beside it.
func (h *heard) several(m *nlu.Message, parts []nlu.Clause) error {
	for i := range parts {
		one := &heard{agent: h.agent, ctx: h.ctx, f: h.f, c: &dialog.Conversation{}, words: h.words, tongue: h.tongue, asks: true}
		if err := one.wantOne(m, &parts[i]); err != nil {
			return err
		}
		if i := slices.IndexFunc(one.acts, func(a dialog.Act) bool { return a.Kind == dialog.NotSold }); i >= 0 {
			h.act(one.acts[i])
			continue
		}
		if len(one.changes) == 0 {
			continue
		}
		thing := dialog.Offer{Text: parts[i].Of(nlu.Kind)[0].Text, Changes: append([]search.Change{{Op: search.Reset}}, one.changes...)}
		if len(h.things) == 0 {
			if err := h.wantOne(m, &parts[i]); err != nil {
				return err
			}
		}
		h.left = append(h.left, one.left...)
		h.things = append(h.things, thing)
	}
	if len(h.things) < 2 {
		h.things = nil
	}
	return nil
}

// sideBySide are the things that the latest exchange listed in turn.
func (h *heard) sideBySide() []dialog.Offer {
	if last := h.c.Last(); last != nil {
		for _, act := range last.Acts {
			if act.Topic == topicSeveral {
				return act.Offers
			}
		}
	}
	return nil
}

// topicSeveral is the topic of acts whose offers are things that are listed in turn.
const topicSeveral = "several"

// follow takes in a message that names no other kind of product for all things that were listed in turn: what
// it takes back is listed no more. One that names one of them goes on with what was said of that.
func (h *heard) follow(m *nlu.Message, things []dialog.Offer) error {
	if scope := scopeOf(h.changes); len(scope) > 0 {
		for _, thing := range things {
			if overlap(scope, scopeOf(thing.Changes)) {
				h.changes = slices.DeleteFunc(h.changes, func(ch search.Change) bool {
					return ch.Op == search.Reset || ch.Op == search.SetScope || ch.Op == search.Drop
				})
				h.changes = append(slices.Clone(thing.Changes), h.changes...)
				break
			}
		}
		return nil
	}
	for k := range m.Clauses {
		if c := &m.Clauses[k]; len(c.Of(nlu.Kind)) > 0 && c.Intent == nlu.Need { // "and socks"
			return nil
		}
	}
	var left []dialog.Offer
	for i := range things {
		talk := dialog.Conversation{}
		talk.Exchanges = []dialog.Exchange{{Changes: talk.Number(things[i].Changes)}}
		one := &heard{agent: h.agent, ctx: h.ctx, f: h.f, c: &talk, words: h.words, tongue: h.tongue, shown: h.shown, asks: true}
		for k := range m.Clauses {
			switch c := &m.Clauses[k]; c.Intent {
			case nlu.Need, nlu.Revise, nlu.Answer, nlu.Sort, nlu.AskStock, nlu.Task, nlu.Unclear:
				if err := one.part(m, c); err != nil {
					return err
				}
			case nlu.Social:
			default:
				return nil // a question is about what is shown
			}
		}
		gone := slices.ContainsFunc(one.changes, func(ch search.Change) bool { return ch.Op == search.Reset })
		changes := search.InForce(append(talk.Changes(), talk.Number(one.changes)...))
		changes = slices.DeleteFunc(changes, func(ch search.Change) bool { return ch.Op == search.Drop })
		if !gone {
			left = append(left, dialog.Offer{Text: things[i].Text, Changes: changes})
		}
		if gone || len(one.changes) > 0 {
			h.left, h.acts = nil, slices.DeleteFunc(h.acts, func(a dialog.Act) bool { return a.Kind == dialog.Unclear })
			h.act(dialog.Act{Kind: dialog.Revise})
		}
	}
	if len(left) < len(things) && len(left) > 0 {
		h.changes = slices.Clone(left[0].Changes)
	}
	if len(left) > 1 {
		h.things = left
	}
	return nil
}

// mostThings is how many kinds of product are listed beside each other.
const mostThings = 6

// beside lists the things of a message in turn, the first of each, and says how many there are.
func (h *heard) beside(turn *Turn) error {
	if h.things == nil {
		return nil
	}
	lists := []*Turn{turn}
	for i := range h.things[1:min(len(h.things), mostThings)] {
		alone := dialog.Conversation{}
		need := search.Fold(alone.Number(h.things[i+1].Changes))
		t, err := h.agent.look(h.ctx, h.f, need, search.Page{Limit: h.agent.config.Page, Order: need.Order})
		if err != nil {
			return err
		}
		lists = append(lists, t)
	}
	var told []string
	for i, t := range lists {
		id := "several.some"
		if t.Fit() == 0 {
			id = "several.closest"
		}
		told = append(told, h.words.N(id, t.Fit(), "Name", h.things[i].Text))
	}
	items, products := []search.Ranked(nil), []catalog.Product(nil)
	for k := 0; k < h.agent.config.Page && len(items) < h.agent.config.Page; k++ {
		for _, t := range lists {
			if k < len(t.Products) && !slices.ContainsFunc(products, func(p catalog.Product) bool { return p.ID == t.Products[k].ID }) {
				items, products = append(items, t.Ranking.Items[k]), append(products, t.Products[k])
			}
		}
	}
	shown := min(len(items), h.agent.config.Page)
	turn.Ranking.Items, turn.Products = items[:shown], products[:shown]
	need := h.act(dialog.Act{Kind: dialog.Need})
	need.Text = h.words.T("several.each", "Things", strings.Join(told, h.words.T("language.comma")))
	need.Topic, need.Offers = topicSeveral, h.things
	return nil
}
