package insight

// Outcomes counts questions by what became of them: all but Shown and TakenBack add
// up to Shown.
type Outcomes struct {
	Shown        int
	Ticked       int // one or several options
	Otherwise    int // "something else", and no option
	NoPreference int
	Skipped      int // the form was sent without a word about it
	Open         int // the form was not sent
	TakenBack    int // answers that were taken back
}

// Answered is how many answers say what is wanted.
func (o *Outcomes) Answered() int { return o.Ticked + o.Otherwise }

// add counts one question.
func (o *Outcomes) add(q *Asked) {
	o.Shown++
	o.TakenBack += q.TakenBack
	switch q.Outcome {
	case Ticked:
		o.Ticked++
	case Otherwise:
		o.Otherwise++
	case NoPreference:
		o.NoPreference++
	case Skipped:
		o.Skipped++
	case Open:
		o.Open++
	}
}
