package agent

import (
	"context"
	"math"
	"slices"
	"strings"

	"shopclerk/agent/dialog"
	"shopclerk/agent/language"
	"shopclerk/agent/nlu"
	"shopclerk/agent/shop"
	"shopclerk/agent/tools"
	"shopclerk/catalog"
)

// calls begins the calls that a message plainly makes, by its spans, and returns the words that are about
// products. It begins none, and ok is false, where an instruction is not plain: that is heard otherwise.
func (s *counterTurn) calls(ctx context.Context, f *active, c *dialog.Conversation) (about string, ok bool, err error) {
	m := s.parts(s.in.Message)
	shown, err := s.agent.named(ctx, s.page)
	if err != nil {
		return "", false, err
	}
	h := &heard{agent: s.agent, ctx: ctx, f: f, c: c, words: s.words, tongue: m.Tongue, shown: shown, fit: s.fit}
	judge := &hearing{counterTurn: s, ctx: ctx, tell: s.agent.commands[s.words.Code()]}
	var calls []tools.Call
	var rest []string
	var before []catalog.Product // pointed at before the instruction: "the blue one is nice, put it in my basket"
	for i := range m.Clauses {
		for _, text := range s.instructions(m, &m.Clauses[i]) {
			clause := &m.Clauses[i]
			if text != clause.Text {
				clause = &s.parts(text).Clauses[0]
			}
			tool, refused := judge.task(text)
			if tool == "" && judge.basket(clause) {
				tool = shop.AddToBasket
			}
			switch n := counted(s.parts(text)); {
			case tool != "" || s.lately == "":
			case s.held && n > 0: // "no, only two"
				tool = shop.ChangeBasket
				calls = append(calls, tools.Call{Tool: tool, Arguments: tools.Arguments{shop.ParamProduct: s.lately, shop.ParamQuantity: n}})
				continue
			case clause.Topic == topicRemove && clause.Shares[nlu.Task] >= perhapsTask, s.held && len(clause.Of(nlu.Do)) > 0 && (clause.Intent == nlu.Undo || clause.Topic == "forget") && !s.catalogue(text):
				tool, refused = shop.RemoveFromBasket, false // "no wait, out again"
			}
			if refused || len(calls) > 0 && judge.tell.kit.Best(text) == shop.PlaceOrder { // "… and order it"
				return "", false, nil
			}
			to, points := h.pointsTo(clause)
			switch {
			case clause.Intent == nlu.Social && len(m.Clauses) > 1:
			case tool == "":
				rest, before = append(rest, text), to
			case tool == shop.AddToBasket:
				if len(to) == 0 && !points {
					to = before
				}
				among := slices.ContainsFunc(clause.Of(nlu.Ref), func(r *nlu.Mention) bool { return len(h.having(r)) > 1 })
				if named := namedIn(clause, h.tongue); len(to) == 0 && named != "" && !among { // not on the page: it is looked for
					rest, s.sought = append(rest, named), true
					continue
				}
				if len(to) == 0 {
					return "", false, nil
				}
				for _, p := range to {
					calls = append(calls, tools.Call{Tool: tool, Arguments: withPieces(p.ID, clause)})
				}
			case tool == shop.RemoveFromBasket && s.lately != "" && len(to) == 0 && !points:
				calls = append(calls, tools.Call{Tool: tool, Arguments: tools.Arguments{shop.ParamProduct: s.lately}})
			default:
				return "", false, nil
			}
		}
	}
	if len(calls) == 0 && !s.sought || len(calls) > mostBegun {
		return "", false, nil
	}
	if err := s.ready(ctx, s.page); err != nil {
		return "", false, err
	}
	for _, call := range calls {
		if err := s.begin(calling(call), s.page); err != nil {
			return "", false, err
		}
	}
	s.busy = len(calls) > 0
	return strings.Join(rest, ", "), true, nil
}

// instructions are the texts of a clause: it is parted where "and" stands before another deed.
func (s *counterTurn) instructions(m *nlu.Message, c *nlu.Clause) []string {
	for i, do := range c.Of(nlu.Do) {
		if i > 0 && do.From > c.From && m.Tongue.Has(m.Tokens, do.From-1, language.And) {
			return []string{m.Text[m.Tokens[c.From].Start:m.Tokens[do.From-2].End], m.Text[m.Tokens[do.From].Start:m.Tokens[c.To-1].End]}
		}
	}
	return []string{c.Text}
}

// basket reports whether what a clause orders or names is to go in the basket: "the cheapest of them in my
// basket".
func (h *hearing) basket(c *nlu.Clause) bool {
	return c.Intent == nlu.Sort && slices.ContainsFunc(c.Of(nlu.Do), func(s *nlu.Mention) bool {
		return s.Polarity == nlu.Want && s.Score >= plainTask && slices.ContainsFunc(language.Forms(s.Text), h.tell.Basket.Is)
	})
}

// pointsTo are the products of the page that a clause points at plainly. points is whether it says which.
func (h *heard) pointsTo(c *nlu.Clause) (to []catalog.Product, points bool) {
	plain := false
	pointing := *c
	pointing.Mentions = slices.Clone(c.Mentions)
	for i := range pointing.Mentions {
		s := &pointing.Mentions[i]
		if s.Type == nlu.By && len(c.Of(nlu.Do)) > 0 {
			s.Type = nlu.Ref
		}
		if s.Type != nlu.Ref && s.Type != nlu.Is && s.Type != nlu.Kind {
			continue
		}
		placed := len(s.Places) > 0 || s.Measure != nil
		points = points || placed || says(s.Text, h.tongue)
		if named := h.titledShown(s.Text); s.Type == nlu.Ref && !placed && len(named) == 1 && len(h.having(s)) < 2 {
			return named, true
		}
		plain = plain || placed || s.Type == nlu.Ref && len(h.having(s)) == 1 // of several that have it, which one is to be asked
	}
	switch {
	case !points:
		return h.spokenOf(), false
	case !plain:
		return nil, true
	}
	to = h.refs(&pointing)
	several := slices.ContainsFunc(pointing.Mentions, func(s nlu.Mention) bool { return len(s.Places) > 1 || s.All })
	if len(to) > 1 && !several { // which of them is to be asked
		return nil, true
	}
	return to, true
}

// counted is the number that a message says beside words of talk, and nothing else; 0 for none.
func counted(m *nlu.Message) (n float64) {
	for i := 0; i < len(m.Tokens); i++ {
		t := &m.Tokens[i]
		value, next := m.Tongue.Numeral(m.Tokens, i)
		if t.Kind == language.Number {
			value, next = t.Value, i+1
		}
		switch {
		case next > i && n > 0:
			return 0
		case next > i:
			n, i = value, next-1
		case t.Kind == language.Word && !m.Tongue.Knows(t.Form):
			return 0
		}
	}
	return n
}

// says reports whether a text has a word that says something.
func says(text string, tongue *language.Language) bool {
	return slices.ContainsFunc(language.Tokenize(text), func(t language.Token) bool { return t.Kind == language.Word && !tongue.Knows(t.Form) })
}

// namedIn is what a clause names besides what is to be done with it, "" for nothing.
func namedIn(c *nlu.Clause, tongue *language.Language) string {
	var out []string
	for _, s := range c.Of(nlu.Ref, nlu.Is, nlu.Kind, nlu.Eq, nlu.Fits, nlu.For) {
		if len(s.Places) == 0 && s.Measure == nil && says(s.Text, tongue) {
			out = append(out, s.Text)
		}
	}
	return strings.Join(out, " ")
}

// withPieces are the arguments of a product and of how many of it a clause says.
func withPieces(product string, c *nlu.Clause) tools.Arguments {
	out := tools.Arguments{shop.ParamProduct: product}
	for _, s := range c.Of(nlu.Qty) {
		if n := s.Amount; n != nil && n.Low >= 1 && n.Low == math.Trunc(n.Low) && !math.IsInf(n.Low, 1) {
			out[shop.ParamQuantity] = n.Low
		}
	}
	return out
}
