package insight

import (
	"slices"
	"time"

	"shopclerk/agent/journal"
	"shopclerk/agent/memory"
	"shopclerk/catalog"
)

// Facts is what the numbers need of one conversation: a digest of its history,
// some hundred bytes a question. It is not changed once made.
type Facts struct {
	ID      string
	Session string
	Began   time.Time // the moment by which it belongs to a period
	Turns   []Turn    // as they were shown, those since undone included
	Errands []Errand  // what the shopper wanted done, in the order in which it began
}

// Turn is one page of a conversation as the shopper saw it: the list after an
// exchange, and the questions beside it. What an exchange replayed on the way to
// another page shows to nobody is no turn.
type Turn struct {
	At        time.Time  // when it was first shown
	Arm       memory.Arm // of the experiment that ran; zero when none did
	Scope     []string   // categories that the questions were asked in, never empty: "" is the whole shop
	Undone    bool       // the shopper went back to the page before
	Said      string     // what was typed to reach it; [journal.Redacted] when no longer kept
	Searched  bool       // Said asked for products
	Unmet     []Want     // what was asked for or about, and not had
	Named     []*Offer   // what Said demanded of products, in the catalogue's terms
	Confided  bool       // something was typed that is the shopper's own, and so it is not Said: see [Confides]
	Shown     []string   // ids of the products on the first page, in order
	Empty     bool       // no product had all that was asked for
	Need      string     // of an Empty turn: all that was asked for
	Questions []Asked
	Led       int     // index of the turn that the sending of its form led to, the last time; 0: it was not sent
	Touches   []Touch // each product and act once
}

// Touch is what a shopper did with a product from a turn's list.
type Touch struct {
	Act     journal.Act
	Product string
	Place   int   // on the first page as it was shown, from 1; 0: the product was not on it
	Worth   int64 // of what was ordered: what the pieces cost together, in hundredths of the shop's currency; 0: not recorded
}

// Want is what somebody said that the shop had nothing for.
type Want struct {
	// Kind is [memory.Unclear] of words that nothing was made of, [memory.NotSold] of
	// what is no kind of product here, [memory.AskProduct] and [memory.AskShop] of
	// questions that could not be answered.
	Kind  memory.Kind
	Words string // of Unclear and NotSold; [journal.Redacted] when no longer kept
	About string // of NotSold the nearest category's path, of AskProduct an aspect's key, of AskShop a topic; may be empty
}

// Asked is one question as it was shown and what became of it.
type Asked struct {
	Aspect  string
	Offers  []*Offer  // the options, in the order shown
	Masses  []float32 // the belief in each, when it was shown
	Shuffle bool      // the order was chance's
	Bits    float64   // expected of an answer to this question alone; 0: not recorded

	Outcome   Outcome
	Picked    []int         // of the offers, ascending
	Text      string        // typed as something else; [journal.Redacted] when no longer kept
	Took      time.Duration // from when it was last shown to the sending of its form; 0 where that is not known
	Realised  float64       // bits that the answer told, where Told
	Told      bool          // whether that is known, and Bits as well
	TakenBack int           // answers to it that the shopper took back, the last included
}

// Offer is an option of questions: the same for all questions that offer the same.
type Offer struct {
	Label string
	catalog.Condition
}

// Outcome is what became of a question: its last answer, also when that was taken
// back later.
type Outcome uint8

// The outcomes.
const (
	Open         Outcome = iota // its form was not sent: the shopper left, or went on otherwise
	Skipped                     // its form was sent without a word about it
	NoPreference                // "no preference"
	Otherwise                   // "something else", with or without text, and no option
	Ticked                      // one or several options
)

// Answered reports that the answer says what is wanted.
func (o Outcome) Answered() bool { return o == Ticked || o == Otherwise }

// Good reports that a product of the first page was opened, compared or put in the
// basket at the turn that showed it.
func (t *Turn) Good() bool {
	return slices.ContainsFunc(t.Touches, func(touch Touch) bool { return touch.Place > 0 })
}

// touched counts the products with which something was done.
func (t *Turn) touched(act journal.Act) int {
	n := 0
	for _, touch := range t.Touches {
		if touch.Act == act {
			n++
		}
	}
	return n
}
