package desk

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"shopclerk/agent"
	"shopclerk/agent/insight"
	"shopclerk/agent/journal"
	"shopclerk/agent/memory"
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
	w := r.Words
	t := &Table{ID: "conversations", Caption: w.T("desk.talks.title"), Counts: w.T("desk.talks.counts"), Paged: true, Columns: []Column{
		{Key: "opening", Label: w.T("desk.talks.opening"), Help: w.T("desk.talks.opening-help")},
		{Key: "began", Label: w.T("desk.talks.began"), Kind: Moment},
		{Key: "category", Label: w.T("desk.category.label"), Help: w.T("desk.talks.category-help")},
		{Key: "turns", Label: w.T("desk.talks.turns"), Kind: Count, Help: w.T("desk.talks.turns-help")},
		{Key: "asked", Label: w.T("desk.talks.asked"), Kind: Count},
		{Key: "answered", Label: w.T("desk.talks.answered"), Kind: Count, Help: w.T("desk.talks.answered-help")},
		{Key: "outcome", Label: w.T("desk.talks.outcome"), Help: w.T("desk.talks.outcome-help")},
		{Key: "session", Label: w.T("desk.talks.session"), Help: w.T("desk.talks.session-help")},
	}}
	for _, f := range of {
		asked, answered := questionsOf(f)
		t.Rows = append(t.Rows, []Cell{
			Name(opening(r, f)).To(r.To(talksPath + "/" + f.ID)), When(f.Began), Name(lastScope(r, f)),
			Value(float64(len(f.Turns))), Value(float64(asked)), Value(float64(answered)), Name(outcome(r, f)), Name(short(f.Session)),
		})
	}
	return t
}

// short is as much of a session's id as is shown: enough to tell a page's sessions
// apart, too little to find the shopper's cookie by.
func short(session string) string { return session[:min(len(session), 6)] }

// opening says how a conversation began: in the shopper's words, or with a click.
func opening(r *Request, f *insight.Facts) string {
	first := &f.Turns[0]
	if first.Confided {
		return r.Words.T("desk.errands.confided")
	}
	switch first.Said {
	case "":
		return r.Words.T("desk.talks.clicked", "Category", scope(r, first.Scope))
	case journal.Redacted:
		return r.Words.T("desk.talks.redacted")
	}
	return first.Said
}

// scope names categories, or the whole shop.
func scope(r *Request, paths []string) string {
	names := ""
	for _, path := range paths {
		name := r.Words.T("desk.talks.whole-shop")
		if path != "" {
			name = agent.CategoryName(path)
		}
		if names != "" {
			names += r.Words.T("language.comma")
		}
		names += name
	}
	return names
}

func lastScope(r *Request, f *insight.Facts) string { return scope(r, f.Turns[len(f.Turns)-1].Scope) }

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

// outcome says what came of a conversation: the most that was done with a product,
// and if nothing was, whether there was anything to do it with.
func outcome(r *Request, f *insight.Facts) string {
	did := func(act journal.Act) bool { return some(f, func(t *insight.Turn) bool { return acted(t, act) }) }
	switch {
	case did(journal.Ordered):
		return r.Words.T("desk.talks.outcome-ordered")
	case did(journal.Basket):
		return r.Words.T("desk.talks.outcome-basket")
	case did(journal.Compared):
		return r.Words.T("desk.talks.outcome-compared")
	case did(journal.Opened):
		return r.Words.T("desk.talks.outcome-opened")
	case f.Turns[len(f.Turns)-1].Empty:
		return r.Words.T("desk.talks.outcome-nothing")
	}
	return r.Words.T("desk.talks.outcome-left")
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
	text := func(name, label, hint string) view.SearchField {
		return view.SearchField{Name: name, Label: label, Hint: hint, Value: r.query.Get(name)}
	}
	choose := func(name, label string, choices []view.Choice) view.SearchField {
		for i := range choices {
			choices[i].Chosen = choices[i].Value == r.query.Get(name)
		}
		return view.SearchField{Name: name, Label: label, Choices: choices}
	}
	s.Fields = []view.SearchField{
		text(fieldSaid, w.T("desk.talks.text"), w.T("desk.talks.text-hint")),
		text(fieldGoods, w.T("desk.talks.product"), ""),
		choose(fieldAsked, w.T("desk.talks.aspect"), append([]view.Choice{{Text: w.T("desk.talks.any")}}, aspects...)),
		text(fieldTicked, w.T("desk.talks.option"), ""),
		choose(fieldTouched, w.T("desk.talks.acts"), []view.Choice{
			{Text: w.T("desk.talks.any")},
			{Value: string(opened), Text: w.T("desk.talks.with-click")},
			{Value: string(notOpened), Text: w.T("desk.talks.without-click")},
			{Value: string(basketed), Text: w.T("desk.talks.with-basket")},
			{Value: string(bought), Text: w.T("desk.talks.with-order")},
			{Value: string(noTouch), Text: w.T("desk.talks.without-act")},
		}),
		choose(fieldMishap, w.T("desk.talks.trouble"), []view.Choice{
			{Text: w.T("desk.talks.any")},
			{Value: string(nothingFound), Text: w.T("desk.talks.nothing-found")},
			{Value: string(skippedSome), Text: w.T("desk.talks.skipped")},
			{Value: string(leftThere), Text: w.T("desk.talks.left")},
		}),
		choose(fieldLength, w.T("desk.talks.length"), []view.Choice{
			{Text: w.T("desk.talks.any")},
			{Value: string(oneTurn), Text: w.T("desk.talks.length-one")},
			{Value: string(fewTurns), Text: w.T("desk.talks.length-few")},
			{Value: string(manyTurns), Text: w.T("desk.talks.length-many")},
		}),
	}
	if wanted := wantedIn(w, of); len(wanted) > 0 {
		s.Fields = append(s.Fields,
			choose(fieldErrand, w.T("desk.errands.errand"), append([]view.Choice{{Text: w.T("desk.talks.any")}, {Value: anyErrand, Text: w.T("desk.errands.some")}}, wanted...)),
			choose(fieldEnded, w.T("desk.errands.ended"), []view.Choice{
				{Text: w.T("desk.talks.any")},
				{Value: string(memory.Done), Text: w.T("desk.errands.done")},
				{Value: string(memory.Declined), Text: w.T("desk.errands.declined")},
				{Value: string(memory.Refused), Text: w.T("desk.errands.refused")},
				{Value: string(memory.Dropped), Text: w.T("desk.errands.dropped")},
				{Value: string(leftOpen), Text: w.T("desk.errands.open")},
			}))
	}
	if len(arms) > 0 {
		s.Fields = append(s.Fields, choose(fieldArm, w.T("desk.talks.arm"), append([]view.Choice{{Text: w.T("desk.talks.any")}}, arms...)))
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
	n := newNames(w)
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
