package understand

import (
	"slices"
	"strings"
	"testing"

	"shopclerk/agent/language"
	"shopclerk/catalog"
	"shopclerk/search"
)

// outdoor is a shop whose reader is asked by the tests of what else it could mean.
func outdoor() *Vocabulary {
	colour := catalog.Aspect{Key: "colour", Label: "Colour", Kind: catalog.Single}
	season := catalog.Aspect{Key: "season", Label: "Season", Kind: catalog.Single}
	return FromTerms([]catalog.Category{
		{Path: "Tents", Size: 20, Aspects: []catalog.Aspect{colour, season, {Key: "weight", Label: "Weight", Kind: catalog.Numeric, Unit: "kg"}, {Key: "price", Label: "Price", Kind: catalog.Numeric, Unit: "EUR"}}},
		{Path: "Lamps", Size: 20, Aspects: []catalog.Aspect{colour, {Key: "dimmable", Label: "Dimmable", Kind: catalog.Flag}}},
	}, []Term{
		{"Tents", "colour", "green", 12}, {"Tents", "colour", "blue", 8}, {"Tents", "season", "winter", 9}, {"Tents", "season", "summer", 11},
		{"Tents", "weight", "2", 10}, {"Tents", "weight", "3", 10}, {"Tents", "price", "90", 20},
		{"Lamps", "colour", "green", 5}, {"Lamps", "dimmable", "yes", 9},
	}, Synonyms{})
}

func number64(f float64) *float64 { return &f }

func TestWeigh(t *testing.T) {
	tents := search.Need{Scope: []string{"Tents"}}
	for _, tc := range []struct {
		name, message string
		need          search.Need
		demand        Demand
		fate          Fate
		want          string // a change that there is then; "": none that the vocabulary alone does not make
	}{
		{"what the vocabulary reads too", "a green tent", search.Need{}, Demand{Quote: "green", Aspect: "colour", Value: "green"}, Agreed, ""},
		{"a kind of product", "something to sleep in outdoors", search.Need{}, Demand{Quote: "something to sleep in outdoors", Category: "Tents"}, Taken, "scope Tents"},
		{"a kind of product that there is not", "something to sleep in outdoors", search.Need{}, Demand{Quote: "sleep in outdoors", Category: "Beds"}, Dropped, ""},
		{"a kind that was named otherwise", "a tent", search.Need{}, Demand{Quote: "a tent", Category: "Lamps"}, Dropped, ""},
		{"a value", "for deep snow", tents, Demand{Quote: "deep snow", Aspect: "season", Value: "winter"}, Taken, "wish Season: winter"},
		{"a value in another case", "for deep snow", tents, Demand{Quote: "Deep Snow", Aspect: "season", Value: "WINTER"}, Taken, "wish Season: winter"},
		{"a hallucinated value", "for deep snow", tents, Demand{Quote: "deep snow", Aspect: "season", Value: "polar"}, Dropped, ""},
		{"<UNK>", "for deep snow", tents, Demand{Quote: "deep snow", Aspect: "season", Value: "<UNK>"}, Dropped, ""},
		{"a hallucinated aspect", "for deep snow", tents, Demand{Quote: "deep snow", Aspect: "snow_depth", Value: "deep"}, Dropped, ""},
		{"an aspect of other products", "that I can turn down", tents, Demand{Quote: "turn down", Aspect: "dimmable", Value: "yes"}, Dropped, ""},
		{"a flag", "that I can turn down", search.Need{Scope: []string{"Lamps"}}, Demand{Quote: "turn down", Aspect: "dimmable", Value: "yes"}, Taken, "wish Dimmable"},
		{"words that were not said", "for deep snow", tents, Demand{Quote: "arctic", Aspect: "season", Value: "winter"}, Dropped, ""},
		{"a number", "3 kilos are the most I carry", tents, Demand{Quote: "3 kilos are the most", Aspect: "weight", High: number64(3), Unit: "kg"}, Agreed, ""},
		{"a number in words", "my donkey hauls three", tents, Demand{Quote: "donkey hauls three", Aspect: "weight", High: number64(3)}, Taken, "wish Weight: at most 3 kg"},
		{"a number that was not said", "no donkey hauls that", tents, Demand{Quote: "hauls that", Aspect: "weight", High: number64(3)}, Dropped, ""},
		{"a number that nothing has", "no donkey hauls 900", tents, Demand{Quote: "hauls 900", Aspect: "weight", High: number64(900)}, Dropped, ""},
		{"what is not wanted and not named", "nothing that blends into the woods", tents, Demand{Quote: "blends into the woods", Aspect: "colour", Value: "green", Not: true}, Dropped, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			v := outdoor()
			w := v.Weigh(Proposal{Parts: []Part{{Text: tc.message, Label: "need", Demands: []Demand{tc.demand}}}})
			in := Context{Need: tc.need, Currency: "EUR"}
			alone, both := told(v.Understand(tc.message, in)), told(w.Understand(tc.message, in))
			if w.Fates()[tc.fate] != 1 {
				t.Errorf("fates %v, want %d", w.Fates(), tc.fate)
			}
			if tc.want == "" && !slices.Equal(alone, both) || tc.want != "" && (!slices.Contains(both, tc.want) || slices.Contains(alone, tc.want)) {
				t.Errorf("alone %q, weighed %q, want %q", alone, both, tc.want)
			}
		})
	}
}

func told(r Reading) []string {
	var out []string
	for _, ch := range r.Changes {
		out = append(out, string(ch.Op)+" "+ch.Text)
	}
	return out
}

// Another meaning of what the vocabulary reads is a doubt, and does not take its place.
func TestContested(t *testing.T) {
	v := outdoor()
	in := Context{Need: search.Need{Scope: []string{"Tents"}}}
	w := v.Weigh(Proposal{Parts: []Part{{Demands: []Demand{{Quote: "green", Aspect: "season", Value: "summer"}}}}})
	r := w.Understand("green please", in)
	if w.Fates()[Doubted] != 1 || len(r.Doubts) != 1 || r.Changes[r.Doubts[0].Change].Text != "Colour: green" {
		t.Fatalf("fates %v, %+v", w.Fates(), r)
	}
	d := r.Doubts[0].Readings
	if len(d) != 2 || d[0].Text != "Colour: green" || d[1].Text != "Season: summer" || d[1].Share != trust {
		t.Errorf("%+v", d)
	}
}

// What the vocabulary doubts is weighed anew: a vote for one of its readings makes that
// plainer, or has it taken.
func TestDoubtsAreWeighed(t *testing.T) {
	winter, flag := catalog.Aspect{Key: "season", Label: "Season", Kind: catalog.Single}, catalog.Aspect{Key: "print", Label: "Print", Kind: catalog.Single}
	v := FromTerms([]catalog.Category{{Path: "Tents", Size: 20, Aspects: []catalog.Aspect{winter, flag}}}, []Term{
		{"Tents", "season", "arctic", 11}, {"Tents", "print", "arctic", 9},
	}, Synonyms{})
	in := Context{Need: search.Need{Scope: []string{"Tents"}}}
	shares := func(vote string) (string, float64) {
		w := v.Weigh(Proposal{Parts: []Part{{Demands: []Demand{{Quote: "arctic", Aspect: vote, Value: "arctic"}}}}})
		r := w.Understand("arctic", in)
		if len(r.Doubts) != 1 || r.Changes[r.Doubts[0].Change].Text != r.Doubts[0].Readings[0].Text {
			t.Fatalf("%+v", r)
		}
		return r.Doubts[0].Readings[0].Text, r.Doubts[0].Readings[0].Share
	}
	_, alone := shares("none")
	if text, share := shares("season"); text != "Season: arctic" || share <= alone {
		t.Errorf("%s %.2f, alone %.2f", text, share, alone)
	}
	if text, share := shares("print"); text != "Print: arctic" || share <= 0.5 {
		t.Errorf("%s %.2f, alone %.2f", text, share, alone)
	}
}

// Values of one aspect are one wish, whoever reads them.
func TestWeighedValuesJoin(t *testing.T) {
	w := outdoor().Weigh(Proposal{Parts: []Part{{Demands: []Demand{{Quote: "like the sea", Aspect: "colour", Value: "blue"}}}}})
	r := w.Understand("green or like the sea", Context{Need: search.Need{Scope: []string{"Tents"}}})
	if got := told(r); !slices.Contains(got, "wish Colour: green or blue") {
		t.Errorf("%q", got)
	}
}

// A proposal says what an unclear clause does, and is outvoted about a plain one.
func TestPooledActs(t *testing.T) {
	v := outdoor()
	for _, tc := range []struct{ message, label, want string }{
		{"do you deliver to Austria?", "social:thanks", "ask_shop"},
		{"I want a tent", "restart", "need"},
		{"I want a tent", "no such label", "need"},
	} {
		tongue := language.English()
		w := v.Weigh(Proposal{Parts: []Part{{Text: tc.message, Label: tc.label}}})
		if c := w.Clauses(tc.message, tongue, language.AtList); c[0].Act != tc.want {
			t.Errorf("%q, %s: %s %.2f", tc.message, tc.label, c[0].Label(), c[0].Share)
		}
	}
	unsure := "mmh the other thing there"
	alone := v.Clauses(unsure, language.English(), language.AtList)[0]
	for _, label := range []string{"compare", "sort"} {
		w := v.Weigh(Proposal{Parts: []Part{{Text: unsure, Label: label}}})
		c := w.Clauses(unsure, language.English(), language.AtList)[0]
		if pooled := (1-trust)*alone.Shares[label] + trust; c.Shares[label] != pooled || c.Act == label != (pooled > (1-trust)*alone.Share) && alone.Act != label {
			t.Errorf("%s: %v, alone %v", label, c.Shares, alone.Shares)
		}
	}
}

// A place on the page is taken of a proposal where the words point at none, and where
// there is such a product.
func TestProposedPlaces(t *testing.T) {
	in := Context{Shown: []Shown{{ID: "a"}, {ID: "b"}}}
	w := outdoor().Weigh(Proposal{Parts: []Part{{Text: "is the heavy brass model dimmable?", Places: []int{2, 7, -1}}}})
	if got := w.Asked("is the heavy brass model dimmable?", in).Places; !slices.Equal(got, []int{2}) {
		t.Error(got)
	}
	if got := w.Asked("is the first one dimmable?", in).Places; !slices.Equal(got, []int{1}) {
		t.Error(got)
	}
}

// Stars are no number of anything in a shop that has no ratings.
func TestStarsWithoutRatings(t *testing.T) {
	r := outdoor().Understand("a tent of 5 stars", Context{})
	for _, ch := range r.Changes {
		if ch.Condition != nil {
			t.Errorf("%+v", ch)
		}
	}
}

// Whatever is proposed of whatever is said, the reading holds together: see checkSpans.
func FuzzWeigh(f *testing.F) {
	f.Add("a green tent under 3 kg or like the sea", "like the sea", "colour", "blue", "", 3.0, false)
	f.Add("something to sleep in", "sleep", "", "", "Tents", 0.0, true)
	f.Add("not green", "green", "season", "summer", "", -1.0, true)
	v := outdoor()
	f.Fuzz(func(t *testing.T, message, quote, k, value, category string, n float64, not bool) {
		demands := []Demand{
			{Quote: quote, Category: category, Not: not}, {Quote: quote, Aspect: k, Value: value, Not: not},
			{Quote: quote, Aspect: k, High: &n, Unit: value}, {Quote: message, Aspect: "colour", Value: "blue"},
		}
		w := v.Weigh(Proposal{Parts: []Part{{Text: quote, Label: value, Places: []int{int(n)}, Demands: demands}}})
		for _, need := range []search.Need{{}, {Scope: []string{"Tents"}}} {
			in := Context{Need: need, Currency: "EUR"}
			r := w.Understand(message, in)
			for _, s := range r.Spans {
				if s.As == Placed && (s.Change < 0 || s.Change >= len(r.Changes)) {
					t.Fatalf("%+v", r)
				}
			}
			for _, d := range r.Doubts {
				if d.Change < 0 || d.Change >= len(r.Changes) || d.Readings[0].Text != r.Changes[d.Change].Text {
					t.Fatalf("%+v", r)
				}
			}
			for _, ch := range r.Changes[:len(r.Changes)-min(len(r.Changes), 1)] {
				if ch.Op == search.AddWords {
					t.Fatalf("words are not last: %+v", r.Changes)
				}
			}
			w.Clauses(strings.Clone(message), language.English(), language.AtList)
			w.Asked(message, in)
		}
	})
}
