package nlu

import (
	"cmp"
	"encoding/json"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"shopclerk/agent/language"
	"shopclerk/catalog"
	"shopclerk/search"
)

// tents is a shop of tents and bags.
func tents(t testing.TB) *Reader {
	t.Helper()
	products := []catalog.Product{}
	for i := range 40 {
		colour := []string{"Green", "Red", "Blue", "Navy"}[i%4]
		products = append(products, catalog.Product{
			Ref: catalog.Ref(i + 1), ID: fmt.Sprint(i), Title: fmt.Sprintf("%s tent %d", colour, i), Category: "Camping > Tents", Brand: "Borealis",
			Price: catalog.Price{Minor: int64(5000 + 1000*i), Currency: "EUR"},
			Attributes: []catalog.Attribute{
				{Key: "colour", Values: []catalog.Value{{Text: colour}}},
				{Key: "floor", Values: []catalog.Value{{Text: []string{"200 × 140 cm", "200 × 220 cm"}[i%2]}}},
				{Key: "price", Values: []catalog.Value{{Number: float64(50 + 10*i)}}},
				{Key: "persons", Values: []catalog.Value{{Text: fmt.Sprint(i%6 + 1), Number: float64(i%6 + 1)}}},
				{Key: "weight", Values: []catalog.Value{{Text: fmt.Sprint(1000 + 100*i), Number: float64(1000 + 100*i)}}},
			},
		})
	}
	category := catalog.Category{Path: "Camping > Tents", Name: "Tents", Size: len(products), Aspects: []catalog.Aspect{
		{Key: "colour", Label: "Colour", Kind: catalog.Single},
		{Key: "floor", Label: "Floor", Kind: catalog.Single},
		{Key: "persons", Label: "Persons", Kind: catalog.Numeric, Unit: "persons"},
		{Key: "price", Label: "Price", Kind: catalog.Numeric, Unit: "EUR"},
		{Key: "weight", Label: "Weight", Kind: catalog.Numeric, Unit: "g"},
	}}
	shelf := catalog.NewShelf(&category, products)
	return NewReader([]catalog.Category{category}, func(string) *catalog.Shelf { return shelf }, nil)
}

// read reads a message by its marks.
func (r *Reader) readMarked(marked string, in Context) Message {
	u := Unmark(marked)
	m := Message{Text: u.Text, Tokens: u.Tokens}
	m.Tongue = language.Detect(m.Tokens, cmp.Or(in.Language, language.English()))
	m.Tongue.Standard(m.Tokens)
	return r.link(m, u.Parts, in)
}

// A bound is never inverted, however it is said: its direction is that of the span.
func TestBoundsKeepTheirSide(t *testing.T) {
	r := tents(t)
	most := []string{"under %d euros", "up to %d €", "not more than %d euros", "bis %d Euro", "höchstens %d Euro", "nicht mehr als %d Euro", "%d euros max", "mehr als %d Euro sollen es nicht sein", "i dont have more than %d euros"}
	least := []string{"at least %d euros", "from %d € up", "ab %d Euro", "mindestens %d Euro", "nicht weniger als %d Euro", "over %d euros"}
	rapid.Check(t, func(t *rapid.T) {
		kind, ways := Max, most
		if rapid.Bool().Draw(t, "least") {
			kind, ways = Min, least
		}
		n := rapid.IntRange(1, 2000).Draw(t, "amount")
		said := fmt.Sprintf(rapid.SampledFrom(ways).Draw(t, "way"), n)
		m := r.readMarked("<need>["+kind.String()+":"+said+"]", Context{Currency: "EUR"})
		out := r.Assemble(&m, &m.Clauses[0], Context{Currency: "EUR"})
		if len(out.Changes) != 1 || out.Changes[0].Condition == nil || out.Changes[0].Condition.Key != catalog.KeyPrice {
			t.Fatalf("%q makes %+v", said, out)
		}
		c := out.Changes[0].Condition.Range
		if (kind == Max) != (c.High != nil) || (kind == Min) != (c.Low != nil) {
			t.Errorf("%q is %v to %v", said, c.Low, c.High)
		}
		if kind == Max && *c.High != float64(n) || kind == Min && *c.Low != float64(n) {
			t.Errorf("%q is of another number: %+v", said, c)
		}
	})
}

// What a message says becomes changes of the need.
func TestAssemble(t *testing.T) {
	r := tents(t)
	for _, c := range []struct{ marked, want string }{
		{"<need>[kind:tents] in [is:blue] or [is:green] for [eq:four people]", "scope; wish colour Blue Green; wish persons"},
		{"<need>a [kind:tent] for [eq:two adults and two kids], [max:under 3 kg]", "scope; wish persons 3.904-4.096; limit weight -3000"},
		{"<need>[kind:tent] [!is:not red]", "scope; limit not colour Red"},
		{"<need>[kind:Zelt] [min:ab 80] [max:bis 120 Euro]", "scope; limit price 80-120"},
		{"<need>[kind:tent] [is:purple]", "scope"},
		{"<need>[range:100 to 200 euros]", "limit price 100-200"},
		{"<need>[kind:tent] [eq:200x140]", "scope; wish floor 200 × 140 cm"},
		{"<need>[kind:tent] [min:3 guy ropes]", "scope"},
		{"<need>[about:around 200 euros]", "wish price 170-230"},
	} {
		m := r.readMarked(c.marked, Context{Currency: "EUR"})
		got := ""
		for _, ch := range r.Assemble(&m, &m.Clauses[0], Context{Currency: "EUR"}).Changes {
			if got != "" {
				got += "; "
			}
			got += string(ch.Op)
			if ch.Not {
				got += " not"
			}
			if ch.Condition != nil {
				got += " " + ch.Condition.Key
				for _, v := range ch.Condition.Values {
					got += " " + v
				}
				if x := ch.Condition.Range; x != nil && c.want[len(c.want)-1] != 's' {
					got += " "
					if x.Low != nil {
						got += fmt.Sprintf("%.4g", *x.Low)
					}
					got += "-"
					if x.High != nil {
						got += fmt.Sprintf("%.4g", *x.High)
					}
				}
			}
		}
		if got != c.want {
			t.Errorf("%s\n makes %s\nwanted %s", c.marked, got, c.want)
		}
	}
}

// A place is one of the page.
func TestPlaces(t *testing.T) {
	r := tents(t)
	for _, c := range []struct {
		marked, want string
	}{
		{"<ask_product>is [ref:the second one] waterproof", "[2] false"},
		{"<compare>[ref:1 and 3]", "[1 3] false"},
		{"<compare>[ref:the first two]", "[1 2] false"},
		{"<compare>[ref:die ersten drei]", "[1 2 3] false"},
		{"<need>[ref:these] in blue", "[] true"},
		{"<ask_product>[ref:the last one]", "[-1] false"},
		{"<compare>[ref:both]", "[1 2] false"},
		{"<ask_product>[ref:number two]", "[2] false"},
	} {
		m := r.readMarked(c.marked, Context{Shown: 10})
		s := m.Clauses[0].Of(Ref)[0]
		if got := fmt.Sprint(s.Places, s.All); got != c.want {
			t.Errorf("%s points at %s, not %s", c.marked, got, c.want)
		}
	}
}

// Any text is read, the same each time, and reading changes nothing of what it is read against.
func FuzzRead(f *testing.F) {
	r := tents(f)
	for _, text := range []string{
		"a blue tent for four under 200 euros, not red", "was kostet das zweite?", "Colour: blue\nPersons: 4", "zwischen 100 und 200 €", "the biggest non-slip one", "1 2 3 und 4-5 kg oder 6", "",
	} {
		f.Add(text, true)
		f.Add(text, false)
	}
	f.Fuzz(func(t *testing.T, text string, shown bool) {
		in := Context{Currency: "EUR"}
		if shown {
			in.Shown, in.Need.Scope = 10, []string{"Camping > Tents"}
		}
		read := func() string {
			m := r.Read(text, in)
			out := ""
			for i := range m.Clauses {
				if m.Clauses[i].From >= m.Clauses[i].To {
					t.Errorf("%q: clause %d is empty", text, i)
				}
				changes, err := json.Marshal(r.Assemble(&m, &m.Clauses[i], in).Changes)
				if err != nil {
					t.Fatal(err)
				}
				out += fmt.Sprintf("%v %s\n", m.Clauses[i].Intent, changes)
			}
			return out
		}
		if a, b := read(), read(); a != b {
			t.Errorf("%q is read as\n%s and as\n%s", text, a, b)
		}
	})
}

// A bare number is what the catalogue has just this number of; a price it is not.
func TestBareNumbers(t *testing.T) {
	r := tents(t)
	for _, c := range []struct{ marked, want string }{
		{"<need>[kind:tent] [eq:4]", "persons"},
		{"<need>[kind:tent] [eq:4 1500]", "persons"},
		{"<need>[kind:tent] [eq:70]", ""},
		{"<need>[kind:tent], [min:at least 4] poles", ""},
	} {
		in := Context{Currency: "EUR", Need: search.Need{Scope: []string{"Camping > Tents"}}}
		m := r.readMarked(c.marked, in)
		got := ""
		for _, ch := range r.Assemble(&m, &m.Clauses[0], in).Changes {
			if ch.Condition != nil && ch.Condition.Range != nil {
				got += ch.Condition.Key
			}
		}
		if got != c.want {
			t.Errorf("%s: numbers of %q, want %q", c.marked, got, c.want)
		}
	}
}
