package agent

import (
	"slices"
	"strings"

	"shopclerk/agent/dialog"
	"shopclerk/agent/language"
	"shopclerk/agent/reply"
	"shopclerk/agent/understand"
	"shopclerk/catalog"
	"shopclerk/search"
)

// Asking: questions about what is shown, comparisons, and orders of the list.

// product reads a question about products. Where none are shown, or it names other
// products than those, it is a need: "do you have desks too?".
func (h *heard) product(c *understand.Clause) error {
	in := h.context()
	asked := h.f.reader.Asked(c.Text, in)
	other := len(asked.Scope) > 0 && len(in.Need.Scope) > 0 && !slices.ContainsFunc(asked.Scope, func(p string) bool { return slices.Contains(in.Need.Scope, p) })
	points := len(asked.Places) > 0 || asked.That || asked.Those
	if topic := h.shopTopic(); topic != "" && len(asked.Places) == 0 && c.Shares["ask_shop"] >= perhapsShop {
		h.shop(&understand.Clause{Topic: topic}) // "do you ship to Ireland?", "and how long does it take?"
		return nil
	}
	explains := c.Act == "ask_product" && c.Topic == "explain" && (asked.Words != "" || len(asked.Aspects) > 0)        // "whats a good motherboard for that" names one
	choice := c.Act == "compare" && asked.Condition != nil && len(asked.Condition.Values) > 1 && len(asked.Scope) == 0 // "steel or glass?"
	if len(h.shown) == 0 && !explains && !choice || other && !points && !explains || h.wantsOthers(c, &asked) {
		return h.need(c)
	}
	if last := h.c.Last(); last != nil && len(asked.Places) > 0 && asked.Condition == nil && asked.Measure == nil && len(asked.Aspects) == 0 && asked.Words == "" {
		for _, a := range last.Acts { // "and the second?"
			if a.Kind == dialog.AskProduct && a.Aspect != "" {
				asked.Aspects = []string{a.Aspect}
			}
		}
	}
	q := reply.Question{Aspects: asked.Aspects, Condition: asked.Condition, Words: asked.Words, Products: h.pointed(&asked)}
	if m := asked.Measure; m != nil {
		q.Down = m.Dimension.Down
		if len(asked.Aspects) > 0 {
			q.Down = h.less(m, asked.Aspects[0])
		}
	}
	q.Down = q.Down && !asked.Up || asked.Down
	switch {
	case c.Act == "compare" && prefers(&asked, c.Text, h.tongue):
		q.Kind = reply.Better
		if len(asked.Places) == 0 {
			q.Products = h.shown[:min(mostPointed, len(h.shown))]
			if r := h.f.reader.Understand(c.Text, in); asked.Condition != nil && telling(r.Changes) && !understand.Chooses(c.Text, h.tongue) { // "which one is best for back pain?"
				if err := h.take(c, r, dialog.Need); err != nil {
					return err
				}
				q.Kind, q.Aspects, q.Products = reply.Extreme, []string{catalog.KeyRating}, h.shown
			}
		}
		if asked.Measure != nil && asked.Measure.Degree == language.Positive {
			q.Words = strings.TrimSpace(q.Words)
		}
	case c.Act == "compare":
		q.Kind = reply.Differ
		if len(asked.Places) < 2 && asked.Condition != nil && len(asked.Condition.Values) > 1 {
			q.Products = nil
		} else if len(q.Products) < 2 {
			q.Products = h.shown[:min(2, len(h.shown))]
		}
	case c.Topic == "has", c.Topic == "tell" && asked.Condition != nil && h.aspect(asked.Condition.Key).Kind == catalog.Flag: // yes or no
		q.Kind = reply.Has
	case c.Topic == "extreme":
		q.Kind = reply.Extreme
		q.Among = len(asked.Places) > 1
		if !q.Among {
			q.Products = h.shown
		}
		switch {
		case len(q.Aspects) > 0:
		case asked.Measure != nil: // "the lightest", where no weights are given: no number answers that
			if q.Words = asked.Measures; !q.Among {
				q.Products = nil
			}
		default:
			q.Aspects = []string{catalog.KeyRating}
		}
	case explains:
		q.Kind = reply.Explain
	case len(q.Aspects) > 0 || q.Words != "" || asked.Unnamed:
		q.Kind = reply.Tell
	case asked.Measure != nil: // "how loud is it", where nothing tells
		q.Kind, q.Words = reply.Tell, asked.Measures
	default:
		q.Kind = reply.Introduce
	}
	h.asked = append(h.asked, inquiry{len(h.acts), q})
	kind := dialog.AskProduct
	if c.Act == "compare" {
		kind = dialog.Compare
	}
	h.acts = append(h.acts, dialog.Act{Kind: kind})
	return nil
}

// wantsOthers reports whether a question is about other products than those shown.
func (h *heard) wantsOthers(c *understand.Clause, asked *understand.Asked) bool {
	points := len(asked.Places) > 0 || asked.That || asked.Those
	changes := func() []search.Change { return h.f.reader.Understand(c.Text, h.context()).Changes }
	switch {
	case c.Act == "ask_product" && c.Topic == "has" && !points && (asked.Condition != nil || len(asked.Scope) > 0):
		return true // "and in red?"
	case c.Act == "ask_product" && c.Topic == "has" && len(asked.Places) == 0:
		return slices.ContainsFunc(changes(), func(ch search.Change) bool { // "gibt es die auch unter 80 Euro?"
			return ch.Op == search.AddLimit && ch.Condition.Range != nil
		})
	case c.Act == "compare" && !points && asked.Condition == nil && asked.Measure == nil && len(asked.Aspects) == 0:
		return telling(changes()) // "4 or 5 mm"
	}
	return false
}

// perhapsShop is the share from which a question right behind one about the shop goes on
// with that.
const perhapsShop = 0.05

// shopTopic is what of the shop was asked about last, "" where the last message asked nothing
// of it.
func (h *heard) shopTopic() string {
	if last := h.c.Last(); last != nil && len(last.Acts) > 0 && last.Acts[len(last.Acts)-1].Kind == dialog.AskShop {
		return last.Acts[len(last.Acts)-1].Topic
	}
	return ""
}

// prefers reports whether a comparison asks which is better, and not what differs.
func prefers(asked *understand.Asked, text string, l *language.Language) bool {
	if m := asked.Measure; m != nil && m.Degree != language.Positive {
		return true
	}
	return l.Anywhere(language.Tokenize(text), language.Prefer)
}

// mostPointed is how many products, the first ones, "these" and "which one" are about.
const mostPointed = 3

// pointed are the products that a question points at: by their places, or the one
// spoken of last, or the first where none was.
func (h *heard) pointed(asked *understand.Asked) []catalog.Product {
	var out []catalog.Product
	for _, place := range asked.Places {
		if place == -1 {
			place = len(h.shown)
		}
		if place >= 1 && place <= len(h.shown) {
			out = append(out, h.shown[place-1])
		}
	}
	if len(out) > 0 || len(h.shown) == 0 {
		return out
	}
	if asked.Those {
		return h.shown[:min(mostPointed, len(h.shown))]
	}
	if out = h.spokenOf(); len(out) > 0 {
		return out
	}
	return h.shown[:1]
}

// spokenOf are the products on the page that the last exchange was about.
func (h *heard) spokenOf() []catalog.Product {
	var out []catalog.Product
	if last := h.c.Last(); last != nil {
		for _, a := range last.Acts {
			for _, id := range a.Products {
				if i := slices.IndexFunc(h.shown, func(p catalog.Product) bool { return p.ID == id }); i >= 0 {
					out = append(out, h.shown[i])
				}
			}
		}
	}
	return out
}

// answers answers the questions about products from the turn's list, and leaves out what
// need not be said beside.
func (h *heard) answers(t *Turn) {
	store := h.agent.config.Engine.Store()
	list := reply.List{
		Shelf: t.Scope.Shelf, Fits: t.Ranking.Fits,
		Category: func(path string) *catalog.Category {
			for _, c := range store.Categories() {
				if c.Path == path {
					return &c
				}
			}
			return nil
		},
		Products: func(refs []catalog.Ref) []catalog.Product {
			products, err := store.Products(h.ctx, refs)
			if err != nil {
				return nil // the answer does without their names
			}
			return products
		},
	}
	for _, q := range h.asked {
		kind := h.acts[q.act].Kind
		h.acts[q.act] = reply.Answer(h.words, q.question, list)
		h.acts[q.act].Kind = kind
	}
	h.tidy()
}

// sort reads a wish for an order of the list, with what else the clause says: "the
// biggest tent you have". Without an aspect it is the price's.
func (h *heard) sort(c *understand.Clause) error {
	in := h.context()
	in.Sorting = true
	asked := h.f.reader.Asked(c.Text, in)
	r := h.f.reader.Understand(c.Text, in)
	plain := c.Share >= plainlySort && !in.Need.Empty() && (asked.Measure != nil || asked.Up || asked.Down || len(asked.Aspects) > 0)
	if len(r.Unsold) > 0 && !plain {
		return h.take(c, r, dialog.Sort)
	}
	if (h.elsewhere(r.Changes) || len(r.Unsold) > 0) && !r.Certain { // "cheapest on top" asks for no table tops
		in.Wide = true
		r = h.f.reader.Understand(c.Text, in)
		if plain && !telling(r.Changes) {
			r.Changes = nil // "kindly arrange them with …"
		}
	}
	if h.elsewhere(r.Changes) {
		h.changes = append(h.changes, search.Change{Op: search.Reset})
	}
	h.changes = append(h.changes, r.Changes...)
	if len(scopeOf(r.Changes)) > 0 {
		h.act(dialog.Act{Kind: dialog.Need})
		asked = h.f.reader.Asked(c.Text, h.context())
	}
	key, down, ok := h.orderOf(&asked)
	if !ok && !understand.SaysMoney(c.Text, h.tongue) { // no other number stands for the one that was meant
		h.act(dialog.Act{Kind: dialog.Sort, Text: h.words.T("answer.no-measure", "Words", h.words.T("language.quoted", "Text", asked.Measures))})
		return nil
	}
	a := h.aspect(key)
	id := "acts.sorted-up"
	if down {
		id = "acts.sorted-down"
	}
	text := h.words.T(id, "Aspect", a.Label)
	h.changes = append(h.changes, search.Change{Op: search.SortBy, Key: key, Down: down, Text: text})
	by := key
	if down {
		by = "-" + key
	}
	h.act(dialog.Act{Kind: dialog.Sort, By: by})
	return nil
}

// measured orders the list, or moves a bound, where a clause of which nothing else was made
// has a word of measure: "quietest one", "the lighter the better", "bright". It reports whether it has.
func (h *heard) measured(c *understand.Clause) (bool, error) {
	asked := h.f.reader.Asked(c.Text, h.context())
	m := asked.Measure
	switch {
	case m == nil || len(h.shown) == 0 || strings.ContainsAny(c.Text, "0123456789"): // "size 42"
		return false, nil
	case m.Degree == language.Positive && understand.Lessens(c.Text, h.tongue):
		return h.more(c), nil // "nicht zu hoch"
	case m.Degree == language.Positive && (len(asked.Aspects) == 0 || m.Name == "price" || m.Name == "rating"):
		return false, nil
	case m.Degree == language.Comparative && h.more(c):
		return true, nil
	}
	return true, h.sort(&understand.Clause{Text: c.Text, Act: "sort", Share: 1})
}

// plainlySort is the share from which a clause that names a measure or an aspect orders the
// list, whatever else its words are elsewhere.
const plainlySort = 0.7

// orderOf is the aspect that a list is to be ordered by, and whether its highest come
// first. Without one it is the price's, the lowest first; it is false where a word of
// measure has no numbers.
func (h *heard) orderOf(asked *understand.Asked) (key string, down, ok bool) {
	m := asked.Measure
	switch {
	case m != nil && slices.Contains(asked.Aspects, catalog.KeyPrice) && m.Dimension.Name != "rating":
		key = catalog.KeyPrice // "from the smallest to the biggest price"
	case len(asked.Aspects) > 0:
		key = asked.Aspects[0]
	default:
		key, ok = catalog.KeyPrice, m == nil
		return key, asked.Up, ok
	}
	switch {
	case asked.Up || asked.Down:
		down = asked.Up
	case m == nil:
		down = key != catalog.KeyPrice
	case m.Degree == language.Positive && key == catalog.KeyPrice && understand.SaysMoney(asked.Measures, h.tongue):
		down = false // "by price"
	default:
		down = !h.less(m, key)
	}
	return key, down != asked.Last, true
}

// annoying are units of what people want less of: waiting and noise.
var annoying = []string{"ms", "ns", "dB", "dB(A)"}

// less reports whether a word of measure means the lower numbers of an aspect: those of
// "light", and of the best or fastest response time.
func (h *heard) less(m *language.Measured, key string) bool {
	praise := m.Dimension.Name == "rating" && key != catalog.KeyRating || m.Dimension.Name == "speed"
	return m.Dimension.Down != (praise && slices.Contains(annoying, h.aspect(key).Unit))
}
