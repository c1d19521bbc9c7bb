package desk

import (
	"cmp"
	"slices"
	"strconv"

	"shopclerk/views"
	view "shopclerk/views/desk"
)

// told is how many questions, wants and suggestions the first page tells.
const told = 3

// today tells which question makes people leave, what is not stocked, what to do about both, and
// what was sold.
func (r *report) today() {
	l := r.words
	r.page = r.Desk.page(l.T("desk.today.title"), Root)
	all := r.asked("")
	sum := total(all)
	sorted, stands := leaving(all)
	s := view.Section{Title: l.T("desk.today.leaving"), Lead: l.T("desk.today.leaving-few"), How: r.howQuestions(), Links: []views.Link{{Text: l.T("desk.today.all-questions"), URL: link("/questions")}}}
	if stands > 0 {
		s.Lead = l.N("desk.today.leaving-lead", stands)
	} else if len(sorted) > 0 {
		s.Lead = l.T("desk.today.leaving-none")
	}
	for _, a := range sorted[:min(told, max(1, stands), len(sorted))] {
		s.Cards = append(s.Cards, r.card(a, sum))
	}
	r.add(s)
	notSold, _ := r.wants(2 * told)
	missing := r.typedTable("", l.T("desk.today.missing"), l.T("desk.words.not-sold-lead"), notSold, nil)
	missing.Links = []views.Link{{Text: l.T("desk.today.all-words"), URL: link("/words")}}
	r.add(missing)
	todo := view.Section{Title: l.T("desk.today.todo"), Cards: r.suggestions(sorted[:min(1, stands)], notSold)}
	if len(todo.Cards) == 0 {
		todo.Lead = l.T("desk.today.todo-none")
	}
	r.add(todo)
	s = r.sums()
	s.ID, s.Links = "", []views.Link{{Text: l.T("desk.today.all-orders"), URL: link("/orders")}}
	r.add(s)
}

// suggestions are what to do next, each with its control and the conversations behind it.
func (r *report) suggestions(left []asked, notSold []typed) (out []view.Card) {
	l := r.words
	for _, a := range left {
		out = append(out, view.Card{Title: l.T("desk.today.do-question", "Question", a.Text), Note: a.Category, Text: l.T("desk.today.why-question", "Left", l.Number(a.Left), "Asked", l.Number(a.Asked)),
			Links: []views.Link{r.change(a), r.whoLeft(a)}})
	}
	suggest := func(title, why string, t typed, remedies ...views.Link) {
		out = append(out, view.Card{Title: title, Note: t.category, Text: l.N(why, t.times, "Text", t.text), Links: append(remedies, views.Link{Text: l.T("desk.today.behind"), URL: r.behindTyped(t)})})
	}
	shop := slices.DeleteFunc(r.unanswered("shop", told), func(t typed) bool { return t.about == "" })
	for _, t := range shop[:min(1, len(shop))] {
		suggest(l.T("desk.today.do-fact", "Topic", t.about), "desk.today.why-fact", t, r.fact(t)...)
	}
	for _, t := range r.findings("unknown", "", 1) { // in what was understood otherwise
		suggest(l.T("desk.today.do-synonym", "Text", t.text), "desk.today.why-synonym", t, r.remedies(t)...)
	}
	for _, t := range notSold[:min(1, len(notSold))] {
		suggest(l.T("desk.today.do-stock", "Text", t.text), "desk.today.why-stock", t, r.redirect(t))
	}
	for i := range out {
		out[i].Note = cmp.Or(out[i].Note, l.T("desk.several"))
		out[i].Title = strconv.Itoa(i+1) + ". " + out[i].Title
	}
	return out
}
