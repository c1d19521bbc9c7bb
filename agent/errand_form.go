package agent

import (
	"context"
	"slices"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/agent/shop/orders"
	"shopclerk/agent/shop/orders/counter"
	"shopclerk/agent/tools"
	"shopclerk/catalog"
)

// reform begins the errand that exchanges what was just put in the basket for another of
// its forms, where that is what a message says: "the same in M", "lieber in Blau". What
// is not said of it stays: of a blue shirt in S, "in M" is the blue one, where there is
// one. Before anything was shown, "the same" is what the shopper put there last. It
// reports false where the message says something else.
func (s *counterTurn) reform(ctx context.Context, message string) (bool, error) {
	t := s.glance()
	text := t.wanted(language.Forms(message))
	n := max(t.Same.Begin(text), t.Make.Begin(text))
	if n == 0 {
		return false, nil
	}
	of := s.lately
	if !s.held && t.Same.Begin(text) > 0 && len(s.page) == 0 {
		if err := s.ready(ctx, nil); err != nil {
			return false, err
		}
		if tool := s.kit.Tool(counter.ChangeForm); tool != nil {
			values := tool.Parameter(string(orders.TheProduct)).Domain.Values
			of, _ = values[len(values)-1].Of.(string)
		}
	} else if !s.held {
		return false, nil
	}
	if of == "" {
		return false, nil
	}
	products, err := s.agent.named(ctx, []string{of})
	if err != nil || len(products) == 0 {
		return false, err
	}
	p := &products[0]
	now := p.Chosen(of)
	if now == nil {
		return false, nil
	}
	want := s.form(t, p, now, text[n:])
	if want == nil {
		return false, nil
	}
	if err := s.ready(ctx, s.page); err != nil {
		return false, err
	}
	if s.kit.Tool(counter.ChangeForm) == nil { // it is in the basket no more
		return false, nil
	}
	s.busy = true
	call := tools.Call{Tool: counter.ChangeForm, Arguments: tools.Arguments{string(orders.TheProduct): of, string(orders.TheVariant): want.ID}}
	return true, s.begin(calling(call), s.page)
}

// form is the form of a product that is like another but for what is said; nil: what is
// said is no value that it comes in, or more than that.
func (s *counterTurn) form(t *teller, p *catalog.Product, like *catalog.Variant, said []string) *catalog.Variant {
	said = slices.DeleteFunc(slices.Clone(said), func(w string) bool {
		return t.minor(w) || t.OneOf.Is(w) || t.Options.Is(w)
	})
	if len(said) == 0 {
		return nil
	}
	choices := p.Choices()
	for _, c := range choices {
		rest := said
		if name := language.Forms(c.Name); len(rest) > len(name) && slices.Equal(rest[:len(name)], name) {
			rest = rest[len(name):]
		}
		for _, v := range c.Values {
			if slices.Equal(rest, language.Forms(v)) {
				return p.With(like.Options, c.Name, v)
			}
		}
	}
	// by another name, as understanding knows values: "blau" is blue
	read := s.understood(s.need, strings.Join(said, " ")).Changes
	if len(read) != 1 || read[0].Condition == nil || read[0].Not {
		return nil
	}
	for _, c := range choices {
		for _, v := range c.Values {
			if slices.ContainsFunc(read[0].Condition.Values, func(w string) bool { return catalog.Same(v, w) }) {
				return p.With(like.Options, c.Name, v)
			}
		}
	}
	return nil
}
