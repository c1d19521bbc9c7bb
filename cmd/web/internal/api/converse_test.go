package api

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shopclerk/agent"
	"shopclerk/agent/memory"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
)

func TestConverse(t *testing.T) {
	p := ask(t)
	first := p.turn(map[string]any{"message": "a backpack under 150, not black"})
	if len(first.Questions) == 0 || len(first.Questions) > 3 || len(first.Products) != 10 || first.Reply == "" {
		t.Fatalf("the first turn: %+v", first)
	}
	if !first.Expires.After(p.now) {
		t.Errorf("the state expires at %s", first.Expires)
	}
	for _, q := range first.Questions {
		mass := q.Other.Mass + q.None.Mass
		for _, o := range q.Options {
			mass += o.Mass
		}
		if mass < 0.99 || q.Why == nil || q.Why.Effect == "" {
			t.Errorf("a question of mass %v: %+v", mass, q)
		}
	}
	q := first.Questions[0]
	second := p.turn(map[string]any{"state": first.State, "answers": []any{map[string]any{"question": q.ID, "options": []int{0, 1}}}})
	answer := second.Understood[len(second.Understood)-1]
	if answer.Kind != "answer" || answer.Aspect != q.ID || answer.Text != q.Options[0].Label+" or "+q.Options[1].Label {
		t.Errorf("the answer is understood as %+v", answer)
	}

	revised := p.turn(map[string]any{"state": second.State, "revise": map[string]any{"change": answer.Change, "options": []int{1}}})
	if last := revised.Understood[len(revised.Understood)-1]; last.Text != q.Options[1].Label {
		t.Errorf("revised, it is understood as %+v", last)
	}
	dropped := p.turn(map[string]any{"state": second.State, "drop": []int{answer.Change}})
	if diff := cmp.Diff(first.Understood, dropped.Understood); diff != "" {
		t.Errorf("dropped (-before the answer +after):\n%s", diff)
	}
	if diff := cmp.Diff(ids(first.Products), ids(dropped.Products)); diff != "" {
		t.Errorf("dropped, the list is another:\n%s", diff)
	}
	typed := p.turn(map[string]any{"state": first.State, "answers": []any{map[string]any{"question": q.ID, "text": "laptop compartment"}}})
	if !slices.ContainsFunc(typed.Understood, func(u Understood) bool { return strings.Contains(strings.ToLower(u.Text), "laptop compartment") }) {
		t.Errorf("what was typed is understood as %+v; %s %+v", typed.Understood, typed.Reply, typed.Acts)
	}
	quiet := p.turn(map[string]any{"state": first.State, "quiet": true})
	if len(quiet.Questions) > 0 || !quiet.Quiet {
		t.Errorf("asked to be quiet: %+v", quiet.Questions)
	}
	if again := p.turn(map[string]any{"state": quiet.State, "quiet": false}); len(again.Questions) == 0 || again.Quiet {
		t.Error("asked to ask again, it is quiet")
	}
}

// The turns after a state are undone by going on from it: one state can be gone on from
// in several ways, and a state does not change.
func TestStatesAreValues(t *testing.T) {
	p := ask(t)
	first := p.turn(map[string]any{"category": backpacks})
	a := p.turn(map[string]any{"state": first.State, "message": "under 100"})
	p.turn(map[string]any{"state": first.State, "message": "over 200"})
	b := p.turn(map[string]any{"state": first.State, "message": "under 100"})
	if diff := cmp.Diff(a, b); diff != "" {
		t.Errorf("(-once +again):\n%s", diff)
	}
}

// A question tells what its jargon means, in the language of the answer.
func TestTerms(t *testing.T) {
	posed := []memory.Posed{{Text: "Which material?", Options: []memory.Choice{{Label: "ripstop nylon"}, {Label: "leather"}}}, {Text: "Which colour?"}}
	posed[0].Answer.Options = make([]catalog.Condition, 2)
	for _, w := range []*words.Language{words.English, words.Lookup("de")} {
		got := posedQuestions(&request{words: w}, posed)
		if len(got[0].Terms) != 1 || got[0].Terms[0].Word != "nylon" || got[0].Terms[0].Meaning == "" || len(got[1].Terms) > 0 {
			t.Errorf("%s: %+v", w.Code(), got)
		}
	}
}

func TestConverseInGerman(t *testing.T) {
	p := ask(t)
	p.language = "de"
	first := p.turn(map[string]any{"category": backpacks})
	p.language = "en"
	english := p.turn(map[string]any{"category": backpacks})
	if first.Reply == english.Reply || first.Questions[0].Text == english.Questions[0].Text {
		t.Errorf("in German: %q, %q", first.Reply, first.Questions[0].Text)
	}
	p.language = "tlh" // no language of the shop's
	if other := p.turn(map[string]any{"category": backpacks}); other.Reply != english.Reply {
		t.Errorf("in Klingon: %q", other.Reply)
	}
}

// A conversation whose state travels is the conversation that the clerk holds.
func TestConverseIsReply(t *testing.T) {
	ctx := words.With(context.Background(), words.English)
	messages := []string{
		"backpack", "a suitcase under 200", "not black", "waterproof", "red or blue", "the second one but cheaper", "cheaper", "anything else",
		"headphones", "no questions please", "under 80", "xyzzy",
	}
	shop := ask(t)
	rapid.Check(t, func(t *rapid.T) {
		p := *shop
		p.t = t
		held := &memory.Conversation{}
		state := ""
		for turn := range rapid.IntRange(1, 4).Draw(t, "turns") {
			said := map[string]any{"state": state}
			var in agent.Input
			move := "message"
			if turn > 0 {
				move = rapid.SampledFrom([]string{"message", "answers", "drop", "revise", "quiet", "category"}).Draw(t, "move")
			}
			last := held.Last()
			understood := search.InForce(held.Changes())
			understood = slices.DeleteFunc(understood, func(c search.Change) bool { return c.Op == search.Drop || c.Op == search.Reset })
			answered := slices.DeleteFunc(slices.Clone(understood), func(c search.Change) bool {
				_, err := held.Reopen(c.ID)
				return err != nil
			})
			switch {
			case move == "answers" && len(last.Questions) > 0:
				in.Answered = true
				list := []any{}
				for i, q := range last.Questions {
					if rapid.Bool().Draw(t, "skip") {
						continue
					}
					g := someGiven(t, len(q.Options))
					list = append(list, map[string]any{"question": q.Answer.Key, "options": g.Picked, "other": g.Other, "none": g.None})
					g.Question = i
					in.Answers = append(in.Answers, g)
				}
				said["answers"] = list
			case move == "drop" && len(understood) > 0:
				target := rapid.SampledFrom(understood).Draw(t, "target").ID
				said["drop"] = []int{target}
				in.Changes = []search.Change{{Op: search.Drop, Target: target}}
			case move == "revise" && len(answered) > 0:
				target := rapid.SampledFrom(answered).Draw(t, "target")
				g := someGiven(t, len(target.Answer.Options))
				said["revise"] = map[string]any{"change": target.ID, "options": g.Picked, "other": g.Other, "none": g.None}
				var err error
				if in.Changes, err = held.Revise(words.English, target.ID, g); err != nil {
					t.Fatal(err)
				}
			case move == "quiet":
				said["quiet"] = true
				in.Changes = []search.Change{{Op: search.Hush}}
			case move == "category":
				said["category"] = backpacks
				in.Changes = []search.Change{{Op: search.SetScope, Text: "Backpacks", Categories: []string{backpacks}}}
			default:
				in.Message = rapid.SampledFrom(messages).Draw(t, "message")
				said["message"] = in.Message
			}
			want, err := p.clerk().Reply(ctx, held, in)
			if err != nil {
				t.Fatal(err)
			}
			got := p.turn(said)
			state = got.State
			r := &request{words: words.English}
			expected := ConverseReply{
				Reply: want.Reply, Acts: acts(want.Acts), Understood: p.api.understood(want), Questions: posedQuestions(r, want.Questions), Quiet: want.Need.Quiet, Products: p.api.list(want),
				Open: want.Ranking.Open, Full: want.Fit(), Relaxed: relaxed(want), Errands: []Errand{}, State: got.State, Expires: got.Expires,
			}
			if diff := cmp.Diff(&expected, got); diff != "" {
				t.Fatalf("turn %d, %v (-the clerk +the API):\n%s", turn+1, said, diff)
			}
		}
	})
}

func someGiven(t *rapid.T, options int) memory.Given {
	return memory.Given{
		Picked: rapid.SliceOfN(rapid.IntRange(0, options-1), 0, 2).Draw(t, "picked"),
		Other:  rapid.Bool().Draw(t, "other"), None: rapid.Bool().Draw(t, "none"),
	}
}

// A state holds what its conversation's next turn needs, whatever was said; a
// conversation that has grown too long is told so, instead of being given a state that
// would be refused.
func TestStatesAreBounded(t *testing.T) {
	p := ask(t)
	c := &memory.Conversation{}
	dice := rand.New(rand.NewPCG(1, 2))
	for turns := 0; ; turns++ {
		state, err := p.api.pack(c, known.Holder(), p.now.Add(stateLife))
		if err != nil {
			if problem := new(Problem); !errors.As(err, &problem) || problem.Kind != TooLong || turns < 20 {
				t.Fatalf("after %d turns: %v", turns, err)
			}
			return
		}
		if len(state) > longestState {
			t.Fatalf("after %d turns the state has %d characters", turns, len(state))
		}
		got, err := p.api.unpack(state, known.Holder())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.Changes(), got.Changes()); diff != "" {
			t.Fatalf("after %d turns (-packed +unpacked):\n%s", turns, diff)
		}
		text := make([]byte, longestMessage)
		for i := range text {
			text[i] = "abcdefghijklmnopqrstuvwxyz "[dice.IntN(27)]
		}
		c.Exchanges = append(c.Exchanges, memory.Exchange{Changes: c.Number([]search.Change{{Op: search.AddWords, Words: strings.Fields(string(text))}})})
	}
}

// How long states are: ten turns that answer every question.
func TestStatesAreShort(t *testing.T) {
	p := ask(t)
	reply := p.turn(map[string]any{"category": backpacks})
	for range 10 {
		answers := []any{}
		for _, q := range reply.Questions {
			answers = append(answers, map[string]any{"question": q.ID, "options": []int{0}})
		}
		said := map[string]any{"state": reply.State, "message": "waterproof"}
		if len(answers) > 0 {
			said["answers"] = answers
		}
		reply = p.turn(said)
	}
	if len(reply.State) > longestState/4 {
		t.Errorf("ten turns make a state of %d characters", len(reply.State))
	}
	t.Logf("ten turns make a state of %d characters", len(reply.State))
}
