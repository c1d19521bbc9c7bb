package understand

import (
	"math"
	"slices"
	"strings"
	"testing"

	"shopclerk/agent/language"
	"shopclerk/search"
)

// leadsTo is a vocabulary whose words lead to one category, whatever they are.
func leadsTo(v *Vocabulary, path string) *Vocabulary {
	return v.WithLeads(func(words string) map[string]float64 {
		if words == "" {
			return nil
		}
		return map[string]float64{path: 1}
	})
}

// TestAims weighs the ways to take a clause: the shares are those of a belief, the parts of
// each add up to its score, and what is likeliest is what is read.
func TestAims(t *testing.T) {
	v := leadsTo(readVocabulary(t, "pc"), "Keyboard")
	for _, message := range []string{"keyboard", "something with cherry switches", "a black case please", "unicorns", "my keyboard is broken, I need a mouse"} {
		aims := v.Aims(message, Context{})
		sum := 0.0
		for i := range aims {
			a := &aims[i]
			sum += a.Share
			score := 0.0
			for _, p := range a.Why() {
				score += p.Points
			}
			if i > 0 {
				first := 0.0
				for _, p := range aims[0].Why() {
					first += p.Points
				}
				if got, want := math.Log(aims[0].Share/a.Share), first-score; math.Abs(got-want) > 1e-6 {
					t.Errorf("%q: shares are %.3f nats apart, their parts %.3f", message, got, want)
				}
			}
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Errorf("%q: shares sum to %v", message, sum)
		}
		read := search.Fold(v.Understand(message, Context{}).Changes)
		if aims[0].Kind != "absent" && !slices.Equal(read.Scope, aims[0].Scope) {
			t.Errorf("%q: read in %q, likeliest %q", message, read.Scope, aims[0].Scope)
		}
	}
}

// TestLed looks where words lead, when they name nothing, and says so by the category's name.
func TestLed(t *testing.T) {
	v := leadsTo(readVocabulary(t, "pc"), "Video Card")
	r := v.Understand("rtx 4070 ti", Context{})
	i := slices.IndexFunc(r.Changes, func(c search.Change) bool { return c.Op == search.SetScope })
	if i < 0 || !slices.Equal(r.Changes[i].Categories, []string{"Video Card"}) || r.Changes[i].Text != "Video Card" || r.Changes[i].Said != "" {
		t.Errorf("read as %+v", r.Changes)
	}
	if !slices.ContainsFunc(r.Changes, func(c search.Change) bool { return strings.Contains(c.Said+c.Text, "4070") }) {
		t.Errorf("nothing came of the words that led there: %+v", r.Changes)
	}
}

// TestWeightsText reads what it writes, and tells the line that it can not read.
func TestWeightsText(t *testing.T) {
	w := *learnedWeights()
	got, err := ParseWeights(w.String())
	if err != nil || *got != w {
		t.Errorf("read %v, error %v", got, err)
	}
	if _, err := ParseWeights("stays\t1\nhope\t2"); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("error %v", err)
	}
}

// TestStances tells what is wanted, ruled out and taken back, in both languages.
func TestStances(t *testing.T) {
	v := readVocabulary(t, "pc")
	black := search.Fold([]search.Change{
		{ID: 1, Op: search.SetScope, Categories: []string{"Keyboard"}, Text: "Keyboard"},
		wish(t, v, "black keyboard", 2),
	})
	for _, tc := range []struct {
		said, code string
		drops      bool
	}{
		{"the black isn't that important after all", "en", true},
		{"forget the black", "en", true},
		{"black was nonsense", "en", true},
		{"in black", "en", false},
		{"schwarz muss doch nicht sein", "de", true},
		{"schwarz war Quatsch", "de", true},
		{"gern in schwarz", "de", false},
	} {
		r := v.Understand(tc.said, Context{Need: black, Tongue: language.Of(tc.code), Revising: true})
		got := slices.ContainsFunc(r.Changes, func(c search.Change) bool { return c.Op == search.Drop && c.Target == 2 })
		if got != tc.drops {
			t.Errorf("%q: dropped %v, changes %+v", tc.said, got, r.Changes)
		}
	}
}

// wish is the wish that a message reads as, with a number.
func wish(t *testing.T, v *Vocabulary, message string, id int) search.Change {
	t.Helper()
	for _, c := range v.Understand(message, Context{}).Changes {
		if c.Op == search.AddWish {
			c.ID = id
			return c
		}
	}
	t.Fatalf("%q is no wish", message)
	return search.Change{}
}
