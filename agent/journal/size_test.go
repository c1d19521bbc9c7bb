package journal_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/journal"
)

// A journal that has grown too large loses its oldest conversations, only as many as
// it takes, and then what no conversation holds.
func TestPruneTo(t *testing.T) {
	j := fresh(t)
	j.Now = clock(noon)
	var ids []string
	for range 200 {
		id := start(t, j, alice)
		add(t, j, id, 0, journal.Exchange(turn()), journal.Exchange(turn()))
		record(t, j, opened(alice, id, "p1"))
		ids = append(ids, id)
	}
	for range 50 {
		record(t, j, opened(bob, "", "p2"))
	}
	add(t, j, ids[0], 2, said("later")) // the oldest is the latest now
	size := func() int64 {
		t.Helper()
		n, err := j.Size(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	full := size()
	if n, err := j.PruneTo(t.Context(), full); n != 0 || err != nil {
		t.Errorf("pruned %d of a journal that is small enough, %v", n, err)
	}
	n, err := j.PruneTo(t.Context(), full/2)
	if err != nil || size() > full/2 || size() < full/4 {
		t.Errorf("pruned %d, %v; %d bytes of %d are left", n, err, size(), full)
	}
	live, err := j.Existing(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]struct{}{ids[0]: {}}
	for _, id := range ids[n+1:] {
		want[id] = struct{}{}
	}
	if diff := cmp.Diff(want, live); diff != "" {
		t.Errorf("pruned %d (-want +left):\n%s", n, diff)
	}
	if n, err := j.PruneTo(t.Context(), 0); n != len(want) || !errors.Is(err, journal.ErrLarge) {
		t.Errorf("pruned %d of %d, %v", n, len(want), err)
	}
	if left := export(t, j, bob).Interactions; len(left) != 0 {
		t.Errorf("%d interactions are left", len(left))
	}
}

// The room of what was pruned is returned.
func TestTrim(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.db")
	j, err := journal.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	for range 50 {
		add(t, j, start(t, j, alice), 0, journal.Exchange(turn()))
	}
	if n, err := j.Prune(t.Context(), time.Now().Add(time.Hour)); n != 50 || err != nil {
		t.Fatalf("pruned %d, %v", n, err)
	}
	held, err := j.Size(t.Context())
	if err == nil {
		err = j.Trim(t.Context())
	}
	if err == nil {
		err = j.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Size() > held {
		t.Errorf("it held %d bytes, and the file has %d, %v", held, info.Size(), err)
	}
}
