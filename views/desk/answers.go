package desk

import "shopclerk/views"

// Answer is an answer to a question that the merchandiser has, in one look.
type Answer struct {
	ID       string // unique on the page
	Question string // the heading
	Headline string // the answer, in a sentence; empty: the first item is it
	Items    []Item // what it rests on, what matters most first
	More     views.Link
}

// Item is one thing of an answer: something that is so, or something to do.
type Item struct {
	Text   string
	Why    string       // may be empty
	Effect string       // how much it matters, in words; may be empty
	Links  []views.Link // to what is behind it, and to what changes it
	Do     views.Form   // does it at once; zero: nothing to do
	Button string       // what its button says
}
