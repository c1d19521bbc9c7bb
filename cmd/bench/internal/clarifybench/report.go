package clarifybench

import (
	"fmt"
	"slices"
	"strings"

	"shopclerk/agent/tools"
	"shopclerk/catalog"
	"shopclerk/cmd/bench/internal/report"
	"shopclerk/search/metric"
)

// Results are the cases played and by whom.
type Results struct {
	Setting    *Setting
	Domains    []*Domain
	Strategies []Strategy
	Played     []Played
	Others     []Other                // the same cases met otherwise
	Real       Conversations          // nil without the leaderboard's files
	Proposed   Proposed               // as well
	Trials     []Trial                // with calls that are proposed
	Unclear    map[string][]Evaluated // unclear instructions, by agent
}

// Other is the same cases in other words or with vaguer people.
type Other struct {
	Name string // the name of a wording, or Vague
	*Results
}

// Vague names the cases with vague answers.
const Vague = "vague"

// Document makes a document of the results. It depends on them alone.
func (r *Results) Document() *report.Document {
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
		"All strategies see the same candidate calls, and all state an objection to what is impossible. The papers' agents carry out their best guess when they stop asking, and so do theirs here; ours declines. SAGE-Agent's α and Argus' parameters are the papers'.",
	}}
	d.Sections = append(d.Sections, r.goals())
	for _, split := range Splits() {
		d.Sections = append(d.Sections, r.section(split))
	}
	if !r.Setting.Brief {
		d.Sections = append(d.Sections, r.against(), r.papers())
	}
	for _, o := range r.Others {
		d.Sections = append(d.Sections, o.section())
	}
	if r.Trials != nil {
		d.Sections = append(d.Sections, trials(r.Trials))
	}
	if len(r.Proposed) > 0 {
		d.Sections = append(d.Sections, r.Proposed.section())
	}
	if r.Unclear != nil {
		d.Sections = append(d.Sections, evaluations(r.Unclear))
	}
	if r.Real != nil {
		d.Sections = append(d.Sections, r.Real.section())
	}
	return d
}

// ownSure is the share of the belief from which ours acts: the default of
// [tools.Rule.Act].
const ownSure = 0.95

// section shows the real conversations.
func (c Conversations) section() report.Section {
	t := report.Table{Columns: []string{"conversations", "turns", "nothing to call", "… asked", "… about what was missing", "… declined", "something to call", "… asked", "… to be confirmed", "… decided"}}
	calls := report.Table{Columns: []string{"conversations", "calls to be made", "… tool found", "calls decided on", "… tool right", "… arguments right too"}}
	why := report.Table{Columns: append([]string{"the first question is because"}, conversationKinds()...)}
	for _, kind := range conversationKinds() {
		n := c[kind]
		t.Rows = append(t.Rows, []string{kind, fmt.Sprint(n.Turns), fmt.Sprint(n.Wanting), shareText(n.Asked, n.Wanting), shareText(n.Rightly, n.Wanting), shareText(n.Refused, n.Wanting),
			fmt.Sprint(n.Acting), shareText(n.Needless, n.Acting), shareText(n.Doubted, n.Acting), shareText(n.Ready, n.Acting)})
		calls.Rows = append(calls.Rows, []string{kind, fmt.Sprint(n.Calls), shareText(n.Found, n.Calls), fmt.Sprint(n.Made), shareText(n.Match, n.Made), shareText(n.Exact, n.Made)})
	}
	for _, reason := range Reasons() {
		row := []string{reason}
		for _, kind := range conversationKinds() {
			row = append(row, fmt.Sprint(c[kind].Reasons[reason]))
		}
		why.Rows = append(why.Rows, row)
	}
	bold := report.Table{Columns: []string{"acts from", "miss_param: asked, nothing to call", "miss_param: asked, something to call", "base: asked", "base: calls decided on", "base: … tool right", "base: … arguments right too"}}
	for _, sure := range append(slices.Clone(actThresholds), ownSure) {
		p, b := c["miss_param"], c["base"]
		if sure != ownSure {
			p, b = c[actingFromName("miss_param", sure)], c[actingFromName("base", sure)]
		}
		bold.Rows = append(bold.Rows, []string{fmt.Sprint(sure), shareText(p.Asked, p.Wanting), shareText(p.Needless, p.Acting), shareText(b.Needless, b.Acting), fmt.Sprint(b.Made), shareText(b.Match, b.Made), shareText(b.Exact, b.Made)})
	}
	return report.Section{ID: "bfcl", Title: "Real conversations", Text: []string{
		"The multi-turn conversations of the Berkeley Function Calling Leaderboard, ids 0 to 99 of each kind, turn by turn, with ours. A turn's words are decided about as one instruction, or clause by clause, with what was named before at hand; what was missing follows in the next turn. A clause whose words are hardly any tool's explains the one before. A turn counts as asked about when any clause leads to a question, as to be confirmed when none does and some call may not be meant (it was read with a certainty below " + report.Number(tools.DefaultTrust) + "), and as decided otherwise when some clause leads to a call. What a call leaves out is its default. After a turn the conversation goes on as it was recorded. The declarations have no state, so that no name can be found wrong, and no call has a result that a later one could use.",
	}, Figures: []report.Figure{{Title: "Turns", Table: t}, {Title: "Calls of the turns with something to call", Table: calls}, c.reliability("base", "miss_param"),
		{Title: "Why something was asked where something is to be called", Table: why, Notes: []string{
			"Turns, by their first question. Calls have values that nobody says: folders that a file must first be looked for in, the cost that an earlier call tells, the airport of a city. Whoever has no results and knows no cities must ask for them, or guess.",
		}}, {Title: "Asking less: by the share of the belief from which ours acts", Table: bold}}}
}

// shareText spells a share; "–" of nothing.
func shareText(part, whole int) string {
	if whole == 0 {
		return "–"
	}
	return report.Number(float64(part) / float64(whole))
}

var splitTexts = map[string]string{
	Explicit:   "The words say the whole call. Every question is needless.",
	Ambiguous:  "Up to three required arguments are not said.",
	Infeasible: "One argument is impossible now, by the papers' rules of corruption. Whoever is asked about it says the one that is meant. Named is the share whose offending parameter was named before anything was carried out.",
}

func (r *Results) section(split string) report.Section {
	s := report.Section{ID: split, Title: catalog.Capital(split) + " requests", Text: []string{splitTexts[split]}}
	cases := Select(r.Played, split, "")
	s.Figures = append(s.Figures, r.table(split, "", "All domains"))
	if split != Explicit {
		s.Text = append(s.Text, fmt.Sprintf("Whoever guesses nothing and asks for one parameter at a time needs %s questions a request.", report.Number(meansOf(cases).open)))
	}
	s.Figures = append(s.Figures, r.differences(cases))
	for _, d := range r.Domains {
		s.Figures = append(s.Figures, r.table(split, d.Name, catalog.Capital(d.Name)))
	}
	return s
}

// table shows the strategies on the cases of a split and a domain, "" for all.
func (r *Results) table(split, domain, title string) report.Figure {
	cases := Select(r.Played, split, domain)
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
	return report.Figure{Title: fmt.Sprintf("%s, %d requests", title, requests), Table: t}
}

// section shows what was played in addition.
func (r *Other) section() report.Section {
	s := report.Section{ID: r.Name}
	switch r.Name {
	case string(Plain):
		s.Title, s.Text = "In plain words", []string{"The same, but people begin in words near the tools' own."}
	case string(Development):
		s.Title, s.Text = "In development words", []string{
			"The same, but people begin in everyday words, four and more a tool, that lie further from the tools' own. Whoever works on the reading of instructions has these at hand.",
		}
	case string(Fresh):
		s.Title, s.Text = "In fresh words", []string{
			"The same, but people begin in words that were not looked at while the reading of instructions was made. The difference is what that reading owes to being made beside the words above.",
		}
	default:
		s.Title, s.Text = "With vague answers", []string{
			fmt.Sprintf("The same, but %.0f %% of the answers are vague: of the options that are shown they rule one out, and without options they say nothing. Nothing is asked about more than twice.", 100*r.Setting.Vague),
		}
	}
	for _, split := range Splits() {
		s.Figures = append(s.Figures, r.table(split, "", catalog.Capital(split)))
	}
	if !r.Setting.Brief {
		s.Figures = append(append(s.Figures, r.penalties(Ambiguous)...), r.ablated())
	}
	return s
}

func scored(i metric.Interval) string { return report.Scored(i.Mean, i.Low, i.High) }

// differences compares ours with every other strategy, case by case.
func (r *Results) differences(cases []Played) report.Figure {
	ours := r.ours()
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

func (r *Results) ours() int { return r.index(Ours) }

// index returns a strategy's place, −1 when it was not played.
func (r *Results) index(name string) int {
	return slices.IndexFunc(r.Strategies, func(s Strategy) bool { return s.Name == name })
}

// measures are the columns of [Score.row].
var measures = []string{"coverage", "TMR", "PMR", "success", "questions", "needless", "confirmations", "precision", "recall"}

// row spells the measures that every table of strategies shows.
func (f *Score) row() []string {
	ratio := func(i metric.Interval, of int) string {
		if of == 0 {
			return "–"
		}
		return scored(i)
	}
	return []string{scored(f.Coverage), scored(f.Tool), scored(f.Params), scored(f.Success), scored(f.Questions), scored(f.Needless), scored(f.Confirms),
		ratio(f.Precision, f.Asked), ratio(f.Recall, f.Needed)}
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
				"messages": f.Messages.Mean, "needless": f.Needless.Mean, "confirmations": f.Confirms.Mean,
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
