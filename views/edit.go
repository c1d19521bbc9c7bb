package views

// Edit is a form that says anew what was said before: a question with its earlier
// ticks, or the words that a limit or a wish was read from. While it is open it
// stands in the place of the open questions. The zero Edit is not shown.
type Edit struct {
	Form      Form
	Ask       Question // without options: Text is changed
	Text      string   // what the chip says; sent as [FieldMessage]
	MaxLength int      // characters of Text
	Cancel    string   // address that leaves all as it was
}

// Given is one answer among the lines of a conversation.
type Given struct {
	Text string // the question and what was answered
	Edit string // address that opens the question again; empty where it no longer counts
}
