package journal_test

import (
	"fmt"
	"testing"
	"time"

	"shopclerk/agent/durable/durabletest"
	"shopclerk/agent/journal"
)

// desk is a journal whose sign-ins are looked at.
type desk struct {
	*testing.T
	*journal.Journal
	now time.Time
}

func (d *desk) in(key, person string) {
	d.Helper()
	if err := d.SignIn(d.Context(), key, person, d.now); err != nil {
		d.Fatal(err)
	}
}

func (d *desk) is(key, want string) {
	d.Helper()
	if got, err := d.SignedIn(d.Context(), key, d.now); got != want || err != nil {
		d.Errorf("under %s %q is signed in, %v, want %q", key, got, err, want)
	}
}

// A sign-in holds at every process over the journal until it is idle, its time is over, it is
// ended, or its person may not enter.
func TestSignIn(t *testing.T) {
	place := durabletest.Place(t, "journal.db")
	one := &desk{t, open(t, place), time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC)}
	two := *one
	two.Journal = open(t, place)
	one.in("a", "ann")
	two.is("a", "ann")
	two.is("b", "")
	one.now = one.now.Add(journal.SignInIdle - time.Second)
	two.now = one.now
	two.is("a", "ann") // seen there, it is not idle here
	one.now = one.now.Add(journal.SignInIdle - time.Second)
	one.is("a", "ann")
	two.now = one.now.Add(journal.SignInIdle)
	two.is("a", "")
	one.in("long", "ann")
	for range int(journal.SignInTime/(20*time.Minute)) - 1 {
		one.now = one.now.Add(20 * time.Minute)
		one.is("long", "ann")
	}
	one.now = one.now.Add(20 * time.Minute)
	one.is("long", "")

	one.in("x", "ann")
	one.in("y", "bob")
	two.now = one.now
	if err := two.SignOut(t.Context(), "x"); err != nil {
		t.Fatal(err)
	}
	one.is("x", "")
	one.is("y", "bob")
	one.in("z", "cleo")
	if err := two.SignOutOthers(t.Context(), []string{"ann", "cleo"}); err != nil {
		t.Fatal(err)
	}
	one.is("y", "")
	one.is("z", "cleo")
}

// There are few sign-ins, whatever comes, and those in use are kept.
func TestSignInsAreBounded(t *testing.T) {
	d := &desk{t, fresh(t), time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC)}
	d.in("mine", "ann")
	for i := range 250 {
		d.now = d.now.Add(time.Second)
		d.in(fmt.Sprint(i), "bob")
		d.is("mine", "ann")
	}
	d.is("30", "")
	d.is("60", "bob")
	d.is("249", "bob")
}
