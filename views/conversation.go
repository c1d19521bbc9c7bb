package views

import (
	"slices"
	"strconv"
	"strings"

	"shopclerk/agent/dialog"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
)

// Line is one message of a conversation.
type Line struct {
	Clerk   bool   // else the shopper's
	Answers []Link // questions and what was answered, before Text; the address opens the question again, where it still counts
	Text    string // plain; line breaks are kept

	// What the clerk puts below an answer of the latest exchange.
	Products   []Link   // that it is about
	Examples   []string // of what can be said, in the shopper's voice
	Categories []Offer  // to look in instead of what is not sold
	Offers     []Offer  // other things that can be done about it
}

// Offer is something that can be done, one click away. One without an address is not shown.
type Offer struct {
	Text string // what the click does: "Keep only waterproof ones"
	Form Form
}

// What the form of an offer sends: the act that made it, and either the offer or the
// category, each by its index.
const (
	FieldAct     = "act"
	FieldOffer   = "offer"
	FieldNearest = "nearest"
)

// told reports whether a line says anything beside what stands below it.
func (l *Line) told() bool { return l.Text != "" || len(l.Answers) > 0 }

// newest is the index of the line at which a shopper who does not see the page goes on
// reading: the clerk's first, else the last.
func newest(lines []Line) int {
	if at := slices.IndexFunc(lines, func(l Line) bool { return l.Clerk && l.told() }); at >= 0 {
		return at
	}
	return len(lines) - 1
}

// exchange presents an exchange as lines: what the shopper did; the clerk's answers, those of the
// latest with what can be looked at and done; what it says of the list; and, of one that has
// passed, what became of errands, which the page shows for the latest.
func (k *talker) exchange(i int) []Line {
	e, latest := &k.conversation.Exchanges[i], i == len(k.conversation.Exchanges)-1
	var out []Line
	add := func(l Line) {
		if l.told() || len(l.Products)+len(l.Examples)+len(l.Categories)+len(l.Offers) > 0 {
			out = append(out, l)
		}
	}
	add(k.shopperLine(e))
	for _, act := range k.answers(e) {
		line := Line{Clerk: true, Text: e.Acts[act].Text}
		if latest {
			k.below(&line, &e.Acts[act], act)
		}
		add(line)
	}
	rest := e.Reply
	if dialog.Answered(e.Acts) { // the whole reply says again what they do
		rest = e.Tells
	}
	add(Line{Clerk: true, Text: rest})
	if k.own && !latest {
		for i := range e.Errands {
			add(Line{Clerk: true, Text: errandText(&e.Errands[i])})
		}
	}
	return out
}

// answers are the acts of an exchange that the clerk said something to, by their
// indices, as far as the visitor may see them: who only looks on sees none of an
// exchange in which things were had done. What became of an errand is told where errands
// are.
func (k *talker) answers(e *dialog.Exchange) []int {
	var out []int
	for i, a := range e.Acts {
		told := a.Kind == dialog.DoErrand && slices.ContainsFunc(e.Errands, func(r dialog.Errand) bool { return r.Task.ID == a.Errand })
		if !told && (k.own || len(e.Errands) == 0) {
			out = append(out, i)
		}
	}
	return out
}

// answered is what a screen reader says of the latest answers once the page has changed.
func (k *talker) answered() string {
	var out []string
	if e := k.conversation.Last(); e != nil {
		for _, i := range k.answers(e) {
			out = append(out, e.Acts[i].Text)
		}
	}
	return joinSentences(out...)
}

// below adds to a line what stands below the answer to an act.
func (k *talker) below(line *Line, a *dialog.Act, act int) {
	for _, id := range a.Products {
		if i := slices.IndexFunc(k.named, func(product catalog.Product) bool { return product.ID == id }); i >= 0 {
			position := slices.IndexFunc(k.turn.Products, func(p catalog.Product) bool { return p.ID == id }) + 1
			line.Products = append(line.Products, Link{Text: k.named[i].Title, URL: k.at.product(id, position)})
		}
	}
	take := func(field string, index int) Form {
		return k.at.form("offer", Field{FieldAct, strconv.Itoa(act)}, Field{field, strconv.Itoa(index)})
	}
	for i, path := range a.Nearest {
		if len(categoriesBelow(k.Categories, path)) > 0 {
			line.Categories = append(line.Categories, Offer{Text: catalog.LastLevel(path), Form: take(FieldNearest, i)})
		}
	}
	for i, o := range a.Offers {
		line.Offers = append(line.Offers, Offer{Text: o.Text, Form: take(FieldOffer, i)})
	}
	if a.Kind == dialog.Social && a.Topic == dialog.TopicHelp {
		line.Examples = []string{
			k.T("answers.example-need"), k.T("answers.example-change"), k.T("answers.example-product"),
			k.T("answers.example-compare"), k.T("answers.example-sort"), k.T("answers.example-errand"),
		}
	}
}

// categoriesBelow lists the categories at a path and below it, as their paths.
func categoriesBelow(categories []catalog.Category, path string) []string {
	var out []string
	for i := range categories {
		if c := categories[i].Path; catalog.Within(c, path) {
			out = append(out, c)
		}
	}
	return out
}

// Taken reads which of the offers below the latest answers a form takes: a change of the
// need, or another category in place of what is not sold. What is not on offer any more
// is a complaint.
func (p *Presenter) Taken(c *dialog.Conversation, field func(name string) string) ([]search.Change, error) {
	index := func(name string) int {
		i, err := strconv.Atoi(field(name))
		if err != nil {
			return -1 // none is there
		}
		return i
	}
	act := index(FieldAct)
	if field(FieldNearest) == "" {
		if changes, err := c.Offered(act, index(FieldOffer)); err == nil {
			return changes, nil
		}
	} else if path, err := c.Instead(act, index(FieldNearest)); err == nil {
		if categories := categoriesBelow(p.Categories, path); len(categories) > 0 {
			return []search.Change{{Op: search.SetScope, Text: catalog.LastLevel(path), Categories: categories}}, nil
		}
	}
	return nil, BadRequest("error.no-offer")
}

// shopperLine puts what the shopper did in an exchange into words.
func (k *talker) shopperLine(e *dialog.Exchange) Line {
	var line Line
	if k.own && e.Said == "" {
		for i := range e.Errands {
			line.Answers = append(line.Answers, Link{Text: catalog.Capital(e.Errands[i].Title)})
		}
	}
	var clicks []string
	skipped := false
	for _, ch := range e.Changes {
		switch {
		case ch.Answer != nil:
			if text := answerText(k.Language, k.conversation, &ch); text != "" {
				line.Answers = append(line.Answers, Link{text, k.editURL(ch.ID)})
			} else {
				skipped = true
			}
		case ch.Op == search.SetScope || ch.Op == search.AddLimit || ch.Op == search.AddWish:
			clicks = append(clicks, ch.Text)
		case ch.Op == search.Drop && len(e.Changes) == 1: // else it says anew what it drops
			changes := k.conversation.Changes()
			if at := slices.IndexFunc(changes, func(of search.Change) bool { return of.ID == ch.Target }); at >= 0 {
				clicks = append(clicks, k.T("talk.without", "What", Wording(&changes[at])))
			}
		case clickWords[ch.Op] != "":
			clicks = append(clicks, k.T(clickWords[ch.Op]))
		}
	}
	switch {
	case e.Said != "" && (k.own || len(e.Errands) == 0): // the words made those changes
		line.Text = e.Said
	case len(clicks) > 0:
		line.Text = strings.Join(clicks, "\n")
	case skipped && len(line.Answers) == 0:
		line.Text = k.T("talk.skipped")
	}
	return line
}

// clickWords are the ids of what clicks are told as that say nothing of products.
var clickWords = map[search.Op]string{search.Reset: "talk.reset", search.Hush: "talk.hushed", search.Unhush: "talk.asked-again"}

// answerText tells an answer with the question it was given to; "" for one skipped.
func answerText(w *words.Language, c *dialog.Conversation, ch *search.Change) string {
	a, given := ch.Answer, ch.Text
	switch {
	case a.Skipped(), a.None && given != "": // words that say so stand beside it
		return ""
	case a.None:
		given = w.T("talk.no-preference")
	case a.Other && given == "": // of before its text told so
		given = w.T("talk.something-else")
	}
	if q := c.Put(ch); q != nil {
		return w.T("talk.answer", "Question", q.Text, "Answer", given)
	}
	return given
}
