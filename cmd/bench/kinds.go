package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"shopclerk/agent"
	"shopclerk/agent/dialog"
	"shopclerk/agent/nlu"
	"shopclerk/cmd/bench/internal/proclare"
	"shopclerk/cmd/bench/internal/reading"
)

// kinds learns which kind of product a message is about.
type kinds struct {
	Data  []string `required:"" sep:"none" type:"existingdir" help:"Data directory; one for each file of messages, in the same order."`
	Cases []string `required:"" sep:"none" type:"existingfile" placeholder:"FILE" help:"Messages with what holds of a good reply, as in data/messages."`
	Out   string   `default:"data/nlu/kinds.tsv" help:"File that the weights are written to."`
	Folds int      `default:"5" help:"Parts that the messages are divided into for cross-validation."`
}

// testCase is what is read of a line of messages.
type testCase struct {
	ID     string
	Shop   string
	Before []json.RawMessage
	Say    string
	Want   struct {
		Scope   *[]string `json:"scope_any"`
		Acts    []string
		ActsAny []string `json:"acts_any"`
	}
}

// Run implements the command.
func (c *kinds) Run(ctx context.Context) error {
	if len(c.Data) != len(c.Cases) {
		return errors.New("--data and --cases come in pairs")
	}
	var all []reading.Choice
	for i := range c.Data {
		err := proclare.With(ctx, c.Data[i], func(shop *proclare.Shop) error {
			examples, err := c.examples(ctx, shop, filepath.Base(c.Data[i]), c.Cases[i])
			all = append(all, examples...)
			return err
		})
		if err != nil {
			return err
		}
	}
	names, signs := nlu.AimFeatures(), nlu.AimSigns()
	held := reading.Validated(all, signs, func(x *reading.Choice) int {
		h := fnv.New32a()
		h.Write([]byte(x.Family))
		return int(h.Sum32()>>8) % c.Folds
	})
	shops := reading.Validated(all, signs, func(x *reading.Choice) string { return x.Group })
	w := reading.LearnChoices(all, signs)
	fmt.Printf("%d clauses; right by what was learned of the other folds %.3f, of the other shops %.3f, of all %.3f\n",
		len(all), held, shops, reading.Accuracy(all, func(*reading.Choice) []float64 { return w }))
	var out strings.Builder
	for i, name := range names {
		fmt.Fprintf(&out, "%s\t%.3f\n", name, w[i])
	}
	return os.WriteFile(c.Out, []byte(out.String()), 0o644)
}

// examples are the ways to take the clauses of messages to a shop, and which of them are right.
func (c *kinds) examples(ctx context.Context, shop *proclare.Shop, group, file string) (out []reading.Choice, err error) {
	cases, err := readCases(file)
	if err != nil {
		return nil, err
	}
	clerk := shop.Clerk()
	reader := clerk.Config().Reader
	for _, tc := range cases {
		if tc.Shop != group {
			continue
		}
		unsold := slices.Contains(tc.Want.Acts, "not_sold") || slices.Contains(tc.Want.ActsAny, "not_sold")
		if tc.Want.Scope == nil && !unsold {
			continue
		}
		if tc.Want.Scope == nil {
			tc.Want.Scope = &[]string{"-"}
		}
		in := nlu.Context{Currency: clerk.Config().Currency}
		var conversation dialog.Conversation
		for _, raw := range tc.Before {
			var text string
			if json.Unmarshal(raw, &text) == nil {
				turn, err := clerk.Reply(ctx, &conversation, agent.Input{Message: text})
				if err != nil {
					return nil, fmt.Errorf("%s: %w", tc.ID, err)
				}
				in.Need, in.Shown = turn.Need, len(turn.Products)
			}
		}
		m := reader.Read(tc.Say, in)
		for i := range m.Clauses {
			cl := &m.Clauses[i]
			if cl.Intent != nlu.Need && cl.Intent != nlu.Revise && cl.Intent != nlu.AskStock {
				continue
			}
			x := reading.Choice{Family: tc.ID, Group: group, Weight: 1}
			aims := reader.Aims(&m, cl, in)
			named := slices.ContainsFunc(aims, func(a nlu.Aim) bool { return a.Scope != nil && wantedScope(a.Scope, *tc.Want.Scope) })
			plain := slices.ContainsFunc(aims, func(a nlu.Aim) bool { return a.Scope != nil && !a.Valued() && wantedScope(a.Scope, *tc.Want.Scope) })
			for _, a := range aims {
				x.Features = append(x.Features, a.Features)
				right := wantedScope(a.Scope, *tc.Want.Scope)
				switch {
				case a.Valued() && plain: // a category says it better
					right = false
				case a.Absent():
					right = unsold
				case a.Scope == nil && slices.Equal(tc.Want.Acts, []string{"not_sold"}):
					right = false
				case a.Scope == nil:
					right = slices.Contains(*tc.Want.Scope, "") || len(*tc.Want.Scope) == 0 || !named && !unsold || wantedScope(in.Need.Scope, *tc.Want.Scope)
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

// readCases reads messages, in the order of their ids.
func readCases(file string) (out []testCase, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	for lines := json.NewDecoder(f); lines.More(); {
		var tc testCase
		if err := lines.Decode(&tc); err != nil {
			return nil, fmt.Errorf("%s: message %d: %w", file, len(out)+1, err)
		}
		out = append(out, tc)
	}
	slices.SortStableFunc(out, func(a, b testCase) int { return cmp.Compare(a.ID, b.ID) })
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
