package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/google/go-cmp/cmp"

	"shopclerk/cmd/bench/internal/proclare"
)

// --out is checked before the run begins.
func TestResultsNeedAFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	r := results{Sets: t.TempDir(), Out: filepath.Join(file, "out")}
	if err := r.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "--out") {
		t.Errorf("got %v", err)
	}
}

// The JSON of the commands is a contract with whoever reads it: the same figures are the
// same bytes, so that no time is among them.
func TestJSONKeys(t *testing.T) {
	keys := func(v any) []string {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		var m map[string]json.RawMessage
		if err := json.Unmarshal(text, &m); err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, k := range []string{"policy", "shoppers", "hit@10", "mrr@10", "ci95", "questions", "turn_ms", "ndcg@10", "recall@100"} {
			if _, ok := m[k]; ok {
				out = append(out, k)
			}
		}
		return out
	}
	want := []string{"policy", "shoppers", "hit@10", "mrr@10", "ci95", "questions"}
	if diff := cmp.Diff(want, keys(&proclare.Summary{Talk: &proclare.Talk{}, Times: proclare.Times{P50: 1}})); diff != "" {
		t.Errorf("talk (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"hit@10", "mrr@10", "ndcg@10", "recall@100"}, keys(proclare.Score{proclare.NDCG: {}, proclare.Hit: {}, proclare.MRR: {}, proclare.Recall: {}})); diff != "" {
		t.Errorf("search (-want +got):\n%s", diff)
	}
}

// The flags that the design promises parse, into the condition they name.
func TestTalkFlags(t *testing.T) {
	var c struct {
		Talk talk `cmd:""`
	}
	k, err := kong.New(&c, kong.Vars(proclare.Vars()))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if _, err := k.Parse([]string{"talk", "--data", dir, "--shoppers", "7", "--policy", "oracle", "--wrong", "0.1", "--skip", "0.2",
		"--opening", "query", "--set", "sure=0.9", "--set", "cost=0.1", "--lists", "lexical,vector", "--json"}); err != nil {
		t.Fatal(err)
	}
	want := proclare.Talk{Shoppers: 7, Turns: 5, Questions: 3, Options: 5, Policy: "oracle", Statistics: "belief", Opening: "query", Degree: "vague",
		Wrong: 0.1, Skip: 0.2, Seed: 1, Lists: []string{"lexical", "vector"}, Set: map[string]float64{"sure": 0.9, "cost": 0.1}}
	if diff := cmp.Diff(want, c.Talk.Talk); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A run of the tools' evaluation writes its report.
func TestToolsCommand(t *testing.T) {
	var c struct {
		Tools called `cmd:""`
	}
	k, err := kong.New(&c, kong.Vars(proclare.Vars()))
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "TOOLS.md")
	if _, err := k.Parse([]string{"tools", "--cases", "1", "--out", out}); err != nil {
		t.Fatal(err)
	}
	if err := c.Tools.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "## Ambiguous requests") {
		t.Errorf("the report is\n%s", text)
	}
}
