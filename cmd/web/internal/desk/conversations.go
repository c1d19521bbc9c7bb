package desk

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"shopclerk/agent/desk/insight"
	"shopclerk/agent/journal"
	"shopclerk/catalog"
	"shopclerk/views"
	view "shopclerk/views/desk"
	"shopclerk/words"
)

const (
	// perPage is how many conversations a page lists.
	perPage = 25
	// mostExported is how many a file lists: as many as a spreadsheet still likes. The
	// name of a file that has not all says so.
	mostExported = 10_000
)

// fieldPage names the field of an address that says which page of a list.
const fieldPage = "page"

// talksPath is the address of the conversations.
const talksPath = Root + "/conversations"

// conversations finds conversations of the period, latest first.
func (d *Desk) conversations(r *Request) (*Page, error) {
	c, err := readCriteria(r)
	if err != nil {
		return nil, err
	}
	of := d.Insight.Facts(insight.Period{From: r.Period.From, To: r.Period.To})
	var found []*insight.Facts
	for _, f := range slices.Backward(of) {
		if c.find(f) {
			found = append(found, f)
		}
	}
	number, from, to := readPage(r, len(found))
	listed := found[from:to]
	if r.asksCSV() {
		listed = found[:min(len(found), mostExported)]
	}
	table := d.talksTable(r, listed)
	table.Of = len(found)
	body := view.Conversations{
		Search: d.search(r, of),
		Found:  r.Words.N("desk.talks.found", len(found)),
		Table:  table.View(r),
		Pager:  pager(r, number, from, to, len(found)),
		Empty:  noTalks(r, of, found),
	}
	return &Page{
		Title: r.Words.T("desk.talks.title"), Lead: r.Words.T("desk.talks.lead"),
		ByPeriod: true, ByCategory: true, Alone: true, Keep: criteriaFields,
		Tables: []*Table{table}, Body: view.ConversationsView(body),
	}, nil
}

// noTalks says why there is nothing to list.
func noTalks(r *Request, of, found []*insight.Facts) view.Empty {
	switch {
	case len(of) == 0:
		return view.Empty{Title: r.Words.T("desk.talks.none"), Text: r.Words.T("desk.talks.none-text")}
	case len(found) == 0:
		return view.Empty{Title: r.Words.T("desk.talks.not-found"), Text: r.Words.T("desk.talks.not-found-text"),
			Link: views.Link{Text: r.Words.T("desk.talks.clear"), URL: r.To(talksPath, fieldCategory, "")}}
	}
	return view.Empty{}
}

// readPage reads which page of n rows is asked for, the nearest that there is.
func readPage(r *Request, n int) (number, from, to int) {
	last := max(1, (n+perPage-1)/perPage)
	number, _ = strconv.Atoi(r.query.Get(fieldPage))
	number = min(max(number, 1), last)
	from = (number - 1) * perPage
	return number, from, min(from+perPage, n)
}

// pager leads to the pages before and after.
func pager(r *Request, number, from, to, n int) view.Pager {
	p := view.Pager{Position: r.Words.T("desk.position", "From", from+1, "To", to, "All", n)}
	if number > 1 {
		p.Previous = views.Link{Text: r.Words.T("desk.later"), URL: r.With(fieldPage, strconv.Itoa(number-1))}
	}
	if to < n {
		p.Next = views.Link{Text: r.Words.T("desk.earlier"), URL: r.With(fieldPage, strconv.Itoa(number+1))}
	}
	return p
}

// talksTable lists conversations.
func (d *Desk) talksTable(r *Request, of []*insight.Facts) *Table {
	type f = *insight.Facts
	type c = columnSpec[f]
	t := newTable(r, "conversations", "desk.talks.title", "desk.talks.counts", "", of,
		c{"opening", "desk.talks.opening", Text, "desk.talks.opening-help", func(x *f) Cell { return Name(openingText(r, *x)).To(r.To(talksPath + "/" + (*x).ID)) }},
		c{"began", "desk.talks.began", Moment, "", func(x *f) Cell { return When((*x).Began) }},
		c{"category", "desk.category.label", Text, "desk.talks.category-help", textCell(func(x *f) string { return scopeText(r, (*x).Turns[len((*x).Turns)-1].Scope) })},
		c{"turns", "desk.talks.turns", Count, "desk.talks.turns-help", countCell(func(x *f) int { return len((*x).Turns) })},
		c{"asked", "desk.talks.asked", Count, "", countCell(func(x *f) int {
			asked, _ := questionsOf(*x)
			return asked
		})},
		c{"answered", "desk.talks.answered", Count, "desk.talks.answered-help", countCell(func(x *f) int {
			_, answered := questionsOf(*x)
			return answered
		})},
		c{"outcome", "desk.talks.outcome", Text, "desk.talks.outcome-help", textCell(func(x *f) string { return outcomeText(r, *x) })},
		c{"session", "desk.talks.session", Text, "desk.talks.session-help", textCell(func(x *f) string { return short((*x).Session) })},
	)
	t.Paged = true
	return t
}

// short is as much of a session's id as is shown: enough to tell a page's sessions
// apart, too little to find the shopper's cookie by.
func short(session string) string { return session[:min(len(session), 6)] }

// openingText says how a conversation began: in the shopper's words, or with a click.
func openingText(r *Request, f *insight.Facts) string {
	first := &f.Turns[0]
	if first.Confided {
		return r.Words.T("desk.errands.confided")
	}
	switch first.Said {
	case "":
		return r.Words.T("desk.talks.clicked", "Category", scopeText(r, first.Scope))
	case journal.Redacted:
		return r.Words.T("desk.talks.redacted")
	}
	return first.Said
}

// placeOfTalk names a category, or the whole shop.
func placeOfTalk(w *words.Language, path string) string {
	if path == "" {
		return w.T("desk.talks.whole-shop")
	}
	return catalog.LastLevel(path)
}

// scopeText names categories, or the whole shop.
func scopeText(r *Request, paths []string) string {
	names := make([]string, len(paths))
	for i, path := range paths {
		names[i] = placeOfTalk(r.Words, path)
	}
	return strings.Join(names, r.Words.T("language.comma"))
}

// questionsOf counts the questions that were shown in a conversation, and those of
// them that say what is wanted.
func questionsOf(f *insight.Facts) (asked, answered int) {
	for i := range f.Turns {
		for k := range f.Turns[i].Questions {
			asked++
			if f.Turns[i].Questions[k].Outcome.Answered() {
				answered++
			}
		}
	}
	return asked, answered
}

// outcomeText says what came of a conversation: the most that was done with a product,
// and if nothing was, whether there was anything to do it with.
func outcomeText(r *Request, f *insight.Facts) string {
	for _, x := range outcomes {
		if touchedFinder(x.act)(nil, f) {
			return r.Words.T(x.name)
		}
	}
	if f.Turns[len(f.Turns)-1].Empty {
		return r.Words.T("desk.talks.outcome-nothing")
	}
	return r.Words.T("desk.talks.outcome-left")
}

// outcomes are what can come of a conversation, with the ids of what that is called, the
// most first.
var outcomes = []struct {
	act  journal.Act
	name string
}{
	{journal.Ordered, "desk.talks.outcome-ordered"}, {journal.Basket, "desk.talks.outcome-basket"},
	{journal.Compared, "desk.talks.outcome-compared"}, {journal.Opened, "desk.talks.outcome-opened"},
}

// search presents the criteria. The aspects and arms offered are those that the
// period has.
func (d *Desk) search(r *Request, of []*insight.Facts) view.Search {
	w := r.Words
	s := view.Search{Action: talksPath}
	for _, name := range []string{fieldPeriod, fieldFrom, fieldTo, fieldCategory} {
		if v := r.query.Get(name); v != "" {
			s.Hidden = append(s.Hidden, views.Field{Name: name, Value: v})
		}
	}
	for _, name := range criteriaFields {
		if r.query.Get(name) != "" {
			s.Clear = r.To(talksPath)
		}
	}
	aspects, arms := d.offered(of)
	text := func(name, label, hint string) view.FormField {
		return view.FormField{Name: name, Label: label, Hint: hint, Value: r.query.Get(name)}
	}
	choose := func(name, label string, list ...view.Choice) view.FormField {
		list = append([]view.Choice{{Text: w.T("desk.talks.any")}}, list...)
		for _, c := range searchChoices[name] {
			list = append(list, view.Choice{Value: c.value, Text: w.T(c.name)})
		}
		for i := range list {
			list[i].Chosen = list[i].Value == r.query.Get(name)
		}
		return view.FormField{Name: name, Label: label, Choices: list}
	}
	s.Fields = []view.FormField{
		text(fieldSaid, w.T("desk.talks.text"), w.T("desk.talks.text-hint")),
		text(fieldGoods, w.T("desk.talks.product"), ""),
		choose(fieldAsked, w.T("desk.talks.aspect"), aspects...),
		text(fieldTicked, w.T("desk.talks.option"), ""),
		choose(fieldTouched, w.T("desk.talks.acts")),
		choose(fieldMishap, w.T("desk.talks.trouble")),
		choose(fieldLength, w.T("desk.talks.length")),
	}
	if wanted := wantedIn(w, of); len(wanted) > 0 {
		s.Fields = append(s.Fields,
			choose(fieldErrand, w.T("desk.errands.errand"), append([]view.Choice{{Value: anyErrand, Text: w.T("desk.errands.some")}}, wanted...)...),
			choose(fieldEnded, w.T("desk.errands.ended")))
	}
	if len(arms) > 0 {
		s.Fields = append(s.Fields, choose(fieldArm, w.T("desk.talks.arm"), arms...))
	}
	return s
}

// offered lists the aspects and the arms of experiments that conversations have, by
// their names.
func (d *Desk) offered(of []*insight.Facts) (aspects, arms []view.Choice) {
	labels := map[string]string{}
	for _, c := range d.Store.Categories() {
		for _, a := range c.Aspects {
			labels[a.Key] = a.Label
		}
	}
	asked, ran := map[string]bool{}, map[string]bool{}
	for _, f := range of {
		for i := range f.Turns {
			for k := range f.Turns[i].Questions {
				asked[f.Turns[i].Questions[k].Aspect] = true
			}
			if name := armOf(&f.Turns[i]); name != "" {
				ran[name] = true
			}
		}
	}
	for key := range asked {
		aspects = append(aspects, view.Choice{Value: key, Text: cmp.Or(labels[key], key)})
	}
	slices.SortFunc(aspects, func(a, b view.Choice) int { return cmp.Or(cmp.Compare(a.Text, b.Text), cmp.Compare(a.Value, b.Value)) })
	for _, name := range slices.Sorted(maps.Keys(ran)) {
		arms = append(arms, view.Choice{Value: name, Text: name})
	}
	return aspects, arms
}

// wantedIn lists what shoppers wanted done in conversations, by its name.
func wantedIn(w *words.Language, of []*insight.Facts) []view.Choice {
	var out []view.Choice
	n := newToolNames(w)
	for _, f := range of {
		for i := range f.Errands {
			e := &f.Errands[i]
			tool := e.Does()
			if tool != "" {
				n.tools[tool] = cmp.Or(n.tools[tool], e.Title)
			}
			if c := (view.Choice{Value: toolField(tool), Text: n.tool(tool)}); !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
	slices.SortFunc(out, func(a, b view.Choice) int { return cmp.Or(cmp.Compare(a.Text, b.Text), cmp.Compare(a.Value, b.Value)) })
	return out
}
