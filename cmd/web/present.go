package main

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"shopclerk/agent"
	"shopclerk/agent/journal"
	"shopclerk/agent/memory"
	"shopclerk/catalog/sqlite"
	"shopclerk/search"
	"shopclerk/static"
	"shopclerk/views"
)

// presenter translates what the clerk says into what pages show. It computes
// nothing new.
type presenter struct {
	name  string
	store *sqlite.Store
}

func (p *presenter) page(title string) views.Page {
	return views.Page{Title: title, Shop: p.name, Home: "/", Assets: views.Assets{
		Style: static.URL("app.css"), HTMX: static.URL("htmx.js"), App: static.URL("app.js"), Icon: static.URL("icon.svg"),
	}}
}

// start presents the start page.
func (p *presenter) start(recent []journal.Summary, now time.Time) views.Start {
	s := views.Start{Page: p.page(""), Pictures: true, Say: views.Message{Form: views.Form{Action: "/c"}, MaxLength: longestMessage}}
	for _, c := range p.store.Categories() {
		s.Categories = append(s.Categories, views.Category{Name: c.Name, Count: c.Size, Picture: views.Picture{URL: "/tile/" + url.PathEscape(c.Path) + ".svg"}, Begin: views.Form{
			Action: "/c", Hidden: []views.Field{{Name: "category", Value: c.Path}},
		}})
	}
	for _, r := range recent {
		s.Recent = append(s.Recent, views.Recent{Title: r.Title, Detail: ago(now.Sub(r.Updated)), URL: "/c/" + r.ID, Delete: deleteURL(r.ID)})
	}
	return s
}

// ago says how long past something is, roughly.
func ago(d time.Duration) string {
	switch {
	case d < time.Minute:
		return "just now"
	case d < time.Hour:
		return count(int(d.Minutes()), "minute") + " ago"
	case d < 24*time.Hour:
		return count(int(d.Hours()), "hour") + " ago"
	}
	return count(int(d.Hours()/24), "day") + " ago"
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

// talk presents a conversation and its list.
func (p *presenter) talk(c *journal.Conversation, t *agent.Turn, l listing) views.Talk {
	state := []views.Field{{Name: fieldVersion, Value: strconv.Itoa(c.Version)}}
	if o := l.in(t); o != search.ByRelevance {
		state = append(state, views.Field{Name: fieldSort, Value: string(o)})
	}
	form := func(action string, more ...views.Field) views.Form {
		return views.Form{Action: "/c/" + c.ID + "/" + action, Hidden: append(slices.Clip(state), more...)}
	}
	talk := views.Talk{
		Title: title(&c.Conversation, &t.Need),
		Say:   views.Message{Form: form("say"), MaxLength: longestMessage},
	}
	talk.Earlier, talk.Latest = lines(&c.Conversation)
	talk.Understood.Chips = chips(&t.Need, func(change int) views.Form {
		return form("drop", views.Field{Name: "change", Value: strconv.Itoa(change)})
	})
	if len(c.Exchanges) > 1 {
		talk.Understood.Undo = form("undo")
	}
	if !t.Need.Empty() {
		talk.Understood.Reset = form("reset")
	}
	talk.Questions = questions(t.Questions, form("answer"))
	talk.Results = p.results(c, t, l)
	talk.Results.Facets = facets(t, form("facet"))
	if t.Ranking.Open == 0 {
		talk.Results.Remedies = remedies(talk.Understood.Chips)
	}
	talk.Announcement = views.Announce(talk.Results.Total, talk.Results.Full, len(t.Questions)) + views.AnnounceFitted(talk.Results.Fitted)
	return talk
}

// title says what a conversation is about: where the clerk looks, or the words.
func title(c *memory.Conversation, n *search.Need) string {
	if len(n.Scope) > 0 {
		names := make([]string, len(n.Scope))
		for i, path := range n.Scope {
			names[i] = agent.CategoryName(path)
		}
		if len(names) > 3 {
			return strings.Join(names[:3], ", ") + " and more"
		}
		return strings.Join(names, ", ")
	}
	if q := n.Query(); q != "" {
		return q
	}
	if len(c.Exchanges) > 0 && c.Exchanges[0].Said != "" {
		return c.Exchanges[0].Said
	}
	return "All products"
}

// lines presents the exchanges as what was said, the last one apart.
func lines(c *memory.Conversation) (earlier, latest []views.Line) {
	for i := range c.Exchanges {
		e := &c.Exchanges[i]
		var l []views.Line
		if text := said(e, c.Exchanges[:i]); text != "" {
			l = append(l, views.Line{From: views.Shopper, Text: text})
		}
		if e.Reply != "" {
			l = append(l, views.Line{From: views.Clerk, Text: e.Reply})
		}
		if i < len(c.Exchanges)-1 {
			earlier = append(earlier, l...)
		} else {
			latest = l
		}
	}
	return earlier, latest
}

// said puts what the shopper did into words.
func said(e *memory.Exchange, before []memory.Exchange) string {
	var parts []string
	answered := false
	for _, ch := range e.Changes {
		switch ch.Op {
		case search.Answered:
			answered = true
			if text := answerText(&ch, before); text != "" {
				parts = append(parts, text)
			}
		case search.SetScope, search.AddLimit:
			if e.Said == "" {
				parts = append(parts, ch.Text)
			}
		case search.Drop:
			if e.Said == "" && !replaced(e, before, ch.Target) {
				parts = append(parts, "Without: "+changeText(before, ch.Target))
			}
		case search.Reset:
			if e.Said == "" {
				parts = append(parts, "Start over")
			}
		}
	}
	if answered && len(parts) == 0 && e.Said == "" {
		return "Skip these questions"
	}
	if e.Said != "" {
		parts = append(parts, e.Said)
	}
	return strings.Join(parts, "\n")
}

// answerText tells an answer with the question it was given to.
func answerText(ch *search.Change, before []memory.Exchange) string {
	a := ch.Answer
	given := ch.Text
	switch {
	case a.Skipped():
		return ""
	case a.None:
		given = "no preference"
	case a.Other && given == "":
		given = "something else"
	case a.Other && given == memory.Ticked(a):
		given += " or something else"
	}
	if len(before) > 0 {
		for _, q := range before[len(before)-1].Questions {
			if q.Answer.Key == a.Key {
				return q.Text + " " + given
			}
		}
	}
	return given
}

// replaced reports whether an exchange takes back a change only to say anew what is
// wanted of its aspect: what it says then is enough.
func replaced(e *memory.Exchange, before []memory.Exchange, id int) bool {
	key := ""
	for _, x := range before {
		for _, ch := range x.Changes {
			switch {
			case ch.ID != id:
			case ch.Condition != nil:
				key = ch.Condition.Key
			case ch.Answer != nil:
				key = ch.Answer.Key
			}
		}
	}
	return key != "" && slices.ContainsFunc(e.Changes, func(ch search.Change) bool {
		return ch.Op == search.AddLimit && ch.Condition != nil && ch.Condition.Key == key
	})
}

func changeText(exchanges []memory.Exchange, id int) string {
	for _, e := range exchanges {
		for _, ch := range e.Changes {
			if ch.ID != id {
				continue
			}
			switch {
			case ch.Op == search.Answered:
				return answerText(&ch, nil)
			case ch.Text != "":
				return ch.Text
			}
			return strings.Join(ch.Words, " ")
		}
	}
	return ""
}

// chips presents all that the need holds, each with its way out.
func chips(n *search.Need, drop func(change int) views.Form) []views.Chip {
	var out []views.Chip
	add := func(kind views.ChipKind, text string, change int) {
		if text != "" {
			out = append(out, views.Chip{Kind: kind, Text: text, Drop: drop(change)})
		}
	}
	if len(n.Scope) > 0 {
		names := make([]string, len(n.Scope))
		for i, path := range n.Scope {
			names[i] = agent.CategoryName(path)
		}
		add(views.ChipScope, strings.Join(names, ", "), n.ScopeChange)
	}
	for _, l := range n.Limits {
		add(views.ChipLimit, l.Text, l.Change)
	}
	for _, e := range n.Evidence {
		text := e.Text
		switch a := &e.Answer; {
		case a.Skipped(), a.None:
			continue // nothing to go by, and nothing to take away
		case a.Other && text == "":
			text = "none of " + strings.Join(a.Labels, ", ")
		case a.Other && text == memory.Ticked(a):
			text += " or something else"
		}
		add(views.ChipWish, text, e.Change)
	}
	for _, w := range n.Words {
		add(views.ChipWords, w.Text, w.Change)
	}
	return out
}

// remedies offers to take away what leaves nothing over: the limits, latest first.
func remedies(chips []views.Chip) []views.Remedy {
	var out []views.Remedy
	for i := len(chips) - 1; i >= 0; i-- {
		if c := chips[i]; c.Kind == views.ChipLimit {
			out = append(out, views.Remedy{Text: "Drop “" + c.Text + "”", Form: c.Drop})
		}
	}
	return out
}

// questions presents the posed questions as one form.
func questions(posed []memory.Posed, form views.Form) views.Questions {
	q := views.Questions{Form: form}
	for i := range posed {
		p := &posed[i]
		ask := views.Question{
			Name: questionName(i), Text: p.Text, Because: because(p, i),
			Other: views.Rest{Label: p.Other.Label, Count: p.Other.Count},
		}
		for o, choice := range p.Options {
			ask.Options = append(ask.Options, views.Option{Value: strconv.Itoa(o), Label: choice.Label, Count: choice.Count})
		}
		q.Asks = append(q.Asks, ask)
	}
	return q
}

// because presents why a question was asked that stands below so many others.
func because(p *memory.Posed, above int) views.Because {
	e := agent.Explain(p, above)
	if e.Effect == "" {
		return views.Because{}
	}
	b := views.Because{Effect: e.Effect, Unknown: e.Unknown, Rivals: e.Rivals, Other: p.Other.Left, None: p.None.Left}
	for _, choice := range p.Options {
		b.Options = append(b.Options, choice.Left)
	}
	return b
}
