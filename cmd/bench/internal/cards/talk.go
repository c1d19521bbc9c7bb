package cards

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"

	"shopclerk/catalog"
)

// Shop is a served shop.
type Shop struct {
	URL string // such as "http://localhost:8080"
	Key string // of its API
}

// Met is a card that a shopper met, and what it breaks.
type Met struct {
	Card
	Turn   int
	Said   string // what the conversation began with
	Broken []string
}

// mostTurns ends a conversation that the shop does not.
const mostTurns = 8

type request struct {
	State    string   `json:"state,omitempty"`
	Message  string   `json:"message,omitempty"`
	Category string   `json:"category,omitempty"`
	Answers  []answer `json:"answers,omitempty"`
}

type answer struct {
	Question string `json:"question"`
	Options  []int  `json:"options"`
	Other    bool   `json:"other,omitempty"`
	None     bool   `json:"none,omitempty"`
}

type reply struct {
	State     string `json:"state"`
	Full      int    `json:"full"`
	Questions []Card `json:"questions"`
}

// Talk holds the conversation of a shopper who has a product in mind: it says the
// product's category, or two to four words of its title, and then ticks all that is true
// of it, for at most eight turns. It returns the cards in the order they were met.
func (s *Shop) Talk(ctx context.Context, p *catalog.Product, rng *rand.Rand) ([]Met, error) {
	ask := request{Category: p.Category}
	said := p.Category
	if words := strings.Fields(p.Title); rng.IntN(2) == 0 && len(words) > 1 {
		n := min(2+rng.IntN(3), len(words))
		at := rng.IntN(len(words) - n + 1)
		said = strings.Join(words[at:at+n], " ")
		ask = request{Message: said}
	}
	var out []Met
	times := map[string]int{}
	for turn := range mostTurns {
		var r reply
		if err := s.post(ctx, &ask, &r); err != nil {
			return out, err
		}
		ask = request{State: r.State}
		for _, card := range r.Questions {
			times[card.ID]++
			card.Left, card.Times = r.Full, times[card.ID]
			out = append(out, Met{card, turn + 1, said, card.Broken()})
			ask.Answers = append(ask.Answers, card.truth(p))
		}
		if len(r.Questions) == 0 {
			break
		}
	}
	return out, nil
}

// truth ticks what is true of a product.
func (c *Card) truth(p *catalog.Product) answer {
	values := p.Of(c.ID)
	if c.ID == catalog.KeyCategory {
		values = []catalog.Value{{Text: p.Category}}
	}
	a := answer{Question: c.ID, Options: []int{}, None: len(values) == 0}
	for i, o := range c.Options {
		cond := catalog.Condition{Values: o.Values}
		if o.Values == nil {
			cond.Range = &catalog.Range{Low: o.Low, High: o.High}
		}
		if cond.Holds(values) {
			a.Options = append(a.Options, i)
		}
	}
	a.Other = !a.None && len(a.Options) == 0
	return a
}

// post takes a turn.
func (s *Shop) post(ctx context.Context, ask *request, to *reply) (err error) {
	body, err := json.Marshal(ask)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL+"/api/v1/converse", bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("taking a turn: %w", err)
	}
	r.Header.Set("Authorization", "Bearer "+s.Key)
	r.Header.Set("Content-Type", "application/json")
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		return fmt.Errorf("taking a turn: %w", err)
	}
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	if err != nil {
		return fmt.Errorf("taking a turn: %w", err)
	}
	if got.StatusCode != http.StatusOK {
		return fmt.Errorf("taking a turn: status %d: %s", got.StatusCode, text)
	}
	return json.Unmarshal(text, to)
}
