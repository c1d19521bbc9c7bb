package desk

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"sync"
	"testing"

	"shopclerk/agent/desk/control"
	"shopclerk/agent/journal"
	"shopclerk/catalog"
)

// boardShop is what settings of the tests are judged against.
var boardShop = control.Shop{
	Categories: []catalog.Category{{Path: "Lamps", Aspects: []catalog.Aspect{{Key: "colour", Label: "Colour", Kind: catalog.Single}}}},
	Has:        func(string, string, string) bool { return true },
	Sold:       func(string) (string, bool) { return "Lamps", true },
}

func wording(text string) control.Act {
	return control.Act{Set: &control.Setting{Kind: control.KindWording, Category: "Lamps", Aspect: "colour", Text: text}}
}

// aBoard is a board over a journal, and what its clerk is under.
func aBoard(t *testing.T, file string) (*Board, *journal.Journal, func() string) {
	t.Helper()
	book, err := journal.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := book.Close(); err != nil {
			t.Error(err)
		}
	})
	var mu sync.Mutex
	asks := ""
	b := &Board{Journal: book, Apply: func(c *control.Controls) error {
		mu.Lock()
		defer mu.Unlock()
		asks = c.Wording([]string{"Lamps"}, "colour", "en").Text
		return nil
	}}
	return b, book, func() string {
		mu.Lock()
		defer mu.Unlock()
		return asks
	}
}

func TestBoard(t *testing.T) {
	ctx := t.Context()
	file := filepath.Join(t.TempDir(), "journal.db")
	b, _, asks := aBoard(t, file)
	for _, text := range []string{"Which?", "What?"} {
		if err := b.Do(ctx, "anna", wording(text), boardShop); err != nil {
			t.Fatal(err)
		}
		if asks() != text {
			t.Errorf("the clerk asks %q, want %q", asks(), text)
		}
	}
	if err := b.Do(ctx, "berta", control.Act{Undo: 2}, boardShop); err != nil || asks() != "Which?" {
		t.Errorf("undone, the clerk asks %q: %v", asks(), err)
	}
	var p *control.Problem
	if err := b.Do(ctx, "berta", control.Act{Undo: 2}, boardShop); !errors.As(err, &p) || p.Reason != control.AlreadyUndone {
		t.Errorf("undoing twice: %v", err)
	}
	if log := b.Log(); log.Version() != 3 || log[2].Who != "berta" || log[2].At.IsZero() {
		t.Errorf("the log ends with %+v", log[len(log)-1])
	}
	// a process that starts now finds the same
	again, _, asksAgain := aBoard(t, file)
	if err := again.Refresh(ctx); err != nil || asksAgain() != "Which?" || again.Log().Version() != 3 {
		t.Errorf("a new process asks %q: %v", asksAgain(), err)
	}
}

// TestBoardRefusesWhatIsNoNumber: what was typed as a number and is none is a problem
// of its field, and nothing is stored.
func TestBoardRefusesWhatIsNoNumber(t *testing.T) {
	b, _, _ := aBoard(t, filepath.Join(t.TempDir(), "journal.db"))
	for reason, arm := range map[control.Reason]control.Arm{
		control.BadShare: {Name: "a", Policy: "joint", Share: math.NaN()},
		control.NoPolicy: {Name: "a", Policy: "joint", Share: 1, Settings: map[string]float64{"least-bits": math.NaN()}},
	} {
		err := b.Do(t.Context(), "anna", control.Act{Set: &control.Setting{Kind: control.KindExperiment, Name: "x", Arms: []control.Arm{arm}}}, boardShop)
		if p := new(control.Problem); !errors.As(err, &p) || p.Reason != reason {
			t.Errorf("%v, want: %s", err, reason)
		}
	}
	if log := b.Log(); len(log) != 0 {
		t.Errorf("the log has %+v", log)
	}
}

// TestBoardsOfTwoProcesses: what one does the other follows, and neither loses what
// the other did.
func TestBoardsOfTwoProcesses(t *testing.T) {
	file := filepath.Join(t.TempDir(), "journal.db")
	a, _, _ := aBoard(t, file)
	b, _, asks := aBoard(t, file)
	if err := errors.Join(a.Do(t.Context(), "anna", wording("Which?"), boardShop), b.Refresh(t.Context())); err != nil {
		t.Fatal(err)
	}
	if asks() != "Which?" {
		t.Errorf("the other process asks %q", asks())
	}

	const each = 5
	var both sync.WaitGroup
	for name, board := range map[string]*Board{"anna": a, "berta": b} {
		both.Go(func() {
			for i := range each {
				if err := board.Do(t.Context(), name, wording(fmt.Sprint(name, i)), boardShop); err != nil && !errors.Is(err, journal.ErrConflict) {
					t.Error(err)
				}
			}
		})
	}
	both.Wait()
	for _, board := range []*Board{a, b} {
		if err := board.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if x, y := a.Log(), b.Log(); x.Version() != y.Version() || len(x) < each {
		t.Errorf("one has %d entries, the other %d", len(x), len(y))
	}
}

// TestBoardOfANewerProgram: what can not be read leaves what is in force.
func TestBoardOfANewerProgram(t *testing.T) {
	b, book, asks := aBoard(t, filepath.Join(t.TempDir(), "journal.db"))
	if err := b.Do(t.Context(), "anna", wording("Which?"), boardShop); err != nil {
		t.Fatal(err)
	}
	if _, err := book.AppendControls(t.Context(), 1, journal.Control{Who: "x", Kind: "later", Payload: []byte("{}")}); err != nil {
		t.Fatal(err)
	}
	if err := b.Refresh(t.Context()); err == nil || asks() != "Which?" || b.Log().Version() != 1 {
		t.Errorf("%v; the clerk asks %q", err, asks())
	}
}
