package insight

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"shopclerk/agent/journal"
	"shopclerk/agent/memory"
	"shopclerk/search"
)

// open opens an empty journal whose clock the test sets.
func open(t testing.TB, now *time.Time) *journal.Journal {
	t.Helper()
	j, err := journal.Open(t.Context(), filepath.Join(t.TempDir(), "journal.db"))
	if err != nil {
		t.Fatal(err)
	}
	j.Now = func() time.Time { return *now }
	t.Cleanup(func() {
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	})
	return j
}

const session = "abcdefghijklmnopqrstuvwxya"

func TestBook(t *testing.T) {
	now := day
	j := open(t, &now)
	book := NewBook(j, nil)
	all := Period{day, day.AddDate(0, 0, 30)}
	refresh := func() []*Facts {
		t.Helper()
		if err := book.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		return book.Facts(all)
	}
	begin := func() string {
		t.Helper()
		id, err := j.Start(t.Context(), session, "v1")
		if err != nil {
			t.Fatal(err)
		}
		x := memory.Exchange{Said: "lamp", Shown: []string{"p1", "p2"}, Questions: []memory.Posed{posed()}}
		if _, err := j.Append(t.Context(), id, 0, journal.Exchange(x)); err != nil {
			t.Fatal(err)
		}
		now = now.Add(time.Hour)
		return id
	}
	if f := refresh(); len(f) != 0 {
		t.Fatalf("%d conversations in an empty journal", len(f))
	}
	first, second := begin(), begin()
	facts := refresh()
	if len(facts) != 2 || facts[0].ID != first || facts[1].ID != second || facts[0].Session != session {
		t.Fatalf("facts %v, want those of %s and %s", facts, first, second)
	}

	// what changes is read anew, what does not is kept
	if err := j.Record(t.Context(), journal.Interaction{Session: session, Conversation: second, Version: 1, Act: journal.Opened, Product: "p2", Position: 2, At: now}); err != nil {
		t.Fatal(err)
	}
	x := memory.Exchange{Said: "teal", Typed: []string{"teal"}, Changes: []search.Change{given(1, "colour", skip)}}
	if _, err := j.Append(t.Context(), second, 1, journal.Exchange(x)); err != nil {
		t.Fatal(err)
	}
	again := refresh()
	if again[0] != facts[0] {
		t.Error("a conversation that has not changed was read again")
	}
	if turns := again[1].Turns; len(turns) != 2 || len(turns[0].Touches) != 1 || turns[0].Questions[0].Text != "teal" {
		t.Errorf("the changed conversation: %+v", turns)
	}
	if len(facts[1].Turns) != 1 {
		t.Error("facts handed out before have changed")
	}

	// a text that goes from the journal goes from the facts, and counts
	now = now.Add(time.Hour)
	if _, err := j.Redact(t.Context(), now); err != nil {
		t.Fatal(err)
	}
	again = refresh()
	if q := again[1].Turns[0].Questions[0]; q.Text != journal.Redacted || q.Outcome != Otherwise {
		t.Errorf("after the text is gone: %+v", q)
	}

	// so does a conversation
	if err := j.Delete(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	if again = refresh(); len(again) != 1 || again[0].ID != second {
		t.Errorf("after deletion: %v", again)
	}

	// a period is half-open, by the beginning
	began := again[0].Began
	for _, c := range []struct {
		period Period
		want   int
	}{
		{Period{began, began.Add(1)}, 1},
		{Period{began.Add(-1), began}, 0},
		{Period{began.Add(1), began.Add(time.Hour)}, 0},
		{Period{began.Add(time.Hour), began}, 0},
	} {
		if got := len(book.Facts(c.period)); got != c.want {
			t.Errorf("%v: %d conversations, want %d", c.period, got, c.want)
		}
	}
	if got, want := (Period{day, day.AddDate(0, 0, 7)}).Before(), (Period{day.AddDate(0, 0, -7), day}); got != want {
		t.Errorf("before a week: %v, want %v", got, want)
	}
}

// broken is a source that fails where it is told to.
type broken struct {
	Source
	walk, existing error
}

func (b *broken) Walk(ctx context.Context, span journal.Span, yield func(*journal.History) error) (journal.Mark, error) {
	mark, err := b.Source.Walk(ctx, span, yield)
	if b.walk != nil {
		err = b.walk
		if !errors.Is(err, journal.ErrUnusable) {
			mark = journal.Mark{}
		}
	}
	return mark, err
}

func (b *broken) Existing(ctx context.Context) (map[string]struct{}, error) {
	if b.existing != nil {
		return nil, b.existing
	}
	return b.Source.Existing(ctx)
}

// After an error the book is as it was, and the next refresh finds what it missed;
// damage to some conversations keeps nothing back.
func TestRefreshErrors(t *testing.T) {
	now := day
	j := open(t, &now)
	source := &broken{Source: j}
	book := NewBook(source, nil)
	all := Period{day, day.AddDate(0, 0, 1)}
	id, err := j.Start(t.Context(), session, "v1")
	if err != nil {
		t.Fatal(err)
	}
	fails := func(want error) {
		t.Helper()
		if err := book.Refresh(t.Context()); !errors.Is(err, want) {
			t.Fatalf("error %v, want %v", err, want)
		}
	}
	lost := errors.New("lost")
	source.walk = lost
	fails(lost)
	if n := len(book.Facts(all)); n != 0 {
		t.Fatalf("%d conversations after an error", n)
	}
	source.walk = fmt.Errorf("one: %w", journal.ErrUnusable)
	fails(journal.ErrUnusable)
	if n := len(book.Facts(all)); n != 1 {
		t.Fatalf("%d conversations beside a damaged one", n)
	}
	source.walk = nil
	if err := j.Delete(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	source.existing = lost
	fails(lost)
	if n := len(book.Facts(all)); n != 1 {
		t.Fatalf("%d conversations after an error", n)
	}
	source.existing = nil
	if err := book.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := len(book.Facts(all)); n != 0 {
		t.Fatalf("%d conversations after the deletion", n)
	}
}

// Who waits for another's refresh waits no longer than the context lasts.
func TestRefreshWaitsForContext(t *testing.T) {
	now := day
	j := open(t, &now)
	if _, err := j.Start(t.Context(), session, "v1"); err != nil {
		t.Fatal(err)
	}
	reading, goOn := make(chan struct{}), make(chan struct{})
	book := NewBook(&slow{j, func() { close(reading); <-goOn }}, nil)
	done := make(chan error)
	go func() { done <- book.Refresh(t.Context()) }()
	<-reading
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if err := book.Refresh(gone); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that the context is gone", err)
	}
	close(goOn)
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// slow is a source whose reading is held up.
type slow struct {
	Source
	hold func()
}

func (s *slow) Walk(ctx context.Context, span journal.Span, yield func(*journal.History) error) (journal.Mark, error) {
	s.hold()
	return s.Source.Walk(ctx, span, yield)
}

// Refreshing, deleting and reading at once does no harm.
func TestBookConcurrently(t *testing.T) {
	now := day
	j := open(t, &now)
	book := NewBook(j, nil)
	done := make(chan error)
	for range 3 {
		go func() {
			var err error
			for i := 0; i < 20 && err == nil; i++ {
				var id string
				if id, err = j.Start(t.Context(), session, "v1"); err == nil {
					_, err = j.Append(t.Context(), id, 0, journal.Exchange(memory.Exchange{Said: "lamp"}))
				}
				if err == nil && i%2 == 0 {
					err = j.Delete(t.Context(), id)
				}
				if err == nil {
					err = book.Refresh(t.Context())
				}
				Summarise(book.Facts(Period{day, day.AddDate(0, 0, 1)}))
			}
			done <- err
		}()
	}
	for range 3 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if n := Summarise(book.Facts(Period{day, day.AddDate(0, 0, 1)})).Conversations; n != 30 {
		t.Errorf("%d conversations, want 30", n)
	}
}

// Facts equal those of a history that went through the file.
func TestBookReadsWhatWasWritten(t *testing.T) {
	now := day
	j := open(t, &now)
	book := NewBook(j, nil)
	h := recorded(&memory.Exchange{Said: "lamp", Questions: []memory.Posed{posed()}}, &memory.Exchange{Changes: []search.Change{given(1, "colour", skip)}}, nil)
	id, err := j.Start(t.Context(), session, "v1")
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range h.Events {
		now = e.At
		event := journal.Undo()
		if e.Exchange != nil {
			event = journal.Exchange(*e.Exchange)
		}
		if _, err := j.Append(t.Context(), id, i, event); err != nil {
			t.Fatal(err)
		}
	}
	if err := book.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	h.ID, h.Session, h.Events[1].Undone = id, session, true
	want := newInterner().digest(h)
	got := book.Facts(Period{day, day.Add(1)})
	if len(got) != 1 {
		t.Fatalf("%d conversations", len(got))
	}
	if diff := gocmp.Diff(want, got[0], cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("(-written +read):\n%s", diff)
	}
}
