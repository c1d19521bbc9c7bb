package language

// Pointers are words that point at what is shown. They stand in the file pointers.txt of
// each language, apart from its phrases, because there they carry other roles.
type Pointers struct {
	Counted Words // what comes next is a place: "number 2"
	Those   Words // all that are shown
	Both    Words // two of them
	Top     Words // the first of them
	Beside  Words // between two places: "1 and 3"
	Open    Words // begin a question that neither yes nor no answers
}
