package views

// Values are the props of [ValuesPage].
type Values struct {
	Page   Page
	Back   Link
	Text   string   // the question
	Find   Form     // finds some of the values; sent by GET, as it changes nothing
	Typed  string   // what they begin with, or one of their words; empty: all
	List   []string // in the order of the alphabet
	Count  int      // how many there are with those that the list has no room for
	Answer Form     // answers the question with one of them
	Name   string   // of the field that holds it
}

// FieldTyped is what is being typed, where an address completes it.
const FieldTyped = "q"
