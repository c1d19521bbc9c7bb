package understand

import (
	"cmp"
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
		{"Tents", "weight", "2", 10}, {"Tents", "weight", "3", 10}, {"Tents", "price", "90", 15}, {"Tents", "price", "1500", 5},
		{"Lamps", "colour", "green", 5}, {"Lamps", "dimmable", "yes", 9},
	}, Synonyms{})
}

func number64(f float64) *float64 { return &f }

func TestWeigh(t *testing.T) {
	tents := search.Need{Scope: []string{"Tents"}}
	lamps := search.Need{Scope: []string{"Lamps"}}
	for _, tc := range []struct {
		name, message string
		need          search.Need
		demand        Demand
		fate          Fate
		want          string // what it is read as then; "": as the vocabulary alone reads it
	}{
		{"what the vocabulary reads too", "a green tent", search.Need{}, Demand{Quote: "green", Aspect: "colour", Value: "green"}, Agreed, ""},
		{"a kind that the vocabulary reads too", "a green tent", search.Need{}, Demand{Quote: "tent", Category: "Tents"}, Agreed, ""},
		{"a kind of product", "something to sleep in outdoors", search.Need{}, Demand{Quote: "something to sleep in outdoors", Category: "Tents"}, Taken, "scope Tents; words outdoors"},
		{"a kind of product, by its value", "something green to sleep in outdoors", search.Need{}, Demand{Quote: "sleep in outdoors", Category: "Tents"}, Taken, "scope Tents; wish Colour: green; words outdoors"},
		{"a kind of product that there is not", "something to sleep in outdoors", search.Need{}, Demand{Quote: "sleep in outdoors", Category: "Beds"}, Dropped, ""},
		{"a kind of product that is not wanted", "nothing to sleep in outdoors", search.Need{}, Demand{Quote: "sleep in outdoors", Category: "Tents", Not: true}, Dropped, ""},
		{"a kind that was named otherwise", "a tent", search.Need{}, Demand{Quote: "a tent", Category: "Lamps"}, Dropped, ""},
		{"a kind where another stands", "that shines in deep snow", tents, Demand{Quote: "shines", Category: "Lamps"}, Dropped, ""},
		{"a value", "for deep snow", tents, Demand{Quote: "deep snow", Aspect: "season", Value: "winter"}, Taken, "wish Season: winter"},
		{"a value, of some of the words", "not red, for deep snow in Norway", tents, Demand{Quote: "deep snow", Aspect: "season", Value: "winter"}, Taken, "wish Season: winter; words Norway"},
		{"a value in another case", "for deep snow", tents, Demand{Quote: "Deep Snow", Aspect: "season", Value: "WINTER"}, Taken, "wish Season: winter"},
		{"a value that none of them has", "like the sea", lamps, Demand{Quote: "like the sea", Aspect: "colour", Value: "blue"}, Dropped, ""},
		{"a hallucinated value", "for deep snow", tents, Demand{Quote: "deep snow", Aspect: "season", Value: "polar"}, Dropped, ""},
		{"<UNK>", "for deep snow", tents, Demand{Quote: "deep snow", Aspect: "season", Value: "<UNK>"}, Dropped, ""},
		{"a hallucinated aspect", "for deep snow", tents, Demand{Quote: "deep snow", Aspect: "snow_depth", Value: "deep"}, Dropped, ""},
		{"an aspect of other products", "that I can turn down", tents, Demand{Quote: "turn down", Aspect: "dimmable", Value: "yes"}, Dropped, ""},
		{"a flag", "that I can turn down", lamps, Demand{Quote: "turn down", Aspect: "dimmable", Value: "yes"}, Taken, "wish Dimmable"},
		{"words that were not said", "for deep snow", tents, Demand{Quote: "arctic", Aspect: "season", Value: "winter"}, Dropped, ""},
		{"no words", "for deep snow", tents, Demand{Aspect: "season", Value: "winter"}, Dropped, ""},
		{"a number", "3 kilos are the most I carry", tents, Demand{Quote: "3 kilos are the most", Aspect: "weight", High: number64(3), Unit: "kg"}, Agreed, ""},
		{"a number in digits", "my donkey hauls 3", tents, Demand{Quote: "donkey hauls 3", Aspect: "weight", High: number64(3)}, Taken, "wish Weight: at most 3 kg"},
		{"a number in words", "my donkey hauls three", tents, Demand{Quote: "donkey hauls three", Aspect: "weight", High: number64(3)}, Taken, "wish Weight: at most 3 kg"},
		{"two numbers", "my donkey hauls two or three", tents, Demand{Quote: "donkey hauls two or three", Aspect: "weight", Low: number64(2), High: number64(3)}, Taken, "wish Weight: 2 kg to 3 kg"},
		{"one number twice", "my donkey hauls just two", tents, Demand{Quote: "donkey hauls just two", Aspect: "weight", Low: number64(2), High: number64(2)}, Taken, "wish Weight: 2 kg"},
		{"a number at least", "my donkey is bored with two", tents, Demand{Quote: "bored with two", Aspect: "weight", Low: number64(2)}, Taken, "wish Weight: at least 2 kg; words donkey"},
		{"a price in short", "€1.5k is all there is in it", tents, Demand{Quote: "€1.5k is all there is", Aspect: "price", High: number64(1500)}, Agreed, ""},
		{"a number that was not said", "no donkey hauls that", tents, Demand{Quote: "hauls that", Aspect: "weight", High: number64(3)}, Dropped, ""},
		{"another number than was said", "my donkey hauls two", tents, Demand{Quote: "donkey hauls two", Aspect: "weight", High: number64(3)}, Dropped, ""},
		{"a number that nothing has", "no donkey hauls 900", tents, Demand{Quote: "hauls 900", Aspect: "weight", High: number64(900)}, Dropped, ""},
		{"a number that is left to a reader's fancy", "they haul 3 kg", tents, Demand{Quote: "haul 3 kg", Aspect: "weight", Low: number64(0), High: number64(3), Unit: "kg"}, Dropped, ""},
		{"another number with its unit", "my donkey hauls two kilos", tents, Demand{Quote: "donkey hauls two kilos", Aspect: "weight", High: number64(3), Unit: "kg"}, Dropped, ""},
		{"two prices in short", "€1k-1.5k is what there is", tents, Demand{Quote: "€1k-1.5k", Aspect: "price", Low: number64(1000), High: number64(1500)}, Agreed, ""},
		{"a value before what is not wanted", "no mosquitoes in deep snow", tents, Demand{Quote: "in deep snow", Aspect: "season", Value: "winter"}, Taken, "wish Season: winter; without not mosquitoes"},
		{"a value of what nothing has", "no rain gets in", tents, Demand{Quote: "no rain gets in", Aspect: "season", Value: "winter"}, Taken, "wish Season: winter"},
		{"what is not wanted and not named", "nothing that blends into the woods", tents, Demand{Quote: "blends into the woods", Aspect: "colour", Value: "green", Not: true}, Dropped, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			v := outdoor()
			if strings.Contains(tc.message, "mosquitoes") {
				v = v.WithKnown(func(string) int { return 30 })
			}
			w := v.Weigh(Proposal{Parts: []Part{{Text: tc.message, Label: "need", Demands: []Demand{tc.demand}}}})
			in := Context{Need: tc.need, Currency: "EUR"}
			alone, both := v.Understand(tc.message, in), w.Understand(tc.message, in)
			if w.Fates()[tc.fate] != 1 {
				t.Errorf("fates %v, want %d", w.Fates(), tc.fate)
			}
			if got, want := strings.Join(told(both), "; "), cmp.Or(tc.want, strings.Join(told(alone), "; ")); got != want {
				t.Errorf("alone %q, weighed %q, want %q", told(alone), got, want)
			}
			checkSpans(t, v, tc.message, both)
			for _, s := range both.Spans {
				said := tc.message[s.Start:s.End]
				if s.As == Placed && both.Changes[s.Change].Op != search.AddLimit && !quotes(both.Changes[s.Change].Said, said) || s.As != Placed && s.As != Moot && tc.fate == Taken && tc.demand.Category == "" && quotes(tc.demand.Quote, said) {
					t.Errorf("%q is %d of change %d of %+v", said, s.As, s.Change, both.Changes)
				}
			}
		})
	}
}

// TestWeighedKinds weighs a kind of product against one that the vocabulary is sure of, only
// thinks likely, or does not sell.
func TestWeighedKinds(t *testing.T) {
	pc := readVocabulary(t, "pc")
	for _, tc := range []struct {
		name, message, kind string
		leads               map[string]float64 // of words that name nothing
		fate                Fate
		want                string
		doubts              string // the kinds that may be meant, likeliest first
	}{
		{"the likely kind stays", "something to type on", "Mouse", map[string]float64{"Keyboard": 0.9}, Doubted, "scope Keyboard", "Keyboard Mouse"},
		{"and is the one that is proposed", "something to type on", "Keyboard", map[string]float64{"Keyboard": 0.9}, Agreed, "scope Keyboard", ""},
		{"one that is just likely gives way", "typing in black", "Mouse", nil, Doubted, "scope Mouse; wish Colour: Black; words typing", "Mouse Keyboard"},
		{"a doubt is settled", "a quiet cooler", "Case Fan", map[string]float64{"CPU Cooler": 0.1, "Case Fan": 0.9}, Doubted, "scope Case Fan; words quiet", "Case Fan CPU Cooler"},
		{"a doubt is made less", "a quiet cooler", "CPU Cooler", map[string]float64{"CPU Cooler": 0.1, "Case Fan": 0.9}, Agreed, "scope CPU Cooler; words quiet", "CPU Cooler Case Fan"},
		{"what is not sold is offered another kind", "a sofa", "Mouse", nil, Doubted, "words sofa", ""},
	} {
		v := leadsBy(pc, tc.leads)
		w := v.Weigh(Proposal{Parts: []Part{{Demands: []Demand{{Quote: tc.message, Category: tc.kind}}}}})
		r := w.Understand(tc.message, Context{})
		var doubts []string
		for _, d := range r.Doubts {
			for _, m := range d.Readings {
				doubts = append(doubts, m.Text)
			}
			if d.Readings[0].Share < d.Readings[1].Share {
				t.Errorf("%s: %+v", tc.name, d.Readings)
			}
		}
		if got := strings.Join(told(r), "; "); w.Fates()[tc.fate] != 1 || got != tc.want || strings.Join(doubts, " ") != tc.doubts {
			t.Errorf("%s: fates %v, reads %q and doubts %q", tc.name, w.Fates(), got, doubts)
		}
		if sofa := len(r.Unsold) > 0; sofa != slices.Contains(r.Nearest, tc.kind) {
			t.Errorf("%s: nearest to %q is %q", tc.name, r.Unsold, r.Nearest)
		}
	}
}

func told(r Reading) []string {
	var out []string
	for _, ch := range r.Changes {
		out = append(out, string(ch.Op)+" "+ch.Text)
	}
	return out
}

// A reading is open where another reader could add to it.
func TestOpen(t *testing.T) {
	v := outdoor()
	for _, tc := range []struct {
		text, act string
		share     float64
		want      bool
	}{
		{"a green tent", "need", 0.9, false},
		{"a green tent", "need", 0.8, false},
		{"a green tent", "need", 0.7, true},
		{"a green tent", "unclear", 0.9, true},
		{"like gooseberries", "social", 0.9, false},
		{"a tent, like gooseberries", "need", 0.9, true},
		{"like gooseberries", "revise", 0.9, true},
		{"a tent without gooseberries", "need", 0.9, true},
		{"a sofa", "need", 0.9, true},
	} {
		if got := v.Open([]Clause{{Text: "hi", Act: "social", Share: 1}, {Text: tc.text, Act: tc.act, Share: tc.share}}, Context{}); got != tc.want {
			t.Errorf("%q, %s by %v: open %t", tc.text, tc.act, tc.share, got)
		}
	}
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
	w := v.Weigh(Proposal{Parts: []Part{{Demands: []Demand{{Quote: "sleep in", Category: "Tents"}}}}})
	if r := w.Understand("arctic, to sleep in", Context{}); len(r.Doubts) != 1 || r.Changes[r.Doubts[0].Change].Text != "Season: arctic" {
		t.Errorf("of a kind that is proposed: %+v", r)
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
	for _, tc := range []struct {
		message, label string
		at             language.Setting
		want           string
	}{
		{"do you deliver to Austria?", "social:thanks", language.AtList, "ask_shop"},
		{"I want a tent", "restart", language.AtList, "need"},
		{"I want a tent", "no such label", language.AtList, "need"},
		{"tents rather then", "revise:set", language.AtStart, "need"}, // nothing was said that could be changed
	} {
		tongue := language.English()
		w := v.Weigh(Proposal{Parts: []Part{{Text: tc.message, Label: tc.label}}})
		if c := w.Clauses(tc.message, tongue, tc.at)[0]; c.Act != tc.want || tc.at == language.AtStart && c.Shares["revise"] > 1-trust {
			t.Errorf("%q, %s: %s, %v", tc.message, tc.label, c.Label(), c.Shares)
		}
	}
	if c := v.Weigh(Proposal{Parts: []Part{{Text: "and a lamp", Label: "sort"}}}).Clauses("I want a tent", language.English(), language.AtList)[0]; c.Shares["sort"] >= trust {
		t.Errorf("what is proposed of a lamp is taken of a tent: %v", c.Shares)
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
	w := outdoor().Weigh(Proposal{Parts: []Part{
		{Text: "is the light one green?", Places: []int{2}}, {Text: "is the heavy brass model dimmable?", Places: []int{1, 2, 3, 0}},
	}})
	if got := w.Asked("is the heavy brass model dimmable?", in).Places; !slices.Equal(got, []int{1, 2}) {
		t.Error(got)
	}
	if got := w.Asked("is the second one dimmable?", in).Places; !slices.Equal(got, []int{2}) {
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
