package proclare

import (
	"context"
	"fmt"
	"math/rand/v2"

	"shopclerk/agent"
	"shopclerk/agent/memory"
	"shopclerk/agent/shopper"
	"shopclerk/catalog"
)

// Meeting is how a conversation with a person went: see [shopper.Person].
type Meeting struct {
	Found  bool // something that the person takes, before leaving
	Read   int  // questions read
	Looked int  // products looked at
}

// The two screens of Talk.Person.
const (
	onPhone   = "phone"
	onDesktop = "desktop"
)

// othersDrawn is how many products a person who changes a wish has seen elsewhere.
const othersDrawn = 40

// meet lets a person talk to the clerk until they find something, or leave.
func (s *Shop) meet(ctx context.Context, t *Talk, target *catalog.Product, number uint64) (Visit, error) {
	v := Visit{Ranks: map[string][]int{}}
	nature := shopper.Phone()
	if t.Person == onDesktop {
		nature = shopper.Desktop()
	}
	rng := rand.New(rand.NewPCG(t.Seed, 1+number))
	c, err := s.Catalogue.CategoryOf(target.Ref)
	if err != nil {
		return v, fmt.Errorf("the target's category: %w", err)
	}
	person := shopper.NewPerson(nature, target, c.Aspects, rng)
	others, err := s.near(ctx, target.Category, rng)
	if err != nil {
		return v, err
	}
	clerk, _, err := s.hire(ctx, t, target, number, catalog.LastLevel(target.Category))
	if err != nil {
		return v, err
	}
	var talk memory.Conversation
	seen := map[catalog.Ref]bool{}
	in := agent.Input{Message: catalog.LastLevel(target.Category)}
	for turn := 0; turn <= t.Turns; turn++ {
		reply, err := clerk.Reply(ctx, &talk, in)
		if err != nil {
			return v, fmt.Errorf("turn %d: %w", turn, err)
		}
		looks := nature.Looks
		if len(reply.Questions) == 0 { // whoever is asked nothing looks on, or leaves
			for looks < Page && rng.Float64() < nature.Scrolls {
				looks += nature.Looks
			}
		}
		var refs []catalog.Ref
		for _, item := range reply.Ranking.Items[:min(looks, len(reply.Ranking.Items))] {
			if !seen[item.Ref] {
				seen[item.Ref] = true
				refs = append(refs, item.Ref)
			}
		}
		products, err := s.Catalogue.Products(ctx, refs)
		if err != nil {
			return v, fmt.Errorf("looking at products: %w", err)
		}
		for i := range products {
			v.Met.Looked++
			if person.Accepts(&products[i]) {
				v.Met.Found = true
				return v, nil
			}
		}
		if len(reply.Questions) == 0 {
			return v, nil
		}
		v.ask(&talk, reply.Questions)
		if said := person.Change(others); said != "" {
			in = agent.Input{Message: said}
			continue
		}
		in = agent.Input{Answered: true}
		for i := nature.Cards; i < len(reply.Questions); i++ {
			in.Answers = append(in.Answers, memory.Given{Question: i, Unread: true})
		}
		for i := range reply.Questions[:min(nature.Cards, len(reply.Questions))] {
			v.Met.Read++
			given, words, useful := person.Reads(i, &reply.Questions[i])
			if person.Leaves(useful) {
				return v, nil
			}
			if words != "" {
				in.Message = words
				continue
			}
			in.Answers = append(in.Answers, given)
		}
	}
	return v, nil
}

// near draws products of a category.
func (s *Shop) near(ctx context.Context, category string, rng *rand.Rand) ([]catalog.Product, error) {
	shelf, err := s.Shelf(ctx, category)
	if err != nil {
		return nil, err
	}
	refs := make([]catalog.Ref, min(othersDrawn, shelf.Rows()))
	for i := range refs {
		refs[i] = shelf.Refs[rng.IntN(shelf.Rows())]
	}
	return s.Catalogue.Products(ctx, refs)
}
