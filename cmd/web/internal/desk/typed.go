package desk

import (
	"cmp"
	"slices"
	"strconv"

	"shopclerk/agent/nlu"
	"shopclerk/cmd/internal/live"
	"shopclerk/search"
	"shopclerk/views"
	view "shopclerk/views/desk"
)

// typed is a text that shoppers typed, in a category, or what they asked about, with the last text.
type typed struct {
	kind, text, category, about string
	times, missed               int
}

// findings reads what was found of a kind: see the table finding of the store.
func (r *report) findings(kind, about string, most int) []typed {
	return query(r, "findings", func(t *typed) []any {
		t.kind, t.about = kind, about
		return []any{&t.text, &t.category, &t.times, &t.missed}
	}, kind, r.from, r.to, r.filter.Category, about, most)
}

// unanswered reads the questions about products or the shop that got no answer.
func (r *report) unanswered(kind string, most int) []typed {
	return query(r, "unanswered", func(t *typed) []any {
		t.kind = kind
		return []any{&t.about, &t.category, &t.text, &t.times}
	}, kind, r.from, r.to, r.filter.Category, most)
}

// mostSought is how many wants are looked for in the titles.
const mostSought = 1000

// wants reads what the clerk found not to be sold and no title of the catalogue names now. What no
// dictionary knows a word of is no want that anybody can stock: it is with the unknown words, the commonest
// first.
func (r *report) wants(most int) (notSold, unknown []typed) {
	engine := live.From(r.Context()).Clerk.Config().Engine
	unknown = r.findings("unknown", "", most)
	for _, t := range r.findings("notsold", "", min(mostSought, 2*most)) {
		titled, err := engine.Titled(r.Context(), t.text, func(_ string, title *search.Title) bool { return title[search.Main] == 1 })
		switch r.err = cmp.Or(r.err, err); {
		case len(titled) > 0:
		case nlu.Known(t.text):
			notSold = append(notSold, t)
		default:
			unknown = append(unknown, t)
		}
	}
	slices.SortStableFunc(unknown, func(a, b typed) int { return cmp.Compare(b.times, a.times) })
	return notSold[:min(most, len(notSold))], unknown[:min(most, len(unknown))]
}

// behindTyped returns the conversations in which a text was typed, or something was asked about.
func (r *report) behindTyped(t typed) string {
	if t.asks() {
		t.text = ""
	}
	return link("/conversations", "in", t.category, "word", t.kind, "of", t.text, "about", t.about)
}

// asks reports whether it is a question.
func (t *typed) asks() bool { return t.kind == "shop" || t.kind == "product" }

// remedies are the forms that change what a text leads to.
func (r *report) remedies(t typed) []views.Link {
	return []views.Link{
		{Text: r.words.T("desk.words.synonym"), URL: link("/settings/synonym", "words", t.text, "category", t.category)},
		r.redirect(t),
		{Text: r.words.T("desk.words.stop"), URL: link("/settings/stop", "words", t.text)},
	}
}

func (r *report) redirect(t typed) views.Link {
	return views.Link{Text: r.words.T("desk.words.redirect"), URL: link("/settings/redirect", "query", t.text)}
}

// ranks are the forms that change the list of a search.
func (r *report) ranks(t typed) []views.Link {
	return []views.Link{{Text: r.words.T("desk.rank"), URL: link("/settings/rank", "query", t.text)}, r.redirect(t)}
}

// fact is the form that answers what was asked about the shop.
func (r *report) fact(t typed) []views.Link {
	return []views.Link{{Text: r.words.T("desk.words.fact"), URL: link("/settings/fact", "topic", t.about, "language", r.words.Code())}}
}

// typedTable is a table of texts with how often they were typed and what can be done, or of what was
// asked about, with the last text. remedies may be nil.
func (r *report) typedTable(id, title, lead string, all []typed, remedies func(typed) []views.Link) view.Section {
	asked := len(all) > 0 && all[0].asks()
	s := view.Section{ID: id, Title: title, Lead: lead, Table: view.Table{Head: r.heads("desk.words.typed", "desk.category", "desk.words.times")}}
	switch {
	case asked:
		s.Table.Head = r.heads("desk.words.about", "desk.category", "desk.words.times", "desk.words.example")
	case id == "searches":
		s.Table.Head, s.How = append(s.Table.Head, r.words.T("desk.words.no-match")), []string{r.words.T("desk.how.typed")}
	}
	for _, t := range all {
		row := []view.Cell{{Text: t.text}, {Text: t.category}, {Text: strconv.Itoa(t.times), URL: r.behindTyped(t)}}
		if remedies != nil {
			row[0].Links = remedies(t)
		}
		switch {
		case asked:
			row[0].Text = cmp.Or(label(r.categories, t.category, t.about), r.words.T("desk.words.else"))
			row = append(row, view.Cell{Text: t.text})
		case id == "searches":
			missed := view.Count(r.words, t.missed, t.times)
			t.about = "missed"
			missed.URL = r.behindTyped(t)
			row = append(row, missed)
		}
		s.Table.Rows = append(s.Table.Rows, row)
	}
	return s
}

// typed tells what shoppers typed, and what the clerk made nothing of.
func (r *report) typed() {
	l, most := r.words, r.most()
	r.page = r.Desk.page(l.T("desk.words.title"), Root+"/words")
	notSold, unknown := r.wants(most)
	for _, t := range []struct {
		id, title, lead string
		all             []typed
		remedies        func(typed) []views.Link
	}{
		{"not-sold", "desk.words.not-sold", "desk.words.not-sold-lead", notSold, r.remedies},
		{"unknown", "desk.words.unknown", "desk.words.unknown-lead", unknown, r.remedies},
		{"missed", "desk.words.missed", "desk.words.missed-lead", r.findings("search", "missed", most), r.remedies},
		{"shop", "desk.words.shop", "desk.words.shop-lead", r.unanswered("shop", most), r.fact},
		{"product", "desk.words.product", "desk.words.product-lead", r.unanswered("product", most), nil},
		{"searches", "desk.words.searches", "desk.words.searches-lead", r.findings("search", "", most), r.ranks},
	} {
		r.add(r.typedTable(t.id, l.T(t.title), l.T(t.lead), t.all, t.remedies))
	}
}
