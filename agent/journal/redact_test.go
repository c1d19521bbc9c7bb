package journal_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"shopclerk/agent/dialog"
	"shopclerk/agent/journal"
	"shopclerk/agent/store"
	"shopclerk/agent/store/storetest"
	"shopclerk/catalog"
	"shopclerk/search"
)

// Redaction takes what was typed out of the file, and of what the clerk said of it;
// what was ticked, demanded, asked and shown stays.
func TestRedact(t *testing.T) {
	path := storetest.Place(t)
	j := open(t, path)
	begin := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	j.Now = func() time.Time { return begin }
	const secret = "Robin's birthday"
	answer := search.Answer{Key: "season", Labels: []string{"three", "four"}, Picked: []int{1}}
	asked := []dialog.Posed{{Text: "Which season?", Answer: search.Answer{Key: "season"}}}
	wish := &catalog.Condition{Key: "colour", Values: []string{"red"}}
	limit := &catalog.Condition{Key: "price", Range: catalog.AtMost(80)}
	said := dialog.Exchange{
		Said: "a tent for " + secret, Typed: []string{"", secret}, Unplaced: []string{secret}, Reply: "No product has the words “" + secret + "”.", Tells: secret, Questions: asked, Shown: []string{"p1"},
		Changes: []search.Change{
			{ID: 1, Op: search.AddWords, Text: secret, Words: []string{secret, ""}},
			{ID: 2, Op: search.SetScope, Text: secret, Said: secret, Categories: []string{"Tents"}},
			{ID: 3, Op: search.AddWish, Text: secret, Said: secret, Condition: wish},
			{ID: 4, Op: search.AddLimit, Text: secret, Condition: limit, Not: true},
			{ID: 5, Op: search.Drop, Text: secret, Target: 1},
			{ID: 6, Op: search.SkipSeen, Text: secret, Refs: []string{"p0"}},
		},
		Acts: []dialog.Act{
			{Kind: dialog.NotSold, Text: "I have no " + secret, Words: secret, Nearest: []string{"Tents"}},
			{Kind: dialog.AskProduct, Text: secret, Products: []string{"p1"}, Aspect: "season", Known: true,
				Offers: []dialog.Offer{{Text: secret, Changes: []search.Change{{Op: search.AddWords, Words: []string{secret}}}}}},
		},
	}
	clicked := dialog.Exchange{Changes: []search.Change{
		{ID: 7, Op: search.Answered, Text: "four", Answer: &answer},
		{ID: 8, Op: search.SetScope, Text: "Tents", Categories: []string{"Tents"}},
		{ID: 9, Op: search.Drop, Target: 3},
	}}
	const gone = journal.Redacted
	redacted := dialog.Exchange{
		Said: gone, Typed: []string{"", gone}, Unplaced: []string{gone}, Reply: gone, Tells: gone, Questions: asked, Shown: []string{"p1"},
		Changes: []search.Change{
			{ID: 1, Op: search.AddWords, Text: gone, Words: []string{gone, ""}},
			{ID: 2, Op: search.SetScope, Text: gone, Said: gone, Categories: []string{"Tents"}},
			{ID: 3, Op: search.AddWish, Text: gone, Said: gone, Condition: wish},
			{ID: 4, Op: search.AddLimit, Text: gone, Condition: limit, Not: true},
			{ID: 5, Op: search.Drop, Text: gone, Target: 1},
			{ID: 6, Op: search.SkipSeen, Text: gone, Refs: []string{"p0"}},
		},
		Acts: []dialog.Act{
			{Kind: dialog.NotSold, Text: gone, Words: gone, Nearest: []string{"Tents"}},
			{Kind: dialog.AskProduct, Text: gone, Products: []string{"p1"}, Aspect: "season", Known: true},
		},
	}
	id := start(t, j, alice)
	add(t, j, id, 0, journal.Exchange(said), journal.Exchange(said), journal.Undo(), journal.Exchange(clicked))
	j.Now = func() time.Time { return begin.Add(time.Hour) }
	late := dialog.Exchange{Said: "said later"}
	add(t, j, id, 4, journal.Exchange(late))
	for i, want := range []int{4, 0} { // the second time there is nothing left to do
		if n, err := j.Redact(t.Context(), begin.Add(time.Minute)); n != want || err != nil {
			t.Errorf("time %d: redacted %d events, %v; want %d", i+1, n, err, want)
		}
	}
	got := load(t, j, id)
	if diff := cmp.Diff([]dialog.Exchange{redacted, clicked, late}, got.Exchanges); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !got.Updated.Equal(begin.Add(time.Hour)) {
		t.Errorf("the conversation is of %v", got.Updated)
	}
	if store.IsPostgres(path) {
		return
	}
	for _, suffix := range []string{"", "-wal"} {
		if b, err := os.ReadFile(filepath.Join(path, store.File) + suffix); err != nil || bytes.Contains(b, []byte(secret)) {
			t.Errorf("the text is still in the file%s, %v", suffix, err)
		}
	}
}

// withoutTexts leaves out what redaction may change.
var withoutTexts = cmp.Options{
	cmpopts.EquateEmpty(),
	cmpopts.IgnoreFields(dialog.Exchange{}, "Said", "Typed", "Unplaced", "Reply", "Errands"),
	cmpopts.IgnoreFields(search.Change{}, "Text", "Words", "Said"),
}

// withoutWords leaves out of a need what the texts of its changes became.
var withoutWords = cmp.Options{
	cmpopts.EquateEmpty(),
	cmpopts.IgnoreFields(search.Need{}, "ScopeWords"),
	cmpopts.IgnoreFields(search.Words{}, "Text"),
	cmpopts.IgnoreFields(search.Limit{}, "Text"),
	cmpopts.IgnoreFields(search.Evidence{}, "Text", "Words"),
	cmpopts.IgnoreFields(search.Answer{}, "Labels"), // a wish's label is its text
}

// Whatever was said, redaction keeps every version of the conversation and its need,
// but for the texts, and leaves nothing of those but marks.
func TestRedactKeepsTheRest(t *testing.T) {
	operations := []search.Op{search.AddWords, search.SetScope, search.AddLimit, search.AddWish, search.Answered, search.SkipSeen, search.Drop, search.Reset}
	rapid.Check(t, func(r *rapid.T) {
		j := fresh(t)
		id := start(t, j, alice)
		var events []journal.Event
		for range rapid.IntRange(1, 4).Draw(r, "exchanges") {
			e := exchange.Draw(r, "exchange")
			for i := range e.Changes {
				e.Changes[i].Op = rapid.SampledFrom(operations).Draw(r, "op")
			}
			events = append(events, journal.Exchange(e))
			if rapid.IntRange(0, 3).Draw(r, "undo") == 0 {
				events = append(events, journal.Undo())
			}
		}
		add(t, j, id, 0, events...)
		var before []*journal.Conversation
		for version := range len(events) + 1 {
			c, err := j.At(t.Context(), id, version)
			if err != nil {
				r.Fatal(err)
			}
			before = append(before, c)
		}
		if n, err := j.Redact(t.Context(), time.Now().Add(time.Hour)); n != len(events) || err != nil {
			r.Fatalf("redacted %d of %d events, %v", n, len(events), err)
		}
		for version, want := range before {
			got, err := j.At(t.Context(), id, version)
			if err != nil {
				r.Fatal(err)
			}
			if diff := cmp.Diff(want, got, withoutTexts); diff != "" {
				r.Fatalf("at version %d (-before +after):\n%s", version, diff)
			}
			if diff := cmp.Diff(want.Need(), got.Need(), withoutWords); diff != "" {
				r.Fatalf("the need at version %d (-before +after):\n%s", version, diff)
			}
			for i, e := range got.Exchanges {
				blanked(r, want.Exchanges[i].Said, e.Said)
				blanked(r, want.Exchanges[i].Reply, e.Reply)
				for k, ch := range e.Changes {
					if was := want.Exchanges[i].Changes[k]; ch.Op != search.Answered && (ch.Op != search.SetScope || was.Said != "") {
						blanked(r, was.Text, ch.Text)
						blanked(r, was.Said, ch.Said)
						for w, word := range ch.Words {
							blanked(r, was.Words[w], word)
						}
					} else if diff := cmp.Diff(was, ch, cmpopts.EquateEmpty()); diff != "" {
						r.Fatalf("what was clicked (-before +after):\n%s", diff)
					}
				}
			}
		}
	})
}

// blanked checks that a text became the mark, and an empty one stayed empty.
func blanked(r *rapid.T, before, after string) {
	if before == "" && after != "" || before != "" && after != journal.Redacted {
		r.Fatalf("%q became %q", before, after)
	}
}

// One damaged event keeps no other from being redacted, and more events than one
// transaction takes are all done.
func TestRedactGoesOnPastDamage(t *testing.T) {
	path, _ := written(t)
	raw(t, path, `INSERT INTO event (conversation, version, kind, at, exchanges, payload) SELECT id, 3, 'exchange', 0, 3, '[]' FROM conversation`)
	j := open(t, path)
	id := start(t, j, alice)
	for _, id := range []string{id, start(t, j, alice)} {
		add(t, j, id, 0, slices.Repeat([]journal.Event{said("a secret")}, 125)...)
	}
	n, err := j.Redact(t.Context(), time.Now().Add(time.Hour))
	if n != 252 || !errors.Is(err, store.ErrUnusable) {
		t.Errorf("redacted %d events, %v; want 252 and the damage told", n, err)
	}
	if got := words(&load(t, j, id).Conversation); strings.Contains(got, "secret") {
		t.Errorf("left: %q", got)
	}
}
