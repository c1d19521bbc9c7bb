package main

import (
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"shopclerk/agent"
	"shopclerk/agent/journal"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/views"
)

// results presents the list.
func (p *presenter) results(c *journal.Conversation, t *agent.Turn, l listing) views.Results {
	r := views.Results{Total: t.Ranking.Open, Pictures: true, Orders: l.orders(c, t), Fitted: fitted(c, t)}
	r.Compare = views.Form{Action: "/compare", Hidden: (&origin{conversation: c.ID}).hidden()}
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
		if len(wanted) == 0 || l.in(t) != search.ByRelevance || it.Full && len(it.Lacks) == 0 {
			full = append(full, card)
		} else {
			near = append(near, card)
		}
	}
	if len(wanted) == 0 || l.in(t) != search.ByRelevance {
		r.Sections = section(views.AllProducts, full)
	} else {
		r.Sections = append(section(views.FullMatches, full), section(views.NearMatches, near)...)
	}
	r.More, r.End = l.more(c, len(t.Ranking.Items), t.Ranking.Open)
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
		URL:   "/p/" + url.PathEscape(product.ID) + listed(c, i+1),
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
	o := origin{conversation: c.ID}
	card.Pick, card.Put = product.ID, putOne(product.ID, card.ID, product.Title, &o)
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

// attributes presents a product's attributes on its card: those the need speaks of
// first, then those that can be asked about; at most limit.
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
		} else if a.Askable {
			rest = append(rest, attribute)
		}
	}
	out := append(asked, rest...)
	return out[:min(limit, len(out))]
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
