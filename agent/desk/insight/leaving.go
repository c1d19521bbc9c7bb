package insight

// exitRates are what is usual of leaving: the share of conversations that end at their n-th
// page without a product touched, and how much the places of questions are looked at.
//
// What a question adds is its leavings over those usual at the same pages, where each
// showing counts by how likely it was looked at: of three cards the first takes more of
// the blame than the last. Under the examination hypothesis (Richardson, Dominowska and
// Ragno, "Predicting clicks", WWW 2007) a place is looked at in proportion to how often
// cards there get a reply. The clerk puts the question first that it thinks most of, so
// that this takes the places for more different than they are.
type exitRates struct {
	left      []float64 // by number of the page in its conversation
	attention []float64 // by place on the page; of the first it is 1
}

// exitPages is the number of pages from which on leaving is taken for equally usual:
// few conversations come so far.
const exitPages = 10

// ordinal is the index of a turn in what is usual by number.
func ordinal(turn int) int { return min(turn, exitPages-1) }

// Leaves reports that a conversation ended at a turn with nothing touched.
func (f *Facts) Leaves(turn int) bool {
	return turn+1 == len(f.Turns) && len(f.Turns[turn].Touches) == 0
}

// estimateExits estimates what is usual.
func estimateExits(facts []*Facts) exitRates {
	var pages, left [exitPages]float64
	var shown, replied []float64
	for _, f := range facts {
		for i := range f.Turns {
			pages[ordinal(i)]++
			left[ordinal(i)] += float64(Indicator(f.Leaves(i)))
			for k := range f.Turns[i].Questions {
				if k == len(shown) {
					shown, replied = append(shown, 0), append(replied, 0)
				}
				o := f.Turns[i].Questions[k].Outcome
				shown[k]++
				replied[k] += float64(Indicator(o.Answered() || o == NoPreference))
			}
		}
	}
	e := exitRates{left: make([]float64, exitPages), attention: make([]float64, len(shown))}
	for n := range e.left {
		e.left[n] = left[n] / max(1, pages[n])
	}
	for k := range shown {
		e.attention[k] = 1
		if replied[0] > 0 {
			e.attention[k] = min(1, replied[k]/shown[k]/(replied[0]/shown[0]))
		}
	}
	return e
}
