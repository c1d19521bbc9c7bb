package journal_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"shopclerk/agent/dialog"
	"shopclerk/agent/journal"
	"shopclerk/agent/store/storetest"
)

const (
	alice = "aaaaaaaaaaaaaaaaaaaaaaaaaa" // sessions
	bob   = "bbbbbbbbbbbbbbbbbbbbbbbbba"
)

func open(t testing.TB, place string) *journal.Journal {
	t.Helper()
	return journal.New(storetest.Open(t, place))
}

func fresh(t testing.TB) *journal.Journal {
	t.Helper()
	return journal.New(storetest.New(t))
}

func start(t testing.TB, j *journal.Journal, session string) string {
	t.Helper()
	id, err := j.Start(context.Background(), session, "v1")
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func add(t testing.TB, j *journal.Journal, id string, expected int, events ...journal.Event) int {
	t.Helper()
	version, err := j.Append(context.Background(), id, expected, events...)
	if err != nil {
		t.Fatal(err)
	}
	return version
}

func load(t testing.TB, j *journal.Journal, id string) *journal.Conversation {
	t.Helper()
	c, err := j.Load(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func said(text string) journal.Event { return journal.Exchange(dialog.Exchange{Said: text}) }

// On PostgreSQL the journal means what it means on SQLite.
func TestOnPostgres(t *testing.T) {
	storetest.OnPostgres(t, map[string]func(*testing.T){
		"RoundTrip": TestRoundTrip, "At": TestAt, "AppendRefuses": TestAppendRefuses, "ConflictBetweenTabs": TestConflictBetweenTabs,
		"StartRefuses": TestStartRefuses, "Recent": TestRecent, "ClockSetBack": TestClockSetBack, "Delete": TestDelete, "Prune": TestPrune,
		"ConcurrentWriters": TestConcurrentWriters, "Seen": TestSeen,
		"LoadEqualsMemory": TestLoadEqualsMemory, "Redact": TestRedact, "RedactErrands": TestRedactErrands, "Export": TestExport,
		"Interactions": TestInteractionsGoWithWhatTheyBelongTo, "Continue": TestContinue, "Full": TestFull, "DeleteReachesContinuations": TestDeleteReachesContinuations, "DeleteReachesCopies": TestDeleteReachesCopies, "DeleteIsFinished": TestDeleteIsFinished,
		"DeleteWhileOthersContinue": TestDeleteWhileOthersContinue,
		"RecordRefuses":             TestRecordRefuses,
	})
}

// raw runs statements behind the journal's back.
func raw(t *testing.T, place string, statements ...string) {
	t.Helper()
	db := storetest.Raw(t, place)
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

// written makes a store with one conversation, and returns its place and the conversation.
func written(t *testing.T) (place, id string) {
	t.Helper()
	place = storetest.Place(t)
	j := open(t, place)
	id = start(t, j, alice)
	add(t, j, id, 0, said(strings.Repeat("long enough for several pages ", 1000)), said("b"))
	return place, id
}

// clock ticks a second a reading.
func clock(from time.Time) func() time.Time {
	return func() time.Time {
		from = from.Add(time.Second)
		return from
	}
}

func TestRoundTrip(t *testing.T) {
	path := storetest.Place(t)
	j := open(t, path)
	begin := time.Date(2026, 3, 1, 12, 0, 0, 123456000, time.UTC)
	j.Now = clock(begin)
	id := start(t, j, alice)
	version := add(t, j, id, 0, said("a tent — 帐篷 \u202e\x00\"',"), said("wrong"))
	version = add(t, j, id, version, journal.Undo(), said("green"))
	want := &journal.Conversation{
		Conversation: dialog.Conversation{ID: id, Exchanges: []dialog.Exchange{{Said: "a tent — 帐篷 \u202e\x00\"',"}, {Said: "green"}}},
		Version:      4, Latest: 4, Session: alice, Catalogue: "v1",
		Created: begin.Add(time.Second), Updated: begin.Add(3 * time.Second),
	}
	if version != want.Version {
		t.Errorf("Append returned version %d, want %d", version, want.Version)
	}
	if diff := cmp.Diff(want, load(t, j, id)); diff != "" {
		t.Errorf("loaded (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, load(t, open(t, path), id)); diff != "" {
		t.Errorf("opened once more (-want +got):\n%s", diff)
	}
}

func TestAt(t *testing.T) {
	j := fresh(t)
	id := start(t, j, alice)
	add(t, j, id, 0, said("a"), said("b"), journal.Undo(), said("c"))
	for version, want := range []string{"", "a", "a b", "a", "a c"} {
		c, err := j.At(t.Context(), id, version)
		if err != nil {
			t.Fatal(err)
		}
		if got := words(&c.Conversation); got != want || c.Version != version {
			t.Errorf("at version %d: %q at version %d, want %q", version, got, c.Version, want)
		}
	}
	if _, version, err := j.Head(t.Context(), id); err != nil || version != 4 {
		t.Errorf("it is at version %d (%v), want 4", version, err)
	}
	if _, _, err := j.Head(t.Context(), "none"); !errors.Is(err, journal.ErrNotFound) {
		t.Errorf("an unknown conversation: %v, want ErrNotFound", err)
	}
	for _, version := range []int{-1, 5} {
		if _, err := j.At(t.Context(), id, version); !errors.Is(err, journal.ErrNotFound) {
			t.Errorf("at version %d: %v, want ErrNotFound", version, err)
		}
	}
}

func words(c *dialog.Conversation) string {
	var out []string
	for _, e := range c.Exchanges {
		out = append(out, e.Said)
	}
	return strings.Join(out, " ")
}

func TestAppendRefuses(t *testing.T) {
	tests := []struct {
		name     string
		id       string // "" for the conversation that exists
		expected int
		events   []journal.Event
		want     error // nil: any
	}{
		{"a version gone by", "", 1, []journal.Event{said("b")}, journal.ErrConflict},
		{"a version to come", "", 3, []journal.Event{said("b")}, journal.ErrConflict},
		{"undo past the beginning, after events that were fine", "", 2, []journal.Event{said("b"), journal.Undo(), journal.Undo()}, dialog.ErrNoSuch},
		{"an unknown conversation", alice, 0, []journal.Event{said("b")}, journal.ErrNotFound},
		{"what is no id", "../../etc/passwd", 0, []journal.Event{said("b")}, journal.ErrNotFound},
		{"an event without content", "", 2, []journal.Event{{Kind: journal.Exchanged}}, nil},
		{"an event of no kind", "", 2, []journal.Event{{}}, nil},
		{"invalid UTF-8", "", 2, []journal.Event{said("caf\xe9")}, nil},
		{"a number JSON lacks", "", 2, []journal.Event{journal.Exchange(dialog.Exchange{Questions: []dialog.Posed{{Bits: math.NaN()}}})}, nil},
	}
	j := fresh(t)
	id := start(t, j, alice)
	add(t, j, id, 0, said("a"), journal.Undo())
	before := load(t, j, id)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			target := test.id
			if target == "" {
				target = id
			}
			_, err := j.Append(t.Context(), target, test.expected, test.events...)
			if err == nil || test.want != nil && !errors.Is(err, test.want) {
				t.Errorf("error %v, want %v", err, test.want)
			}
			if diff := cmp.Diff(before, load(t, j, id)); diff != "" {
				t.Errorf("the conversation changed (-before +after):\n%s", diff)
			}
		})
	}
}

// Two tabs show the same state. One undoes and asks again, which leaves as many
// exchanges as before; the other must still not answer questions that are gone.
func TestConflictBetweenTabs(t *testing.T) {
	j := fresh(t)
	id := start(t, j, alice)
	seen := add(t, j, id, 0, said("tent"))
	add(t, j, id, seen, journal.Undo(), said("stove"))
	if _, err := j.Append(t.Context(), id, seen, said("for four")); !errors.Is(err, journal.ErrConflict) {
		t.Fatalf("the second tab's answer: %v, want ErrConflict", err)
	}
	if got := words(&load(t, j, id).Conversation); got != "stove" {
		t.Errorf("the conversation says %q", got)
	}
}

func TestStartRefuses(t *testing.T) {
	j := fresh(t)
	if _, err := j.Start(t.Context(), "", "v1"); err == nil {
		t.Error("started for no session")
	}
	if _, err := j.Start(t.Context(), alice, "v1", journal.Undo()); err == nil {
		t.Error("started with an undo of nothing")
	}
	if e := export(t, j, alice); len(e.Conversations) != 0 {
		t.Errorf("conversations that did not begin are there: %v", e.Conversations)
	}
	j.Rand = strings.NewReader("fifteen bytes..")
	if _, err := j.Start(t.Context(), alice, "v1"); err == nil {
		t.Error("started without enough randomness")
	}
}

func TestRecent(t *testing.T) {
	j := fresh(t)
	now := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	j.Now = func() time.Time { return now }
	begin := func(session string, minute int, events ...journal.Event) string {
		now = time.Date(2026, 3, 1, 0, minute, 0, 0, time.UTC)
		id := start(t, j, session)
		add(t, j, id, 0, events...)
		return id
	}
	begin(alice, 1)
	begin(alice, 2, said("gone"), journal.Undo())
	begin(bob, 3, said("not hers"))
	twice := begin(alice, 9, said("  a\ttent "), said("green"))
	changed := begin(alice, 4, said("a"), said("b"), journal.Undo(), journal.Undo(), said("stove"))
	silent := begin(alice, 5, journal.Exchange(dialog.Exchange{}))
	// the same minute: by id
	one, two := begin(alice, 7, said("x")), begin(alice, 7, said("x"))
	if two < one {
		one, two = two, one
	}
	want := []string{twice, one, two, silent, changed}
	tests := []struct {
		session string
		n       int
		want    []string
	}{
		{alice, 100, want},
		{alice, 2, want[:2]},
		{alice, 0, nil},
		{strings.Repeat("c", 25) + "a", 9, nil},
		{"no id", 9, nil},
	}
	for _, test := range tests {
		got, err := j.Recent(t.Context(), test.session, test.n)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("session %q, %d (-want +got):\n%s", test.session, test.n, diff)
		}
	}
}

// A clock set back moves a conversation neither down the list nor closer to pruning.
func TestClockSetBack(t *testing.T) {
	j := fresh(t)
	j.Now = func() time.Time { return time.Unix(1000, 0) }
	id := start(t, j, alice)
	j.Now = func() time.Time { return time.Unix(10, 0) }
	add(t, j, id, 0, said("a"))
	if got := load(t, j, id).Updated; !got.Equal(time.Unix(1000, 0)) {
		t.Errorf("updated %v", got)
	}
}

func TestDelete(t *testing.T) {
	j := fresh(t)
	id, kept := start(t, j, alice), start(t, j, alice)
	add(t, j, id, 0, said("secret"))
	add(t, j, kept, 0, said("tent"))
	if err := j.Delete(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	_, loading := j.Load(t.Context(), id)
	_, appending := j.Append(t.Context(), id, 1, said("more"))
	for name, err := range map[string]error{
		"load": loading, "append": appending,
		"delete again": j.Delete(t.Context(), id), "delete what is no id": j.Delete(t.Context(), "%"),
	} {
		if !errors.Is(err, journal.ErrNotFound) {
			t.Errorf("%s: %v, want ErrNotFound", name, err)
		}
	}
	recent, err := j.Recent(t.Context(), alice, 10)
	if err != nil || len(recent) != 1 || recent[0] != kept {
		t.Errorf("recent %v, %v", recent, err)
	}
}

func TestPrune(t *testing.T) {
	j := fresh(t)
	const n = 250 // more than two steps
	base := time.Unix(1_000_000, 0)
	now := base
	j.Now = func() time.Time { return now }
	ids := make([]string, n)
	for i := range ids {
		now = base.Add(time.Duration(i) * time.Hour)
		ids[i] = start(t, j, alice)
	}
	now = base.Add(n * time.Hour)
	add(t, j, ids[0], 0, said("still going"))
	const cut = 230
	got, err := j.Prune(t.Context(), base.Add(cut*time.Hour))
	if err != nil || got != cut-1 {
		t.Fatalf("pruned %d, %v; want %d", got, err, cut-1)
	}
	for i, id := range ids {
		_, err := j.Load(t.Context(), id)
		if gone := i > 0 && i < cut; gone != errors.Is(err, journal.ErrNotFound) || !gone && err != nil {
			t.Errorf("conversation %d: %v", i, err)
		}
	}
}

func TestValidID(t *testing.T) {
	id, err := journal.NewID(strings.NewReader("sixteen bytes..!"))
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, id string
		want     bool
	}{
		{"a new one", id, true},
		{"all bits clear", strings.Repeat("a", 26), true},
		{"empty", "", false},
		{"too short", id[1:], false},
		{"too long", id + "a", false},
		{"upper case", strings.ToUpper(id), false},
		{"another spelling of the same bits", strings.Repeat("a", 25) + "b", false},
		{"line ends, which base32 skips", strings.Repeat("a", 24) + "\r\n", false},
		{"foreign letters", strings.Repeat("a", 25) + "!", false},
		{"a path", "../../../../../../etc/pass", false},
	}
	for _, test := range tests {
		if got := journal.ValidID(test.id); got != test.want {
			t.Errorf("%s: ValidID(%q) = %t", test.name, test.id, got)
		}
	}
}

func FuzzValidID(f *testing.F) {
	f.Add("aaaaaaaaaaaaaaaaaaaaaaaaaa")
	f.Add("aaaaaaaaaaaaaaaaaaaaaaaa\r\n")
	f.Fuzz(func(t *testing.T, s string) {
		if !journal.ValidID(s) {
			return
		}
		if len(s) != 26 || strings.Trim(s, "abcdefghijklmnopqrstuvwxyz234567") != "" {
			t.Errorf("%q is no id", s)
		}
	})
}
