package clarifybench

import (
	"fmt"
	"slices"

	"shopclerk/cmd/bench/internal/report"
	"shopclerk/search/metric"
)

// reading is one way to count what asking for everything costs, and what ours does.
type reading struct {
	title   string
	theirs  string  // strategy that asks for everything
	count   Measure // of theirs
	ours    string
	counted Measure // of ours
	best    string  // the oracle's like ours
}

// readings are the ways to read "at least so many times fewer questions than asking
// for everything that is missing". A question of the papers may be about several
// parameters (Argus section 4.2.1), ours is about one; a message is what a person is
// asked at once.
func readings() []reading {
	return []reading{
		{"what the call can not do without, one a question", everything, Required, Ours, Questions, oracle},
		{"all parameters that were not said, optional ones too, one a question", everything, Questions, Ours, Questions, oracle},
		{"all, one a message; ours together, by messages", everything, Messages, together(Ours), Messages, together(oracle)},
		{"all together; ours together, by messages", together(everything), Messages, together(Ours), Messages, together(oracle)},
	}
}

// mostTimes is how many times fewer questions ours is to ask.
const mostTimes = 2

// against compares ours with asking for everything in the ambiguous split, by every
// reading of that.
func (r *Results) against() report.Section {
	cases := Select(r.Played, Ambiguous, "")
	mean := func(name string, m Measure) metric.Interval {
		return metric.Mean(Values(cases, r.index(name), m), bootstrapSeed)
	}
	times := func(a, b metric.Interval) string {
		if b.Mean == 0 {
			return "–"
		}
		return report.Number(a.Mean / b.Mean)
	}
	t := report.Table{Columns: []string{"everything is", "asked by a form", "asked by ours", "times", "goal", "coverage of the form", "coverage of ours", "an oracle asks", "times at best"}}
	for _, d := range readings() {
		theirs, ours, best := mean(d.theirs, d.count), mean(d.ours, d.counted), mean(d.best, d.counted)
		verdict := "missed"
		if theirs.Mean >= mostTimes*ours.Mean {
			verdict = "reached"
		}
		t.Rows = append(t.Rows, []string{d.title, scored(theirs), scored(ours), times(theirs, ours), fmt.Sprintf("≥ %.3f, %s", float64(mostTimes), verdict),
			scored(mean(d.theirs, Coverage)), scored(mean(d.ours, Coverage)), scored(best), times(theirs, best)})
	}
	c := meansOf(cases)
	return report.Section{ID: "everything", Title: "Against asking for everything", Text: []string{
		"Asking for everything that is missing can be read in several ways, and so can the number of questions. A form may ask for what the call can not do without, or for every parameter that was not said, optional ones and those with a default too; both ask which tool is meant where words fit several. It may ask one thing a message or all at once. A question of the papers may be about several parameters; here a question is about one, and messages count how often the person is asked at all.",
		"The oracle knows which tool is meant and what was not said, and asks for exactly what the state leaves a choice for. Whoever guesses nothing can not ask for less, so that “times at best” is the ceiling of each reading on these cases.",
		fmt.Sprintf("The ceilings follow from the cases. Of a request %.3f required arguments are hidden in the mean; the state settles %.3f of them, the other %.3f must be asked for by anybody, in at least %.3f messages. What a form asks for in vain are the optional parameters that were not said, %.3f a request, and which tool. The papers hide required arguments only, of tools with few optional ones: twice as many questions would need a form that asks for as much again as the call needs.",
			c.hidden, c.hidden-c.open, c.open, c.needy, c.optional),
	}, Figures: []report.Figure{{Title: "Ambiguous requests", Table: t}}}
}

// requestMeans are means over the conversations of the means over their requests.
type requestMeans struct {
	hidden   float64 // required arguments that are not said
	open     float64 // … and that the state leaves a choice for
	needy    float64 // share of the requests with such
	optional float64 // optional parameters of the call that are not said
}

func meansOf(cases []Played) requestMeans {
	var out requestMeans
	for i := range cases {
		share := 1 / float64(len(cases[i].Requests)*len(cases))
		for n := range cases[i].Requests {
			r := &cases[i].Requests[n]
			out.hidden += share * float64(len(r.Hidden))
			out.open += share * float64(len(r.Unsettled))
			out.needy += share * metric.Indicator(len(r.Unsettled) > 0)
			for _, p := range cases[i].Domain.tool(r.Intent.Tool).parameters {
				out.optional += share * metric.Indicator(r.Intent.Arguments[p.Name] == nil && p.Optional)
			}
		}
	}
	return out
}

// penalties shows SAGE-Agent by its λ in some splits: the paper's figure 5.
func (r *Results) penalties(splits ...string) []report.Figure {
	var out []report.Figure
	for _, split := range splits {
		cases := Select(r.Played, split, "")
		t := report.Table{Columns: []string{"λ", "coverage", "TMR", "PMR", "questions"}}
		for _, l := range lambdas {
			f := Of(cases, r.index(lambda(l)))
			t.Rows = append(t.Rows, []string{fmt.Sprint(l), scored(f.Coverage), scored(f.Tool), scored(f.Params), scored(f.Questions)})
		}
		out = append(out, report.Figure{Title: "SAGE-Agent by λ, " + split + " requests", Table: t})
	}
	return out
}

// ablated shows Argus without each of its parts: the paper's table 4, all splits
// together.
func (r *Results) ablated() report.Figure {
	t := report.Table{Columns: []string{"strategy", "success", "TMR", "PMR", "questions", "success less Argus'", "questions less Argus'", "paper: success, TMR, PMR, questions"}}
	whole := r.index(argus)
	rows := append([]ablation{{name: argus, paper: wholeArgus}}, ablations()...)
	for _, a := range rows {
		i := r.index(a.name)
		f := Of(r.Played, i)
		row := []string{a.name, scored(f.Success), scored(f.Tool), scored(f.Params), scored(f.Questions)}
		for _, m := range []func([]Played, int) []float64{wholes, func(p []Played, i int) []float64 { return Values(p, i, Questions) }} {
			d := metric.Difference(m(r.Played, i), m(r.Played, whole), bootstrapSeed)
			row = append(row, report.Signed(d.Mean, d.Low, d.High))
		}
		t.Rows = append(t.Rows, append(row, fmt.Sprintf("%.3f, %.3f, %.3f, %.2f", a.paper[0], a.paper[1], a.paper[2], a.paper[3])))
	}
	return report.Figure{Title: "Argus without its parts, all splits", Table: t}
}

// papers shows what the papers vary of their own strategies.
func (r *Results) papers() report.Section {
	return report.Section{ID: "papers", Title: "The papers' own variations", Text: []string{
		"SAGE-Agent's λ (its figure 5) is what a question loses for every time its parameter was asked about before. In the paper λ = 0.5 asks 18 to 27 % less than λ = 0, and the other figures stay within 3 %. Here a parameter is asked about again only when the answer did not settle it, which plain answers seldom leave undone; the section with vague answers shows more of it.",
		"Argus without its parts (its table 4): a part of the score is removed by putting its theoretical maximum in its place, as the paper does, so that every question counts as if it brought all that can be brought; the threshold without its rise has α = 0. The paper's figures are of a model's agent on the paper's cases; what compares is the direction. Where nearly every question is about a parameter that the call can not do without, no part of the score changes much: all of them are asked, and asked once.",
	}, Figures: append(r.penalties(Splits()...), r.ablated())}
}

// wholes tells of every conversation whether it went without a mistake.
func wholes(cases []Played, strategy int) []float64 {
	out := make([]float64, len(cases))
	for i := range cases {
		out[i] = metric.Indicator(!slices.ContainsFunc(cases[i].Outcomes[strategy], func(o *Outcome) bool { return !o.Covered }))
	}
	return out
}
