package proclare

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"shopclerk/agent"
	"shopclerk/agent/dialog"
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
	opening := catalog.LastLevel(target.Category)
	clerk, _, err := s.hire(ctx, t, target, number, opening)
	if err != nil {
		return v, err
	}
	seen := map[catalog.Ref]bool{}
	err = s.converse(ctx, t, clerk, &dialog.Conversation{}, opening, func(_ int, reply *agent.Turn, _ time.Duration) (in agent.Input, on bool, err error) {
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
			return in, false, fmt.Errorf("looking at products: %w", err)
		}
		for i := range products {
			v.Met.Looked++
			if v.Met.Found = person.Accepts(&products[i]); v.Met.Found {
				return in, false, nil
			}
		}
		if len(reply.Questions) == 0 {
			return in, false, nil
		}
		if said := person.Change(others); said != "" {
			return agent.Input{Message: said}, true, nil
		}
		in.Answered = true
		for i := nature.Cards; i < len(reply.Questions); i++ {
			in.Answers = append(in.Answers, dialog.Given{Question: i, Unread: true})
		}
		for i := range reply.Questions[:min(nature.Cards, len(reply.Questions))] {
			v.Met.Read++
			given, words, useful := person.Reads(i, &reply.Questions[i])
			if person.Leaves(useful) {
				return in, false, nil
			}
			if words != "" {
				in.Message = words
				continue
			}
			in.Answers = append(in.Answers, given)
		}
		return in, true, nil
	})
	return v, err
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
