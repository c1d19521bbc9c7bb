package agent

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"shopclerk/agent/dialog"
	"shopclerk/agent/language"
	"shopclerk/agent/reply"
	"shopclerk/agent/understand"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
)

// heard is what a message came to: the changes it makes to the need, and its acts, of
// which those that ask about products are answered once there is a list to answer from.
type heard struct {
	agent   *Agent
	ctx     context.Context
	f       *active
	c       *dialog.Conversation
	words   *words.Language
	tongue  *language.Language // of the message
	shown   []catalog.Product
	fit     int // so many of them, the first, have all that was asked for; 0: not known
	setting language.Setting

	guessed bool            // a courtesy may be any word that no example has
	asks    bool            // something else than a need is said too
	keeps   bool            // it says that what is to be spent stays as it was
	changes []search.Change // in the order that they were said
	notes   []string
	left    []string // words that nothing was made of
	acts    []dialog.Act
	asked   []inquiry
	things  []dialog.Offer // the kinds of product that are wanted side by side, the need's first

	consulted dialog.Consulted // of a configured model
}

// inquiry is a question about products that waits for the list.
type inquiry struct {
	act      int // index into acts
	question reply.Question
}

// hear reads the words of a message that are no errand's, clause by clause, each for
// what it does.
func (h *heard) hear(message string) error {
	if h.agent.config.Learned != nil {
		return h.read(message)
	}
	h.tongue, h.setting = tongueOf(h.words, message), language.AtStart
	if need := h.c.Need(); len(h.shown) > 0 || !need.Empty() {
		h.setting = language.AtList
	}
	h.keeps = understand.KeepsBudget(message, h.tongue)
	clauses := h.f.reader.Clauses(message, h.tongue, h.setting)
	h.asks = slices.ContainsFunc(clauses, func(c understand.Clause) bool {
		return c.Share >= anybodysGuess && slices.Contains([]string{"ask_product", "ask_shop", "compare", "sort", "errand"}, c.Act)
	})
	for i := 0; i < len(clauses); {
		j := i + 1
		for ; j < len(clauses) && continues(&clauses[i], &clauses[j]) && !understand.Forgets(clauses[i].Text, h.tongue); j++ {
			clauses[i].Text += ", " + clauses[j].Text
		}
		if err := h.clause(&clauses[i]); err != nil {
			return fmt.Errorf("%q: %w", clauses[i].Text, err)
		}
		i = j
	}
	h.consult(language.Head(message))
	return nil
}

// tongueOf is the language that a message is read in.
func tongueOf(w *words.Language, message string) *language.Language {
	return language.Detect(language.Tokenize(language.Head(message)), language.Of(w.Code()))
}

// answering is a context in the language that a message shows plainly: who writes German
// in an English page is answered in German.
func answering(ctx context.Context, message string) context.Context {
	w := words.From(ctx)
	if l := tongueOf(w, message); l.Code != w.Code() {
		return words.With(ctx, words.Lookup(l.Code))
	}
	return ctx
}

// continues reports whether a clause goes on with what the one before it does: needs are
// read together, because what one says may be about what the other names.
func continues(a, b *understand.Clause) bool {
	return a.Act == "need" && b.Act == "need" && a.Topic != "like" && b.Topic != "topic" && b.Topic != "others" && b.Topic != "hush"
}

// context is what a clause is read against.
func (h *heard) context() understand.Context {
	return understand.Context{
		Need:     search.Fold(append(h.c.Changes(), h.c.Number(h.changes)...)),
		Currency: h.agent.config.Currency, Shown: priced(h.shown), Language: h.words, Tongue: h.tongue,
	}
}

// clause takes in one clause. What can not be what it was taken for (a question about
// products where none are shown, a need that names nothing) is taken for the next.
func (h *heard) clause(c *understand.Clause) error {
	for _, read := range []func(*understand.Clause) (bool, error){h.against, h.back} {
		if done, err := read(c); done || err != nil {
			return err
		}
	}
	if understand.Undoes(c.Text, h.tongue) && h.c.Last() != nil {
		h.undo()
		return nil
	}
	if c.Share < anybodysGuess && slices.Contains([]string{"social", "ask_shop", "restart", "sort"}, c.Act) {
		if r := h.f.reader.Understand(c.Text, h.context()); len(r.Changes)+len(r.Unsold)+len(r.Unplaced) > 0 {
			return h.need(c) // "hypoallergenic", "let's start with the desk"
		}
	}
	switch c.Act {
	case "social":
		if c.Share < plainlySocial {
			r := h.f.reader.Understand(c.Text, h.context())
			known := len(r.Changes) > 0 && c.Share < perhapsSocial && !mumbled(r.Changes)
			said := h.revises(c) // "my bad, 30"
			names := telling(r.Changes) && !(guesses(&r) && c.Share >= probablySocial)
			if unknown := len(r.Unplaced) > 0 && c.Share < perhapsSocial; names || known || said || unknown {
				if said && !names || c.Shares["revise"] > c.Shares["need"] {
					return h.revise(c)
				}
				return h.need(c)
			}
		}
		h.social(c)
	case "ask_shop":
		if c.Topic == "stock" && h.stock(c) {
			return nil
		}
		if r := h.f.reader.Understand(c.Text, h.context()); slices.ContainsFunc(r.Changes, func(ch search.Change) bool { return ch.Condition != nil && ch.Condition.Key == catalog.KeyStock }) {
			return h.need(c) // "floor lamps in stock"
		}
		if c.Share < plainlyShop {
			if r := h.f.reader.Understand(c.Text, h.context()); telling(r.Changes) && c.Share < plainlyShopDemand {
				return h.need(c)
			}
			if asked := h.f.reader.Asked(c.Text, h.context()); c.Share < plainlyShopDemand && len(h.shown) > 0 && (len(asked.Aspects) > 0 || asked.Condition != nil) {
				return h.product(&understand.Clause{Text: c.Text, Act: "ask_product", Topic: "tell"}) // "modular?"
			}
		}
		h.shop(c)
	case "undo":
		if in := h.context(); h.c.Last() == nil && in.Need.Empty() {
			return h.unclear(c) // "closed back headphones"
		}
		h.undo()
	case "restart":
		h.restart()
		if r := h.f.reader.Understand(c.Text, h.context()); len(scopeOf(r.Changes)) > 0 && r.Certain {
			return h.need(c) // "start over, floor lamps in white"
		}
	case "ask_product", "compare":
		return h.product(c)
	case "sort":
		return h.sort(c)
	case "revise":
		return h.revise(c)
	case "unclear", "errand":
		return h.unclear(c)
	default:
		return h.need(c)
	}
	return nil
}

// anybodysGuess is the share below which a clause that names something, known or not, is
// taken for a need: no act is likely, and none other is as harmless.
const anybodysGuess = 0.4

// plainlySocial is the share from which a clause is taken for politeness even where it
// names something of the catalogue: "thanks, the red one is lovely".
const plainlySocial = 0.97

// probablySocial is the share from which a clause is no search where its words only lead to a
// kind of product that they do not name: "are you a bot".
const probablySocial = 0.7

// perhapsSocial is the share below which a clause is no politeness where the products'
// texts have its words: a single word that no example has ("gooseneck") is like any other.
const perhapsSocial = 0.6

// The shares from which a clause is about the shop even where it points at a product,
// and where it names something that products have.
const (
	plainlyShop       = 0.9
	plainlyShopDemand = 0.6
)

// plainlyUnclear is the share from which words that the catalogue has are still taken
// for noise.
const plainlyUnclear = 0.8

// tidy leaves out what is said for politeness beside something else, and of several
// courtesies all but the last: one answer is enough to "hi, thanks".
func (h *heard) tidy() {
	polite := func(a dialog.Act) bool { return a.Kind == dialog.Social || a.Kind == dialog.Unclear }
	social := slices.DeleteFunc(slices.Clone(h.acts), func(a dialog.Act) bool { return a.Kind != dialog.Social })
	switch {
	case slices.ContainsFunc(h.acts, func(a dialog.Act) bool { return !polite(a) }):
		h.acts = slices.DeleteFunc(h.acts, polite)
	case len(social) > 0:
		h.acts = social[len(social)-1:]
	}
}

// act adds an act, once of a kind that says no more the second time.
func (h *heard) act(a dialog.Act) {
	for i := range h.acts {
		if o := &h.acts[i]; o.Kind == a.Kind && (a.Kind == dialog.Need || a.Kind == dialog.Revise || a.Kind == dialog.AskShop && o.Topic == a.Topic || a.Kind == dialog.Unclear) {
			return
		}
	}
	h.acts = append(h.acts, a)
}

// courtesies are what is said to each kind of politeness, by the topics of the model of
// acts.
var courtesies = map[string]string{
	"greeting": "social.greeting", "thanks": "social.thanks", "goodbye": "social.goodbye",
	"smalltalk": "social.smalltalk", "apology": "social.apology", "praise": "social.praise",
	"complaint": "social.complaint", dialog.TopicHelp: "social.help",
}

// social answers a greeting, thanks and the like.
func (h *heard) social(c *understand.Clause) {
	topic := c.Topic
	h.guessed = c.Share < perhapsSocial
	switch {
	case topic == "abilities":
		topic = dialog.TopicHelp
	case topic == "smalltalk" && h.agrees(c.Text):
		topic = "praise"
	}
	id, ok := courtesies[topic]
	if !ok {
		topic, id = "greeting", "social.greeting"
	}
	h.act(dialog.Act{Kind: dialog.Social, Topic: topic, Text: h.words.T(id)})
}

// agrees reports whether a text says no more than "ok".
func (h *heard) agrees(text string) bool {
	r := h.f.reader.Understand(text, h.context())
	return !understand.Asks(text, h.tongue) && !slices.ContainsFunc(r.Spans, func(s understand.Span) bool { return s.As != understand.Filler })
}

// shopTopics are the topics of questions about the shop, as the model of acts and the
// shop name them.
var shopTopics = map[string]string{
	"shipping_cost": "shipping", "gift": "wrapping", "invoice": "business", "other": "company",
}

func (h *heard) shop(c *understand.Clause) {
	topic := cmp.Or(shopTopics[c.Topic], c.Topic)
	text, known := h.agent.Merchant().Answer(h.words, topic)
	h.act(dialog.Act{Kind: dialog.AskShop, Topic: topic, Text: text, Known: known})
}

// stock reads a question whether a product on the page is in stock, and reports whether it is one.
func (h *heard) stock(c *understand.Clause) bool {
	asked := h.f.reader.Asked(c.Text, h.context())
	of := h.pointed(&asked)
	if len(of) == 0 || len(asked.Places) == 0 && !asked.That && !asked.Those && len(h.spokenOf()) == 0 {
		return false
	}
	h.asked = append(h.asked, inquiry{len(h.acts), reply.Question{Kind: reply.Has, Aspects: []string{catalog.KeyStock}, Products: of}})
	h.acts = append(h.acts, dialog.Act{Kind: dialog.AskProduct})
	return true
}

// aboutOrders are the topics of the shop's that answer best what is said of an order, by the
// topic of the errand, where the counter could make nothing of it: "I sent two rings back
// and haven't seen my money".
var aboutOrders = map[string]string{"status": "contact", "cancel": "contact", "address": "contact", "return": "returns", "exchange": "returns", "remove": "contact"}

// unclear is for a clause that nothing could be made of: where the catalogue knows its
// words it is a need all the same.
func (h *heard) unclear(c *understand.Clause) error {
	if h.pointsAt(c) || h.asksOf(c) {
		return h.product(c)
	}
	r := h.f.reader.Understand(c.Text, h.context())
	if len(r.Unsold) > 0 {
		return h.take(c, r, dialog.Need)
	}
	if !telling(r.Changes) && h.revises(c) {
		return h.restate(c)
	}
	if topic := aboutOrders[c.Topic]; c.Act == "errand" && c.Share >= anybodysGuess && topic != "" && (r.Told && !demands(r.Changes) || c.Topic != "remove" && len(r.Changes) == 0) {
		h.shop(&understand.Clause{Topic: topic})
		return nil
	}
	if telling(r.Changes) || len(r.Changes) > 0 && c.Act == "unclear" && c.Share < plainlyUnclear && !mumbled(r.Changes) {
		return h.take(c, r, dialog.Need)
	}
	if measured, err := h.measured(c); measured || err != nil {
		return err
	}
	h.left = append(h.left, r.Unplaced...)
	h.act(dialog.Act{Kind: dialog.Unclear, Words: c.Text, Text: h.words.T("acts.unclear")})
	h.kinds(c.Text, &r, len(h.changes))
	return nil
}

// revises reports whether a clause changes what stands, read as if it did.
func (h *heard) revises(c *understand.Clause) bool {
	in := h.context()
	in.Revising = true
	return !in.Need.Empty() && telling(h.f.reader.Understand(c.Text, in).Changes)
}

// telling reports whether changes say more than words and orders.
func telling(changes []search.Change) bool {
	return slices.ContainsFunc(changes, func(ch search.Change) bool { return ch.Op != search.AddWords && ch.Op != search.Without })
}

// guesses reports whether all that a reading says is a kind of product that it does not name.
func guesses(r *understand.Reading) bool {
	return !r.Certain && !demands(r.Changes)
}

// demands reports whether changes say more than a kind of product and words.
func demands(changes []search.Change) bool {
	return slices.ContainsFunc(changes, func(ch search.Change) bool {
		return ch.Op != search.SetScope && ch.Op != search.AddWords && ch.Op != search.Without
	})
}

// need reads a clause that says what the shopper is after.
func (h *heard) need(c *understand.Clause) error {
	if c.Topic != "like" && (h.pointsAt(c) || h.asksOf(c)) {
		return h.product(c)
	}
	switch c.Topic {
	case "hush":
		h.changes = append(h.changes, search.Change{Op: search.Hush, Text: c.Text})
		h.act(dialog.Act{Kind: dialog.Need})
		return nil
	case "more":
		if h.more(c) {
			return nil
		}
	case "like":
		h.like(c)
		if in := h.context(); !in.Need.Empty() {
			return h.restated(c, dialog.Need)
		}
	}
	r := h.f.reader.Understand(c.Text, h.context())
	if understand.Forgets(c.Text, h.tongue) && !h.elsewhere(r.Changes) && h.forget(c.Text) {
		return nil
	}
	if asked := h.f.reader.Asked(c.Text, h.context()); asked.Measure != nil && asked.Measure.Degree == language.Superlative && asked.Measure.Name != "rating" && len(asked.Scope) > 0 && len(asked.Aspects) > 0 &&
		(understand.Asks(c.Text, h.tongue) || strings.HasSuffix(c.Text, "?")) {
		return h.sort(&understand.Clause{Text: c.Text, Act: "sort", Share: 1}) // "out of nosiness: what's the priciest watch in the place?"
	}
	if c.Topic == "topic" || h.elsewhere(r.Changes) {
		return h.turnTo(c, r)
	}
	if !telling(r.Changes) && len(r.Unsold) == 0 && h.revises(c) {
		return h.restate(c) // "let's say 300"
	}
	kind := dialog.Need
	if len(r.Changes) == 0 && len(r.Unsold) == 0 && !settled(&r) {
		kind = dialog.Unclear
	}
	return h.take(c, r, kind)
}

// asksOf reports whether a clause asks something of a place on the page: "is the second one
// quieter than 25 decibels?". It is then about what that product has.
func (h *heard) asksOf(c *understand.Clause) bool {
	if len(h.shown) == 0 || !understand.Asks(c.Text, h.tongue) {
		return false
	}
	if asked := h.f.reader.Asked(c.Text, h.context()); len(asked.Places) == 0 {
		return false
	}
	c.Act, c.Topic = "ask_product", "has"
	return true
}

// pointsAt reports whether a clause names places on the page and nothing else: "the second
// one", "show me number 3". It is then about what there is.
func (h *heard) pointsAt(c *understand.Clause) bool {
	if len(h.shown) == 0 {
		return false
	}
	asked := h.f.reader.Asked(c.Text, h.context())
	if len(asked.Places) == 0 || len(asked.Aspects)+len(asked.Scope) > 0 || asked.Condition != nil || asked.Measure != nil || asked.Words != "" {
		return false
	}
	c.Act, c.Topic = "ask_product", "tell"
	return true
}

// scopeOf is the scope that changes set, nil for none.
func scopeOf(changes []search.Change) []string {
	for _, ch := range changes {
		if ch.Op == search.SetScope {
			return ch.Categories
		}
	}
	return nil
}

// elsewhere reports whether changes look among other products than the need does.
func (h *heard) elsewhere(changes []search.Change) bool {
	scope, now := scopeOf(changes), h.context().Need.Scope
	return len(scope) > 0 && len(now) > 0 && !overlap(scope, now)
}

// turnTo begins a need for other products: what was said of the ones before was said of
// them. To go back is one step. r is what the clause says to the need that stands; where
// it names none but the standing one's products, it goes on with that.
func (h *heard) turnTo(c *understand.Clause, r understand.Reading) error {
	in := h.context()
	if in.Need.Empty() {
		return h.take(c, r, dialog.Need)
	}
	standing, limits := in.Need.Scope, in.Need.Limits
	in.Need = search.Need{}
	fresh := h.f.reader.Understand(c.Text, in)
	if h.elsewhere(r.Changes) && (len(scopeOf(fresh.Changes)) == 0 || overlap(scopeOf(fresh.Changes), standing)) {
		fresh = r // beside what stood it is plain what it names
	}
	scope := scopeOf(fresh.Changes)
	if len(scope) > 0 && !overlap(scope, standing) {
		h.changes = append(h.changes, search.Change{Op: search.Reset})
		if err := h.take(c, fresh, dialog.Need); err != nil {
			return err
		}
		h.carry(limits)
		return nil
	} else if len(fresh.Unsold) > 0 && len(r.Unsold) > 0 { // beside what stands too it is no part: "and a visor"
		r = fresh
	}
	return h.take(c, r, dialog.Need)
}
