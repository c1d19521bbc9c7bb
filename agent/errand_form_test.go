package agent_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"shopclerk/agent"
	"shopclerk/agent/understand"
	"shopclerk/catalog"
	"shopclerk/data/synonyms"
	"shopclerk/words"
)

// formed is the small shop whose tripod lamp comes in forms, and Ann's desk in it.
func formed(t *testing.T) *play {
	s := readShop(t)
	for i := range s.products {
		p := &s.products[i]
		if p.ID != "f03" {
			continue
		}
		form := func(n, colour, size string, stock int) catalog.Variant {
			return catalog.Variant{ID: "f03-" + n, Price: p.Price, Stock: stock, Options: []catalog.Option{{Name: "Colour", Value: colour}, {Name: "Size", Value: size}}}
		}
		p.Variants = []catalog.Variant{form("1", "Oak", "S", 3), form("2", "Oak", "M", 3), form("3", "White", "S", 3), form("4", "White", "L", 3)}
	}
	known, err := understand.ParseSynonyms(synonyms.English)
	if err != nil {
		t.Fatal(err)
	}
	a, err := agent.Hire(context.Background(), s.engine(t, true), known)
	if err != nil {
		t.Fatal(err)
	}
	a = a.With(func(c *agent.Config) { c.Page, c.Questions = 4, 2 })
	d := newDesk(t)
	d.shop.Products = func(_ context.Context, ids []string) (out []catalog.Product, _ error) {
		for _, id := range ids {
			for _, p := range s.products {
				if v, ok := p.As(id); ok {
					out = append(out, v)
				} else if p.ID == id {
					out = append(out, p)
				}
			}
		}
		return out, nil
	}
	return &play{t: t, clerk: a, desk: d, ctx: context.Background()}
}

// basket tells what is in Ann's basket.
func (p *play) basket() string {
	lines, err := p.desk.shop.Baskets.Lines(p.ctx, "s")
	if err != nil {
		p.t.Fatal(err)
	}
	var out []string
	for _, l := range lines {
		out = append(out, fmt.Sprint(l.Quantity, " ", l.Product))
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

// What was put in the basket is exchanged for another of its forms in words; what these
// do not say of the form stays. Other words about the same are a search.
func TestSameInAnotherForm(t *testing.T) {
	for _, test := range []struct {
		name, language string
		said           []string // after the oak lamp in S was put in the basket
		basket         string
	}{
		{"size", "en", []string{"the same in M"}, "1 f03-2"},
		{"size named", "en", []string{"the same in size M please"}, "1 f03-2"},
		{"colour", "en", []string{"the same one but in white"}, "1 f03-3"},
		{"what does not go with the rest", "en", []string{"the same in L"}, "1 f03-4"},
		{"made it", "en", []string{"make it M"}, "1 f03-2"},
		{"how many, in which form", "en", []string{"make it two", "actually, rather in white"}, "2 f03-3"},
		{"back again", "en", []string{"the same in M", "the same in S"}, "1 f03-1"},
		{"German", "de", []string{"das gleiche in M"}, "1 f03-2"},
		{"German size", "de", []string{"lieber in Größe M"}, "1 f03-2"},
		{"German colour", "de", []string{"dasselbe bitte in weiß"}, "1 f03-3"},
		{"not to be had", "en", []string{"the same in XXL"}, "1 f03-1"},
		{"put there before the conversation", "en", []string{"leave", "the same in M"}, "1 f03-2"},
		{"and something else was shown since", "en", []string{"leave", "show me kettles", "the same in white"}, "1 f03-1"},
		{"after a search", "en", []string{"show me kettles", "the same in white"}, "1 f03-1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := formed(t)
			p.ctx = words.With(p.ctx, words.Lookup(test.language))
			p.act("browse Home > Lighting > Floor Lamps")
			p.act("want add_to_basket product=f03 variant=f03-1")
			if got := p.basket(); got != "1 f03-1" {
				t.Fatalf("the basket holds %q", got)
			}
			var told []string
			for _, said := range test.said {
				if said != "leave" {
					said = "> " + said
				}
				told = p.act(said)
			}
			if got := p.basket(); got != test.basket {
				t.Errorf("after %q the basket holds %q, want %q:\n%s", test.said, got, test.basket, strings.Join(told, "\n"))
			}
			if waiting := p.talk.Waiting(); waiting != nil {
				t.Errorf("the clerk asks: %s", waiting.Say)
			}
		})
	}
}
