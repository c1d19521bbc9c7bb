// Package account keeps who may sign in, and who is signed in where. An account is an
// e-mail address and a password, and stands for one id: that under which the journal,
// the baskets and the orders keep what is its owner's. A session that is not signed in
// is a guest, and stands for itself; [Store.Of] tells which.
//
// Nothing is ever sent to the address, so nothing proves that it is its owner's. It is
// a name to sign in by and no more: orders that go by the same address elsewhere are
// not theirs on the strength of it.
//
// Accounts are in a file of their own. Nothing that happens to one needs a transaction
// together with orders: what was a guest's is moved to the account before the session
// is signed in, so that whoever is interrupted in between is still a guest, and finds
// everything in the account when they sign in again.
//
// # What can be found out
//
// [Store.Verify] answers the same, after the same work, whether the address is unknown
// or the password wrong. [Store.Register] tells that an address is taken, because the
// shop sends no mail: where it could, it would say "look into your mail" in either
// case. Whoever calls both limits how often.
package account

import (
	"context"
	"crypto/rand"
	"database/sql"
	"embed"
	"encoding/base32"
	"errors"
	"fmt"
	"strings"
	"time"

	"shopclerk/agent/durable"
	"shopclerk/agent/shop/password"
)

var (
	// ErrEmail reports a text that is no e-mail address.
	ErrEmail = errors.New("not an e-mail address")
	// ErrEasy reports a password that is among the first that anybody would guess.
	ErrEasy = errors.New("the password is easily guessed")
	// ErrTaken reports that there is an account of the address already.
	ErrTaken = errors.New("there is an account of this address")
	// ErrWrong reports an address without an account or a password that is not its
	// own; the two are not told apart.
	ErrWrong = errors.New("the address or the password is wrong")
	// ErrNone reports that there is no such account, or that a session is signed in to
	// none.
	ErrNone = errors.New("there is no such account")
)

// applicationID marks a SQLite file as one of accounts: "sca1".
const applicationID = 0x73636131

//go:embed migrations
var migrations embed.FS

// readersOpen is how many requests can ask at once who they are of; the question
// takes microseconds.
const readersOpen = 4

// mostHashing bounds the memory that passwords take: 64 MiB each, and with it how many
// a second are tried.
const mostHashing = 2

// SignInDays is how long a session stays signed in.
const SignInDays = 90

// Account is one account.
type Account struct {
	ID    string // random, of the form of a session's id, and no secret
	Email string // as its owner wrote it
	Since time.Time
}

// Store holds all accounts. It is safe for concurrent use. Its fields are set before
// the first call.
type Store struct {
	Now    func() time.Time // time.Now unless set
	Hasher *password.Hasher // of full work unless set

	file *durable.File
}

// FileKind is what [Open] opens.
func FileKind() durable.Kind {
	return durable.Kind{Name: "the accounts", ID: applicationID, Migrations: migrations, Folder: "migrations", Schema: "account", Readers: readersOpen}
}

// Open opens the accounts at path as [durable.Open] does.
func Open(ctx context.Context, path string) (*Store, error) {
	file, err := durable.Open(ctx, path, FileKind())
	if err != nil {
		return nil, err
	}
	return &Store{Now: time.Now, Hasher: password.NewHasher(mostHashing, password.Full), file: file}, nil
}

// Close waits for calls in progress and releases the file.
func (s *Store) Close() error { return s.file.Close() }

// Write tells whether the file takes anything: see [durable.File.Write].
func (s *Store) Write(ctx context.Context) error { return s.file.Write(ctx) }

// Register makes an account. [ErrEmail], [password.ErrLength], [ErrEasy] and [ErrTaken]
// say what is wrong with the two; then there is none. Of several who register an
// address at the same time one gets it.
func (s *Store) Register(ctx context.Context, email, secret string) (*Account, error) {
	known, err := Known(email)
	if err != nil {
		return nil, fmt.Errorf("registering: %w", err)
	}
	hash, err := s.hash(ctx, known, secret)
	if err != nil {
		return nil, fmt.Errorf("registering: %w", err)
	}
	a := &Account{ID: newID(), Email: strings.TrimSpace(email), Since: s.now()}
	result, err := s.file.Writer.ExecContext(ctx, `INSERT INTO account (id, email, known, hash, since, changed) VALUES (?1, ?2, ?3, ?4, ?5, ?5)
		ON CONFLICT (known) DO NOTHING`, a.ID, a.Email, known, hash, a.Since.UnixMicro())
	if err := one(result, err, ErrTaken); err != nil {
		return nil, s.file.Wrap("registering", err)
	}
	return a, nil
}

// Verify returns the account of an address and its password, or [ErrWrong]. It is also
// asked before what can not be undone is done to the account.
func (s *Store) Verify(ctx context.Context, email, secret string) (*Account, error) {
	known, _ := Known(email) // what is no address is nobody's
	a, hash, err := s.read(ctx, `known = ?`, known)
	if err != nil && !errors.Is(err, ErrNone) {
		return nil, s.file.Wrap("looking an account up", err)
	}
	ok, err := s.Hasher.Matches(ctx, normal(secret), hash)
	if err == nil && !ok {
		err = ErrWrong
	}
	if err != nil {
		return nil, fmt.Errorf("signing in: %w", err)
	}
	return a, nil
}

// SignIn signs a session in to an account, and out of another. Let it be a new session:
// one from before may be known to somebody else (session fixation).
func (s *Store) SignIn(ctx context.Context, session, id string) error {
	result, err := s.file.Writer.ExecContext(ctx, `INSERT INTO signin (session, account, since)
		SELECT ?1, id, ?3 FROM account WHERE id = ?2
		ON CONFLICT (session) DO UPDATE SET account = excluded.account, since = excluded.since`, session, id, s.now().UnixMicro())
	return s.file.Wrap("signing in", one(result, err, ErrNone))
}

// SignOut makes a session a guest's. One that is signed in to nothing stays so.
func (s *Store) SignOut(ctx context.Context, session string) error {
	_, err := s.file.Writer.ExecContext(ctx, `DELETE FROM signin WHERE session = ?`, session)
	return s.file.Wrap("signing out", err)
}

// Of returns the account that a session is signed in to, or [ErrNone].
func (s *Store) Of(ctx context.Context, session string) (*Account, error) {
	a, _, err := s.read(ctx, `id = (SELECT account FROM signin WHERE session = ? AND since > ?)`, session, s.now().AddDate(0, 0, -SignInDays).UnixMicro())
	return a, s.file.Wrap("asking who is signed in", err)
}

// ChangePassword gives an account another password, if the old one is right: else
// [ErrWrong]; [password.ErrLength] and [ErrEasy] are of the new one. All sessions are
// signed out, and the given one is signed in: let it be a new one.
func (s *Store) ChangePassword(ctx context.Context, id, old, secret, session string) error {
	a, hash, err := s.read(ctx, `id = ?`, id)
	if err != nil {
		return s.file.Wrap("changing a password", err)
	}
	ok, err := s.Hasher.Matches(ctx, normal(old), hash)
	if err == nil && !ok {
		err = ErrWrong
	}
	if err != nil {
		return fmt.Errorf("changing a password: %w", err)
	}
	known, err := Known(a.Email)
	if err != nil {
		return fmt.Errorf("changing a password: %w", err)
	}
	fresh, err := s.hash(ctx, known, secret)
	if err != nil {
		return fmt.Errorf("changing a password: %w", err)
	}
	if err := s.replace(ctx, id, hash, fresh, session); err != nil {
		return s.file.Wrap("changing a password", err)
	}
	return s.file.Erased(ctx)
}

// replace puts one hash in the place of another, unless somebody was quicker, and
// leaves the account with one sign-in.
func (s *Store) replace(ctx context.Context, id, was, hash, session string) error {
	return s.file.Transact(ctx, func(tx *sql.Tx) error {
		now := s.now().UnixMicro()
		result, err := tx.ExecContext(ctx, `UPDATE account SET hash = ?, changed = ? WHERE id = ? AND hash = ?`, hash, now, id, was)
		if err = one(result, err, ErrWrong); err == nil {
			_, err = tx.ExecContext(ctx, `DELETE FROM signin WHERE account = ?`, id)
		}
		if err == nil {
			_, err = tx.ExecContext(ctx, `INSERT INTO signin (session, account, since) VALUES (?, ?, ?)`, session, id, now)
		}
		return err
	})
}

// Delete removes an account and signs its sessions out; there may be none. What is
// kept under its id elsewhere is its owners' business. What it held is overwritten:
// see [durable.File.Erased].
func (s *Store) Delete(ctx context.Context, id string) error {
	if _, err := s.file.Writer.ExecContext(ctx, `DELETE FROM account WHERE id = ?`, id); err != nil {
		return s.file.Wrap("deleting an account", err)
	}
	return s.file.Erased(ctx)
}

// End signs one of an account's sessions out. One that is not of the account stays.
func (s *Store) End(ctx context.Context, id, session string) error {
	_, err := s.file.Writer.ExecContext(ctx, `DELETE FROM signin WHERE account = ? AND session = ?`, id, session)
	return s.file.Wrap("ending a session", err)
}

// SignIn is a session that is signed in.
type SignIn struct {
	Session string    `json:"-"`
	Since   time.Time `json:"since"`
}

// SignIns returns the sessions that are signed in to an account, the oldest first.
func (s *Store) SignIns(ctx context.Context, id string) ([]SignIn, error) {
	out := []SignIn{}
	err := durable.Each(ctx, s.file.Readers, func(row *sql.Rows) error {
		var since int64
		var session string
		err := row.Scan(&session, &since)
		out = append(out, SignIn{session, time.UnixMicro(since).UTC()})
		return err
	}, `SELECT session, since FROM signin WHERE account = ? ORDER BY since, session`, id)
	return out, s.file.Wrap("reading sign-ins", err)
}

// Forget removes the sign-ins from before, and returns how many. After [SignInDays] they
// are of no use to anybody.
func (s *Store) Forget(ctx context.Context, before time.Time) (int, error) {
	n, err := durable.Changed(s.file.Writer.ExecContext(ctx, `DELETE FROM signin WHERE since < ?`, before.UnixMicro()))
	return n, s.file.Wrap("forgetting old sign-ins", err)
}

func (s *Store) now() time.Time { return s.Now().UTC().Truncate(time.Microsecond) }

// read returns the one account of a condition with its hash, or [ErrNone].
func (s *Store) read(ctx context.Context, where string, args ...any) (*Account, string, error) {
	a := &Account{}
	var hash string
	var since int64
	err := s.file.Readers.QueryRowContext(ctx, `SELECT id, email, hash, since FROM account WHERE `+where, args...).Scan(&a.ID, &a.Email, &hash, &since)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, "", ErrNone
	}
	if err != nil {
		return nil, "", err
	}
	a.Since = time.UnixMicro(since).UTC()
	return a, hash, nil
}

// one is the error of a statement that was to change one row: none when it changed
// nothing.
func one(result sql.Result, err, none error) error {
	n, err := durable.Changed(result, err)
	if err == nil && n == 0 {
		err = none
	}
	return err
}

// newID draws an id: 128 random bits in the form of a session's id.
func newID() string {
	var b [16]byte
	if _, err := rand.Read(b[:]); err != nil {
		panic(err) // the system has no randomness: nothing is safe
	}
	return strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(b[:]))
}
