package canned

import "shopclerk/views"

// firstTurn is a conversation just begun: one message, three questions, a long
// list with pictures.
func firstTurn() views.Talk {
	return views.Talk{
		Title:        "Keyboards",
		Announcement: "2,971 products now, 3 questions.",
		Latest: []views.Line{
			{From: views.Shopper, Text: "I need a keyboard for the office"},
			{From: views.Clerk, Text: "2,971 keyboards. These three answers would narrow them down the most."},
		},
		Delete: "/c/k7q2/delete",
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
			Compare:  views.Form{Action: "/compare", Hidden: []views.Field{{Name: "c", Value: "k7q2"}}},
			Keep:     "/c/k7q2",
			More:     views.Link{Text: "Show 20 more", URL: "/c/k7q2?show=40#p21"},
		},
	}
}

func questions() []views.Question {
	return []views.Question{
		{
			Name: "connection", Text: "Which connection?", Help: "Wireless keyboards need a battery, or a charge now and then.",
			Options: []views.Option{
				{Value: "0", Label: "Wired", Count: 1630},
				{Value: "1", Label: "Wireless", Count: 1187, Checked: true},
				{Value: "2", Label: "Both", Count: 154},
			},
			Because: views.Because{
				Effect:  "2,971 products fit. An answer leaves about 1,376 on average. The chance that yours is on the first page stays at less than 1\u00a0%.",
				Options: []int{1630, 1187, 154}, None: 2971,
			},
		},
		{
			Name: "price", Text: "What would you like to spend?",
			Options: []views.Option{
				{Value: "0", Label: "under €40", Count: 702},
				{Value: "1", Label: "€40 to €80", Count: 811},
				{Value: "2", Label: "€80 to €120", Count: 540},
				{Value: "3", Label: "€120 to €180", Count: 377},
				{Value: "4", Label: "€180 to €250", Count: 298},
			},
			Other: views.Rest{Label: "€250 and more", Count: 174},
			Because: views.Because{
				Effect:  "2,971 products fit. An answer to this question alone leaves about 620 on average. With the question above answered too, the chance that yours is on the first page rises from less than 1\u00a0% to 4\u00a0%.",
				Options: []int{702, 811, 540, 377, 298}, Other: 243, None: 2971,
				Unknown: "Of 69 products it is not known: they stay with the last two answers.",
				Rivals: []string{
					"Layout tells less: 1.9 bits to this one’s 2.4.",
					"Wireless range repeats much of the question above: 0.4 bits to this one’s 2.4.",
					"Polling rate tells more, but is harder to answer: 2.5 bits to this one’s 2.4.",
				},
			},
		},
		{
			Name: "brand", Text: "Which brand?",
			Options: []views.Option{
				{Value: "0", Label: "Larkfield", Count: 412},
				{Value: "1", Label: "Ostrander", Count: 389},
				{Value: "2", Label: "A to Ha: Corvane, Haverill and 46 more", Count: 611},
				{Value: "3", Label: "Hu to O: Ilex, Merrow and 38 more", Count: 596},
				{Value: "4", Label: "P to Te: Tamarind, Quill and 27 more", Count: 502},
			},
			Other: views.Rest{Label: "something else, such as Vell or Thornbury (Th to Z)", Count: 461},
			Because: views.Because{
				Effect:  "2,971 products fit. An answer to this question alone leaves about 505 on average. With the questions above answered too, the chance that yours is on the first page rises from 4\u00a0% to 19\u00a0%.",
				Options: []int{412, 389, 611, 596, 502}, Other: 461, None: 2971,
				Rivals: []string{"Switches tells less: 1.4 bits to this one’s 2.5."},
			},
		},
	}
}

// lastQuestion was asked before questions could explain themselves.
func lastQuestion() []views.Question {
	return []views.Question{{
		Name: "switches", Text: "Which switches?",
		Options: []views.Option{
			{Value: "0", Label: "Cherry MX Red", Count: 41},
			{Value: "1", Label: "Cherry MX Brown", Count: 38},
			{Value: "2", Label: "Rubber dome", Count: 30},
			{Value: "3", Label: "Quiet linear", Count: 9},
			{Value: "4", Label: "Low profile", Count: 1},
		},
	}}
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
			Pinned: true,
			Pick:   "kb-1", Put: cardPut("kb-1", "p1", "Larkfield Quiet 87"),
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
		Announcement: "128 products now, 17 full matches, 1 question.",
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
		Questions: views.Questions{Form: to("answer", "turn", "3"), Asks: lastQuestion()},
		Say:       say(),
		Results: views.Results{
			Total: 128, Full: 17, Pictures: true,
			Banners: []string{"Free delivery of everything above €50 until Sunday."},
			Notes:   []string{"Nothing had all of that; I left out: blue."},
			Fitted:  views.Fitted{Before: 31, Now: 17},
			Orders:  orders(),
			Facets:  facets(),
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
		Announcement: "3 products now, 2 full matches.",
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
		}, Query: views.Query{
			Text:   "SELECT p.ref FROM product p WHERE 1\nAND p.category IN (SELECT id FROM category WHERE path IN (?))\nORDER BY p.ref",
			Values: []string{"Case fan"},
		}},
	}
}

// nothingTurn is a list that came out empty, with two ways out.
func nothingTurn() views.Talk {
	return views.Talk{
		Title:        "Desk lamps",
		Announcement: "No products now.",
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
