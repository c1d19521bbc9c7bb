package desk

import (
	"cmp"
	"strconv"

	"shopclerk/cmd/internal/live"
	"shopclerk/search"
	"shopclerk/views"
	view "shopclerk/views/desk"
)

// typed is a text that shoppers typed, in a category, or what they asked about, with the last text.
type typed struct {
	text, category, about string
	times, missed         int
}

// findings reads what was found of a kind: see the table finding of the store.
func (d *Desk) findings(r *report, kind, about string, most int) ([]typed, error) {
	return read(r.Context(), d, "findings", func(t *typed) []any { return []any{&t.text, &t.category, &t.times} }, kind, r.from, r.to, r.filter.Category, about, most)
}

// unanswered reads the questions about products or the shop that got no answer.
func (d *Desk) unanswered(r *report, kind string, most int) ([]typed, error) {
	return read(r.Context(), d, "unanswered", func(t *typed) []any { return []any{&t.about, &t.category, &t.text, &t.times} }, kind, r.from, r.to, r.filter.Category, most)
}

// mostSought is how many wants are looked for in the titles.
const mostSought = 1000

// notSold reads the wants that the clerk found not to be sold, without those that titles of the
// catalogue name now.
func (d *Desk) notSold(r *report, most int) (out []typed, err error) {
	all, err := d.findings(r, "notsold", "", min(mostSought, 2*most))
	if err != nil {
		return nil, err
	}
	engine := live.From(r.Context()).Clerk.Config().Engine
	for _, t := range all {
		titled, err := engine.Titled(r.Context(), t.text, func(_ string, title *search.Title) bool { return title[search.Main] == 1 })
		if err != nil {
			return nil, err
		}
		if len(titled) == 0 && len(out) < most {
			out = append(out, t)
		}
	}
	return out, nil
}

// behindTyped returns the conversations in which a text was typed.
func (r *report) behindTyped(t typed, word string) string {
	return link("/conversations", "in", t.category, "word", word, "of", t.text)
}

// remedies are the forms that change what a text leads to.
func (r *report) remedies(t typed) []views.Link {
	return []views.Link{
		{Text: r.words.T("desk.words.synonym"), URL: link("/settings/synonym", "words", t.text, "category", t.category)},
		{Text: r.words.T("desk.words.redirect"), URL: link("/settings/redirect", "query", t.text)},
		{Text: r.words.T("desk.words.stop"), URL: link("/settings/stop", "words", t.text)},
	}
}

// fact is the form that answers what was asked about the shop.
func (r *report) fact(t typed) []views.Link {
	return []views.Link{{Text: r.words.T("desk.words.fact"), URL: link("/settings/fact", "topic", t.about, "language", r.words.Code())}}
}

// typedTable is a table of texts with how often they were typed and what can be done, or of what was
// asked about, with the last text. remedies may be nil.
func (r *report) typedTable(id, title, lead string, all []typed, word string, remedies func(typed) []views.Link) view.Section {
	l, asked := r.words, word == "shop" || word == "product"
	s := view.Section{ID: id, Title: title, Lead: lead, Table: view.Table{Head: []string{l.T("desk.words.typed"), l.T("desk.category"), l.T("desk.words.times")}}}
	if asked {
		s.Table.Head = []string{l.T("desk.words.about"), l.T("desk.category"), l.T("desk.words.times"), l.T("desk.words.example")}
	}
	for _, t := range all {
		row := []view.Cell{{Text: t.text}, {Text: t.category}, {Text: strconv.Itoa(t.times), URL: r.behindTyped(t, word)}}
		if asked {
			row[0].Text = cmp.Or(label(r.categories, t.category, t.about), l.T("desk.words.else"))
			row[2].URL = link("/conversations", "in", t.category, "word", word, "about", t.about)
			row = append(row, view.Cell{Text: t.text})
		}
		if remedies != nil {
			row[0].Links = remedies(t)
		}
		s.Table.Rows = append(s.Table.Rows, row)
	}
	return s
}

// words tells what shoppers typed, and what the clerk made nothing of.
func (d *Desk) words(r *report) error {
	l, q := r.words, r.most()
	r.page = d.page(l.T("desk.words.title"), Root+"/words")
	for _, t := range []struct {
		id, title, lead, kind string
		read                  func() ([]typed, error)
		remedies              func(typed) []views.Link
	}{
		{"not-sold", "desk.words.not-sold", "desk.words.not-sold-lead", "notsold", func() ([]typed, error) { return d.notSold(r, q) }, r.remedies},
		{"unknown", "desk.words.unknown", "desk.words.unknown-lead", "unknown", func() ([]typed, error) { return d.findings(r, "unknown", "", q) }, r.remedies},
		{"missed", "desk.words.missed", "desk.words.missed-lead", "search", func() ([]typed, error) { return d.findings(r, "search", "missed", q) }, r.remedies},
		{"shop", "desk.words.shop", "desk.words.shop-lead", "shop", func() ([]typed, error) { return d.unanswered(r, "shop", q) }, r.fact},
		{"product", "desk.words.product", "desk.words.product-lead", "product", func() ([]typed, error) { return d.unanswered(r, "product", q) }, nil},
	} {
		all, err := t.read()
		if err != nil {
			return err
		}
		r.add(r.typedTable(t.id, l.T(t.title), l.T(t.lead), all, t.kind, t.remedies))
	}
	searches, err := read(r.Context(), d, "searches", func(t *typed) []any { return []any{&t.text, &t.category, &t.times, &t.missed} }, r.from, r.to, r.filter.Category, q)
	if err != nil {
		return err
	}
	s := view.Section{ID: "searches", Title: l.T("desk.words.searches"), Lead: l.T("desk.words.searches-lead"), How: []string{l.T("desk.how.typed")},
		Table: view.Table{Head: []string{l.T("desk.words.typed"), l.T("desk.category"), l.T("desk.words.times"), l.T("desk.words.no-match")}}}
	for _, t := range searches {
		missed := view.Count(l, t.missed, t.times)
		missed.URL = link("/conversations", "in", t.category, "word", "search", "of", t.text, "about", "missed")
		s.Table.Rows = append(s.Table.Rows, []view.Cell{{Text: t.text, Links: []views.Link{{Text: l.T("desk.rank"), URL: link("/settings/rank", "query", t.text)}, r.remedies(t)[1]}},
			{Text: t.category}, {Text: strconv.Itoa(t.times), URL: r.behindTyped(t, "search")}, missed})
	}
	r.add(s)
	return nil
}
