package desk

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"sync"
	"time"
)

const (
	// idleTime ends a session that nothing was asked in: a desk left alone.
	idleTime = 30 * time.Minute
	// sessionTime ends every session: a working day.
	sessionTime = 12 * time.Hour
	// mostSessions bounds the memory of sessions. The desk has a few people; whoever has been away longest makes room.
	mostSessions = 200
)

// sessions are the logins in force, in memory: a restart of the server ends them. An
// id is kept as its hash, so that no copy of the memory lets anybody in.
type sessions struct {
	mu   sync.Mutex
	open map[[sha256.Size]byte]*session
}

// session is one login.
type session struct {
	who         string // the person, as [Person.String] writes them
	began, seen time.Time
}

// over reports whether the session has ended by itself.
func (s *session) over(now time.Time) bool {
	return now.Sub(s.seen) >= idleTime || now.Sub(s.began) >= sessionTime
}

// begin opens a person's session and returns its id: 256 random bits.
func (s *sessions) begin(who string, now time.Time) string {
	var b [32]byte
	if _, err := rand.Read(b[:]); err != nil {
		panic(err) // the system has no randomness: nothing is safe
	}
	id := base64.RawURLEncoding.EncodeToString(b[:])
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open == nil {
		s.open = map[[sha256.Size]byte]*session{}
	}
	s.makeRoom(now)
	s.open[sha256.Sum256([]byte(id))] = &session{who, now, now}
	return id
}

// makeRoom forgets the sessions that are over, and the one unseen for longest where
// there are still too many.
func (s *sessions) makeRoom(now time.Time) {
	var longest *[sha256.Size]byte
	for k, v := range s.open {
		if v.over(now) {
			delete(s.open, k)
		} else if longest == nil || v.seen.Before(s.open[*longest].seen) {
			longest = &k
		}
	}
	if len(s.open) >= mostSessions {
		delete(s.open, *longest)
	}
}

// visit tells whose session in force an id is of, which it keeps from going idle.
func (s *sessions) visit(id string, now time.Time) (who string, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := sha256.Sum256([]byte(id))
	found := s.open[key]
	switch {
	case found == nil:
		return "", false
	case found.over(now):
		delete(s.open, key)
		return "", false
	}
	found.seen = now
	return found.who, true
}

// end ends a session. An id of none is no error.
func (s *sessions) end(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, sha256.Sum256([]byte(id)))
}
