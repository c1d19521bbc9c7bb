package views

// More is what the clerk puts below an answer: what it is about, and what can be done
// about it. The zero More is not shown.
type More struct {
	Products   []Link   // that the answer is about
	Examples   []string // of what can be said, in the shopper's voice
	Categories []Offer  // to look in instead of what is not sold
	Offers     []Offer  // other things that can be done about it
}

// Offer is something that the clerk offers to do, one click away.
type Offer struct {
	Text string // what the click does: "Keep only waterproof ones"
	Form Form
}

// What the form of an offer sends: the act that made it, and either the offer or the
// category, each by its index.
const (
	FieldAct     = "act"
	FieldOffer   = "offer"
	FieldNearest = "nearest"
)

// newest is the index of the line at which a shopper who does not see the page goes on
// reading: the clerk's first, else the last; -1 where nothing was said.
func newest(lines []Line) int {
	at := -1
	for i := range lines {
		if l := &lines[i]; l.told() {
			if at = i; l.From == Clerk {
				break
			}
		}
	}
	return at
}

// told reports whether a line says anything beside what stands below it.
func (l *Line) told() bool { return l.Text != "" || len(l.Answers) > 0 }
