package agent

import (
	"reflect"
	"slices"
	"strings"

	"shopclerk/agent/dialog"
	"shopclerk/agent/language"
	"shopclerk/agent/nlu"
	"shopclerk/agent/reply"
	"shopclerk/catalog"
	"shopclerk/search"
)

// mostMeant is how many products, the first ones, "these" are: what a shopper sees of a page at once.
const mostMeant = 5

// answer takes in the answer to what the clerk asked: the place of an option, or that it does not matter. It reports
// whether it was one of these.
func (h *heard) answer(m *nlu.Message, c *nlu.Clause) bool {
	last := h.c.Last()
	if last == nil || len(last.Questions) == 0 {
		return false
	}
	told := len(c.Of(nlu.Kind, nlu.Is, nlu.For, nlu.Fits, nlu.Max, nlu.Min, nlu.Eq, nlu.About, nlu.Range)) > 0
	q := &last.Questions[0]
	for _, s := range c.Of(nlu.Ref) {
		for _, place := range s.Places {
			if place == -1 {
				place = len(q.Options)
			}
			if place >= 1 && place <= len(q.Options) {
				a := q.Answer
				a.Picked = []int{place - 1}
				h.changes = append(h.changes, scoped([]search.Change{{Op: search.Answered, Text: q.Options[place-1].Label, Answer: &a}})...)
				h.act(dialog.Act{Kind: dialog.Need})
				return true
			}
		}
	}
	waives := slices.ContainsFunc(c.Mentions, func(s nlu.Mention) bool { return s.Polarity == nlu.Drop && len(s.Links) == 0 })
	for i := c.From; i < c.To && !told; i++ {
		_, role := m.Tongue.Longest(m.Tokens[:c.To], i, language.RolesOf(language.Whatever, language.Forget))
		waives = waives || role != language.None
	}
	if waives && !told && len(c.Of(nlu.Of)) == 0 {
		h.changes = append(h.changes, search.Change{Op: search.Answered, Text: c.Text, Answer: &search.Answer{Key: q.Answer.Key, None: true}})
		h.act(dialog.Act{Kind: dialog.Need})
		return true
	}
	return false
}

// join takes parts that ask something of a product on the page, or go on with a question about one, for questions
// about products, and joins a part that only points to the one behind it.
func (h *heard) join(m *nlu.Message) {
	asking := func(c *nlu.Clause) bool { return c.Intent == nlu.AskProduct || c.Intent == nlu.Compare }
	for i := 0; len(h.shown) > 0 && i < len(m.Clauses); i++ {
		c, before := &m.Clauses[i], &m.Clauses[max(0, i-1)]
		toks, places := m.Tokens[c.From:c.To], len(h.places(c))
		names, _ := m.Tongue.AsksAbout(toks)
		asks := len(names) > 0 || len(c.Of(nlu.Ask)) > 0 || strings.HasSuffix(c.Text, "?") ||
			m.Tongue.Has(toks, 0, language.Ask) && (c.Intent != nlu.Need || !m.Tongue.Pointers.Open[toks[0].Form])
		points := places > 0 || slices.ContainsFunc(c.Of(nlu.Ref), func(s *nlu.Mention) bool { return len(h.titled(h.shown, s.Text)) > 0 })
		goesOn := i > 0 && asking(before) && len(c.Of(nlu.Kind)) == 0
		wants := slices.Contains([]nlu.Intent{nlu.Need, nlu.Answer, nlu.AskStock}, c.Intent) || c.Intent == nlu.AskShop && c.Shares[nlu.AskShop] < plainlyShop
		switch relative := m.Tongue.Anywhere(toks, language.Than); {
		case wants && relative && places > 1: // "is 2 heavier than 3?"
			c.Intent = nlu.Compare
		case wants && asks && !relative && (points || goesOn):
			c.Intent = nlu.AskProduct
		}
		if i == 0 || len(h.places(before)) == 0 || h.telling(m, before) != "" {
			continue
		}
		if before.Intent == nlu.AskProduct && c.Intent == nlu.Need && m.Tokens[c.From-1].Kind != language.Mark {
			c.Intent = nlu.AskProduct
		}
		if asking(c) {
			c.From, c.Text = before.From, m.Text[m.Tokens[before.From].Start:m.Tokens[c.To-1].End]
			c.Mentions = slices.Concat(before.Mentions, c.Mentions)
			m.Clauses = slices.Delete(m.Clauses, i-1, i)
			i--
		}
	}
}

// question reads a question about products. It reports whether it is one: where none are shown or named, or it names
// other products than those, it is a need.
func (h *heard) question(m *nlu.Message, c *nlu.Clause) bool {
	scope := h.standing().Need.Scope
	said := func(roles ...language.Role) bool { return m.Tongue.Anywhere(m.Tokens[c.From:c.To], roles...) }
	products, points, placed := h.refs(c), len(c.Of(nlu.Ref)) > 0, len(h.places(c)) > 0
	compares := c.Intent == nlu.Compare && !(placed && len(products) == 1 && said(language.Or) && !said(language.Prefer)) // "is the second iso or ansi?"
	var named []catalog.Product
	if compares || len(h.shown) == 0 {
		named = h.named(m, c)
	}
	bare := placed || slices.ContainsFunc(c.Of(nlu.Ref), func(s *nlu.Mention) bool { // it points, and names nothing
		return s.All || !slices.ContainsFunc(language.Forms(s.Text), func(w string) bool { return !h.tongue.Knows(w) })
	})
	switch {
	case len(named) == 1 && compares && bare && len(products) > 0: // "how is it against the 20 lite?"
		products = append(products[:1:1], named...)
	case len(named) > 0:
		products = named
	}
	asks, measure := h.asking(m, c, products, named, compares)
	var apart *catalog.Condition // "steel or glass?"
	sides := len(nlu.Sides(m, c)) > 1
	if compares && len(named) < 2 && (!bare && (!points || sides) || len(h.shown) == 0) {
		if apart = h.apart(m, c, scope); apart != nil {
			named = nil
		}
		if apart != nil && apart.Key == catalog.KeyCategory && !h.asksNothing() { // kinds beside those shown
			return false
		}
	}
	if compares && apart == nil && !bare && len(named) == 1 { // the other is not sold
		return false
	}
	unknown := compares && apart == nil && !bare && len(named) == 0 && measure == nil && points && sides // "1 carat or 2 carat"
	ranks := func(m *language.Measured, least language.Degree) bool { return m != nil && m.Degree >= least }
	compares = compares || ranks(measure, language.Comparative) && measure.Degree == language.Comparative && len(h.shown) > 1 && !placed
	prefers := compares && said(language.Prefer)
	for i := c.From; i < c.To; i++ { // "better rated"
		found, next := m.Tongue.MeasureAt(m.Tokens, i)
		prefers = prefers && !(next > i && found.Name == "rating" && found.Degree == language.Positive)
	}
	elsewhere := slices.ContainsFunc(c.Of(nlu.Kind), func(s *nlu.Mention) bool {
		l := s.Best(nlu.ToCategory)
		return !placed && l != nil && len(scope) > 0 && !overlap(l.Categories, scope)
	})
	explains := c.Topic == "explain" && len(asks) > 0
	asked := slices.ContainsFunc(c.Of(nlu.Ask), func(s *nlu.Mention) bool { return s.Best() != nil || s.Measure != nil })
	limits := len(c.Of(nlu.Max, nlu.Min, nlu.Range)) > 0 && !asked && !placed // "and under 50?"
	if !explains && apart == nil && len(named) == 0 && (len(h.shown) == 0 || elsewhere || limits) {
		return false
	}
	if len(asks) == 0 {
		asks = []ask{{Question: reply.Question{Kind: reply.Introduce}}}
	}
	act := dialog.Act{Kind: dialog.AskProduct}
	if compares {
		act.Kind = dialog.Compare
	}
	var differs *reply.Question // with all that is compared
	for i := range asks {
		q, better := &asks[i].Question, ranks(asks[i].measure, language.Comparative)
		q.Products = products
		switch {
		case q.Pieces > 0:
		case apart != nil:
			q.Kind, q.Condition, q.Products = reply.Differ, apart, nil
		case unknown:
			q.Kind, q.Products = reply.Differ, nil
		case compares && (q.Condition == nil || !points || prefers || measure != nil):
			q.Kind, q.Prefers = reply.Differ, prefers
			n := 2
			if better && !(prefers && asks[i].measure.Name == "rating") {
				q.Kind, q.Among, n = reply.Extreme, true, mostMeant
			}
			if others := append(h.spokenOf(), h.shown...); len(named) == 0 && (!points && !placed || len(products) < 2) {
				other := slices.IndexFunc(others, func(p catalog.Product) bool { return len(products) > 0 && p.ID != products[0].ID })
				switch spoken := len(others) - len(h.shown); {
				case placed && other >= 0 && !said(language.Than): // "is the second bigger?"
					q.Products = append(products[:1:1], others[other])
				case spoken > 1:
					q.Products = others[:spoken]
				default:
					q.Products = h.shown[:min(n, len(h.shown))]
				}
			}
		case explains:
			q.Kind = reply.Explain
		case q.Condition == nil && better:
			q.Kind, q.Among = reply.Extreme, points && len(products) > 1
			if !q.Among {
				q.Products = h.shown
			}
			if len(q.Aspects) == 0 && !q.Among { // nobody measured it
				q.Products = nil
			}
		}
		if slices.ContainsFunc(h.asked, func(o inquiry) bool { return reflect.DeepEqual(o.question, *q) }) { // said twice
			continue
		}
		if differs != nil && q.Kind == reply.Differ {
			differs.Aspects = append(differs.Aspects, q.Aspects...)
			continue
		}
		h.asked, h.acts = append(h.asked, inquiry{len(h.acts), *q}), append(h.acts, act)
		if q.Kind == reply.Differ {
			differs = &h.asked[len(h.asked)-1].question
		}
	}
	h.present(named, apart)
	return true
}

// apart are the values, or the kinds, that a part sets beside each other, each of which has a word of it.
func (h *heard) apart(m *nlu.Message, c *nlu.Clause, scope []string) *catalog.Condition {
	cond := h.f.reader.Beside(m, c, scope)
	if cond != nil && cond.Key != catalog.KeyCategory {
		words := h.spoken(m, c.From, c.To)
		cond.Values = slices.DeleteFunc(cond.Values, func(v string) bool {
			return !slices.ContainsFunc(language.Forms(v), words.Of)
		})
	}
	if cond == nil || len(cond.Values) < 2 {
		return nil
	}
	return cond
}

// present shows the products that a question names, or those that have what it sets beside each other, where nothing
// is asked for yet.
func (h *heard) present(named []catalog.Product, apart *catalog.Condition) {
	switch {
	case !h.asksNothing():
	case len(named) > 0:
		var titles []string
		for i := range named {
			titles = append(titles, named[i].Title)
		}
		h.changes = append(h.changes, search.Change{Op: search.AddWords, Exact: true, Text: strings.Join(titles, h.words.T("language.comma")), Words: titles, Refs: productIDs(named)})
	case apart != nil:
		ch := search.Change{Op: search.AddWish, Condition: apart}
		if apart.Key == catalog.KeyCategory {
			ch = search.Change{Op: search.SetScope, Categories: apart.Values}
		}
		h.word(&ch, nil)
		h.changes = append(h.changes, ch)
	}
}

// ask is what a phrase asks of products, with the word of measure in it, nil for none.
type ask struct {
	reply.Question
	measure *language.Measured
}

// asking reads what a part asks of products, some of which it names: a question for each of its phrases that asks
// something; measure is the word of measure in it of the highest degree, nil for none.
func (h *heard) asking(m *nlu.Message, c *nlu.Clause, products, named []catalog.Product, compares bool) (asks []ask, measure *language.Measured) {
	open := false
	for _, part := range m.Phrases(c, plainlyLinked) {
		opens := slices.ContainsFunc(m.Tokens[part.From:part.To], func(t language.Token) bool { return m.Tongue.Pointers.Open[t.Form] })
		either := len(products) == 1 && m.Tongue.Anywhere(m.Tokens[part.From:part.To], language.Or) // "steel or glass?"
		open = opens || either || open && !m.Tongue.Has(m.Tokens, part.From, language.Ask)
		q := h.phrase(m, &part, products, named, open, compares)
		if q.measure != nil && (measure == nil || q.measure.Degree > measure.Degree) {
			measure = q.measure
		}
		if q.Kind != 0 {
			asks = append(asks, q)
		}
	}
	return asks, measure
}

// phrase reads what a phrase asks of products: a condition, aspects, or the words of what nothing is known of; of an
// open question, "what", the aspect of a value that it names.
func (h *heard) phrase(m *nlu.Message, c *nlu.Clause, products, named []catalog.Product, open, compares bool) (q ask) {
	toks := m.Tokens[c.From:c.To]
	scope, kind := h.standing().Need.Scope, reply.Spoken{}
	if len(products) > 0 {
		scope = nil
	}
	for i := range products {
		scope = append(scope, products[i].Category)
		kind.Add(catalog.LastLevel(products[i].Category))
	}
	measured := ""
	add := func(to *[]string, keys ...string) {
		for _, key := range keys {
			if key != "" && !slices.Contains(*to, key) {
				*to = append(*to, key)
			}
		}
	}
	var links []*nlu.Link
	for _, s := range c.Of(nlu.Ask, nlu.Rel, nlu.By, nlu.Of, nlu.Is, nlu.For, nlu.Fits, nlu.Eq, nlu.Ref) {
		if s.Measure != nil && (q.measure == nil || s.Measure.Degree > q.measure.Degree) {
			q.measure, measured = s.Measure, s.Words
		}
		if s.Type != nlu.Ref && len(h.titled(named, s.Text)) == 0 { // not by what it has
			if l := h.likeliest(m, s, products, kind); l != nil {
				links = append(links, l)
			}
			for _, l := range s.Links {
				if l.Key != catalog.KeyBrand {
					add(&q.Near, l.Key)
				}
			}
		}
	}
	for i := c.From; i < c.To && q.measure == nil; i++ { // in no span
		if found, next := m.Tongue.MeasureAt(m.Tokens[:c.To], i); next > i && (open || found.Degree != language.Positive) {
			q.measure, measured = &found, m.Text[m.Tokens[i].Start:m.Tokens[next-1].End]
		}
	}
	if q.measure != nil {
		add(&q.Near, h.f.reader.MeasuredBy(q.measure.Dimension, scope)...)
	}
	names, _ := m.Tongue.AsksAbout(toks)
	pieces := h.pieces(m, c)
	if slices.Contains(names, "total") {
		q.Kind, q.Aspects, q.Pieces = reply.Tell, []string{catalog.KeyPrice}, max(1, pieces)
		return q
	}
	measure, words, explains := q.measure, h.telling(m, c), c.Topic == "explain"
	if (words != "" || measure != nil && measure.Name != "price") && slices.Equal(names, []string{catalog.KeyPrice}) { // "how much ram"
		names = nil
	}
	ranks := measure != nil && measure.Degree != language.Positive
	called := func(names ...string) {
		for _, name := range names {
			add(&q.Aspects, h.f.reader.AspectCalled(name, scope))
		}
	}
	nothing := func() bool { return len(q.Aspects) == 0 && q.Condition == nil }
	for _, l := range links {
		var label reply.Spoken
		a := h.aspect(l.Key, scope...)
		label.Add(a.Label + " " + reply.Label(h.words, &a))
		aspect := l.Kind == nlu.ToAspect || !explains && !ranks && (open || label.Of(words))
		switch {
		case aspect && (len(names) == 0 || !open || h.shares(m, c.From, c.To, l)):
			add(&q.Aspects, l.Key)
		case aspect || ranks && measure.Name != "rating":
		case q.Condition == nil:
			q.Condition = &catalog.Condition{Key: l.Key, Values: slices.Clone(l.Values)}
		case q.Condition.Key == l.Key:
			q.Condition.Values = append(q.Condition.Values, l.Values...)
		}
	}
	if len(q.Aspects) > 0 {
		q.Condition = nil
	}
	if nothing() {
		called(names...)
	}
	if words == measured {
		words = ""
	}
	if measure != nil && nothing() && (ranks || words == "" || kind.Of(words)) {
		add(&q.Aspects, slices.DeleteFunc(h.f.reader.MeasuredBy(measure.Dimension, scope), func(key string) bool { // a number by another name
			return key == "specification" && !slices.Contains(measure.Aspects, strings.ToLower(h.aspect(key, scope...).Label))
		})...)
		called(measure.Aspects...) // in words, with a number among them
	}
	if nothing() && (!compares || measure != nil || m.Tongue.Anywhere(toks, language.Prefer)) {
		link, keys := h.f.reader.Asked(m, c, scope)
		if link != nil && (words == vague || !h.means(m, c.From, c.To, link, measure)) {
			link = nil
		}
		switch {
		case link != nil && (link.Kind == nlu.ToAspect || open && !explains):
			add(&q.Aspects, link.Key)
		case link != nil && !ranks:
			q.Condition = &catalog.Condition{Key: link.Key, Values: link.Values}
		case len(keys) > 0:
			add(&q.Aspects, keys...)
		case ranks || words == "" && measure != nil:
			words = measured
		case len(names) > 0: // called by nothing here
			words = names[0]
		}
	}
	if q.Condition != nil {
		q.Loose = !slices.ContainsFunc(q.Condition.Values, h.spoken(m, c.From, c.To).Of)
	}
	if !nothing() || words != "" && (!compares || measure != nil) {
		q.Kind, q.Words = reply.Tell, strings.TrimPrefix(words, vague)
	}
	if len(q.Aspects) > 0 && q.Aspects[0] == catalog.KeyPrice {
		q.Pieces = pieces
	}
	q.Down = measure != nil && len(q.Aspects) > 0 && h.less(measure, q.Aspects[0]) // "the fastest response time"
	return q
}

// pieces is how many of each product a phrase counts, "two of the first"; 0: it does not.
func (h *heard) pieces(m *nlu.Message, c *nlu.Clause) int {
	for i := c.From; i < c.To; i++ {
		number, next := m.Tongue.Numeral(m.Tokens[:c.To], i)
		if t := &m.Tokens[i]; t.Kind == language.Number {
			number, next = t.Value, i+1
		}
		if next > i && next < c.To && m.Tongue.Has(m.Tokens, next, language.Link) {
			return int(number)
		}
	}
	return 0
}

const (
	// plainlyLinked is the probability from which a link to an aspect is meant that shares no word with what was
	// said, and plainlyValue that of one to a value.
	plainlyLinked, plainlyValue = 0.6, 0.8
	// leastLikely is the part of the likeliest link's probability from which another is thought of.
	leastLikely = 0.2
	// mostTelling is how many words of a phrase are quoted: more are a tale, and name no aspect, which vague stands
	// for.
	mostTelling, vague = 5, "…"
)

// likeliest returns the likeliest of a mention's links to aspects and values that products have a value of; the
// likeliest of all where they have none. nil: none is meant, or it says what kind the products are.
func (h *heard) likeliest(m *nlu.Message, s *nlu.Mention, products []catalog.Product, kind reply.Spoken) (best *nlu.Link) {
	for i := range s.Links {
		l := &s.Links[i]
		if l.Kind == nlu.ToCategory || len(l.Values) > 0 && kind.Of(l.Values[0]) || !h.means(m, s.From, s.To, l, s.Measure) ||
			best == nil && l.Score <= s.None || best != nil && l.Score < max(s.None, leastLikely*best.Score) {
			continue
		}
		if slices.Contains([]string{catalog.KeyPrice, catalog.KeyRating, catalog.KeyBrand}, l.Key) || slices.ContainsFunc(products, func(p catalog.Product) bool { return len(p.Of(l.Key)) > 0 }) {
			return l
		}
		if best == nil {
			best = l
		}
	}
	return best
}

// means reports whether tokens [from, to) mean a link: they share words with it, or it is as good as sure and they
// measure nothing.
func (h *heard) means(m *nlu.Message, from, to int, l *nlu.Link, measure *language.Measured) bool {
	sure := l.Score >= plainlyValue || l.Kind == nlu.ToAspect && l.Score >= plainlyLinked
	return sure && measure == nil || h.shares(m, from, to, l)
}

// shares reports whether a link has half of the telling words of tokens [from, to) at least, in their language or in
// English.
func (h *heard) shares(m *nlu.Message, from, to int, l *nlu.Link) bool {
	var own reply.Spoken
	for _, text := range append([]string{l.Text, h.aspect(l.Key).Label}, l.Values[:min(2, len(l.Values))]...) {
		own.Add(text)
	}
	hits, words := 0, 0
	for i := from; i < to; i++ {
		if t := &m.Tokens[i]; m.Tells(i) && t.Kind == language.Word {
			words++
			if slices.ContainsFunc(append(m.Tongue.English(t.Form), t.Form), own.Of) {
				hits++
			}
		}
	}
	return hits > 0 && 2*hits >= words
}

// spoken are the words of tokens [from, to), in their language and in English.
func (h *heard) spoken(m *nlu.Message, from, to int) (said reply.Spoken) {
	for _, t := range m.Tokens[from:to] {
		said.Add(strings.Join(append(m.Tongue.English(t.Form), t.Form), " "))
	}
	return said
}

// telling is the stretch of a phrase from its first to its last word that says something of what is asked.
func (h *heard) telling(m *nlu.Message, c *nlu.Clause) string {
	from, to := c.To, c.From
	for i := c.From; i < c.To; i++ {
		points := slices.ContainsFunc(c.Of(nlu.Ref), func(s *nlu.Mention) bool {
			return s.From <= i && i < s.To && (s.All || len(s.Places) > 0 || len(h.titled(h.shown, s.Text)) > 0)
		})
		if !points && m.Tells(i) {
			from, to = min(from, i), i+1
		}
	}
	switch {
	case from >= to:
		return ""
	case to-from > mostTelling:
		return vague
	}
	return m.Text[m.Tokens[from].Start:m.Tokens[to-1].End]
}
