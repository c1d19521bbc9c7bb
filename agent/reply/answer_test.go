package reply_test

import (
	"slices"
	"strings"
	"testing"

	"shopclerk/agent/dialog"
	"shopclerk/agent/reply"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
)

func values(key string, v ...string) *catalog.Condition {
	return &catalog.Condition{Key: key, Values: v}
}

func TestAnswers(t *testing.T) {
	all := jackets()
	pick := func(places ...int) []catalog.Product {
		var out []catalog.Product
		for _, p := range places {
			out = append(out, all[p-1])
		}
		return out
	}
	for _, tc := range []struct {
		name   string
		q      reply.Question
		en, de string // de: "" where it adds nothing
	}{
		{"tell a number", reply.Question{Kind: reply.Tell, Products: pick(1), Aspects: []string{"weight"}},
			"Stormhythe Pier Rain Jacket: weight 310 g.",
			"Stormhythe Pier Rain Jacket: Weight 310\u00a0g."},
		{"tell the next likely aspect", reply.Question{Kind: reply.Tell, Products: pick(3), Aspects: []string{"weight", "net_weight"}},
			"Kelpie Gannet: net weight 240 to 260 g.", ""},
		{"tell what is not known", reply.Question{Kind: reply.Tell, Products: pick(3), Aspects: []string{"material"}, Words: "made of"},
			"“Material” is not given for Kelpie Gannet in the catalogue.",
			"„Material“ ist im Katalog für Kelpie Gannet nicht angegeben."},
		{"tell a price", reply.Question{Kind: reply.Tell, Products: pick(3), Aspects: []string{"price"}},
			"Kelpie Gannet costs €89.00.", ""},
		{"tell the stock", reply.Question{Kind: reply.Tell, Products: pick(1, 2, 3), Aspects: []string{"stock"}},
			"Stock: 3 in stock (Stormhythe Pier Rain Jacket); Sold out (Kelpie Breakwater). The shop does not say whether it has Kelpie Gannet in stock.",
			"Vorrat: 3 vorrätig (Stormhythe Pier Rain Jacket); Ausverkauft (Kelpie Breakwater). Der Shop sagt nicht, ob er Kelpie Gannet vorrätig hat."},
		{"tell of several", reply.Question{Kind: reply.Tell, Products: pick(1, 2, 3), Aspects: []string{"weight"}},
			"Weight: 310 g (Stormhythe Pier Rain Jacket); 250 g (Kelpie Breakwater). “Weight” is not given for Kelpie Gannet in the catalogue.", ""},
		{"tell of several alike", reply.Question{Kind: reply.Tell, Products: pick(2, 3), Aspects: []string{"brand"}},
			"Brand: Kelpie, the same for each.", ""},
		{"tell of nothing recognised", reply.Question{Kind: reply.Tell, Products: pick(1), Words: "dishwasher safe"},
			"The description of Stormhythe Pier Rain Jacket says: “The cover is dishwasher safe up to 60 degrees”.", ""},
		{"tell of nothing said", reply.Question{Kind: reply.Tell, Products: pick(1), Words: "weight limit"},
			"I found nothing about “weight limit” for Stormhythe Pier Rain Jacket in the catalogue.", ""},
		{"tell of nothing said, with what is near", reply.Question{Kind: reply.Tell, Products: pick(1), Near: []string{"weight"}, Words: "weight limit"},
			"I found nothing about “weight limit” for Stormhythe Pier Rain Jacket in the catalogue. The catalogue gives: Weight 310 g; Colour black, navy; Function taped seams, waterproof; Hood yes; Material recycled nylon.", ""},
		{"tell of nothing", reply.Question{Kind: reply.Tell, Aspects: []string{"weight"}},
			"Which product do you mean? Say its place in the list, or its name.", ""},
		{"has, yes", reply.Question{Kind: reply.Tell, Products: pick(1), Condition: values("function", "waterproof")},
			"Yes. Stormhythe Pier Rain Jacket: function waterproof.", ""},
		{"has, not listed", reply.Question{Kind: reply.Tell, Products: pick(1), Condition: values("colour", "red")},
			"Stormhythe Pier Rain Jacket: colour black, navy. “red” is not listed. With “red” there are 2 others in the list.",
			"Stormhythe Pier Rain Jacket: Colour black, navy. „red“ ist nicht verzeichnet. Mit „red“ gibt es 2 andere in der Liste."},
		{"has, said by the description", reply.Question{Kind: reply.Tell, Products: pick(2), Condition: values("colour", "red")},
			"Kelpie Breakwater: colour black. The description of Kelpie Breakwater says: “Light, and also sold in red”. With “red” there are 2 others in the list.", ""},
		{"has, no", reply.Question{Kind: reply.Tell, Products: pick(2), Condition: values("material", "leather")},
			"No. Kelpie Breakwater: material cotton.", ""},
		{"has, of which more is said", reply.Question{Kind: reply.Tell, Products: pick(2), Condition: values("material", "full-grain leather"), Loose: true},
			"Kelpie Breakwater: material cotton.", ""},
		{"pieces together", reply.Question{Kind: reply.Tell, Products: pick(1, 3), Aspects: []string{"price"}, Pieces: 2},
			"2 × Stormhythe Pier Rain Jacket (€149.95) + 2 × Kelpie Gannet (€89.00): €477.90 together.",
			"2 × Stormhythe Pier Rain Jacket (149,95\u00a0€) + 2 × Kelpie Gannet (89,00\u00a0€): zusammen 477,90\u00a0€."},
		{"has, in other words", reply.Question{Kind: reply.Tell, Products: pick(1), Condition: values("material", "nylon")},
			"Stormhythe Pier Rain Jacket: material recycled nylon.", ""},
		{"has, not known", reply.Question{Kind: reply.Tell, Products: pick(3), Condition: values("function", "waterproof")},
			"I found nothing about “waterproof” for Kelpie Gannet in the catalogue. With “waterproof” there is 1 other in the list.", ""},
		{"has a range", reply.Question{Kind: reply.Tell, Products: pick(1), Condition: &catalog.Condition{Key: "weight", Range: catalog.AtMost(300)}},
			"No. Stormhythe Pier Rain Jacket: weight 310 g. With “Weight: up to 300 g” there are 2 others in the list.",
			"Nein. Stormhythe Pier Rain Jacket: Weight 310\u00a0g. Mit „Weight: bis 300\u00a0g“ gibt es 2 andere in der Liste."},
		{"has a flag", reply.Question{Kind: reply.Tell, Products: pick(1), Aspects: []string{"hood"}},
			"Yes. Stormhythe Pier Rain Jacket is listed with “Hood”.", ""},
		{"has not a flag", reply.Question{Kind: reply.Tell, Products: pick(2), Aspects: []string{"hood"}},
			"No. Kelpie Breakwater is listed without “Hood”. With “Hood” there is 1 other in the list.", ""},
		{"any in stock", reply.Question{Kind: reply.Tell, Products: pick(1, 2, 3), Condition: values("stock", "yes")},
			"Yes: Stormhythe Pier Rain Jacket. No: Kelpie Breakwater. The catalogue does not say it of Kelpie Gannet.", ""},
		{"has a flag that a description tells of", reply.Question{Kind: reply.Tell, Products: pick(3), Aspects: []string{"hood"}},
			"The description of Kelpie Gannet says: “It has a hood that rolls away”. With “Hood” there is 1 other in the list.", ""},
		{"has a flag, in words", reply.Question{Kind: reply.Tell, Products: pick(3), Aspects: []string{"hood"}, Words: "hood that rolls"},
			"The description of Kelpie Gannet says: “It has a hood that rolls away”.", ""},
		{"several have", reply.Question{Kind: reply.Tell, Products: pick(1, 2, 3, 4), Condition: values("function", "waterproof")},
			"Yes: Stormhythe Pier Rain Jacket. The catalogue does not say it of Kelpie Breakwater, Kelpie Gannet and Gull.", ""},
		{"lowest, tied and not known", reply.Question{Kind: reply.Extreme, Products: pick(1), Aspects: []string{"weight"}, Down: true},
			"Kelpie Breakwater and Gull have the lowest weight: 250 g. It is not given for 1 other.",
			"Den niedrigsten Wert bei „Weight“ haben Kelpie Breakwater und Gull: 250\u00a0g. Für 1 anderes ist es nicht angegeben."},
		{"best rated", reply.Question{Kind: reply.Extreme, Products: pick(1), Aspects: []string{"rating"}},
			"Stormhythe Pier Rain Jacket is rated highest: 4.6 of 5 from 120 ratings. It is not given for 2 others.", ""},
		{"cheapest", reply.Question{Kind: reply.Extreme, Products: pick(1), Aspects: []string{"price"}, Down: true},
			"Kelpie Breakwater and Kelpie Gannet cost least: €89.00. It is not given for 1 other.", ""},
		{"lighter of two", reply.Question{Kind: reply.Extreme, Among: true, Products: pick(1, 2), Aspects: []string{"weight"}, Down: true},
			"Kelpie Breakwater has the lower weight: 250 g against 310 g.", ""},
		{"no numbers", reply.Question{Kind: reply.Extreme, Products: pick(1, 2), Aspects: []string{"function"}},
			"Function: taped seams, waterproof (Stormhythe Pier Rain Jacket); ventilation (Kelpie Breakwater).", ""},
		{"no measure", reply.Question{Kind: reply.Extreme, Products: pick(1, 2), Words: "quietest"},
			"The catalogue has no numbers that tell “quietest”.", ""},
		{"differ", reply.Question{Kind: reply.Differ, Products: pick(1, 2)},
			"Stormhythe Pier Rain Jacket and Kelpie Breakwater differ: Price €149.95 / €89.00; Rating 4.6 of 5 from 120 ratings / 4.2 of 5 from 1 rating; Brand Stormhythe / Kelpie; Colour black, navy / black; Function taped seams, waterproof / ventilation. The page that compares has all of it side by side.",
			"Stormhythe Pier Rain Jacket und Kelpie Breakwater unterscheiden sich: Preis 149,95\u00a0€ / 89,00\u00a0€; Bewertung 4,6 von 5 aus 120 Bewertungen / 4,2 von 5 aus 1 Bewertung; Marke Stormhythe / Kelpie; Colour black, navy / black; Function taped seams, waterproof / ventilation. Auf der Vergleichsseite steht alles nebeneinander."},
		{"differ, three", reply.Question{Kind: reply.Differ, Products: pick(2, 3, 4)},
			"Kelpie Breakwater, Kelpie Gannet and Gull differ: Price €89.00 / €89.00 / not given; Rating 4.2 of 5 from 1 rating / not given / not given; Brand Kelpie / Kelpie / not given; Colour black / red / red; Function ventilation / not given / not given. The page that compares has all of it side by side.", ""},
		{"differ, four", reply.Question{Kind: reply.Differ, Products: pick(1, 2, 3, 4)},
			"Stormhythe Pier Rain Jacket, Kelpie Breakwater and Kelpie Gannet differ: Price €149.95 / €89.00 / €89.00; Rating 4.6 of 5 from 120 ratings / 4.2 of 5 from 1 rating / not given; Brand Stormhythe / Kelpie / Kelpie; Colour black, navy / black / red; Function taped seams, waterproof / ventilation / not given. The page that compares has all of it side by side.", ""},
		{"the same brand and price", reply.Question{Kind: reply.Differ, Products: pick(2, 3), Aspects: []string{"brand", "price"}},
			"The same: Brand Kelpie; Price €89.00.", ""},
		{"differ, one", reply.Question{Kind: reply.Differ, Products: pick(2)},
			"Comparing takes two products. Say their places in the list, or their names.", ""},
		{"better", reply.Question{Kind: reply.Differ, Prefers: true, Products: pick(1, 2)},
			"Which of them to take is for you to say. Stormhythe Pier Rain Jacket and Kelpie Breakwater differ: Price €149.95 / €89.00; Rating 4.6 of 5 from 120 ratings / 4.2 of 5 from 1 rating; Brand Stormhythe / Kelpie; Colour black, navy / black; Function taped seams, waterproof / ventilation. The page that compares has all of it side by side.",
			"Welches davon das richtige ist, können nur Sie sagen. Stormhythe Pier Rain Jacket und Kelpie Breakwater unterscheiden sich: Preis 149,95\u00a0€ / 89,00\u00a0€; Bewertung 4,6 von 5 aus 120 Bewertungen / 4,2 von 5 aus 1 Bewertung; Marke Stormhythe / Kelpie; Colour black, navy / black; Function taped seams, waterproof / ventilation. Auf der Vergleichsseite steht alles nebeneinander."},
		{"differ in nothing known", reply.Question{Kind: reply.Differ, Products: pick(3, 4), Aspects: []string{"warmth"}, Words: "warmth"},
			"I found nothing about “warmth” for Kelpie Gannet and Gull in the catalogue.", ""},
		{"better for", reply.Question{Kind: reply.Differ, Prefers: true, Products: pick(1, 2), Condition: values("function", "waterproof")},
			"Which of them to take is for you to say. Yes: Stormhythe Pier Rain Jacket. The catalogue does not say it of Kelpie Breakwater. Stormhythe Pier Rain Jacket and Kelpie Breakwater differ: Price €149.95 / €89.00; Rating 4.6 of 5 from 120 ratings / 4.2 of 5 from 1 rating; Brand Stormhythe / Kelpie; Colour black, navy / black; Function taped seams, waterproof / ventilation. The page that compares has all of it side by side.", ""},
		{"better for who", reply.Question{Kind: reply.Differ, Prefers: true, Products: pick(1, 2), Words: "a tall person"},
			"Which of them to take is for you to say. I found nothing about “a tall person” for Stormhythe Pier Rain Jacket and Kelpie Breakwater in the catalogue. Stormhythe Pier Rain Jacket and Kelpie Breakwater differ: Price €149.95 / €89.00; Rating 4.6 of 5 from 120 ratings / 4.2 of 5 from 1 rating; Brand Stormhythe / Kelpie; Colour black, navy / black; Function taped seams, waterproof / ventilation. The page that compares has all of it side by side.", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for w, want := range map[*words.Language]string{words.English: tc.en, words.Lookup("de"): tc.de} {
				act := reply.Answer(w, tc.q, listOf(jacketAspects, all))
				if want != "" && act.Text != want {
					t.Errorf("%s %v %+v:\n got %s\nwant %s", w.Code(), act.Known, act.Offers, act.Text, want)
				}
			}
		})
	}
}

// The terms of a catalogue of power supplies: nothing is explained but by what the
// catalogue says.
func TestExplains(t *testing.T) {
	aspects, products := supplies(12)
	described := products[:2]
	gold := values("efficiency_rating", "80 PLUS Gold")
	described[1].Description = "Quiet. 80 PLUS Gold means at least 87 percent at full load."
	for _, tc := range []struct {
		name   string
		q      reply.Question
		en, de string // de: "" where it adds nothing
	}{
		{"a value", reply.Question{Kind: reply.Explain, Words: "80 plus gold", Condition: gold},
			"The catalogue does not explain “80 plus gold”. “80 PLUS Gold” is a value of “Efficiency rating”; 8 products have it.",
			"Der Katalog erklärt „80 plus gold“ nicht. „80 PLUS Gold“ ist ein Wert von „Efficiency rating“; 8 Produkte haben ihn."},
		{"a value that a description explains", reply.Question{Kind: reply.Explain, Words: "80 PLUS Gold", Products: described, Condition: gold},
			"The description of Supply 2 says: “80 PLUS Gold means at least 87 percent at full load”. “80 PLUS Gold” is a value of “Efficiency rating”; 8 products have it.", ""},
		{"an aspect", reply.Question{Kind: reply.Explain, Words: "wattage", Products: products, Aspects: []string{"wattage"}},
			"The catalogue does not explain “wattage”.",
			"Der Katalog erklärt „wattage“ nicht."},
		{"two values", reply.Question{Kind: reply.Differ, Words: "bronze and gold", Condition: values("efficiency_rating", "80 PLUS Bronze", "80 PLUS Gold")},
			"“80 PLUS Bronze”: 4 products. “80 PLUS Gold”: 8 products. More than that the catalogue does not say of how they differ.", ""},
		{"nothing known", reply.Question{Kind: reply.Explain, Words: "modular"},
			"The catalogue does not explain “modular”.",
			"Der Katalog erklärt „modular“ nicht."},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for w, want := range map[*words.Language]string{words.English: tc.en, words.Lookup("de"): tc.de} {
				act := reply.Answer(w, tc.q, listOf(aspects, products))
				if want != "" && act.Text != want {
					t.Errorf("%s %v:\n got %s\nwant %s", w.Code(), act.Known, act.Text, want)
				}
			}
		})
	}
}

func TestActs(t *testing.T) {
	all := jackets()
	list := listOf(jacketAspects, all)
	red := reply.Question{Kind: reply.Tell, Products: all[:1], Condition: values("colour", "red")}
	act := reply.Answer(words.English, red, list)
	if act.Kind != dialog.AskProduct || act.Aspect != "colour" || !act.Known || !slices.Equal(act.Products, []string{"j1"}) {
		t.Errorf("the act is %+v", act)
	}
	if len(act.Offers) != 1 || act.Offers[0].Text != "Keep only “red”" || len(act.Offers[0].Changes) != 1 {
		t.Fatalf("it offers %+v", act.Offers)
	}
	if c := act.Offers[0].Changes[0]; c.Op != search.AddLimit || c.Text != "Colour: red" || c.Condition.Key != "colour" {
		t.Errorf("it offers the change %+v", c)
	}

	list.Fits = []bool{true, true, true, false}
	if act := reply.Answer(words.English, red, list); !strings.Contains(act.Text, "there is 1 other") {
		t.Errorf("of those that fit it says %q", act.Text)
	}
	lightest := reply.Question{Kind: reply.Extreme, Aspects: []string{"weight"}, Down: true}
	act = reply.Answer(words.English, lightest, list)
	if !slices.Equal(act.Products, []string{"j2"}) || act.Aspect != "weight" || !act.Known {
		t.Errorf("the lightest of those that fit is %+v", act)
	}
	list.Fits = make([]bool, 4)
	lightest.Products = all[2:]
	if act := reply.Answer(words.English, lightest, list); !strings.HasPrefix(act.Text, "Gull: weight 250 g") {
		t.Errorf("where nothing fits and of one it is known it says %q", act.Text)
	}
	act = reply.Answer(words.English, reply.Question{Kind: reply.Differ, Products: all[:2]}, list)
	if act.Kind != dialog.Compare || !slices.Equal(act.Products, []string{"j1", "j2"}) {
		t.Errorf("the act is %+v", act)
	}
}

// Products are told apart by name, and long names are cut between words.
func TestNames(t *testing.T) {
	long := "Halden & Rye Strato Cabin Trolley Suitcase with TSA Lock, 37 l, "
	var products []catalog.Product
	for i, colour := range []string{"navy", "olive"} {
		products = append(products, catalog.Product{ID: colour, Title: long + colour, Stock: i + 1})
	}
	stock := reply.Question{Kind: reply.Tell, Products: products, Aspects: []string{catalog.KeyStock}}
	for _, tc := range []struct{ title, want string }{
		{long, "Stock: 1 in stock (Halden & Rye Strato Cabin Trolley Suitcase with… (navy)); 2 in stock (Halden & Rye Strato Cabin Trolley Suitcase with… (olive))."},
		{"Strato", "Stock: 1 in stock (Strato (navy)); 2 in stock (Strato (olive))."},
	} {
		if tc.title == "Strato" {
			products[0].Title, products[1].Title = tc.title, tc.title
		}
		if got := reply.Answer(words.English, stock, reply.List{}).Text; got != tc.want {
			t.Errorf("it says %q, want %q", got, tc.want)
		}
	}
	products[0].Title = long
	one := reply.Question{Kind: reply.Tell, Products: products[:1], Aspects: []string{catalog.KeyStock}}
	if got, want := reply.Answer(words.English, one, reply.List{}).Text, "Halden & Rye Strato Cabin Trolley Suitcase with…: 1 in stock."; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
}

// What feeds have a lot of is cut where it is not the point.
func TestLongTexts(t *testing.T) {
	p := jackets()[1]
	p.Attributes = []catalog.Attribute{{Key: "function", Values: text("a", "b", "c", "d", "e", "f", "g", "h")}}
	p.Description = strings.Repeat("Plain words come first and ", 12) + "only then the taped seams, " + strings.Repeat("and many more ", 20)
	list := listOf(jacketAspects, []catalog.Product{p})
	for _, tc := range []struct {
		q    reply.Question
		want string
	}{
		{reply.Question{Kind: reply.Tell, Condition: values("function", "waterproof")},
			"Kelpie Breakwater: function a, b, c, d, e, f, g, h. “waterproof” is not listed."},
		{reply.Question{Kind: reply.Tell, Words: "taped seams"},
			"The description of Kelpie Breakwater says: “…Plain words come first and only then the taped seams, and"},
	} {
		tc.q.Products = []catalog.Product{p}
		if got := reply.Answer(words.English, tc.q, list).Text; !strings.HasPrefix(got, tc.want) || len(got) > 300 {
			t.Errorf("it says %q, want %q", got, tc.want)
		}
	}
}

// The price of a product whose variants differ in it is the lowest, with "from".
func TestPriceOfVariants(t *testing.T) {
	products := jackets()[:2]
	for size, minor := range map[string]int64{"S": 8900, "M": 9900} {
		products[1].Variants = append(products[1].Variants, catalog.Variant{ID: size, Stock: -1,
			Price: catalog.Price{Minor: minor, Currency: "EUR"}, Options: []catalog.Option{{Name: "Size", Value: size}}})
	}
	q := reply.Question{Kind: reply.Tell, Products: products, Aspects: []string{"price"}}
	want := "Price: €149.95 (Stormhythe Pier Rain Jacket); from €89.00 (Kelpie Breakwater)."
	if got := reply.Answer(words.English, q, listOf(nil, products)).Text; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
}

// Of as many stars, but not of as many ratings, neither is called the better.
func TestRatedAlike(t *testing.T) {
	products := jackets()[:2]
	products[1].Rating = products[0].Rating
	got := reply.Answer(words.English, reply.Question{Kind: reply.Extreme, Among: true, Products: products, Aspects: []string{"rating"}}, listOf(jacketAspects, products)).Text
	want := "Rating: 4.6 of 5 from 120 ratings (Stormhythe Pier Rain Jacket); 4.6 of 5 from 1 rating (Kelpie Breakwater)."
	if got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
}

func TestAmount(t *testing.T) {
	for _, tc := range []struct {
		key, unit string
		number    float64
		want      string
	}{
		{catalog.KeyPrice, "EUR", 40, "€40"},
		{catalog.KeyPrice, "USD", 12.5, "$12.50"},
		{catalog.KeyPrice, "GBP", 3, "£3"},
		{catalog.KeyPrice, "SEK", 99, "99 SEK"},
		{"screen", "in", 27, "27 in"},
		{"year", "", 2024, "2024"},
		{"weight", "g", 800, "800 g"},
		{"weight", "g", 2500, "2.5 kg"},
		{"length", "mm", 1200, "1200 mm"},
		{"weight", "g", 25000, "25 kg"},
		{"yield", "pages", 30000, "30,000 pages"},
	} {
		if got := reply.Amount(words.English, &catalog.Aspect{Key: tc.key, Unit: tc.unit}, tc.number); got != tc.want {
			t.Errorf("%v %s is spelled %q, want %q", tc.number, tc.unit, got, tc.want)
		}
	}
}
