package experiment

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"shopclerk/data"
)

// tiny is a plan with every kind of experiment on a set that is made in half a second,
// and a set whose feed nobody has.
var tiny = fstest.MapFS{
	"sets.json": {Data: []byte(`[
		{"name": "small", "title": "a small set", "per_category": 30, "seed": 1},
		{"name": "away", "title": "a set from far away", "files": "pc-parts/*.jsonl", "seed": 1}]`)},
	"experiments.json": {Data: []byte(`[
		{"name": "turns", "title": "Turns", "kind": "turns", "command": "talk", "flags": "--shoppers 5 --turns 3", "reference": "joint", "tolerance": 0.01,
		 "every_policy": true, "sets": [{"set": "small"}, {"set": "away"}],
		 "variants": [{"name": "joint", "goals": [{"turn": 2, "measure": "hit@10", "least": 0.9}]},
			{"name": "careless", "flags": "--wrong 0.3 --skip 0.3"},
			{"name": "vector", "flags": "--statistics vector"}, {"name": "random items", "flags": "--statistics random"},
			{"name": "lexical", "flags": "--statistics lexical"}, {"name": "blind", "flags": "--statistics none"},
			{"name": "productagent", "flags": "--policy productagent --statistics sql --lists lexical", "list": "lexical"}]},
		{"name": "goals", "title": "Goals", "kind": "goals", "command": "talk", "flags": "--shoppers 5 --turns 3", "sets": [{"set": "small"}],
		 "variants": [{"name": "ours", "goals": [{"turn": 2, "measure": "mrr@10", "least": 0.9}, {"turn": 1, "measure": "hit@10", "least": 0.99}]},
			{"name": "oracle", "flags": "--policy oracle", "ceiling": true}]},
		{"name": "lists", "title": "Lists", "kind": "lists", "command": "talk", "sets": [{"set": "small", "flags": "--shoppers 5 --turns 3"}],
		 "flags": "--opening query --lists lexical,vector,fused", "variants": [{"name": "joint"}]},
		{"name": "trivial", "title": "Trivial", "kind": "trivial", "command": "talk", "flags": "--shoppers 5 --turns 3 --probe", "sets": [{"set": "small"}], "variants": [{"name": "joint"}]},
		{"name": "again", "title": "Again", "kind": "again", "command": "talk", "flags": "--shoppers 5 --turns 3", "sets": [{"set": "small"}], "variants": [{"name": "joint"}, {"name": "none", "flags": "--policy none"}]},
		{"name": "aspects", "title": "Aspects", "kind": "aspects", "command": "talk", "flags": "--shoppers 5 --turns 3", "sets": [{"set": "small"}], "variants": [{"name": "joint"}]},
		{"name": "search", "title": "Search", "kind": "search", "command": "search", "flags": "--sample 20", "sets": [{"set": "small"}], "variants": [{"name": "queries"}]},
		{"name": "judged", "title": "Judged", "kind": "judged", "command": "search", "flags": "--queries small/judgments.csv", "sets": [{"set": "small"}], "variants": [{"name": "judgments"}]}
	]`)},
}

func load(t *testing.T) *Plan {
	t.Helper()
	p, err := Load(tiny)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// One seed, one report, on one processor and on two.
func TestSameBytesOnOneProcessorAndOnTwo(t *testing.T) {
	p, sets, feeds := load(t), t.TempDir(), t.TempDir()
	if err := os.Mkdir(filepath.Join(feeds, "small"), 0o755); err != nil {
		t.Fatal(err)
	}
	const judgments = "query,product_id,grade\ncoffee maker,cm-000001,3\ncoffee maker,cm-000002,0\nnothing at all,cm-000003,0\n"
	if err := os.WriteFile(filepath.Join(feeds, "small", "judgments.csv"), []byte(judgments), 0o644); err != nil {
		t.Fatal(err)
	}
	write := func(processors int) (markdown, page string) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
		err := p.Run(context.Background(), Runner{Sets: sets, Feeds: feeds, Chose: func(*Condition) bool { return true }, Report: func(string, int, int) {}})
		if err != nil {
			t.Fatal(err)
		}
		d := p.Report()
		if page, err = d.HTML(); err != nil {
			t.Fatal(err)
		}
		return d.Markdown(), page
	}
	markdown1, page1 := write(1)
	markdown2, page2 := write(2)
	if diff := cmp.Diff(strings.Split(markdown1, "\n"), strings.Split(markdown2, "\n")); diff != "" {
		t.Errorf("Markdown (-one processor +two):\n%s", diff)
	}
	if page1 != page2 {
		t.Error("the pages differ")
	}
	for _, forbidden := range []string{"<script", "src=", "url(", "@import", "http:", "https:", "<link"} {
		if strings.Contains(page1, forbidden) {
			t.Errorf("the page has %q, and is to need nothing else and run nothing", forbidden)
		}
	}
	for _, want := range []string{
		"Left out: away (a set from far away).",
		"## Turns", "## Goals", "## Lists", "## Trivial", "## Again", "## Aspects", "## Search", "## Judged",
		"Queries left out because nothing is relevant to them: 1.",
		"bench talk --data SETS/small --shoppers 5 --turns 3 --statistics vector",
	} {
		if !strings.Contains(markdown1, want) {
			t.Errorf("the report does not say %q", want)
		}
	}
}

func TestComparing(t *testing.T) {
	p := load(t)
	err := p.Run(context.Background(), Runner{Sets: t.TempDir(), Chose: func(c *Condition) bool { return c.Experiment.Name == "turns" }, Report: func(string, int, int) {}})
	if err != nil {
		t.Fatal(err)
	}
	expected := Expected{"long/gone/condition": Scores{"hit@10": {1}}}
	if moved := p.Compare(expected); len(moved) == 0 || !strings.Contains(moved[0], "no score is expected") {
		t.Errorf("conditions nobody expects pass: %v", moved)
	}
	p.Accept(expected)
	if _, ok := expected["long/gone/condition"]; ok {
		t.Error("what is no more is still expected")
	}
	if moved := p.Compare(expected); moved != nil {
		t.Errorf("what was accepted is not expected: %v", moved)
	}
	again, err := LoadExpected(fstest.MapFS{"expected.json": {Data: []byte(expected.String())}})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(expected, again); diff != "" {
		t.Errorf("written and read (-want +got):\n%s", diff)
	}
	hit := expected["turns/small/joint"]["hit@10"]
	hit[len(hit)-1] -= 0.02
	if moved := p.Compare(expected); len(moved) != 1 || !strings.Contains(moved[0], "turns/small/joint: hit@10") {
		t.Errorf("a score off by twice its tolerance gives %v", moved)
	}
}

func TestPlansThatCannotRun(t *testing.T) {
	for _, tc := range []struct{ name, experiment, want string }{
		{"an unknown kind", `{"name": "x", "kind": "pie"}`, `no kind "pie"`},
		{"an unknown set", `{"name": "x", "kind": "turns", "command": "talk", "sets": [{"set": "moon"}]}`, `no set "moon"`},
		{"an unknown command", `{"name": "x", "kind": "turns", "command": "sing", "sets": [{"set": "small"}], "variants": [{"name": "a"}]}`, "sing"},
		{"an unknown flag", `{"name": "x", "kind": "turns", "command": "talk", "sets": [{"set": "small"}], "variants": [{"name": "a", "flags": "--loud"}]}`, "--loud"},
		{"an unknown policy", `{"name": "x", "kind": "turns", "command": "talk", "sets": [{"set": "small"}], "variants": [{"name": "a", "flags": "--policy dice"}]}`, `"dice"`},
		{"a list that is not made", `{"name": "x", "kind": "turns", "command": "talk", "sets": [{"set": "small"}], "variants": [{"name": "a", "list": "lexical"}]}`, "not among --lists"},
		{"an unknown field", `{"nam": "x"}`, "nam"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := Load(fstest.MapFS{"sets.json": tiny["sets.json"], "experiments.json": {Data: []byte("[" + tc.experiment + "]")}})
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want an error with %q", err, tc.want)
			}
		})
	}
}

// The plan that ships can run, and holds every condition by one name.
func TestShippedPlan(t *testing.T) {
	p, err := Load(data.Bench())
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, c := range p.Conditions {
		if seen[c.Name()] {
			t.Errorf("two conditions are called %s", c.Name())
		}
		seen[c.Name()] = true
		if c.Experiment.Tolerance <= 0 {
			t.Errorf("%s has no tolerance", c.Experiment.Name)
		}
	}
}
