package desk

import (
	"cmp"
	"database/sql"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"shopclerk/catalog"
	view "shopclerk/views/desk"
)

// sums tells what was sold, and what share of the conversations led to an order.
func (d *Desk) sums(r *report) (s view.Section, err error) {
	l := r.words
	s = view.Section{ID: "conversion", Title: l.T("desk.orders.conversion"), How: []string{l.T("desk.how.conversion"), l.T("desk.how.revenue")},
		Table: view.Table{Head: []string{l.T("desk.conversations"), l.T("desk.orders.count"), l.T("desk.orders.with")}}}
	sold, err := rows(r.Context(), d, "revenue", func(row *sql.Rows) (string, error) {
		var currency string
		var orders int
		var amount int64
		err := row.Scan(&currency, &orders, &amount)
		return l.N("desk.orders.said", orders, "Amount", l.Money(l.Fixed(catalog.Price{Minor: amount}.Major(), 2), currency)), err
	}, r.from, r.to)
	if err != nil {
		return s, err
	}
	s.Lead = cmp.Or(strings.Join(sold, " "), l.T("desk.orders.none"))
	s.Table.Rows, err = rows(r.Context(), d, "conversion", func(row *sql.Rows) ([]view.Cell, error) {
		var answered bool
		var conversations, ordered int
		err := row.Scan(&answered, &conversations, &ordered)
		name, value := "desk.orders.without-answers", "no"
		if answered {
			name, value = "desk.orders.with-answers", "yes"
		}
		c := view.Count(l, ordered, conversations)
		c.Bar, c.URL = 100*float64(ordered)/float64(max(1, conversations)), link("/conversations", "answered", value, "ordered", "1")
		return []view.Cell{{Text: l.T(name)}, {Text: strconv.Itoa(conversations), URL: link("/conversations", "answered", value)}, c}, err
	}, r.from, r.to)
	return s, err
}

// led is what a question, an option or a message led to, in one currency.
type led struct {
	category, aspect, what, currency string
	of, orders                       int
	amount                           int64
}

// sales tells what was ordered, and of which conversations, questions, options, searches and
// products. Amounts are those of the orders.
func (d *Desk) sales(r *report) error {
	l := r.words
	r.page = d.page(l.T("desk.orders.title"), Root+"/orders")
	s, err := d.sums(r)
	if err != nil {
		return err
	}
	r.add(s)
	for _, table := range []func(*report) (view.Section, error){d.salesByConversation, d.salesByQuestion, d.salesByOption, d.salesBySearch, d.salesByProduct} {
		if s, err = table(r); err != nil {
			return err
		}
		r.add(s)
	}
	return nil
}

func (d *Desk) salesByConversation(r *report) (s view.Section, err error) {
	l := r.words
	s = view.Section{ID: "orders", Title: l.T("desk.orders.all"), How: []string{l.T("desk.how.attributed")},
		Table: view.Table{Head: []string{l.T("desk.orders.placed"), l.T("desk.orders.order"), l.T("desk.orders.status"), l.T("desk.conversation"), l.T("desk.pieces"), l.T("desk.orders.amount"), l.T("desk.orders.currency")}}}
	s.Table.Rows, err = rows(r.Context(), d, "orders", func(row *sql.Rows) ([]view.Cell, error) {
		var id, status, conversation, currency string
		var placed, amount int64
		var pieces int
		err := row.Scan(&id, &placed, &status, &conversation, &pieces, &currency, &amount)
		c := view.Cell{Text: conversation, As: l.T("desk.orders.replay"), URL: Root + "/conversation/" + conversation}
		if conversation == "" {
			c = view.Cell{Note: l.T("desk.orders.elsewhere")}
		}
		return append([]view.Cell{r.moment(placed), {Text: id}, {Text: status}, c, number(pieces)}, money(amount, currency)...), err
	}, r.from, r.to, r.most())
	return s, err
}

func (d *Desk) salesByQuestion(r *report) (s view.Section, err error) {
	l := r.words
	s = view.Section{ID: "by-question", Title: l.T("desk.orders.by-question"), How: []string{l.T("desk.how.each")},
		Table: view.Table{Head: []string{l.T("desk.category"), l.T("desk.question"), l.T("desk.orders.answered-in"), l.T("desk.orders.with"), l.T("desk.orders.amount"), l.T("desk.orders.currency")}}}
	s.Table.Rows, err = rows(r.Context(), d, "orders_by_question", func(row *sql.Rows) ([]view.Cell, error) {
		var t led
		err := row.Scan(&t.category, &t.aspect, &t.of, &t.orders, &t.currency, &t.amount)
		ordered := view.Cell{Text: strconv.Itoa(t.orders), URL: link("/conversations", "in", t.category, "aspect", t.aspect, "outcome", "answered", "ordered", "1")}
		return append([]view.Cell{{Text: cmp.Or(t.category, l.T("desk.several"))}, {Text: label(r.categories, t.category, t.aspect), URL: link("/question", "in", t.category, "aspect", t.aspect)},
			{Text: strconv.Itoa(t.of), URL: link("/conversations", "in", t.category, "aspect", t.aspect, "outcome", "answered")}, ordered}, money(t.amount, t.currency)...), err
	}, r.from, r.to)
	return s, err
}

func (d *Desk) salesByOption(r *report) (view.Section, error) {
	l := r.words
	s := view.Section{ID: "by-option", Title: l.T("desk.orders.by-option"), How: []string{l.T("desk.how.each")},
		Table: view.Table{Head: []string{l.T("desk.category"), l.T("desk.question"), l.T("desk.option"), l.T("desk.orders.with"), l.T("desk.orders.amount"), l.T("desk.orders.currency")}}}
	by := map[led]*led{}
	_, err := rows(r.Context(), d, "orders_by_option", func(row *sql.Rows) (_ struct{}, err error) {
		var t led
		var picked []byte
		var labels []string
		if err = row.Scan(&t.category, &t.aspect, &picked, &t.orders, &t.currency, &t.amount); err == nil {
			err = json.Unmarshal(picked, &labels)
		}
		for _, label := range labels {
			key := led{category: t.category, aspect: t.aspect, what: label, currency: t.currency}
			if by[key] == nil {
				sum := key
				by[key] = &sum
			}
			by[key].orders, by[key].amount = by[key].orders+t.orders, by[key].amount+t.amount
		}
		return struct{}{}, err
	}, r.from, r.to)
	var all []led
	for _, t := range by {
		all = append(all, *t)
	}
	slices.SortFunc(all, func(a, b led) int {
		return cmp.Or(cmp.Compare(b.amount, a.amount), strings.Compare(a.category, b.category), strings.Compare(a.aspect, b.aspect), strings.Compare(a.what, b.what), strings.Compare(a.currency, b.currency))
	})
	for _, t := range all[:min(len(all), r.most())] {
		s.Table.Rows = append(s.Table.Rows, append([]view.Cell{{Text: cmp.Or(t.category, l.T("desk.several"))}, {Text: label(r.categories, t.category, t.aspect)}, {Text: t.what},
			{Text: strconv.Itoa(t.orders), URL: link("/conversations", "in", t.category, "aspect", t.aspect, "option", t.what, "ordered", "1")}}, money(t.amount, t.currency)...))
	}
	return s, err
}

func (d *Desk) salesBySearch(r *report) (s view.Section, err error) {
	l := r.words
	s = view.Section{ID: "by-search", Title: l.T("desk.orders.by-search"), How: []string{l.T("desk.how.each")},
		Table: view.Table{Head: []string{l.T("desk.words.typed"), l.T("desk.category"), l.T("desk.orders.with"), l.T("desk.orders.amount"), l.T("desk.orders.currency")}}}
	s.Table.Rows, err = rows(r.Context(), d, "orders_by_search", func(row *sql.Rows) ([]view.Cell, error) {
		var t led
		err := row.Scan(&t.what, &t.category, &t.orders, &t.currency, &t.amount)
		return append([]view.Cell{{Text: t.what}, {Text: t.category}, {Text: strconv.Itoa(t.orders), URL: link("/conversations", "in", t.category, "word", "search", "of", t.what, "ordered", "1")}}, money(t.amount, t.currency)...), err
	}, r.from, r.to, r.most())
	return s, err
}

func (d *Desk) salesByProduct(r *report) (s view.Section, err error) {
	l := r.words
	s = view.Section{ID: "by-product", Title: l.T("desk.orders.by-product"),
		Table: view.Table{Head: []string{l.T("desk.product"), l.T("desk.orders.count-orders"), l.T("desk.pieces"), l.T("desk.orders.amount"), l.T("desk.orders.currency"), l.T("desk.id")}}}
	s.Table.Rows, err = rows(r.Context(), d, "orders_by_product", func(row *sql.Rows) ([]view.Cell, error) {
		var id, title, currency string
		var orders, pieces int
		var amount int64
		err := row.Scan(&id, &title, &orders, &pieces, &currency, &amount)
		ordered := view.Cell{Text: strconv.Itoa(orders), URL: link("/conversations", "product", id, "act", "ordered")}
		return append(append([]view.Cell{{Text: title, URL: ranked(id)}, ordered, number(pieces)}, money(amount, currency)...), view.Cell{Text: id}), err
	}, r.from, r.to, r.most())
	return s, err
}
