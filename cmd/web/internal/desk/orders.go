package desk

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"shopclerk/agent/shop/orders"
	"shopclerk/agent/shop/orders/counter"
	ordersdb "shopclerk/agent/shop/orders/sqlite"
	"shopclerk/catalog"
	"shopclerk/views"
	view "shopclerk/views/desk"
	"shopclerk/words"
)

// The fields of the addresses and forms of orders.
const (
	fieldStatus   = "status"   // lists the orders of one status
	fieldTracking = "tracking" // numbers of parcels, one a line
)

// Bounds of what is typed about parcels: carriers' numbers have up to some 40
// characters, and an order of a hundred lines fits in fewer parcels.
const (
	mostParcels     = 20
	longestTracking = 64
)

// What the last step came to, in the field done: see doneSet.
const (
	doneShipped   = "shipped"
	doneDelivered = "delivered"
	doneRefused   = "refused"
)

// orderPath is the address of an order.
func orderPath(id string) string { return ordersSection.path() + "/" + url.PathEscape(id) }

// orders lists orders, the newest first. Where they go stands on the page of each, so
// that a list shows nobody's address.
func (d *Desk) orders(r *Request) (*Page, error) {
	w := r.Words
	status := orders.Status(r.query.Get(fieldStatus))
	if status != "" && !slices.Contains(orders.Statuses(), status) {
		return nil, fmt.Errorf("%w: there is no status %q of orders", views.ErrBad, status)
	}
	counts, err := d.Orders.Counts(r.Context())
	if err != nil {
		return nil, err
	}
	all := 0
	for _, n := range counts {
		all += n
	}
	out := view.Orders{Label: w.T("desk.orders.status")}
	choose := func(of orders.Status, name string, n int) {
		out.Statuses = append(out.Statuses, view.Choice{Text: w.T("desk.orders.counted", "Status", name, "Number", w.Number(n)),
			URL: r.To(ordersSection.path(), fieldStatus, string(of)), Chosen: of == status})
	}
	choose("", w.T("desk.orders.all"), all)
	for _, s := range orders.Statuses() {
		choose(s, statusName(w, s), counts[s])
	}
	total := all
	if status != "" {
		total = counts[status]
	}
	number, from, to := readPage(r, total)
	limit := perPage
	if r.asksCSV() {
		from, limit = 0, mostExported
	}
	list, _, err := d.Orders.Page(r.Context(), status, from, limit)
	if err != nil {
		return nil, err
	}
	table := ordersTable(r, list)
	table.Of = total
	out.Table, out.Pager = table.View(r), pager(r, number, from, to, total)
	if total == 0 {
		out.Empty = view.Empty{Title: w.T("desk.orders.none"), Text: w.T("desk.orders.none-text")}
	}
	return &Page{Title: w.T("desk.orders.title"), Lead: w.T("desk.orders.lead"), Tables: []*Table{table}, Body: view.OrdersView(out)}, nil
}

// ordersTable lists orders with what is in them.
func ordersTable(r *Request, list []orders.Order) *Table {
	w := r.Words
	type c = columnSpec[orders.Order]
	t := newTable(r, "orders", "desk.orders.title", "desk.orders.counts", "", list,
		c{"order", "desk.orders.order", Text, "", func(o *orders.Order) Cell { return Name(o.ID).To(orderPath(o.ID)) }},
		c{"placed", "desk.orders.placed-at", Moment, "", func(o *orders.Order) Cell { return When(o.Placed) }},
		c{"status", "desk.orders.status", Text, "", textCell(func(o *orders.Order) string { return statusName(w, o.Status) })},
		c{"articles", "desk.orders.articles", Text, "", textCell(func(o *orders.Order) string {
			var articles []string
			for _, l := range o.Lines {
				articles = append(articles, w.T("desk.orders.line", "Number", l.Quantity, "Article", counter.Article(w, l.Article)))
			}
			return strings.Join(articles, w.T("language.comma"))
		})},
		c{"pieces", "desk.orders.pieces", Count, "", countCell(func(o *orders.Order) int {
			pieces := 0
			for _, l := range o.Lines {
				pieces += l.Quantity
			}
			return pieces
		})},
		c{"total", "desk.orders.total", Decimal, "desk.orders.total-help", func(o *orders.Order) Cell { return priced(orders.Total(o.Lines)) }},
		c{"currency", "desk.orders.currency", Text, "", textCell(func(o *orders.Order) string { return orders.Total(o.Lines).Currency })},
	).long("articles")
	t.Paged = true
	return t
}

// priced is a cell of an amount of money, of which the currency stands beside it.
func priced(p catalog.Price) Cell {
	if !p.Known() {
		return Unknown()
	}
	return Value(p.Major())
}

// statusNames are the ids of what statuses are called.
var statusNames = map[orders.Status]string{
	orders.Placed: "desk.orders.placed", orders.Shipped: "desk.orders.shipped", orders.Delivered: "desk.orders.delivered",
	orders.Cancelled: "desk.orders.cancelled", orders.Returning: "desk.orders.returning", orders.Exchanging: "desk.orders.exchanging",
}

func statusName(w *words.Language, s orders.Status) string {
	if id, known := statusNames[s]; known {
		return w.T(id)
	}
	return string(s)
}

// order is the page of one order.
func (d *Desk) order(r *Request) (*Page, error) {
	w := r.Words
	o, err := d.found(r)
	if err != nil {
		return nil, err
	}
	person, err := d.Orders.Person(r.Context(), o.Person)
	if err != nil && !errors.Is(err, orders.ErrNone) {
		return nil, err
	}
	events, err := d.Orders.TrailOf(r.Context(), o.ID)
	if err != nil {
		return nil, err
	}
	lines, trail := lineTable(r, &o), trailTable(r, &o, events)
	out := view.Order{
		Back:  views.Link{Text: w.T("desk.orders.back"), URL: r.To(ordersSection.path(), fieldStatus, string(o.Status))},
		Facts: orderFacts(r, &o, &person), Steps: orderSteps(r, &o), Lines: lines.View(r), Trail: trail.View(r),
	}
	out.Notice, out.Problem = orderNotice(r, &o)
	return &Page{Title: w.T("desk.orders.title-of", "Number", o.ID), Tables: []*Table{lines, trail}, Body: view.OrderView(out)}, nil
}

// found is the order that an address names.
func (d *Desk) found(r *Request) (orders.Order, error) {
	o, err := d.Orders.Find(r.Context(), r.PathValue("id"))
	if errors.Is(err, orders.ErrNone) {
		err = fmt.Errorf("%w: %w", ErrNotFound, err)
	}
	return o, err
}

// orderFacts are what is known of an order beside its lines.
func orderFacts(r *Request, o *orders.Order, p *orders.Person) []view.Fact {
	w := r.Words
	var out []view.Fact
	add := func(term, value string) {
		if value != "" {
			out = append(out, view.Fact{Term: term, Value: value})
		}
	}
	label := func(id string) string {
		for _, x := range p.Payments {
			if x.ID == id {
				return x.Label
			}
		}
		return id
	}
	add(w.T("desk.orders.status"), statusName(w, o.Status))
	if !o.Placed.IsZero() {
		add(w.T("desk.orders.placed-at"), Minute(o.Placed))
	}
	add(w.T("desk.orders.name"), cmp.Or(o.Name, p.Name))
	add(w.T("desk.orders.address"), o.Address.String())
	add(w.T("desk.orders.payment"), label(o.Payment))
	add(w.T("desk.orders.refund"), label(o.Refund))
	add(w.T("desk.orders.tracking"), strings.Join(o.Tracking, w.T("language.comma")))
	add(w.T("desk.orders.reason"), o.Reason)
	return out
}

// lineTable lists what is in an order.
func lineTable(r *Request, o *orders.Order) *Table {
	w := r.Words
	type c = columnSpec[orders.Line]
	return newTable(r, "lines", "desk.orders.articles", "", "", o.Lines,
		c{"article", "desk.orders.article", Text, "", func(l *orders.Line) Cell {
			return Name(counter.Article(w, l.Article)).To("/p/" + url.PathEscape(l.Article.ID))
		}},
		c{"number", "desk.orders.article-number", Text, "", textCell(func(l *orders.Line) string { return l.Article.ID })},
		c{"pieces", "desk.orders.pieces", Count, "", countCell(func(l *orders.Line) int { return l.Quantity })},
		c{"price", "desk.orders.price", Decimal, "", func(l *orders.Line) Cell { return priced(l.Price) }},
		c{"currency", "desk.orders.currency", Text, "", textCell(func(l *orders.Line) string { return l.Price.Currency })},
		c{"asked_for", "desk.orders.asked-for", Text, "", textCell(func(l *orders.Line) string {
			switch {
			case l.State == orders.GoesBack:
				return w.T("desk.orders.goes-back")
			case l.State == orders.Exchanged && l.Wanted != nil:
				return w.T("desk.orders.exchanged", "Article", counter.Article(w, *l.Wanted))
			}
			return ""
		})},
	)
}

// trailTable lists what was done to an order, oldest first.
func trailTable(r *Request, o *orders.Order, events []orders.Event) *Table {
	type c = columnSpec[orders.Event]
	return newTable(r, "trail", "desk.orders.trail", "desk.orders.trail-counts", "desk.orders.trail-none", events,
		c{"when", "desk.controls.when", Moment, "", func(e *orders.Event) Cell { return When(e.At) }},
		c{"who", "desk.controls.who", Text, "", textCell(func(e *orders.Event) string {
			if e.Person == o.Person {
				return r.Words.T("desk.replay.shopper")
			}
			return e.Person
		})},
		c{"what", "desk.controls.what", Text, "", textCell(func(e *orders.Event) string { return counter.Story(r.Words, *e) })},
	).long("what")
}

// orderSteps are those that can be taken now.
func orderSteps(r *Request, o *orders.Order) []view.Step {
	w := r.Words
	switch o.Status {
	case orders.Placed:
		return []view.Step{{Title: w.T("desk.orders.ship"), Text: w.T("desk.orders.ship-text"), Form: views.Form{Action: orderPath(o.ID) + "/ship"}, Button: w.T("desk.orders.ship"),
			Fields: []view.FormField{{Kind: view.LinesField, Name: fieldTracking, Label: w.T("desk.orders.tracking"), Hint: w.T("desk.orders.tracking-hint"), Most: mostParcels * (longestTracking + 1)}}}}
	case orders.Shipped:
		return []view.Step{{Title: w.T("desk.orders.deliver"), Text: w.T("desk.orders.deliver-text"), Form: views.Form{Action: orderPath(o.ID) + "/deliver"}, Button: w.T("desk.orders.deliver")}}
	}
	return nil
}

// orderNotice says what the last step came to.
func orderNotice(r *Request, o *orders.Order) (text string, problem bool) {
	switch r.query.Get(fieldDone) {
	case doneShipped:
		return r.Words.T("desk.orders.done-shipped"), false
	case doneDelivered:
		return r.Words.T("desk.orders.done-delivered"), false
	case doneRefused:
		return r.Words.T("desk.orders.refused", "Status", statusName(r.Words, o.Status)), true
	}
	return "", false
}

// ship says that an order is on its way.
func (d *Desk) ship(r *Request) (string, error) {
	numbers := strings.FieldsFunc(r.PostFormValue(fieldTracking), func(c rune) bool { return c == '\n' || c == '\r' || c == ',' })
	var tracking []string
	for _, n := range numbers {
		if n = strings.TrimSpace(n); n != "" && !slices.Contains(tracking, n) {
			tracking = append(tracking, n)
		}
	}
	unfit := func(n string) bool {
		return len(n) > longestTracking || strings.ContainsFunc(n, func(c rune) bool { return !unicode.IsPrint(c) })
	}
	if len(tracking) > mostParcels || slices.ContainsFunc(tracking, unfit) {
		return "", views.BadRequest("desk.orders.bad-tracking", "Most", mostParcels, "Longest", longestTracking)
	}
	return d.serve(r, counter.ShipOrder, doneShipped, map[string]any{"tracking": tracking}, func(o orders.Order) (orders.Order, error) { return o.Ship(tracking...) })
}

// deliver says that an order has arrived.
func (d *Desk) deliver(r *Request) (string, error) {
	return d.serve(r, counter.DeliverOrder, doneDelivered, map[string]any{}, func(o orders.Order) (orders.Order, error) { return o.Deliver() })
}

// serve takes a step with the order that an address names. A step is taken once in an
// order's life, so its key is the order's and the step's: a form that is sent twice
// does nothing twice. What the order's status forbids by now leads back to the order.
func (d *Desk) serve(r *Request, step, done string, arguments map[string]any, by func(orders.Order) (orders.Order, error)) (string, error) {
	o, err := d.found(r)
	if err != nil {
		return "", err
	}
	arguments["order"] = o.ID
	call, err := json.Marshal(map[string]any{"tool": step, "arguments": arguments})
	if err != nil {
		return "", fmt.Errorf("writing what is done to order %s: %w", o.ID, err)
	}
	_, err = d.Orders.Serve(r.Context(), orders.Act{Key: "desk/" + step + "/" + o.ID, Person: r.Who, Call: call}, o.ID, by)
	var refused *orders.Refusal
	switch {
	case errors.As(err, &refused), errors.Is(err, ordersdb.ErrKey):
		done = doneRefused
	case err != nil:
		return "", err
	}
	return orderPath(o.ID) + "?" + url.Values{fieldDone: {done}}.Encode(), nil
}
