package clarifybench

import (
	"fmt"
	"slices"
	"strings"

	"shopclerk/catalog"
	"shopclerk/cmd/bench/internal/report"
	"shopclerk/search/metric"
)

// Document makes a document of the results. It depends on them alone.
func (r *Results) Document() *report.Document {
	tools := 0
	var names []string
	for _, d := range r.Domains {
		tools += len(d.Tools)
		names = append(names, fmt.Sprintf("%s (%d tools)", d.Name, len(d.Tools)))
	}
	d := &report.Document{Title: "Tool calls: when to ask before acting", Lead: []string{
		fmt.Sprintf("ClarifyBench's setting, after “Structured Uncertainty guided Clarification for LLM Agents” (SAGE-Agent) and Argus: %d tools of %d simulated domains, %s; %d conversations of one to three requests for each domain and split, drawn from seed %d; %.0f %% of the answers are vague.",
			tools, len(r.Domains), strings.Join(names, ", "), r.Setting.Cases, r.Setting.Seed, 100*r.Setting.Vague),
		fmt.Sprintf("Every strategy gets the same %d samples of the call that is meant, from a simulated model that errs at the rates of proposer.json; the rates are assumed, no model was measured. Ours pools the samples: what they agree in argument by argument makes the belief.", r.Proposer.Samples),
		"Coverage is the share of requests for which exactly the call that was meant was carried out; TMR and PMR are the tool and parameter match rates; success is the share of conversations without a mistake. Needless questions are about what was said, had been answered or is not wished for. Precision and recall are of asking when a question was needed. A confirmation of what could be undone counts as a question; those of what can not be undone are counted apart. Numbers in brackets are 95 % bootstrap intervals over conversations; differences are paired.",
		"All strategies state an objection to what is impossible. The papers' agents carry out their best guess when they stop asking, and so do theirs here; ours declines. SAGE-Agent's α and Argus' parameters are the papers'.",
	}}
	for _, split := range Splits() {
		d.Sections = append(d.Sections, r.section(split))
	}
	d.Sections = append(d.Sections, r.variations())
	if len(r.Proposed) > 0 {
		d.Sections = append(d.Sections, r.Proposed.section())
	}
	if r.Unclear != nil {
		d.Sections = append(d.Sections, evaluations(r.Unclear))
	}
	return d
}

var splitTexts = map[string]string{
	Explicit:   "The words say the whole call.",
	Ambiguous:  "Up to three required arguments are not said.",
	Infeasible: "One argument is impossible now, by the papers' rules of corruption. Whoever is asked about it says the one that is meant. Named is the share whose offending parameter was named before anything was carried out.",
}

func (r *Results) section(split string) report.Section {
	cases := Select(r.Played, split)
	t := report.Table{Columns: append([]string{"strategy"}, measures...)}
	if split == Infeasible {
		t.Columns = append(t.Columns, "named")
	}
	requests := 0
	for i, st := range r.Strategies {
		if st.Aside {
			continue
		}
		f := Of(cases, i)
		requests = f.Requests
		row := append([]string{st.Name}, f.row()...)
		if split == Infeasible {
			row = append(row, scored(f.Named))
		}
		t.Rows = append(t.Rows, row)
	}
	return report.Section{ID: split, Title: catalog.Capital(split) + " requests", Text: []string{
		splitTexts[split] + fmt.Sprintf(" An argument that no sample has right and the state does not settle is known to nobody: whoever guesses nothing asks %s questions a request.", report.Number(floor(cases))),
	}, Figures: []report.Figure{{Title: fmt.Sprintf("All domains, %d requests", requests), Table: t}, r.differences(cases)}}
}

// floor is how many questions a request anybody asks who does not guess.
func floor(cases []Played) float64 {
	sum := 0.0
	for i := range cases {
		for _, n := range cases[i].Unproposed {
			sum += float64(n) / float64(len(cases[i].Unproposed)*len(cases))
		}
	}
	return sum
}

func scored(i metric.Interval) string { return report.Scored(i.Mean, i.Low, i.High) }

// differences compares ours with every other strategy, case by case.
func (r *Results) differences(cases []Played) report.Figure {
	ours := r.index(Ours)
	out := report.Figure{Title: "Ours less each other strategy", Table: report.Table{Columns: []string{"than", "coverage", "questions"}}}
	for i, st := range r.Strategies {
		if i == ours || st.Aside {
			continue
		}
		row := []string{st.Name}
		for _, m := range []Measure{Coverage, Questions} {
			d := difference(cases, ours, i, m)
			row = append(row, report.Signed(d.Mean, d.Low, d.High))
		}
		out.Table.Rows = append(out.Table.Rows, row)
	}
	return out
}

// index returns a strategy's place, −1 when it was not played.
func (r *Results) index(name string) int {
	return slices.IndexFunc(r.Strategies, func(s Strategy) bool { return s.Name == name })
}

// measures are the columns of [Score.row].
var measures = []string{"coverage", "TMR", "PMR", "success", "wrong calls", "questions", "needless", "confirmations", "precision", "recall"}

// row spells the measures that every table of strategies shows.
func (f *Score) row() []string {
	ratio := func(i metric.Interval, of int) string {
		if of == 0 {
			return "–"
		}
		return scored(i)
	}
	return []string{scored(f.Coverage), scored(f.Tool), scored(f.Params), scored(f.Success), scored(f.Wrong), scored(f.Questions), scored(f.Needless), scored(f.Confirms),
		ratio(f.Precision, f.Asked), ratio(f.Recall, f.Needed)}
}

// variations shows what the papers vary of their own strategies: SAGE-Agent by its λ, and
// Argus without each of its parts.
func (r *Results) variations() report.Section {
	s := report.Section{ID: "papers", Title: "The papers' own variations", Text: []string{
		"SAGE-Agent's λ (its figure 5) is what a question loses for every time its parameter was asked about before. In the paper λ = 0.5 asks 18 to 27 % less than λ = 0, and the other figures stay within 3 %.",
		"Argus without its parts (its table 4): a part of the score is removed by putting its theoretical maximum in its place, as the paper does, so that every question counts as if it brought all that can be brought; the threshold without its rise has α = 0. The paper's figures are of a model's agent on the paper's cases; what compares is the direction.",
	}}
	t := report.Table{Columns: []string{"λ", "coverage", "TMR", "PMR", "questions"}}
	for _, l := range lambdas {
		f := Of(r.Played, r.index(lambda(l)))
		t.Rows = append(t.Rows, []string{fmt.Sprint(l), scored(f.Coverage), scored(f.Tool), scored(f.Params), scored(f.Questions)})
	}
	s.Figures = append(s.Figures, report.Figure{Title: "SAGE-Agent by λ, all splits", Table: t})
	t = report.Table{Columns: []string{"strategy", "success", "TMR", "PMR", "questions", "success less Argus'", "questions less Argus'", "paper: success, TMR, PMR, questions"}}
	whole := r.index(argus)
	for _, a := range append([]ablation{{name: argus, paper: wholeArgus}}, ablations()...) {
		i := r.index(a.name)
		f := Of(r.Played, i)
		success, asked := metric.Difference(wholes(r.Played, i), wholes(r.Played, whole), bootstrapSeed), difference(r.Played, i, whole, Questions)
		t.Rows = append(t.Rows, []string{a.name, scored(f.Success), scored(f.Tool), scored(f.Params), scored(f.Questions),
			report.Signed(success.Mean, success.Low, success.High), report.Signed(asked.Mean, asked.Low, asked.High),
			fmt.Sprintf("%.3f, %.3f, %.3f, %.2f", a.paper[0], a.paper[1], a.paper[2], a.paper[3])})
	}
	s.Figures = append(s.Figures, report.Figure{Title: "Argus without its parts, all splits", Table: t})
	return s
}

// shareText spells a share; "–" of nothing.
func shareText(part, whole int) string {
	if whole == 0 {
		return "–"
	}
	return report.Number(float64(part) / float64(whole))
}

// Figures are the numbers that are held to expectation and printed as JSON, by
// strategy, split and name.
func (r *Results) Figures() map[string]map[string]map[string]float64 {
	out := map[string]map[string]map[string]float64{}
	for i, st := range r.Strategies {
		out[st.Name] = map[string]map[string]float64{}
		for _, split := range Splits() {
			f := Of(Select(r.Played, split), i)
			m := map[string]float64{
				"coverage": f.Coverage.Mean, "coverage low": f.Coverage.Low, "coverage high": f.Coverage.High,
				"tool match": f.Tool.Mean, "parameter match": f.Params.Mean, "success": f.Success.Mean, "wrong": f.Wrong.Mean,
				"questions": f.Questions.Mean, "questions low": f.Questions.Low, "questions high": f.Questions.High,
				"needless": f.Needless.Mean, "confirmations": f.Confirms.Mean,
			}
			if f.Asked > 0 {
				m["precision"] = f.Precision.Mean
			}
			if f.Needed > 0 {
				m["recall"] = f.Recall.Mean
			}
			if split == Infeasible {
				m["named"] = f.Named.Mean
			}
			out[st.Name][split] = m
		}
	}
	return out
}
