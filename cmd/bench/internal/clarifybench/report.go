package clarifybench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"shopclerk/agent/tools"
	"shopclerk/catalog"
	"shopclerk/cmd/bench/internal/report"
	"shopclerk/cmd/internal/progress"
	"shopclerk/data"
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
		"Every strategy gets the same 5 samples of the call that is meant, from a simulated model; the rates of its errors (domains/README.md) are assumed, no model was measured. Ours pools the samples (what they agree in argument by argument makes the belief) and looks every argument up in the words; the others do not see the words.",
		"Coverage is the share of requests for which exactly the call that was meant was carried out; TMR and PMR are the tool and parameter match rates; success is the share of conversations without a mistake. Needless questions are about what was said, had been answered or is not wished for. Precision and recall are of asking when a question was needed. A confirmation of what could be undone counts as a question; those of what can not be undone are counted apart. Numbers in brackets are 95 % bootstrap intervals over conversations; differences are paired.",
		"All strategies state an objection to what is impossible. The papers' agents carry out their best guess when they stop asking, and so do theirs here; ours declines. For SAGE-Agent and Argus a sample weighs what definition 3 gives it: 1, over the number of values of what is unknown, ε for free text. SAGE-Agent's α and Argus' parameters are the papers'; of Argus' δ, for which it gives none, 0.95 is assumed.",
	}}
	for _, split := range Splits() {
		d.Sections = append(d.Sections, r.section(split))
	}
	d.Sections = append(d.Sections, r.variations())
	if r.Unclear != nil {
		d.Sections = append(d.Sections, evaluations(r.Unclear))
	}
	if r.Candidates != nil {
		d.Sections = append(d.Sections, report.Section{ID: "candidates", Title: "Candidate calls", Text: []string{candidatesText}, Figures: []report.Figure{{Title: r.Candidates.Title, Table: r.Candidates.Table}}})
	}
	if len(r.When) > 0 {
		d.Sections = append(d.Sections, whenCalled(r.When))
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

// Setting is what is run.
type Setting struct {
	Cases int `json:"cases" default:"40" help:"Conversations of every domain and split, of the 40 that there are."`
	// Extra, if it has an agent, is played beside the strategies.
	Extra  Strategy              `kong:"-" json:"-"`
	Report func(done, total int) `kong:"-" json:"-"` // called as cases are done, if given
}

// Validate implements kong's check of the flags.
func (s *Setting) Validate() error {
	if s.Cases < 1 {
		return errors.New("--cases is at least 1")
	}
	return nil
}

// Played is one case and what every strategy made of its requests.
type Played struct {
	*Case
	domain   *Domain
	Outcomes [][]*Outcome // by strategy, by request
}

// Results are the cases played and by whom.
type Results struct {
	Setting    *Setting
	Domains    []*Domain
	Strategies []Strategy
	Played     []Played
	Unclear    map[string][]Evaluated // unclear instructions, by agent
	Candidates *report.Figure         // of [Candidates], nil for none
	When       map[string]*Acted      // what was done with When2Call's questions, by agent
}

// MarshalJSON writes the figures by strategy, split and name, and what agents made of the unclear instructions.
func (r *Results) MarshalJSON() ([]byte, error) {
	out := object{"setting": r.Setting, "figures": r.Figures()}
	if r.Unclear != nil {
		out["unclear"] = r.Unclear
	}
	if r.Candidates != nil {
		out["candidates"] = r.Candidates
	}
	if len(r.When) > 0 {
		out["when2call"] = r.When
	}
	return json.Marshal(out)
}

// Run plays every case of the embedded domains with every strategy, on as many goroutines
// as there are processors, whose number changes nothing of what it returns.
func Run(ctx context.Context, set *Setting) (*Results, error) {
	r := &Results{Setting: set, Strategies: Strategies()}
	var err error
	if r.Domains, err = Load(data.Bench()); err != nil {
		return nil, err
	}
	if set.Extra.Agent != nil {
		r.Strategies = append(r.Strategies, set.Extra)
	}
	for _, d := range r.Domains {
		n := map[string]int{} // by split
		for i := range d.Cases {
			c := &d.Cases[i]
			if n[c.Split]++; n[c.Split] <= set.Cases {
				r.Played = append(r.Played, Played{Case: c, domain: d})
			}
		}
	}
	return r, progress.Each(ctx, len(r.Played), set.Report, func(i int) error { return r.Played[i].play(ctx, r.Strategies) })
}

// play lets every strategy meet the requests of one case. Whatever a strategy did, the next
// request finds the state that the intended call left.
func (p *Played) play(ctx context.Context, strategies []Strategy) error {
	p.Outcomes = make([][]*Outcome, len(strategies))
	for n := range p.Requests {
		q := &p.Requests[n]
		task := tools.Task{ID: fmt.Sprintf("%s/%d", p.ID, n), Words: q.Text, Candidates: q.candidates()}
		kit, err := p.domain.kit(&q.State)
		if err != nil {
			return fmt.Errorf("playing %s: declaring the tools: %w", task.ID, err)
		}
		for i, st := range strategies {
			task.Sampled = st.Pooled
			e := &encounter{Request: q, kit: kit, out: &Outcome{Needed: len(q.Unsettled) > 0}, answered: map[string]bool{}}
			if err := meet(ctx, st.Agent, kit, task, e); err != nil {
				return fmt.Errorf("playing %s with %s: %w", task.ID, st.Name, err)
			}
			p.Outcomes[i] = append(p.Outcomes[i], e.out)
		}
	}
	return nil
}

// candidates are the samples, equal ones with their number as the weight of each.
func (r *Request) candidates() []tools.Proposal {
	equal := map[string]float64{}
	for _, c := range r.Samples {
		equal[c.Fingerprint()]++
	}
	var out []tools.Proposal
	for _, c := range r.Samples {
		out = append(out, tools.Proposal{Call: c, Weight: equal[c.Fingerprint()]})
	}
	return out
}
