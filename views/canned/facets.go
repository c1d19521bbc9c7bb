package canned

import "shopclerk/views"

func orders() views.Orders {
	return views.Orders{
		List: []views.Choice{
			{Text: "Relevance", URL: "/c/k7q2?v=3", Now: true},
			{Text: "Lowest price", URL: "/c/k7q2?v=3&sort=price"},
			{Text: "Rating", URL: "/c/k7q2?v=3&sort=rating"},
		},
		Note: "Full matches first, then near matches; each by how well they fit.",
	}
}

// facets has a facet of each sort: numbers with bounds, few names, many names.
func facets() views.Facets {
	price := views.Facet{Name: "price", Label: "Price", Open: true, Span: views.Span{
		Unit: "€", High: "80", Least: "12.5", Most: "340",
		Text: "Price of 128 products: from €12.50 to €340. Most, 40, at 40 to €60.",
	}}
	for i, b := range []struct {
		height int
		text   string
	}{
		{6, "0 to €20: 8 products"}, {18, "20 to €40: 22 products"}, {views.BarHeight, "40 to €60: 40 products"},
		{20, "60 to €80: 25 products"}, {0, "80 to €100: 0 products"}, {26, "€100 and more: 33 products"},
	} {
		price.Span.Bars = append(price.Span.Bars, views.Bar{Height: b.height, Text: b.text, Asked: i < 4})
	}
	return views.Facets{Form: to("facet", "v", "3"), Ticked: 2, List: []views.Facet{
		price,
		{Name: "connection", Label: "Connection", Open: true, Ticks: []views.Tick{
			{Value: "Wireless", Label: "Wireless", Count: 17, Ticked: true},
			{Value: "Wired", Label: "Wired", Count: 61},
		}},
		{Name: "brand", Label: "Brand", Rest: 40,
			Ticks: []views.Tick{{Value: "Larkfield", Label: "Larkfield", Count: 9}, {Value: "Ostrander", Label: "Ostrander", Count: 1}},
			More:  []views.Tick{{Value: "Tamarind", Label: "Tamarind", Count: 1}},
		},
		{Name: "weight", Label: "Weight", Span: views.Span{Unit: "g"}},
	}}
}

// hostileFacets has a hostile or overlong text wherever a text goes.
func hostileFacets() views.Facets {
	tick := views.Tick{Value: quotes, Label: long + script, Count: 1234567}
	return views.Facets{Form: views.Form{Action: address}, Ticked: 1, List: []views.Facet{
		{Name: quotes, Label: long, Open: true, Ticks: []views.Tick{tick}, More: []views.Tick{tick}, Rest: 1},
		{Name: script, Label: hebrew, Open: true, Span: views.Span{
			Unit: script, Low: quotes, High: quotes, Least: quotes, Text: quotes,
			Bars: []views.Bar{{Height: 3, Text: script}, {Height: views.BarHeight, Text: quotes, Asked: true}},
		}},
	}}
}
