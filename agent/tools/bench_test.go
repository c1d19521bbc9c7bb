package tools

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// manyCalls is how many candidate calls a question is chosen over.
const manyCalls = 1000

// travel is a tool as large as those of ClarifyBench: six parameters, of which four
// have listed values.
func travel() Tool {
	of := func(n int, name string) Domain {
		d := Choice()
		for i := range n {
			d.Values = append(d.Values, Value{Of: fmt.Sprintf("%s %d", name, i)})
		}
		return d
	}
	return Tool{Name: "book_flight", Purpose: "Books a flight.", Effect: Irreversible, Parameters: []Parameter{
		{Name: "travel_from", Required: true, Importance: 0.9, Domain: of(25, "airport")},
		{Name: "travel_to", Required: true, Importance: 0.9, Domain: of(25, "airport")},
		{Name: "travel_class", Required: true, Importance: 0.8, Domain: oneOf("economy", "business", "first")},
		{Name: "card_id", Required: true, Importance: 0.9, Domain: of(4, "card")},
		{Name: "travel_date", Required: true, Importance: 0.9, Domain: Domain{Kind: Date}},
		{Name: "seats", Domain: Whole(1, 9)},
	}}
}

// proposals are complete and incomplete calls at random, no two alike.
func proposals(t *Tool, n int) []Proposal {
	r := rand.New(rand.NewPCG(1, 2))
	out := make([]Proposal, n)
	for i := range out {
		c := Call{Tool: t.Name, Arguments: Arguments{"seats": float64(1 + i%9), "travel_date": fmt.Sprintf("2026-%02d-%02d", 1+i%12, 1+i/12%28)}}
		for _, p := range t.Parameters[:4] {
			c.Arguments[p.Name] = p.Domain.Values[r.IntN(len(p.Domain.Values))].Of
		}
		out[i] = Proposal{Call: c, Weight: r.Float64()}
	}
	return out
}

// BenchmarkDecide reads the candidate calls, weighs them and chooses a question:
// all that a decision takes. It reports the slowest of a hundred as p99.
func BenchmarkDecide(b *testing.B) {
	tool := travel()
	k, err := New(tool)
	if err != nil {
		b.Fatal(err)
	}
	task := Task{Candidates: proposals(&tool, manyCalls), Words: "book a flight from airport 3 to airport 7 in economy for 2 seats with card 1"}
	for _, name := range []string{"joint", "sage", "argus", "entropy"} {
		b.Run(name, func(b *testing.B) {
			r := rule(b, name)
			r.Ground = name == "joint"
			if d, err := k.Decide(task, r); err != nil || d.Do != Ask {
				b.Fatalf("%s (%v)", d.Do, err)
			}
			var took []time.Duration
			b.ReportAllocs()
			for b.Loop() {
				start := time.Now()
				if _, err := k.Decide(task, r); err != nil {
					b.Fatal(err)
				}
				took = append(took, time.Since(start))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
		})
	}
}
