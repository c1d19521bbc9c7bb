package desk

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"shopclerk/views"
	view "shopclerk/views/desk"
)

// asked is a row of questions.sql.
type asked struct {
	Category, Aspect, Text                 string
	Asked, Answered, Skipped, Passed, Left int
}

// asked reads what became of the questions of a category, of all where it is "".
func (r *report) asked(category string) []asked {
	return query(r, "questions", func(a *asked) []any {
		return []any{&a.Category, &a.Aspect, &a.Text, &a.Asked, &a.Answered, &a.Skipped, &a.Passed, &a.Left}
	}, r.from, r.to, category)
}

// total adds up how often questions were asked and left.
func total(all []asked) (sum asked) {
	for _, a := range all {
		sum.Asked, sum.Left = sum.Asked+a.Asked, sum.Left+a.Left
	}
	return sum
}

// leaving sorts the questions by the least share of those who left that 95 % allow, and drops those
// of too few cases. stands reports for how many of the first that is above the share of all others.
func leaving(all []asked) (sorted []asked, stands int) {
	sum := total(all)
	least := func(a asked) float64 { low, _ := interval(a.Left, a.Asked); return low }
	sorted = slices.DeleteFunc(slices.Clone(all), func(a asked) bool { return a.Asked < view.Fewest })
	slices.SortStableFunc(sorted, func(a, b asked) int { return cmp.Compare(least(b), least(a)) })
	for _, a := range sorted {
		if others := sum.Asked - a.Asked; others >= view.Fewest && least(a) > float64(sum.Left-a.Left)/float64(others) {
			stands++
		}
	}
	return sorted, stands
}

// card tells in a sentence what became of a question; all are the sums of all questions.
func (r *report) card(a, all asked) view.Card {
	l := r.words
	c := view.Card{Title: a.Text, URL: link("/question", "in", a.Category, "aspect", a.Aspect), Note: cmp.Or(a.Category, l.T("desk.several"))}
	share := func(n int) string { return view.Share(l, n, a.Asked) }
	if a.Asked < view.Fewest {
		c.Text = l.N("desk.asking.few", a.Asked)
	} else {
		c.Text = l.T("desk.asking.said", "Asked", l.Number(a.Asked), "Answered", share(a.Answered), "Skipped", share(a.Skipped), "Passed", share(a.Passed), "Left", share(a.Left))
		if others := all.Asked - a.Asked; others >= view.Fewest {
			c.Text += " " + l.T("desk.asking.others", "Left", view.Share(l, all.Left-a.Left, others))
		}
		at := 0.0
		for i, n := range []int{a.Answered, a.Skipped, a.Passed, a.Left} {
			part := view.Part{Kind: view.Outcomes[i], At: at, Width: 100 * float64(n) / float64(a.Asked)}
			c.Parts, at = append(c.Parts, part), at+part.Width
		}
	}
	if a.Left > 0 {
		c.Links = append(c.Links, r.whoLeft(a))
	}
	c.Links = append(c.Links, r.change(a))
	return c
}

// change is the form of a question, and whoLeft the conversations that ended with it.
func (r *report) change(a asked) views.Link {
	return views.Link{Text: r.words.T("desk.asking.change"), URL: link("/settings/question", "category", a.Category, "aspect", a.Aspect)}
}

func (r *report) whoLeft(a asked) views.Link {
	return views.Link{Text: r.words.T("desk.asking.who-left"), URL: r.behindQuestion(a, "left")}
}

// behindQuestion returns the conversations with an outcome of a question.
func (r *report) behindQuestion(a asked, outcome string) string {
	return link("/conversations", "in", a.Category, "aspect", a.Aspect, "outcome", outcome)
}

// questions tells what became of the questions, by category and aspect.
func (r *report) questions() {
	l := r.words
	r.page = r.Desk.page(l.T("desk.questions"), Root+"/questions")
	all := r.asked(r.filter.Category)
	sum := total(all)
	s := view.Section{Title: l.T("desk.asked-about"), Lead: l.T("desk.asking.lead"), Legend: true, How: r.howQuestions()}
	table := view.Section{ID: "questions", Title: l.T("desk.asking.table"), Folded: true, Table: view.Table{Head: r.heads("desk.category", "desk.aspect", "desk.question", "desk.asked", "desk.answered", "desk.skipped", "desk.passed", "desk.left")}}
	for i, a := range all {
		if i < pageRows {
			s.Cards = append(s.Cards, r.card(a, sum))
		}
		row := []view.Cell{{Text: cmp.Or(a.Category, l.T("desk.several"))}, {Text: label(r.categories, a.Category, a.Aspect), URL: link("/question", "in", a.Category, "aspect", a.Aspect)}, {Text: a.Text}, number(a.Asked)}
		for i, n := range []int{a.Answered, a.Skipped, a.Passed, a.Left} {
			c := view.Count(l, n, a.Asked)
			c.URL = r.behindQuestion(a, view.Outcomes[i])
			row = append(row, c)
		}
		table.Table.Rows = append(table.Table.Rows, row)
	}
	r.add(s)
	r.add(table)
}

// howQuestions tells how questions are counted.
func (r *report) howQuestions() []string {
	return []string{r.words.T("desk.how.asked"), r.words.T("desk.how.together"), r.words.T("desk.how.interval"), r.words.T("desk.how.rare", "N", strconv.Itoa(view.Fewest))}
}

// offered is an option of a question: how often it was shown, and picked.
type offered struct {
	Label         string
	Shown, Picked int
}

// offered counts the options of a question, the one shown most often first, then by label.
func (r *report) offered(category, aspect string) []offered {
	return query(r, "options", func(o *offered) []any { return []any{&o.Label, &o.Shown, &o.Picked} }, r.from, r.to, category, aspect)
}

// question tells of one question: what became of it, its options, and what its answers brought.
func (r *report) question() {
	l, in, aspect := r.words, r.URL.Query().Get("in"), r.URL.Query().Get("aspect")
	r.page = r.Desk.page(label(r.categories, in, aspect), Root+"/questions")
	all := r.asked("")
	if i := slices.IndexFunc(all, func(a asked) bool { return a.Category == in && a.Aspect == aspect }); i >= 0 {
		this := all[i]
		s := view.Section{Legend: true, Cards: []view.Card{r.card(this, total(all))}, How: r.howQuestions()}
		low, high := interval(this.Left, this.Asked)
		s.How = append(s.How, l.T("desk.how.this", "Low", l.Fixed(100*low, 1), "High", l.Fixed(100*high, 1)))
		r.add(s)
	}
	s := view.Section{ID: "options", Title: l.T("desk.options"), Table: view.Table{Head: r.heads("desk.option", "desk.shown", "desk.ticked")}, How: []string{l.T("desk.how.options")}}
	for _, o := range r.offered(in, aspect) {
		c := view.Count(l, o.Picked, o.Shown)
		c.URL, c.Bar = link("/conversations", "in", in, "aspect", aspect, "option", o.Label), 100*float64(o.Picked)/float64(max(1, o.Shown))
		s.Table.Rows = append(s.Table.Rows, []view.Cell{{Text: o.Label, Links: []views.Link{{Text: l.T("desk.rename"), URL: link("/settings/name", "category", in, "aspect", aspect, "values", o.Label)}}}, number(o.Shown), c})
	}
	r.add(s)
	r.gain(in, aspect)
}

// gain tells how many products a question left over, beside how many it was expected to.
func (r *report) gain(in, aspect string) {
	l := r.words
	var cases int
	var fit, expected, remained float64
	query(r, "gain", func(*struct{}) []any { return []any{&cases, &fit, &expected, &remained} }, r.from, r.to, in, aspect)
	s := view.Section{Title: l.T("desk.gain.title"), Lead: l.T("desk.gain.rare", "N", strconv.Itoa(view.Fewest)), How: []string{l.T("desk.how.gain")}}
	if cases >= view.Fewest {
		s.Lead = l.T("desk.gain.said", "Cases", l.Number(cases), "Fit", l.Fixed(fit, 0), "Expected", l.Fixed(expected, 0), "Remained", l.Fixed(remained, 0))
		if expected >= 1 && remained >= 1 {
			s.How = append(s.How, l.T("desk.how.bits", "Predicted", l.Fixed(math.Log2(fit/expected), 1), "Realised", l.Fixed(math.Log2(fit/remained), 1)))
		}
	}
	r.add(s)
}
