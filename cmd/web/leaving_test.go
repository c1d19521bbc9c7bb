package main

import (
	"net/url"
	"testing"
	"time"

	"shopclerk/agent"
	"shopclerk/cmd/internal/live"
	"shopclerk/views"
)

// Questions at which shoppers leave cost more than those that they answer, and what was
// learned is replaced by what is learned later.
func TestLeavingIsLearned(t *testing.T) {
	s, err := openDemo()
	if err != nil {
		t.Fatal(err)
	}
	kept := openFilesAt(t, t.TempDir())
	tally := &agent.Tally{}
	clerk := s.clerk.With(func(c *agent.Config) { c.Tally = tally })
	server, err := newServer(config{}, live.Fixed(clerk, s.shop.Catalogue), kept)
	if err != nil {
		t.Fatal(err)
	}
	v := visit(t, serving(t, server.handler()))
	const shoppers = 20
	for range shoppers {
		v.begin("backpack") // and nothing else
		v.submit(v.begin("suitcase"), formAnswer, url.Values{"q0": {"0"}, "q1": {views.NoneValue}, "q2": {views.NoneValue}})
	}
	learn := func(now time.Time) (left, stayed float64) {
		t.Helper()
		if err := (leaving{kept.journal, tally}).learn(t.Context(), now); err != nil {
			t.Fatal(err)
		}
		aspects := func(category string) (sum float64) {
			c, err := s.shop.Catalogue.Category(category)
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range c.Aspects {
				sum = max(sum, tally.Cost([]string{category}, a.Key))
			}
			return sum
		}
		return aspects("Bags & luggage > Backpacks"), aspects("Bags & luggage > Suitcases")
	}
	if left, stayed := learn(time.Now().Add(time.Minute)); left <= stayed || stayed <= 0 {
		t.Errorf("where all left a question costs %v, where all answered %v", left, stayed)
	}
	if left, stayed := learn(time.Now().AddDate(1, 0, 0)); left != 0 || stayed != 0 {
		t.Errorf("a year later, nothing said since, questions cost %v and %v", left, stayed)
	}
}
