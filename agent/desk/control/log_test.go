package control

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// drawSetting draws from few slots, so that settings meet.
func drawSetting(t *rapid.T) *Setting {
	s := &Setting{
		Kind:     rapid.SampledFrom(Kinds).Draw(t, "kind"),
		Category: rapid.SampledFrom([]string{"", "Lamps"}).Draw(t, "category"),
		Aspect:   rapid.SampledFrom([]string{"colour", "style"}).Draw(t, "aspect"),
		Name:     rapid.SampledFrom([]string{"", "grey"}).Draw(t, "name"),
	}
	if rapid.Bool().Draw(t, "empty") {
		return s
	}
	s.Text = rapid.SampledFrom([]string{"Which?", "What?"}).Draw(t, "text")
	s.Place = rapid.SampledFrom([]Place{First, Early, Never}).Draw(t, "place")
	s.Values = []string{rapid.SampledFrom([]string{"grey", "gray"}).Draw(t, "value")}
	s.Arms = []Arm{{Name: s.Text, Policy: "joint", Share: 1}}
	return s
}

// drawLog draws a log whose undoings name earlier entries that stand.
func drawLog(t *rapid.T) Log {
	var l Log
	for i := range rapid.IntRange(0, 20).Draw(t, "entries") {
		e := Entry{Sequence: int64(i + 1), At: time.Unix(int64(i), 0).UTC(), Who: "anna"}
		if standing := standing(l); len(standing) > 0 && rapid.IntRange(0, 2).Draw(t, "undo") == 0 {
			e.Undo = rapid.SampledFrom(standing).Draw(t, "which")
		} else {
			e.Set = drawSetting(t)
		}
		l = append(l, e)
	}
	return l
}

func standing(l Log) []int64 {
	undone := l.Undone()
	var out []int64
	for _, e := range l {
		if _, gone := undone[e.Sequence]; !gone {
			out = append(out, e.Sequence)
		}
	}
	return out
}

func undo(l Log, sequence int64) Log {
	return append(slices.Clone(l), Entry{Sequence: l.Version() + 1, Who: "anna", Act: Act{Undo: sequence}})
}

// inForce is what the controls hold, entry by entry.
func inForce(l Log) []Standing { return l.Controls().Standing() }

func TestUndoOfTheLatestRestoresWhatWas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := drawLog(t)
		if len(l) == 0 {
			return
		}
		if diff := cmp.Diff(inForce(l[:len(l)-1]), inForce(undo(l, l.Version()))); diff != "" {
			t.Fatalf("undoing the latest of %d entries (-before +undone):\n%s", len(l), diff)
		}
	})
}

func TestUndoIsAsIfItHadNeverBeenDone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var l Log // of settings alone: without one the others have their sequences still
		for i := range rapid.IntRange(1, 12).Draw(t, "entries") {
			l = append(l, Entry{Sequence: int64(i + 1), Who: "anna", Act: Act{Set: drawSetting(t)}})
		}
		at := rapid.IntRange(0, len(l)-1).Draw(t, "which")
		never := slices.Delete(slices.Clone(l), at, at+1)
		if diff := cmp.Diff(inForce(never), inForce(undo(l, l[at].Sequence))); diff != "" {
			t.Fatalf("(-never +undone):\n%s", diff)
		}
	})
}

func TestUndoOfEverythingLeavesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := drawLog(t)
		for _, e := range slices.Clone(l) {
			if _, gone := l.Undone()[e.Sequence]; !gone && e.Set != nil {
				l = undo(l, e.Sequence)
			}
		}
		if left := inForce(l); len(left) > 0 {
			t.Fatalf("%d settings are left", len(left))
		}
	})
}

func TestUndoOfAnUndoBringsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := drawLog(t)
		if standing := standing(l); len(standing) > 0 {
			once := undo(l, rapid.SampledFrom(standing).Draw(t, "which"))
			if diff := cmp.Diff(inForce(l), inForce(undo(once, once.Version()))); diff != "" {
				t.Fatalf("(-before +after):\n%s", diff)
			}
		}
	})
}

// TestHistory holds the history against the folds of the log's beginnings.
func TestHistory(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := drawLog(t)
		history := l.History()
		if len(history) != len(l) {
			t.Fatalf("%d events of %d entries", len(history), len(l))
		}
		for i, e := range history {
			n := len(l) - i
			if e.Sequence != l[n-1].Sequence {
				t.Fatalf("event %d is of entry %d", i, e.Sequence)
			}
			if diff := cmp.Diff(l[:n-1].Controls().At(e.Slot), e.Before); diff != "" {
				t.Fatalf("entry %d: before (-want +got):\n%s", e.Sequence, diff)
			}
			if diff := cmp.Diff(l[:n].Controls().At(e.Slot), e.After); diff != "" {
				t.Fatalf("entry %d: after (-want +got):\n%s", e.Sequence, diff)
			}
		}
	})
}

func TestStoredActsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for _, e := range drawLog(t) {
			kind, payload, err := e.Encode()
			if err != nil {
				t.Fatal(err)
			}
			back, err := Decode(kind, payload)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(e.Act, back); diff != "" {
				t.Fatalf("(-stored +read):\n%s", diff)
			}
		}
	})
	if _, err := Decode("later", []byte("{}")); err == nil {
		t.Error("an act of an unknown kind was read")
	}
	if _, err := Decode(storedSet, []byte("[")); err == nil {
		t.Error("a damaged act was read")
	}
}
