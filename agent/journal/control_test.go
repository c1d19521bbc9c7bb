package journal_test

import (
	"encoding/json"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/durable/durabletest"
	"shopclerk/agent/journal"
)

func set(who, payload string) journal.Control {
	return journal.Control{Who: who, Kind: "set", Payload: json.RawMessage(payload)}
}

// Controls come back as they were given, in order, whatever is deleted of shoppers.
func TestControls(t *testing.T) {
	path := durabletest.Place(t, "journal.db")
	j := open(t, path)
	j.Now = clock(noon)
	hers := start(t, j, alice)
	latest, err := j.AppendControls(t.Context(), 0, set("ann", `{"pin": "p1"}`), set("bob", `{}`))
	if err == nil {
		latest, err = j.AppendControls(t.Context(), latest, set("ann", `[1]`))
	}
	if err != nil || latest != 3 {
		t.Fatalf("latest %d, %v", latest, err)
	}
	if err := errors.Join(j.Delete(t.Context(), hers), j.DeleteSession(t.Context(), alice)); err != nil {
		t.Fatal(err)
	}
	if _, err := j.Prune(t.Context(), noon.AddDate(1, 0, 0)); err != nil {
		t.Fatal(err)
	}
	want := []journal.Control{
		{Seq: 1, At: noon.Add(2 * time.Second), Who: "ann", Kind: "set", Payload: json.RawMessage(`{"pin": "p1"}`)},
		{Seq: 2, At: noon.Add(2 * time.Second), Who: "bob", Kind: "set", Payload: json.RawMessage(`{}`)},
		{Seq: 3, At: noon.Add(3 * time.Second), Who: "ann", Kind: "set", Payload: json.RawMessage(`[1]`)},
	}
	for after, want := range map[int64][]journal.Control{0: want, 2: want[2:], 3: nil} {
		got, err := open(t, path).Controls(t.Context(), after)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("after %d: %v (-want +got):\n%s", after, err, diff)
		}
	}
	refused(t, path, `UPDATE control SET who = 'eve'`)
	refused(t, path, `DELETE FROM control`)
}

func TestControlsRefuse(t *testing.T) {
	j := fresh(t)
	for name, bad := range map[string]journal.Control{
		"nobody's":   set("", `{}`),
		"no kind":    {Who: "ann", Payload: json.RawMessage(`{}`)},
		"no payload": {Who: "ann", Kind: "set"},
		"not JSON":   set("ann", `{`),
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := j.AppendControls(t.Context(), 0, set("ann", `{}`), bad); err == nil {
				t.Error("it was recorded")
			}
		})
	}
	for _, expected := range []int64{-1, 1} {
		if _, err := j.AppendControls(t.Context(), expected, set("ann", `{}`)); !errors.Is(err, journal.ErrConflict) {
			t.Errorf("after %d: %v", expected, err)
		}
	}
	if got, err := j.Controls(t.Context(), 0); len(got) != 0 || err != nil {
		t.Errorf("recorded: %v, %v", got, err)
	}
}

// Of several who change the controls from the same state one goes through.
func TestControlsTogether(t *testing.T) {
	j := fresh(t)
	const people = 8
	done := make(chan error, people)
	var wg sync.WaitGroup
	for range people {
		wg.Go(func() {
			_, err := j.AppendControls(t.Context(), 0, set("ann", `{}`))
			done <- err
		})
	}
	wg.Wait()
	close(done)
	through := 0
	for err := range done {
		if err == nil {
			through++
		} else if !errors.Is(err, journal.ErrConflict) {
			t.Error(err)
		}
	}
	if all, err := j.Controls(t.Context(), 0); through != 1 || len(all) != 1 || err != nil {
		t.Errorf("%d went through, there are %v, %v", through, all, err)
	}
}
