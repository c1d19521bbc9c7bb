package desk

import "shopclerk/views"

// History is a list of what was done to the controls, the latest first, each with
// the button that undoes it.
type History struct {
	Caption string
	Empty   string // said in place of no rows
	Rows    []Deed
	Older   views.Link // to what was done before these; zero: nothing
	CSV     string     // address of all of it as a file
}

// Deed is one thing that was done.
type Deed struct {
	Number        string // of the entry; unique on the page
	When, Who     string
	What          string     // such as "Wording of Colour in Lamps"
	Link          string     // to the setting as it is now; may be empty
	Before, After string     // what was set, in words
	Note          string     // such as "undone by 12"; may be empty
	Undo          views.Form // zero: it is undone
	Button        string     // what the button says
}

// SettingForm is the form of one setting.
type SettingForm struct {
	Form    views.Form
	Problem string // what is wrong as a whole, in a sentence; empty: nothing
	Groups  []FieldGroup
	Save    string
	Look    string // what the button says that changes nothing and shows the page for what is typed; empty: none
	LookURL string
	Clear   string // what the button says that takes the setting away; empty: nothing is set
	Back    views.Link
	Preview Preview
	Values  Values
	Spoken  Spoken

	Foresight Foresight
}

// FieldGroup is fields that belong together.
type FieldGroup struct {
	Legend string // empty where the group is the whole form
	Fields []FormField
}

// FormField is one field of a form. Its name is its id, too.
type FormField struct {
	Kind    FieldKind
	Name    string
	Label   string
	Hint    string // may be empty
	Value   string // of all but choices
	Lang    string // the language that it is filled in in (BCP 47); empty: the page's
	Choices []Choice
	Most    int    // characters; 0: as many as one likes
	Problem string // what is wrong with it; empty: nothing
}

// FieldKind says how a field is filled in.
type FieldKind int

// The kinds of field.
const (
	LineField   FieldKind = iota // a line of text
	LinesField                   // several lines
	ChoiceField                  // one of a list
	RadioField                   // one of a few
	DayField
)

// described lists the elements that tell more of a field.
func (f FormField) described() string {
	switch {
	case f.Hint != "" && f.Problem != "":
		return f.Name + "-hint " + f.Name + "-problem"
	case f.Hint != "":
		return f.Name + "-hint"
	case f.Problem != "":
		return f.Name + "-problem"
	}
	return ""
}

// Preview is a question as a shopper will see it. The zero Preview is not shown.
type Preview struct {
	Title   string
	Text    string
	Help    string
	Options []string
	Own     string // what the clerk would ask by itself, in a sentence
}

// Values are those that an aspect has. The zero Values are not shown.
type Values struct {
	Title string
	List  []Named
	More  string // how many are not listed; may be empty
}

// Named is a value and how many products have it.
type Named struct {
	Text  string
	Count int
}

// Foresight is what a setting would have changed of what was said. The zero Foresight is
// not shown.
type Foresight struct {
	Title string
	Text  string   // in a sentence
	Head  Foreseen // of the columns
	List  []Foreseen
}

// Foreseen is a message, and what the clerk makes of it without the setting and with it.
type Foreseen struct{ Message, Before, After string }

// Spoken is what the clerk will say to shoppers. The zero Spoken is not shown.
type Spoken struct {
	Title string
	List  []Utterance
}

// Utterance is what shoppers of one language read.
type Utterance struct {
	Label string // such as the language's name
	Lang  string // BCP 47
	Text  string
}

// Described is a link with a sentence on where it leads.
type Described struct {
	views.Link
	Text string
}
