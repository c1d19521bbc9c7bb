package agent

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"shopclerk/agent/clarify"
	"shopclerk/agent/dialog"
)

func seen(shown, answered int) clarify.Seen { return clarify.Seen{Shown: shown, Answered: answered} }

func TestAnswerable(t *testing.T) {
	filled := &Statistics{}
	filled.Set(map[dialog.Topic]clarify.Seen{{Category: "Tents", Aspect: "colour"}: seen(20, 5), {Category: "Lamps", Aspect: "colour"}: seen(20, 5), {Aspect: "colour"}: seen(40, 40)})
	shrunk := func(prior float64, elsewhere, here clarify.Seen) float64 {
		expected := (10*prior + float64(elsewhere.Answered)) / float64(10+elsewhere.Shown)
		return (10*expected + float64(here.Answered)) / float64(10+here.Shown)
	}
	for _, tc := range []struct {
		name       string
		statistics *Statistics
		scope      []string
		aspect     string
		prior      float64
		want       float64
	}{
		{"none", nil, []string{"Tents"}, "colour", 0.7, 0.7},
		{"empty ones", &Statistics{}, []string{"Tents"}, "colour", 0.7, 0.7},
		{"an aspect not asked about", filled, []string{"Tents"}, "size", 0.7, 0.7},
		{"an unknown prior stays unknown", filled, []string{"Tents"}, "size", 0, 0},
		{"a category", filled, []string{"Tents"}, "colour", 0.7, shrunk(0.7, seen(60, 45), seen(20, 5))},
		{"a category, unknown prior", filled, []string{"Tents"}, "colour", 0, shrunk(1, seen(60, 45), seen(20, 5))},
		{"the mean of several categories", filled, []string{"Lamps", "Tents"}, "colour", 0.7, shrunk(0.7, seen(60, 45), seen(20, 5))},
		{"a category where it was not asked learns from the others", filled, []string{"Stoves"}, "colour", 0.7, (7 + 50) / 90.0},
		{"the whole shop", filled, nil, "colour", 0.5, shrunk(0.5, seen(40, 10), seen(40, 40))},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := tc.statistics.Answerable(tc.scope, tc.aspect, tc.prior)
			if diff := cmp.Diff(tc.want, got, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
