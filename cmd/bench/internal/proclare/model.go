package proclare

import (
	"cmp"
	_ "embed" // the tasks
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"shopclerk/agent"
	"shopclerk/agent/clarify"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/search/metric"
)

// ModelPolicy is ProductAgent with its five tools, of which a language model is three:
// it writes the attribute query, the search query and the questions. The other two, the
// statistics of a category and the retrievers, are the bench's own. Its memory are the
// demands of the need. The prompts are ours; what the model writes is checked. A query that is invalid, and
// a model that gives none, leave the query that is written of the demands by rule; one that finds
// nothing is relaxed. Questions about aspects that can not be asked about, and options that are no
// values, are dropped; where too few are left, those of the policy productagent fill up.
const ModelPolicy = "productagent-llm"

//go:embed tasks.txt
var taskText string

// The model's tasks.
const (
	conditionsTask = iota
	queryTask
	askTask
)

var tasks = strings.Split(taskText, "---\n")

// The sizes of what a model is told of a category.
const (
	toldAspects = 20
	toldValues  = 20 // of an aspect, those that most products have
)

// What becomes of the attribute queries of a conversation (Table 7 of the paper).
const (
	QueriesAsked   = "queries"
	QueriesFailed  = "queries failed"  // the model gave none
	QueriesInvalid = "queries invalid" // it can not be carried out
	QueriesTrivial = "queries trivial" // it finds nothing
	QueriesRelaxed = "queries relaxed" // of the trivial, those that find something with fewer conditions
)

// answer asks the model about the demands and other texts.
func (s *statistics) answer(task string, need *search.Need, schema string, into any, texts ...[2]string) error {
	return s.shop.Model.Answer(s.ctx, task, append(texts, [2]string{"demands", s.memory(need)}), json.RawMessage(schema), into)
}

// memory tells the demands: what was said first, and each question with its answer.
func (s *statistics) memory(need *search.Need) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Looks for: %s\n", s.opening)
	for _, e := range need.Evidence {
		if e.Said || e.Answer.Skipped() {
			continue
		}
		var said []string
		for _, i := range e.Answer.Picked {
			said = append(said, e.Answer.Labels[i])
		}
		if e.Answer.Other {
			said = append(said, "something else")
		}
		fmt.Fprintf(&b, "Asked about %s, offered %s: %s\n", e.Answer.Key, strings.Join(e.Answer.Labels, " | "), cmp.Or(strings.Join(said, " | "), "no preference"))
	}
	return b.String()
}

// analyse is the statistics of a category: of each aspect, the values with the share of
// the weight that has them.
func analyse(shelf *catalog.Shelf, weights []float64) string {
	var b strings.Builder
	columns := slices.DeleteFunc(slices.Clone(shelf.Columns), func(c *catalog.Column) bool { return !c.Aspect.Askable })
	for _, c := range columns[:min(toldAspects, len(columns))] {
		mass := make([]float64, len(c.Values))
		for row, w := range weights {
			for _, code := range c.Row(row) {
				mass[code] += w
			}
		}
		codes := make([]int, 0, len(mass))
		for code, w := range mass {
			if w > 0 {
				codes = append(codes, code)
			}
		}
		slices.SortStableFunc(codes, func(a, b int) int { return cmp.Compare(mass[b], mass[a]) })
		fmt.Fprintf(&b, "%s (%s):", c.Aspect.Key, strings.TrimSpace(c.Aspect.Label+" "+c.Aspect.Unit))
		for _, code := range codes[:min(toldValues, len(codes))] {
			fmt.Fprintf(&b, " %s %.0f%% |", c.Values[code].Text, 100*mass[code])
		}
		b.WriteString("\n")
	}
	return b.String()
}

// written carries out the query that the model writes of a turn's demands.
func (s *statistics) written(t *agent.Turn) []catalog.Ref {
	s.turn = t
	shelf, wanted := t.Scope.Shelf, demands(&t.Need)
	if len(wanted) == 0 { // there is nothing to write a query of
		return shelf.Refs[:min(statisticsDepth, len(shelf.Refs))]
	}
	s.counts[QueriesAsked]++
	var asked struct {
		Conditions []struct { // most important first
			catalog.Condition
			Not bool
		}
	}
	if s.answer(tasks[conditionsTask], &t.Need, conditionsSchema, &asked, [2]string{"statistics", analyse(shelf, spread(shelf, shelf.Refs))}) != nil {
		s.counts[QueriesFailed]++
		return matching(shelf, wanted, statisticsDepth)
	}
	var wants []search.Wanted
	for _, c := range asked.Conditions {
		if column := shelf.Column(c.Key); column == nil || c.Range != nil && column.Aspect.Kind != catalog.Numeric {
			s.counts[QueriesInvalid]++
			return matching(shelf, wanted, statisticsDepth)
		}
		wants = append(wants, search.Wanted{Demand: catalog.Demand{Condition: c.Condition, Not: c.Not}})
	}
	found, left := relaxed(shelf, wants, statisticsDepth)
	if left < len(wants) {
		s.counts[QueriesTrivial]++
		s.counts[QueriesRelaxed] += metric.Indicator(left > 0)
	}
	return found
}

// query is the search query that the model writes of the demands, that of
// [keywords] where it writes none. Retrievers read no more than words in it.
func (s *statistics) query(need *search.Need) string {
	var written struct{ Text string }
	err := s.answer(tasks[queryTask], need, textSchema, &written)
	if words := strings.Fields(written.Text); err == nil && len(words) > 0 {
		return strings.Join(words[:min(mostQueryWords, len(words))], " ")
	}
	return keywords(s.opening, need)
}

// mostQueryWords bounds a query: the paper's longest have 45 letters.
const mostQueryWords = 30

// The schemas of what the model writes.
const (
	textSchema       = `{"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}}}`
	conditionsSchema = `{"type": "object", "required": ["conditions"], "properties": {"conditions": {"type": "array", "items": {"type": "object",
		"required": ["key"], "properties": {"key": {"type": "string"}, "values": {"type": "array", "items": {"type": "string"}}, "not": {"type": "boolean"},
		"range": {"type": "object", "properties": {"low": {"type": "number"}, "high": {"type": "number"}}}}}}}}`
	questionsSchema = `{"type": "object", "required": ["questions"], "properties": {"questions": {"type": "array", "items": {"type": "object",
		"required": ["aspect", "options"], "properties": {"aspect": {"type": "string"}, "options": {"type": "array", "items": {"type": "string"}}}}}}}`
)

// ask is a [clarify.PolicyFunc]: it asks what the model chooses.
func (s *statistics) ask(x *clarify.Situation) []clarify.Question {
	var answer struct {
		Questions []struct {
			Aspect  string
			Options []string
		}
	}
	task := fmt.Sprintf("%s\nAsk %d questions of at most %d options.", tasks[askTask], x.Batch, x.Options)
	err := s.answer(task, &s.turn.Need, questionsSchema, &answer, [2]string{"statistics", analyse(s.turn.Scope.Shelf, x.Weights)})
	var out []clarify.Question
	asked := func(f *clarify.Field) bool {
		return slices.ContainsFunc(out, func(q clarify.Question) bool { return q.Field == f })
	}
	if err == nil {
		for _, q := range answer.Questions {
			i := slices.IndexFunc(x.Fields, func(f *clarify.Field) bool { return f.Key == q.Aspect })
			if i < 0 || asked(x.Fields[i]) || len(out) == x.Batch {
				continue
			}
			if options := s.options(x, x.Fields[i], q.Options); len(options) > 1 {
				out = append(out, clarify.Question{Field: x.Fields[i], Options: options})
			}
		}
	}
	for _, q := range productAgent(x) {
		if len(out) < x.Batch && !asked(q.Field) {
			out = append(out, q)
		}
	}
	return out
}

// options are those that are values of the field. Prices are asked about in the clerk's
// own ranges, of which the model may choose none.
func (s *statistics) options(x *clarify.Situation, f *clarify.Field, labels []string) []clarify.Option {
	column := s.turn.Scope.Shelf.Column(f.Key)
	_, shown := askedBefore(x, f.Key)
	if f.Continuous {
		return commonest(f, x.Weights, x.Options, shown)
	}
	var out []clarify.Option
	for _, label := range labels {
		code := slices.IndexFunc(column.Values, func(v catalog.Value) bool { return catalog.Same(v.Text, strings.TrimSpace(label)) })
		taken := func(o clarify.Option) bool { return covers(f, o, uint32(code)) }
		if code < 0 || len(out) == x.Options || slices.ContainsFunc(out, taken) || slices.ContainsFunc(shown, taken) {
			continue
		}
		out = append(out, single(f, uint32(code)))
	}
	return out
}
