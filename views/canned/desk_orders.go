package canned

import (
	"shopclerk/views"
	"shopclerk/views/desk"
)

// deskOrders is the list of orders, of which one has a text that the shop did not
// choose.
func deskOrders(article string) desk.Orders {
	return desk.Orders{
		Label: "Status",
		Statuses: []desk.Choice{{Text: "All: 31", URL: "/desk/orders"}, {Text: "Placed: 2", URL: "/desk/orders?status=placed", Chosen: true},
			{Text: "Shipped: 29", URL: "/desk/orders?status=shipped"}},
		Table: desk.Table{
			ID: "orders", Caption: "Orders", Counts: "One row for each order, the newest first.", CSV: "/desk/orders?format=csv&table=orders",
			Columns: []desk.Column{{Label: "Order"}, {Label: "Placed on", Whole: true}, {Label: "Status"}, {Label: "Articles", Long: true}, {Label: "Pieces", Number: true}, {Label: "Total", Number: true}},
			Rows: []desk.Row{
				{Cells: []desk.Cell{{Text: "W31", URL: "/desk/orders/W31"}, {Text: "2026-05-04 08:59"}, {Text: "Placed"}, {Text: "1 × " + article + ", 3 × Mug"}, {Text: "4"}, {Text: "66.00"}}},
				{Cells: []desk.Cell{{Text: "W30", URL: "/desk/orders/W30", Note: article}, {Text: "2026-05-03 17:20"}, {Text: "Placed"}, {Text: "1 × " + article}, {Text: "1"}, {Text: "–"}}},
			},
		},
		Pager: desk.Pager{Position: "1–2 of 31", Next: views.Link{Text: "Earlier", URL: "?page=2"}},
	}
}

func noOrders() desk.Orders {
	return desk.Orders{
		Label: "Status", Statuses: []desk.Choice{{Text: "All: 0", URL: "/desk/orders", Chosen: true}},
		Empty: desk.Empty{Title: "No such orders", Text: "Nothing has this status."},
	}
}

// deskOrder is an order that waits to be shipped.
func deskOrder(typed string) desk.Order {
	return desk.Order{
		Back: views.Link{Text: "All orders of this status", URL: "/desk/orders?status=placed"}, Notice: "Nothing was done: by now the status of the order is “Placed”.", Problem: true,
		Facts: []desk.Fact{{Term: "Status", Value: "Placed"}, {Term: "For", Value: typed}, {Term: "Goes to", Value: typed + ", YO1 7AA York"}},
		Steps: []desk.Step{{Title: "Mark as shipped", Text: "From then on the order can no longer be cancelled.", Form: views.Form{Action: "/desk/orders/W31/ship"}, Button: "Mark as shipped",
			Fields: []desk.FormField{{Kind: desk.LinesField, Name: "tracking", Label: "Parcel numbers", Hint: "One a line.", Most: 1300}}}},
		Lines: desk.Table{ID: "lines", Caption: "Articles", CSV: "?format=csv&table=lines", Columns: []desk.Column{{Label: "Article"}, {Label: "Pieces", Number: true}},
			Rows: []desk.Row{{Cells: []desk.Cell{{Text: typed, URL: "/p/lamp"}, {Text: "1"}}}}},
		Trail: desk.Table{ID: "trail", Caption: "What was done", CSV: "?format=csv&table=trail", Columns: []desk.Column{{Label: "When", Whole: true}, {Label: "By"}, {Label: "What", Long: true}},
			Rows: []desk.Row{{Cells: []desk.Cell{{Text: "2026-05-04 08:59"}, {Text: "The shopper"}, {Text: "Ordered: " + typed}}}}},
	}
}

// replayErrands are errands of a turn: one that is asked about, one that was done.
func replayErrands(title string) []desk.ReplayErrand {
	return []desk.ReplayErrand{
		{Title: "cancel an order", Shopper: []string{"cancel an order: wanted."}, Clerk: []string{"Asked about: order.", "Offered: " + title + ", ordered 3 May."}},
		{Title: "put in the basket", Shopper: []string{"Confirmed it."}, Clerk: []string{"Done."}, Order: views.Link{Text: "Order W31", URL: "/desk/orders/W31"}},
	}
}
