package views

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"shopclerk/agent"
	"shopclerk/agent/dialog"
	"shopclerk/agent/reply"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
)

// Talk is the page of one conversation: the one page of the shop.
type Talk struct {
	Page            Page
	Alone           bool   // nothing was searched for so far, and there is no list
	Title           string // what the conversation is about: "Mechanical keyboards"
	Announcement    string // what a screen reader says once the page has changed
	Earlier, Latest []Line // the last exchange, and those before it, folded away; oldest first
	Chips           []Chip
	Final           bool // the last step can not be taken back: something was done in it
	Undo, Reset     Form // take back the last step, or all; zero when there is nothing to
	Errands         Errands
	Questions       Questions
	Edit            Edit // stands in the place of the questions
	Ask             Form // asks questions again; zero unless the shopper wanted no more
	Say             Form
	Hint            string // what could be said; empty: a wish
	Results         Results
	Delete          string // address of the page that deletes the conversation; empty where the shopper may not
}

// A talker presents one conversation at a place.
type talker struct {
	*Presenter
	own          bool // it is the shopper's who looks at it: their errands are shown
	conversation *dialog.Conversation
	turn         *agent.Turn
	at           Place
	named        []catalog.Product // those that the latest answers name, as far as there are such
	inForce      map[int]bool      // the changes that count, by their ids
}

// Talk presents a conversation; named are the products that the latest answers name. Of one that is not the shopper's own (own), what was had done is not shown. An answer that could not be written down has no place: nothing on
// its page leads on from it, and whatever is said next begins anew.
func (p *Presenter) Talk(c *dialog.Conversation, t *agent.Turn, at Place, named []catalog.Product, own bool) Talk {
	alone := c.OnlyErrands() || c.Unlisted() && len(t.Products) == 0 // which who asks for a list all the same has
	if alone {
		at = Place{Conversation: at.Conversation, Version: at.Version}
	} else if !slices.Contains(search.Orders(t.Scope.Shelf), at.Order) {
		at.Order = search.ByRelevance
	}
	k := &talker{Presenter: p, own: own, conversation: c, turn: t, at: at, named: named, inForce: map[int]bool{}}
	for _, ch := range search.InForce(c.Changes()) {
		k.inForce[ch.ID] = true
	}
	talk := Talk{Alone: alone, Title: Title(p.Language, c, &t.Need, own), Errands: k.errands(), Say: at.form("say")}
	for i := range c.Exchanges {
		if lines := k.exchange(i); i < len(c.Exchanges)-1 {
			talk.Earlier = append(talk.Earlier, lines...)
		} else {
			talk.Latest = lines
		}
	}
	answered := k.answered()
	if alone {
		talk.Hint = p.T("doing.hint-next")
		if talk.Errands.Asked != nil {
			talk.Errands.Headed = catalog.Capital(talk.Errands.Asked.Title) == talk.Title
			talk.Hint = p.T("doing.hint")
		}
		talk.Announcement = joinSentences(answered, k.announced(&talk.Errands))
		return talk
	}
	talk.Chips = k.chips(&t.Need)
	done := deeds(c.Last())
	talk.Final = own && slices.ContainsFunc(done, func(d *dialog.Deed) bool { return !d.Undoes })
	if len(c.Exchanges) > 1 && len(done) == 0 {
		talk.Undo = at.form("undo")
	}
	if !t.Need.Empty() {
		talk.Reset = at.form("reset")
	}
	talk.Results = p.results(t, at)
	talk.Results.From, talk.Results.To = narrowed(c)
	if t.Ranking.Open == 0 {
		talk.Results.Remedies = k.remedies(talk.Chips)
	}
	if at.Conversation == "" {
		talk.Say, talk.Hint = Form{Action: "/c"}, p.T("start.search-hint")
		talk.Results.Note = p.T("talk.unkept")
	} else {
		talk.Results.Facets = facetsOf(p.Language, t, at.form("facet"))
		talk.Questions = k.questions()
	}
	if t.Need.Quiet {
		talk.Ask = at.form("ask")
	}
	listed := ""
	if answered == "" || len(c.Last().Changes) > 0 { // else it is as it was
		listed = announceList(p.Language, talk.Results.found(p.Language), len(t.Questions))
	}
	talk.Announcement = joinSentences(answered, k.announced(&talk.Errands), listed)
	return talk
}

// announceList is the sentence that tells a change of the list to a shopper who does not see it:
// what heads it, and how many questions there are.
func announceList(w *words.Language, heading string, questions int) string {
	if questions > 0 {
		heading += w.T("language.comma") + w.N("list.questions", questions)
	}
	return heading + "."
}

// narrowed is how many products met all that is wanted before the last step and since, 0 unless fewer.
func narrowed(c *dialog.Conversation) (from, to int) {
	if n := len(c.Exchanges); n > 1 {
		before, last := &c.Exchanges[n-2], &c.Exchanges[n-1]
		if last.Fit < before.Fit && last.Fit > 0 && slices.Equal(before.Scope, last.Scope) {
			return before.Fit, last.Fit
		}
	}
	return 0, 0
}

// joinSentences makes one text of sentences; empty ones are none.
func joinSentences(sentences ...string) string {
	return strings.Join(slices.DeleteFunc(sentences, func(s string) bool { return s == "" }), " ")
}

// longestTitle is how many letters the title of a conversation has at the most: so many
// stand on a line of a phone.
const longestTitle = 48

// Title says what a conversation is about: where the clerk looks, the words, or what was to be done.
// What a message that had something done said is for the shopper alone.
func Title(w *words.Language, c *dialog.Conversation, n *search.Need, own bool) string {
	if c.OnlyErrands() {
		if errands := c.Errands(); own && len(errands) > 0 && errands[0].Title != "" {
			return catalog.Capital(errands[0].Title)
		}
		return w.T("talk.title")
	}
	if len(n.Scope) > 3 {
		return w.T("talk.and-more", "Names", scopeNames(n.Scope[:3]))
	}
	if len(n.Scope) > 0 {
		return scopeNames(n.Scope)
	}
	if q := n.Query(); q != "" {
		return reply.Shorten(q, longestTitle)
	}
	if len(c.Exchanges) > 0 && c.Exchanges[0].Said != "" && (own || len(c.Exchanges[0].Errands) == 0) {
		return reply.Shorten(c.Exchanges[0].Said, longestTitle)
	}
	return w.T("talk.all-products")
}

// scopeNames names categories, by their paths.
func scopeNames(scope []string) string {
	names := make([]string, len(scope))
	for i, path := range scope {
		names[i] = catalog.LastLevel(path)
	}
	return strings.Join(names, ", ")
}

// Recalled titles a conversation among others: what it is about, and what was asked of
// it by now, as far as there is room.
func (p *Presenter) Recalled(c *dialog.Conversation) string {
	need := c.Need()
	out, between := Title(p.Language, c, &need, true), ": "
	for _, chip := range (&talker{Presenter: p}).chips(&need) {
		if chip.Kind != chipLimit && chip.Kind != chipWish {
			continue
		}
		if longer := out + between + chip.Text; utf8.RuneCountInString(longer) <= longestTitle {
			out, between = longer, p.T("language.comma")
		}
	}
	return out
}

// Chip is one piece of what the clerk has understood.
type Chip struct {
	Kind look
	Text string // such as "red" or "not leather"
	Edit string // address that changes it in place; empty where it can only be dropped
	Drop Form
}

// The kinds of chip say how a piece weighs.
var (
	chipScope = look{drawShelf, "chip-scope", "talk.scope"}    // where the clerk looks: a category
	chipLimit = look{drawLock, "chip-limit", "talk.limit"}     // must hold: what misses it is not shown
	chipWish  = look{drawWish, "chip-wish", "talk.wish"}       // should hold: what misses it is shown later
	chipWords = look{drawWords, "chip-words", "talk.searched"} // free words, searched for in texts
)

// chips presents all that a need holds, each with the ways to change it and out.
func (k *talker) chips(n *search.Need) []Chip {
	var out []Chip
	add := func(kind look, text string, change int) {
		if text != "" {
			out = append(out, Chip{Kind: kind, Text: text, Edit: k.editURL(change), Drop: k.at.form("drop", Field{FieldChange, strconv.Itoa(change)})})
		}
	}
	add(chipScope, scopeNames(n.Scope), n.ScopeChange)
	for _, l := range n.Limits {
		add(chipLimit, l.Text, l.Change)
	}
	for _, e := range n.Evidence {
		if !e.Answer.Skipped() && !e.Answer.None { // nothing to go by, and nothing to take away
			add(chipWish, e.Text, e.Change)
		}
	}
	for _, words := range n.Without {
		add(chipLimit, k.T("talk.not-values", "Values", words.Text), words.Change)
	}
	if n.Like != nil {
		add(chipWish, n.Like.Text, n.Like.Change)
	}
	for _, words := range n.Words {
		if !words.Weak {
			add(chipWords, words.Text, words.Change)
		}
	}
	return out
}

// editURL is the address at which a change can be said anew, "" for one that no longer counts.
func (k *talker) editURL(change int) string {
	if !k.inForce[change] || k.at.Conversation == "" {
		return ""
	}
	return k.at.Back(Field{FieldEdit, strconv.Itoa(change)}) + "#edit"
}

// remedies offer to take away what leaves nothing over: the limits, latest first.
func (k *talker) remedies(chips []Chip) []Offer {
	var out []Offer
	for _, c := range slices.Backward(chips) {
		if c.Kind == chipLimit {
			out = append(out, Offer{Text: k.T("list.drop", "What", c.Text), Form: c.Drop})
		}
	}
	return out
}

// Edit is a form that says anew what was said before: a question with its earlier
// ticks, or the words that a limit or a wish was read from. While it is open it
// stands in the place of the open questions. The zero Edit is not shown.
type Edit struct {
	Form   Form
	Ask    Question // without options: Text is changed
	Text   string   // what the chip says; sent as [FieldMessage]
	Cancel string   // address that leaves all as it was
}

// EditChange presents the form that says a change anew: with the question that it answered, nil for
// none, else in words. It is the zero Edit when the change does not count any more.
func EditChange(c *dialog.Conversation, at Place, change int, asked *dialog.Posed) Edit {
	e := Edit{Form: at.form("edit", Field{FieldChange, strconv.Itoa(change)}), Cancel: at.Back()}
	if asked != nil {
		e.Ask = Question{Posed: *asked, Name: QuestionName(0)}
		return e
	}
	ch, err := c.Find(change)
	if err != nil {
		return Edit{} // an old address: the page is as good without
	}
	e.Text = Wording(&ch)
	return e
}

// Wording is what a change said, to be changed.
func Wording(ch *search.Change) string {
	if ch.Text != "" {
		return ch.Text
	}
	return strings.Join(ch.Words, " ")
}

// Legible words a need anew, in the catalogue's terms, where the shopper's own words
// are no longer kept and redacted stands for them. What was only words stays unsaid.
func (p *Presenter) Legible(n search.Need, redacted string) search.Need {
	word := func(text string, c *catalog.Condition, not bool) string {
		for i := range p.Categories {
			category := &p.Categories[i]
			a, ok := category.Aspect(c.Key)
			if text != redacted || !ok || len(n.Scope) > 0 && !slices.Contains(n.Scope, category.Path) {
				continue
			}
			if text = reply.Condition(p.Language, &a, c); not {
				text = p.T("talk.not-values", "Values", text)
			}
		}
		return text
	}
	n.Limits, n.Evidence = slices.Clone(n.Limits), slices.Clone(n.Evidence)
	for i := range n.Limits {
		l := &n.Limits[i]
		l.Text = word(l.Text, &l.Condition, l.Not)
	}
	for i := range n.Evidence {
		if e := &n.Evidence[i]; e.Said && len(e.Answer.Options) == 1 {
			e.Text = word(e.Text, &e.Answer.Options[0], e.Answer.Other)
		}
	}
	return n
}
