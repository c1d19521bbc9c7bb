package insight

import (
	"math"

	"shopclerk/agent/journal"
)

// Effect compares what shoppers did with the lists after a question was answered and
// with those after it was skipped, each as clicks over expected clicks (COEC; Zhang
// and Jones, "Comparing click logs and editorial labels for training query
// rewriting", Query Log Analysis workshop at WWW 2007). What a list can expect is
// the sum over its places of the rate at which shoppers act on that place in all
// lists of the period, which under the examination hypothesis (Richardson, Dominowska
// and Ragno, "Predicting clicks", WWW 2007) is proportional to how likely the place
// is looked at. So a list of three that an answer has narrowed is not measured
// against one of ten, and what stands high owes nothing to standing there.
//
// The comparison is between shoppers that were put the same question: of the list
// before, or of turns with other questions, the stage of the conversation would be
// compared along with the answer. It is a correlation all the same. Those who answer
// may be those who want to buy; only an experiment that asks some and not others
// tells what the question does.
type Effect struct {
	Answered, Skipped Response
	// Ratio is the COEC after an answer over that after a skip. It is not known when
	// either has fewer than leastActs acts.
	Ratio Estimate
}

// Response is what was done with some lists.
type Response struct {
	Lists    int
	Acts     float64  // products of the first page acted upon, each once a list; or what they were worth
	Expected float64  // what such lists get on average
	COEC     Estimate // Acts over Expected; N counts lists. Not known with fewer than leastActs acts
}

// leastActs is how many acts a COEC needs: with fewer the interval, which takes the
// logarithm of the ratio for normal, is too narrow.
const leastActs = 5

// measure is what one thing done with a product counts.
type measure func(*Touch) float64

// The measures of what was done with lists, in the order of the indices below.
var measures = [...]measure{
	func(t *Touch) float64 { return float64(Indicator(t.Act == journal.Opened)) },
	func(t *Touch) float64 { return float64(Indicator(t.Act == journal.Basket)) },
	func(t *Touch) float64 { return float64(Indicator(t.Act == journal.Ordered)) },
	func(t *Touch) float64 { return float64(t.Worth) / 100 },
}

// The indices of measures.
const (
	openingMeasure = iota
	buyingMeasure
	orderingMeasure
	earningMeasure
)

// placeRates is how much shoppers did on the places of lists.
type placeRates struct {
	of       measure
	expected []float64 // of a list of so many products
}

// examine estimates what is done by place, by each of the measures, from all lists of
// some conversations.
func examine(facts []*Facts) (out [len(measures)]placeRates) {
	var lists []int                   // that end with a place
	var acts [len(measures)][]float64 // on it
	for _, f := range facts {
		for i := range f.Turns {
			t := &f.Turns[i]
			for len(lists) < len(t.Shown) {
				lists = append(lists, 0)
				for m := range acts {
					acts[m] = append(acts[m], 0)
				}
			}
			if n := len(t.Shown); n > 0 {
				lists[n-1]++
			}
			for k := range t.Touches {
				if touch := &t.Touches[k]; touch.Place > 0 {
					for m, of := range measures {
						acts[m][touch.Place-1] += of(touch)
					}
				}
			}
		}
	}
	for place := len(lists) - 2; place >= 0; place-- {
		lists[place] += lists[place+1] // a list that ends further down has this place too
	}
	for m, of := range measures {
		out[m] = placeRates{of: of, expected: make([]float64, len(lists)+1)}
		for i, n := range lists {
			out[m].expected[i+1] = out[m].expected[i] + acts[m][i]/float64(n)
		}
	}
	return out
}

// list returns what was done with a turn's list and what was to be expected.
func (p *placeRates) list(t *Turn) (acts, expected float64) {
	for i := range t.Touches {
		if touch := &t.Touches[i]; touch.Place > 0 {
			acts += p.of(touch)
		}
	}
	return acts, p.expected[len(t.Shown)]
}

// contrast gathers an effect: sums over conversations, and the sums of products that
// the intervals need. Lists of one conversation are not independent of each other, so
// a conversation is the unit whose spread counts.
type contrast struct {
	lists    [2]int
	sums     ratioTerms
	products [4]ratioTerms
}

// ratioTerms is what one conversation adds: acts and expected acts after an answer, the
// same after a skip.
type ratioTerms [4]float64

// add adds a conversation.
func (c *contrast) add(r ratioTerms, lists [2]int) {
	c.lists[0] += lists[0]
	c.lists[1] += lists[1]
	for i, x := range r {
		c.sums[i] += x
		for j, y := range r {
			c.products[i][j] += x * y
		}
	}
}

// effect computes the ratios with their intervals.
func (c *contrast) effect() Effect {
	s := c.sums
	return Effect{
		Answered: Response{c.lists[0], s[0], s[1], c.ratio(ratioTerms{1, -1, 0, 0}, c.lists[0])},
		Skipped:  Response{c.lists[1], s[2], s[3], c.ratio(ratioTerms{0, 0, 1, -1}, c.lists[1])},
		Ratio:    c.ratio(ratioTerms{1, -1, -1, 1}, c.lists[0]+c.lists[1]),
	}
}

// ratio estimates the product of the sums raised to the exponents, whose logarithm
// has by the delta method (Deng, Knoblich and Lu, "Applying the delta method in
// metric analytics", KDD 2018) the variance Σ over conversations of
// (Σ_k exponent_k · x_k / sum_k)². The rates by place are taken for known: they rest
// on many times more lists.
func (c *contrast) ratio(exponents ratioTerms, n int) Estimate {
	for k := 0; k < len(exponents); k += 2 {
		if exponents[k] != 0 && (c.sums[k] < leastActs || c.sums[k+1] <= 0) {
			return Estimate{}
		}
	}
	logarithm, variance := 0.0, 0.0
	for i, e := range exponents {
		if e == 0 {
			continue
		}
		logarithm += e * math.Log(c.sums[i])
		for j, f := range exponents {
			if f != 0 {
				variance += e / c.sums[i] * f / c.sums[j] * c.products[i][j]
			}
		}
	}
	half := normalQuantile * math.Sqrt(max(0, variance))
	return Estimate{Value: math.Exp(logarithm), Low: math.Exp(logarithm - half), High: math.Exp(logarithm + half), N: n}
}

// sure leaves of what was earned only what rests on enough orders: one dear product
// is no five acts.
func (e *Effect) sure(orders *Effect) {
	for _, x := range []struct{ of, by *Estimate }{
		{&e.Answered.COEC, &orders.Answered.COEC}, {&e.Skipped.COEC, &orders.Skipped.COEC}, {&e.Ratio, &orders.Ratio},
	} {
		if !x.by.Known() {
			*x.of = Estimate{}
		}
	}
}

// aftermath gathers what came after some questions, or after ticks of an option: where
// conversations ended, and what was done with the lists that followed.
type aftermath struct {
	left int

	// of the conversation at hand
	lists   [2]int
	did     [len(measures)]ratioTerms
	leaving ratioTerms

	effects    [len(measures)]contrast
	departures contrast
}

// The two kinds of lists that a contrast compares, as indices.
const (
	afterAnswer = iota
	afterSkip
)

// follow adds what was done with a list that an answer or a skip led to.
func (y *aftermath) follow(group int, next *Turn, usual *[len(measures)]placeRates) {
	y.lists[group]++
	for i := range usual {
		acts, expected := usual[i].list(next)
		y.did[i][2*group] += acts
		y.did[i][2*group+1] += expected
	}
}

// leave adds one showing: whether the conversation ended there, how much its place is
// looked at, and how usual leaving is there.
func (y *aftermath) leave(left bool, attention, usual float64) {
	y.left += Indicator(left)
	y.leaving[0] += attention * float64(Indicator(left))
	y.leaving[1] += attention * usual
}

// close ends a conversation.
func (y *aftermath) close() {
	for i := range y.did {
		y.effects[i].add(y.did[i], y.lists)
	}
	y.departures.add(y.leaving, [2]int{})
	y.lists, y.did, y.leaving = [2]int{}, [len(measures)]ratioTerms{}, ratioTerms{}
}

// leavingOver is how many conversations ended, of n showings, over what is usual.
func (y *aftermath) leavingOver(n int) Estimate {
	return y.departures.ratio(ratioTerms{1, -1, 0, 0}, n)
}

// told computes the effects; what was earned only where there are enough orders.
func (y *aftermath) told() (opened, bought, earned Effect) {
	ordered := y.effects[orderingMeasure].effect()
	earned = y.effects[earningMeasure].effect()
	earned.sure(&ordered)
	return y.effects[openingMeasure].effect(), y.effects[buyingMeasure].effect(), earned
}
