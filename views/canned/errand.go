package canned

import "shopclerk/views"

// errandTurn is a conversation that mixes both: something is asked before an order is
// cancelled, something else waits, and lamps are searched for.
func errandTurn() views.Talk {
	t := plainTurn()
	t.Latest = []views.Line{
		{From: views.Shopper, Text: "cancel the lamp, send the fan back and show me case fans"},
		{From: views.Clerk, Text: "Case fans: 12 products."},
	}
	t.Questions = views.Questions{}
	t.Errands = views.Errands{
		Ended: []views.Ended{{Text: "That is not possible now: it has been shipped already.", Way: views.Link{Text: "To your orders", URL: "/orders"}}},
		Open: views.Errand{
			Title: "Cancel an order", Form: to("errand", "v", "1", "task", "t1"),
			Notes: []string{"There is no order “S99” now."},
			Asks: []views.Question{
				{
					Name: "e0", Text: "Which order?", One: true, Needed: true,
					Options: []views.Option{
						{Value: "0", Label: "Thornbury desk lamp, ordered 3 March"},
						{Value: "1", Label: "Thornbury floor lamp and 2 more articles, ordered 28 February"},
					},
					Because: views.Because{Effect: "Without an answer it can not be done. As it stands, the likeliest reading of what you want is right 50\u00a0% of the time; with your answer, 100\u00a0%."},
				},
				{
					Name: "e1", Text: "Which reason?", One: true, Closed: true,
					Options: []views.Option{{Value: "0", Label: "no longer needed"}, {Value: "1", Label: "ordered by mistake"}},
				},
			},
		},
		Waiting: []views.Waiting{{Title: "Send articles back", Drop: to("errand/drop", "v", "1", "task", "t2")}},
	}
	return t
}

// confirmTurn is a conversation about nothing but an order: there is no list.
func confirmTurn() views.Talk {
	return views.Talk{
		Alone: true, Title: "Cancel an order", Announcement: "Your word is needed: Cancel an order",
		Latest: []views.Line{{From: views.Shopper, Text: "cancel the lamp"}},
		Errands: views.Errands{Open: views.Errand{
			Title: "Cancel an order", Headed: true, Form: to("errand/confirm", "v", "1", "task", "t1"),
			Preview: "I cancel the whole order S1001: Thornbury desk lamp, €45.00.", Final: true,
			Yes: "Cancel the order", No: "No, keep it",
		}},
		Delete: "/c/k7q2/delete", Say: views.Message{Form: to("say"), MaxLength: 500, Hint: "Answer, or say something else"},
	}
}

// addressTurn asks for what is typed.
func addressTurn() views.Talk {
	t := confirmTurn()
	t.Title = "Order what is in the basket"
	t.Latest = []views.Line{{From: views.Shopper, Text: "order these"}}
	t.Errands = views.Errands{Open: views.Errand{
		Title: "Order what is in the basket", Form: to("errand", "v", "1", "task", "t1"),
		Asks: []views.Question{
			{Name: "e0", Text: "Street and number", Needed: true, Entry: views.Entry{Complete: "address-line1", Longest: 120, Needed: true}},
			{Name: "e1", Text: "Zip code", Help: "“1” has not the form that the zip code needs.", Needed: true, Entry: views.Entry{Complete: "postal-code", Longest: 120, Needed: true}},
			{Name: "e2", Text: "What is the number of pieces? From 0 to 99.", Entry: views.Entry{Type: "number", Low: "0", High: "99", Step: "1", Unit: "pieces", Needed: true}},
			{Name: "e3", Text: "Which day?", Entry: views.Entry{Type: "date", Low: "2026-03-01"}},
		},
	}}
	return t
}

// deedTurn tells what was done.
func deedTurn() views.Talk {
	t := confirmTurn()
	t.Earlier = t.Latest
	t.Latest = []views.Line{{From: views.Shopper, Text: "Cancel the order"}}
	t.Errands = views.Errands{Ended: []views.Ended{{
		Done: true, Text: "The order S1001 is cancelled.", Way: views.Link{Text: "To the order S1001", URL: "/orders/S1001"},
	}}}
	return t
}

// hostileErrandTurn has a hostile text wherever a text of an errand goes.
func hostileErrandTurn() views.Talk {
	t := hostileTurn()
	t.Errands = views.Errands{
		Ended: []views.Ended{{Done: true, Text: script, Way: views.Link{Text: quotes, URL: address}}, {Text: long + long}},
		Open: views.Errand{Title: script, Form: to("errand", "task", quotes), Notes: []string{script, hebrew}, Asks: []views.Question{
			{Name: quotes, Text: script, Help: quotes, One: true, Needed: true, Options: []views.Option{{Value: quotes, Label: long + script}}, Because: views.Because{Effect: script}},
			{Name: "e1", Text: long, Help: script, Entry: views.Entry{Type: "number", Unit: script, Low: quotes, High: quotes, Step: quotes}},
		}},
		Waiting: []views.Waiting{{Title: script, Drop: views.Form{Action: address}}, {Title: long, Drop: to("errand/drop")}},
	}
	t.Understood.Final = true
	return t
}
