package views

import "fmt"

// Turn is the page of one conversation: the one page of the shop.
type Turn struct {
	Page Page
	Shop Talk
}

// Talk is everything that changes from turn to turn.
type Talk struct {
	Alone        bool   // nothing was searched for so far, and there is no list
	Title        string // what the conversation is about: "Mechanical keyboards"
	Announcement string // what a screen reader says once the list has changed; see [Announce]
	Earlier      []Line // folded away, oldest first
	Latest       []Line // the last exchange, oldest first
	Delete       string // address of the page that deletes the conversation; empty where the shopper may not
	Understood   Understood
	Errands      Errands
	Questions    Questions
	Edit         Edit // stands in the place of the questions
	Ask          Form // asks questions again; zero unless the shopper wanted no more
	Say          Message
	Results      Results
}

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

// Questions is one form of up to three questions. Without questions it is not
// shown.
//
// A question named n sends one field n for each ticked box, holding the option's
// Value, [OtherValue] or [NoneValue], and a field n+[OtherText] with what was
// typed under Other, which counts as ticking Other where it is not empty. The
// button that skips them all sends [FieldSkip]; the one that wants no more
// questions sends [FieldHush], with what is ticked.
type Questions struct {
	Form Form
	Asks []Question

	Fit   int    // products that fit before they are answered; 0 is not shown
	Count string // address that the form can be sent to, to be told how many fit with what is ticked; may be empty
}

// Question is one question and the answers on offer.
type Question struct {
	Name    string   // of its form fields: unique in the form
	Text    string   // such as "Which switches do you like?"
	Help    string   // stands under it; may be empty
	Any     bool     // several of the options can be true at once
	Terms   []Term   // words of it that not everybody knows
	Values  []string // what else can be typed as "something else": it completes
	Options []Option // none: the answer is typed
	Other   Rest     // what "something else" stands for
	None    bool     // "no preference" is ticked
	Because Because

	// Of a question about an errand. Those about products take any number of answers,
	// something else and no preference among them.
	One    bool  // at most one answer
	Closed bool  // nothing else can be answered than what is on offer
	Needed bool  // nothing can be done without an answer
	Entry  Entry // what is typed; without Options it is all of the answer
}

// Term is a word and what it means.
type Term struct{ Word, Meaning string }

// box is the kind of button beside an answer.
func (q *Question) box() string {
	if q.One {
		return "radio"
	}
	return "checkbox"
}

// Rest is what none of the options holds. Label is empty where it is nothing in
// particular.
type Rest struct {
	Label   string // such as "90 W and more"
	Count   int    // products it fits; 0 shows no count
	Checked bool
}

// Because is why a question is asked, told on demand. The zero Because is not shown.
type Because struct {
	Effect  string // what an answer is expected to do to the list
	Unknown string // what happens to products that it is not known of; may be empty
}

// Option is one answer on offer; any number may be ticked.
type Option struct {
	Value   string // not OtherValue or NoneValue
	Label   string
	Count   int // products it fits; 0 shows no count
	Checked bool
}

// What a questions' form sends beside the options' values.
const (
	OtherValue  = "other"  // "something else"
	NoneValue   = "none"   // "no preference"
	OtherText   = ".other" // ends the name of the field typed in under Other
	FieldUnread = "unread" // the number of a question that never came into view
	FieldSkip   = "skip"   // its presence: the shopper skipped the questions
	FieldHush   = "hush"   // its presence: the shopper wants no more of them
)

// Results is the list of products.
type Results struct {
	Total    int      // products in scope
	Full     int      // of them, those that meet everything asked for
	Notes    []string // what was relaxed, which slow path was not taken
	Fitted   Fitted   // what the last step did
	Orders   Orders
	Facets   Facets
	Sections []Section // those with cards, in the order shown; each kind at most once
	Pictures bool      // some product here has a picture: those without one get a blank tile, so that cards line up
	More     Link      // shows more products; its address ends in "#" and the ID of the first new card
	End      string    // why the list ends here; empty while there is more
	Remedies []Remedy  // ways out, shown when there is no card
	Compare  Form      // shows the ticked cards side by side; sent by GET, as it changes nothing
	Keep     string    // address that shows the list again with its ticks, where no script keeps them; may be empty
}

// Section is a part of the list, such as the full matches.
type Section struct {
	Kind  SectionKind
	Cards []Card
}

// SectionKind says what the cards of a section have in common.
type SectionKind string

// The kinds of section.
const (
	FullMatches SectionKind = "full" // meet everything asked for
	NearMatches SectionKind = "near" // differ in something, which each card tells
	AllProducts SectionKind = "all"  // nothing was asked for that could be met or missed
)

// Card is one product of the list.
type Card struct {
	ID          string // of the element: unique on the page, no spaces
	URL         string // of the product's page
	Title       string
	Brand       string
	Price       string // with its currency; empty when unknown
	Rating      string // out of five, such as "4.3"; empty when unrated
	Ratings     int
	Picture     Picture
	Differences []string // of a near match: "red instead of black", "price unknown"
	Attributes  []Attribute
	Why         []string // whole sentences
	Pinned      bool     // the shop has placed it here
	Pick        string   // what ticking the card to be compared sends; empty: it has no box
	Picked      bool     // it is ticked
	Put         Put
	Choose      Link // in place of Put, to where one of its forms is chosen
}

// Remedy is a way out of an empty list, one click away.
type Remedy struct {
	Text string // what the click does: "Drop “under €20”"
	Form Form
}

// left names how many of n cards are left of full rows of two, three and four:
// "two-1 three-2 four-3".
func left(n int) string {
	return fmt.Sprintf("two-%d three-%d four-%d", n%2, n%3, n%4)
}
