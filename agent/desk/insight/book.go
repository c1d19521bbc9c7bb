package insight

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"shopclerk/agent/journal"
)

// Source is where histories come from: a [journal.Journal].
type Source interface {
	Mark(context.Context) (journal.Mark, error)
	Walk(ctx context.Context, span journal.Span, yield func(*journal.History) error) (journal.Mark, error)
	Existing(context.Context) (map[string]struct{}, error)
}

// Book keeps the facts of all conversations of a source. It is safe for concurrent
// use.
type Book struct {
	source Source

	refreshing chan struct{} // holds one while what follows changes
	mark       journal.Mark
	by         map[string]*Facts
	shared     *interner

	facts atomic.Pointer[[]*Facts] // by Began, then ID; replaced whole
	state atomic.Int64             // counts its replacements
}

// NewBook returns an empty book. The first [Book.Refresh] reads the whole source.
// personal tells which parameters of errands hold what is a shopper's own: messages
// that tell such a thing are not in the book. Nil: all parameters do.
func NewBook(source Source, personal func(parameter string) bool) *Book {
	b := &Book{source: source, refreshing: make(chan struct{}, 1), by: map[string]*Facts{}, shared: newInterner()}
	if personal != nil {
		b.shared.personal = personal
	}
	b.facts.Store(new([]*Facts))
	return b
}

// Refresh brings the book up to date: it reads the conversations that have changed
// since the last time, one at a time, and drops those that are gone. When nothing has
// changed it costs one look. Who asks while another refreshes waits for it, as long as
// ctx lasts.
//
// Conversations that can not be read are left as they were known and reported as
// [journal.ErrUnusable]; the book is then up to date with all others. After any other
// error it is as it was before.
func (b *Book) Refresh(ctx context.Context) error {
	select {
	case b.refreshing <- struct{}{}:
		defer func() { <-b.refreshing }()
	case <-ctx.Done():
		return fmt.Errorf("waiting for the numbers to be refreshed: %w", ctx.Err())
	}
	now, err := b.source.Mark(ctx)
	if err != nil {
		return fmt.Errorf("refreshing the numbers: %w", err)
	}
	if now == b.mark {
		return nil
	}
	changed := map[string]*Facts{}
	mark, damage := b.source.Walk(ctx, journal.Span{Since: b.mark}, func(h *journal.History) error {
		changed[h.ID] = b.shared.digest(h)
		return nil
	})
	if damage != nil && (!errors.Is(damage, journal.ErrUnusable) || mark == (journal.Mark{})) {
		return fmt.Errorf("refreshing the numbers: %w", damage)
	}
	var gone []string
	if mark.Deletions != b.mark.Deletions {
		existing, err := b.source.Existing(ctx)
		if err != nil {
			return fmt.Errorf("refreshing the numbers: %w", err)
		}
		for id := range b.by {
			if _, ok := existing[id]; !ok {
				gone = append(gone, id)
			}
		}
	}
	list := slices.Clone(*b.facts.Load())
	for id, f := range changed {
		if b.by[id] == nil {
			list = append(list, f)
		}
		b.by[id] = f
	}
	for _, id := range gone {
		delete(b.by, id)
	}
	b.mark = mark
	b.publish(list)
	if damage != nil {
		return fmt.Errorf("refreshing the numbers: %w", damage)
	}
	return nil
}

// publish makes the list that readers see of one with every conversation there is, which
// is sorted in a moment where it is the one before with some more at its end.
func (b *Book) publish(all []*Facts) {
	for i, f := range all {
		all[i] = b.by[f.ID]
	}
	all = slices.DeleteFunc(all, func(f *Facts) bool { return f == nil })
	slices.SortFunc(all, func(x, y *Facts) int { return cmp.Or(x.Began.Compare(y.Began), strings.Compare(x.ID, y.ID)) })
	b.facts.Store(&all)
	b.state.Add(1)
}

// State tells states of the book apart: whoever keeps what was made of its facts makes it
// anew when this has changed.
func (b *Book) State() int64 { return b.state.Load() }

// Facts returns the conversations that began in a period, oldest first and then by
// id, as of the last refresh. The caller changes nothing.
func (b *Book) Facts(p Period) []*Facts {
	all := *b.facts.Load()
	at := func(t time.Time) int {
		i, _ := slices.BinarySearchFunc(all, t, func(f *Facts, t time.Time) int { return f.Began.Compare(t) })
		return i
	}
	from, to := at(p.From), at(p.To)
	return all[from:max(from, to)]
}

// Period is the time from From up to but not including To.
type Period struct{ From, To time.Time }

// Before returns the period of the same length that ends where this one begins.
func (p Period) Before() Period { return Period{From: p.From.Add(p.From.Sub(p.To)), To: p.From} }

// Empty reports that no conversation is known at all.
func (b *Book) Empty() bool { return len(*b.facts.Load()) == 0 }
