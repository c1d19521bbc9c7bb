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
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "make the scores found those that are expected")

const expected = "../../../../data/bench/expected-tools.json"

// expectations are what the small subset scores. A tolerance is how far a score may
// move unnoticed, by the wording: one conversation of a split's fifteen in plain
// words, of its ten in the others.
type expectations struct {
	Tolerance map[Wording]float64
	Scores    map[string]map[string]float64 // by wording/split/strategy, by name
}

// A small subset scores what is expected: every strategy in plain words, ours in the
// others.
func TestExpectedScores(t *testing.T) {
	text, err := os.ReadFile(expected)
	if err != nil {
		t.Fatal(err)
	}
	var want expectations
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	got := map[string]map[string]float64{}
	for _, w := range Wordings() {
		set := &Setting{Cases: 3, Seed: 1, Wording: w}
		if w != Plain {
			set.Cases, set.Brief = 2, true
		}
		r, err := Run(context.Background(), set)
		if err != nil {
			t.Fatal(err)
		}
		for name, splits := range r.Figures() {
			if w != Plain && name != Ours {
				continue
			}
			for split, all := range splits {
				kept := map[string]float64{}
				for _, key := range []string{"coverage", "tool match", "parameter match", "questions", "named"} {
					if f, ok := all[key]; ok {
						kept[key] = math.Round(f*1000) / 1000
					}
				}
				got[string(w)+"/"+split+"/"+name] = kept
			}
		}
	}
	trials, err := Try(context.Background(), &Setting{Cases: 3, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, trial := range trials {
		for name, scores := range trial.Scores() {
			if !trial.Whole && name != Ours {
				continue
			}
			for key, f := range scores {
				scores[key] = math.Round(f*1000) / 1000
			}
			got["proposer/"+trial.Name+"/"+name] = scores
		}
	}
	if *update {
		want.Scores = got
		text, err := json.MarshalIndent(want, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(expected, append(text, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if g, w := slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want.Scores)); !slices.Equal(g, w) {
		t.Fatalf("conditions are %v, want %v; accept them with -update", g, w)
	}
	for name, scores := range want.Scores {
		wording, _, _ := strings.Cut(name, "/")
		within := want.Tolerance[Wording(wording)]
		for key, w := range scores {
			if g, ok := got[name][key]; !ok || math.Abs(g-w) > within+1e-9 {
				t.Errorf("%s: %s is %v, want %v within %v; accept it with -update", name, key, g, w, within)
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
		return r.Document().Markdown()
	}
	if one, two := report(1), report(2); one != two {
		t.Errorf("one processor:\n%s\ntwo:\n%s", one, two)
	}
}

// An agent that is played beside the strategies meets what they meet.
func TestExtra(t *testing.T) {
	all := Strategies(false)
	ours := all[len(all)-1]
	r, err := Run(context.Background(), &Setting{Cases: 2, Seed: 1, Only: "travel", Brief: true, Extra: Strategy{Name: "again", Agent: deciding(ours.Rule)}})
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
	if _, err := Run(context.Background(), &Setting{Cases: 1, Wording: "poetic"}); err == nil {
		t.Error("a wording that is not there is spoken")
	}
	for _, s := range []Setting{{Cases: 0}, {Cases: 1, Vague: 1.5}, {Cases: 1, Vague: math.NaN()}} {
		if s.Validate() == nil {
			t.Errorf("%+v is taken", s)
		}
	}
}
