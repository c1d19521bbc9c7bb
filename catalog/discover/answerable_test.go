package discover

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"shopclerk/catalog"
)

// Every kind of evidence moves the share the way its habit says.
func TestAnswerabilityFollowsItsEvidence(t *testing.T) {
	unit := rapid.Float64Range(0, 1)
	rapid.Check(t, func(t *rapid.T) {
		e := evidence{
			titled: unit.Draw(t, "titled"), plain: unit.Draw(t, "plain"),
			repeated: unit.Draw(t, "repeated"), covered: unit.Draw(t, "covered"), name: rapid.IntRange(1, 12).Draw(t, "name"),
		}
		a := answerability(e)
		if a <= 0 || a >= 1 {
			t.Fatalf("%+v gives %v", e, a)
		}
		more := func(what string, change func(*evidence)) {
			better := e
			change(&better)
			if b := answerability(better); b < a {
				t.Errorf("%+v gives %v, more %s %v", e, a, what, b)
			}
		}
		step := unit.Draw(t, "step")
		more("titled", func(e *evidence) { e.titled += step * (1 - e.titled) })
		more("plain", func(e *evidence) { e.plain += step * (1 - e.plain) })
		more("repeated", func(e *evidence) { e.repeated += step * (1 - e.repeated) })
		more("covered", func(e *evidence) { e.covered += step * (1 - e.covered) })
		more("brief", func(e *evidence) { e.name = max(1, e.name-1) })
	})
}

func TestPlainWords(t *testing.T) {
	tests := []struct {
		value string
		want  float64
	}{
		{"Black", 1}, {"Wi-Fi", 1}, {"16", 0.5}, {"4000", 1}, {"64.37", 0.25}, {"0.5", 1}, {"0", 1},
		{"LGA1151", 0}, {"DDR4", 0}, {"Cherry MX Red", 1}, {"Core i7", 0.5}, {"1920 × 1080", (0.333 + 0.333) / 2},
	}
	for _, tt := range tests {
		got := spread{tt.value: 3}.plain(catalog.Single)
		if math.Abs(got-tt.want) > 0.002 {
			t.Errorf("%q is plain by %v, want %v", tt.value, got, tt.want)
		}
	}
	if got := (spread{"yes": 1, "no": 1}).plain(catalog.Flag); got != 1 {
		t.Errorf("yes and no are plain by %v", got)
	}
}

// Of lamps whose titles name the colour and, of half the products, the part number,
// shoppers know what people name, and not what identifies a product or reads as a code.
func TestCodesLoseToColours(t *testing.T) {
	p := NewProfile(nil)
	colours := []string{"Black", "White", "Black", "Red"}
	for i := range 200 {
		part := fmt.Sprintf("LX%04d-%d", 100+i/2, i%7)
		title := "Lamp " + colours[i%4]
		if i%2 == 0 {
			title += " " + part
		}
		r := &catalog.Record{
			ID: fmt.Sprint(i), Title: title, Brand: "Halo", Price: catalog.Price{Minor: int64(1000 + i), Currency: "EUR"},
			Attributes: []catalog.RawAttribute{
				{Key: "colour", Value: catalog.Text(colours[i%4])},
				{Key: "part_number", Value: catalog.Text(part)},
				{Key: "dimmable", Value: catalog.Bool(i%3 == 0)},
				{Key: "packaging_weight", Value: catalog.Text(fmt.Sprintf("%.3f kg", 1.2+float64(i/2)/97))},
				{Key: "gtin", Value: catalog.Text(fmt.Sprint(4006381333000 + i))},
				{Key: "chipset revision", Value: catalog.Text(fmt.Sprintf("B%d", i%5))},
				{Key: "sheen", Value: catalog.Text([]string{"matte", "glossy"}[i%2])},
			},
		}
		if i%8 == 0 {
			r.Attributes = append(r.Attributes, catalog.RawAttribute{Key: "finish", Value: catalog.Text([]string{"matte", "glossy"}[i/8%2])})
		}
		p.Add(r)
	}
	share := map[string]float64{}
	for _, a := range p.Schema().Aspects {
		share[a.Key] = a.Answerable
		if a.Answerable <= 0 || a.Answerable > 1 {
			t.Errorf("%s: %v", a.Key, a.Answerable)
		}
	}
	for _, tt := range []struct {
		aspect    string
		low, high float64
	}{
		{catalog.KeyPrice, 1, 1}, {catalog.KeyBrand, 1, 1}, {"colour", 0.9, 1}, {"dimmable", 0.6, 1}, {"sheen", 0.6, 1},
		{"finish", 0.3, 0.5}, // as "sheen", of one product in eight
		{"part_number", 0, 0.35}, {"packaging_weight", 0, 0.35}, {"gtin", 0, 0.45}, {"chipset_revision", 0, 0.35},
	} {
		if got, found := share[tt.aspect]; !found || got < tt.low || got > tt.high {
			t.Errorf("%s: %.3f, want %v to %v", tt.aspect, got, tt.low, tt.high)
		}
	}
}
