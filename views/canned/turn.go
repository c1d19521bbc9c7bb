package canned

import "shopclerk/views"

// firstTurn is a conversation just begun: one message, three questions, a long
// list with pictures.
func firstTurn() views.Talk {
	return views.Talk{
		Title:        "Keyboards",
		Announcement: views.Announce(2971, 0, 3),
		Latest: []views.Line{
			{From: views.Shopper, Text: "I need a keyboard for the office"},
			{From: views.Clerk, Text: "2,971 keyboards. These three answers would narrow them down the most."},
		},
		Understood: views.Understood{
			Chips: []views.Chip{
				{Kind: views.ChipScope, Text: "Keyboards", Drop: drop("1")},
				{Kind: views.ChipWords, Text: "office", Drop: drop("2")},
			},
			Undo: to("undo"), Reset: to("reset"),
		},
		Questions: views.Questions{Form: to("answer", "turn", "1"), Asks: questions()},
		Say:       say(),
		Results: views.Results{
			Total:    2971,
			Pictures: true,
			Sections: []views.Section{{Kind: views.AllProducts, Cards: keyboards()}},
			More:     views.Link{Text: "Show 20 more", URL: "/c/k7q2?show=40#p21"},
		},
	}
}

func questions() []views.Question {
	return []views.Question{
		{
			Name: "connection", Text: "How should it connect?", Why: "Splits the list best: almost in half.",
			Options: []views.Option{
				{Value: "0", Label: "Wired", Count: 1630},
				{Value: "1", Label: "Wireless", Count: 1187, Checked: true},
				{Value: "2", Label: "Both", Count: 154},
			},
		},
		{
			Name: "price", Text: "What may it cost?",
			Options: []views.Option{
				{Value: "0", Label: "under €40", Count: 702},
				{Value: "1", Label: "€40 to €80", Count: 811},
				{Value: "2", Label: "€80 to €120", Count: 540},
				{Value: "3", Label: "€120 to €180", Count: 377},
				{Value: "4", Label: "€180 and more", Count: 298},
			},
		},
		{
			Name: "switches", Text: "Which switches do you like?",
			Options: []views.Option{
				{Value: "0", Label: "Cherry MX Red", Count: 412},
				{Value: "1", Label: "Cherry MX Brown", Count: 389},
				{Value: "2", Label: "Rubber dome", Count: 301},
				{Value: "3", Label: "Quiet linear", Count: 96},
				{Value: "4", Label: "Low profile", Count: 1},
			},
		},
	}
}

func keyboards() []views.Card {
	return []views.Card{
		{
			ID: "p1", URL: "/p/kb-1?c=k7q2", Title: "Larkfield Quiet 87", Brand: "Larkfield", Price: "€74.90", Rating: "4.6", Ratings: 1284,
			Picture: picture("keyboard"),
			Attributes: []views.Attribute{
				{Label: "Connection", Value: "Wireless", Matched: true},
				{Label: "Switches", Value: "Quiet linear", Matched: true},
				{Label: "Colour", Value: "Graphite / Marigold"},
			},
			Why: views.Why{
				Reasons: []string{"Its text has the word “office”.", "It is wireless, as you answered."},
				Shares: []views.Share{
					{Label: "Words in its text", Percent: 54, Text: "+0.42"},
					{Label: "Your answers", Percent: 31, Text: "+0.24"},
					{Label: "Price fit", Percent: 15, Text: "+0.12"},
				},
			},
		},
		{
			ID: "p2", URL: "/p/kb-2?c=k7q2", Title: "Ostrander Studio Board with numeric keypad, palm rest and two spare cables", Brand: "Ostrander", Price: "€129.00", Rating: "4.1", Ratings: 57,
			Picture: picture("keyboard"),
			Attributes: []views.Attribute{
				{Label: "Connection", Value: "Wired, Wireless", Matched: true},
				{Label: "Switches", Value: "Cherry MX Brown"},
			},
			Why: views.Why{Reasons: []string{"It can be used without a cable, as you answered."}},
		},
		{
			ID: "p3", URL: "/p/kb-3?c=k7q2", Title: "Tamarind Slim", Brand: "Tamarind", Price: "",
			Attributes: []views.Attribute{{Label: "Connection", Value: "Wired"}},
		},
		{
			ID: "p4", URL: "/p/kb-4?c=k7q2", Title: "Haverill Keys No. 4", Brand: "Haverill", Price: "€38.50", Rating: "3.9", Ratings: 12,
			Picture: picture("keyboard"),
			Attributes: []views.Attribute{
				{Label: "Connection", Value: "Wireless", Matched: true},
				{Label: "Switches", Value: "Rubber dome"},
				{Label: "Layout", Value: "60 %"},
			},
		},
	}
}

// laterTurn is a conversation of some turns: every kind of chip, near matches,
// a relaxed demand, earlier lines folded away.
func laterTurn() views.Talk {
	cards := keyboards()
	near := cards[1:]
	near[0].Differences = []string{"€129.00 instead of under €80", "tactile instead of quiet switches"}
	near[1].Differences = []string{"price unknown"}
	near[2].Differences = []string{"red instead of black"}
	return views.Talk{
		Title:        "Keyboards: quiet, under €80",
		Announcement: views.Announce(128, 17, 1),
		Earlier: []views.Line{
			{From: views.Shopper, Text: "I need a keyboard for the office"},
			{From: views.Clerk, Text: "2,971 keyboards. These three answers would narrow them down the most."},
			{From: views.Shopper, Text: "Wireless · €40 to €80 · Quiet linear"},
			{From: views.Clerk, Text: "203 keyboards, 31 of them full matches."},
		},
		Latest: []views.Line{
			{From: views.Shopper, Text: "not white, and preferably black or blue.\nIt must not wake the baby!"},
			{From: views.Clerk, Text: "128 keyboards, 17 of them full matches. One question is left that would change the first page."},
		},
		Understood: views.Understood{
			Chips: []views.Chip{
				{Kind: views.ChipScope, Text: "Keyboards", Drop: drop("1")},
				{Kind: views.ChipLimit, Text: "under €80", Drop: drop("3")},
				{Kind: views.ChipLimit, Text: "not white", Drop: drop("6")},
				{Kind: views.ChipWish, Text: "Wireless", Drop: drop("4")},
				{Kind: views.ChipWish, Text: "Quiet linear", Drop: drop("5")},
				{Kind: views.ChipWish, Text: "black", Drop: drop("7")},
				{Kind: views.ChipWords, Text: "must not wake the baby", Drop: drop("8")},
			},
			Undo: to("undo"), Reset: to("reset"),
		},
		Questions: views.Questions{Form: to("answer", "turn", "3"), Asks: questions()[2:]},
		Say:       say(),
		Results: views.Results{
			Total: 128, Full: 17, Pictures: true,
			Notes: []string{"Nothing had all of that; I left out: blue."},
			Sections: []views.Section{
				{Kind: views.FullMatches, Cards: cards[:1]},
				{Kind: views.NearMatches, Cards: near},
			},
			More: views.Link{Text: "Show 20 more", URL: "/c/k7q2?show=40#p21"},
		},
	}
}

// plainTurn is a list of products without pictures, and no question left.
func plainTurn() views.Talk {
	cards := []views.Card{
		{ID: "p1", URL: "/p/fan-1", Title: "Vell P12 56.3 CFM 120 mm Fan", Brand: "Vell", Price: "$9.99", Attributes: []views.Attribute{
			{Label: "Size", Value: "120 mm", Matched: true}, {Label: "Noise level", Value: "22.5 dB", Matched: true}, {Label: "PWM", Value: "yes"}, {Label: "Colour", Value: "Black"}}},
		{ID: "p2", URL: "/p/fan-2", Title: "Vell P12 Five Pack 56.3 CFM 120 mm Fans, with every screw and cable that five of them need", Brand: "Vell", Attributes: []views.Attribute{
			{Label: "Size", Value: "120 mm", Matched: true}, {Label: "Noise level", Value: "22.5 dB", Matched: true}}},
		{ID: "p3", URL: "/p/fan-3", Title: "Corvane QX 63.1 CFM 120 mm Fan", Brand: "Corvane", Price: "$39.99", Attributes: []views.Attribute{
			{Label: "Size", Value: "120 mm", Matched: true}, {Label: "Noise level", Value: "37 dB"}}},
	}
	cards[2].Differences = []string{"37 dB instead of at most 25 dB"}
	return views.Talk{
		Title:        "Case fans",
		Announcement: views.Announce(3, 2, 0),
		Latest: []views.Line{
			{From: views.Shopper, Text: "120 mm case fan, at most 25 dB"},
			{From: views.Clerk, Text: "Three fans, two of them full matches. Few enough to read, so I ask nothing more."},
		},
		Understood: views.Understood{
			Chips: []views.Chip{
				{Kind: views.ChipScope, Text: "Case fans", Drop: drop("1")},
				{Kind: views.ChipWish, Text: "Size 120 mm", Drop: drop("2")},
				{Kind: views.ChipWish, Text: "Noise level at most 25 dB", Drop: drop("3")},
			},
			Undo: to("undo"), Reset: to("reset"),
		},
		Say: say(),
		Results: views.Results{Total: 3, Full: 2, Sections: []views.Section{
			{Kind: views.FullMatches, Cards: cards[:2]},
			{Kind: views.NearMatches, Cards: cards[2:]},
		}},
	}
}

// nothingTurn is a list that came out empty, with two ways out.
func nothingTurn() views.Talk {
	return views.Talk{
		Title:        "Desk lamps",
		Announcement: views.Announce(0, 0, 0),
		Latest: []views.Line{
			{From: views.Shopper, Text: "desk lamp under €2, not metal"},
			{From: views.Clerk, Text: "No desk lamp costs under €2. The cheapest that is not metal costs €14.50."},
		},
		Understood: views.Understood{
			Chips: []views.Chip{
				{Kind: views.ChipScope, Text: "Desk lamps", Drop: drop("1")},
				{Kind: views.ChipLimit, Text: "under €2", Drop: drop("2")},
				{Kind: views.ChipLimit, Text: "not metal", Drop: drop("3")},
			},
			Undo: to("undo"), Reset: to("reset"),
		},
		Say: say(),
		Results: views.Results{Remedies: []views.Remedy{
			{Text: "Drop “under €2”", Form: drop("2")},
			{Text: "Drop “not metal”", Form: drop("3")},
		}},
	}
}
