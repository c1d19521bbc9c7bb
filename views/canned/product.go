package canned

import "shopclerk/views"

func productPage(p views.Page) views.Product {
	card := keyboards()[0]
	return views.Product{
		Page: p, Back: back,
		Title: card.Title, Category: "Computing > Input > Keyboards", Brand: card.Brand, Price: card.Price,
		Rating: card.Rating, Ratings: card.Ratings, Stock: "12 in stock", Picture: picture("keyboard"),
		Put:     putting("quiet-87", card.Title, 1, false),
		Compare: views.Link{Text: "Compare", URL: "/compare?p=quiet-87&c=k7q2"},
		Fit: []views.Verdict{
			{Kind: views.Met, Asked: "up to €150"},
			{Kind: views.Missed, Asked: "Layout: full size", Has: "80 %, German"},
			{Kind: views.Unknown, Asked: "Noise: under 40 dB"},
		},
		Details: []views.Group{
			{Title: "What you asked for", Attributes: append(card.Attributes, views.Attribute{Label: "Layout", Value: "80 %, German"})},
			{Title: "Measures", Attributes: []views.Attribute{{Label: "Weight", Value: "780 g"}, {Label: "Height", Value: "32 mm"}}},
			{Title: "Has", Attributes: []views.Attribute{{Label: "Backlight", Value: "no"}, {Label: "Hot-swappable", Value: "yes"}}},
			{Title: "More", Attributes: []views.Attribute{
				{Label: "Target customer", Value: "Offices, open-plan rooms, people who type at night beside somebody who sleeps"},
			}},
		},
		Description: []string{
			"Eighty-seven keys on damped linear switches, in a case of recycled aluminium. A charge lasts about three weeks at eight hours a day.",
			"Pairs with three devices. The cable in the box is 1.8 m long.",
		},
		Similar: tiles("/compare?p=quiet-87&c=k7q2&p="),
		Shop:    views.Link{Text: "See it at Larkfield", URL: "https://shop.example/quiet-87"},
	}
}

// variedProduct is a product that comes in several forms, one of them chosen or none.
func variedProduct(p views.Page, chosen bool) views.Product {
	v := productPage(p)
	v.Choices = []views.FormChoice{
		{ID: "choice-1", Name: "Colour", Values: []views.FormValue{
			{Text: "Red", URL: "/p/quiet-87-r", Swatch: "#cc3a3a", Chosen: chosen},
			{Text: "Black", URL: "/p/quiet-87-b", Swatch: "#26282c"},
		}},
		{ID: "choice-2", Name: "Layout", Values: []views.FormValue{
			{Text: "ISO", URL: "/p/quiet-87-r", Chosen: chosen},
			{Text: "ANSI", URL: "/p/quiet-87-a", SoldOut: true},
		}},
	}
	if chosen {
		v.Choices[0].Chosen, v.Choices[1].Chosen = "Red", "ISO"
		return v
	}
	v.Price, v.Stock, v.Put, v.Choose = "from "+v.Price, "", views.Put{}, "Colour, Layout"
	return v
}

// putting is the form that sets how many of a product are in the basket.
func putting(product, title string, quantity int, in bool) views.Put {
	action := "/basket"
	if in {
		action = "/basket/change"
	}
	return views.Put{
		Form: views.Form{Action: action, Hidden: []views.Field{{Name: "product", Value: product}}},
		ID:   product, Product: title, In: in, Quantity: quantity, Most: 99,
	}
}

// cardPut is the form of a card, which asks for no number.
func cardPut(product, id, title string) views.Put {
	p := putting(product, title, 0, false)
	p.ID, p.Form.Hidden = id, append(p.Form.Hidden, views.Field{Name: views.FieldQuantity, Value: "1"})
	return p
}

func tiles(compare string) []views.Tile {
	return []views.Tile{
		{URL: "/p/ilex-75", Title: "Ilex 75 wireless keyboard, German layout", Price: "€94.00", Picture: picture("keyboard"), Compare: views.Link{Text: "Compare", URL: compare + "ilex-75"}},
		{URL: "/p/merrow", Title: "Merrow Low", Picture: picture("keyboard"), Compare: views.Link{Text: "Compare", URL: compare + "merrow"}},
	}
}

// sparseProduct is a product of which the feed says next to nothing, and one piece
// of it in the basket.
func sparseProduct(p views.Page) views.Product {
	return views.Product{Page: p, Back: back, Title: "Fan hub", Category: "Case fans", Put: putting("hub", "Fan hub", 1, true)}
}
