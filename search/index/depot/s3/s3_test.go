package s3

import (
	"context"
	"errors"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"shopclerk/search/index/depot"
)

// bucket is one in memory; its times are to the second.
func bucket(t *testing.T) *Store {
	t.Helper()
	server := httptest.NewServer(gofakes3.New(s3mem.New(), gofakes3.WithAutoBucket(true)).Server())
	t.Cleanup(server.Close)
	t.Setenv("AWS_ACCESS_KEY_ID", "a")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "b")
	s, err := New("s3://shop/a/b/", server.URL, "us-east-1")
	if err != nil {
		t.Fatal(err)
	}
	s.stale = 3 * time.Second
	return s
}

// Of publishers that come at the same time one is at it at any time, and all have their turn.
func TestClaim(t *testing.T) {
	s := bucket(t)
	var inside, turns atomic.Int32
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			for {
				_, release, err := s.Claim(t.Context())
				if errors.Is(err, depot.ErrBusy) {
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				if n := inside.Add(1); n != 1 {
					t.Errorf("%d publish", n)
				}
				time.Sleep(20 * time.Millisecond)
				inside.Add(-1)
				turns.Add(1)
				if err := release(); err != nil {
					t.Error(err)
				}
				return
			}
		})
	}
	all.Wait()
	if left, err := s.List(t.Context(), marks); turns.Load() != 3 || err != nil || len(left) > 0 {
		t.Errorf("%d had their turn, left are %v, %v", turns.Load(), left, err)
	}
}

// One that was killed keeps others out for no longer than its mark is somebody's; one that is
// alive for as long as it is.
func TestClaimOfTheDead(t *testing.T) {
	s := bucket(t)
	if err := s.mark(t.Context(), marks+"dead"); err != nil {
		t.Fatal(err)
	}
	held, release, err := s.Claim(t.Context())
	if err != nil {
		t.Fatalf("a publisher that was killed keeps others out: %v", err)
	}
	if _, _, err := s.Claim(t.Context()); !errors.Is(err, depot.ErrBusy) {
		t.Errorf("beside one that is alive another is let in: %v", err)
	}
	if held.Err() != nil {
		t.Error(context.Cause(held))
	}
	if err := release(); err != nil {
		t.Error(err)
	}
}

// What can not be a target is told before anything is sent.
func TestNew(t *testing.T) {
	for _, tt := range []struct{ target, endpoint string }{
		{"s3://", "https://s3.example"}, {"s3:///x", "https://s3.example"}, {"http://a/b", "https://s3.example"}, {"s3://key:secret@b/x", "https://s3.example"},
		{"s3://b/x?y=z", "https://s3.example"}, {"s3://b/x", "s3.example"}, {"s3://b/x", "ftp://s3.example"}, {"s3://b/x", ""},
	} {
		if s, err := New(tt.target, tt.endpoint, ""); err == nil {
			t.Errorf("%s at %q is %v", tt.target, tt.endpoint, s)
		}
	}
	s, err := New("s3://b", "https://s3.example", "")
	if err != nil || s.prefix != "" || s.bucket != "b" {
		t.Error(s, err)
	}
	if s := bucket(t); s.prefix != "a/b/" {
		t.Error(s.prefix)
	}
	if _, err := bucket(t).Get(t.Context(), "nothing"); !errors.Is(err, depot.ErrNone) || strings.Contains(err.Error(), "secret") {
		t.Error(err)
	}
}
