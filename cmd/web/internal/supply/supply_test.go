package supply

import (
	"context"
	"crypto/rand"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/note"

	"shopclerk/catalog"
	"shopclerk/search/index"
	"shopclerk/search/index/depot"
)

// What somebody has seen elsewhere is waited for where it is coming, and not where nobody has
// published it, where it can not be taken, or where it takes too long.
func TestSupplyIsWaitedFor(t *testing.T) {
	target := t.TempDir()
	at, key := publish(t, target)
	for _, tt := range []struct {
		name  string
		seen  int64
		known int64
		fault error
		since time.Duration
		want  bool
	}{
		{"it is being pulled", at, at, nil, 0, true},
		{"it is only being found out", at, 0, nil, 0, true},
		{"nobody has published it", at + 1, at, nil, 0, false},
		{"it is damaged", at, at, depot.ErrDamaged, 0, false},
		{"the store is away", at, 0, context.DeadlineExceeded, 0, false},
		{"it has been coming for long", at, at, nil, awaitTime, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := New(depot.Puller{Store: depot.Dir(target), Key: key, Dir: t.TempDir()}, target)
			if tt.known != 0 {
				s.tell(tt.known, false, nil)
			}
			if tt.fault != nil {
				s.tell(0, false, tt.fault)
			}
			s.since = s.since.Add(-tt.since)
			ctx, cancel := context.WithCancel(t.Context())
			done := make(chan struct{})
			go func() {
				defer close(done)
				for {
					select {
					case <-s.asked: // as Run does
						_, _ = s.look(ctx)
					case <-ctx.Done():
						return
					}
				}
			}()
			if got := s.Reaches(ctx, tt.seen); got != tt.want {
				t.Errorf("waited for: %t", got)
			}
			cancel()
			<-done
		})
	}
}

// publish imports a product and publishes it at target: when the import began, and the key
// to believe it by.
func publish(t *testing.T, target string) (began int64, key note.Verifier) {
	t.Helper()
	data := t.TempDir()
	one := func(yield func(catalog.Record) bool) {
		yield(catalog.Record{ID: "p1", Category: "Lamps", Title: "Lamp", Price: catalog.Price{Minor: 1000, Currency: "EUR"}, Stock: -1})
	}
	if _, err := index.Build(t.Context(), data, index.FromSeq(one), index.Options{}); err != nil {
		t.Fatal(err)
	}
	private, public, err := note.GenerateKey(rand.Reader, "shop")
	if err != nil {
		t.Fatal(err)
	}
	signer, err := note.NewSigner(private)
	if err != nil {
		t.Fatal(err)
	}
	if key, err = note.NewVerifier(public); err != nil {
		t.Fatal(err)
	}
	r, err := depot.Publish(t.Context(), depot.Dir(target), signer, data, 1, func(string, int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	return r.Began, key
}
