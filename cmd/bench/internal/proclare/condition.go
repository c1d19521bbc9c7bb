package proclare

import (
	"fmt"
	"slices"
	"strings"

	"shopclerk/agent/clarify"
	"shopclerk/agent/shopper"
)

// Talk is a condition of the conversational setting. Its tags are those of the
// command line: a condition is its flags.
type Talk struct {
	Shoppers  int `default:"500" help:"Number of simulated shoppers."`
	Turns     int `default:"5" help:"Turns after the opening."`
	Questions int `default:"3" help:"Questions a turn."`
	Options   int `default:"5" help:"Options a question."`

	Policy     string             `default:"joint" enum:"${policies}" help:"How questions are chosen: ${enum}."`
	Set        map[string]float64 `mapsep:"," placeholder:"NAME=VALUE" help:"Settings of the policy, with their defaults: ${settings}."`
	Statistics string             `default:"belief" enum:"${sources}" help:"What questions are chosen on: ${enum}."`
	Lists      []string           `default:"" enum:"${lists}" placeholder:"NAME,..." help:"Lists to score beside the clerk's, made by a query of the answers' words: ${enum}."`
	Probe      bool               `help:"Count the attribute queries that find nothing."`

	Opening string  `default:"category" enum:"category,query" help:"What the shopper says first: the category's name, or a query made of the product."`
	Degree  string  `default:"reworded" enum:"${degrees}" help:"How far an opening query is from the product's words: ${enum}."`
	Wrong   float64 `default:"0" help:"Probability that an answer is a random option."`
	Skip    float64 `default:"0" help:"Probability that a question is not answered."`
	Terse   bool    `help:"Shoppers tick one option at most."`
	Person  string  `default:"" enum:",phone,desktop" help:"Let people talk who know, read and put up with what people do, at that screen; found is what they find before leaving."`
	Seed    uint64  `default:"1" help:"Seed of targets, answers and the random policy."`
}

// OpenQuery is a Talk's Opening by a query made of the product.
const OpenQuery = "query"

// The policies that only the evaluation has.
const (
	policyProductAgent = "productagent"
	policyOracle       = "oracle"
)

// Policies lists what Talk.Policy may be, sorted.
func Policies() []string {
	return slices.Sorted(slices.Values(append(clarify.Policies(), policyProductAgent, ModelPolicy, policyOracle)))
}

// Validate reports numbers that make no condition.
func (t *Talk) Validate() error {
	if t.Shoppers < 1 || t.Turns < 0 || t.Questions < 1 || t.Options < 2 || t.Options > clarify.MaxOptions {
		return fmt.Errorf("shoppers and questions are at least 1, turns at least 0 and options 2 to %d", clarify.MaxOptions)
	}
	return nil
}

// Search is a condition of the traditional setting. Its tags are those of the
// command line.
type Search struct {
	Queries string   `placeholder:"FILE" help:"Judgments: CSV of query,product_id,grade. Without it queries are synthesised from sampled products."`
	Sample  int      `default:"400" help:"Products to synthesise queries from, spread evenly over the categories, for each degree of paraphrase."`
	Degrees []string `default:"${degrees}" enum:"${degrees}" help:"Degrees of paraphrase (default: all): ${enum}."`
	Typos   bool     `help:"Mistype every query: one random edit in one word of four letters or more."`
	Joined  bool     `help:"Leave out one space of every query that has one; queries of one word are left out."`
	Seed    uint64   `default:"1" help:"Seed of the sample, of typing errors and of the intervals."`
}

// typed returns a query as the condition's shopper types it.
func (s *Search) typed(query string) string {
	if s.Joined {
		query = join(query, s.Seed)
	}
	if s.Typos {
		query = mistype(query, s.Seed)
	}
	return query
}

// Validate reports a sample of nothing.
func (s *Search) Validate() error {
	if s.Sample < 1 {
		return fmt.Errorf("a sample of %d products is none", s.Sample)
	}
	return nil
}

// Vars are what the tags' ${…} stand for.
func Vars() map[string]string {
	var degrees, settings []string
	for _, d := range shopper.Degrees() {
		degrees = append(degrees, string(d))
	}
	for _, name := range clarify.Policies() {
		for _, s := range clarify.Settings(name) {
			settings = append(settings, fmt.Sprintf("%s %s=%v", name, s.Name, s.Value))
		}
	}
	return map[string]string{
		"settings": strings.Join(settings, ", "),
		"policies": strings.Join(Policies(), ","),
		"sources":  strings.Join([]string{FromBelief, FromSQL, Lexical, Vector, FromRandom, FromNothing}, ","),
		"lists":    strings.Join(Lists(), ","),
		"degrees":  strings.Join(degrees, ","),
	}
}
