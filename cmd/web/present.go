package main

import (
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"shopclerk/agent"
	"shopclerk/agent/journal"
	"shopclerk/agent/memory"
	"shopclerk/catalog"
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
		s.Recent = append(s.Recent, views.Recent{Title: r.Title, Detail: ago(now.Sub(r.Updated)), URL: "/c/" + r.ID})
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
func (p *presenter) talk(c *journal.Conversation, t *agent.Turn, limit int) views.Talk {
	form := func(action string, more ...views.Field) views.Form {
		return views.Form{Action: "/c/" + c.ID + "/" + action,
			Hidden: append([]views.Field{{Name: fieldVersion, Value: strconv.Itoa(c.Version)}}, more...)}
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
	talk.Results = p.results(c, t, limit)
	if t.Ranking.Open == 0 {
		talk.Results.Remedies = remedies(talk.Understood.Chips)
	}
	talk.Announcement = views.Announce(talk.Results.Total, talk.Results.Full, len(t.Questions))
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
		case search.SetScope:
			if e.Said == "" {
				parts = append(parts, ch.Text)
			}
		case search.Drop:
			if e.Said == "" {
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
	case a.Other:
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
		case a.Other && len(a.Picked) > 0:
			text += " or something else"
		case a.Other:
			text = "none of " + strings.Join(a.Labels, ", ")
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
		ask := views.Question{Name: questionName(i), Text: posed[i].Text}
		for o, choice := range posed[i].Options {
			ask.Options = append(ask.Options, views.Option{Value: strconv.Itoa(o), Label: choice.Label, Count: choice.Count})
		}
		q.Asks = append(q.Asks, ask)
	}
	return q
}

// results presents the list.
func (p *presenter) results(c *journal.Conversation, t *agent.Turn, limit int) views.Results {
	r := views.Results{Total: t.Ranking.Open, Pictures: true}
	wanted := t.Need.Wanted()
	if len(wanted) > 0 {
		r.Full = t.Ranking.Full
	}
	if len(t.Ranking.Relaxed) > 0 || r.Full == r.Total {
		r.Full = 0 // none meets all, or all do: no number worth a heading
	}
	var full, near []views.Card
	for i := range t.Ranking.Items {
		it := &t.Ranking.Items[i]
		card := p.card(c, t, i)
		if len(wanted) == 0 || it.Full && len(it.Lacks) == 0 {
			full = append(full, card)
		} else {
			near = append(near, card)
		}
	}
	switch {
	case len(wanted) == 0:
		r.Sections = section(views.AllProducts, full)
	default:
		r.Sections = append(section(views.FullMatches, full), section(views.NearMatches, near)...)
	}
	if shown := len(t.Ranking.Items); shown < t.Ranking.Open && shown < mostShown && shown == limit {
		r.More = views.Link{Text: "Show more", URL: fmt.Sprintf("%s&show=%d#p%d", stateURL(c), limit+20, shown+1)}
	}
	return r
}

func section(kind views.SectionKind, cards []views.Card) []views.Section {
	if len(cards) == 0 {
		return nil
	}
	return []views.Section{{Kind: kind, Cards: cards}}
}

// attributesShown is how many attributes a card tells: what was asked for first,
// then what tells most.
const attributesShown = 4

// card presents one product of the list.
func (p *presenter) card(c *journal.Conversation, t *agent.Turn, i int) views.Card {
	it, product := &t.Ranking.Items[i], &t.Products[i]
	card := views.Card{
		ID:    "p" + strconv.Itoa(i+1),
		URL:   "/p/" + url.PathEscape(product.ID) + "?c=" + c.ID,
		Title: product.Title, Brand: product.Brand, Price: price(product.Price),
		Picture: views.Picture{URL: pictureURL(product)},
	}
	if product.Rating > 0 {
		card.Rating, card.Ratings = strconv.FormatFloat(product.Rating, 'f', 1, 64), product.Ratings
	}
	for _, l := range it.Lacks {
		// two demands about one aspect can differ in the same way
		if d := difference(t.Scope.Shelf, &l); !slices.Contains(card.Differences, d) {
			card.Differences = append(card.Differences, d)
		}
	}
	category, err := p.store.Category(product.Category)
	if err == nil {
		card.Attributes = attributes(product, category, &t.Need, attributesShown)
	}
	card.Why = why(t, i)
	return card
}

// difference says what a near match has instead.
func difference(shelf *catalog.Shelf, l *search.Lack) string {
	label := l.Wanted.Demand.Condition.Key
	var aspect catalog.Aspect
	if c := shelf.Column(l.Wanted.Demand.Condition.Key); c != nil {
		aspect = c.Aspect
		label = aspect.Label
	}
	switch {
	case l.Unknown:
		return label + " unknown"
	case l.Wanted.Demand.Not:
		return label + ": " + valuesText(&aspect, l.Has)
	}
	return valuesText(&aspect, l.Has) + " instead of " + strings.TrimPrefix(l.Wanted.Text, label+": ")
}

// valuesText spells a product's values of an aspect.
func valuesText(a *catalog.Aspect, values []catalog.Value) string {
	if a.Kind == catalog.Numeric && len(values) > 0 {
		low, high := values[0].Number, values[len(values)-1].Number
		if low != high {
			return catalog.FormatNumber(low) + " to " + agent.Amount(a, high)
		}
		return agent.Amount(a, low)
	}
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = v.Text
	}
	return strings.Join(texts, ", ")
}

// attributes presents a product's attributes: those the need speaks of first, then
// by how much they tell; at most limit, 0 for all.
func attributes(product *catalog.Product, category *catalog.Category, n *search.Need, limit int) []views.Attribute {
	wanted := map[string]*search.Wanted{}
	list := n.Wanted()
	for i := range list {
		wanted[list[i].Demand.Condition.Key] = &list[i]
	}
	var asked, rest []views.Attribute
	for _, a := range category.Aspects {
		values := product.Of(a.Key)
		if len(values) == 0 || a.Key == catalog.KeyPrice || a.Key == catalog.KeyBrand || a.Key == catalog.KeyRating {
			continue
		}
		attribute := views.Attribute{Label: a.Label, Value: valuesText(&a, values)}
		if w, ok := wanted[a.Key]; ok {
			attribute.Matched = w.Demand.Condition.Holds(values) != w.Demand.Not
			asked = append(asked, attribute)
		} else if limit == 0 || a.Askable {
			rest = append(rest, attribute)
		}
	}
	out := append(asked, rest...)
	if limit > 0 && len(out) > limit {
		out = out[:limit]
	}
	return out
}

// shareLabels says what the reranker's features mean to a shopper.
var shareLabels = map[string]string{
	"words":          "Has your words",
	"meaning":        "Means something alike",
	"answers":        "Differs from your answers",
	"unknown limits": "Can not be checked",
}

// why presents what a product's place rests on.
func why(t *agent.Turn, i int) views.Why {
	it := &t.Ranking.Items[i]
	var w views.Why
	if met := len(t.Need.Wanted()) - len(it.Lacks); met > 0 {
		w.Reasons = append(w.Reasons, fmt.Sprintf("It meets %d of %s you asked for.", met, count(len(t.Need.Wanted()), "thing")))
	}
	total := 0.0
	for _, s := range it.Shares {
		total += math.Abs(s.Points)
	}
	for _, s := range it.Shares {
		if s.Points != 0 {
			// the bar is of what speaks for it; what speaks against it is a number
			share := views.Share{Label: shareLabels[s.Feature], Text: fmt.Sprintf("%+.2f", s.Points)}
			share.Percent = int(math.Round(100 * max(0, s.Points) / total))
			w.Shares = append(w.Shares, share)
		}
	}
	return w
}

func price(p catalog.Price) string {
	if !p.Known() {
		return ""
	}
	sign := p.Currency + " "
	switch p.Currency {
	case "EUR":
		sign = "€"
	case "USD":
		sign = "$"
	case "GBP":
		sign = "£"
	}
	return sign + strconv.FormatFloat(p.Major(), 'f', 2, 64)
}

// pictureURL is the feed's picture, or the one the shop draws.
func pictureURL(p *catalog.Product) string {
	if p.Image != "" {
		return p.Image
	}
	return "/picture/" + url.PathEscape(p.ID) + ".svg"
}

// product presents one product.
func (p *presenter) product(product *catalog.Product, category *catalog.Category, n *search.Need, back views.Link) views.Product {
	v := views.Product{
		Page: p.page(product.Title), Back: back, Title: product.Title, Category: category.Name, Brand: product.Brand,
		Price: price(product.Price), Picture: views.Picture{URL: pictureURL(product), Alt: ""},
		Attributes: attributes(product, category, n, 0),
	}
	if product.Rating > 0 {
		v.Rating, v.Ratings = strconv.FormatFloat(product.Rating, 'f', 1, 64), product.Ratings
	}
	switch {
	case product.Stock == 0:
		v.Stock = "Out of stock"
	case product.Stock > 0:
		v.Stock = strconv.Itoa(product.Stock) + " in stock"
	}
	for _, line := range strings.Split(product.Description, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			v.Description = append(v.Description, line)
		}
	}
	if product.Link != "" {
		v.Shop = views.Link{Text: "See it in its shop", URL: product.Link}
	}
	return v
}
