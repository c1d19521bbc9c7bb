package retention

import (
	"context"
	"crypto/rand"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"shopclerk/agent/durable"
	"shopclerk/agent/journal"
	"shopclerk/agent/memory"
)

// A journal never has more than its ceiling, however fast it is written to: its oldest
// conversations go before that, and what is new stays.
func TestCeiling(t *testing.T) {
	const most = 1 << 20
	file := filepath.Join(t.TempDir(), "journal.db")
	book, err := journal.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := book.Close(); err != nil {
			t.Error(err)
		}
	})
	written := Notice(book)
	write := func() (id string) {
		t.Helper()
		for {
			session, err := journal.NewID(rand.Reader)
			if err != nil {
				t.Fatal(err)
			}
			id, err := book.Start(t.Context(), session, "v1", journal.Exchange(memory.Exchange{Said: strings.Repeat("a tent ", 1<<10)}))
			if err == nil {
				return id
			}
			if !durable.Full(err) {
				t.Fatal(err)
			}
		}
	}
	for range 200 { // more than there may be, from before
		write()
	}
	ctx, cancel := context.WithCancel(t.Context())
	var holding sync.WaitGroup
	holding.Go(func() { Ceiling(most).Hold(ctx, book, written) })
	size := func() int64 {
		t.Helper()
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	for end := time.Now().Add(time.Minute); size() > most && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	var last string
	for range 500 {
		if last = write(); size() > most {
			t.Fatalf("the file has %d bytes", size())
		}
	}
	cancel()
	holding.Wait()
	left, err := book.Existing(t.Context())
	if _, kept := left[last]; err != nil || !kept || len(left) < 50 {
		t.Errorf("%d conversations are left, the last of them %v, %v", len(left), kept, err)
	}
	if err := Ceiling(1<<15).prune(t.Context(), book); err == nil {
		t.Error("nothing is said of a ceiling below what is kept for ever")
	}
}
