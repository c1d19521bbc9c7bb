package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/llm"
	"shopclerk/agent/llm/llmtest"
	"shopclerk/agent/store/storetest"
	"shopclerk/catalog"
	"shopclerk/catalog/demo"
	"shopclerk/cmd/bench/internal/proclare"
	"shopclerk/search/index"
	"shopclerk/search/metric"
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
	if diff := cmp.Diff(want, keys(&proclare.Summary{Talk: &proclare.Talk{}, Whole: proclare.Score{proclare.Questions: {}}, Turns: proclare.Turns{proclare.Hit: {}, proclare.MRR: {}}})); diff != "" {
		t.Errorf("talk (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"hit@10", "mrr@10", "ci95", "ndcg@10", "recall@100"}, keys(proclare.Score{proclare.NDCG: {}, proclare.Hit: {}, proclare.MRR: {}, proclare.Recall: {}})); diff != "" {
		t.Errorf("search (-want +got):\n%s", diff)
	}
}

func parse(t *testing.T, commands any, args ...string) {
	t.Helper()
	k, err := kong.New(commands, kong.Vars(proclare.Vars()))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := k.Parse(args); err != nil {
		t.Fatal(err)
	}
}

// The flags that the design promises parse, into the condition they name.
func TestTalkFlags(t *testing.T) {
	var c struct {
		Talk talk `cmd:""`
	}
	parse(t, &c, "talk", "--data", t.TempDir(), "--shoppers", "7", "--policy", "oracle", "--wrong", "0.1", "--skip", "0.2",
		"--opening", "query", "--set", "sure=0.9", "--set", "cost=0.1", "--lists", "lexical,vector", "--json")
	want := proclare.Talk{Shoppers: 7, Turns: 5, Questions: 3, Options: 5, Policy: "oracle", Statistics: "belief", Opening: "query",
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
	out := filepath.Join(t.TempDir(), "TOOLS.md")
	parse(t, &c, "tools", "--cases", "1", "--out", out)
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

// talks runs a condition, with a client of a scripted
// model; nil: without.
func talks(t *testing.T, shop *proclare.Shop, policy, statistics string, client *llm.Client) *proclare.Summary {
	t.Helper()
	shop.Model = client
	c := proclare.Talk{Shoppers: 12, Turns: 3, Questions: 3, Options: 5, Policy: policy, Statistics: statistics, Opening: "category", Seed: 1, Lists: []string{proclare.Lexical}}
	visits, err := shop.Talk(t.Context(), &c)
	if err != nil {
		t.Fatal(err)
	}
	return proclare.Summarise(&c, visits)
}

func scripted(t *testing.T, e *llmtest.Endpoint, cache string, cached bool) *llm.Client {
	t.Helper()
	c, err := llm.New(llm.Config{URL: e.URL, Model: "scripted", Concurrency: 1, Cache: cache, Cached: cached})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

var statisticsLine = regexp.MustCompile(`(?m)^(\w+) \([^|\n]*\): ([^|\n]+) \d+% \| ([^|\n]+) \d+% \|`)

// plays answers the tasks of ProductAgent: it asks about the last aspects, selects by the
// conditions, and searches for what was said first.
func plays(conditions string) llmtest.Play {
	return llmtest.By(func(asked llmtest.Asked) llmtest.Play {
		task, text := asked.Messages[0].Content, asked.Messages[1].Content
		switch {
		case strings.Contains(task, "conditions"):
			return llmtest.Says(fmt.Sprintf(`{"conditions":%s}`, conditions))
		case strings.Contains(task, "search box"):
			return llmtest.Says(`{"text":"the very best of all"}`)
		}
		var questions []string
		for _, m := range statisticsLine.FindAllStringSubmatch(text, -1) {
			questions = append([]string{fmt.Sprintf(`{"aspect":%q,"options":[%q,%q,"<UNK>","never seen"]}`, m[1], m[2], m[3])}, questions...)
		}
		return llmtest.Says(`{"questions":[{"aspect":"made_up","options":["a","b"]},` + strings.Join(questions, ",") + `]}`)
	})
}

func TestProductAgentWithAModel(t *testing.T) {
	dir := t.TempDir()
	if _, err := index.Build(t.Context(), dir, index.FromSeq(demo.Records(1, 20)), index.Options{}); err != nil {
		t.Fatal(err)
	}
	shop, err := proclare.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := shop.Close(); err != nil {
			t.Error(err)
		}
	}()
	alone := talks(t, shop, "productagent", proclare.FromSQL, nil)

	// without an answer it asks what ProductAgent without a model asks
	for name, play := range map[string]llmtest.Play{"refusal": llmtest.Refuses, "500": llmtest.Status(500), "words": llmtest.Says("Certainly!")} {
		got := talks(t, shop, "productagent-llm", proclare.FromBelief, scripted(t, llmtest.New(t, play), "", false))
		if asked := got.Whole[proclare.QueriesAsked]; asked.Mean == 0 || got.Whole[proclare.QueriesFailed] != asked {
			t.Errorf("%s: %+v", name, got.Whole)
		}
		if diff := cmp.Diff(alone.Turns, got.Turns); diff != "" {
			t.Errorf("%s (-without a model +with):\n%s", name, diff)
		}
	}

	for _, tc := range []struct {
		conditions                string
		invalid, trivial, relaxed bool
	}{
		{`[{"key":"price","range":{"low":0}}]`, false, false, false},
		{`[{"key":"shade","values":["red"]}]`, true, false, false},
		{`[{"key":"brand","range":{"low":0}}]`, true, false, false},
		{`[{"key":"price","range":{"low":0}},{"key":"brand","values":["octarine"]}]`, false, true, true},
		{`[{"key":"brand","values":["octarine"]}]`, false, true, false},
	} {
		got := talks(t, shop, "productagent-llm", proclare.FromBelief, scripted(t, llmtest.New(t, plays(tc.conditions)), "", false))
		asked := got.Whole[proclare.QueriesAsked]
		for name, yes := range map[string]bool{proclare.QueriesInvalid: tc.invalid, proclare.QueriesTrivial: tc.trivial, proclare.QueriesRelaxed: tc.relaxed} {
			want := metric.Interval{}
			if yes {
				want = asked
			}
			if got.Whole[name] != want || asked.Mean == 0 {
				t.Errorf("%s: %s %+v, want %+v", tc.conditions, name, got.Whole[name], want)
			}
		}
		if cmp.Equal(alone.Turns, got.Turns) {
			t.Errorf("%s: the model's questions change nothing", tc.conditions)
		}
	}

	// what was answered is answered again without the endpoint, byte for byte
	cache := filepath.Join(t.TempDir(), "answers.db")
	e := llmtest.New(t, plays(`[{"key":"price","range":{"low":0}}]`))
	first, err := json.Marshal(talks(t, shop, "productagent-llm", proclare.FromBelief, scripted(t, e, cache, false)))
	if err != nil {
		t.Fatal(err)
	}
	n := len(e.Asked())
	again, err := json.Marshal(talks(t, shop, "productagent-llm", proclare.FromBelief, scripted(t, e, cache, true)))
	if err != nil || string(first) != string(again) || n == 0 || len(e.Asked()) != n {
		t.Errorf("%v, asked %d times, then %d\n%s\n%s", err, n, len(e.Asked())-n, first, again)
	}
}

func lamps() []catalog.Product {
	var out []catalog.Product
	for i := range 40 {
		out = append(out, catalog.Product{Title: fmt.Sprintf("Oslo lamp model %d's \"best\"", i), Category: "Home > Lamps", Brand: "Lumen"})
	}
	return out
}

func TestTitleQueries(t *testing.T) {
	products := lamps()
	got := titleQueries(products, 100, 7)
	if !slices.Equal(got, titleQueries(products, 100, 7)) || slices.Equal(got, titleQueries(products, 100, 8)) {
		t.Error("queries depend on something beside the seed, or not on the seed")
	}
	for _, q := range got {
		n := len(strings.Fields(q))
		if n < 1 || n > 3 || !slices.ContainsFunc(products, func(p catalog.Product) bool { return strings.Contains(p.Title, q) }) {
			t.Errorf("%q is no run of one to three words of a title", q)
		}
	}
}

// Each database that is at hand answers every query, quotation marks and all.
func TestPeersAnswer(t *testing.T) {
	for _, x := range textIndexes {
		t.Run(x.driver, func(t *testing.T) {
			url := ""
			if x.driver == "pgx" {
				url = storetest.Cluster(t).Database(t)
			}
			peers, db, err := x.open(t.Context(), url, lamps())
			if err != nil && strings.Contains(err.Error(), "no such module") {
				t.Skip(err)
			}
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			table, err := comparePeers(t.Context(), peers, titleQueries(lamps(), 25, 1), 5)
			if err != nil {
				t.Fatal(err)
			}
			if len(table.Rows) != len(peers) || table.Rows[0][0] != x.names[0] || table.Rows[0][3] != "1.00" {
				t.Errorf("%q", table.Rows)
			}
		})
	}
}
