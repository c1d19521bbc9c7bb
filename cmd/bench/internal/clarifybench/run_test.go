package clarifybench

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"maps"
	"math"
	"os"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "make the scores found those that are expected")

const expected = "../../../../data/bench/expected-tools.json"

// expectations are what the small subset scores: exactly, since nothing here is random
// beyond the seed.
type expectations map[string]map[string]float64 // by split/strategy, by name

// A small subset scores what is expected.
func TestExpectedScores(t *testing.T) {
	text, err := os.ReadFile(expected)
	if err != nil {
		t.Fatal(err)
	}
	var want expectations
	if err := json.Unmarshal(text, &want); err != nil && !*update {
		t.Fatal(err)
	}
	r, err := Run(context.Background(), &Setting{Cases: 3})
	if err != nil {
		t.Fatal(err)
	}
	got := expectations{}
	for name, splits := range r.Figures() {
		for split, all := range splits {
			kept := map[string]float64{}
			for _, key := range []string{"coverage", "tool match", "parameter match", "questions", "wrong", "named"} {
				if f, ok := all[key]; ok {
					kept[key] = math.Round(f*1000) / 1000
				}
			}
			got[split+"/"+name] = kept
		}
	}
	if *update {
		text, err := json.MarshalIndent(got, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(expected, append(text, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got), accept it with -update:\n%s", diff)
	}
}

// The report is the same bytes on any number of processors.
func TestSameBytes(t *testing.T) {
	report := func(processors int) string {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
		r, err := Run(context.Background(), &Setting{Cases: 2})
		if err != nil {
			t.Fatal(err)
		}
		return r.Document().Markdown()
	}
	if one, two := report(1), report(2); one != two {
		t.Errorf("one processor:\n%s\ntwo:\n%s", one, two)
	}
}

// An agent that is played beside the strategies meets what they meet.
func TestExtra(t *testing.T) {
	r, err := Run(context.Background(), &Setting{Cases: 2, Extra: Strategy{Name: "again", Agent: deciding(ruled(Ours, nil)), Pooled: true}})
	if err != nil {
		t.Fatal(err)
	}
	figures := r.Figures()
	for split, want := range figures[Ours] {
		if got := figures["again"][split]; !maps.Equal(got, want) {
			t.Errorf("%s: %v, want %v", split, got, want)
		}
	}
}

// A run that is called off says so.
func TestRunFaults(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Run(ctx, &Setting{Cases: 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	if (&Setting{}).Validate() == nil {
		t.Error("no cases are taken")
	}
}
