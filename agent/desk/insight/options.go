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
	usual, looked, places := examine(facts), estimateExits(facts), ticksByPlace(facts)
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
					y := getOrMake(by, o.Label)
					y.Label = o.Label
					if !slices.Contains(touched, y) {
						touched = append(touched, y)
					}
					picked := slices.Contains(q.Picked, place)
					y.Shown++
					y.Ticked += Indicator(picked)
					y.ticks[0] += float64(Indicator(picked))
					y.ticks[1] += float64(q.Masses[place]) * places[place]
					if picked && t.Led > 0 {
						y.led++
						y.leave(f.Leaves(t.Led), 1, looked.left[ordinal(t.Led)])
						y.follow(afterAnswer, &f.Turns[t.Led], &usual)
					}
				}
			}
		}
		for _, y := range touched {
			y.pull.add(y.ticks, [2]int{})
			y.ticks = ratioTerms{}
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
						ticks[place] += float64(Indicator(slices.Contains(q.Picked, place)))
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
	aftermath
	led   int
	ticks ratioTerms // of the conversation at hand
	pull  contrast
}

func (y *optionTally) option() Option {
	o := y.Option
	o.Taken, o.Pull = Share(o.Ticked, o.Shown), y.pull.ratio(ratioTerms{1, -1, 0, 0}, o.Shown)
	o.Left, o.Leaving = Share(y.left, y.led), y.leavingOver(y.led)
	opened, bought, earned := y.told()
	o.Opening, o.Buying, o.Earning = opened.Answered, bought.Answered, earned.Answered
	return o
}
