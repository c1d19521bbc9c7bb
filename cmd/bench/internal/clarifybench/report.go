package clarifybench

import (
	"fmt"
	"slices"
	"strings"

	"shopclerk/catalog"
	"shopclerk/cmd/bench/internal/report"
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
		fmt.Sprintf("ClarifyBench's setting, after “Structured Uncertainty guided Clarification for LLM Agents” (SAGE-Agent) and Argus: %d tools of %d simulated domains, %s; %d conversations of one to three requests for each domain and split.",
			tools, len(r.Domains), strings.Join(names, ", "), r.Setting.Cases),
		"Every strategy gets the same 5 samples of the call that is meant, from a simulated model; the rates of its errors (domains/README.md) are assumed, no model was measured. Ours pools the samples: what they agree in argument by argument makes the belief.",
		"Coverage is the share of requests for which exactly the call that was meant was carried out; TMR and PMR are the tool and parameter match rates; success is the share of conversations without a mistake. Needless questions are about what was said, had been answered or is not wished for. Precision and recall are of asking when a question was needed. A confirmation of what could be undone counts as a question; those of what can not be undone are counted apart. Numbers in brackets are 95 % bootstrap intervals over conversations; differences are paired.",
		"All strategies state an objection to what is impossible. The papers' agents carry out their best guess when they stop asking, and so do theirs here; ours declines. SAGE-Agent's α and Argus' parameters are the papers'.",
	}}
	for _, split := range Splits() {
		d.Sections = append(d.Sections, r.section(split))
	}
	d.Sections = append(d.Sections, r.variations())
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
	scores := report.Table{Columns: []string{"strategy"}}
	for _, m := range measures {
		if m.Only == "" || m.Only == split {
			scores.Columns = append(scores.Columns, m.Column)
		}
	}
	less := report.Table{Columns: []string{"than", "coverage", "questions"}}
	requests, floor := 0, 0.0 // questions that anybody asks who does not guess
	for _, c := range cases {
		requests += len(c.Requests)
		for _, q := range c.Requests {
			floor += float64(q.Unproposed) / float64(len(c.Requests)*len(cases))
		}
	}
	for i, st := range r.Strategies {
		if st.Aside {
			continue
		}
		scores.Add(row(st.Name, cases, i, scores.Columns[1:]...)...)
		if st.Name != Ours {
			less.Add(append([]string{st.Name}, r.against(Ours, cases, i, less.Columns[1:]...)...)...)
		}
	}
	return report.Section{ID: split, Title: catalog.Capital(split) + " requests", Text: []string{
		splitTexts[split] + fmt.Sprintf(" An argument that no sample has right and the state does not settle is known to nobody: whoever guesses nothing asks %s questions a request.", report.Number(floor)),
	}, Figures: []report.Figure{{Title: fmt.Sprintf("All domains, %d requests", requests), Table: scores}, {Title: "Ours less each other strategy", Table: less}}}
}

// row returns a name, and the measures of a strategy.
func row(name string, cases []Played, strategy int, columns ...string) []string {
	out := []string{name}
	for _, column := range columns {
		cell := "–"
		if s, ok := measure(column).score(cases, strategy); ok {
			cell = report.Scored(s)
		}
		out = append(out, cell)
	}
	return out
}

// against returns by how much the measures of a strategy exceed those of another.
func (r *Results) against(name string, cases []Played, than int, columns ...string) (out []string) {
	for _, column := range columns {
		out = append(out, report.Signed(measure(column).difference(cases, r.index(name), than)))
	}
	return out
}

// index returns a strategy's place.
func (r *Results) index(name string) int {
	return slices.IndexFunc(r.Strategies, func(s Strategy) bool { return s.Name == name })
}

// variations shows what the papers vary of their own strategies: SAGE-Agent by its λ, and
// Argus without each of its parts.
func (r *Results) variations() report.Section {
	s := report.Section{ID: "papers", Title: "The papers' own variations", Text: []string{
		"SAGE-Agent's λ (its figure 5) is what a question loses for every time its parameter was asked about before. In the paper λ = 0.5 asks 18 to 27 % less than λ = 0, and the other figures stay within 3 %.",
		"Argus without its parts (its table 4): a part of the score is removed by putting its theoretical maximum in its place, as the paper does, so that every question counts as if it brought all that can be brought; the threshold without its rise has α = 0. The paper's figures are of a model's agent on the paper's cases; what compares is the direction.",
	}}
	sages := report.Table{Columns: []string{"λ", "coverage", "TMR", "PMR", "questions"}}
	for _, l := range [][2]string{{"0", sage + " λ=0"}, {"0.5", sage}, {"1", sage + " λ=1"}} {
		sages.Add(row(l[0], r.Played, r.index(l[1]), sages.Columns[1:]...)...)
	}
	parts := report.Table{Columns: []string{"strategy", "success", "TMR", "PMR", "questions", "success less Argus'", "questions less Argus'", "paper: success, TMR, PMR, questions"}}
	for _, a := range ablations() {
		cells := row(a.name, r.Played, r.index(a.name), parts.Columns[1:5]...)
		cells = append(cells, r.against(a.name, r.Played, r.index(argus), "success", "questions")...)
		parts.Add(append(cells, fmt.Sprintf("%.3f, %.3f, %.3f, %.2f", a.paper[0], a.paper[1], a.paper[2], a.paper[3]))...)
	}
	s.Figures = []report.Figure{{Title: "SAGE-Agent by λ, all splits", Table: sages}, {Title: "Argus without its parts, all splits", Table: parts}}
	return s
}
