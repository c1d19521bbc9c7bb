package canned

import "shopclerk/views"

func product(p views.Page) views.Product {
	card := keyboards()[0]
	return views.Product{
		Page: p, Back: back,
		Title: card.Title, Category: "Computing > Input > Keyboards", Brand: card.Brand, Price: card.Price,
		Rating: card.Rating, Ratings: card.Ratings, Stock: "12 in stock", Picture: picture("keyboard"),
		Attributes: append(card.Attributes,
			views.Attribute{Label: "Layout", Value: "80 %, German"},
			views.Attribute{Label: "Weight", Value: "780 g"},
			views.Attribute{Label: "Target customer", Value: "Offices, open-plan rooms, people who type at night beside somebody who sleeps"},
		),
		Description: []string{
			"Eighty-seven keys on damped linear switches, in a case of recycled aluminium. A charge lasts about three weeks at eight hours a day.",
			"Pairs with three devices. The cable in the box is 1.8 m long.",
		},
		Shop: views.Link{Text: "See it at Larkfield", URL: "https://shop.example/quiet-87"},
	}
}

// sparseProduct is a product of which the feed says next to nothing.
func sparseProduct(p views.Page) views.Product {
	return views.Product{Page: p, Back: back, Title: "Fan hub", Category: "Case fans"}
}
