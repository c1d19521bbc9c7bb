package canned

import "shopclerk/views"

func comparePage(p views.Page) views.Compare {
	column := func(id, title, price string) views.Column {
		return views.Column{
			Tile:    views.Tile{URL: "/p/" + id, Title: title, Price: price, Picture: picture("keyboard")},
			Without: views.Link{Text: "Take away", URL: "/compare?c=k7q2"},
			Put:     putting(id, title, 0, false),
		}
	}
	return views.Compare{
		Page: p, Back: back,
		Notes: []string{"Up to four stand side by side. Left out: Tamarind One."},
		Columns: []views.Column{
			column("quiet-87", "Larkfield Quiet 87", "€74.90"), column("ilex-75", "Ilex 75 wireless keyboard, German layout", "€94.00"),
			column("merrow", "Merrow Low", ""), column("quill", "Quill Typist", "€1,249.00"),
		},
		Rows: []views.CompareGroup{
			{Title: "Where they differ", Differs: true, Rows: []views.CompareRow{
				{Label: "Price", Cells: []views.CompareCell{{Value: "€74.90", Fit: views.Met}, {Value: "€94.00", Fit: views.Met}, {}, {Value: "€1,249.00", Fit: views.Missed}}},
				{Label: "Switches", Cells: []views.CompareCell{{Value: "Linear, damped"}, {Value: "Tactile"}, {Value: "Scissor"}, {Value: "Buckling spring"}}},
			}},
			{Title: "Where they are the same", Rows: []views.CompareRow{
				{Label: "Layout", Cells: []views.CompareCell{{Value: "German"}, {Value: "German"}, {Value: "German"}, {Value: "German"}}},
			}},
		},
	}
}

func compareOne(p views.Page) views.Compare {
	c := comparePage(p)
	one := views.Compare{Page: p, Back: back, Columns: c.Columns[:1], Add: tiles("/compare?p=quiet-87&c=k7q2&p=")}
	one.Rows = []views.CompareGroup{{Title: "Details", Rows: []views.CompareRow{{Label: "Switches", Cells: []views.CompareCell{{Value: "Linear, damped"}}}}}}
	return one
}

func hostileCompare(p views.Page) views.Compare {
	evil := views.Link{Text: quotes, URL: address}
	tile := views.Tile{URL: address, Title: long + quotes, Price: script, Picture: views.Picture{URL: address, Alt: quotes}, Compare: evil}
	return views.Compare{
		Page: p, Back: evil, Notes: []string{script},
		Columns: []views.Column{{Tile: tile, Without: evil, Put: views.Put{Form: views.Form{Action: address}}}, {Tile: views.Tile{Title: hebrew}}},
		Rows: []views.CompareGroup{{Title: script, Differs: true, Rows: []views.CompareRow{
			{Label: long, Cells: []views.CompareCell{{Value: long, Fit: views.Missed}, {Value: quotes, Fit: views.Met}}},
			{Label: quotes, Cells: []views.CompareCell{{Value: script}, {}}},
		}}},
		Add: []views.Tile{tile},
	}
}
