package agent

import (
	"context"
	"slices"

	"shopclerk/agent/dialog"
	"shopclerk/agent/language"
	"shopclerk/agent/reply"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
)

// heard is what a message came to: the changes it makes to the need, and its acts, of
// which those that ask about products are answered once there is a list to answer from.
type heard struct {
	agent  *Agent
	ctx    context.Context
	f      *active
	c      *dialog.Conversation
	words  *words.Language
	tongue *language.Language // of the message
	shown  []catalog.Product
	fit    int // so many of them, the first, have all that was asked for; 0: not known

	guessed bool            // a courtesy may be any word that no example has
	asks    bool            // something else than a need is said too
	changes []search.Change // in the order that they were said
	notes   []string
	left    []string // words that nothing was made of
	acts    []dialog.Act
	asked   []inquiry
	sides   int            // of comparisons, that were looked up
	things  []dialog.Offer // the kinds of product that are wanted side by side, the need's first

	consulted dialog.Consulted // of a configured model
}

// inquiry is a question about products that waits for the list.
type inquiry struct {
	act      int // index into acts
	question reply.Question
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

// The probability from which a part is about the shop even where it names something of the catalogue, that from
// which it is a courtesy whatever no product has ("Hello"), and that below which a courtesy may be a word like
// any other that no message has ("gooseneck").
const (
	plainlyShop   = 0.9
	plainlySocial = 0.9
	perhapsSocial = 0.6
)

// act adds an act, once of a kind that says no more the second time, and returns it.
func (h *heard) act(a dialog.Act) *dialog.Act {
	for i := range h.acts {
		if o := &h.acts[i]; o.Kind == a.Kind && (a.Kind == dialog.Need || a.Kind == dialog.Revise || a.Kind == dialog.AskShop && o.Topic == a.Topic || a.Kind == dialog.Unclear) {
			return o
		}
	}
	h.acts = append(h.acts, a)
	return &h.acts[len(h.acts)-1]
}

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

// courtesies are what is said to each kind of politeness, by topic.
var courtesies = map[string]string{
	"greeting": "social.greeting", "thanks": "social.thanks", "goodbye": "social.goodbye",
	"smalltalk": "social.smalltalk", "apology": "social.apology", "praise": "social.praise",
	"complaint": "social.complaint", dialog.TopicHelp: "social.help",
}

// shopTopics are the topics of questions about the shop, as messages and the shop name them.
var shopTopics = map[string]string{
	"shipping_cost": "shipping", "gift": "wrapping", "invoice": "business", "other": "company",
}

// demands reports whether changes say more than a kind of product and words.
func demands(changes []search.Change) bool {
	return slices.ContainsFunc(changes, func(ch search.Change) bool {
		return ch.Op != search.SetScope && ch.Op != search.AddWords && ch.Op != search.Without
	})
}
