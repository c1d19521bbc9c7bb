package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/agent/understand"
)

// acts learns what a message does from the examples of each language, and says how
// well that was learned.
type acts struct {
	Examples string `default:"data/reading" help:"Folder of the examples: CODE/examples.tsv, mentions.tsv and things.txt."`
	Folder   string `default:"agent/language" help:"Folder of the languages: situations are read from CODE/situations.tsv there, and weights written."`
	Folds    int    `default:"5" help:"Parts that the examples are divided into for cross-validation."`
	Seed     uint64 `default:"1" help:"Seed of the division and of learning."`
	Of       string `default:"all" enum:"all,acts,stances,wants" help:"What to learn: what clauses do (acts), how a shopper stands to what they name (stances), which things are wanted (wants)."`
	Learn    bool   `help:"Write the weights learned from all examples to CODE/acts.tsv.gz, stances.tsv.gz and wants.tsv.gz."`
}

// tasks are what is learned of each language: of the examples in which file, into the file of which
// name, and of what more of the language's files that is no test of it.
var tasks = []struct {
	examples, weights string
	read              func(text string, l *language.Language) ([]language.Example, error)
	more              func(file func(name string) string, l *language.Language) []language.Example
}{
	{"examples.tsv", "acts", func(text string, l *language.Language) ([]language.Example, error) { return l.ReadExamples(text) }, nil},
	{"mentions.tsv", "stances", understand.MentionExamples, func(file func(string) string, l *language.Language) []language.Example {
		return understand.WantedExamples(file("examples.tsv"), l)
	}},
	{"things.txt", "wants", understand.ThingExamples, func(file func(string) string, l *language.Language) []language.Example {
		return understand.NamedExamples(file("examples.tsv"), file("situations.tsv"), l)
	}},
}

func (c *acts) Run() error {
	for _, l := range language.Languages() {
		for _, t := range tasks {
			if c.Of != "all" && c.Of != t.weights {
				continue
			}
			var failed error
			file := func(name string) string {
				from := c.Examples
				if name == "situations.tsv" {
					from = c.Folder
				}
				text, err := os.ReadFile(filepath.Join(from, l.Code, name))
				failed = cmp.Or(failed, err)
				return string(text)
			}
			text := file(t.examples)
			if failed != nil {
				return fmt.Errorf("reading examples: %w", failed)
			}
			examples, err := t.read(text, l)
			if err != nil {
				return fmt.Errorf("%s of %s: %w", t.examples, l.Code, err)
			}
			fmt.Printf("%s %s: ", l.Code, t.weights)
			c.validate(examples)
			if t.more != nil {
				examples = append(examples, t.more(file, l)...)
			}
			if failed != nil {
				return fmt.Errorf("reading examples: %w", failed)
			}
			if !c.Learn {
				continue
			}
			var out bytes.Buffer
			packed := gzip.NewWriter(&out)
			if err := cmp.Or(language.Learn(examples, c.Seed).Write(packed), packed.Close()); err != nil {
				return err
			}
			weights := filepath.Join(c.Folder, l.Code, t.weights+".tsv.gz")
			if err := os.WriteFile(weights, out.Bytes(), 0o644); err != nil {
				return fmt.Errorf("writing what was learned: %w", err)
			}
			fmt.Printf("%d KB of weights in %s\n", out.Len()/1024, weights)
		}
	}
	return nil
}

// validate prints the accuracy of a model on examples that it did not see, by act.
func (c *acts) validate(examples []language.Example) {
	r := rand.New(rand.NewPCG(c.Seed, 1))
	fold := map[string]int{} // by family
	for i := range examples {
		if _, ok := fold[examples[i].Family]; !ok {
			fold[examples[i].Family] = r.IntN(c.Folds)
		}
	}
	type count struct{ right, kind, all int }
	counts, total := map[string]*count{}, &count{}
	for held := range c.Folds {
		var seen []language.Example
		for i := range examples {
			if fold[examples[i].Family] != held {
				seen = append(seen, examples[i])
			}
		}
		m := language.Learn(seen, c.Seed)
		for i := range examples {
			x := &examples[i]
			if fold[x.Family] != held {
				continue
			}
			shares := m.Predict(x.Features)
			label := m.Labels[slices.Index(shares, slices.Max(shares))]
			kind, _, _ := strings.Cut(x.Label, ":")
			predicted, _, _ := strings.Cut(label, ":")
			if counts[kind] == nil {
				counts[kind] = &count{}
			}
			for _, n := range []*count{counts[kind], total} {
				n.all++
				if label == x.Label {
					n.right++
				}
				if predicted == kind {
					n.kind++
				}
			}
		}
	}
	counts["all"] = total
	fmt.Printf("%d-fold\n", c.Folds)
	for _, kind := range slices.Sorted(maps.Keys(counts)) {
		n := counts[kind]
		fmt.Printf("  %-12s %5d  act %.3f  with its topic %.3f\n", kind, n.all, float64(n.kind)/float64(n.all), float64(n.right)/float64(n.all))
	}
}
