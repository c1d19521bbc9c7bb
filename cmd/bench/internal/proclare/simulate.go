package proclare

import (
	"context"
	_ "embed" // the tasks
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"shopclerk/agent/memory"
	"shopclerk/agent/shopper"
	"shopclerk/catalog"
)

//go:embed prompts/answer.txt
var answerTask string

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
	return string(letters[:min(mostDescribed, len(letters))])
}

// mostDescribed bounds what is shown of a product, in letters.
const mostDescribed = 3000

const answersSchema = `{"type": "object", "required": ["answers"], "properties": {"answers": {"type": "array", "items": {"type": "object", "required": ["question", "picked"],
	"properties": {"question": {"type": "integer"}, "picked": {"type": "array", "items": {"type": "string"}}, "other": {"type": "boolean"}}}}}}`

// modelAnswers answers posed questions as a model would that is after a product: only
// options that were shown count. A question that it leaves out is skipped; where it
// answers nothing at all, plain answers.
func (s *Shop) modelAnswers(ctx context.Context, target *catalog.Product, posed []memory.Posed, plain *shopper.Shopper) []memory.Given {
	var cards strings.Builder
	for i, q := range posed {
		var labels []string
		for _, o := range q.Options {
			labels = append(labels, o.Label)
		}
		fmt.Fprintf(&cards, "%d. %s %s\n", i+1, q.Text, strings.Join(labels, " | "))
	}
	var said struct {
		Answers []struct {
			Question int
			Picked   []string
			Other    bool
		}
	}
	texts := [][2]string{{"product", described(target)}, {"questions", cards.String()}}
	if err := s.Model.Answer(ctx, answerTask, texts, json.RawMessage(answersSchema), &said); err != nil {
		return plain.Answer(posed)
	}
	var out []memory.Given
	for _, one := range said.Answers {
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
