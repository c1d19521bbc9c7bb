package canned

import "shopclerk/views"

func offer(text, act, index string) views.Offer {
	return views.Offer{Text: text, Form: to("offer", "v", "2", views.FieldAct, act, views.FieldOffer, index)}
}

func nearest(text, act, index string) views.Offer {
	return views.Offer{Text: text, Form: to("offer", "v", "2", views.FieldAct, act, views.FieldNearest, index)}
}

// answerTurn is a question about products shown, whose list stays as it was: one that
// the catalogue answers, one that it does not, and a comparison.
func answerTurn() views.Talk {
	t := firstTurn()
	t.Announcement = "The Larkfield Quiet 87 is wireless. Whether the second one is splash-proof, the catalogue does not say. The first costs €54.10 less; the second has a numeric keypad."
	t.Earlier = t.Latest
	quiet, studio := views.Link{Text: "Larkfield Quiet 87", URL: "/p/kb-1?c=k7q2&position=1"}, views.Link{Text: keyboards()[1].Title, URL: "/p/kb-2?c=k7q2&position=2"}
	t.Latest = []views.Line{
		{From: views.Shopper, Text: "is the first one wireless, is the second one splash-proof, and which is better?"},
		{From: views.Clerk, Text: "The Larkfield Quiet 87 is wireless.", More: views.More{
			Products: []views.Link{quiet}, Offers: []views.Offer{offer("Keep only wireless ones", "0", "0")},
		}},
		{From: views.Clerk, Text: "Whether the second one is splash-proof, the catalogue does not say.", More: views.More{
			Products: []views.Link{studio}, Offers: []views.Offer{offer("Keep only splash-proof ones", "1", "0"), offer("Search the texts for “splash-proof”", "1", "1")},
		}},
		{From: views.Clerk, Text: "The first costs €54.10 less; the second has a numeric keypad.", More: views.More{Products: []views.Link{quiet, studio}}},
	}
	return t
}

// actsTurn is a message that does much at once: it takes something back, sorts, asks
// about the shop, wants what is not sold and says what nobody understands. Something
// that is not answered in words has only what can be done about it.
func actsTurn() views.Talk {
	t := laterTurn()
	t.Latest = []views.Line{
		{From: views.Shopper, Text: "actually up to 100, cheapest first. do you deliver to norway? i need a kayak too, and flurb the wug"},
		{From: views.Clerk, Text: "Up to €100 now, in place of €80."},
		{From: views.Clerk, Text: "The cheapest come first."},
		{From: views.Clerk, Text: "I do not know whether the shop delivers to Norway: nothing here says so."},
		{From: views.Clerk, Text: "The shop has no kayaks.", More: views.More{Categories: []views.Offer{nearest("Inflatable boats", "3", "0"), nearest("Swim rings", "3", "1")}}},
		{From: views.Clerk, Text: "I did not understand “flurb the wug”.", More: views.More{Offers: []views.Offer{offer("Search the texts for it", "4", "0")}}},
		{From: views.Clerk, More: views.More{Offers: []views.Offer{offer("Go back to up to €80", "5", "0")}}},
		{From: views.Clerk, Text: "141 keyboards, 22 of them full matches."},
	}
	return t
}

// helpTurn asks what can be said.
func helpTurn() views.Talk {
	t := plainTurn()
	t.Latest = []views.Line{
		{From: views.Shopper, Text: "hi, what can you do?"},
		{From: views.Clerk, Text: "Hello. I find products, answer questions about them, and put them into your basket.", More: views.More{
			Examples: []string{"is the second one waterproof?", "cheapest first", "put the first one in my basket"},
		}},
	}
	return t
}

// hostileAnswerTurn has a hostile text wherever a text of an answer goes.
func hostileAnswerTurn() views.Talk {
	t := hostileTurn()
	t.Latest = []views.Line{
		{From: views.Shopper, Text: script},
		{From: views.Clerk, Text: script + quotes, More: views.More{
			Products:   []views.Link{{Text: script, URL: address}, {Text: long + long, URL: "/p/evil"}},
			Examples:   []string{script, long + long},
			Categories: []views.Offer{{Text: script, Form: views.Form{Action: address}}, {Text: long + long, Form: to("offer", quotes, script)}},
			Offers:     []views.Offer{{Text: quotes, Form: to("offer")}, {Text: hebrew, Form: to("offer")}},
		}},
	}
	return t
}
