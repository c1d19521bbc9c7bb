package cards

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"shopclerk/catalog"
)

func bound(x float64) *float64 { return &x }

// fair is a card that breaks nothing.
func fair() Card {
	return Card{ID: "colour", Text: "Which colour?", Left: 10, Times: 1, Options: []Option{
		{Label: "Blue", Count: 4, Values: []string{"Navy", "Sky blue"}}, {Label: "Red", Count: 3, Values: []string{"Red"}},
	}}
}

// Every rule counts a card that breaks it, and nothing but it.
func TestRules(t *testing.T) {
	for _, tc := range []struct {
		broken string // "": none
		change func(*Card)
	}{
		{"", func(*Card) {}},
		{"", func(c *Card) {
			c.Options[0] = Option{Label: "€20 to €40", Count: 2, Low: bound(20), High: bound(40)}
		}},
		{"", func(c *Card) { c.Options[0].Label = "500 GB" }},
		{"", func(c *Card) { c.Options[0].Label = "up to 40 W" }},
		{"", func(c *Card) { c.Options[0].Label = "AM4" }},
		{"", func(c *Card) { c.Options[0].Label = "black or white"; c.Options[0].Values = []string{"black or white"} }},
		{"option without products", func(c *Card) { c.Options[1].Count = 0 }},
		{"run of letters", func(c *Card) { c.Options[0].Label = "A to D: cream, anthracite and 15 more" }},
		{"run of letters", func(c *Card) { c.Options[0].Label = "up to 6: 1 - TX3 Female and 5 more" }},
		{"run of letters", func(c *Card) { c.Options[0].Label = "Exynos C bis SC, 77 insgesamt" }},
		{"run of letters", func(c *Card) {
			c.Options[0] = Option{Label: "coral, cream or dusty pink", Count: 4, Values: []string{"coral", "cream", "dusty pink"}}
		}},
		{"same label twice", func(c *Card) { c.Options[1].Label = "blue" }},
		{"one option only", func(c *Card) { c.Options = c.Options[:1] }},
		{"aspect a third time", func(c *Card) { c.Times = 3 }},
		{"over 60 letters", func(c *Card) { c.Options[0].Label = strings.Repeat("blue ", 13) }},
		{"code or number as a name", func(c *Card) { c.Options[0].Label = "38" }},
		{"code or number as a name", func(c *Card) { c.Options[0].Label = "CMK16GX4M2" }},
		{"option that all share", func(c *Card) { c.Any = true; c.Options[0].Count = 10 }},
		{"one value in two options", func(c *Card) { c.Options[1].Values = []string{"navy"} }},
		{"several fit, and the card does not say so", func(c *Card) { c.Options[0].Count = 9 }},
		{"bounds that are not round", func(c *Card) {
			c.Options[0] = Option{Label: "under €18.99", Count: 2, High: bound(18.99)}
		}},
		{"asked about a handful", func(c *Card) { c.Left = 3; c.Options[0].Count, c.Options[1].Count = 2, 1 }},
	} {
		c := fair()
		tc.change(&c)
		var want []string
		if tc.broken != "" {
			want = []string{tc.broken}
		}
		if got := c.Broken(); !slices.Equal(got, want) {
			t.Errorf("%v breaks %q, want %q", c.Options, got, want)
		}
	}
}

// A shopper ticks what is true, and the cards of a conversation are counted by aspect until
// the shop asks nothing more.
func TestTalk(t *testing.T) {
	var asked []request
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var got request
		if err := json.NewDecoder(r.Body).Decode(&got); err != nil || r.Header.Get("Authorization") != "Bearer key" {
			t.Errorf("%v, %q", err, r.Header.Get("Authorization"))
		}
		asked = append(asked, got)
		if len(asked) > 3 {
			_, _ = w.Write([]byte(`{"state": "end", "full": 2, "questions": []}`))
			return
		}
		_, _ = w.Write([]byte(`{"state": "s", "full": 9, "questions": [
			{"id": "colour", "options": [{"label": "Blue", "count": 5, "values": ["Navy", "Blue"]}, {"label": "Red", "count": 3, "values": ["Red"]}]},
			{"id": "price", "options": [{"label": "under $20", "count": 5, "high": 20}, {"label": "$20 to $30", "count": 3, "low": 20, "high": 30}]},
			{"id": "scent", "options": [{"label": "Rose", "count": 5, "values": ["Rose"]}, {"label": "Oak", "count": 3, "values": ["Oak"]}]}]}`))
	}))
	defer server.Close()
	p := &catalog.Product{Title: "Lamp", Category: "Home > Lamps", Attributes: []catalog.Attribute{
		{Key: "colour", Values: []catalog.Value{{Text: "navy"}}}, {Key: "price", Values: []catalog.Value{{Number: 35}}},
	}}
	met, err := (&Shop{URL: server.URL, Key: "key"}).Talk(context.Background(), p, rand.New(rand.NewPCG(1, 1)))
	if err != nil || len(met) != 9 {
		t.Fatalf("%d cards, %v", len(met), err)
	}
	if asked[0].Category != "Home > Lamps" || len(asked) != 4 {
		t.Errorf("%d turns, begun with %+v", len(asked), asked[0])
	}
	a := asked[1].Answers
	if len(a) != 3 || !slices.Equal(a[0].Options, []int{0}) || !a[1].Other || !a[2].None {
		t.Errorf("answered %+v", a)
	}
	if n := met[0].Broken; len(n) > 0 {
		t.Errorf("the first card breaks %q", n)
	}
	if n := met[8].Broken; !slices.Equal(n, []string{"aspect a third time"}) {
		t.Errorf("the last card breaks %q", n)
	}
}
