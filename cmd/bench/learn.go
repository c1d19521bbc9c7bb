package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"shopclerk/agent"
	"shopclerk/agent/dialog"
	"shopclerk/agent/nlu"
	"shopclerk/agent/tools"
	"shopclerk/cmd/bench/internal/clarifybench"
	"shopclerk/cmd/bench/internal/proclare"
	"shopclerk/cmd/bench/internal/reading"
	"shopclerk/cmd/bench/internal/report"
	"shopclerk/search"
)

// each has do learn from the shops of data directories, each with the file at the same place.
func each(ctx context.Context, dirs, files []string, do func(shop *proclare.Shop, name, file string) error) error {
	if len(dirs) != len(files) {
		return errors.New("as many files are needed as --data")
	}
	for i, dir := range dirs {
		err := proclare.With(ctx, dir, func(shop *proclare.Shop) error { return do(shop, filepath.Base(dir), files[i]) })
		if err != nil {
			return err
		}
	}
	return nil
}

// learned learns the reranker's weights of judged queries.
type learned struct {
	Data    []string `required:"" sep:"none" type:"existingdir" help:"Data directory; one for each file of judgments, in the same order."`
	Queries []string `required:"" sep:"none" type:"existingfile" placeholder:"FILE" help:"Judgments: CSV of query,product_id,grade."`
}

// Run implements the command.
func (l *learned) Run(ctx context.Context) error {
	var lessons []proclare.Lesson
	err := each(ctx, l.Data, l.Queries, func(shop *proclare.Shop, name, file string) error {
		more, err := shop.Lessons(ctx, name, file)
		lessons = append(lessons, more...)
		return err
	})
	if err != nil {
		return err
	}
	w := search.DefaultWeights()
	inUse := w.Learned()
	learned, scores := proclare.Learn(lessons, inUse)
	weights := report.Table{Columns: []string{"feature", "learned", "in use"}}
	for i, name := range search.LearnedNames() {
		weights.Add(name, fmt.Sprintf("%.2f", learned[i]), fmt.Sprintf("%.2f", inUse[i]))
	}
	return show(false, nil, report.Figure{Title: "How weights do", Table: scores}, report.Figure{Title: "Weights", Table: weights})
}

// reader learns to read messages from marked ones.
type reader struct {
	Out string `default:"data/nlu/tagger.gz" help:"File that the weights are written to."`
}

// repository has what the reader learns from, and its expected scores.
var repository = os.DirFS(".")

// Run implements the command.
func (c *reader) Run() error {
	material, err := reading.Load(repository)
	if err != nil {
		return err
	}
	var packed bytes.Buffer
	if err := material.Tagger().Write(&packed); err != nil {
		return err
	}
	return os.WriteFile(c.Out, packed.Bytes(), 0o644)
}

// links compiles the thesaurus of the reader and learns the weights of its links.
type links struct {
	Out string `default:"data/nlu" help:"Folder that concepts.tsv.gz and links.tsv are written to."`
}

// Run implements the command.
func (c *links) Run() error {
	material, err := reading.Load(repository)
	if err != nil {
		return err
	}
	concepts, err := material.Concepts()
	if err != nil {
		return err
	}
	weights, err := material.Links()
	if err != nil {
		return err
	}
	return errors.Join(os.WriteFile(filepath.Join(c.Out, "concepts.tsv.gz"), concepts, 0o644),
		os.WriteFile(filepath.Join(c.Out, "links.tsv"), []byte(weights), 0o644))
}

// kinds learns which kind of product a message is about.
type kinds struct {
	Data  []string `required:"" sep:"none" type:"existingdir" help:"Data directory; one for each file of messages, in the same order."`
	Cases []string `required:"" sep:"none" type:"existingfile" placeholder:"FILE" help:"Messages with what holds of a good reply, as in data/messages."`
	Out   string   `default:"data/nlu/kinds.tsv" help:"File that the weights are written to."`
}

// testCase is what is read of a line of messages.
type testCase struct {
	ID     string
	Shop   string
	Before []json.RawMessage
	Say    string
	Want   struct {
		Scope   []string `json:"scope_any"`
		Acts    []string
		ActsAny []string `json:"acts_any"`
	}
}

// Run implements the command.
func (c *kinds) Run(ctx context.Context) error {
	var all []reading.Choice
	err := each(ctx, c.Data, c.Cases, func(shop *proclare.Shop, name, file string) error {
		examples, err := c.examples(ctx, shop, name, file)
		all = append(all, examples...)
		return err
	})
	if err != nil {
		return err
	}
	signs := nlu.AimSigns()
	held := reading.HeldOut(all, signs, func(x *reading.Choice) int {
		h := fnv.New32a()
		h.Write([]byte(x.Family))
		return int(h.Sum32()>>8) % 5
	})
	shops := reading.HeldOut(all, signs, func(x *reading.Choice) string { return x.Group })
	w := reading.LearnChoices(all, signs)
	fmt.Printf("%d clauses; right by what was learned of the other folds %.3f, of the other shops %.3f, of all %.3f\n",
		len(all), reading.Accuracy(all, held), reading.Accuracy(all, shops), reading.Accuracy(all, func(*reading.Choice) []float64 { return w }))
	return os.WriteFile(c.Out, []byte(reading.WeightLines(nlu.AimFeatures(), w)), 0o644)
}

// examples are the ways to take the clauses of messages to a shop, and which of them are right.
func (c *kinds) examples(ctx context.Context, shop *proclare.Shop, group, file string) (out []reading.Choice, err error) {
	cases, err := reading.ReadLines[testCase](os.DirFS(filepath.Dir(file)), filepath.Base(file))
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(cases, func(a, b testCase) int { return cmp.Compare(a.ID, b.ID) })
	config := shop.Clerk.Config()
	for _, tc := range cases {
		unsold := slices.Contains(tc.Want.Acts, "not_sold") || slices.Contains(tc.Want.ActsAny, "not_sold")
		if tc.Shop != group || tc.Want.Scope == nil && !unsold {
			continue
		}
		wanted := tc.Want.Scope
		if wanted == nil {
			wanted = []string{"-"}
		}
		in := nlu.Context{Currency: config.Currency}
		var conversation dialog.Conversation
		for _, raw := range tc.Before {
			var text string
			if json.Unmarshal(raw, &text) == nil {
				turn, err := shop.Clerk.Reply(ctx, &conversation, agent.Input{Message: text})
				if err != nil {
					return nil, fmt.Errorf("%s: %w", tc.ID, err)
				}
				in.Need, in.Shown = turn.Need, len(turn.Products)
			}
		}
		m := config.Reader.Read(tc.Say, in)
		for i := range m.Clauses {
			cl := &m.Clauses[i]
			if cl.Intent != nlu.Need && cl.Intent != nlu.Revise && cl.Intent != nlu.AskStock {
				continue
			}
			x := reading.Choice{Family: tc.ID, Group: group, Weight: 1}
			aims := config.Reader.Aims(&m, cl, in)
			named, plain := false, false
			for _, a := range aims {
				if a.Scope != nil && wantedScope(a.Scope, wanted) {
					named, plain = true, plain || !a.Valued()
				}
			}
			for _, a := range aims {
				x.Features = append(x.Features, a.Features)
				right := wantedScope(a.Scope, wanted)
				switch {
				case a.Valued() && plain: // a category says it better
					right = false
				case a.Absent():
					right = unsold
				case a.Scope == nil && slices.Equal(tc.Want.Acts, []string{"not_sold"}):
					right = false
				case a.Scope == nil:
					right = slices.Contains(wanted, "") || len(wanted) == 0 || !named && !unsold || wantedScope(in.Need.Scope, wanted)
				}
				x.Right = append(x.Right, right)
			}
			if slices.Contains(x.Right, true) && slices.Contains(x.Right, false) {
				out = append(out, x)
			}
		}
	}
	return out, nil
}

// wantedScope reports whether the categories in force are what is wanted: "" stands for
// none, and a part of a path suffices.
func wantedScope(paths, wanted []string) bool {
	is := func(name string) bool {
		return slices.ContainsFunc(wanted, func(w string) bool { return strings.EqualFold(w, name) })
	}
	if len(paths) == 0 {
		return is("") || len(wanted) == 0
	}
	hit := false
	for _, p := range paths {
		levels := strings.Split(p, " > ")
		if !is(p) && !slices.ContainsFunc(levels, is) {
			return false
		}
		hit = hit || is(p) || is(levels[len(levels)-1])
	}
	return hit
}

// grounds learns to tell stated arguments from invented ones, and instructions from other words.
type grounds struct {
	Data string `required:"" type:"existingdir" placeholder:"DIR" help:"Folder that has bfcl and noisytoolbench."`
	Out  string `default:"data/calls" type:"path" help:"Folder that weights.tsv and cues.tsv are written to."`
}

// Run implements the command.
func (c *grounds) Run() error {
	weights, arguments, err := clarifybench.LearnGrounds(os.DirFS(c.Data), repository)
	if err != nil {
		return err
	}
	cues, instructions, err := clarifybench.LearnCues(os.DirFS(c.Data))
	if err != nil {
		return err
	}
	var lines strings.Builder
	for _, cue := range slices.Sorted(maps.Keys(cues)) {
		fmt.Fprintf(&lines, "%s\t%.2f\n", cue, cues[cue])
	}
	return errors.Join(show(false, nil, arguments, instructions),
		os.WriteFile(filepath.Join(c.Out, "weights.tsv"), []byte(reading.WeightLines(tools.Features(), weights)), 0o644),
		os.WriteFile(filepath.Join(c.Out, "cues.tsv"), []byte(lines.String()), 0o644))
}
