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
func talks(t *testing.T, shop *proclare.Shop, policy, statistics string, client *llm.Client) *proclare.Summary {
	t.Helper()
	shop.Model = client
	c := proclare.Talk{Shoppers: 12, Turns: 3, Questions: 3, Options: 5, Policy: policy, Statistics: statistics, Opening: "category", Degree: "vague", Seed: 1, Lists: []string{proclare.Lexical}}
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
		case strings.Contains(task, "SQL"):
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
		if got.SQL.Asked == 0 || got.SQL.Failed != got.SQL.Asked {
			t.Errorf("%s: %+v", name, got.SQL)
		}
		if diff := cmp.Diff(alone.Lists, got.Lists); diff != "" {
			t.Errorf("%s (-without a model +with):\n%s", name, diff)
		}
	}

	for _, tc := range []struct {
		conditions                string
		invalid, trivial, relaxed bool
	}{
		{`["price > 0"]`, false, false, false},
		{`["1); DROP TABLE product; --"]`, true, false, false},
		{`["price > 0", "category = 'octarine'"]`, false, true, true},
		{`["category = 'octarine'"]`, false, true, false},
	} {
		got := talks(t, shop, "productagent-llm", proclare.FromBelief, scripted(t, llmtest.New(t, plays(tc.conditions)), "", false))
		q := got.SQL
		of := func(yes bool) int {
			if yes {
				return q.Asked
			}
			return 0
		}
		if want := (proclare.Queries{Asked: q.Asked, Invalid: of(tc.invalid), Trivial: of(tc.trivial), Relaxed: of(tc.relaxed)}); q != want || q.Asked == 0 {
			t.Errorf("%s: %+v, want %+v", tc.conditions, q, want)
		}
		if cmp.Equal(alone.Lists, got.Lists) {
			t.Errorf("%s: the model's questions change nothing", tc.conditions)
		}
	}

	// what was answered is answered again without the endpoint, byte for byte
	cache := filepath.Join(t.TempDir(), "answers.db")
	e := llmtest.New(t, plays(`["price > 0"]`))
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
