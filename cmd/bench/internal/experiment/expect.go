package experiment

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"slices"
	"strings"

	"shopclerk/cmd/bench/internal/proclare"
	"shopclerk/search/metric"
)

// Scores are a condition's by name: hit@10 and mrr@10 by turn for conversations, found for
// those of people; "degree retriever" with HIT@10, MRR@10 and nDCG@10 for queries.
type Scores map[string][]float64

// Expected holds the scores by the conditions' names.
type Expected map[string]Scores

// LoadExpected reads expected.json; none when there is none.
func LoadExpected(files fs.FS) (Expected, error) {
	out := Expected{}
	if err := read(files, "expected.json", &out); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return out, nil
}

// String is the text of the file: a line a condition, sorted, so that a change shows which
// scores moved.
func (e Expected) String() string {
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(e)) {
		scores, _ := json.Marshal(e[name]) // of numbers
		lines = append(lines, fmt.Sprintf("  %q: %s", name, scores))
	}
	return "{\n" + strings.Join(lines, ",\n") + "\n}\n"
}

// scores returns what is held to expectation, to three decimals.
func (r *Results) scores(c *Condition) Scores {
	f, out := r.Found[c], Scores{}
	add := func(name string, all ...metric.Interval) {
		for _, i := range all {
			out[name] = append(out[name], math.Round(i.Mean*1000)/1000)
		}
	}
	switch {
	case c.Search != nil:
		for _, a := range f.Answers {
			for name, s := range a.Scores {
				add(a.Title+" "+name, s[proclare.Hit], s[proclare.MRR], s[proclare.NDCG])
			}
		}
	case c.Talk.Person != "":
		add("found", f.Summary.Found)
	default:
		curve := f.Summary.Lists[c.list()]
		add(proclare.Hit, curve.Hit...)
		add(proclare.MRR, curve.MRR...)
	}
	return out
}

// Accept makes the findings the expectation of the conditions that ran, and drops
// those of conditions that are no more.
func (r *Results) Accept(e Expected) {
	known := map[string]bool{}
	for _, c := range r.Plan.Conditions {
		known[c.Name()] = true
		if r.Found[c] != nil {
			e[c.Name()] = r.scores(c)
		}
	}
	maps.DeleteFunc(e, func(name string, _ Scores) bool { return !known[name] })
}

// Compare returns, in words, every score that left its tolerance, in the order of
// the plan. A condition without expectation is one.
func (r *Results) Compare(e Expected) []string {
	var out []string
	for _, c := range r.Plan.Conditions {
		if r.Found[c] == nil {
			continue
		}
		got, want := r.scores(c), e[c.Name()]
		if want == nil {
			out = append(out, c.Name()+": no score is expected; accept what was found")
		}
		within := func(got, want float64) bool { return math.Abs(got-want) <= c.Experiment.Tolerance+1e-9 }
		for _, name := range slices.Sorted(maps.Keys(want)) {
			if !slices.EqualFunc(got[name], want[name], within) {
				out = append(out, fmt.Sprintf("%s: %s %v, want %v within %v", c.Name(), name, got[name], want[name], c.Experiment.Tolerance))
			}
		}
	}
	return out
}
