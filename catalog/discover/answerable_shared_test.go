package discover_test

import (
	_ "embed"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"shopclerk/catalog"
	"shopclerk/catalog/discover"
)

// labels say of every askable aspect of 38 categories, but brand and price, how
// many of the people who shop there could answer a question about it: "most",
// "some" or "few". One reader gave them from the name and the commonest values,
// before anything was computed. Half of the categories were held out when the
// measure was made.
//
//go:embed testdata/answerable.json
var labels []byte

type labelled struct {
	Feed, Category  string
	HeldOut         bool `json:"held_out"`
	Most, Some, Few []string
}

// agreement counts, within each category, the pairs of aspects with different
// labels that a score orders as the labels do, ties as half: the area under the
// ROC curve, generalised to three classes.
type agreement struct{ right, pairs float64 }

func (a *agreement) add(l labelled, score func(key string) float64) {
	classes := [][]string{l.Few, l.Some, l.Most}
	for high := range classes {
		for low := range high {
			for _, x := range classes[high] {
				for _, y := range classes[low] {
					a.pairs++
					switch d := score(x) - score(y); {
					case d > 0:
						a.right++
					case d == 0:
						a.right += 0.5
					}
				}
			}
		}
	}
}

func (a agreement) share() float64 { return a.right / a.pairs }

// The measure orders the aspects of a category as people do, in the categories it
// was made from and in those it was not.
func TestAnswerableAgreesWithLabels(t *testing.T) {
	wholeCatalogue(t)
	var all []labelled
	if err := json.Unmarshal(labels, &all); err != nil {
		t.Fatal(err)
	}
	halves := map[bool]*agreement{false: {}, true: {}}
	labelledAspects, missing := 0, 0
	for _, name := range []string{"pc-parts", "icecat"} {
		records, m := mapped(t, name)
		var types *discover.Types
		if name == "icecat" {
			types = discover.InduceTypes(slices.Values(records))
		}
		profiles := map[string]*discover.Profile{}
		for i := range records {
			r := &records[i]
			if types != nil {
				r.Category, _ = types.Of(r)
			}
			for _, level := range strings.Split(r.Category, " > ") { // batteries are also the rechargeable ones
				p := profiles[level]
				if p == nil {
					p = discover.NewProfile(m.Hints(level))
					profiles[level] = p
				}
				p.Add(r)
			}
		}
		for _, l := range all {
			if l.Feed != name {
				continue
			}
			// Types are found, so what a category holds may have changed since the labels
			// were written, and with it what can be asked about.
			aspects := aspectsOf(profiles, l.Category)
			gone := func(key string) bool {
				labelledAspects++
				if a, ok := aspects[key]; ok && a.Askable {
					return false
				}
				missing++
				t.Logf("%s, %s: no askable aspect %q", name, l.Category, key)
				return true
			}
			l.Most, l.Some, l.Few = slices.DeleteFunc(l.Most, gone), slices.DeleteFunc(l.Some, gone), slices.DeleteFunc(l.Few, gone)
			halves[l.HeldOut].add(l, func(key string) float64 { return aspects[key].Answerable })
		}
	}
	if 8*missing > labelledAspects {
		t.Errorf("%d of %d labelled aspects cannot be asked about", missing, labelledAspects)
	}
	// Visibility (the share of values that titles and descriptions show) has 0.68
	// and 0.53, a constant 0.5.
	for held, want := range map[bool]float64{false: 0.83, true: 0.72} {
		if got := halves[held].share(); got < want {
			t.Errorf("held out %v: agrees on %.3f of %.0f pairs, want %.2f", held, got, halves[held].pairs, want)
		}
	}
}

// aspectsOf returns the aspects, by key, of the category whose path ends in name, in the
// singular or plural.
func aspectsOf(profiles map[string]*discover.Profile, name string) map[string]catalog.Aspect {
	out := map[string]catalog.Aspect{}
	name = strings.TrimSuffix(name, "s")
	for path, p := range profiles {
		if one := strings.TrimSuffix(path, "s"); one == name || strings.HasSuffix(one, " > "+name) {
			for _, a := range p.Schema().Aspects {
				out[a.Key] = a
			}
		}
	}
	return out
}
