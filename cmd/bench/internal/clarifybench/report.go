package clarifybench

import (
	"fmt"
	"slices"
	"strings"

	"shopclerk/cmd/bench/internal/report"
	"shopclerk/search/metric"
)

// Results are the cases played and by whom.
type Results struct {
	Setting    *Setting
	Domains    []*Domain
	Strategies []Strategy
	Played     []Played
	Fresh      *Results      // the same in fresh words; nil if they were not played
	Real       Conversations // nil without the leaderboard's files
}

// Document makes a document of the results. It depends on them alone.
func (r *Results) Document() (*report.Document, error) {
	tools := 0
	var names []string
	for _, d := range r.Domains {
		tools += len(d.Tools)
		names = append(names, fmt.Sprintf("%s (%d tools)", d.Name, len(d.Tools)))
	}
	d := &report.Document{Title: "Tool calls: when to ask before acting", Lead: []string{
		fmt.Sprintf("ClarifyBench's setting without a language model, after “Structured Uncertainty guided Clarification for LLM Agents” (SAGE-Agent) and Argus: %d tools of %d simulated domains, %s; %d conversations of one to three requests for each domain and split, drawn from seed %d; %.0f %% of the answers are vague.",
			tools, len(r.Domains), strings.Join(names, ", "), r.Setting.Cases, r.Setting.Seed, 100*r.Setting.Vague),
		"Coverage is the share of requests for which exactly the call that was meant was carried out; TMR and PMR are the tool and parameter match rates; success is the share of conversations without a mistake. Needless questions are about what was said, had been answered or is not wished for. Precision and recall are of asking when a question was needed. Confirmations of what can not be undone are not questions, and are counted apart. Numbers in brackets are 95 % bootstrap intervals over conversations; differences are paired.",
		"All strategies see the same candidate calls, and all state an objection to what is impossible. The papers' agents carry out their best guess when they stop asking, and so do theirs here; ours declines. SAGE-Agent's α and Argus' parameters are the papers'. Removing EVPI or regret from Argus (its table 4) is no setting here and is not shown.",
	}}
	goals, err := r.goals()
	if err != nil {
		return nil, err
	}
	d.Sections = append(d.Sections, *goals)
	for _, split := range Splits() {
		s, err := r.section(split)
		if err != nil {
			return nil, err
		}
		d.Sections = append(d.Sections, *s)
	}
	if r.Fresh != nil {
		d.Sections = append(d.Sections, r.Fresh.fresh())
	}
	if r.Real != nil {
		d.Sections = append(d.Sections, r.Real.section())
	}
	return d, nil
}

// section shows the real conversations.
func (c Conversations) section() report.Section {
	t := report.Table{Columns: []string{"conversations", "turns", "nothing to call", "… asked", "… declined", "something to call", "… asked", "… decided", "tool match of those", "tool match of the likeliest"}}
	for _, kind := range []string{"base", "miss_param", "miss_func"} {
		n := c[kind]
		t.Rows = append(t.Rows, []string{kind, fmt.Sprint(n.Turns), fmt.Sprint(n.Wanting), of(n.Asked, n.Wanting), of(n.Refused, n.Wanting),
			fmt.Sprint(n.Acting), of(n.Needless, n.Acting), of(n.Ready, n.Acting), of(n.Match, n.Ready), of(n.Likely, n.Acting)})
	}
	return report.Section{ID: "bfcl", Title: "Real conversations", Text: []string{
		"The multi-turn conversations of the Berkeley Function Calling Leaderboard, ids 0 to 99 of each kind, turn by turn, with ours. What was missing follows in the next turn. A turn may need several calls; tool match is that the tool is one of them. The declarations have no state, so that no name can be found wrong.",
	}, Figures: []report.Figure{{Title: "Turns", Table: t}}}
}

// of spells a share; "–" of nothing.
func of(part, whole int) string {
	if whole == 0 {
		return "–"
	}
	return report.Number(float64(part) / float64(whole))
}

var about = map[string]string{
	Explicit:   "The words say the whole call. Every question is needless.",
	Ambiguous:  "Up to three required arguments are not said.",
	Infeasible: "One argument is impossible now, by the papers' rules of corruption. Whoever is asked about it says the one that is meant. Named is the share whose offending parameter was named before anything was carried out.",
}

func (r *Results) section(split string) (*report.Section, error) {
	s := &report.Section{ID: split, Title: strings.ToUpper(split[:1]) + split[1:] + " requests", Text: []string{about[split]}}
	cases := Select(r.Played, split, "")
	s.Figures = append(s.Figures, r.overall(split, "All domains"))
	if split != Explicit {
		s.Text = append(s.Text, fmt.Sprintf("Whoever guesses nothing and asks for one parameter at a time needs %s questions a request.", report.Number(least(cases))))
	}
	differences, err := r.differences(cases)
	if err != nil {
		return nil, err
	}
	s.Figures = append(s.Figures, *differences, r.byDomain(split))
	return s, nil
}

// overall shows every strategy on all cases of a split.
func (r *Results) overall(split, title string) report.Figure {
	cases := Select(r.Played, split, "")
	t := report.Table{Columns: []string{"strategy", "coverage", "TMR", "PMR", "success", "questions", "needless", "confirmations", "precision", "recall"}}
	if split == Infeasible {
		t.Columns = append(t.Columns, "named")
	}
	requests := 0
	for i, st := range r.Strategies {
		f := Of(cases, i)
		requests = f.Requests
		row := []string{st.Name, scored(f.Coverage), report.Number(f.Tool.Mean), report.Number(f.Params.Mean), report.Number(f.Success.Mean),
			scored(f.Questions), report.Number(f.Needless.Mean), report.Number(f.Confirms.Mean), of(f.Both, f.Asked), of(f.Both, f.Needed)}
		if split == Infeasible {
			row = append(row, scored(f.Named))
		}
		t.Rows = append(t.Rows, row)
	}
	return report.Figure{Title: fmt.Sprintf("%s, %d requests", title, requests), Table: t}
}

// fresh shows what was played in fresh words.
func (r *Results) fresh() report.Section {
	s := report.Section{ID: "fresh", Title: "In fresh words", Text: []string{
		"The same, but people begin in words that were not looked at while the reading of instructions was made. The difference is what that reading owes to being made beside the words above.",
	}}
	for _, split := range Splits() {
		s.Figures = append(s.Figures, r.overall(split, strings.ToUpper(split[:1])+split[1:]))
	}
	return s
}

// least is how many parameters a request leaves open, as a mean over the cases.
func least(cases []Played) float64 {
	sum := 0.0
	for i := range cases {
		for n := range cases[i].Requests {
			sum += float64(len(cases[i].Requests[n].Unsettled)) / float64(len(cases[i].Requests))
		}
	}
	return sum / float64(max(1, len(cases)))
}

func scored(i metric.Interval) string { return report.Scored(i.Mean, i.Low, i.High) }

// differences compares ours with every other strategy, case by case.
func (r *Results) differences(cases []Played) (*report.Figure, error) {
	ours := r.ours()
	out := &report.Figure{Title: "Ours less each other strategy", Table: report.Table{Columns: []string{"than", "coverage", "questions"}}}
	for i, st := range r.Strategies {
		if i == ours {
			continue
		}
		row := []string{st.Name}
		for _, m := range []Measure{Coverage, Questions} {
			d, err := metric.Difference(Values(cases, ours, m), Values(cases, i, m), bootstrapSeed)
			if err != nil {
				return nil, err
			}
			row = append(row, report.Signed(d.Mean, d.Low, d.High))
		}
		out.Table.Rows = append(out.Table.Rows, row)
	}
	return out, nil
}

func (r *Results) ours() int { return r.index(Ours) }

// index returns a strategy's place, −1 when it was not played.
func (r *Results) index(name string) int {
	return slices.IndexFunc(r.Strategies, func(s Strategy) bool { return s.Name == name })
}

// byDomain shows coverage and questions of every strategy in every domain.
func (r *Results) byDomain(split string) report.Figure {
	out := report.Figure{Title: "By domain: coverage, questions", Table: report.Table{Columns: []string{"strategy"}}}
	for _, d := range r.Domains {
		out.Table.Columns = append(out.Table.Columns, d.Name)
	}
	for i, st := range r.Strategies {
		row := []string{st.Name}
		for _, d := range r.Domains {
			f := Of(Select(r.Played, split, d.Name), i)
			cell := scored(f.Coverage) + ", " + report.Number(f.Questions.Mean)
			if split == Infeasible {
				cell += ", named " + report.Number(f.Named.Mean)
			}
			row = append(row, cell)
		}
		out.Table.Rows = append(out.Table.Rows, row)
	}
	return out
}

// Figures are the numbers that are held to expectation and printed as JSON, by
// strategy, split and name.
func (r *Results) Figures() map[string]map[string]map[string]float64 {
	out := map[string]map[string]map[string]float64{}
	for i, st := range r.Strategies {
		out[st.Name] = map[string]map[string]float64{}
		for _, split := range Splits() {
			f := Of(Select(r.Played, split, ""), i)
			m := map[string]float64{
				"coverage": f.Coverage.Mean, "coverage low": f.Coverage.Low, "coverage high": f.Coverage.High,
				"tool match": f.Tool.Mean, "parameter match": f.Params.Mean, "success": f.Success.Mean,
				"questions": f.Questions.Mean, "questions low": f.Questions.Low, "questions high": f.Questions.High,
				"needless": f.Needless.Mean, "confirmations": f.Confirms.Mean,
			}
			if f.Asked > 0 {
				m["precision"] = float64(f.Both) / float64(f.Asked)
			}
			if f.Needed > 0 {
				m["recall"] = float64(f.Both) / float64(f.Needed)
			}
			if split == Infeasible {
				m["named"] = f.Named.Mean
			}
			out[st.Name][split] = m
		}
	}
	return out
}
