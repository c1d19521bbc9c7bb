package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"shopclerk/agent"
	"shopclerk/agent/dialog"
	"shopclerk/agent/language"
	"shopclerk/agent/understand"
	"shopclerk/catalog"
	"shopclerk/cmd/bench/internal/proclare"
	"shopclerk/words"
)

// aimed learns what a clause is about, of messages whose category is known.
type aimed struct {
	Data   []string `required:"" sep:"none" type:"existingdir" help:"Data directory; one for each file of messages, in the same order."`
	Cases  []string `sep:"none" type:"existingfile" placeholder:"FILE" help:"Messages with what holds of a good reply, as in data/messages."`
	Learn  string   `placeholder:"FILE" help:"Write the weights learned of all messages there."`
	Folder string   `default:"data/reading" help:"Folder of the examples: sentences that name things are read from CODE/things.txt there."`
	Folds  int      `default:"5" help:"Parts that the messages are divided into for cross-validation."`
}

// Validate implements kong's check of the flags.
func (c *aimed) Validate() error {
	if len(c.Data) != len(c.Cases) {
		return errors.New("--data and --cases come in pairs")
	}
	return nil
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
func (c *aimed) Run(ctx context.Context) error {
	var all []choice
	for i := range c.Data {
		examples, err := c.examples(ctx, c.Data[i], c.Cases[i])
		if err != nil {
			return err
		}
		all = append(all, examples...)
	}
	names := understand.AimFeatures()
	rule := slices.Index(names, "as ruled")
	ruled := accuracy(all, func(x *choice) []float64 { w := make([]float64, len(names)); w[rule] = 1; return w })
	held := validated(all, len(names), func(x *choice) int {
		h := fnv.New32a()
		h.Write([]byte(x.Family))
		return int(h.Sum32()>>8) % c.Folds
	})
	shops := validated(all, len(names), func(x *choice) string { return x.Group })
	w := learnChoices(all, len(names))
	fmt.Printf("%d clauses; right by the rules alone %.3f, by what was learned of the other folds %.3f, of the other shops %.3f, of all %.3f\n",
		len(all), ruled, held, shops, accuracy(all, func(*choice) []float64 { return w }))
	var out understand.Weights
	for i, name := range names {
		out = append(out, language.Part{Feature: name, Points: w[i]})
	}
	if c.Learn == "" {
		fmt.Print(out.String())
		return nil
	}
	return os.WriteFile(c.Learn, []byte(out.String()), 0o644)
}

// examples plays the messages of a shop and notes the ways that their last clauses can
// be taken, and which of them are right. Clauses that no way is right of are left out, and
// those of which every way is.
func (c *aimed) examples(ctx context.Context, dir, file string) (out []choice, err error) {
	shop, err := proclare.Open(ctx, dir)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, shop.Close()) }()
	cases, err := readCases(file)
	if err != nil {
		return nil, err
	}
	vocabulary, ok := shop.Clerk().Config().Reader.(*understand.Vocabulary)
	if !ok {
		return nil, errors.New("the clerk reads otherwise than by a vocabulary")
	}
	shelves, err := shop.Engine.Shelves(ctx)
	if err != nil {
		return nil, err
	}
	name := filepath.Base(dir)
	out = append(nameExamples(name, vocabulary, shelves), pairExamples(name, vocabulary, shelves)...)
	for _, l := range language.Languages() {
		text, err := os.ReadFile(filepath.Join(c.Folder, l.Code, "things.txt"))
		if err != nil {
			return nil, fmt.Errorf("reading sentences: %w", err)
		}
		out = append(out, thingExamples(name, vocabulary, l, strings.Split(strings.TrimSpace(string(text)), "\n"))...)
	}
	for _, tc := range cases {
		if tc.Want.Scope == nil && len(tc.Want.Acts) == 0 && len(tc.Want.ActsAny) == 0 {
			continue
		}
		heard := &listener{Vocabulary: vocabulary}
		clerk := shop.Clerk().With(func(c *agent.Config) { c.Reader = heard })
		var conversation dialog.Conversation
		for _, raw := range tc.Before {
			var text string
			if json.Unmarshal(raw, &text) == nil {
				if _, err := clerk.Reply(ctx, &conversation, agent.Input{Message: text}); err != nil {
					return nil, fmt.Errorf("%s: %w", tc.ID, err)
				}
			}
		}
		heard.said = nil
		if _, err := clerk.Reply(ctx, &conversation, agent.Input{Message: tc.Say}); err != nil {
			return nil, fmt.Errorf("%s: %w", tc.ID, err)
		}
		for _, s := range heard.said {
			x := choice{Group: name, Family: tc.ID, Weight: 1}
			out = append(out, tc.judge(x, vocabulary.Aims(s.clause, s.in))...)
		}
	}
	return out, nil
}

// judge completes an example by the ways that a clause of the message can be taken.
func (tc *testCase) judge(x choice, aims []understand.Aim) []choice {
	unsold := slices.Contains(tc.Want.Acts, "not_sold") || slices.Contains(tc.Want.ActsAny, "not_sold")
	if tc.Want.Scope == nil { // nothing is said of what is sold
		aims = slices.DeleteFunc(slices.Clone(aims), func(a understand.Aim) bool { return a.Kind != "absent" })
		return learnable(x, aims, func(understand.Aim) bool { return unsold })
	}
	found := slices.ContainsFunc(aims, func(a understand.Aim) bool {
		return a.Kind != "stays" && a.Kind != "absent" && wantedScope(a.Scope, *tc.Want.Scope)
	})
	return learnable(x, aims, func(a understand.Aim) bool {
		switch {
		case a.Kind == "absent":
			return unsold
		case a.Kind == "stays" && (len(a.Scope) == 0 && found || slices.Equal(tc.Want.Acts, []string{"not_sold"})):
			return false // to leave the kind open is right only where it can not be told
		}
		return wantedScope(a.Scope, *tc.Want.Scope)
	})
}

// learnable is an example with the ways to take it; none where all or none of them are right,
// and nothing can be learned.
func learnable(x choice, aims []understand.Aim, right func(understand.Aim) bool) []choice {
	for _, a := range aims {
		x.Features = append(x.Features, a.Features)
		x.Right = append(x.Right, right(a))
	}
	if !slices.Contains(x.Right, true) || !slices.Contains(x.Right, false) {
		return nil
	}
	return []choice{x}
}

// synthetic is a message made of names, and what is right of the ways to take it.
type synthetic struct {
	family, said string
	in           understand.Context
	right        func(aims []understand.Aim, a understand.Aim) bool // nil: nothing is learned of it
}

// syntheticWeight is what such a message counts beside one that somebody wrote.
const syntheticWeight = 0.3

// synthesised are n messages that are drawn for a shop.
func synthesised(shop string, v *understand.Vocabulary, seed uint64, n int, draw func(i int, rng *rand.Rand) synthetic) (out []choice) {
	rng := rand.New(rand.NewPCG(seed, 0))
	for i := range n {
		d := draw(i, rng)
		if d.right == nil {
			continue
		}
		if d.in.Tongue == nil {
			d.in.Language, d.in.Tongue = words.English, language.English()
		}
		aims := v.Aims(d.said, d.in)
		out = append(out, learnable(choice{Family: d.family, Group: shop, Weight: syntheticWeight}, aims, func(a understand.Aim) bool { return d.right(aims, a) })...)
	}
	return out
}

// one draws one of several.
func one[T any](rng *rand.Rand, of []T) T { return of[rng.IntN(len(of))] }

// Messages made of the names of things, wherever they are said; that ask for either of two kinds
// of product; and that ask for one kind and name another that it is for, or is used at, the last
// two with a value of the other too, such as "waterproof".
var (
	namingMessages = []string{"%s", "do you have a %s", "I need a %s under 60", "looking for a %s", "and a %s please", "now a %s", "a black %s", "how about a %s?"}
	eitherMessages = []string{"%s or %s", "a %s or a %s", "%s and %s", "%s or maybe %s under 100"}
	usingMessages  = []string{"%[1]s for %[2]s", "a %[1]s for my %[2]s", "I need a %[1]s to go with my %[2]s", "looking for a %[1]s to use with %[2]s", "%[3]s %[1]s for %[2]s", "a %[1]s for %[2]s, %[3]s"}
)

const (
	// namesPerShop is how many messages are made of names: enough to be heard beside those
	// that people wrote, and too few to drown them.
	namesPerShop = 60
	// sentencesPerShop is how many sentences that name things are read in each language.
	sentencesPerShop = 150
)

// named reports whether a way to take a message is to look for something by its name.
func named(a understand.Aim) bool { return a.Kind == "named" || a.Kind == "sold" }

// nameExamples asks for things that shops sell, at the start and after something else was
// looked for: what the shop has under the name is right, else that it has it not.
func nameExamples(shop string, v *understand.Vocabulary, shelves []*catalog.Shelf) []choice {
	things := slices.Sorted(maps.Keys(language.English().Products))
	return synthesised(shop, v, 1, namesPerShop, func(i int, rng *rand.Rand) synthetic {
		thing := one(rng, things)
		d := synthetic{family: thing, right: func(aims []understand.Aim, a understand.Aim) bool {
			return named(a) || a.Kind == "absent" && !slices.ContainsFunc(aims, named)
		}}
		if i%2 == 1 {
			d.in.Need.Scope = []string{one(rng, shelves).Name}
		}
		d.said = fmt.Sprintf(one(rng, namingMessages), thing)
		return d
	})
}

// pairExamples asks for two categories at once, which are right together, and for one that is
// for another, which is right alone.
func pairExamples(shop string, v *understand.Vocabulary, shelves []*catalog.Shelf) []choice {
	name := func(s *catalog.Shelf) string { return strings.ToLower(catalog.LastLevel(s.Name)) }
	either := synthesised(shop, v, 2, namesPerShop/2, func(_ int, rng *rand.Rand) synthetic {
		a, b := one(rng, shelves), one(rng, shelves)
		return synthetic{family: a.Name, said: fmt.Sprintf(one(rng, eitherMessages), name(a), name(b)), right: func(_ []understand.Aim, aim understand.Aim) bool {
			return a != b && slices.Contains(aim.Scope, a.Name) && slices.Contains(aim.Scope, b.Name)
		}}
	})
	using := synthesised(shop, v, 3, namesPerShop, func(_ int, rng *rand.Rand) synthetic {
		a, b := one(rng, shelves), one(rng, shelves)
		return synthetic{family: a.Name, said: fmt.Sprintf(one(rng, usingMessages), name(a), name(b), commonValue(b, rng)), right: func(_ []understand.Aim, aim understand.Aim) bool {
			return a != b && slices.Equal(aim.Scope, []string{a.Name})
		}}
	})
	return append(either, using...)
}

// commonValue draws a value of some aspect that has words, of the most common ones; "" where
// there is none.
func commonValue(s *catalog.Shelf, rng *rand.Rand) string {
	out := []string{}
	for _, c := range s.Columns {
		if c.Aspect.Kind != catalog.Numeric && len(c.Values) > 0 && c.Aspect.Key != catalog.KeyBrand {
			out = append(out, strings.ToLower(c.Values[0].Text))
		}
	}
	if len(out) == 0 {
		return ""
	}
	return one(rng, out)
}

// thingExamples takes sentences that name things. One that is wanted is what the sentence is about:
// where the shop has nothing of the name, it has it not; where it has only a kind of such things,
// either may be right, and nothing is learned of it. A sentence that wants none of what it names is not
// about any of it.
func thingExamples(shop string, v *understand.Vocabulary, l *language.Language, sentences []string) []choice {
	broader := slices.Index(understand.AimFeatures(), "sold as a kind of")
	in := understand.Context{Language: words.English, Tongue: l}
	return synthesised(shop, v, 4, sentencesPerShop, func(_ int, rng *rand.Rand) synthetic {
		said := one(rng, sentences)
		text, wanted := understand.Unmarked(said)
		d := synthetic{family: said, said: text, in: in}
		if len(wanted) == 0 {
			d.right = func(_ []understand.Aim, a understand.Aim) bool { return a.Kind != "absent" && !named(a) }
		}
		if len(wanted) != 1 {
			return d
		}
		alone := v.Aims(wanted[0], in)
		at := slices.IndexFunc(alone, named)
		switch {
		case at < 0:
			d.right = func(_ []understand.Aim, a understand.Aim) bool { return a.Kind == "absent" }
		case alone[at].Features[broader] == 0:
			d.right = func(_ []understand.Aim, a understand.Aim) bool {
				return a.Kind != "stays" && a.Kind != "absent" && slices.Equal(a.Scope, alone[at].Scope)
			}
		}
		return d
	})
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

// listener is a reader that notes what it is asked to read.
type listener struct {
	*understand.Vocabulary
	said []heardClause
}

type heardClause struct {
	clause string
	in     understand.Context
}

func (l *listener) Understand(clause string, in understand.Context) understand.Reading {
	same := func(h heardClause) bool {
		return h.clause == clause && h.in.Revising == in.Revising && len(h.in.Need.Scope) == len(in.Need.Scope)
	}
	if !in.Wide && !in.Query && !slices.ContainsFunc(l.said, same) {
		l.said = append(l.said, heardClause{clause, in})
	}
	return l.Vocabulary.Understand(clause, in)
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
