package search_test

import (
	"cmp"
	"math"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"shopclerk/catalog"
	"shopclerk/search"
)

// place is what brute force says of one product.
type place struct {
	product *catalog.Product
	row     int
	score   float64
	out     bool // a limit rules it out, or it was set aside
	lacks   []int
}

// brute looks at every product by itself.
func brute(s *stock, e *search.Engine, n *search.Need, scope *search.Scope, evidence []float64) []place {
	top := math.Inf(-1)
	for _, x := range evidence {
		top = max(top, x)
	}
	wanted := n.Wanted()
	var out []place
	for row, ref := range scope.Shelf.Refs {
		p := place{product: &s.products[ref-1], row: row}
		var f search.Features
		if scope.Words != nil {
			f = scope.Words[row]
		}
		if evidence != nil {
			f.Evidence = evidence[row] - top
		}
		p.out = slices.Contains(n.Seen, p.product.ID)
		for i, w := range wanted {
			values := p.product.Of(w.Demand.Condition.Key)
			if w.Demand.Condition.Holds(values) != w.Demand.Not {
				continue
			}
			p.lacks = append(p.lacks, i)
			if w.Hard && (len(values) > 0 || w.Demand.Not) {
				p.out = true
			} else if w.Hard {
				f.Unknown++
			}
		}
		p.score = e.Weights.Score(&f)
		out = append(out, p)
	}
	return out
}

// meets reports whether the product lacks none of the kept demands.
func (p *place) meets(kept func(int) bool) bool { return !p.out && !slices.ContainsFunc(p.lacks, kept) }

func TestRankEqualsBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := aStock(t, 60)
		e := search.NewEngine(s, words{stock: s}, words{stock: s})
		changes := someChanges(t)
		last := 100
		for range rapid.IntRange(0, 2).Draw(t, "seen") {
			last++
			changes = append(changes, search.Change{ID: last, Op: search.SkipSeen, Refs: []string{rapid.SampledFrom([]string{"p1", "p2", "p3", "x"}).Draw(t, "seen")}})
		}
		n := search.Fold(changes)
		scope := scoped(t, e, &n)
		scope.Said, scope.Ruled = nil, nil // see TestFullMatchesHaveTheWords
		var evidence []float64
		if rapid.Bool().Draw(t, "has evidence") {
			for range scope.Shelf.Rows() {
				evidence = append(evidence, -float64(rapid.IntRange(0, 3).Draw(t, "evidence")))
			}
		}
		limit := rapid.IntRange(0, 12).Draw(t, "limit")
		r := ranked(t, e, &n, scope, evidence, search.Page{Limit: limit})
		places := brute(s, e, &n, scope, evidence)
		wanted := n.Wanted()

		// relaxation: what the likeliest product of those that meet the most of what was said lacks, limits never
		kept := func(int) bool { return true }
		count := func() (n int) {
			for i := range places {
				if places[i].meets(kept) {
					n++
				}
			}
			return n
		}
		var relaxed []string
		if left := slices.DeleteFunc(slices.Clone(places), func(p place) bool { return p.out }); count() == 0 && len(left) > 0 {
			said := func(p *place) (n int) { // how much it meets of what was said: a limit outweighs all wishes
				for i, w := range wanted {
					switch met := !slices.Contains(p.lacks, i); {
					case met && w.Hard:
						n += len(wanted)
					case met && w.Words != "":
						n++
					}
				}
				return n
			}
			likeliest := slices.MinFunc(left, func(a, b place) int {
				return cmp.Or(cmp.Compare(said(&b), said(&a)), cmp.Compare(r.Scores[b.row], r.Scores[a.row]), cmp.Compare(a.row, b.row))
			})
			kept = func(i int) bool { return wanted[i].Hard || !slices.Contains(likeliest.lacks, i) }
			for i, w := range wanted {
				if !kept(i) {
					relaxed = append(relaxed, w.Text)
				}
			}
		}
		open := 0
		for _, p := range places {
			if !p.out {
				open++
			}
		}
		if r.Open != open || r.Full != count() || !slices.Equal(r.Relaxed, relaxed) {
			t.Fatalf("open %d, full %d, relaxed %q; want %d, %d, %q", r.Open, r.Full, r.Relaxed, open, count(), relaxed)
		}

		// the belief: one score a row
		for _, p := range places {
			if got := r.Scores[p.row]; math.IsNaN(got) || math.IsInf(got, -1) != p.out || !p.out && math.Abs(got-p.score) > 1e-9 {
				t.Fatalf("row %d scores %v, want %v, out %v", p.row, got, p.score, p.out)
			}
		}

		// the list: full matches first, those that are sold out last of them, by score, then ref
		places = slices.DeleteFunc(places, func(p place) bool { return p.out })
		tier := func(p *place) int {
			switch {
			case len(p.lacks) > 0:
				return 2
			case soldOut(p.product):
				return 1
			}
			return 0
		}
		slices.SortFunc(places, func(a, b place) int {
			return cmp.Or(cmp.Compare(tier(&a), tier(&b)), cmp.Compare(r.Scores[b.row], r.Scores[a.row]), cmp.Compare(a.product.Ref, b.product.Ref))
		})
		if len(r.Items) != min(limit, len(places)) {
			t.Fatalf("%d items of %d, limit %d", len(r.Items), len(places), limit)
		}
		for i, it := range r.Items {
			p := &places[i]
			if it.Ref != p.product.Ref || it.Row != p.row || it.Score != r.Scores[p.row] || it.Full != (len(p.lacks) == 0) {
				t.Fatalf("place %d: %+v, want product %d", i, it, p.product.Ref)
			}
			var lacks []search.Lack
			for _, w := range p.lacks {
				values := p.product.Of(wanted[w].Demand.Condition.Key)
				lacks = append(lacks, search.Lack{Wanted: wanted[w], Unknown: len(values) == 0 && !wanted[w].Demand.Not, Has: values})
			}
			if diff := gocmp.Diff(lacks, it.Lacks); diff != "" {
				t.Fatalf("what product %d lacks (-want +got):\n%s", it.Ref, diff)
			}
			points := 0.0
			for _, share := range it.Shares {
				points += share.Points
			}
			if math.Abs(points-it.Score) > 1e-9 {
				t.Fatalf("the shares of product %d add up to %v, its score is %v", it.Ref, points, it.Score)
			}
		}
	})
}

// TestPinnedAndHidden holds a list with pins and hidden products against the list
// without: what is hidden is gone, what is pinned and meets everything stands first,
// in its order, and the others stand as they did.
func TestPinnedAndHidden(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := aStock(t, 40)
		e := search.NewEngine(s, words{stock: s}, words{stock: s})
		n := search.Fold(someChanges(t))
		scope := scoped(t, e, &n)
		some := func(label string) []string {
			return rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"p1", "p2", "p3", "p4", "p5", "p6", "nowhere"}), 0, 3, rapid.ID[string]).Draw(t, label)
		}
		pinned, hidden := some("pinned"), some("hidden")
		list := func(p search.Page) (*search.Ranking, []string) {
			p.Limit = scope.Shelf.Rows()
			r := ranked(t, e, &n, scope, nil, p)
			ids := make([]string, len(r.Items))
			for i, it := range r.Items {
				ids[i] = s.products[it.Ref-1].ID
			}
			return r, ids
		}
		open, want := list(search.Page{Hidden: hidden})
		if slices.ContainsFunc(want, func(id string) bool { return slices.Contains(hidden, id) }) {
			t.Fatalf("%q are hidden and %q listed", hidden, want)
		}
		if open.Open != len(want) {
			t.Fatalf("%d open of %d listed", open.Open, len(want))
		}
		var front []string
		for _, id := range pinned {
			if at := slices.Index(want, id); at >= 0 && open.Items[at].Full && !soldOut(&s.products[open.Items[at].Ref-1]) {
				front = append(front, id)
			}
		}
		want = append(slices.Clone(front), slices.DeleteFunc(want, func(id string) bool { return slices.Contains(front, id) })...)
		r, got := list(search.Page{Hidden: hidden, Pinned: pinned})
		if diff := gocmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("pinned %q, hidden %q (-want +got):\n%s", pinned, hidden, diff)
		}
		for i, it := range r.Items {
			if it.Pinned != (i < len(front)) {
				t.Fatalf("place %d is pinned: %t", i, it.Pinned)
			}
		}
	})
}

// A full match of a need of words alone has them in its own text; beside anything else they only rank.
func TestFullMatchesHaveTheWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := aStock(t, 60)
		e := search.NewEngine(s, words{stock: s}, words{stock: s})
		n := search.Fold(someChanges(t))
		scope := scoped(t, e, &n)
		with := ranked(t, e, &n, scope, nil, search.Page{})
		said := scope.Said
		scope.Said = nil
		without := ranked(t, e, &n, scope, nil, search.Page{})
		full := 0
		for row, fits := range without.Fits {
			if fits && (said == nil || !n.OnlyWords() || said[row]) {
				full++
			}
		}
		if with.Full != full {
			t.Fatalf("%d full matches, want %d", with.Full, full)
		}
	})
}

// What is left to choose from has the words where any product has them.
func TestLeft(t *testing.T) {
	s := lampsAndDesks()
	e := search.NewEngine(s, words{stock: s}, nil)
	for text, want := range map[string]int{"": 4, "red": 1, "bright": 1, "plaid": 4, "red lamp": 1,
		"lamp lamp lamp lamp lamp plaid": 4, "lamp lamp lamp lamp lamp red": 1, "red lamp lamp lamp lamp lamp plaid": 1} {
		n := fold(in("Home > Lamps"), say(text))
		scope := scoped(t, e, n)
		r := ranked(t, e, n, scope, nil, search.Page{})
		left := 0
		for _, is := range r.Left() {
			if is {
				left++
			}
		}
		if left != want {
			t.Errorf("%q leaves %d of 4 lamps, want %d", text, left, want)
		}
	}
}
