package main

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"shopclerk/catalog/demo"
	"shopclerk/search/index"
)

// expected is a condition of data/bench: what a run must find, and how far it may
// be off.
type expected struct {
	PerCategory int     `json:"per_category"`
	Shoppers    int     `json:"shoppers"`
	Turns       int     `json:"turns"`
	Questions   int     `json:"questions"`
	Options     int     `json:"options"`
	Seed        uint64  `json:"seed"`
	Tolerance   float64 `json:"tolerance"`
	Policies    []run   `json:"policies"`
}

type run struct {
	Policy string    `json:"policy"`
	Wrong  float64   `json:"wrong"`
	Skip   float64   `json:"skip"`
	Hit    []float64 `json:"hit@10"`
}

// TestTalkOnDemo holds the quick conversations on a small demonstration shop to
// the scores that stand in data/bench.
func TestTalkOnDemo(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "data", "bench", "demo-talk.json"))
	if err != nil {
		t.Fatal(err)
	}
	var want expected
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	dir := t.TempDir()
	if _, err := index.Build(ctx, dir, index.FromSeq(demo.Records(1, want.PerCategory)), index.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, w := range want.Policies {
		t.Run(w.Policy, func(t *testing.T) {
			command := talk{Data: dir, Shoppers: want.Shoppers, Turns: want.Turns, Questions: want.Questions, Options: want.Options,
				Policy: w.Policy, Wrong: w.Wrong, Skip: w.Skip, Seed: want.Seed}
			got, err := command.result(ctx)
			if err != nil {
				t.Fatal(err)
			}
			for turn := range w.Hit {
				if math.Abs(got.Hit[turn]-w.Hit[turn]) > want.Tolerance {
					t.Errorf("wrong %v, skip %v: HIT@10 %.3f, want %.3f within %.3f", w.Wrong, w.Skip, got.Hit, w.Hit, want.Tolerance)
					break
				}
			}
		})
	}
}
