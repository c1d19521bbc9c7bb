package proclare

import (
	"context"
	_ "embed" // the tasks
	"fmt"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"shopclerk/agent/llm"
	"shopclerk/agent/memory"
	"shopclerk/agent/shopper"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/search/vector"
)

// ByModel is the degree of paraphrase of queries that a model makes of products.
const ByModel shopper.Degree = "model"

//go:embed prompts/answer.txt
var answerTask string

//go:embed prompts/judge.txt
var judgeTask string

//go:embed prompts/seek.txt
var seekTask string

// described is a product as a model is shown it.
func described(p *catalog.Product) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\nKind: %s\n", p.Title, p.Category)
	for _, a := range p.Attributes {
		var values []string
		for _, v := range a.Values {
			values = append(values, v.Text)
		}
		fmt.Fprintf(&b, "%s: %s\n", a.Key, strings.Join(values, ", "))
	}
	letters := []rune(b.String() + p.Description)
	return llm.Fence("product", string(letters[:min(mostDescribed, len(letters))]))
}

// mostDescribed bounds what is shown of a product, in letters.
const mostDescribed = 3000

// seek is the query that a model makes of a product (Doc2Query).
func (s *Shop) seek(ctx context.Context, p *catalog.Product) (string, error) {
	r, err := llm.Ask[modelText](ctx, s.Model, llm.Request{Task: seekTask + "\n" + llm.Fenced, Text: described(p)}, "reply", replySchema)
	words := strings.Fields(r.Text)
	return strings.Join(words[:min(mostQueryWords, len(words))], " "), err
}

// byModel orders the best by words as the model's endpoint does.
func (l *lister) byModel(ctx context.Context, name string) ([]catalog.Ref, error) {
	if err := l.once(ctx, Lexical); err != nil || len(l.words) == 0 {
		return nil, err
	}
	products, err := l.shop.Catalogue.Products(ctx, topRefs(l.words, Depth))
	if err != nil {
		return nil, err
	}
	texts := make([]string, len(products), len(products)+1)
	for i := range products {
		texts[i] = products[i].Title
	}
	var scores []float64
	if name == byReranker {
		scores, err = l.shop.Model.Rerank(ctx, l.query, texts)
	} else {
		var vectors [][]float32
		if vectors, err = l.shop.Model.Embed(ctx, append(texts, l.query)); err == nil {
			scores, err = vector.Cosines(vectors[len(texts)], vectors[:len(texts)])
		}
	}
	if err != nil {
		return nil, err
	}
	hits := make([]search.Hit, len(products))
	for i := range hits {
		hits[i] = search.Hit{Ref: products[i].Ref, Score: scores[i]}
	}
	search.SortHits(hits)
	return topRefs(hits, Depth), nil
}

// answers is the answer to the task of answering.
type answers struct {
	Answers []struct {
		Question int      `json:"question"`
		Picked   []string `json:"picked"`
		Other    bool     `json:"other"`
	} `json:"answers"`
}

var answersSchema = &jsonschema.Schema{Type: "object", Required: []string{"answers"}, Properties: map[string]*jsonschema.Schema{
	"answers": {Type: "array", Items: &jsonschema.Schema{Type: "object", Required: []string{"question", "picked"}, Properties: map[string]*jsonschema.Schema{
		"question": {Type: "integer"}, "picked": {Type: "array", Items: &jsonschema.Schema{Type: "string"}}, "other": {Type: "boolean"},
	}}},
}}

// modelAnswers answers posed questions as a model would that is after a product: only
// options that were shown count. A question that it leaves out is skipped; where it
// answers nothing at all, plain answers.
func (s *Shop) modelAnswers(ctx context.Context, target *catalog.Product, posed []memory.Posed, plain *shopper.Shopper) []memory.Given {
	a, err := llm.Ask[answers](ctx, s.Model, llm.Request{
		Task: answerTask + "\n" + llm.Fenced, Text: described(target) + llm.Fence("questions", cards(posed)),
	}, "answers", answersSchema)
	if err != nil {
		return plain.Answer(posed)
	}
	var out []memory.Given
	for _, one := range a.Answers {
		i := one.Question - 1
		if i < 0 || i >= len(posed) || slices.ContainsFunc(out, func(g memory.Given) bool { return g.Question == i }) {
			continue
		}
		g := memory.Given{Question: i, Other: one.Other}
		for o, option := range posed[i].Options {
			if slices.ContainsFunc(one.Picked, func(label string) bool { return catalog.Same(strings.TrimSpace(label), option.Label) }) {
				g.Picked = append(g.Picked, o)
			}
		}
		g.None = len(g.Picked) == 0 && !g.Other
		out = append(out, g)
	}
	return out
}

// cards tells posed questions with their options, one a line.
func cards(posed []memory.Posed) string {
	var text strings.Builder
	for i, q := range posed {
		var labels []string
		for _, o := range q.Options {
			labels = append(labels, o.Label)
		}
		fmt.Fprintf(&text, "%d. %s %s\n", i+1, q.Text, strings.Join(labels, " | "))
	}
	return text.String()
}

// ratings is the answer to the task of judging.
type ratings struct {
	Ratings []int `json:"ratings"`
}

var ratingsSchema = &jsonschema.Schema{Type: "object", Required: []string{"ratings"}, Properties: map[string]*jsonschema.Schema{
	"ratings": {Type: "array", Items: &jsonschema.Schema{Type: "integer"}},
}}

// judge has a model rate the questions of a conversation's latest exchange, 1 to 5 each;
// nil where it gives no rating to each of them.
func (s *Shop) judge(ctx context.Context, opening string, c *memory.Conversation) []int {
	last := c.Last().Questions
	var before []memory.Posed
	for _, x := range c.Exchanges[:len(c.Exchanges)-1] {
		before = append(before, x.Questions...)
	}
	r, err := llm.Ask[ratings](ctx, s.Model, llm.Request{
		Task: judgeTask + "\n" + llm.Fenced,
		Text: llm.Fence("looks_for", opening) + llm.Fence("asked_before", cards(before)) + llm.Fence("new_questions", cards(last)),
	}, "ratings", ratingsSchema)
	if err != nil || len(r.Ratings) != len(last) || slices.ContainsFunc(r.Ratings, func(n int) bool { return n < 1 || n > 5 }) {
		return nil
	}
	return r.Ratings
}
