package views

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"shopclerk/agent/shop/orders"
	"shopclerk/agent/shop/orders/counter"
	"shopclerk/catalog"
)

// mostPictures is how many products of an order the list of orders shows.
const mostPictures = 4

// Purchases presents a person's orders; products are those that the shop still has.
func (p *Presenter) Purchases(all []orders.Order, products map[string]*catalog.Product) OrderList {
	out := OrderList{Page: p.Page(p.T("purchase.title")), Back: p.ToStart()}
	for i, o := range all {
		e := OrderEntry{
			ID: "order" + strconv.Itoa(i+1), URL: OrderURL(o.ID), Number: o.ID, Title: p.content(o), Day: p.Day(o.Placed),
			Status: p.status(o.Status), Total: p.sum(o.Lines),
		}
		for _, l := range o.Lines {
			if len(e.Pictures) < mostPictures {
				e.Pictures = append(e.Pictures, productPicture(products[l.Product]))
			}
		}
		out.Orders = append(out.Orders, e)
	}
	return out
}

// content is what is in an order, in short.
func (p *Presenter) content(o orders.Order) string {
	if len(o.Lines) == 0 {
		return o.ID
	}
	title := counter.Article(p.Language, o.Lines[0].Article)
	if n := len(o.Lines) - 1; n > 0 {
		return p.N("orders.more", n, "Title", title)
	}
	return title
}

// productPicture is the picture of a product; none where the shop no longer has it.
func productPicture(now *catalog.Product) Picture {
	if now == nil {
		return Picture{}
	}
	return Picture{URL: pictureURL(now)}
}

// sum is what lines add up to, "" when that is not known.
func (p *Presenter) sum(lines []orders.Line) string {
	if total := orders.Total(lines); total.Known() {
		return priceText(p.Language, total)
	}
	return ""
}

// Day is a day in full. Of an order that was imported from where none was kept it is
// not known.
func (p *Presenter) Day(t time.Time) Day {
	if t.IsZero() || t.Unix() == 0 {
		return Day{}
	}
	return Day{Text: p.T("purchase.day", "Day", counter.Day(p.Language, t), "Year", strconv.Itoa(t.Year())), ISO: t.Format(time.DateOnly)}
}

// status presents how far an order is.
func (p *Presenter) status(s orders.Status) Status {
	switch s {
	case orders.Placed:
		return Status{Kind: StatusOpen, Text: p.T("purchase.is-placed")}
	case orders.Shipped:
		return Status{Kind: StatusOpen, Text: p.T("purchase.is-shipped")}
	case orders.Delivered:
		return Status{Kind: StatusDone, Text: p.T("purchase.is-delivered")}
	case orders.Cancelled:
		return Status{Kind: StatusCalled, Text: p.T("purchase.is-cancelled")}
	case orders.Returning:
		return Status{Kind: StatusBack, Text: p.T("purchase.is-returning")}
	}
	return Status{Kind: StatusOpen, Text: string(s)}
}

// Purchase presents one order, with what happened to it and what is possible now.
func (p *Presenter) Purchase(o orders.Order, trail []orders.Event, possible []string, products map[string]*catalog.Product) Order {
	out := Order{
		Page: p.Page(p.T("purchase.number", "Number", o.ID)), Back: Link{Text: p.T("purchase.title"), URL: OrdersPath},
		Number: o.ID, Day: p.Day(o.Placed), Status: p.status(o.Status), Total: p.sum(o.Lines),
		Addressee: addressee(o), Payment: catalog.Capital(p.payment(o.Payment)), Steps: p.steps(o.ID, possible),
	}
	if len(o.Tracking) > 0 {
		out.Tracking = p.T("orders.tracking", "Number", strings.Join(o.Tracking, ", "))
	}
	for _, l := range o.Lines {
		out.Lines = append(out.Lines, p.line(l, products[l.Product]))
	}
	for _, e := range trail {
		if text := counter.Story(p.Language, e); text != "" {
			out.Trail = append(out.Trail, Happening{Day: p.Day(e.At), Text: text})
		}
	}
	return out
}

// line presents an article of an order; now is its product as the shop has it, nil when
// it does not.
func (p *Presenter) line(l orders.Line, now *catalog.Product) OrderLine {
	out := OrderLine{
		Title: l.Title, Picture: productPicture(now), Pieces: p.N("purchase.pieces", l.Quantity), Sum: p.sum([]orders.Line{l}),
	}
	var values []string
	for _, of := range l.Options {
		values = append(values, of.Value)
	}
	out.Variant = strings.Join(values, p.T("language.comma"))
	if now != nil {
		out.URL = "/p/" + url.PathEscape(now.ID)
	}
	if l.State == orders.GoesBack {
		out.Note = p.T("purchase.goes-back")
	}
	return out
}

// addressee is whom and where an order goes to, line by line.
func addressee(o orders.Order) []string {
	a := o.Address
	lines := []string{o.Name, a.Street, a.Extra, strings.TrimSpace(a.Zip + " " + a.City), a.Region, a.Country}
	return slices.DeleteFunc(lines, func(l string) bool { return l == "" })
}

// payment is what a payment is called. What a guest has is the shop's own.
func (p *Presenter) payment(id string) string {
	if id == "invoice" {
		return p.T("orders.invoice")
	}
	return id
}

// steps are the buttons that begin what is possible with an order now, in the order
// that most people want them. How far it is, its page tells.
func (p *Presenter) steps(order string, possible []string) []Do {
	var out []Do
	for _, step := range []struct{ tool, text string }{
		{counter.CancelOrder, p.T("purchase.do-cancel")},
		{counter.ReturnItems, p.T("purchase.do-return")},
	} {
		if slices.Contains(possible, step.tool) {
			out = append(out, Do{Text: step.text, Form: Form{Action: "/errand", Hidden: []Field{
				{Name: FieldTool, Value: step.tool}, {Name: FieldOrder, Value: order},
			}}})
		}
	}
	return out
}
