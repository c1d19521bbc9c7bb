package canned

import "shopclerk/views"

var day = views.Day{Text: "3 March 2026", ISO: "2026-03-03"}

func orderList(p views.Page) views.OrderList {
	return views.OrderList{
		Page: p, Back: views.Link{Text: "To the start page", URL: "/"},
		Orders: []views.OrderEntry{
			{
				ID: "order1", URL: "/orders/S1003", Number: "S1003", Title: "Larkfield Quiet 87 and 2 more articles", Day: day, Total: "€194.80",
				Status: views.Status{Kind: views.StatusOpen, Text: "Not shipped yet"}, Pictures: []views.Picture{picture("keyboard"), picture("lamp"), {}},
			},
			{
				ID: "order2", URL: "/orders/S1002", Number: "S1002", Title: "Thornbury desk lamp", Day: day,
				Status: views.Status{Kind: views.StatusBack, Text: "Return requested"}, Pictures: []views.Picture{picture("lamp")},
			},
			{
				ID: "order3", URL: "/orders/S1001", Number: "S1001", Title: "Thornbury desk lamp", Total: "€45.00",
				Status: views.Status{Kind: views.StatusCalled, Text: "Cancelled"},
			},
		},
	}
}

func order(p views.Page) views.Order {
	begin := func(text, tool string) views.Do {
		return views.Do{Text: text, Form: views.Form{Action: "/errand", Hidden: []views.Field{{Name: "tool", Value: tool}, {Name: "order", Value: "S1003"}}}}
	}
	return views.Order{
		Page: p, Back: views.Link{Text: "Orders", URL: "/orders"}, Number: "S1003", Day: day,
		Status: views.Status{Kind: views.StatusDone, Text: "Delivered"}, Tracking: "Number of the parcel: 4711.",
		Lines: []views.OrderLine{
			{URL: "/p/quiet-87", Title: "Larkfield Quiet 87", Variant: "black, UK", Picture: picture("keyboard"), Pieces: "2 pieces", Sum: "€149.80"},
			{Title: "Thornbury desk lamp", Picture: picture("lamp"), Pieces: "1 piece", Note: "Its return is requested."},
		},
		Total: "€194.80", Addressee: []string{"1 Mill Lane", "YO1 7AA York"}, Payment: "invoice",
		Steps: []views.Do{begin("Send back", "return_items"), begin("Exchange", "exchange_item"), begin("Order again", "reorder")},
		Trail: []views.Happening{{Day: day, Text: "Ordered: 2 × Larkfield Quiet 87, Thornbury desk lamp, €194.80."}, {Day: day, Text: "The order S1003 now goes to 1 Mill Lane, YO1 7AA York."}},
	}
}

func hostileOrder(p views.Page) views.Order {
	return views.Order{
		Page: p, Back: views.Link{Text: script, URL: address}, Number: script, Day: views.Day{Text: quotes, ISO: quotes},
		Status: views.Status{Kind: views.StatusOpen, Text: long}, Tracking: script,
		Lines: []views.OrderLine{{URL: address, Title: long + script, Variant: quotes, Picture: views.Picture{URL: address}, Pieces: long, Sum: script, Note: hebrew}},
		Total: quotes, Addressee: []string{script, hebrew}, Payment: quotes,
		Steps: []views.Do{{Text: script, Form: views.Form{Action: "/errand"}}, {Text: long, Form: views.Form{Action: address}}},
		Trail: []views.Happening{{Text: script}, {Day: day, Text: long + long}},
	}
}
