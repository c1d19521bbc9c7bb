package understand

import (
	"strings"
	"testing"

	"shopclerk/catalog"
	"shopclerk/search"
)

// TestRevised lets a bare number take the place of the nearest that stands, with its bound and
// its unit, where it is not twenty times as much.
func TestRevised(t *testing.T) {
	v := readVocabulary(t, "pc")
	limit := func(key string, rng *catalog.Range, not bool) search.Limit {
		return search.Limit{Change: 5, Not: not, Condition: catalog.Condition{Key: key, Range: rng}}
	}
	price := limit(catalog.KeyPrice, catalog.AtMost(80), false)
	fast := limit("refresh_rate", catalog.AtLeast(100), false)
	drive := search.Evidence{Change: 4, Said: true, Figure: &search.Figure{Number: 1, Unit: "TB"}, Answer: search.Answer{
		Key: "capacity", Options: []catalog.Condition{{Key: "capacity", Range: catalog.Between(976, 1024)}}, Picked: []int{0},
	}}
	about := search.Evidence{Change: 4, Said: true, Answer: search.Answer{
		Key: catalog.KeyPrice, Options: []catalog.Condition{{Key: catalog.KeyPrice, Range: catalog.Between(34, 46)}}, Picked: []int{0},
	}}
	for _, tc := range []struct {
		scope, message string
		limits         []search.Limit
		evidence       []search.Evidence
		want           string
	}{
		{"Headphones", "make it 120", []search.Limit{price}, nil, "limit price .. 120  {up to €120}"},
		{"Headphones", "120", []search.Limit{price}, nil, "limit price .. 120  {up to €120}"},
		{"Headphones", "not 80, 120", []search.Limit{price}, nil, "drop 5; limit price .. 120  {up to €120}"},
		{"Headphones", "I said 80, it should be 100", []search.Limit{price}, nil, "limit price .. 100  {up to €100}"},
		{"Headphones", "1500", []search.Limit{price}, nil, "limit price .. 1500  {up to €1500}"},
		{"Headphones", "1700", []search.Limit{price}, nil, "words [1700]"},
		{"Headphones", "make it 120", []search.Limit{limit(catalog.KeyPrice, catalog.AtMost(80), true)}, nil, "words [120]"},
		{"Headphones", "make it 120", nil, nil, "words [120]"},
		{"Monitor", "make it 144", []search.Limit{fast}, nil, "limit refresh_rate 144 ..  {Refresh rate: at least 144 Hz}"},
		{"Monitor", "make it 120", []search.Limit{fast, price}, nil, "limit refresh_rate 120 ..  {Refresh rate: at least 120 Hz}"},
		{"Monitor", "make it 60", []search.Limit{fast, price}, nil, "limit price .. 60  {up to €60}"},
		{"Headphones", "45 instead of 40", nil, []search.Evidence{about}, "wish price 38.25 .. 51.75  {about €45}"},
		{"Internal Hard Drive", "make that 4", nil, []search.Evidence{drive}, "wish capacity 3904 .. 4096  {Capacity: 4 TB}"},
	} {
		in := Context{Need: search.Need{Scope: []string{tc.scope}, Limits: tc.limits, Evidence: tc.evidence}, Currency: "EUR", Revising: true}
		if got := strings.Join(readingLines(v.Understand(tc.message, in)), "; "); got != tc.want {
			t.Errorf("%q among %s: %s, want %s", tc.message, tc.scope, got, tc.want)
		}
	}
}
