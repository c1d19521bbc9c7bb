package search

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"shopclerk/catalog"
)

// Ranking is the list for a need, with what each place rests on.
type Ranking struct {
	Items []Ranked // the first ones, in the page's order
	Full  int      // how many products of the scope meet everything asked for that was not left out
	Open  int      // how many products of the scope no limit rules out
	// Saying is how many of the products that Fits counts have what stayed words in their texts.
	Saying int
	// Scores holds the score of every row of the scope's shelf: log-weights of the
	// belief. Rows that a limit rules out, or that were set aside, are −Inf.
	Scores []float64
	// Fits tells of every row whether it meets everything asked for that was not
	// left out: the rows that Full counts.
	Fits []bool
	// Relaxed names what no product meets together with the rest: what the likeliest
	// product lacks. When it is not empty there are no full matches.
	Relaxed []string
	// Kept is what Full and Fits hold rows against: everything wanted that was not
	// left out.
	Kept []Wanted
	// Aside marks the rows of products that the shopper does not want to see again,
	// and those that the shop hides.
	Aside []bool

	sampleWeights SampleWeights
	said          []bool      // by row: the product's text has what stayed words; nil when nothing did
	alone         bool        // words are all that was asked for
	pins          map[int]int // row → its place among the pinned, from 1
	named         []bool      // by row: the words name its product; nil when they name none
	soldOut       catalog.Test
	titled        func(row int) bool
	tests         []wish // of everything wanted
	near          bool   // something that was said is left out: what meets the rest comes first
}

// Ranked is one product of a ranking.
type Ranked struct {
	Ref   catalog.Ref
	Row   int
	Score float64
	Full  bool // meets everything asked for
	// Pinned tells that the shop has placed it here, ahead of better scores.
	Pinned bool
	Lacks  []Lack // what it does not meet; empty for a full match
	// Shares are the parts that add up to Score.
	Shares []Share
}

// Lack is a demand that a product does not meet.
type Lack struct {
	Wanted  Wanted
	Unknown bool            // the catalogue has no value
	Has     []catalog.Value // what it has instead
}

// Rank scores every row of the scope and lists the first of them. evidence holds one
// log-likelihood a row (what the answers say of it, at most 0); nil means none.
func (e *Engine) Rank(ctx context.Context, n *Need, s *Scope, evidence []float64, p Page) (*Ranking, error) {
	rows := s.Shelf.Rows()
	r := &Ranking{Scores: make([]float64, rows), Fits: make([]bool, rows), sampleWeights: s.SampleWeights, titled: s.Titled}
	wanted := n.Wanted()
	r.Kept = wanted
	r.soldOut = s.Shelf.Test(&catalog.Demand{Condition: catalog.Condition{Key: catalog.KeyStock, Values: []string{"no"}}})
	tests := make([]wish, len(wanted))
	for i := range wanted {
		tests[i] = wish{s.Shelf.Test(&wanted[i].Demand), e.told(ctx, &wanted[i], s.Shelf, e.existing(n.Scope))}
	}
	r.tests = tests
	hidden, err := e.rowsOf(ctx, slices.Concat(n.Seen, p.Hidden), s.Shelf)
	if err != nil {
		return nil, err
	}
	pinned, err := e.rowsOf(ctx, p.Pinned, s.Shelf)
	if err != nil {
		return nil, err
	}
	r.Aside, r.pins = make([]bool, rows), map[int]int{}
	for _, row := range hidden {
		r.Aside[row] = true
	}
	for _, row := range pinned {
		if out, _ := r.soldOut.Row(row); !out {
			r.pins[row] = len(r.pins) + 1
		}
	}
	highest := 0.0
	if len(evidence) > 0 {
		highest = slices.Max(evidence)
	}
	open, full := make([]int, Spans(rows)), make([]int, Spans(rows))
	EachSpan(rows, func(part, from, to int) {
		has, meets := 0, 0 // no two processors write to neighbouring counts for each row
		for i := from; i < to; i++ {
			out, unknown, fits := judge(wanted, tests, i, s.Titled(i))
			if out || r.Aside[i] || s.Ruled != nil && s.Ruled[i] {
				r.Scores[i] = math.Inf(-1)
				continue
			}
			f := featuresOf(s, evidence, highest, i, unknown)
			r.Scores[i] = e.Weights.Score(&f)
			has += s.SampleWeights.Of(i)
			if r.Fits[i] = fits; fits {
				meets += s.SampleWeights.Of(i)
			}
		}
		open[part], full[part] = has, meets
	})
	for part := range open {
		r.Open += open[part]
		r.Full += full[part]
	}
	lifts := map[int]float64{} // by row
	for id, points := range p.Lifts {
		rows, err := e.rowsOf(ctx, []string{id}, s.Shelf)
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			lifts[row] = points
			r.Scores[row] += points
		}
	}
	if r.Full == 0 {
		r.relax(wanted, tests)
	}
	r.word(s.Said, n.OnlyWords())
	if err := r.name(e.rowsOf(ctx, n.Named(), s.Shelf)); err != nil {
		return nil, err
	}
	if err := r.list(s.Shelf, wanted, p); err != nil {
		return nil, err
	}
	for i := range r.Items {
		it := &r.Items[i]
		_, unknown, _ := judge(wanted, tests, it.Row, false)
		f := featuresOf(s, evidence, highest, it.Row, unknown)
		it.Shares = e.Weights.Explain(&f)
		if points := lifts[it.Row]; points != 0 {
			it.Shares = append(it.Shares, Share{ShareShop, points})
		}
	}
	return r, nil
}

// wish is a test of something wanted, which the product's own text may tell where its attributes do not.
type wish struct {
	catalog.Test
	told []bool // by row; nil: by attributes alone
}

// Row is [catalog.Test.Row], or what the text tells.
func (w *wish) Row(row int) (met, known bool) {
	met, known = w.Test.Row(row)
	return met || w.told != nil && w.told[row], known
}

// relax is for when no row meets everything: it leaves out the wishes and answers that the
// likeliest row lacks, of those that meet the most of what was said, and marks and counts the
// rows that meet the rest.
// One wrong answer then costs that answer; leaving out by age would keep it and
// give up the right ones (on pc-parts with one answer in ten wrong and two in ten
// skipped, HIT@10 after five turns was 0.933 this way and 0.896 the other).
func (r *Ranking) relax(wanted []Wanted, tests []wish) {
	likeliest, most := -1, 0 // of those that meet the most of what was said
	for i, score := range r.Scores {
		if math.IsInf(score, -1) {
			continue
		}
		n := 0
		for k := range tests {
			switch met, _ := tests[k].Row(i); {
			case met && wanted[k].Hard:
				n += len(tests)
			case met && wanted[k].Words != "":
				n++
			}
		}
		if likeliest < 0 || n > most || n == most && score > r.Scores[likeliest] {
			likeliest, most = i, n
		}
	}
	if likeliest < 0 {
		return
	}
	var kept []wish
	r.Kept = nil
	for i, w := range wanted {
		if met, _ := tests[i].Row(likeliest); met || w.Hard {
			kept, r.Kept = append(kept, tests[i]), append(r.Kept, w)
		} else {
			r.Relaxed = append(r.Relaxed, w.Text)
			r.near = r.near || w.Words != ""
		}
	}
	for i, score := range r.Scores {
		r.Fits[i] = !math.IsInf(score, -1) && !slices.ContainsFunc(kept, func(t wish) bool {
			met, _ := t.Row(i)
			return !met
		})
		if r.Fits[i] {
			r.Full += r.sampleWeights.Of(i)
		}
	}
}

// judge holds one row against the wanted, of which limits come first: whether a
// limit rules it out, how many limits can not be judged because the catalogue has
// no value (those products stay, below), and whether it meets all.
func judge(wanted []Wanted, tests []wish, row int, titled bool) (out bool, unknown int, fits bool) {
	fits = true
	for i := range tests {
		met, known := tests[i].Row(row)
		if met || titled && wanted[i].byTitle() {
			continue
		}
		fits = false
		if !wanted[i].Hard {
			break
		}
		if known {
			return true, 0, false
		}
		unknown++
	}
	return false, unknown, fits
}

// Titled reports whether the title of a row's product has all of the words that products are found
// by. Where these name a category alone, no title does.
func (s *Scope) Titled(row int) bool {
	f, ok := s.Words[row]
	return ok && f.Title[All] == 1
}

// featuresOf gathers the features of one row.
func featuresOf(s *Scope, evidence []float64, highest float64, i, unknown int) Features {
	var f Features
	if s.Words != nil {
		f = s.Words[i]
	}
	f.Unknown = float64(unknown)
	if evidence != nil {
		f.Evidence = evidence[i] - highest
	}
	return f
}

// list fills Items with the page's rows. Rows ascend by ref, so that of equals the
// first row comes first.
func (r *Ranking) list(shelf *catalog.Shelf, wanted []Wanted, p Page) error {
	compare := r.by(p.Order, shelf)
	last := -1 // the row that the page before ended with
	if p.After != 0 {
		row, ok := shelf.Row(p.After)
		if !ok || math.IsInf(r.Scores[row], -1) {
			return fmt.Errorf("listing what comes after product %d: %w", p.After, ErrNoPlace)
		}
		last = row
	}
	firsts := make([][]int, Spans(len(r.Scores)))
	EachSpan(len(r.Scores), func(part, from, to int) {
		best := NewTop(p.Limit, compare)
		for i := from; i < to; i++ {
			if !math.IsInf(r.Scores[i], -1) && (last < 0 || compare(i, last) > 0) {
				best.Add(i)
			}
		}
		firsts[part] = best.Sorted()
	})
	for _, row := range First(slices.Concat(firsts...), p.Limit, compare) {
		it := Ranked{Ref: shelf.Refs[row], Row: row, Score: r.Scores[row], Full: r.full(row) && r.says(row)}
		it.Pinned = it.Full && r.tier(row) < 2 && r.pins[row] > 0 && p.Order == ByRelevance
		for i := range wanted {
			if met, _ := r.tests[i].Row(row); met || wanted[i].byTitle() && r.titled(row) {
				continue
			}
			if l, met := wanted[i].Lack(shelf, row); !met {
				it.Lacks = append(it.Lacks, l)
			}
		}
		r.Items = append(r.Items, it)
	}
	return nil
}

// Lack tells whether a row of a shelf meets what is wanted, and if not, what it has
// instead: the judgement by which [Engine.Rank] tells full from near matches.
func (w *Wanted) Lack(shelf *catalog.Shelf, row int) (l Lack, met bool) {
	test := shelf.Test(&w.Demand)
	met, known := test.Row(row)
	if met {
		return Lack{}, true
	}
	l = Lack{Wanted: *w, Unknown: !known}
	if c := shelf.Column(w.Demand.Condition.Key); c != nil {
		l.Has = c.Cell(row)
	}
	return l, false
}

// full reports whether a row meets everything asked for, nothing left out.
func (r *Ranking) full(row int) bool { return r.Fits[row] && len(r.Relaxed) == 0 }

// tier is where a row stands whatever its score: full matches, of them what is sold out, near
// ones; what the words name first of its kind. What a search by words alone finds sold out keeps
// its place: behind all that lacks the words nobody would find it.
func (r *Ranking) tier(row int) int {
	out, _ := r.soldOut.Row(row)
	named := r.named != nil && r.named[row]
	switch full := r.full(row); {
	case full && named:
		return 0
	case full && out && !r.alone:
		return 2
	case full:
		return 1
	case named:
		return 3
	case r.near && r.Fits[row]:
		return 4
	}
	return 5
}

// compare orders two rows by relevance, the better first.
func (r *Ranking) compare(a, b int) int {
	return cmp.Or(cmp.Compare(r.tier(a), r.tier(b)), r.pin(a, b), r.saying(a, b), cmp.Compare(r.Scores[b], r.Scores[a]), cmp.Compare(a, b))
}

// saying orders two full matches by whether their texts have what stayed words: those that do are told of.
func (r *Ranking) saying(a, b int) int {
	if r.alone || r.Saying == 0 || !r.full(a) || !r.full(b) || r.said[a] == r.said[b] {
		return 0
	}
	if r.said[a] {
		return -1
	}
	return 1
}

// name counts as full matches only the rows that the need's words name, and puts them first.
func (r *Ranking) name(rows []int, err error) error {
	if err != nil || len(rows) == 0 {
		return err
	}
	r.named = make([]bool, len(r.Fits))
	for _, row := range rows {
		r.named[row] = true
	}
	r.word(r.named, true)
	return nil
}

// pin orders two rows of a tier by the places that the shop gave them; 0 where it gave none.
func (r *Ranking) pin(a, b int) int {
	if len(r.pins) == 0 || r.tier(a) > 1 {
		return 0
	}
	place := func(row int) int {
		if at, ok := r.pins[row]; ok && r.says(row) {
			return at
		}
		return len(r.pins) + 1
	}
	return cmp.Compare(place(a), place(b))
}

// rowsOf returns the rows of products by their ids, in order, without those that the shelf lacks.
func (e *Engine) rowsOf(ctx context.Context, ids []string, shelf *catalog.Shelf) (rows []int, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	refs, err := e.store.Refs(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("finding what is placed or set aside: %w", err)
	}
	for _, ref := range catalog.InOrder(ids, refs) {
		if row, ok := shelf.Row(ref); ok {
			rows = append(rows, row)
		}
	}
	return rows, nil
}
