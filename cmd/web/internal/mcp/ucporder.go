package mcp

import (
	"time"

	"shopclerk/agent/shop/orders"
	"shopclerk/catalog"
)

// Order is an order as it stands.
type Order struct {
	ID          string       `json:"id"`
	Status      string       `json:"status" jsonschema:"placed, shipped, delivered, cancelled, return requested or exchange requested."`
	Placed      *time.Time   `json:"placed_at,omitempty"`
	LineItems   []LineItem   `json:"line_items"`
	Fulfillment *Fulfillment `json:"fulfillment,omitempty"`
	Adjustments []Adjustment `json:"adjustments,omitempty" jsonschema:"What was asked for since: a return, an exchange, a cancellation."`
	Currency    string       `json:"currency,omitempty"`
	Totals      []Total      `json:"totals,omitempty" jsonschema:"None where a price is not known."`
}

// LineItem is one article of an order.
type LineItem struct {
	ID       string   `json:"id"`
	Item     Item     `json:"item"`
	Quantity Quantity `json:"quantity"`
	Totals   []Total  `json:"totals,omitempty"`
	Status   string   `json:"status" jsonschema:"processing, fulfilled or removed."`
}

// Item is what was ordered, and what one costs.
type Item struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Price *int64 `json:"price,omitempty" jsonschema:"In minor units."`
}

// Quantity is how many there are of an article.
type Quantity struct {
	Total     int `json:"total"`
	Fulfilled int `json:"fulfilled"`
}

// Total is an amount in minor units.
type Total struct {
	Type   string `json:"type"`
	Amount int64  `json:"amount"`
}

// Fulfillment is where an order goes, and how it is found on its way.
type Fulfillment struct {
	Expectations []Expectation `json:"expectations"`
	Events       []Shipment    `json:"events,omitempty"`
}

// Expectation is where an order goes.
type Expectation struct {
	ID          string      `json:"id"`
	Method      string      `json:"method_type"`
	Destination Destination `json:"destination"`
}

// Destination is an address.
type Destination struct {
	Name     string `json:"full_name,omitempty"`
	Street   string `json:"street_address"`
	Extra    string `json:"extended_address,omitempty"`
	Locality string `json:"address_locality"`
	Region   string `json:"address_region,omitempty"`
	Postcode string `json:"postal_code"`
	Country  string `json:"address_country,omitempty"`
}

// Shipment is a parcel on its way.
type Shipment struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Tracking string `json:"tracking_number"`
}

// Adjustment is something that was asked for about an order.
type Adjustment struct {
	ID     string     `json:"id"`
	Type   string     `json:"type" jsonschema:"return, exchange or cancellation."`
	Status string     `json:"status"`
	Lines  []Adjusted `json:"line_items,omitempty"`
	Text   string     `json:"description,omitempty"`
}

// Adjusted is a line that an adjustment is about.
type Adjusted struct {
	ID       string `json:"id"`
	Quantity int    `json:"quantity"`
}

// ordered presents an order.
func ordered(o *orders.Order) *Order {
	out := &Order{ID: o.ID, Status: string(o.Status), LineItems: []LineItem{}}
	if !o.Placed.IsZero() {
		at := o.Placed.UTC()
		out.Placed = &at
	}
	back, instead := Adjustment{ID: o.ID + "/return", Type: "return", Status: "pending"}, Adjustment{ID: o.ID + "/exchange", Type: "exchange", Status: "pending"}
	for _, l := range o.Lines {
		out.LineItems = append(out.LineItems, lineItem(o.Status, &l))
		switch l.State {
		case orders.GoesBack:
			back.Lines = append(back.Lines, Adjusted{l.ID, l.Quantity})
		case orders.Exchanged:
			instead.Lines = append(instead.Lines, Adjusted{l.ID, l.Quantity})
		}
	}
	for _, a := range []Adjustment{back, instead} {
		if len(a.Lines) > 0 {
			out.Adjustments = append(out.Adjustments, a)
		}
	}
	if o.Status == orders.Cancelled {
		out.Adjustments = append(out.Adjustments, Adjustment{ID: o.ID + "/cancellation", Type: "cancellation", Status: "completed", Text: o.Reason})
	}
	if total := orders.Total(o.Lines); total.Known() {
		out.Currency, out.Totals = total.Currency, totals(total)
	}
	if a := o.Address; a.Complete() {
		out.Fulfillment = &Fulfillment{Expectations: []Expectation{{o.ID, "shipping", Destination{o.Name, a.Street, a.Extra, a.City, a.Region, a.Zip, a.Country}}}}
		for _, number := range o.Tracking {
			out.Fulfillment.Events = append(out.Fulfillment.Events, Shipment{number, "shipped", number})
		}
	}
	return out
}

// lineItem presents a line of an order that stands so.
func lineItem(status orders.Status, l *orders.Line) LineItem {
	out := LineItem{ID: l.ID, Item: Item{ID: l.Article.ID, Title: l.Title}, Quantity: Quantity{Total: l.Quantity}, Status: "processing"}
	switch status {
	case orders.Placed, orders.Shipped:
	case orders.Cancelled:
		out.Quantity.Total, out.Status = 0, "removed"
	default:
		out.Quantity.Fulfilled, out.Status = l.Quantity, "fulfilled"
	}
	if l.Price.Known() {
		price := amount(l.Price).Amount
		out.Item.Price = &price
		whole := l.Price
		whole.Minor *= int64(l.Quantity)
		out.Totals = totals(whole)
	}
	return out
}

func totals(p catalog.Price) []Total { return []Total{{"total", amount(p).Amount}} }
