package desk

import "shopclerk/views"

// Conversations is the page that finds conversations.
type Conversations struct {
	Search Search
	Found  string // how many there are, in words
	Table  Table
	Pager  Pager
	Empty  Empty // said in place of the table
}

// Search is a form that narrows a list down.
type Search struct {
	Action string
	Hidden []views.Field // what the form carries on
	Fields []FormField   // each a text, or one of some choices
	Clear  string        // address without any of it; empty: nothing is set
}

// Pager leads to the neighbouring pages of a list. A zero link is not shown.
type Pager struct {
	Position       string // such as "26–50 of 380"
	Previous, Next views.Link
}

// Replay is one turn of a conversation, as it was shown.
type Replay struct {
	Facts []Fact
	Turns []Choice   // links to all turns, in order; Text is the number
	Back  views.Link // to the conversations
	Pager Pager

	Before    []string // what happened between the turn before and this one
	Said      Said
	Acts      []ReplayAct // what was said did, in its order
	Reply     Said        // what the clerk said beside its answers to them
	Relaxed   string      // what was left out because nothing had all of it; may be empty
	Questions []ReplayQuestion
	Unasked   string // said in place of no questions; may be empty
	Errands   []ReplayErrand
	List      ReplayList
	Others    []ReplayProduct // things done at this turn with products that were not on the list
	After     []string        // what happened next
}

// Fact is something known of a conversation or a turn.
type Fact struct{ Term, Value, URL string }

// Said is what somebody said. Where Gone is set, the text is no longer kept and Text
// says so.
type Said struct {
	Text string
	Gone bool
}

// ReplayQuestion is a question as it was shown, and what became of it.
type ReplayQuestion struct {
	Text    string
	Help    string // the merchandiser's help text; may be empty
	Facts   string // aspect, policy, information gain
	Options []ReplayOption
	Outcome string // in words
	Typed   Said   // as something else; no text: nothing
}

// ReplayOption is an answer that was offered.
type ReplayOption struct {
	Label  string
	Count  string // of products, as it was shown; may be empty
	Ticked bool
}

// ReplayAct is one thing that a message did.
type ReplayAct struct {
	Kind     string // in words
	Facts    string // what it was about, beside the products; may be empty
	Products []ReplayProduct
	Answer   Said     // the clerk's; no text: the list answered
	Offers   []string // what the clerk offered to do about it
}

// ReplayErrand is what was to be done, and what happened to it at the turn.
type ReplayErrand struct {
	Title   string
	Shopper []string   // what the shopper did about it
	Clerk   []string   // what the clerk did
	Order   views.Link // it is about; zero: none
}

// ReplayList is the list as it was shown.
type ReplayList struct {
	Heading  string // how many products fit
	Products []ReplayProduct
	Empty    string // said in place of no products
}

// ReplayProduct is a product of the list.
type ReplayProduct struct {
	Title string // as the catalogue has it now
	ID    string
	URL   string   // empty: the catalogue does not have it any more
	Acts  []string // what was done with it, in words
}
