package reply_test

import (
	"strconv"

	"shopclerk/agent/reply"
	"shopclerk/catalog"
)

// The shop of these tests: four jackets and a power supply each of two kinds, as feeds
// tell them.

var jacketAspects = []catalog.Aspect{
	{Key: catalog.KeyBrand, Label: "Brand", Kind: catalog.Single},
	{Key: catalog.KeyPrice, Label: "Price", Kind: catalog.Numeric, Unit: "EUR"},
	{Key: catalog.KeyRating, Label: "Rating", Kind: catalog.Numeric},
	{Key: "colour", Label: "Colour", Kind: catalog.Multi},
	{Key: "function", Label: "Function", Kind: catalog.Multi},
	{Key: "hood", Label: "Hood", Kind: catalog.Flag},
	{Key: "material", Label: "Material", Kind: catalog.Single},
	{Key: "net_weight", Label: "Net weight", Kind: catalog.Numeric, Unit: "g"},
	{Key: "weight", Label: "Weight", Kind: catalog.Numeric, Unit: "g"},
}

func text(values ...string) []catalog.Value {
	var out []catalog.Value
	for _, v := range values {
		out = append(out, catalog.Value{Text: v})
	}
	return out
}

func numbers(values ...float64) []catalog.Value {
	var out []catalog.Value
	for _, v := range values {
		out = append(out, catalog.Value{Text: catalog.FormatNumber(v), Number: v})
	}
	return out
}

func jackets() []catalog.Product {
	const path = "Clothing > Rain jackets"
	return []catalog.Product{
		{
			Ref: 1, ID: "j1", Category: path, Title: "Stormhythe Pier Rain Jacket", Brand: "Stormhythe",
			Price: catalog.Price{Minor: 14995, Currency: "EUR"}, Rating: 4.6, Ratings: 120, Stock: 3,
			Description: "A shell for wet days. The cover is dishwasher safe up to 60 degrees. Made for hiking in the hills.",
			Attributes: []catalog.Attribute{
				{Key: "colour", Values: text("black", "navy")}, {Key: "function", Values: text("taped seams", "waterproof")},
				{Key: "hood", Values: text("yes")}, {Key: "material", Values: text("recycled nylon")}, {Key: "weight", Values: numbers(310)},
			},
		},
		{
			Ref: 2, ID: "j2", Category: path, Title: "Kelpie Breakwater", Brand: "Kelpie",
			Price: catalog.Price{Minor: 8900, Currency: "EUR"}, Rating: 4.2, Ratings: 1, Stock: 0,
			Description: "Light, and also sold in red.",
			Attributes: []catalog.Attribute{
				{Key: "colour", Values: text("black")}, {Key: "function", Values: text("ventilation")},
				{Key: "hood", Values: text("no")}, {Key: "material", Values: text("cotton")}, {Key: "weight", Values: numbers(250)},
			},
		},
		{
			Ref: 3, ID: "j3", Category: path, Title: "Kelpie Gannet", Brand: "Kelpie",
			Price: catalog.Price{Minor: 8900, Currency: "EUR"}, Stock: -1,
			Description: "It has a hood that rolls away.",
			Attributes:  []catalog.Attribute{{Key: "colour", Values: text("red")}, {Key: "net_weight", Values: numbers(240, 260)}},
		},
		{Ref: 4, ID: "j4", Category: path, Title: "Gull", Stock: -1, Attributes: []catalog.Attribute{
			{Key: "colour", Values: text("red")}, {Key: "weight", Values: numbers(250)},
		}},
	}
}

// listOf is the list of some products, with their aspects.
func listOf(aspects []catalog.Aspect, products []catalog.Product) reply.List {
	shelf := &catalog.Shelf{Name: products[0].Category}
	for _, p := range products {
		shelf.Refs = append(shelf.Refs, p.Ref)
	}
	for _, a := range aspects {
		cells := make([][]catalog.Value, len(products))
		for i, p := range products {
			cells[i] = p.Of(a.Key)
			switch {
			case a.Key == catalog.KeyPrice && p.Price.Known():
				cells[i] = numbers(p.Price.Major())
			case a.Key == catalog.KeyRating && p.Rating > 0:
				cells[i] = numbers(p.Rating)
			case a.Key == catalog.KeyBrand && p.Brand != "":
				cells[i] = text(p.Brand)
			}
		}
		shelf.Columns = append(shelf.Columns, catalog.NewColumn(a, cells))
	}
	category := &catalog.Category{Path: products[0].Category, Name: "Rain jackets", Size: len(products), Aspects: aspects}
	return reply.List{
		Shelf:    shelf,
		Category: func(string) *catalog.Category { return category },
		Products: func(refs []catalog.Ref) []catalog.Product {
			var out []catalog.Product
			for _, r := range refs {
				for _, p := range products {
					if p.Ref == r {
						out = append(out, p)
					}
				}
			}
			return out
		},
	}
}

// supplies are n power supplies: the first two of three are of gold.
func supplies(n int) ([]catalog.Aspect, []catalog.Product) {
	aspects := []catalog.Aspect{
		{Key: "efficiency_rating", Label: "Efficiency rating", Kind: catalog.Single},
		{Key: "wattage", Label: "Wattage", Kind: catalog.Numeric, Unit: "W"},
	}
	var out []catalog.Product
	for i := range n {
		rating := "80 PLUS Gold"
		if i%3 == 2 {
			rating = "80 PLUS Bronze"
		}
		id := strconv.Itoa(i + 1)
		out = append(out, catalog.Product{
			Ref: catalog.Ref(i + 1), ID: "p" + id, Category: "Power supplies", Title: "Supply " + id, Stock: -1,
			Attributes: []catalog.Attribute{{Key: "efficiency_rating", Values: text(rating)}, {Key: "wattage", Values: numbers(float64(500 + 50*(i%5)))}},
		})
	}
	return aspects, out
}
