package desk

import (
	"cmp"
	"strconv"
	"strings"

	"shopclerk/catalog"
	view "shopclerk/views/desk"
)

// sums tells what was sold, and what share of the conversations led to an order.
func (r *report) sums() view.Section {
	l := r.words
	s := view.Section{ID: "conversion", Title: l.T("desk.orders.conversion"), How: []string{l.T("desk.how.conversion"), l.T("desk.how.revenue")},
		Table: view.Table{Head: r.heads("desk.conversations", "desk.orders.count", "desk.orders.with")}}
	var sold []string
	for _, t := range query(r, "revenue", func(s *sale) []any { return []any{&s.currency, &s.orders, &s.amount} }, r.from, r.to) {
		sold = append(sold, l.N("desk.orders.said", t.orders, "Amount", l.Money(l.Fixed(catalog.Price{Minor: t.amount}.Major(), 2), t.currency)))
	}
	s.Lead = cmp.Or(strings.Join(sold, " "), l.T("desk.orders.none"))
	for _, t := range query(r, "conversion", func(s *sale) []any { return []any{&s.key, &s.of, &s.orders} }, r.from, r.to) {
		name, value := "desk.orders.without-answers", "no"
		if t.key == "1" {
			name, value = "desk.orders.with-answers", "yes"
		}
		c := view.Count(l, t.orders, t.of)
		c.Bar, c.URL = 100*float64(t.orders)/float64(max(1, t.of)), link("/conversations", "answered", value, "ordered", "1")
		s.Table.Rows = append(s.Table.Rows, []view.Cell{{Text: l.T(name)}, {Text: strconv.Itoa(t.of), URL: link("/conversations", "answered", value)}, c})
	}
	return s
}

// sale is a row of the queries orders_by_…: what a question, an option or a message led to, or what
// was sold of a product, in one currency. key is an aspect or a product, and of counts the answers to
// the question or the pieces of the product.
type sale struct {
	category, key, what, currency string
	orders, of                    int
	amount                        int64
}

// sales tells what was ordered, and of which conversations, questions, options, searches and
// products. Amounts are those of the orders.
func (r *report) sales() {
	l := r.words
	r.page = r.Desk.page(l.T("desk.orders.title"), Root+"/orders")
	r.add(r.sums())
	r.add(r.orderTable())
	category := func(s sale) view.Cell { return view.Cell{Text: cmp.Or(s.category, l.T("desk.several"))} }
	question := func(s sale) view.Cell {
		return view.Cell{Text: label(r.categories, s.category, s.key), URL: link("/question", "in", s.category, "aspect", s.key)}
	}
	for _, t := range []struct {
		query, id, title, how string
		head                  []string                 // before amounts
		cells                 func(s sale) []view.Cell // under it
		behind                func(s sale) []string    // parameters of the conversations
	}{
		{"orders_by_question", "by-question", "desk.orders.by-question", "desk.how.each", []string{"desk.category", "desk.question", "desk.orders.answered-in", "desk.orders.with"}, func(s sale) []view.Cell {
			return []view.Cell{category(s), question(s), {Text: strconv.Itoa(s.of), URL: link("/conversations", "in", s.category, "aspect", s.key, "outcome", "answered")}}
		}, func(s sale) []string { return []string{"in", s.category, "aspect", s.key, "outcome", "answered"} }},
		{"orders_by_option", "by-option", "desk.orders.by-option", "desk.how.each", []string{"desk.category", "desk.question", "desk.option", "desk.orders.with"}, func(s sale) []view.Cell {
			return []view.Cell{category(s), question(s), {Text: s.what}}
		}, func(s sale) []string { return []string{"in", s.category, "aspect", s.key, "option", s.what} }},
		{"orders_by_search", "by-search", "desk.orders.by-search", "desk.how.each", []string{"desk.words.typed", "desk.category", "desk.orders.with"}, func(s sale) []view.Cell {
			return []view.Cell{{Text: s.what}, category(s)}
		}, func(s sale) []string { return []string{"in", s.category, "word", "search", "of", s.what} }},
		{"orders_by_product", "by-product", "desk.orders.by-product", "desk.how.revenue", []string{"desk.product", "desk.id", "desk.pieces", "desk.orders.count-orders"}, func(s sale) []view.Cell {
			return []view.Cell{{Text: s.what, URL: ranked(s.key)}, {Text: s.key}, number(s.of)}
		}, func(s sale) []string { return []string{"product", s.key, "act", "ordered"} }},
	} {
		table := view.Section{ID: t.id, Title: l.T(t.title), How: []string{l.T(t.how)}, Table: view.Table{Head: r.heads(append(t.head, "desk.orders.amount", "desk.orders.currency")...)}}
		for _, s := range query(r, t.query, func(s *sale) []any {
			return []any{&s.category, &s.key, &s.what, &s.orders, &s.currency, &s.amount, &s.of}
		}, r.from, r.to, r.most()) {
			ordered := view.Cell{Text: strconv.Itoa(s.orders), URL: link("/conversations", append(t.behind(s), "ordered", "1")...)}
			table.Table.Rows = append(table.Table.Rows, append(append(t.cells(s), ordered), money(s.amount, s.currency)...))
		}
		r.add(table)
	}
}

// placed is a row of orders.sql.
type placed struct {
	id, status, conversation, currency string
	at, amount                         int64
	pieces                             int
}

// orderTable lists the orders, the newest first.
func (r *report) orderTable() view.Section {
	l := r.words
	s := view.Section{ID: "orders", Title: l.T("desk.orders.all"), How: []string{l.T("desk.how.attributed")},
		Table: view.Table{Head: r.heads("desk.orders.placed", "desk.orders.order", "desk.orders.status", "desk.conversation", "desk.pieces", "desk.orders.amount", "desk.orders.currency")}}
	for _, o := range query(r, "orders", func(o *placed) []any {
		return []any{&o.id, &o.at, &o.status, &o.conversation, &o.pieces, &o.currency, &o.amount}
	}, r.from, r.to, r.most()) {
		c := view.Cell{Text: o.conversation, As: l.T("desk.orders.replay"), URL: Root + "/conversation/" + o.conversation}
		if o.conversation == "" {
			c = view.Cell{Note: l.T("desk.orders.elsewhere")}
		}
		s.Table.Rows = append(s.Table.Rows, append([]view.Cell{r.moment(o.at), {Text: o.id}, {Text: o.status}, c, number(o.pieces)}, money(o.amount, o.currency)...))
	}
	return s
}
