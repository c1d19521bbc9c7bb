package journal_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"shopclerk/agent/journal"
	"shopclerk/agent/store/storetest"
)

// Many writers, in two processes' worth of connections, append to few conversations;
// each tries again when another was first. Every acknowledged event is there, once,
// and readers only ever see a conversation grow.
func TestConcurrentWriters(t *testing.T) {
	const writers, each, conversations = 8, 12, 3
	path := storetest.Place(t)
	journals := []*journal.Journal{open(t, path), open(t, path)}
	var ids [conversations]string
	for i := range ids {
		ids[i] = start(t, journals[0], alice)
	}
	var wg, reading sync.WaitGroup
	done := make(chan struct{})
	for _, id := range ids {
		reading.Go(func() {
			for seen := 0; ; {
				c, err := journals[1].Load(t.Context(), id)
				if err != nil {
					t.Error(err)
					return
				}
				if c.Version < seen || c.Version != len(c.Exchanges) {
					t.Errorf("version %d after %d with %d exchanges", c.Version, seen, len(c.Exchanges))
					return
				}
				seen = c.Version
				select {
				case <-done:
					return
				default:
				}
			}
		})
	}
	for w := range writers {
		wg.Go(func() {
			j, id := journals[w%2], ids[w%conversations]
			for i := range each {
				if err := insist(t, j, id, said(fmt.Sprintf("w%di%d", w, i))); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	close(done)
	reading.Wait()
	var got, want []string
	for _, id := range ids {
		got = append(got, strings.Fields(words(&load(t, journals[0], id).Conversation))...)
	}
	for w := range writers {
		for i := range each {
			want = append(want, fmt.Sprintf("w%di%d", w, i))
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%d events stored, %d acknowledged", len(got), len(want))
	}
}

// insist appends at whatever version the conversation is.
func insist(t *testing.T, j *journal.Journal, id string, e journal.Event) error {
	for {
		c, err := j.Load(t.Context(), id)
		if err != nil {
			return err
		}
		if _, err = j.Append(t.Context(), id, c.Version, e); !errors.Is(err, journal.ErrConflict) {
			return err
		}
	}
}
