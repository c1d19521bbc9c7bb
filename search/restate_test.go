package search_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shopclerk/catalog"
	"shopclerk/search"
)

func TestRestate(t *testing.T) {
	red := &catalog.Condition{Key: "colour", Values: []string{"red"}}
	blue := &catalog.Condition{Key: "colour", Values: []string{"blue"}}
	cheap := &catalog.Condition{Key: catalog.KeyPrice, Range: catalog.AtMost(50)}
	answer := &search.Answer{Key: "colour", Options: []catalog.Condition{*red}, Labels: []string{"red"}, Picked: []int{0}}
	drop := func(targets ...int) (out []search.Change) {
		for _, id := range targets {
			out = append(out, search.Change{Op: search.Drop, Target: id})
		}
		return out
	}
	anew := search.Change{Op: search.AddLimit, Text: "blue", Condition: blue}
	for _, tc := range []struct {
		name    string
		changes []search.Change
		to      *catalog.Condition
		want    []search.Change
	}{
		{"nothing was said", nil, blue, []search.Change{anew}},
		{"nothing was said and nothing is", nil, nil, nil},
		{"a wish that put another aside", []search.Change{
			{ID: 1, Op: search.AddWish, Condition: red}, {ID: 2, Op: search.AddWish, Condition: blue}}, blue, append(drop(1, 2), anew)},
		{"an answer", []search.Change{{ID: 1, Op: search.Answered, Answer: answer}}, nil, drop(1)},
		{"a skipped question is no statement", []search.Change{{ID: 1, Op: search.Answered, Answer: &search.Answer{Key: "colour"}}}, nil, nil},
		{"what is not wanted stays", []search.Change{{ID: 1, Op: search.AddLimit, Condition: red, Not: true}}, blue, []search.Change{anew}},
		{"other aspects stay", []search.Change{{ID: 1, Op: search.AddLimit, Condition: cheap}}, blue, []search.Change{anew}},
		{"what was taken back stays so", []search.Change{
			{ID: 1, Op: search.AddLimit, Condition: red}, {ID: 2, Op: search.Drop, Target: 1}}, nil, nil},
		{"what was before a new start is forgotten", []search.Change{
			{ID: 1, Op: search.AddLimit, Condition: red}, {ID: 2, Op: search.Reset}, {ID: 3, Op: search.AddLimit, Condition: red}}, nil, drop(3)},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if diff := gocmp.Diff(tc.want, search.Restate(tc.changes, "colour", tc.to, "blue")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// What says all that an earlier change does takes its place.
func TestRenew(t *testing.T) {
	red := &catalog.Condition{Key: "colour", Values: []string{"red"}}
	blue := &catalog.Condition{Key: "colour", Values: []string{"blue"}}
	words := func(op search.Op, list ...string) search.Change { return search.Change{Op: op, Words: list} }
	wish := func(op search.Op, c *catalog.Condition, not bool) search.Change {
		return search.Change{Op: op, Condition: c, Not: not}
	}
	answer := func(a search.Answer) search.Change { return search.Change{Op: search.Answered, Answer: &a} }
	for _, tc := range []struct {
		name      string
		was, next search.Change
		again     bool
	}{
		{"the same word", words(search.AddWords, "black"), words(search.AddWords, "Black"), true},
		{"that word and another", words(search.AddWords, "black"), words(search.AddWords, "wireless", "black"), true},
		{"one of those words", words(search.AddWords, "black", "wireless"), words(search.AddWords, "black"), false},
		{"another word", words(search.AddWords, "black"), words(search.AddWords, "wireless"), false},
		{"without it, once more", words(search.Without, "black"), words(search.Without, "black"), true},
		{"what was to be without it", words(search.Without, "black"), words(search.AddWords, "black"), false},
		{"the same wish", wish(search.AddWish, red, false), wish(search.AddWish, red, false), true},
		{"another wish", wish(search.AddWish, red, false), wish(search.AddWish, blue, false), false},
		{"the same limit", wish(search.AddLimit, red, true), wish(search.AddLimit, red, true), true},
		{"the opposite limit", wish(search.AddLimit, red, true), wish(search.AddLimit, red, false), false},
		{"a wish that becomes a limit", wish(search.AddWish, red, false), wish(search.AddLimit, red, false), false},
		{"no preference, twice", answer(search.Answer{Key: "colour", None: true}), answer(search.Answer{Key: "colour", None: true}), true},
		{"no preference about something else", answer(search.Answer{Key: "colour", None: true}), answer(search.Answer{Key: "size", None: true}), false},
		{"no preference after an answer", answer(search.Answer{Key: "colour", Picked: []int{0}}), answer(search.Answer{Key: "colour", None: true}), false},
		{"an answer after no preference", answer(search.Answer{Key: "colour", None: true}), answer(search.Answer{Key: "colour", Picked: []int{0}}), false},
		{"a new start, twice", search.Change{Op: search.Reset}, search.Change{Op: search.Reset}, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tc.was.ID = 7
			want := []search.Change{tc.next}
			if tc.again {
				want = append(want, search.Change{Op: search.Drop, Target: 7})
			}
			if diff := gocmp.Diff(want, search.Renew([]search.Change{tc.was}, []search.Change{tc.next})); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// What is in force is all that the need is made of.
func TestInForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		changes := someChanges(t)
		now := search.InForce(changes)
		if diff := equal(search.Fold(changes), search.Fold(now)); diff != "" {
			t.Fatalf("(-all +in force):\n%s", diff)
		}
		for i := range now {
			if now[i].Op == search.Reset && i > 0 {
				t.Fatalf("a new start is in force behind what it forgets: %+v", now)
			}
		}
	})
}

// posted is words that tell who has a word without weighing them, and notes how it is asked.
type posted struct {
	words
	asked []string
	fails bool
}

func (p *posted) Postings(ctx context.Context, text string, categories []string, most int) ([]catalog.Ref, error) {
	p.asked = append(p.asked, "all that have "+text)
	if p.fails {
		return nil, errNoDisk
	}
	return p.words.Postings(ctx, text, categories, most)
}

// Who has a word is looked up once for a scope.
func TestWhoHasAWord(t *testing.T) {
	for _, tc := range []struct {
		name  string
		need  *search.Need
		asked string
		said  []catalog.Ref
	}{
		{"in a category", fold(in("Home > Desks"), say("red")), "all that have red", []catalog.Ref{5}},
		{"in the whole shop", fold(say("red")), "all that have red", []catalog.Ref{1, 5, 7}},
		{"two words", fold(in("Home > Desks"), say("with lamp")), "all that have lamp, all that have with", []catalog.Ref{6}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := lampsAndDesks()
			p := &posted{words: words{stock: s}}
			e := search.NewEngine(s, p, nil)
			for range 2 { // the second time it is known
				scope := scoped(t, e, tc.need)
				var said []catalog.Ref
				for row, has := range scope.Said {
					if has {
						said = append(said, scope.Shelf.Refs[row])
					}
				}
				if !slices.Equal(said, tc.said) {
					t.Errorf("%v say it, want %v", said, tc.said)
				}
			}
			slices.Sort(p.asked)
			if asked := strings.Join(p.asked, ", "); asked != tc.asked {
				t.Errorf("asked for %s; want %s", asked, tc.asked)
			}
			p = &posted{words: words{stock: s}, fails: true}
			if scope, err := search.NewEngine(s, p, nil).Scope(t.Context(), tc.need); err != nil || scope.Path[0] != "lexical failed" {
				t.Errorf("where it can not be looked up: %v by %q", err, scope.Path)
			}
		})
	}
}

// A product's text tells of a wish what its tags leave out, not what its only value denies.
func TestTextTellsOfWishes(t *testing.T) {
	tags := catalog.Aspect{Key: "style", Kind: catalog.Multi}
	colour := catalog.Aspect{Key: "colour", Kind: catalog.Single}
	s := &stock{categories: []catalog.Category{{Path: "Skirts", Name: "Skirts", Size: 3, Aspects: []catalog.Aspect{tags, colour}}}}
	for i, p := range []struct{ title, tag, colour string }{
		{"skirt", "red", "red"},
		{"red skirt", "long", "blue"},
		{"skirt", "long", "blue"},
	} {
		s.products = append(s.products, catalog.Product{Ref: catalog.Ref(i + 1), Category: "Skirts", Title: p.title,
			Attributes: []catalog.Attribute{{Key: "colour", Values: texts(p.colour)}, {Key: "style", Values: texts(p.tag)}}})
	}
	for _, c := range []struct {
		key  string
		op   search.Op
		full int
	}{{"style", search.AddWish, 2}, {"style", search.AddLimit, 2}, {"colour", search.AddWish, 1}} {
		n := fold(in("Skirts"), search.Change{Op: c.op, Said: "red one", Condition: &catalog.Condition{Key: c.key, Values: []string{"red"}}})
		e := search.NewEngine(s, titled{words{stock: s}}, nil)
		found, err := e.Scope(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		r, err := e.Rank(t.Context(), n, found, nil, search.Page{Limit: 3})
		if err != nil || r.Full != c.full {
			t.Errorf("%s %s: %d meet it, want %d (%v)", c.op, c.key, r.Full, c.full, err)
		}
	}
}

// titled is words that read titles too: what stands before "with" tells of the thing.
type titled struct{ words }

func (w titled) Titles(_ context.Context, text string, refs []catalog.Ref) ([]search.Title, error) {
	out := make([]search.Title, len(refs))
	for i, ref := range refs {
		thing, _, _ := strings.Cut(w.products[ref-1].Title, " with ")
		if slices.Contains(strings.Fields(thing), text) {
			out[i][search.Main] = 1
		}
	}
	return out, nil
}

// What is not wanted rules products out by their values, by their titles where a value
// that is not stated is not denied, and by their texts where it is no value.
func TestRuledOut(t *testing.T) {
	kind := catalog.Aspect{Key: "kind", Label: "Kind", Kind: catalog.Single}
	s := &stock{categories: []catalog.Category{{Path: "Skirts", Name: "Skirts", Size: 5, Aspects: []catalog.Aspect{colour, kind}}}}
	for _, p := range []struct{ title, colour, kind string }{
		{"red skirt", "red", "skirt"},               // 1
		{"mini skort in black", "white", "skort"},   // 2: several colours, of which one is not stated
		{"white skirt with black bow", "white", ""}, // 3: the bow is black
		{"green skirt", "green", "mini skirt"},      // 4
		{"hooded coat", "black", "coat"},            // 5
	} {
		ref := catalog.Ref(len(s.products) + 1)
		product := catalog.Product{Ref: ref, ID: p.title, Category: "Skirts", Title: p.title, Attributes: []catalog.Attribute{{Key: "colour", Values: texts(p.colour)}}}
		if p.kind != "" {
			product.Attributes = append(product.Attributes, catalog.Attribute{Key: "kind", Values: texts(p.kind)})
		}
		s.products = append(s.products, product)
	}
	not := func(key, value, said string) search.Change {
		return search.Change{ID: 1, Op: search.AddLimit, Not: true, Said: said, Condition: &catalog.Condition{Key: key, Values: []string{value}}}
	}
	for _, c := range []struct {
		name   string
		change search.Change
		want   []catalog.Ref
	}{
		{"a value of several", not("colour", "black", "black"), []catalog.Ref{1, 3, 4}},
		{"a part of a value", not("kind", "mini skirt", "mini"), []catalog.Ref{1, 3, 5}},
		{"a whole value", not("kind", "skirt", "skirt"), []catalog.Ref{2, 4, 5}},
		{"no value", search.Change{ID: 1, Op: search.Without, Words: []string{"bow"}}, []catalog.Ref{1, 2, 4, 5}},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := search.NewEngine(s, titled{words{stock: s}}, words{stock: s})
			n := search.Fold([]search.Change{{ID: 2, Op: search.SetScope, Categories: []string{"Skirts"}}, c.change})
			found, err := e.Scope(t.Context(), &n)
			if err != nil {
				t.Fatal(err)
			}
			r := ranked(t, e, &n, found, nil, search.Page{Limit: 10})
			var got []catalog.Ref
			for row, fits := range r.Fits {
				if fits {
					got = append(got, found.Shelf.Refs[row])
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("fit: %v, want %v", got, c.want)
			}
		})
	}
}
