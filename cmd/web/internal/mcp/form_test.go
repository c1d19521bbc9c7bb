package mcp

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"shopclerk/agent/memory"
	"shopclerk/search"
	"shopclerk/words"
)

// Whatever options are called, each can be answered with, and is what it says.
func TestEveryOptionCanBeGiven(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := memory.Posed{Answer: search.Answer{Key: "colour"}}
		label := rapid.SampledFrom([]string{"", "a", "A", "a #1", "a #2", "(other)", "(any)", "(ANY)", "b"})
		for _, l := range rapid.SliceOfN(label, 1, 6).Draw(t, "labels") {
			q.Options = append(q.Options, memory.Choice{Label: l})
		}
		c := &memory.Conversation{Exchanges: []memory.Exchange{{Questions: []memory.Posed{q}}}}
		all := options(words.English, &q)
		for i, o := range all {
			got, err := readAnswers(words.English, "answers", c, map[string][]string{"colour": {o.Value}})
			if err != nil {
				t.Fatal(err)
			}
			want := memory.Given{Other: i == len(all)-2, None: i == len(all)-1}
			if i < len(q.Options) {
				want.Picked = []int{i}
			}
			if g := got[0]; g.Other != want.Other || g.None != want.None || !slices.Equal(g.Picked, want.Picked) {
				t.Fatalf("%q of %+v gives %+v, not %+v", o.Value, all, g, want)
			}
		}
	})
}
