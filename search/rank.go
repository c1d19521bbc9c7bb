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
	Items []Ranked // best first: full matches, then near matches, each by score then ref
	Full  int      // how many products of the scope meet everything asked for
	Open  int      // how many products of the scope no limit rules out
	// Scores holds the score of every row of the scope's shelf: log-weights of the
	// belief. Rows that a limit rules out, or that were set aside, are −Inf.
	Scores []float64
	// Fits tells of every row whether it meets everything asked for that was not
	// left out: the rows that Full counts.
	Fits []bool
	// Relaxed names what no product meets together with the rest: demands left out
	// from the least important upward until something is a full match.
	Relaxed []string
}

// Ranked is one product of a ranking.
type Ranked struct {
	Ref   catalog.Ref
	Row   int
	Score float64
	Full  bool
	Lacks []Lack // what it does not meet; of a full match only what was relaxed
	// Shares are the parts that add up to Score.
	Shares []Share
}

// Lack is a demand that a product does not meet.
type Lack struct {
	Wanted  Wanted
	Unknown bool            // the catalogue has no value
	Has     []catalog.Value // what it has instead
}

// verdict is how every row stands to one demand.
type verdict struct{ met, has []bool }

// Rank scores every row of the scope and lists the best. evidence holds one
// log-likelihood a row (what the answers say of it, at most 0); nil means none.
func (e *Engine) Rank(ctx context.Context, n *Need, s *Scope, evidence []float64, limit int) (*Ranking, error) {
	rows := s.Shelf.Rows()
	r := &Ranking{Scores: make([]float64, rows)}
	wanted := n.Wanted()
	verdicts := make([]verdict, len(wanted))
	for i, w := range wanted {
		met, has := s.Shelf.Match(&w.Demand.Condition)
		if w.Demand.Not {
			for j := range met {
				met[j], has[j] = !met[j], true
			}
		}
		verdicts[i] = verdict{met, has}
	}
	aside, err := e.aside(ctx, n.Seen, s.Shelf)
	if err != nil {
		return nil, err
	}
	top := 0.0
	if len(evidence) > 0 {
		top = slices.Max(evidence)
	}
	for i := range r.Scores {
		if out, unknown := ruledOut(wanted, verdicts, i); out || aside[i] {
			r.Scores[i] = math.Inf(-1)
		} else {
			r.Open++
			f := row(s, evidence, top, i, unknown)
			r.Scores[i] = e.Weights.Score(&f)
		}
	}
	r.Fits = make([]bool, rows)
	kept, err := Relax(wanted, 1, func(kept []Wanted) (int, error) {
		n := 0
		for i, score := range r.Scores {
			r.Fits[i] = !math.IsInf(score, -1) && full(verdicts[:len(kept)], i)
			if r.Fits[i] {
				n++
			}
		}
		r.Full = n
		return n, nil
	})
	if err != nil {
		return nil, err
	}
	for _, w := range wanted[kept:] {
		r.Relaxed = append(r.Relaxed, w.Text)
	}
	r.list(s.Shelf, wanted, verdicts, kept, limit)
	for i := range r.Items {
		it := &r.Items[i]
		_, unknown := ruledOut(wanted, verdicts, it.Row)
		f := row(s, evidence, top, it.Row, unknown)
		it.Shares = e.Weights.Explain(&f)
	}
	return r, nil
}

// row gathers the features of one row.
func row(s *Scope, evidence []float64, top float64, i, unknown int) Features {
	var f Features
	if s.Words != nil {
		f = s.Words[i]
	}
	f.Unknown = float64(unknown)
	if evidence != nil {
		f.Evidence = evidence[i] - top
	}
	return f
}

// ruledOut reports whether a limit rules the row out, and how many limits can not
// be judged because the catalogue has no value: those products stay, below.
func ruledOut(wanted []Wanted, verdicts []verdict, row int) (out bool, unknown int) {
	for i, w := range wanted {
		if !w.Hard {
			break // limits come first
		}
		switch {
		case verdicts[i].met[row]:
		case verdicts[i].has[row]:
			return true, 0
		default:
			unknown++
		}
	}
	return false, unknown
}

func full(verdicts []verdict, row int) bool {
	for _, v := range verdicts {
		if !v.met[row] {
			return false
		}
	}
	return true
}

// list fills Items: the limit best rows, full matches first.
func (r *Ranking) list(shelf *catalog.Shelf, wanted []Wanted, verdicts []verdict, kept, limit int) {
	var rows []Ranked
	worst := math.Inf(-1)
	for i, score := range r.Scores {
		if math.IsInf(score, -1) {
			continue
		}
		f := full(verdicts[:kept], i)
		// near matches below the worst that can still be listed need no place
		if !f && len(rows) > 4*limit && score < worst {
			continue
		}
		rows = append(rows, Ranked{Ref: shelf.Refs[i], Row: i, Score: score, Full: f})
		if len(rows) == 4*limit {
			worst = lowest(rows, limit)
		}
	}
	slices.SortFunc(rows, compareRanked)
	r.Items = rows[:min(limit, len(rows))]
	for i := range r.Items {
		it := &r.Items[i]
		for j, w := range wanted {
			if verdicts[j].met[it.Row] {
				continue
			}
			l := Lack{Wanted: w, Unknown: !verdicts[j].has[it.Row]}
			if c := shelf.Column(w.Demand.Condition.Key); c != nil {
				l.Has = c.Cell(it.Row)
			}
			it.Lacks = append(it.Lacks, l)
		}
	}
}

func compareRanked(a, b Ranked) int {
	if a.Full != b.Full {
		if a.Full {
			return -1
		}
		return 1
	}
	return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Ref, b.Ref))
}

// lowest returns the limit-th best score of the rows.
func lowest(rows []Ranked, limit int) float64 {
	scores := make([]float64, len(rows))
	for i, r := range rows {
		scores[i] = r.Score
	}
	slices.Sort(scores)
	return scores[len(scores)-limit]
}

// aside marks the rows of products the shopper does not want to see again.
func (e *Engine) aside(ctx context.Context, ids []string, shelf *catalog.Shelf) ([]bool, error) {
	out := make([]bool, shelf.Rows())
	if len(ids) == 0 {
		return out, nil
	}
	refs, err := e.store.Refs(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("setting aside what was seen: %w", err)
	}
	for _, ref := range refs {
		if i, ok := shelf.Row(ref); ok {
			out[i] = true
		}
	}
	return out, nil
}
