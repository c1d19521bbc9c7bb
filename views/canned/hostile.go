package canned

import "shopclerk/views"

// What a feed or a shopper might send to break out of a text, an attribute or a
// link.
const (
	script  = `<script>alert("boo")</script>`
	quotes  = `"><img src=x onerror='alert(1)'>`
	address = "javascript:alert(1)"
	long    = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
	hebrew  = "מקלדת שקטה למשרד"
)

// hostileTurn has a hostile, overlong or right-to-left text wherever a text goes.
func hostileTurn() views.Talk {
	return views.Talk{
		Title:        script,
		Announcement: quotes,
		Earlier:      []views.Line{{From: views.Shopper, Text: script, Answers: []views.Given{{Text: quotes, Edit: address}, {Text: long + long, Edit: "/c/k7q2?edit=1"}}}},
		Latest:       []views.Line{{From: views.Shopper, Text: hebrew}, {From: views.Clerk, Text: long + " " + quotes}},
		Understood: views.Understood{
			Chips: []views.Chip{
				{Kind: views.ChipWish, Text: quotes, Drop: to("drop", "change", quotes)},
				{Kind: views.ChipWords, Text: long, Edit: address, Drop: drop("2")},
				{Kind: views.ChipLimit, Text: hebrew, Drop: views.Form{Action: address}},
			},
		},
		Questions: views.Questions{Form: to("answer"), Asks: []views.Question{{
			Name: quotes, Text: long,
			Options: []views.Option{{Value: quotes, Label: script, Count: 3}, {Value: "1", Label: long + long, Count: 1}},
			Other:   views.Rest{Label: "something else, such as " + quotes, Count: 2},
			Because: views.Because{Effect: script, Options: []int{3, 1}, Other: 2, None: 6, Unknown: quotes, Rivals: []string{long + long, hebrew}},
		}}},
		Say: say(),
		Results: views.Results{
			Total: 2, Full: 1, Pictures: true,
			Notes: []string{script}, Banners: []string{script},
			Sections: []views.Section{{Kind: views.NearMatches, Cards: []views.Card{
				{
					ID: "p1", URL: address, Title: long + long, Brand: quotes, Price: "€1,000,000.00", Rating: "0.5", Ratings: 1,
					Picture:     views.Picture{URL: address, Alt: quotes},
					Differences: []string{script, long},
					Attributes:  []views.Attribute{{Label: long, Value: long, Matched: true}, {Label: quotes, Value: script}},
					Why:         views.Why{Reasons: []string{quotes}, Shares: []views.Share{{Label: script, Percent: 250, Text: quotes}}},
				},
				{ID: "p2", URL: "data:text/html,x", Title: hebrew, Picture: views.Picture{URL: "data:image/svg+xml,x"}},
			}}},
			Orders: views.Orders{List: []views.Choice{{Text: script, URL: address, Now: true}, {Text: long, URL: "/c/k7q2"}}, Note: quotes},
			Facets: hostileFacets(),
			More:   views.Link{Text: script, URL: address},
			End:    script,
		},
	}
}

func hostileProduct(p views.Page) views.Product {
	return views.Product{
		Page: p, Back: views.Link{Text: script, URL: address},
		Title: long + quotes, Category: script, Brand: script, Price: quotes, Rating: script, Stock: script,
		Picture:     views.Picture{URL: "https://pictures.example/a.jpg?x=\"'><script>", Alt: quotes},
		Put:         views.Put{Form: views.Form{Action: "/basket", Hidden: []views.Field{{Name: quotes, Value: script}}}, ID: "evil", Product: script, Quantity: 1, Most: 99},
		Compare:     views.Link{Text: script, URL: address},
		Fit:         []views.Verdict{{Kind: views.Missed, Asked: script, Has: quotes}, {Kind: views.Unknown, Asked: long}},
		Details:     []views.Group{{Title: script, Attributes: []views.Attribute{{Label: script, Value: quotes}, {Label: long, Value: hebrew}}}},
		Similar:     []views.Tile{{URL: address, Title: script, Picture: views.Picture{URL: address}, Compare: views.Link{Text: quotes, URL: address}}},
		Description: []string{script, long},
		Shop:        views.Link{Text: script, URL: "vbscript:msgbox(1)"},
	}
}
