package experiment

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"slices"

	"shopclerk/cmd/bench/internal/proclare"
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

// Marshal writes the file: a line a condition, sorted, so that a change shows which
// scores moved.
func (e Expected) Marshal() ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("{")
	for i, name := range slices.Sorted(maps.Keys(e)) {
		if i > 0 {
			b.WriteString(",")
		}
		scores, err := json.Marshal(e[name])
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "\n  %q: %s", name, scores)
	}
	b.WriteString("\n}\n")
	return b.Bytes(), nil
}

// scores returns what is held to expectation.
func (r *Results) scores(c *Condition) Scores {
	f := r.Of(c)
	out := Scores{}
	if f.Summary != nil && c.Talk.Person != "" {
		out["found"] = []float64{rounded(f.Summary.Found.Mean)}
		return out
	}
	if f.Summary != nil {
		curve := f.Summary.Lists[c.list()]
		for t := range curve.Hit {
			out["hit@10"] = append(out["hit@10"], rounded(curve.Hit[t].Mean))
			out["mrr@10"] = append(out["mrr@10"], rounded(curve.MRR[t].Mean))
		}
		return out
	}
	for _, a := range f.Answers {
		for _, name := range proclare.Retrievers() {
			s := a.Scores[name]
			out[a.Title+" "+name] = []float64{rounded(s[proclare.Hit].Mean), rounded(s[proclare.MRR].Mean), rounded(s[proclare.NDCG].Mean)}
		}
	}
	return out
}

func rounded(f float64) float64 { return math.Round(f*1000) / 1000 }

// Accept makes the findings the expectation of the conditions that ran, and drops
// those of conditions that are no more.
func (r *Results) Accept(e Expected) {
	known := map[string]bool{}
	for _, c := range r.Plan.Conditions {
		known[c.Name()] = true
		if r.Of(c) != nil {
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
		if r.Of(c) == nil {
			continue
		}
		want, ok := e[c.Name()]
		if !ok {
			out = append(out, c.Name()+": no score is expected; accept what was found")
			continue
		}
		got := r.scores(c)
		for _, name := range slices.Sorted(maps.Keys(want)) {
			if !within(got[name], want[name], c.Experiment.Tolerance) {
				out = append(out, fmt.Sprintf("%s: %s %v, want %v within %v", c.Name(), name, got[name], want[name], c.Experiment.Tolerance))
			}
		}
	}
	return out
}

func within(got, want []float64, tolerance float64) bool {
	if len(got) != len(want) {
		return false
	}
	for i := range got {
		if math.Abs(got[i]-want[i]) > tolerance+1e-9 {
			return false
		}
	}
	return true
}
