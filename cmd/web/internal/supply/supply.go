// Package supply brings the generations of a catalogue that are published elsewhere into the
// data directory of a process.
package supply

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"

	"shopclerk/catalog/sqlite"
	"shopclerk/search/index"
	"shopclerk/search/index/depot"
)

const (
	// Every is how often it is looked whether a generation was published: reading a
	// name of some fifty bytes. Processes go live about that far apart.
	Every = 2 * time.Second
	// mostRest is how long a generation that could not be taken is left alone after several
	// failures, at most: fetching what is not to be believed again and again costs the line.
	mostRest = 5 * time.Minute
	// askedEvery is how far apart looks are for which somebody asks, who need not be honest.
	askedEvery = time.Second
	// awaitTime is how long a generation that is being pulled is waited for by shoppers who
	// have seen it: one that takes longer would make each of their pages late.
	awaitTime = 10 * time.Second
	// firstTime is how long a process without any catalogue waits for one. Whoever started
	// it sees that it ends, and starts it again.
	firstTime = 10 * time.Minute
)

// Supply brings the generations that are published into the data directory.
type Supply struct {
	puller depot.Puller
	target string
	asked  chan struct{}
	// GoLive has what came be sold.
	GoLive func()

	// of the goroutine that looks: the catalogue that is here, and what could not be pulled
	// and is tried again after a while
	file   os.FileInfo
	has    int64  // when its import began
	failed string // generation
	why    error
	rest   time.Duration
	until  time.Time

	mu      sync.Mutex
	newest  int64         // when the newest import that was published began, as far as is known
	since   time.Time     // that is known
	trouble string        // why it is not here, for /readyz; "": it is, or is coming
	away    bool          // the store was, when it was looked into
	looked  chan struct{} // closed when the store was looked into
}

// New returns what pulls from where target, as people know it, is read.
func New(puller depot.Puller, target string) *Supply {
	return &Supply{puller: puller, target: target, asked: make(chan struct{}, 1), looked: make(chan struct{}), GoLive: func() {}}
}

// Ask has it look at once. It does not wait.
func (s *Supply) Ask() {
	select {
	case s.asked <- struct{}{}:
	default:
	}
}

// Reaches asks for an import, and reports whether it may be here in a moment: it is not
// waited for where the store does not have it, where it can not be taken, and where it takes
// too long.
func (s *Supply) Reaches(ctx context.Context, begun int64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.newest < begun && !s.away {
		looked := s.looked
		s.mu.Unlock()
		s.Ask()
		select {
		case <-looked:
		case <-ctx.Done():
		}
		s.mu.Lock()
	}
	return s.newest >= begun && s.trouble == "" && time.Since(s.since) < awaitTime
}

// State is what /readyz says of it.
func (s *Supply) State() string {
	if s == nil {
		return ""
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.trouble
}

// First waits until the data directory has a catalogue.
func (s *Supply) First(ctx context.Context) error {
	ctx, cancel := context.WithTimeoutCause(ctx, firstTime, fmt.Errorf("no catalogue came from %s in %v", s.target, firstTime))
	defer cancel()
	for rest, said := time.Second, ""; ; rest = min(2*rest, 30*time.Second) {
		if _, err := index.Imported(ctx, s.puller.Dir); !errors.Is(err, sqlite.ErrNoCatalogue) {
			return err
		}
		if said == "" {
			slog.Info("there is no catalogue here: the shop opens when one has come", "catalogue", s.target)
		}
		came, err := s.look(ctx)
		if came {
			continue
		}
		if ctx.Err() == nil && err != nil && err.Error() != said {
			said = err.Error()
			slog.Warn("no catalogue has come yet", "error", err)
		}
		select {
		case <-ctx.Done():
			return errors.Join(context.Cause(ctx), err)
		case <-time.After(rest):
		}
	}
}

// Run looks at every tick and when it is asked, until ctx is done. What can not be taken is
// told once, and leaves the shop as it is.
func (s *Supply) Run(ctx context.Context, ticks <-chan time.Time) {
	for said := ""; ; {
		began := time.Now()
		came, err := s.look(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case err == nil:
			said = ""
		case err.Error() != said:
			said = err.Error()
			slog.Error("the shop goes on with the catalogue it has: the newest that is published is not taken", "catalogue", s.target, "error", err)
		}
		if came {
			s.GoLive()
		}
		select {
		case <-ctx.Done():
			return
		case <-ticks:
		case <-s.asked:
			select {
			case <-ctx.Done():
				return
			case <-time.After(askedEvery - time.Since(began)):
			}
		}
	}
}

// look pulls the newest generation that is published, and reports whether it came.
func (s *Supply) look(ctx context.Context) (came bool, err error) {
	m, err := s.puller.Newest(ctx)
	if err == nil {
		has := s.here(ctx) == m.Began
		if s.tell(m.Began, has, nil); has {
			return false, nil
		}
		came, err = s.pull(ctx, m)
	}
	s.tell(0, came, err)
	return came, err
}

// here is when the import in the data directory began, 0 where there is none.
func (s *Supply) here(ctx context.Context) int64 {
	file, err := os.Stat(index.CatalogPath(s.puller.Dir))
	if err != nil {
		return 0
	}
	if s.file == nil || !os.SameFile(file, s.file) || !file.ModTime().Equal(s.file.ModTime()) {
		has, err := index.Imported(ctx, s.puller.Dir)
		if err != nil {
			return 0
		}
		s.file, s.has = file, has.Began
	}
	return s.has
}

// pull pulls a generation, but one that could not be taken only now and then.
func (s *Supply) pull(ctx context.Context, m *depot.Manifest) (came bool, err error) {
	if m.Generation == s.failed && time.Now().Before(s.until) {
		return false, s.why
	}
	began := time.Now()
	err = s.puller.Pull(ctx, m)
	if err == nil {
		slog.Info("a catalogue was pulled", "generation", m.Generation, "megabytes", m.Size()/1e6, "took", time.Since(began).Round(time.Millisecond))
		return true, nil
	}
	if errors.Is(err, depot.ErrBusy) || errors.Is(err, index.ErrBusy) { // it comes by another process, or once an import is done
		return false, nil
	}
	if m.Generation != s.failed {
		s.failed, s.rest = m.Generation, 0
	}
	s.why, s.rest = err, min(max(2*s.rest, Every), mostRest)
	s.until = time.Now().Add(s.rest)
	return false, err
}

// tell keeps what is known of the newest generation: when its import began, where that was
// found out, whether it is here, and why it can not be.
func (s *Supply) tell(newest int64, here bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if newest != 0 && newest != s.newest {
		s.newest, s.since, s.trouble = newest, time.Now(), ""
	}
	close(s.looked)
	s.looked = make(chan struct{})
	s.away = false
	switch {
	case here:
		s.trouble = ""
	case err == nil:
	case errors.Is(err, depot.ErrForged), errors.Is(err, depot.ErrDamaged):
		s.trouble = ", the newest catalogue is not to be trusted"
	case errors.Is(err, index.ErrOlder):
		s.trouble = ", the newest catalogue that is published is an older one"
	case errors.Is(err, depot.ErrNone):
		s.trouble = ", no catalogue is published, or not all of it"
	default:
		s.trouble, s.away = ", the newest catalogue can not be had", true
	}
}
