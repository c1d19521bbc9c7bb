package language

// Pointers are words that point at what is shown. They stand in the file pointers.txt of
// each language, apart from its phrases, because there they carry other roles.
type Pointers struct {
	Counted Words // what comes next is a place: "number 2"
	Those   Words // all that are shown
	That    Words // the one spoken of
	Alone   Words // the one spoken of where a preposition or nothing follows: "passt die in …"
	Both    Words // two of them
	Top     Words // the first of them
	// Determined stand before the last place: "how long does it last" names none.
	Determined Words
	Beside     Words // between two places: "1 and 3"
	Clause     Words // begin a clause without a mark before them
	Subject    Words // what comes next is a verb: "I dress"
	Relative   Words // what comes next may be one, and say what a thing does: "chairs that fold"
}
