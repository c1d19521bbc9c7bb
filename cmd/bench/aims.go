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
	"shopclerk/agent/language"
	"shopclerk/agent/memory"
	"shopclerk/agent/understand"
	"shopclerk/catalog"
	"shopclerk/cmd/bench/internal/choice"
	"shopclerk/cmd/bench/internal/proclare"
	"shopclerk/search"
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
	var all []choice.Example
	for i := range c.Data {
		examples, err := c.examples(ctx, c.Data[i], c.Cases[i])
		if err != nil {
			return err
		}
		all = append(all, examples...)
	}
	names := understand.AimFeatures()
	rule := slices.Index(names, "as ruled")
	ruled := choice.Accuracy(all, func(x *choice.Example) []float64 { w := make([]float64, len(names)); w[rule] = 1; return w })
	held := choice.Validate(all, len(names), func(x *choice.Example) int {
		h := fnv.New32a()
		h.Write([]byte(x.Family))
		return int(h.Sum32()>>8) % c.Folds
	})
	shops := choice.Validate(all, len(names), func(x *choice.Example) string { return x.Group })
	w := choice.Learn(all, len(names))
	fmt.Printf("%d clauses; right by the rules alone %.3f, by what was learned of the other folds %.3f, of the other shops %.3f, of all %.3f\n",
		len(all), ruled, held, shops, choice.Accuracy(all, func(*choice.Example) []float64 { return w }))
	var out understand.Weights
	copy(out[:], w)
	if c.Learn == "" {
		fmt.Print(out.String())
		return nil
	}
	return os.WriteFile(c.Learn, []byte(out.String()), 0o644)
}

// examples plays the messages of a shop and notes the ways that their last clauses can
// be taken, and which of them are right. Clauses that no way is right of are left out, and
// those of which every way is.
func (c *aimed) examples(ctx context.Context, dir, file string) (out []choice.Example, err error) {
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
	var paths []string
	for _, category := range shop.Catalogue.Categories() {
		paths = append(paths, category.Path)
	}
	name := filepath.Base(dir)
	uses, err := useExamples(ctx, name, vocabulary, shop.Engine)
	if err != nil {
		return nil, err
	}
	out = slices.Concat(nameExamples(name, vocabulary, paths), pairExamples(name, vocabulary, paths), uses)
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
		var conversation memory.Conversation
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
			x := choice.Example{Group: name, Family: tc.ID, Weight: 1}
			out = append(out, tc.judge(x, vocabulary.Aims(s.clause, s.in))...)
		}
	}
	return out, nil
}

// judge completes an example by the ways that a clause of the message can be taken.
func (tc *testCase) judge(x choice.Example, aims []understand.Aim) []choice.Example {
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
func learnable(x choice.Example, aims []understand.Aim, right func(understand.Aim) bool) []choice.Example {
	for _, a := range aims {
		x.Features = append(x.Features, a.Features)
		x.Right = append(x.Right, right(a))
	}
	if !slices.Contains(x.Right, true) || !slices.Contains(x.Right, false) {
		return nil
	}
	return []choice.Example{x}
}

// atStart is where a message is said before anything else.
func atStart() understand.Context {
	return understand.Context{Language: words.English, Tongue: language.English()}
}

// namingMessages are messages made of the names of things, wherever they are said, %s in the place
// of the name: what the shop has under the name is right, else that it has it not.
var namingMessages = []string{"%s", "do you have a %s", "I need a %s under 60", "looking for a %s", "and a %s please", "now a %s", "a black %s", "how about a %s?"}

// eitherMessages are messages that ask for either of two kinds of product.
var eitherMessages = []string{"%s or %s", "a %s or a %s", "%s and %s", "%s or maybe %s under 100"}

// pairExamples asks for two categories at once: both are right together.
func pairExamples(shop string, v *understand.Vocabulary, paths []string) []choice.Example {
	rng := rand.New(rand.NewPCG(2, 0))
	var out []choice.Example
	for range namesPerShop / 2 {
		a, b := paths[rng.IntN(len(paths))], paths[rng.IntN(len(paths))]
		name := func(path string) string { return strings.ToLower(catalog.LastLevel(path)) }
		aims := v.Aims(fmt.Sprintf(eitherMessages[rng.IntN(len(eitherMessages))], name(a), name(b)), atStart())
		x := choice.Example{Family: a, Group: shop, Weight: nameWeight}
		out = append(out, learnable(x, aims, func(aim understand.Aim) bool {
			return a != b && slices.Contains(aim.Scope, a) && slices.Contains(aim.Scope, b)
		})...)
	}
	return out
}

// usingMessages are messages that ask for one kind of product and name another that it is for,
// or is used at; the last two say a value of the other too, such as "waterproof".
var usingMessages = []string{"%[1]s for %[2]s", "a %[1]s for my %[2]s", "I need a %[1]s to go with my %[2]s", "looking for a %[1]s to use with %[2]s", "%[3]s %[1]s for %[2]s", "a %[1]s for %[2]s, %[3]s"}

// useExamples asks for one category and names another: the first alone is right.
func useExamples(ctx context.Context, shop string, v *understand.Vocabulary, engine *search.Engine) ([]choice.Example, error) {
	shelves, err := engine.Shelves(ctx)
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(3, 0))
	var out []choice.Example
	for range namesPerShop {
		a, b := shelves[rng.IntN(len(shelves))], shelves[rng.IntN(len(shelves))]
		name := func(s *catalog.Shelf) string { return strings.ToLower(catalog.LastLevel(s.Name)) }
		said := fmt.Sprintf(usingMessages[rng.IntN(len(usingMessages))], name(a), name(b), commonValue(b, rng))
		x := choice.Example{Family: a.Name, Group: shop, Weight: nameWeight}
		out = append(out, learnable(x, v.Aims(said, atStart()), func(aim understand.Aim) bool {
			return a != b && slices.Equal(aim.Scope, []string{a.Name})
		})...)
	}
	return out, nil
}

// commonValue draws a value of some aspect that has words, of the most common ones; "" where
// there is none.
func commonValue(s *catalog.Shelf, rng *rand.Rand) string {
	var out []string
	for _, c := range s.Columns {
		if c.Aspect.Kind == catalog.Numeric || len(c.Values) == 0 || c.Aspect.Key == catalog.KeyBrand {
			continue
		}
		out = append(out, strings.ToLower(c.Values[0].Text))
	}
	if len(out) == 0 {
		return ""
	}
	return out[rng.IntN(len(out))]
}

// namesPerShop is how many messages are made of names: enough to be heard beside those
// that people wrote, and too few to drown them.
const namesPerShop = 60

// sentencesPerShop is how many sentences that name things are read in each language.
const sentencesPerShop = 150

// nameWeight is what such a message counts beside one that somebody wrote.
const nameWeight = 0.3

// nameExamples asks for things that shops sell, at the start and after something else was
// looked for: whether this one does, the way to take them tells itself.
func nameExamples(shop string, v *understand.Vocabulary, scopes []string) []choice.Example {
	rng := rand.New(rand.NewPCG(1, 0))
	things := slices.Sorted(maps.Keys(language.English().Products))
	var out []choice.Example
	for i := range namesPerShop {
		thing := things[rng.IntN(len(things))]
		in := atStart()
		if i%2 == 1 {
			in.Need = search.Need{Scope: []string{scopes[rng.IntN(len(scopes))]}}
		}
		aims := v.Aims(fmt.Sprintf(namingMessages[rng.IntN(len(namingMessages))], thing), in)
		plain := slices.ContainsFunc(aims, func(a understand.Aim) bool { return a.Kind == "named" || a.Kind == "sold" })
		x := choice.Example{Family: thing, Group: shop, Weight: nameWeight}
		out = append(out, learnable(x, aims, func(a understand.Aim) bool {
			return a.Kind == "named" || a.Kind == "sold" || a.Kind == "absent" && !plain
		})...)
	}
	return out
}

// thingExamples takes sentences that name things. One that is wanted is what the sentence is about:
// where the shop has nothing of the name, it has it not; where it has only a kind of such things,
// either may be right, and nothing is learned of it. A sentence that wants none of what it names is not
// about any of it.
func thingExamples(shop string, v *understand.Vocabulary, l *language.Language, sentences []string) []choice.Example {
	rng := rand.New(rand.NewPCG(4, 0))
	broader := slices.Index(understand.AimFeatures(), "sold as a kind of")
	in := understand.Context{Language: words.English, Tongue: l}
	named := func(a understand.Aim) bool { return a.Kind == "named" || a.Kind == "sold" }
	var out []choice.Example
	for range sentencesPerShop {
		said := sentences[rng.IntN(len(sentences))]
		text, wanted := understand.Unmarked(said)
		x := choice.Example{Family: said, Group: shop, Weight: nameWeight}
		right := func(a understand.Aim) bool { return a.Kind != "absent" && !named(a) }
		if len(wanted) == 1 {
			alone := v.Aims(wanted[0], in)
			at := slices.IndexFunc(alone, named)
			switch {
			case at < 0:
				right = func(a understand.Aim) bool { return a.Kind == "absent" }
			case alone[at].Features[broader] > 0:
				continue
			default:
				right = func(a understand.Aim) bool {
					return a.Kind != "stays" && a.Kind != "absent" && slices.Equal(a.Scope, alone[at].Scope)
				}
			}
		} else if len(wanted) > 1 {
			continue
		}
		out = append(out, learnable(x, v.Aims(text, in), right)...)
	}
	return out
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
