package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/llm"
	"shopclerk/agent/llm/llmtest"
	"shopclerk/catalog/demo"
	"shopclerk/cmd/bench/internal/proclare"
	"shopclerk/search/index"
)

// talks runs a condition, with a client of a scripted
// model; nil: without.
func talks(t *testing.T, shop *proclare.Shop, policy, statistics string, client *llm.Client) talkResult {
	t.Helper()
	shop.Model = client
	c := talk{Talk: proclare.Talk{Shoppers: 12, Turns: 3, Questions: 3, Options: 5, Policy: policy, Statistics: statistics, Opening: "category", Degree: "reworded", Impatience: 1, Seed: 1, Lists: []string{proclare.Lexical}}}
	visits, err := shop.Talk(t.Context(), &c.Talk)
	if err != nil {
		t.Fatal(err)
	}
	c.ModelCache = "some" // nothing is timed
	return c.result(proclare.Summarise(&c.Talk, visits))
}

func scripted(t *testing.T, e *llmtest.Endpoint, cache string, cached bool) *llm.Client {
	t.Helper()
	c, err := llm.New(t.Context(), llm.Config{URL: e.URL, Model: "scripted", DayBudget: 1 << 30, Concurrency: 1, Cache: cache, Cached: cached})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

var statisticsLine = regexp.MustCompile(`(?m)^(\w+) \([^|\n]*\): ([^|\n]+) \d+% \| ([^|\n]+) \d+% \|`)

// plays answers the tasks of ProductAgent: it asks about the last aspects, selects as sql
// says, and searches for what was said first.
func plays(sql string) llmtest.Play {
	return llmtest.By(func(asked llmtest.Asked) llmtest.Play {
		task, text := asked.Messages[0].Content, asked.Messages[1].Content
		switch {
		case strings.Contains(task, "SQL"):
			return llmtest.Says(fmt.Sprintf(`{"text":%q}`, sql))
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
		if got.SQL == nil || got.SQL.Asked == 0 || got.SQL.Failed != got.SQL.Asked {
			t.Errorf("%s: %+v", name, got.SQL)
		}
		got.Policy, got.SQL = alone.Policy, nil
		if diff := cmp.Diff(alone, got, cmp.AllowUnexported(talkResult{}, curve{})); diff != "" {
			t.Errorf("%s (-without a model +with):\n%s", name, diff)
		}
	}

	for _, tc := range []struct {
		sql                       string
		invalid, trivial, relaxed bool
	}{
		{"SELECT * FROM item WHERE price > 0 LIMIT 1000", false, false, false},
		{"SELECT * FROM orders; DROP TABLE item", true, false, false},
		{"SELECT * FROM item WHERE price > 0 AND colour = 'octarine'", false, true, true},
		{"SELECT * FROM item WHERE colour = 'octarine'", false, true, false},
	} {
		got := talks(t, shop, "productagent-llm", proclare.FromBelief, scripted(t, llmtest.New(t, plays(tc.sql)), "", false))
		q := got.SQL
		of := func(yes bool) int {
			if yes {
				return q.Asked
			}
			return 0
		}
		if want := (proclare.Queries{Asked: q.Asked, Invalid: of(tc.invalid), Trivial: of(tc.trivial), Relaxed: of(tc.relaxed)}); *q != want || q.Asked == 0 {
			t.Errorf("%s: %+v, want %+v", tc.sql, *q, want)
		}
		if cmp.Equal(alone.MRR, got.MRR) {
			t.Errorf("%s: the model's questions change nothing", tc.sql)
		}
	}

	// a model in the shopper's place picks of what is shown, or the truthful shopper does
	answers := func(text string) talkResult {
		shop.Model = scripted(t, llmtest.New(t, llmtest.Says(text)), "", false)
		c := talk{Talk: proclare.Talk{Shoppers: 4, Turns: 1, Questions: 3, Options: 5, Policy: "frequency", Statistics: proclare.FromBelief, Opening: "category", Degree: "reworded", Seed: 1, Simulated: true}}
		visits, err := shop.Talk(t.Context(), &c.Talk)
		if err != nil {
			t.Fatal(err)
		}
		c.ModelCache = "some"
		return c.result(proclare.Summarise(&c.Talk, visits))
	}
	if words, none := answers("I like it."), answers(`{"answers":[{"question":9,"picked":["x"]},{"question":1,"picked":["nothing that was shown"],"other":false}]}`); cmp.Equal(words.MRR, none.MRR) {
		t.Errorf("whatever the model answers, %v is found", words.MRR)
	}

	// questions are judged, and what is no rating of each of them is none
	judged := func(text string) *rated {
		shop.Model = scripted(t, llmtest.New(t, llmtest.Says(text)), "", false)
		c := talk{Talk: proclare.Talk{Shoppers: 2, Turns: 1, Questions: 3, Options: 5, Policy: "frequency", Statistics: proclare.FromBelief, Opening: "category", Degree: "reworded", Seed: 1, Judged: true}}
		visits, err := shop.Talk(t.Context(), &c.Talk)
		if err != nil {
			t.Fatal(err)
		}
		return c.result(proclare.Summarise(&c.Talk, visits)).Rated
	}
	if r := judged(`{"ratings":[5,4,3]}`); r == nil || r.Questions != 6 || r.Mean != 4 {
		t.Errorf("%+v", r)
	}
	for _, none := range []string{`{"ratings":[5,4]}`, `{"ratings":[5,4,30]}`, "Very good questions!"} {
		if r := judged(none); r != nil {
			t.Errorf("%s: %+v", none, r)
		}
	}

	// queries are made of products by a model, or there are none
	shop.Model = scripted(t, llmtest.New(t, llmtest.Says(`{"text":"tent for two"}`)), "", false)
	made, err := shop.Search(t.Context(), &proclare.Search{Sample: 5, Degrees: []string{"model"}, Seed: 1})
	if err != nil || len(made) != 1 || made[0].Queries != 1 {
		t.Errorf("%+v, %v", made, err)
	}
	shop.Model = scripted(t, llmtest.New(t, llmtest.Refuses), "", false)
	if _, err := shop.Search(t.Context(), &proclare.Search{Sample: 5, Degrees: []string{"model"}, Seed: 1}); llm.FailureOf(err) != llm.Refused {
		t.Error(err)
	}

	// judged queries are answered by the endpoint's reranker and embeddings too
	shop.Model = scripted(t, llmtest.New(t, llmtest.By(func(asked llmtest.Asked) llmtest.Play {
		if len(asked.Documents) > 0 {
			return llmtest.Reranks
		}
		return llmtest.Embeds
	})), "", false)
	shop.Reranks, shop.Embeds = true, true
	ranked, err := shop.Search(t.Context(), &proclare.Search{Sample: 5, Degrees: []string{"reworded"}, Seed: 1})
	shop.Reranks, shop.Embeds = false, false
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range proclare.ModelLists() {
		words, found := ranked[0].Scores[proclare.Lexical], ranked[0].Scores[name]
		if found.Recall.Mean != words.Recall.Mean || found.NDCG.Mean == words.NDCG.Mean {
			t.Errorf("%s: %+v, by words %+v", name, found, words)
		}
	}

	// what was answered is answered again without the endpoint, byte for byte
	cache := filepath.Join(t.TempDir(), "answers.db")
	e := llmtest.New(t, plays("SELECT * FROM item WHERE price > 0"))
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
