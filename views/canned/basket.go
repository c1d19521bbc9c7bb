package canned

import "shopclerk/views"

func basket(p views.Page) views.Basket {
	take := func(id string) views.Form {
		return views.Form{Action: "/basket/change", Hidden: []views.Field{{Name: "product", Value: id}, {Name: views.FieldQuantity, Value: "0"}}}
	}
	return views.Basket{
		Page: p, Back: back, Notice: "“Larkfield Quiet 87” is in your basket.",
		Items: []views.Item{
			{
				URL: "/p/quiet-87", Title: "Larkfield Quiet 87", Picture: picture("keyboard"), Price: "€74.90", Sum: "€149.80",
				Put: putting("quiet-87", "Larkfield Quiet 87", 2, true), Remove: take("quiet-87"),
			},
			{
				URL: "/p/lamp", Title: "Thornbury desk lamp", Picture: picture("lamp"), Price: "€45.00", Sum: "€45.00",
				Notes: []string{"It cost €39.00 when you put it in: now €6.00 more.", "1 in stock."},
				Put:   putting("lamp", "Thornbury desk lamp", 1, true), Remove: take("lamp"),
			},
			{URL: "/p/merrow", Title: "Merrow Low", Put: putting("merrow", "Merrow Low", 1, true), Remove: take("merrow")},
			{Title: "Corvane headphones", Gone: true, Notes: []string{"It cost €80.00 when you put it in."}, Remove: take("corvane")},
		},
		Total: []string{"€194.80"}, Short: "Without 1 product whose price is unknown, and 1 that is gone.",
		Order: views.Do{Text: "Order these", Form: views.Form{Action: "/errand", Hidden: []views.Field{{Name: "tool", Value: "place_order"}}}},
	}
}

func hostileBasket(p views.Page) views.Basket {
	return views.Basket{
		Page: p, Back: views.Link{Text: script, URL: address}, Notice: script,
		Items: []views.Item{
			{
				URL: address, Title: long + quotes, Picture: views.Picture{URL: address, Alt: quotes}, Price: quotes, Sum: script, Notes: []string{quotes, long},
				Put:    views.Put{Form: views.Form{Action: "/basket/change", Hidden: []views.Field{{Name: "product", Value: quotes}}}, ID: "evil", Product: script, In: true, Quantity: 1, Most: 99},
				Remove: views.Form{Action: address},
			},
			{Title: hebrew, Gone: true, Remove: views.Form{Action: "/basket/change"}},
		},
		Total: []string{script}, Short: script,
	}
}
