package search_test

import (
	"cmp"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"shopclerk/catalog"
	"shopclerk/search"
)

var anyOf = []string{"red", "blue", "oak"}

// aChange draws a change about one of a few aspects; id is its number.
func aChange(id int) *rapid.Generator[search.Change] {
	return rapid.Custom(func(t *rapid.T) search.Change {
		c := search.Change{ID: id, Op: rapid.SampledFrom([]search.Op{
			search.AddWords, search.SetScope, search.AddLimit, search.AddWish, search.Answered, search.SkipSeen, search.Drop, search.Reset,
			search.Hush, search.Unhush,
			search.AddLimit, search.AddWish, search.Answered, search.Drop, // the likelier ones
		}).Draw(t, "op")}
		key := rapid.SampledFrom([]string{"colour", "price"}).Draw(t, "key")
		cond := &catalog.Condition{Key: key}
		if key == "price" {
			cond.Range = catalog.AtMost(float64(rapid.IntRange(1, 3).Draw(t, "most")))
		} else {
			cond.Values = []string{rapid.SampledFrom(anyOf).Draw(t, "value")}
		}
		switch c.Op {
		case search.AddWords:
			c.Words = rapid.SliceOfN(rapid.SampledFrom(anyOf), 0, 2).Draw(t, "words")
		case search.SetScope:
			c.Categories = rapid.SliceOfN(rapid.SampledFrom([]string{"Lamps", "Desks"}), 0, 2).Draw(t, "categories")
		case search.AddLimit:
			c.Condition, c.Not = cond, rapid.Bool().Draw(t, "not")
		case search.AddWish:
			c.Condition = cond
		case search.Answered:
			c.Answer = &search.Answer{Key: key, Options: []catalog.Condition{*cond}, Labels: []string{"it"},
				Picked: rapid.SampledFrom([][]int{nil, {0}}).Draw(t, "picked"), None: rapid.Bool().Draw(t, "none")}
		case search.SkipSeen:
			c.Refs = rapid.SliceOfN(rapid.SampledFrom(anyOf), 0, 3).Draw(t, "seen")
		case search.Drop:
			c.Target = rapid.IntRange(0, id+1).Draw(t, "target")
		}
		return c
	})
}

// someChanges draws a conversation's changes, with ids that ascend and leave gaps.
func someChanges(t *rapid.T) []search.Change {
	var out []search.Change
	id := 0
	for range rapid.IntRange(0, 12).Draw(t, "changes") {
		id += rapid.IntRange(1, 2).Draw(t, "gap")
		out = append(out, aChange(id).Draw(t, "change"))
	}
	return out
}

// equal compares needs; an empty list is as good as none.
func equal(a, b search.Need) string { return gocmp.Diff(a, b, cmpopts.EquateEmpty()) }

func TestFoldDoesNotDependOnTheOrderOfArrival(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		changes := someChanges(t)
		before := slices.Clone(changes)
		want := search.Fold(changes)
		if diff := gocmp.Diff(before, changes); diff != "" {
			t.Fatalf("folding changed its argument:\n%s", diff)
		}
		if len(changes) == 0 {
			return
		}
		if diff := equal(want, search.Fold(rapid.Permutation(changes).Draw(t, "order"))); diff != "" {
			t.Fatalf("another order of arrival gives another need:\n%s", diff)
		}
	})
}

// Dropping a change gives the need as if it had never been made, whatever it did:
// a reset, or another drop.
func TestDropEqualsNeverMade(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		changes := someChanges(t)
		if len(changes) == 0 {
			return
		}
		i := rapid.IntRange(0, len(changes)-1).Draw(t, "dropped")
		last := changes[len(changes)-1].ID
		with := append(slices.Clone(changes), search.Change{ID: last + 1, Op: search.Drop, Target: changes[i].ID})
		without := slices.Delete(slices.Clone(changes), i, i+1)
		if diff := equal(search.Fold(without), search.Fold(with)); diff != "" {
			t.Fatalf("dropping %+v (-never made +dropped):\n%s", changes[i], diff)
		}
	})
}

// Changes that speak of different things commute: said the other way round they
// give the same need, but for the numbers of the changes and the order of the list.
func TestDifferentThingsCommute(t *testing.T) {
	oak := &catalog.Condition{Key: "material", Values: []string{"oak"}}
	cheap := &catalog.Condition{Key: "price", Range: catalog.AtMost(50)}
	red := &catalog.Condition{Key: "colour", Values: []string{"red"}}
	things := []search.Change{
		{Op: search.SetScope, Categories: []string{"Lamps"}, Text: "lamps"},
		{Op: search.AddWords, Words: []string{"cosy"}},
		{Op: search.AddLimit, Condition: cheap, Text: "under 50"},
		{Op: search.AddLimit, Condition: red, Not: true, Text: "not red"},
		{Op: search.AddWish, Condition: oak, Text: "oak"},
		{Op: search.Answered, Answer: &search.Answer{Key: "size", Options: []catalog.Condition{{Key: "size", Values: []string{"S"}}}, Picked: []int{0}}},
		{Op: search.SkipSeen, Refs: []string{"p1", "p2"}},
		{Op: search.SkipSeen, Refs: []string{"p0"}},
	}
	said := func(order []search.Change) search.Need {
		numbered := slices.Clone(order)
		for i := range numbered {
			numbered[i].ID = i + 1
		}
		n := search.Fold(numbered)
		n.ScopeChange = 0
		for i := range n.Words {
			n.Words[i].Change = 0
		}
		for i := range n.Limits {
			n.Limits[i].Change = 0
		}
		for i := range n.Evidence {
			n.Evidence[i].Change = 0
		}
		slices.SortFunc(n.Limits, func(a, b search.Limit) int { return cmp.Compare(a.Text, b.Text) })
		slices.SortFunc(n.Evidence, func(a, b search.Evidence) int { return cmp.Compare(a.Answer.Key, b.Answer.Key) })
		return n
	}
	want := said(things)
	if want.Empty() || len(want.Limits) != 2 || len(want.Evidence) != 2 || len(want.Seen) != 3 {
		t.Fatalf("the need is %+v", want)
	}
	rapid.Check(t, func(t *rapid.T) {
		if diff := equal(want, said(rapid.Permutation(things).Draw(t, "order"))); diff != "" {
			t.Fatalf("said the other way round:\n%s", diff)
		}
	})
}

func TestFold(t *testing.T) {
	text := func(key string, values ...string) *catalog.Condition {
		return &catalog.Condition{Key: key, Values: values}
	}
	number := func(key string, r *catalog.Range) *catalog.Condition { return &catalog.Condition{Key: key, Range: r} }
	texts := func(n search.Need) (out []string) {
		for _, l := range n.Limits {
			out = append(out, "limit "+l.Text)
		}
		for _, e := range n.Evidence {
			out = append(out, "evidence "+e.Text)
		}
		for _, w := range n.Words {
			out = append(out, "words "+w.Text)
		}
		for _, s := range n.Scope {
			out = append(out, "in "+s)
		}
		for _, s := range n.Seen {
			out = append(out, "seen "+s)
		}
		return out
	}
	for _, tc := range []struct {
		name    string
		changes []search.Change
		want    []string
	}{
		{"a later range about the same aspect corrects the earlier", []search.Change{
			{Op: search.AddLimit, Text: "under 80", Condition: number("price", catalog.AtMost(80))},
			{Op: search.AddLimit, Text: "over 2 kg", Condition: number("weight", catalog.AtLeast(2))},
			{Op: search.AddLimit, Text: "under 50", Condition: number("price", catalog.AtMost(50))},
		}, []string{"limit over 2 kg", "limit under 50"}},
		{"what must not hold is no correction of what must", []search.Change{
			{Op: search.AddLimit, Text: "under 80", Condition: number("price", catalog.AtMost(80))},
			{Op: search.AddLimit, Text: "not 20 to 30", Condition: number("price", catalog.Between(20, 30)), Not: true},
		}, []string{"limit under 80", "limit not 20 to 30"}},
		{"several values may be ruled out", []search.Change{
			{Op: search.AddLimit, Text: "not red", Condition: text("colour", "red"), Not: true},
			{Op: search.AddLimit, Text: "not blue", Condition: text("colour", "blue"), Not: true},
		}, []string{"limit not red", "limit not blue"}},
		{"a later wish about the same aspect replaces the earlier, not the answer", []search.Change{
			{Op: search.AddWish, Text: "red", Condition: text("colour", "red")},
			{Op: search.Answered, Text: "blue", Answer: &search.Answer{Key: "colour", Picked: []int{0}, Options: []catalog.Condition{*text("colour", "blue")}}},
			{Op: search.AddWish, Text: "oak", Condition: text("material", "oak")},
			{Op: search.AddWish, Text: "green", Condition: text("colour", "green")},
		}, []string{"evidence blue", "evidence oak", "evidence green"}},
		{"the latest scope holds", []search.Change{
			{Op: search.SetScope, Categories: []string{"Lamps"}},
			{Op: search.SetScope, Categories: []string{"Desks", "Chairs"}},
		}, []string{"in Chairs", "in Desks"}},
		{"a scope of none is the whole shop", []search.Change{
			{Op: search.SetScope, Categories: []string{"Lamps"}}, {Op: search.SetScope},
		}, nil},
		{"words add up", []search.Change{
			{Op: search.AddWords, Words: []string{"cosy", "warm light"}}, {Op: search.AddWords, Words: []string{"small"}},
		}, []string{"words cosy", "words warm light", "words small"}},
		{"seen products are listed once", []search.Change{
			{Op: search.SkipSeen, Refs: []string{"b", "a"}}, {Op: search.SkipSeen, Refs: []string{"a", "c"}},
		}, []string{"seen a", "seen b", "seen c"}},
		{"what the wanted is like is not shown again", []search.Change{
			{Op: search.Like, Refs: []string{"b"}}, {Op: search.Like}, {Op: search.SkipSeen, Refs: []string{"a"}},
		}, []string{"seen a", "seen b"}},
		{"start over", []search.Change{
			{Op: search.AddWords, Words: []string{"cosy"}}, {Op: search.SkipSeen, Refs: []string{"a"}}, {Op: search.Reset},
			{Op: search.AddWords, Words: []string{"small"}},
		}, []string{"words small"}},
		{"a dropped correction brings back what it corrected", []search.Change{
			{Op: search.AddLimit, Text: "under 80", Condition: number("price", catalog.AtMost(80))},
			{Op: search.AddLimit, Text: "under 50", Condition: number("price", catalog.AtMost(50))},
			{Op: search.Drop, Target: 2},
		}, []string{"limit under 80"}},
		{"a drop can be dropped", []search.Change{
			{Op: search.AddWords, Words: []string{"cosy"}}, {Op: search.Drop, Target: 1}, {Op: search.Drop, Target: 2},
		}, []string{"words cosy"}},
		{"only what was said before can be dropped", []search.Change{
			{Op: search.Drop, Target: 2}, {Op: search.AddWords, Words: []string{"cosy"}}, {Op: search.Drop, Target: 9},
		}, []string{"words cosy"}},
		{"a change without its condition says nothing", []search.Change{
			{Op: search.AddLimit}, {Op: search.AddWish}, {Op: search.Answered},
		}, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for i := range tc.changes {
				tc.changes[i].ID = i + 1
			}
			n := search.Fold(tc.changes)
			if got := texts(n); !slices.Equal(got, tc.want) {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestQueryJoinsTheWords(t *testing.T) {
	n := search.Fold([]search.Change{{ID: 1, Op: search.AddWords, Words: []string{"cosy", "warm light"}}, {ID: 2, Op: search.AddWords, Words: []string{"small"}}})
	if got := n.Query(); got != "cosy warm light small" {
		t.Errorf("got %q", got)
	}
	without := search.Fold([]search.Change{{ID: 1, Op: search.AddWords, Words: []string{"cosy"}}, {ID: 2, Op: search.Without, Words: []string{"warm"}}})
	if without.Empty() {
		t.Error("a need of what is wanted and what is not is taken for none")
	}
	var none search.Need
	if none.Query() != "" || !none.Empty() || n.Empty() {
		t.Error("a need of nothing is not told from one of something")
	}
}

// What is retrieved by is all that was said, each word once, or the query as it was said.
func TestRetrievalJoinsWhatWasRead(t *testing.T) {
	words := search.Change{Op: search.AddWords, Words: []string{"cosy"}}
	said := search.Change{Op: search.AddWords, Words: []string{"cosy"}, Said: "a cosy one"}
	lamps := search.Change{Op: search.SetScope, Categories: []string{"Lamps"}, Said: "lamp"}
	red, again := wish("colour", "red"), wish("kind", "cosy")
	red.Said, again.Said = "in red", "cosy"
	for want, n := range map[string]*search.Need{
		"cosy":             fold(words),
		"cosy in red lamp": fold(words, red, again, lamps, wish("size", "large")),
		"lamp":             fold(lamps),
		"a cosy one":       fold(said, red, lamps),
	} {
		if got := n.Retrieval(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// What the shopper wants of an aspect or does not, or does not care about, is not asked about.
func TestSettles(t *testing.T) {
	red := &catalog.Condition{Key: "colour", Values: []string{"red"}}
	for _, tc := range []struct {
		name string
		need *search.Need
		want bool
	}{
		{"nothing", fold(), false},
		{"a limit", fold(search.Change{Op: search.AddLimit, Condition: red}), true},
		{"what is not wanted", fold(search.Change{Op: search.AddLimit, Condition: red, Not: true}), true},
		{"a limit of another", fold(search.Change{Op: search.AddLimit, Condition: &catalog.Condition{Key: "size", Values: []string{"large"}}}), false},
		{"a wish", fold(wish("colour", "red")), true},
		{"no preference", fold(search.Change{Op: search.Answered, Answer: &search.Answer{Key: "colour", None: true}}), true},
		{"the order", fold(search.Change{Op: search.SortBy, Key: "colour"}), true},
	} {
		if got := tc.need.Settles("colour"); got != tc.want {
			t.Errorf("%s: settled %t", tc.name, got)
		}
	}
}
