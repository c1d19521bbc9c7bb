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
	"slices"
	"testing"
)

var update = flag.Bool("update", false, "make the scores found those that are expected")

const expected = "../../../../data/bench/expected-tools.json"

// tolerance is how far a score may move unnoticed: by one conversation of the
// subset's fifteen of a split.
const tolerance = 0.07

// A small subset scores what is expected.
func TestExpectedScores(t *testing.T) {
	r, err := Run(context.Background(), &Setting{Cases: 3, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]map[string]float64{}
	for name, splits := range r.Figures() {
		for split, all := range splits {
			kept := map[string]float64{}
			for _, key := range []string{"coverage", "tool match", "parameter match", "questions", "named"} {
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
	text, err := os.ReadFile(expected)
	if err != nil {
		t.Fatal(err)
	}
	var want map[string]map[string]float64
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	if g, w := slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)); !slices.Equal(g, w) {
		t.Fatalf("conditions are %v, want %v; accept them with -update", g, w)
	}
	for name, scores := range want {
		for key, w := range scores {
			if g, ok := got[name][key]; !ok || math.Abs(g-w) > tolerance {
				t.Errorf("%s: %s is %v, want %v within %v; accept it with -update", name, key, g, w, tolerance)
			}
		}
	}
}

// The report is the same bytes on any number of processors.
func TestSameBytes(t *testing.T) {
	report := func(processors int) string {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
		r, err := Run(context.Background(), &Setting{Cases: 2, Seed: 9, Vague: 0.3, Only: "trading"})
		if err != nil {
			t.Fatal(err)
		}
		d, err := r.Document()
		if err != nil {
			t.Fatal(err)
		}
		return d.Markdown()
	}
	if one, two := report(1), report(2); one != two {
		t.Errorf("one processor:\n%s\ntwo:\n%s", one, two)
	}
}

// A run that is called off says so, and a domain that is not there too.
func TestRunFaults(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Run(ctx, &Setting{Cases: 1, Only: "files"}); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	if _, err := Run(context.Background(), &Setting{Cases: 1, Only: "kitchen"}); err == nil {
		t.Error("a domain that is not there is run")
	}
	for _, s := range []Setting{{Cases: 0}, {Cases: 1, Vague: 1.5}, {Cases: 1, Vague: math.NaN()}} {
		if s.Validate() == nil {
			t.Errorf("%+v is taken", s)
		}
	}
}
