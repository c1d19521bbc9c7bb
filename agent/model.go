package agent

import (
	"context"
	_ "embed" // the task and its schema
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"shopclerk/agent/dialog"
	"shopclerk/agent/language"
	"shopclerk/catalog"
	"shopclerk/search"
)

// Model answers a task about named texts with a JSON value that fits a schema, within the
// time that a shopper waits: see llm.Client. The texts are data: it follows nothing in them.
type Model interface {
	Model() string // its name, for the record
	Answer(ctx context.Context, task string, texts [][2]string, schema json.RawMessage, into any) error
}

//go:embed model.txt
var modelTask string

//go:embed model.schema.json
var modelSchema []byte

// The limits of a prompt: what is beyond them is paid for and not read.
const (
	maxPromptCategories = 200
	maxPromptAspects    = 25 // of a category
	maxPromptValues     = 25 // of an aspect, the most frequent
	maxPromptText       = 120
	maxProposals        = 12
)

// proposal is a change as the model writes it.
type proposal struct {
	Said       string    `json:"said"`
	Op         search.Op `json:"op"`
	Categories []string  `json:"categories"`
	Key        string    `json:"key"`
	Values     []string  `json:"values"`
	Not        bool      `json:"not"`
}

// consult asks the model about the words of a message that the reader could not link, and adds
// the proposals that the catalogue and those words support. What was linked stays: a proposal
// adds a scope where none is in force, or a wish, which ranks and never filters. A model that
// does not answer changes nothing.
func (h *heard) consult(message string) {
	model, unlinked := h.agent.config.Model, h.unlinked()
	if model == nil || len(unlinked) == 0 {
		return
	}
	need := h.standing().Need
	store := h.agent.config.Engine.Store()
	var table *catalog.Shelf // of the scope, whose values can be named
	if len(need.Scope) > 0 {
		table, _ = h.agent.config.Engine.Shelf(h.ctx, need.Scope[0]) // without a table only categories are proposed
	}
	var answer struct{ Changes []proposal }
	err := model.Answer(h.ctx, modelTask, describe(message, unlinked, store.Categories(), table), modelSchema, &answer)
	h.consulted = dialog.Consulted{Model: model.Model(), Failed: err != nil}
	for _, p := range answer.Changes[:min(maxProposals, len(answer.Changes))] {
		if !quotes(unlinked, p.Said) {
			continue
		}
		ch, ok := p.change(store.Categories(), table, need.Scope)
		if !ok {
			continue
		}
		h.left = slices.DeleteFunc(h.left, func(w string) bool { return quotes([]string{p.Said}, w) }) // for retrieval it stays
		h.word(&ch, need.Scope)
		h.changes = append(h.changes, ch)
		h.consulted.Taken++
	}
	if h.consulted.Taken > 0 {
		h.acts = slices.DeleteFunc(h.acts, func(a dialog.Act) bool { return a.Kind == dialog.Unclear })
		h.act(dialog.Act{Kind: dialog.Need})
	}
}

// unlinked lists the words that nothing or only retrieval was made of.
func (h *heard) unlinked() []string {
	out := slices.Clone(h.left)
	for _, ch := range h.changes {
		if ch.Op == search.AddWords {
			out = append(out, ch.Words...)
		}
	}
	return out
}

// quotes reports whether texts have every word of a quote.
func quotes(texts []string, quote string) bool {
	have, want := language.Forms(strings.Join(texts, " ")), language.Forms(quote)
	return len(want) > 0 && !slices.ContainsFunc(want, func(w string) bool { return !slices.Contains(have, w) })
}

// change returns the change that a proposal describes, false if the catalogue has no such
// category, aspect or value, or a scope is in force already.
func (p *proposal) change(categories []catalog.Category, table *catalog.Shelf, scope []string) (search.Change, bool) {
	if p.Op == search.SetScope {
		i := slices.IndexFunc(categories, func(c catalog.Category) bool { return len(p.Categories) == 1 && catalog.Same(c.Path, p.Categories[0]) })
		if i < 0 || p.Not || len(scope) > 0 {
			return search.Change{}, false
		}
		path := categories[i].Path
		return search.Change{Op: search.SetScope, Text: catalog.LastLevel(path), Said: p.Said, Categories: []string{path}}, true
	}
	if table == nil || len(p.Values) == 0 {
		return search.Change{}, false
	}
	i := slices.IndexFunc(table.Columns, func(c *catalog.Column) bool { return c.Aspect.Key == p.Key && c.Aspect.Kind != catalog.Numeric })
	if i < 0 {
		return search.Change{}, false
	}
	var values []string
	for _, v := range table.Columns[i].Values {
		if slices.ContainsFunc(p.Values, func(proposed string) bool { return catalog.Same(v.Text, proposed) }) {
			values = append(values, v.Text)
		}
	}
	ch := search.Change{Op: search.AddWish, Said: p.Said, Condition: &catalog.Condition{Key: p.Key, Values: values}}
	return ch, len(values) > 0 && !p.Not // what excludes is read from the shopper's own words alone
}

// describe returns the prompt's texts: the catalogue's categories with the aspects and values
// of one table, the message, and its unlinked words.
func describe(message string, unlinked []string, categories []catalog.Category, table *catalog.Shelf) [][2]string {
	var b strings.Builder
	b.WriteString("Categories:\n")
	for _, c := range categories[:min(maxPromptCategories, len(categories))] {
		b.WriteString(oneLine(c.Path) + "\n")
	}
	if table != nil {
		b.WriteString("\nProperties, as key (label): values\n")
		for _, c := range table.Columns[:min(maxPromptAspects, len(table.Columns))] {
			if c.Aspect.Kind != catalog.Numeric {
				fmt.Fprintf(&b, "%s (%s): %s\n", c.Aspect.Key, oneLine(c.Aspect.Label), frequentValues(c))
			}
		}
	}
	return [][2]string{{"catalogue", b.String()}, {"message", message}, {"unlinked", strings.Join(unlinked, "\n")}}
}

// frequentValues lists a column's most frequent values.
func frequentValues(c *catalog.Column) string {
	codes := catalog.Commonest(c.Counts())
	var out []string
	for _, code := range codes[:min(maxPromptValues, len(codes))] {
		out = append(out, oneLine(c.Values[code].Text))
	}
	return strings.Join(out, " | ")
}

// oneLine returns a text on one line, cut to the prompt's limit.
func oneLine(text string) string {
	letters := []rune(strings.Join(strings.Fields(text), " "))
	return string(letters[:min(maxPromptText, len(letters))])
}
