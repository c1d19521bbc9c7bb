package discover_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shopclerk/catalog"
	"shopclerk/catalog/discover"
)

func learn(hints map[string]discover.Hint, records []catalog.Record) *discover.Schema {
	p := discover.NewProfile(hints)
	for i := range records {
		p.Add(&records[i])
	}
	return p.Schema()
}

// column returns records with one attribute of the given values.
func column(key string, values ...catalog.Raw) []catalog.Record {
	records := make([]catalog.Record, len(values))
	for i, v := range values {
		records[i] = catalog.Record{ID: fmt.Sprint(i), Title: fmt.Sprint("Thing ", i), Attributes: []catalog.RawAttribute{{Key: key, Value: v}}}
	}
	return records
}

func textRaws(values ...string) []catalog.Raw {
	out := make([]catalog.Raw, len(values))
	for i, v := range values {
		out[i] = catalog.Text(v)
	}
	return out
}

// spell writes a product's attributes as "key=value;value …".
func spell(p catalog.Product) string {
	var b strings.Builder
	for i, a := range p.Attributes {
		if i > 0 {
			b.WriteByte(' ')
		}
		var parts []string
		for _, v := range a.Values {
			parts = append(parts, v.Text)
		}
		b.WriteString(a.Key + "=" + strings.Join(parts, ";"))
	}
	return b.String()
}

func TestKinds(t *testing.T) {
	n, list := catalog.Number, catalog.List
	tests := []struct {
		name   string
		values []catalog.Raw
		kind   catalog.Kind
		unit   string
		want   []string // of the records, in order
	}{
		{"text", textRaws("Black", "White", "Black"), catalog.Single, "", []string{"k=Black", "k=White", "k=Black"}},
		{"spelling variants", textRaws("Black", "black ", "BLACK", "Black"), catalog.Single, "", []string{"k=Black", "k=Black", "k=Black", "k=Black"}},
		{"multi-valued text", textRaws("Black", "Red", "Black / Red", "White", "White / Black"), catalog.Multi, "",
			[]string{"k=Black", "k=Red", "k=Black;Red", "k=White", "k=White;Black"}},
		{"lists", []catalog.Raw{list(textRaws("4k", "720p")...), list(textRaws("720p")...)}, catalog.Multi, "", []string{"k=4k;720p", "k=720p"}},
		{"numbers", []catalog.Raw{n(1), n(2.5), n(4)}, catalog.Numeric, "", []string{"k=1", "k=2.5", "k=4"}},
		{"one unit", textRaws("500 GB", "250 GB", "1 TB"), catalog.Numeric, "GB", []string{"k=500", "k=250", "k=1000"}},
		{"ranges", []catalog.Raw{list(n(500), n(1300)), n(1200), list(n(600), n(900))}, catalog.Numeric, "", []string{"k=500;1300", "k=1200", "k=600;900"}},
		{"ranges in text", textRaws("0 - 40 °C", "5 - 35 °C"), catalog.Numeric, "°C", []string{"k=0;40", "k=5;35"}},
		{"pairs that are no ranges", []catalog.Raw{list(n(1920), n(1080)), list(n(2560), n(1440))}, catalog.Single, "", []string{"k=1920 × 1080", "k=2560 × 1440"}},
		{"thousands", textRaws("1,000", "2,500", "12,000"), catalog.Numeric, "", []string{"k=1000", "k=2500", "k=12000"}},
		{"decimal comma", textRaws("1,5 kg", "2,25 kg", "1,125 kg"), catalog.Numeric, "kg", []string{"k=1.5", "k=2.25", "k=1.125"}},
		{"data rates", textRaws("10", "100", "1000", "10,100", "10,100,1000"), catalog.Multi, "", []string{"k=10", "k=100", "k=1000", "k=10;100", "k=10;100;1000"}},
		{"flags", []catalog.Raw{catalog.Bool(true), catalog.Bool(false)}, catalog.Flag, "", []string{"k=yes", "k=no"}},
		{"flags in text", textRaws("Y", "N", "yes"), catalog.Flag, "", []string{"k=yes", "k=no", "k=yes"}},
		{"flag or text", []catalog.Raw{catalog.Bool(false), catalog.Text("Full")}, catalog.Single, "", []string{"k=no", "k=Full"}},
		{"number or text", []catalog.Raw{n(7200), catalog.Text("SSD"), n(5400)}, catalog.Single, "", []string{"k=7200", "k=SSD", "k=5400"}},
		{"codes", textRaws("84713000", "84713000", "84733080"), catalog.Single, "", []string{"k=84713000", "k=84713000", "k=84733080"}},
		{"incompatible units", textRaws("5 cm", "3 kg", "4 V"), catalog.Single, "", []string{"k=5 cm", "k=3 kg", "k=4 V"}},
		{"placeholders", textRaws("Black", "n/a", "Not available", "-"), catalog.Single, "", []string{"k=Black", "", "", ""}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			records := column("k", tt.values...)
			s := learn(nil, records)
			if len(s.Aspects) != 1 || s.Aspects[0].Kind != tt.kind || s.Aspects[0].Unit != tt.unit {
				t.Fatalf("aspects: %+v", s.Aspects)
			}
			var got []string
			for i := range records {
				got = append(got, spell(s.Product(&records[i])))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestNumericKeepsWhatItCannotRead(t *testing.T) {
	values := textRaws("1 m", "2 m", "3 m", "4 m", "5 m", "6 m", "7 m", "8 m", "9 m", "as ordered")
	records := column("length", values...)
	s := learn(nil, records)
	if got := spell(s.Product(&records[9])); got != "length_note=as ordered" {
		t.Errorf("product: %s", got)
	}
	if got := spell(s.Product(&records[0])); got != "length=1" {
		t.Errorf("product: %s", got)
	}
	for _, a := range s.Aspects {
		if a.Askable != (a.Key == "length") || a.Askable != (a.Why == "") {
			t.Errorf("aspect %+v", a)
		}
	}
}

func TestFieldsAndHints(t *testing.T) {
	records := []catalog.Record{
		{ID: "1", Title: "ACME One", Brand: "ACME", Price: catalog.Price{Minor: 1250, Currency: "EUR"}, Rating: 4.5,
			Attributes: []catalog.RawAttribute{
				{Key: "power", Value: catalog.Number(65)}, {Key: "brand", Value: catalog.Text("own")},
				{Key: "modules", Value: catalog.List(catalog.Number(2), catalog.Number(16))}, {Key: "junk", Value: catalog.Text("x")}}},
		{ID: "2", Title: "ACME Two", Brand: "Acme", Price: catalog.Price{Minor: 900, Currency: "EUR"}},
		{ID: "3", Title: "Bolt Three", Brand: "ACME", Price: catalog.Price{Minor: 900, Currency: "USD"}},
	}
	s := learn(map[string]discover.Hint{
		"power": {Label: "Rated power", Unit: "W"}, "junk": {Ignore: true},
	}, records)
	want := []string{
		"brand=ACME brand_single=own modules=2 × 16 power=65 price=12.5 rating=4.5",
		"brand=ACME price=9",
		"brand=ACME", // its price is in another currency than the aspect
	}
	for i := range records {
		if got := spell(s.Product(&records[i])); got != want[i] {
			t.Errorf("product %d: %s, want %s", i, got, want[i])
		}
	}
	for _, a := range s.Aspects {
		if a.Key == "power" && (a.Label != "Rated power" || a.Unit != "W") || a.Key == catalog.KeyPrice && a.Unit != "EUR" ||
			a.Key == catalog.KeyRating && a.Askable {
			t.Errorf("aspect %+v", a)
		}
	}
}

func TestLabelsAreUnique(t *testing.T) {
	var records []catalog.Record
	for i := range 4 {
		records = append(records, catalog.Record{Attributes: []catalog.RawAttribute{
			{Key: "attr_t_colour", Value: catalog.Text("Black")}, {Key: "attr_b_colour", Value: catalog.Bool(i > 1)},
			{Key: "attr_t_product_colour", Value: catalog.Text("Red")},
			{Key: "attr_t_category", Value: catalog.Text([]string{"lip gloss", "lipstick"}[i%2])},
			{Key: "attr_n_capacity_w", Value: catalog.Number(5)}, {Key: "attr_n_capacity_va", Value: catalog.Number(7)},
		}})
	}
	s := learn(nil, records)
	var got []string
	for _, a := range s.Aspects {
		got = append(got, a.Key+": "+a.Label)
	}
	want := []string{
		"capacity_va: Capacity (VA)", "capacity_w: Capacity (W)", "category_single: Category", "colour: Colour",
		"colour_single: Colour (single)", "product_colour: Product colour",
	}
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestAskable(t *testing.T) {
	const n = 200
	long := strings.Repeat("a long sentence about the thing ", 3)
	generators := map[string]func(i int) (catalog.Raw, bool){
		"colour":     func(i int) (catalog.Raw, bool) { return catalog.Text([]string{"Black", "White", "Red"}[i%3]), true },
		"latency":    func(i int) (catalog.Raw, bool) { return catalog.Number(float64(i) + 0.25), true },
		"model":      func(i int) (catalog.Raw, bool) { return catalog.Text(fmt.Sprint("MX", i)), true },
		"constant":   func(int) (catalog.Raw, bool) { return catalog.Text("CE"), true },
		"rare":       func(i int) (catalog.Raw, bool) { return catalog.Number(float64(i)), i%50 == 0 },
		"text":       func(i int) (catalog.Raw, bool) { return catalog.Text(long + fmt.Sprint(i%4)), true },
		"nearly_all": func(i int) (catalog.Raw, bool) { return catalog.Bool(i > 0), true },
	}
	var records []catalog.Record
	for i := range n {
		r := catalog.Record{ID: fmt.Sprint(i)}
		for _, k := range []string{"colour", "latency", "model", "constant", "rare", "text", "nearly_all"} {
			if v, ok := generators[k](i); ok {
				r.Attributes = append(r.Attributes, catalog.RawAttribute{Key: k, Value: v})
			}
		}
		records = append(records, r)
	}
	for _, a := range learn(nil, records).Aspects {
		want := a.Key == "colour" || a.Key == "latency"
		if a.Askable != want || (a.Why == "") != want {
			t.Errorf("%s: askable %v, why %q", a.Key, a.Askable, a.Why)
		}
	}
}

// In a category with many attributes, those whose values titles never show are
// not asked about.
func TestRichCategoryAsksWhatIsVisible(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var records []catalog.Record
	for i := range 300 {
		var r catalog.Record
		title := "Thing"
		for k := range 12 {
			v := fmt.Sprintf("look%d%c", k, 'a'+rune(rng.IntN(4)))
			title += " " + v
			r.Attributes = append(r.Attributes, catalog.RawAttribute{Key: fmt.Sprint("shown", k), Value: catalog.Text(v)})
		}
		for k := range 12 {
			r.Attributes = append(r.Attributes, catalog.RawAttribute{Key: fmt.Sprint("pallet", k), Value: catalog.Number(float64(100 + rng.IntN(50)))})
		}
		r.ID, r.Title = fmt.Sprint(i), title
		records = append(records, r)
	}
	for _, a := range learn(nil, records).Aspects {
		if want := strings.HasPrefix(a.Key, "shown"); a.Askable != want {
			t.Errorf("%s: askable %v, why %q", a.Key, a.Askable, a.Why)
		}
	}
}

// A product keeps every word of every plausible value: in the aspect, in its
// note, or converted to the aspect's unit.
func TestProductLosesNothing(t *testing.T) {
	atoms := []string{"Black", "red", "Dark Blue", "5 cm", "2 in", "1,5", "10", "16:9", "USB", "n/a", "Yes", "No", "12345678"}
	seps := []string{" / ", ", ", ",", "|", "/", " & ", "; "}
	scalar := rapid.Custom(func(t *rapid.T) catalog.Raw {
		switch rapid.IntRange(0, 5).Draw(t, "kind") {
		case 0:
			return catalog.Number(float64(rapid.IntRange(-50, 5000).Draw(t, "n")) / 4)
		case 1:
			return catalog.Bool(rapid.Bool().Draw(t, "b"))
		}
		parts := rapid.SliceOfN(rapid.SampledFrom(atoms), 1, 3).Draw(t, "parts")
		return catalog.Text(strings.Join(parts, rapid.SampledFrom(seps).Draw(t, "sep")))
	})
	raw := rapid.Custom(func(t *rapid.T) catalog.Raw {
		if rapid.IntRange(0, 4).Draw(t, "list") == 0 {
			return catalog.List(rapid.SliceOfN(scalar, 1, 3).Draw(t, "list")...)
		}
		return scalar.Draw(t, "scalar")
	})
	rapid.Check(t, func(t *rapid.T) {
		records := column("k", rapid.SliceOfN(raw, 1, 30).Draw(t, "values")...)
		s := learn(nil, records)
		kind := s.Rules
		for i := range records {
			p := s.Product(&records[i])
			got := strings.ToLower(spell(p))
			for _, v := range flat(records[i].Attributes[0].Value) {
				word := strings.ToLower(v)
				switch {
				case word == "n/a":
				case strings.Contains(got, word):
				case len(p.Attributes) > 0 && len(kind) == 1 && (kind[0].Kind == catalog.Numeric || kind[0].Kind == catalog.Flag):
				default:
					t.Fatalf("%q of %v is not in %q (%+v)", word, records[i].Attributes[0].Value, got, kind)
				}
			}
		}
	})
}

// flat returns the words of a raw value, as products spell them.
func flat(v catalog.Raw) []string {
	switch v.Kind {
	case catalog.RawList:
		var out []string
		for _, e := range v.List {
			out = append(out, flat(e)...)
		}
		return out
	case catalog.RawBool:
		if v.Bool {
			return []string{"yes"}
		}
		return []string{"no"}
	case catalog.RawText:
		if v.Text == "n/a" {
			return nil
		}
		return strings.FieldsFunc(v.Text, func(r rune) bool { return strings.ContainsRune(" /,|&;", r) })
	}
	return []string{v.String()}
}

// The schema is the same in whatever order records come, and survives JSON.
func TestSchemaIgnoresOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var records []catalog.Record
	for i := range 500 {
		records = append(records, catalog.Record{
			ID: fmt.Sprint(i), Title: fmt.Sprint("ACME ", i), Brand: []string{"ACME", "Acme"}[rng.IntN(2)],
			Attributes: []catalog.RawAttribute{
				{Key: "colour", Value: catalog.Text([]string{"Black", "black", "Red", "Black / Red"}[rng.IntN(4)])},
				{Key: "size", Value: catalog.Text([]string{"5 cm", "2 in", "7 cm"}[rng.IntN(3)])},
				{Key: "code", Value: catalog.Text(fmt.Sprint("c", rng.IntN(400)))},
			}})
	}
	first := learn(nil, records)
	rng.Shuffle(len(records), func(i, j int) { records[i], records[j] = records[j], records[i] })
	if diff := cmp.Diff(first, learn(nil, records)); diff != "" {
		t.Errorf("the schema depends on order: %s", diff)
	}
	data, err := json.Marshal(first)
	if err != nil {
		t.Fatal(err)
	}
	var again discover.Schema
	if err := json.Unmarshal(data, &again); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(first.Product(&records[0]), again.Product(&records[0])); diff != "" {
		t.Errorf("the stored schema converts differently: %s", diff)
	}
}

// More distinct values than a profile remembers: the first are counted.
func TestProfileIsBounded(t *testing.T) {
	p := discover.NewProfile(nil)
	for i := range 40_000 {
		p.Add(&catalog.Record{Attributes: []catalog.RawAttribute{{Key: "serial", Value: catalog.Text(fmt.Sprint("s", i))}}})
	}
	if a := p.Schema().Aspects[0]; a.Distinct > 20_000 || a.Askable {
		t.Errorf("aspect %+v", a)
	}
}
