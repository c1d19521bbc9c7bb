package desk

import (
	"cmp"
	"strconv"

	"shopclerk/views"
	view "shopclerk/views/desk"
)

// told is how many questions, wants and suggestions the first page tells.
const told = 3

// today tells which question makes people leave, what is not stocked, what to do about both, and
// what was sold.
func (d *Desk) today(r *report) error {
	l := r.words
	r.page = d.page(l.T("desk.today.title"), Root)
	all, err := d.asked(r, "")
	if err != nil {
		return err
	}
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
	notSold, err := d.notSold(r, 2*told)
	if err != nil {
		return err
	}
	missing := r.typedTable("", l.T("desk.today.missing"), l.T("desk.words.not-sold-lead"), notSold, "notsold", nil)
	missing.Links = []views.Link{{Text: l.T("desk.today.all-words"), URL: link("/words")}}
	r.add(missing)
	todo := view.Section{Title: l.T("desk.today.todo"), Lead: l.T("desk.today.todo-none")}
	if todo.Cards, err = d.suggestions(r, sorted[:min(1, stands)], notSold); err != nil {
		return err
	}
	if len(todo.Cards) > 0 {
		todo.Lead = ""
	}
	r.add(todo)
	s, err = d.sums(r)
	s.ID, s.Links = "", []views.Link{{Text: l.T("desk.today.all-orders"), URL: link("/orders")}}
	r.add(s)
	return err
}

// suggestions are what to do next, each with its control and the conversations behind it.
func (d *Desk) suggestions(r *report, left []asked, notSold []typed) (out []view.Card, err error) {
	l := r.words
	for _, a := range left {
		out = append(out, view.Card{Title: l.T("desk.today.do-question", "Question", a.Text), Note: cmp.Or(a.Category, l.T("desk.several")), Text: l.T("desk.today.why-question", "Left", l.Number(a.Left), "Asked", l.Number(a.Asked)),
			Links: []views.Link{{Text: l.T("desk.asking.change"), URL: link("/settings/question", "category", a.Category, "aspect", a.Aspect)}, {Text: l.T("desk.asking.who-left"), URL: r.behindQuestion(a, "left")}}})
	}
	suggest := func(title, why string, t typed, behind string, remedies ...views.Link) {
		out = append(out, view.Card{Title: title, Note: t.category, Text: l.N(why, t.times, "Text", t.text), Links: append(remedies, views.Link{Text: l.T("desk.today.behind"), URL: behind})})
	}
	shop, err := d.unanswered(r, "shop", told)
	if err != nil {
		return nil, err
	}
	for _, t := range shop {
		if t.about != "" {
			suggest(l.T("desk.today.do-fact", "Topic", t.about), "desk.today.why-fact", t, link("/conversations", "in", t.category, "word", "shop", "about", t.about), r.fact(t)...)
			break
		}
	}
	unknown, err := d.findings(r, "unknown", "", 1)
	for _, t := range unknown {
		suggest(l.T("desk.today.do-synonym", "Text", t.text), "desk.today.why-synonym", t, r.behindTyped(t, "unknown"), r.remedies(t)...)
	}
	for _, t := range notSold[:min(1, len(notSold))] {
		suggest(l.T("desk.today.do-stock", "Text", t.text), "desk.today.why-stock", t, r.behindTyped(t, "notsold"), r.remedies(t)[1])
	}
	for i := range out {
		out[i].Note = cmp.Or(out[i].Note, l.T("desk.several"))
		out[i].Title = strconv.Itoa(i+1) + ". " + out[i].Title
	}
	return out, err
}
