package insight

import (
	"cmp"
	"slices"
	"strings"
)

// Option is what became of one option of the questions about a topic.
type Option struct {
	Label  string
	Shown  int      // in questions of which some option was ticked
	Ticked int      // of those
	Taken  Estimate // Ticked of Shown
	// Pull is Ticked over what the belief in the option and its place let expect: see
	// [Options].
	Pull Estimate
	// Left is the share of those who ticked it whose conversation ended at the next page
	// without a product touched; Leaving is that over what is usual there.
	Left, Leaving Estimate
	// Opening, Buying and Earning are what was done with the lists after it was ticked.
	Opening, Buying, Earning Response
}

// Options computes what became of the options of the questions about a topic, the one
// shown most often first, then by label.
//
// Options that stand first are ticked more often, whatever they say. By the examination
// hypothesis (Craswell, Zoeter, Taylor and Ramsey, "An experimental comparison of click
// position-bias models", WSDM 2008) an option is ticked as often as it is wanted, times
// how much its place is looked at. Wanted is the belief's share of it when it was put;
// the places' factor is ticks over belief of all options of all questions that stood
// there.
func Options(facts []*Facts, topic Topic) []Option {
	usual, looked, places := examine(facts), exitsOf(facts), ticksByPlace(facts)
	by := map[string]*optionTally{}
	for _, f := range facts {
		var touched []*optionTally
		for i := range f.Turns {
			t := &f.Turns[i]
			for k := range t.Questions {
				q := &t.Questions[k]
				if q.Aspect != topic.Aspect || q.Outcome != Ticked || !slices.Contains(t.Scope, topic.Category) {
					continue
				}
				for place, o := range q.Offers {
					y := by[o.Label]
					if y == nil {
						y = &optionTally{Option: Option{Label: o.Label}}
						by[o.Label] = y
					}
					if !slices.Contains(touched, y) {
						touched = append(touched, y)
					}
					picked := slices.Contains(q.Picked, place)
					y.Shown++
					y.Ticked += once(picked)
					y.ticks[0] += float64(once(picked))
					y.ticks[1] += float64(q.Masses[place]) * places[place]
					if picked && t.Led > 0 {
						y.follow(f, t.Led, &usual, &looked)
					}
				}
			}
		}
		for _, y := range touched {
			y.close()
		}
	}
	out := make([]Option, 0, len(by))
	for _, y := range by {
		out = append(out, y.option())
	}
	slices.SortFunc(out, func(a, b Option) int {
		return cmp.Or(cmp.Compare(b.Shown, a.Shown), strings.Compare(a.Label, b.Label))
	})
	return out
}

// ticksByPlace returns by place how often options there are ticked for each that the
// belief expects; 1 where it expects none.
func ticksByPlace(facts []*Facts) []float64 {
	var ticks, expected []float64
	for _, f := range facts {
		for i := range f.Turns {
			for k := range f.Turns[i].Questions {
				q := &f.Turns[i].Questions[k]
				for place := range q.Offers {
					if place == len(ticks) {
						ticks, expected = append(ticks, 0), append(expected, 0)
					}
					if q.Outcome == Ticked {
						expected[place] += float64(q.Masses[place])
						ticks[place] += float64(once(slices.Contains(q.Picked, place)))
					}
				}
			}
		}
	}
	for place := range ticks {
		if expected[place] == 0 {
			ticks[place] = 1
		} else {
			ticks[place] /= expected[place]
		}
	}
	return ticks
}

// optionTally gathers one option's numbers.
type optionTally struct {
	Option
	led, left int

	// of the conversation at hand
	ticks, leaving row
	did            [len(measures)]row

	pull, departures contrast
	effects          [len(measures)]contrast
}

// follow adds the page after a tick.
func (y *optionTally) follow(f *Facts, turn int, usual *[len(measures)]places, looked *exits) {
	y.led++
	y.left += once(f.Leaves(turn))
	y.leaving[0] += float64(once(f.Leaves(turn)))
	y.leaving[1] += looked.left[ordinal(turn)]
	for i := range usual {
		acts, expected := usual[i].list(&f.Turns[turn])
		y.did[i][0] += acts
		y.did[i][1] += expected
	}
}

// close ends a conversation.
func (y *optionTally) close() {
	y.pull.add(y.ticks, [2]int{})
	y.departures.add(y.leaving, [2]int{})
	for i := range y.did {
		y.effects[i].add(y.did[i], [2]int{})
		y.effects[i].lists[0] = y.led
	}
	y.ticks, y.leaving, y.did = row{}, row{}, [len(measures)]row{}
}

func (y *optionTally) option() Option {
	o := y.Option
	first := row{1, -1, 0, 0}
	o.Taken, o.Pull = Share(o.Ticked, o.Shown), y.pull.ratio(first, o.Shown)
	o.Left, o.Leaving = Share(y.left, y.led), y.departures.ratio(first, y.led)
	opened, bought := y.effects[opening].effect(), y.effects[buying].effect()
	ordered, earned := y.effects[ordering].effect(), y.effects[earning].effect()
	earned.sure(&ordered)
	o.Opening, o.Buying, o.Earning = opened.Answered, bought.Answered, earned.Answered
	return o
}
