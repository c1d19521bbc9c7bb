package agent

import (
	"cmp"
	"slices"
	"strings"

	"shopclerk/agent/dialog"
	"shopclerk/agent/language"
	"shopclerk/agent/nlu"
	"shopclerk/agent/reply"
	"shopclerk/agent/shop/merchant"
	"shopclerk/catalog"
	"shopclerk/search"
)

// read takes in a message part by part, each for what it does.
func (h *heard) read(message string) (err error) {
	m := h.f.reader.Read(message, h.standing())
	h.tongue = m.Tongue
	h.join(&m)
	for i := range m.Clauses {
		h.asks = h.asks || slices.Contains([]nlu.Intent{nlu.AskProduct, nlu.AskShop, nlu.Compare, nlu.Task}, m.Clauses[i].Intent)
	}
	for i := range m.Clauses {
		if err = h.ctx.Err(); err == nil { // its sender waits
			err = h.part(&m, &m.Clauses[i])
		}
		if err != nil {
			return err
		}
	}
	if things := h.sideBySide(); things != nil && h.things == nil {
		if err := h.follow(&m, things); err != nil {
			return err
		}
	}
	h.consult(m.Text)
	if len(h.left) > 0 && len(h.changes) > 0 {
		h.notes = append(h.notes, h.words.T("reply.unplaced", "Words", reply.Quotes(h.words, slices.Compact(h.left))))
	}
	if len(h.acts) == 0 {
		h.act(dialog.Act{Kind: dialog.Unclear, Words: m.Text, Text: h.words.T("acts.unclear")})
	}
	return nil
}

// standing is what a message is read against.
func (h *heard) standing() nlu.Context {
	in := nlu.Context{
		Need:     search.Fold(append(h.c.Changes(), h.c.Number(h.changes)...)),
		Currency: h.agent.config.Currency, Shown: len(h.shown), Language: language.Of(h.words.Code()),
	}
	if last := h.c.Last(); last != nil {
		for _, q := range last.Questions {
			in.Asked = append(in.Asked, q.Answer.Key)
		}
		in.After = last.Tells
	}
	return in
}

// part takes in one part. What cannot be what it was taken for is taken for a need.
func (h *heard) part(m *nlu.Message, c *nlu.Clause) error {
	empty := h.asksNothing()
	if c.Intent == nlu.AskShop && slices.Contains([]string{"has", "tell", "extreme"}, c.Topic) && len(h.shown) > 0 { // topics of products
		c.Intent = nlu.AskProduct
	}
	switch c.Intent {
	case nlu.Social:
		if !slices.ContainsFunc(c.Of(nlu.Kind, nlu.Is), func(s *nlu.Mention) bool { return s.Best() != nil || c.Shares[nlu.Social] < plainlySocial }) {
			if c.Topic != "" || len(m.Clauses) == 1 {
				h.courtesy(c)
			}
			return nil
		}
	case nlu.AskShop:
		named := slices.ContainsFunc(c.Of(nlu.Kind, nlu.Is), func(s *nlu.Mention) bool { return s.Best() != nil })
		if len(c.Of(nlu.Shop)) > 0 || !named || c.Shares[nlu.AskShop] >= plainlyShop {
			h.shopFact(c)
			return nil
		}
	case nlu.Undo:
		if len(h.c.Changes()) > 0 {
			h.undo()
			return nil
		}
	case nlu.Restart:
		if !empty {
			h.changes = append(h.changes, search.Change{Op: search.Reset})
			h.act(dialog.Act{Kind: dialog.Restart, Text: h.words.T("acts.restarted")})
		}
		if len(c.Mentions) == 0 {
			return nil
		}
	case nlu.AskProduct, nlu.Compare:
		if done := h.question(m, c); done {
			return nil
		}
		if c.Intent == nlu.Compare && len(h.shown) == 0 && len(c.Of(nlu.Kind)) > 0 { // kinds of products, which the list shows
			var named []string
			for i := range c.Mentions {
				named = append(named, c.Mentions[i].Text)
			}
			h.asked = append(h.asked, inquiry{len(h.acts), reply.Question{Kind: reply.Explain, Words: strings.Join(named, h.words.T("language.comma"))}})
			h.acts = append(h.acts, dialog.Act{Kind: dialog.Compare})
			break
		}
	case nlu.Sort:
		return h.order(m, c)
	case nlu.Answer:
		if h.answer(m, c) {
			return nil
		}
	case nlu.Task:
		if slices.ContainsFunc(c.Of(nlu.Ref), func(s *nlu.Mention) bool { return len(s.Places) > 0 }) && h.question(m, c) { // "show me the first"
			return nil
		}
		if len(c.Of(nlu.Kind, nlu.Is)) == 0 {
			h.shopFact(c)
			return nil
		}
	case nlu.Unclear:
		if len(c.Mentions) == 0 {
			h.act(dialog.Act{Kind: dialog.Unclear, Words: c.Text, Text: h.words.T("acts.unclear")})
			return nil
		}
	}
	return h.want(m, c)
}

// asksNothing reports whether nothing is asked for yet.
func (h *heard) asksNothing() bool { need := h.standing().Need; return need.Empty() }

// courtesy answers a greeting, thanks and the like.
func (h *heard) courtesy(c *nlu.Clause) {
	topic := cmp.Or(map[string]string{"abilities": dialog.TopicHelp}[c.Topic], c.Topic)
	h.guessed = c.Shares[nlu.Social] < perhapsSocial
	id, ok := courtesies[topic]
	if !ok {
		topic, id = "greeting", "social.greeting"
	}
	h.act(dialog.Act{Kind: dialog.Social, Topic: topic, Text: h.words.T(id)})
}

// orderTopics are the topics of the shop's that answer what is said of an order where no tool does.
var orderTopics = map[string]string{
	"status": merchant.Order, "cancel": merchant.Order, "address": merchant.Order, "again": merchant.Order,
	"return": merchant.Returns, "exchange": merchant.Returns,
}

// shopFact answers a question about the shop.
func (h *heard) shopFact(c *nlu.Clause) {
	topic := cmp.Or(orderTopics[c.Topic], shopTopics[c.Topic], c.Topic)
	if c.Topic == "other" {
		topic = ""
	}
	if topic == "" && c.Intent == nlu.Task {
		topic = merchant.Contact
	}
	text, known := h.agent.merchant(h.f).Answer(h.words, topic)
	h.act(dialog.Act{Kind: dialog.AskShop, Topic: topic, Text: text, Known: known})
}

// want takes in what is wanted, or no longer wanted.
func (h *heard) want(m *nlu.Message, c *nlu.Clause) error {
	if parts := h.f.reader.Several(m, c, h.standing()); parts != nil {
		return h.several(m, parts)
	}
	return h.wantOne(m, c)
}

// wantOne is want for one kind of product.
func (h *heard) wantOne(m *nlu.Message, c *nlu.Clause) error {
	in := h.standing()
	kind := dialog.Need
	if c.Intent == nlu.Revise && !in.Need.Empty() {
		kind = dialog.Revise
	}
	before := len(h.changes)
	h.manners(c)
	h.likes(c)
	h.relative(m, c)
	out := h.f.reader.Assemble(m, c, in)
	changes := out.Changes
	priced := slices.ContainsFunc(slices.Concat(h.changes[before:], changes), func(ch search.Change) bool { return ch.Condition != nil && ch.Condition.Key == catalog.KeyPrice })
	for i := range c.Mentions { // "cheap"
		if s := &c.Mentions[i]; (s.Type == nlu.Is || s.Type == nlu.Rel) && s.Measure != nil && s.Measure.Name == "price" && s.Measure.Degree == language.Positive && s.Best() == nil && !priced {
			denied := s.Polarity == nlu.Exclude || m.Denied(s.From, s.To) // "not too expensive"
			if denied && s.Measure.Down {
				continue
			}
			changes = append(changes, h.sorted(catalog.KeyPrice, !s.Measure.Down && !denied))
			out.Loose = slices.DeleteFunc(out.Loose, func(text string) bool { return text == s.Text })
			out.Barred = slices.DeleteFunc(out.Barred, func(text string) bool { return strings.Contains(s.Text, text) })
		}
	}
	scope := scopeOf(changes)
	if s, err := h.unsold(m, &out, scope); s != nil {
		h.absent(s)
		return err
	}
	if moves := len(scope) > 0 && len(in.Need.Scope) > 0 && !overlap(scope, in.Need.Scope); moves && kind == dialog.Revise {
		h.changes = append(h.changes, h.unfit(scope)...)
	} else if moves {
		h.changes = append(h.changes, search.Change{Op: search.Reset})
		defer h.carry(in.Need.Limits)
	}
	for i := range changes {
		h.word(&changes[i], scope)
	}
	contrary := changes
	if kind != dialog.Revise { // what is refused is no longer wished for
		contrary = slices.DeleteFunc(slices.Clone(changes), func(ch search.Change) bool { return !ch.Not })
	}
	h.changes = append(h.changes, h.replaced(contrary)...)
	h.changes = append(h.changes, changes...)
	if err := h.loose(c, &out); err != nil {
		return err
	}
	if n := len(out.Kinds); (n > 1 || n == 1 && len(scopeOf(h.changes)) == 0) && !h.asks {
		h.offerKinds(out.Kinds)
	}
	switch {
	case len(h.changes) > before || h.settles(c):
		h.act(dialog.Act{Kind: kind})
	case len(h.acts) == 0 && len(h.left) > 0:
		h.act(dialog.Act{Kind: dialog.Unclear, Words: c.Text, Text: h.words.T("acts.unknown", "Words", reply.Quotes(h.words, h.left))})
	case len(c.Mentions) == 0 && !h.asks:
		h.act(dialog.Act{Kind: dialog.Unclear, Words: c.Text, Text: h.words.T("acts.unclear")})
	}
	return nil
}

// settles reports whether a part names what stands already: "start with the desk" among desks.
func (h *heard) settles(c *nlu.Clause) bool {
	scope := h.standing().Need.Scope
	return slices.ContainsFunc(c.Of(nlu.Kind), func(s *nlu.Mention) bool {
		l := s.Best(nlu.ToCategory)
		return l != nil && overlap(l.Categories, scope)
	})
}

// mostNamed is how many values a chip names.
const mostNamed = 3

// word gives a change the text of its chip.
func (h *heard) word(ch *search.Change, scope []string) {
	switch {
	case ch.Text != "":
	case ch.Op == search.SetScope:
		var names []string
		for _, path := range ch.Categories[:min(3, len(ch.Categories))] {
			names = append(names, catalog.LastLevel(path))
		}
		ch.Text = strings.Join(names, h.words.T("language.or"))
	case ch.Condition != nil:
		a, shown := h.aspect(ch.Condition.Key, scope...), *ch.Condition
		more := ""
		if len(shown.Values) > mostNamed {
			shown.Values, more = shown.Values[:mostNamed], " …"
		}
		if n, ok := reply.FigureIn(ch.Figure, &a, shown.Range); ok {
			shown.Range = catalog.Between(n, n)
		}
		ch.Text = reply.Condition(h.words, &a, &shown) + more
		if a.Kind == catalog.Flag {
			shown.Values = []string{reply.Label(h.words, &a)}
		}
		if ch.Not && shown.Range == nil {
			ch.Text = h.words.T("talk.not-values", "Values", strings.Join(reply.ValueNames(h.words, &a, shown.Values), h.words.T("language.or"))) + more
		}
	}
}

// aspect is what the first category of a scope says of an aspect, of the standing scope where that is
// empty.
func (h *heard) aspect(key string, scope ...string) catalog.Aspect {
	if len(scope) == 0 {
		scope = h.standing().Need.Scope
	}
	for _, c := range h.agent.config.Engine.Store().Categories() {
		if a, ok := c.Aspect(key); ok && (len(scope) == 0 || slices.Contains(scope, c.Path)) {
			a.In = scope
			return a
		}
	}
	return catalog.Aspect{Key: key, Label: key, Kind: catalog.Numeric, Unit: map[bool]string{true: h.agent.config.Currency}[key == catalog.KeyPrice]}
}

// manners takes in how the shopper wants to be served: without questions, or with other products than
// those shown.
func (h *heard) manners(c *nlu.Clause) {
	switch {
	case c.Topic == "hush":
		h.changes = append(h.changes, search.Change{Op: search.Hush, Text: c.Text})
	case c.Topic == "others" && len(h.shown) > 0:
		h.changes = append(h.changes, search.Change{Op: search.SkipSeen, Text: c.Text, Refs: productIDs(h.shown)})
	}
}

// likes takes the product that a need points at for what others are to be like.
func (h *heard) likes(c *nlu.Clause) {
	if refs := c.Of(nlu.Ref); c.Intent == nlu.Need && len(refs) > 0 && len(h.shown) > 0 && len(refs[0].Places) > 0 {
		if to := h.refs(c); len(to) > 0 {
			h.changes = append(h.changes, search.Change{Op: search.Like, Refs: []string{to[0].ID}, Text: h.words.T("talk.like", "Title", reply.Short(&to[0]))})
		}
	}
}

// relative takes in what is wanted relative to what is shown: below the lowest of what is pointed at, or
// beyond the middle of the page.
func (h *heard) relative(m *nlu.Message, c *nlu.Clause) {
	for _, s := range c.Of(nlu.Rel, nlu.Ask) {
		if s.Measure == nil || len(h.shown) == 0 || s.Type == nlu.Ask && s.Measure.Degree != language.Comparative {
			continue
		}
		before := len(h.changes)
		keys := h.f.reader.MeasuredBy(s.Measure.Dimension, h.standing().Need.Scope)
		if l := s.Best(nlu.ToAspect); l != nil && s.Measure.Name != "price" {
			keys = append([]string{l.Key}, keys...)
		}
		var than []catalog.Product
		if len(c.Of(nlu.Ref)) > 0 {
			than = h.refs(c)
		}
		for _, key := range keys {
			down := h.less(s.Measure, key) != (s.Polarity == nlu.Exclude || m.Denied(s.From, s.To))
			if changes := h.beyond(key, than, down); changes != nil {
				h.changes = append(h.changes, changes...)
				break
			}
		}
		if len(h.changes) == before && s.Measure.Degree == language.Comparative {
			h.act(dialog.Act{Kind: dialog.Sort, Text: h.words.T("answer.no-measure", "Words", h.words.T("language.quoted", "Text", s.Words))})
		}
	}
}

// offerKinds asks which kind of product was meant.
func (h *heard) offerKinds(kinds []nlu.Meant) {
	need := h.act(dialog.Act{Kind: dialog.Need})
	if len(need.Offers) == 0 {
		need.Text = strings.TrimSpace(need.Text + " " + h.words.T("acts.kinds"))
	}
	for _, k := range kinds {
		name := catalog.LastLevel(k.Path)
		if slices.ContainsFunc(need.Offers, func(o dialog.Offer) bool { return o.Text == name }) {
			continue
		}
		need.Offers = append(need.Offers, dialog.Offer{Text: name, Changes: []search.Change{{Op: search.SetScope, Text: name, Categories: []string{k.Path}}}})
	}
}
