package journal_test

import (
	"context"
	"fmt"
	"testing"

	"shopclerk/agent/journal"
	"shopclerk/agent/store"
	"shopclerk/agent/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m, appendForever) }

// appendForever runs four writers, each in a conversation of its own, where every
// event is followed by a look at a product. Both acknowledged, they are told as their
// conversation and version.
func appendForever(ctx context.Context, path string, tell func(string) error) error {
	db, err := store.Open(ctx, path)
	if err != nil {
		return err
	}
	j := journal.New(db)
	failed := make(chan error)
	for range 4 {
		go func() {
			id, err := j.Start(ctx, alice, "v1")
			for version := 0; err == nil; {
				if version, err = j.Append(ctx, id, version, said(sentence(id, version+1))); err == nil {
					err = j.Record(ctx, opened(alice, id, sentence(id, version)))
				}
				if err == nil {
					err = tell(fmt.Sprint(id, " ", version))
				}
			}
			failed <- err
		}()
	}
	return <-failed
}

// sentence is what the child says in a conversation to make a version.
func sentence(id string, version int) string { return fmt.Sprintf("%s says %d", id, version) }

// Acknowledged means stored: whenever the process is killed, every event and every
// interaction it had told is in the journal, which opens as if nothing had happened.
func TestKilled(t *testing.T) {
	path := storetest.Place(t)
	acknowledged := map[string]int{} // conversation → latest version
	storetest.Kill(t, path, func(line string) {
		var id string
		var version int
		if _, err := fmt.Sscan(line, &id, &version); err != nil {
			t.Fatalf("the program told %q: %v", line, err)
		}
		acknowledged[id] = version
	}, func(kill int) {
		db, err := store.Open(t.Context(), path)
		if err != nil {
			t.Fatalf("kill %d: %v", kill, err)
		}
		j := journal.New(db)
		looks := map[string][]string{} // conversation → products
		for _, i := range export(t, j, alice).Interactions {
			looks[i.Conversation] = append(looks[i.Conversation], i.Product)
		}
		for id, version := range acknowledged {
			c := load(t, j, id)
			if c.Version < version {
				t.Fatalf("kill %d: conversation %s is at version %d, %d was acknowledged", kill, id, c.Version, version)
			}
			if n := len(looks[id]); n < version || n > c.Version {
				t.Fatalf("kill %d: conversation %s has %d interactions, %d were acknowledged", kill, id, n, version)
			}
			for i, product := range looks[id] {
				if want := sentence(id, i+1); product != want {
					t.Fatalf("kill %d: interaction %d is with %q, want %q", kill, i+1, product, want)
				}
			}
			for i, e := range c.Exchanges {
				if want := sentence(id, i+1); e.Said != want {
					t.Fatalf("kill %d: exchange %d says %q, want %q", kill, i+1, e.Said, want)
				}
			}
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	})
}
