package views

import (
	"cmp"
	"shopclerk/agent/memory"
	"shopclerk/agent/reply"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
	"slices"
	"strings"
	"unicode/utf8"
)

// Given is one answer among the lines of a conversation.
type Given struct {
	Text string // the question and what was answered
	Edit string // address that opens the question again; empty where it no longer counts
}

// told reports whether a line says anything beside what stands below it.
func (l *Line) told() bool { return l.Text != "" || len(l.Answers) > 0 }

// Line is one message of a conversation.
type Line struct {
	From    Speaker
	Answers []Given // what was answered, before Text
	Text    string  // plain; line breaks are kept
	More    More    // below a line of the clerk's
}

// Speaker is who said a line.
type Speaker string

// The speakers.
const (
	Shopper Speaker = "shopper"
	Clerk   Speaker = "clerk"
)

// Understood is all that the clerk has understood, each piece removable.
type Understood struct {
	Chips []Chip
	Undo  Form // takes back the last step; zero when there is none
	Final bool // the last step can not be taken back: something was done in it
	Reset Form // starts over; zero when there is nothing to forget
}

// Chip is one piece of what the clerk has understood.
type Chip struct {
	Kind ChipKind
	Text string // such as "red" or "not leather"
	Edit string // address that changes it in place; empty where it can only be dropped
	Drop Form
}

// ChipKind says how a piece weighs.
type ChipKind string

// The kinds of chip.
const (
	ChipScope ChipKind = "scope" // where the clerk looks: a category
	ChipLimit ChipKind = "limit" // must hold: what misses it is not shown
	ChipWish  ChipKind = "wish"  // should hold: what misses it is shown later
	ChipWords ChipKind = "words" // free words, searched for in texts
)

// longestTitle is how many letters the title of a conversation has at the most: so many
// stand on a line of a phone.
const longestTitle = 48

// Title says what a conversation is about: where the clerk looks, or the words. What a
// message that had something done said is for the shopper alone.
func Title(w *words.Language, c *memory.Conversation, n *search.Need, v Viewer) string {
	if len(n.Scope) > 0 {
		names := make([]string, len(n.Scope))
		for i, path := range n.Scope {
			names[i] = catalog.LastLevel(path)
		}
		if len(names) > 3 {
			return w.T("talk.and-more", "Names", strings.Join(names[:3], ", "))
		}
		return strings.Join(names, ", ")
	}
	if q := n.Query(); q != "" {
		return reply.Shorten(q, longestTitle)
	}
	if len(c.Exchanges) > 0 && c.Exchanges[0].Said != "" && (v.Own || len(c.Exchanges[0].Errands) == 0) {
		return reply.Shorten(c.Exchanges[0].Said, longestTitle)
	}
	return w.T("talk.all-products")
}

// Recalled titles a conversation among others: what it is about, and what was asked of
// it by now, as far as there is room.
func Recalled(w *words.Language, c *memory.Conversation) string {
	need := c.Need()
	if c.OnlyErrands() {
		return cmp.Or(reply.Shorten(c.Exchanges[0].Said, longestTitle), w.T("doing.heading"))
	}
	out, between := Title(w, c, &need, Viewer{Own: true}), ": "
	for _, chip := range needChips(w, &need, func(int) string { return "" }, func(int) Form { return Form{} }) {
		if chip.Kind != ChipLimit && chip.Kind != ChipWish {
			continue
		}
		if longer := out + between + chip.Text; utf8.RuneCountInString(longer) <= longestTitle {
			out, between = longer, w.T("language.comma")
		}
	}
	return out
}

// needChips presents all that the need holds, each with the ways to change it and out.
func needChips(w *words.Language, n *search.Need, edit func(change int) string, drop func(change int) Form) []Chip {
	var out []Chip
	add := func(kind ChipKind, text string, change int) {
		if text != "" {
			out = append(out, Chip{Kind: kind, Text: text, Edit: edit(change), Drop: drop(change)})
		}
	}
	if len(n.Scope) > 0 {
		names := make([]string, len(n.Scope))
		for i, path := range n.Scope {
			names[i] = catalog.LastLevel(path)
		}
		add(ChipScope, strings.Join(names, ", "), n.ScopeChange)
	}
	for _, l := range n.Limits {
		add(ChipLimit, l.Text, l.Change)
	}
	for _, e := range n.Evidence {
		text := e.Text
		switch a := &e.Answer; {
		case a.Skipped(), a.None:
			continue // nothing to go by, and nothing to take away
		}
		add(ChipWish, text, e.Change)
	}
	for _, words := range n.Without {
		add(ChipLimit, w.T("talk.not-values", "Values", words.Text), words.Change)
	}
	if n.Like != nil {
		add(ChipWish, n.Like.Text, n.Like.Change)
	}
	for _, words := range n.Words {
		add(ChipWords, words.Text, words.Change)
	}
	return out
}

// remediesOf offers to take away what leaves nothing over: the limits, latest first.
func remediesOf(w *words.Language, chips []Chip) []Offer {
	var out []Offer
	for i := len(chips) - 1; i >= 0; i-- {
		if c := chips[i]; c.Kind == ChipLimit {
			out = append(out, Offer{Text: w.T("list.drop", "What", c.Text), Form: c.Drop})
		}
	}
	return out
}

// conversationLines presents the exchanges as what was said, the last one apart. edit returns the
// address that changes an answer, "" where it no longer counts. What was said and done
// about errands is for the shopper alone; of the last exchange the page itself shows it.
func conversationLines(w *words.Language, c *memory.Conversation, edit func(change int) string, v Viewer) (earlier, latest []Line) {
	for i := range c.Exchanges {
		var l []Line
		if line := shopperLine(w, c, i, edit, v); line.Text != "" || len(line.Answers) > 0 {
			l = append(l, line)
		}
		l = append(l, clerkLines(&c.Exchanges[i], v)...)
		if v.Own && i < len(c.Exchanges)-1 {
			for _, reply := range errandReplies(&c.Exchanges[i]) {
				l = append(l, Line{From: Clerk, Text: reply})
			}
		}
		if i < len(c.Exchanges)-1 {
			earlier = append(earlier, l...)
		} else {
			latest = l
		}
	}
	return earlier, latest
}

// shopperLine puts what the shopper did in an exchange into words.
func shopperLine(w *words.Language, c *memory.Conversation, exchange int, edit func(change int) string, v Viewer) Line {
	e := &c.Exchanges[exchange]
	line := Line{From: Shopper}
	if v.Own && e.Said == "" {
		line.Answers = errandTitles(e)
	}
	var clicks []string
	skipped := false
	for _, ch := range e.Changes {
		if ch.Answer != nil {
			if text := answerText(w, c, &ch); text != "" {
				line.Answers = append(line.Answers, Given{Text: text, Edit: edit(ch.ID)})
			} else {
				skipped = true
			}
			continue
		}
		switch ch.Op {
		case search.SetScope, search.AddLimit, search.AddWish:
			clicks = append(clicks, ch.Text)
		case search.Drop:
			if said := droppedText(w, c, e, ch.Target); said != "" {
				clicks = append(clicks, w.T("talk.without", "What", said))
			}
		case search.Reset:
			clicks = append(clicks, w.T("talk.reset"))
		case search.Hush:
			clicks = append(clicks, w.T("talk.hushed"))
		case search.Unhush:
			clicks = append(clicks, w.T("talk.asked-again"))
		}
	}
	switch {
	case e.Said != "" && (v.Own || len(e.Errands) == 0): // the words made those changes
		line.Text = e.Said
	case len(clicks) > 0:
		line.Text = strings.Join(clicks, "\n")
	case skipped && len(line.Answers) == 0:
		line.Text = w.T("talk.skipped")
	}
	return line
}

// answerText tells an answer with the question it was given to; "" for one skipped.
func answerText(w *words.Language, c *memory.Conversation, ch *search.Change) string {
	a := ch.Answer
	given := ch.Text
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

// droppedText is what a change said that an exchange takes back; "" where the exchange says
// anew what is wanted of its aspect: that is enough.
func droppedText(w *words.Language, c *memory.Conversation, e *memory.Exchange, id int) string {
	changes := c.Changes()
	at := slices.IndexFunc(changes, func(ch search.Change) bool { return ch.ID == id })
	if at < 0 {
		return ""
	}
	dropped := &changes[at]
	if key := changedAspect(dropped); key != "" && slices.ContainsFunc(e.Changes, func(ch search.Change) bool { return changedAspect(&ch) == key }) {
		return ""
	}
	if dropped.Answer != nil {
		return answerText(w, &memory.Conversation{}, dropped)
	}
	return Wording(dropped)
}

// changedAspect names the aspect that a change speaks of, "" for none.
func changedAspect(ch *search.Change) string {
	switch {
	case ch.Answer != nil:
		return ch.Answer.Key
	case ch.Condition != nil:
		return ch.Condition.Key
	}
	return ""
}
