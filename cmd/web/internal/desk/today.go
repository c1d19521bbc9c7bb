package desk

import (
	"cmp"
	"slices"
	"strings"

	"shopclerk/agent/desk/control"
	"shopclerk/agent/desk/insight"
	"shopclerk/views"
	view "shopclerk/views/desk"
)

const (
	// mostAnswered is how many things an answer of the first page names: one look.
	mostAnswered = 3
	// mostAdvice is how many things to do the page of all of them lists: a day's work.
	mostAdvice = 30
)

// today is the desk's first page: the three questions that a merchandiser has, answered.
func (d *Desk) today(r *Request) (*Page, error) {
	w := r.Words
	p := &Page{Title: w.T("desk.today.title"), Lead: w.T("desk.today.lead"), ByPeriod: true, Alone: true, ByCategory: true}
	if len(d.factsOf(r, r.Period)) == 0 {
		return p.without(nothingYet(r, d)), nil
	}
	next, err := d.nextAnswer(r, mostAnswered)
	if err != nil {
		return nil, err
	}
	next.More = views.Link{Text: w.T("desk.today.all-actions"), URL: r.To(actionsSection.path())}
	p.Body = view.AnswersView([]view.Answer{d.leavingAnswer(r), d.lackingAnswer(r), next})
	return p, nil
}

// actionsPage lists all that there is to do.
func (d *Desk) actionsPage(r *Request) (*Page, error) {
	answer, err := d.nextAnswer(r, mostAdvice)
	if err != nil {
		return nil, err
	}
	w := r.Words
	return &Page{
		Title: w.T("desk.advice.title"), Lead: w.T("desk.advice.lead"), ByPeriod: true, Alone: true, ByCategory: true,
		Body: view.AnswersView([]view.Answer{answer}),
	}, nil
}

// nextAnswer says what to do next.
func (d *Desk) nextAnswer(r *Request, most int) (view.Answer, error) {
	w := r.Words
	list, err := d.advise(r)
	a := view.Answer{ID: "next", Question: w.T("desk.today.next"), Headline: w.T("desk.today.next-none")}
	if err != nil || len(list) == 0 {
		return a, err
	}
	a.Headline = ""
	if most < mostAdvice { // one look shows what kinds of things there are to do: the best of each first
		seen := map[string]bool{}
		best := slices.DeleteFunc(slices.Clone(list), func(x advice) bool {
			again := seen[x.kind]
			seen[x.kind] = true
			return again
		})
		list = append(best, slices.DeleteFunc(list, func(x advice) bool {
			return slices.ContainsFunc(best, func(b advice) bool { return b.text == x.text })
		})...)
	}
	for i := range list[:min(len(list), most)] {
		a.Items = append(a.Items, list[i].item(r))
	}
	return a, nil
}

// leavingAnswer says which question makes people leave: those with surely more leavings
// than usual, else those that may have.
func (d *Desk) leavingAnswer(r *Request) view.Answer {
	w := r.Words
	a := view.Answer{
		ID: "leave", Question: w.T("desk.today.leave"), Headline: w.T("desk.today.leave-none"),
		More: views.Link{Text: w.T("desk.today.all-questions"), URL: r.To(questionsSection.path())},
	}
	list := d.questionsOf(r)
	surely := significantLeaving(list)
	list = slices.DeleteFunc(list, func(q insight.Question) bool { return !q.Leaving.Known() || q.Leaving.Few() || q.Leaving.Value <= 1 })
	slices.SortStableFunc(list, func(x, y insight.Question) int {
		return cmp.Or(insight.Indicator(surely[y.Topic])-insight.Indicator(surely[x.Topic]), cmp.Compare(y.Leaving.Low, x.Leaving.Low))
	})
	for i := range list[:min(len(list), mostAnswered)] {
		q := &list[i]
		aspect, category := d.topicNames(r, q.Topic)
		text := w.T("desk.today.leave-item", "Aspect", aspect, "Category", category, "Left", Spell(Share, q.Left.Value, w), "Times", w.Fixed(q.Leaving.Value, 1))
		sure := w.T("desk.today.sure")
		if !surely[q.Topic] {
			sure = w.T("desk.today.perhaps")
		} else {
			a.Headline = "" // the first item says it
		}
		a.Items = append(a.Items, view.Item{Text: text, Why: w.N("desk.today.leave-why", q.Shown, "Sure", sure), Links: []views.Link{
			{Text: w.T("desk.advice.behind"), URL: r.talksAbout(q.Topic, fieldMishap, mishapLeft)},
			{Text: w.T("desk.today.options"), URL: r.To(aspectPath(q.Aspect), fieldCategory, q.Category)},
			{Text: w.T("desk.today.change"), URL: settingAddress(control.Slot{Kind: control.KindPlace, Category: q.Category, Aspect: q.Aspect})},
		}})
	}
	return a
}

// significantLeaving tells at which questions more leave than is usual, and not by chance.
func significantLeaving(list []insight.Question) map[insight.Topic]bool {
	return significant(list, func(q *insight.Question) insight.Estimate { return q.Leaving })
}

// significant tells of which questions a ratio is above 1 by more than chance.
func significant(list []insight.Question, ratio func(*insight.Question) insight.Estimate) map[insight.Topic]bool {
	ratios := make([]insight.Estimate, len(list))
	for i := range list {
		ratios[i] = ratio(&list[i])
	}
	out := map[insight.Topic]bool{}
	for i, above := range insight.Above(ratios) {
		out[list[i].Topic] = above
	}
	return out
}

// lackingAnswer says what people ask for that the shop does not have: goods, words,
// answers, whichever most conversations asked for.
func (d *Desk) lackingAnswer(r *Request) view.Answer {
	w, h := r.Words, d.hearing(r)
	a := view.Answer{
		ID: "lack", Question: w.T("desk.today.lack"), Headline: w.T("desk.today.lack-none"),
		More: views.Link{Text: w.T("desk.today.all-words"), URL: r.To(wordsSection.path())},
	}
	type lack struct {
		view.Item
		n int
	}
	var list []lack
	add := func(words []insight.Word, text func(*insight.Word) string, at string) {
		for i := range words[:min(len(words), mostAnswered)] {
			x := &words[i]
			item := view.Item{Text: text(x), Links: []views.Link{
				{Text: w.T("desk.advice.behind"), URL: r.To(talksPath + "/" + x.Conversations[len(x.Conversations)-1])},
				{Text: w.T("desk.today.change"), URL: r.To(wordsSection.path()) + "#" + at},
			}}
			if x.Example != "" && (len(x.Spellings) == 0 || !strings.EqualFold(x.Example, x.Text())) {
				item.Why = w.T("language.quoted", "Text", x.Example)
			}
			list = append(list, lack{item, len(x.Conversations)})
		}
	}
	add(h.Unsold, func(x *insight.Word) string { return w.N("desk.today.unsold", x.Count, "Word", x.Text()) }, "unsold")
	add(h.Unplaced, func(x *insight.Word) string { return w.N("desk.today.unplaced", x.Count, "Word", x.Text()) }, "unplaced")
	add(h.Shop, func(x *insight.Word) string {
		return w.N("desk.today.untold", x.Count, "Topic", topicLabel(r, x.About))
	}, "about-shop")
	slices.SortStableFunc(list, func(x, y lack) int { return cmp.Compare(y.n, x.n) })
	for i := range list[:min(len(list), mostAnswered)] {
		a.Items = append(a.Items, list[i].Item)
	}
	if len(list) > 0 {
		a.Headline = ""
	}
	return a
}
