package journal_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"shopclerk/agent/dialog"
	"shopclerk/agent/journal"
	"shopclerk/agent/store"
	"shopclerk/agent/store/storetest"
	"shopclerk/search"
)

// goOn stores a conversation of bob's that continues one as it was loaded.
func goOn(j *journal.Journal, c *journal.Conversation, events ...journal.Event) (string, error) {
	own, err := j.Continue(bob, "v1", c)
	if err == nil {
		_, err = j.Begin(context.Background(), own, events...)
	}
	if err != nil {
		return "", err
	}
	return own.ID, nil
}

// goesOn is goOn of one that is at a version.
func goesOn(t *testing.T, j *journal.Journal, id string, version int, events ...journal.Event) string {
	t.Helper()
	c, err := j.At(t.Context(), id, version)
	if err == nil {
		id, err = goOn(j, c, events...)
	}
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// A conversation that continues another has what that had at the version, whatever is done
// there later, and stores its own events alone.
func TestContinue(t *testing.T) {
	place := storetest.Place(t)
	j := open(t, place)
	hers := start(t, j, alice)
	waits := dialog.Exchange{Said: "mine", Reply: "Shall I? A tent.", Tells: "A tent.", Errands: []dialog.Errand{{Title: "order"}}}
	add(t, j, hers, 0, said("a"), said("b"), journal.Exchange(waits))
	his := goesOn(t, j, hers, 2, said("c"))
	add(t, j, hers, 3, journal.Undo(), journal.Undo(), said("z"))
	for name, test := range map[string]struct {
		id        string
		at        int
		want      string
		exchanges int
	}{
		"it":                      {his, 3, "a b c", 3},
		"what it continues":       {hers, 6, "a z", 2},
		"before its own":          {his, 2, "a b", 2},
		"of one":                  {goesOn(t, j, his, 3, said("d")), 4, "a b c d", 4},
		"of what that continues":  {goesOn(t, j, his, 1, said("d")), 2, "a d", 2},
		"a step back":             {goesOn(t, j, his, 2, journal.Undo()), 3, "a", 1},
		"a step back and forth":   {goesOn(t, j, his, 3, journal.Undo(), journal.Undo(), said("d")), 6, "a d", 2},
		"from before all":         {goesOn(t, j, hers, 0, said("d")), 1, "d", 1},
		"without another's tasks": {goesOn(t, j, hers, 3, said("d")), 4, "a b  d", 4},
	} {
		c, err := j.At(t.Context(), test.id, test.at)
		if err != nil || words(&c.Conversation) != test.want || len(c.Exchanges) != test.exchanges {
			t.Errorf("%s: %d exchanges say %q, %v; want %d, %q", name, len(c.Exchanges), words(&c.Conversation), err, test.exchanges, test.want)
		}
		for _, e := range c.Exchanges {
			if c.Session == bob && (len(e.Errands) > 0 || e.Reply == waits.Reply) {
				t.Errorf("%s: it has another's errand", name)
			}
		}
	}
	var stored, depth int
	db := storetest.Raw(t, place)
	if err := db.QueryRow(`SELECT count(*) FROM event`).Scan(&stored); err != nil || stored != 6+1+1+1+1+3+1+1 {
		t.Errorf("%d events are stored, %v", stored, err)
	}
	// whoever goes on with the same version again and again makes nothing longer to read
	last := his
	for range 20 {
		last = goesOn(t, j, last, 2, said("e"))
	}
	if err := db.QueryRow(`SELECT count(*) FROM conversation WHERE origin <> (SELECT origin FROM conversation WHERE id = '` + his + `') AND copied = 2`).Scan(&depth); err != nil || depth > 0 {
		t.Errorf("%d refer to one that has no event of theirs, %v", depth, err)
	}
}

// A conversation takes so many events, whoever wrote them, and no more.
func TestFull(t *testing.T) {
	j := fresh(t)
	id := start(t, j, alice)
	for version := range journal.MostEvents {
		if load(t, j, id).Full() {
			t.Fatalf("full at version %d", version)
		}
		add(t, j, id, version, said("a"))
	}
	c := load(t, j, id)
	_, going := goOn(j, c, said("b"))
	_, undoing := j.Append(t.Context(), id, c.Version, journal.Undo())
	_, many := j.Start(t.Context(), alice, "v1", slices.Repeat([]journal.Event{said("a"), journal.Undo()}, journal.MostEvents)...)
	for name, err := range map[string]error{"continued": going, "undone": undoing, "begun with more": many} {
		if !errors.Is(err, journal.ErrFull) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if !c.Full() {
		t.Error("it is not full")
	}
}

const secret = "SECRETWORD"

// removals are all ways in which a conversation of alice's goes.
var removals = map[string]func(*journal.Journal, string) error{
	"a conversation": func(j *journal.Journal, id string) error { return j.Delete(context.Background(), id) },
	"a session":      func(j *journal.Journal, _ string) error { return j.DeleteSession(context.Background(), alice) },
	"what is old": func(j *journal.Journal, _ string) error {
		_, err := j.Prune(context.Background(), noon.Add(time.Minute))
		return err
	},
}

// quoting is a turn whose shopper says a text and whose clerk quotes the secret.
func quoting(text string) journal.Event {
	return journal.Exchange(dialog.Exchange{
		Said: text, Reply: "The closest lack something of: “" + secret + "”.", Tells: secret, Unplaced: []string{text}, Shown: []string{"p1"},
		Changes: []search.Change{
			{ID: 2, Op: search.AddWords, Text: text, Words: []string{text}},
			{ID: 3, Op: search.Drop, Text: secret, Target: 1},
			{ID: 4, Op: search.AddWords, Text: secret, Words: []string{secret}},
		},
		Acts: []dialog.Act{{Kind: dialog.NotSold, Text: "I have no " + secret, Words: secret, Offers: []dialog.Offer{{Text: secret}}}},
	})
}

// What is deleted is gone from all that continued it, also what the clerk said of it there;
// what their shoppers wrote stays, and they go on.
func TestDeleteReachesContinuations(t *testing.T) {
	for name, remove := range removals {
		t.Run(name, func(t *testing.T) {
			place := storetest.Place(t)
			j := open(t, place)
			j.Now = func() time.Time { return noon }
			hers := start(t, j, alice)
			add(t, j, hers, 0, said(secret), said("more of it"))
			j.Now = func() time.Time { return noon.Add(time.Hour) }
			others := start(t, j, bob)
			add(t, j, others, 0, said("other"))
			first := goesOn(t, j, hers, 2, quoting("his"))
			second := goesOn(t, j, first, 3, quoting("too"))
			whole := goesOn(t, j, others, 1, said("thing"))
			seen := load(t, j, second)
			if err := remove(j, hers); err != nil {
				t.Fatal(err)
			}
			for id, want := range map[string]string{first: "  his", second: "  his too", whole: "other thing"} {
				if got := words(&load(t, j, id).Conversation); got != want {
					t.Errorf("what continued says %q, want %q", got, want)
				}
			}
			e := load(t, j, second).Last()
			if e.Changes[0].Words[0] != "too" || e.Unplaced[0] != "too" || e.Reply != journal.Redacted || e.Changes[1].Target != 1 || e.Shown[0] != "p1" {
				t.Errorf("its last turn is %+v", e)
			}
			// a turn of what was read before does not come after
			if _, err := j.Append(t.Context(), second, seen.Version, quoting("late")); !errors.Is(err, journal.ErrConflict) {
				t.Errorf("a turn that has read it: %v", err)
			}
			if _, err := goOn(j, seen, quoting("late")); !errors.Is(err, journal.ErrConflict) {
				t.Errorf("a conversation that has read it: %v", err)
			}
			add(t, j, second, 5, said("on"), journal.Undo(), journal.Undo(), journal.Undo(), journal.Undo())
			if got := len(load(t, j, second).Exchanges); got != 1 {
				t.Errorf("gone back to %d exchanges", got)
			}
			if n, err := j.Redact(t.Context(), noon.Add(2*time.Hour)); n == 0 || err != nil {
				t.Errorf("redacted %d, %v", n, err)
			}
			clean(t, place)
		})
	}
}

// Of conversations that were continued before there were references, and have copies, all texts go.
func TestDeleteReachesCopies(t *testing.T) {
	place := storetest.Place(t)
	j := open(t, place)
	hers, his := start(t, j, alice), start(t, j, bob)
	add(t, j, hers, 0, said(secret))
	add(t, j, his, 0, said(secret), quoting("his"))
	raw(t, place, `UPDATE conversation SET origin = '`+hers+`' WHERE id = '`+his+`'`)
	if got := words(&load(t, j, his).Conversation); got != secret+" his" {
		t.Errorf("the copy says %q", got)
	}
	if err := j.Delete(t.Context(), hers); err != nil {
		t.Fatal(err)
	}
	if got := words(&load(t, j, his).Conversation); got != "… …" {
		t.Errorf("the copy says %q", got)
	}
	clean(t, place)
}

// What a deletion that was killed has left of words in others' turns goes with the next, and
// nobody goes on with it before.
func TestDeleteIsFinished(t *testing.T) {
	place := storetest.Place(t)
	j := open(t, place)
	hers := start(t, j, alice)
	add(t, j, hers, 0, said(secret))
	his := goesOn(t, j, hers, 1, quoting("his"))
	raw(t, place, `UPDATE conversation SET cut = 1 WHERE id = '`+his+`'`)
	seen := load(t, j, his)
	_, appending := j.Append(t.Context(), his, seen.Version, said("on"))
	_, going := goOn(j, seen, said("on"))
	if !errors.Is(appending, journal.ErrConflict) || !errors.Is(going, journal.ErrConflict) {
		t.Errorf("going on meanwhile: %v, %v", appending, going)
	}
	if n, err := j.Prune(t.Context(), noon.AddDate(-1, 0, 0)); n != 0 || err != nil {
		t.Errorf("pruned %d, %v", n, err)
	}
	if e := load(t, j, his).Last(); e.Said != "his" || e.Reply != journal.Redacted {
		t.Errorf("its turn is %+v", e)
	}
	add(t, j, his, 3, said("on"))
}

// clean looks for the secret in every byte of every file of a store.
func clean(t *testing.T, place string) {
	t.Helper()
	if store.IsPostgres(place) {
		var left int
		if err := storetest.Raw(t, place).QueryRow(`SELECT (SELECT count(*) FROM event WHERE payload::text LIKE '%` + secret + `%') +
			(SELECT count(*) FROM finding WHERE text LIKE '%` + secret + `%')`).Scan(&left); err != nil || left > 0 {
			t.Errorf("%d rows have the word, %v", left, err)
		}
		return
	}
	files, err := filepath.Glob(filepath.Join(place, "*"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		for n := 0; n < 100 && bytes.Contains(b, []byte(secret)); n++ { // a reader kept the log in use: see store.DB.Erase
			time.Sleep(50 * time.Millisecond)
			b, err = os.ReadFile(file)
		}
		if err != nil || bytes.Contains(b, []byte(secret)) {
			t.Errorf("%s has the word %d times, %v", filepath.Base(file), bytes.Count(b, []byte(secret)), err)
		}
	}
}

// While conversations are deleted, others continue them and what continues them, and read and
// go on. No word of what was deleted is left, however that falls together.
func TestDeleteWhileOthersContinue(t *testing.T) {
	for name, remove := range removals {
		t.Run(name, func(t *testing.T) {
			place := storetest.Place(t)
			j, theirs := open(t, place), open(t, place)
			j.Now = func() time.Time { return noon }
			theirs.Now = func() time.Time { return noon.Add(time.Hour) }
			var ids []string
			for range 30 {
				id := start(t, j, alice)
				add(t, j, id, 0, said(secret), quoting(strings.Repeat("long enough for several pages "+secret, 200)))
				ids = append(ids, id)
			}
			var all sync.WaitGroup
			var lock sync.Mutex
			var began []string
			went := make(chan struct{}, 1000)
			for w := range 4 {
				all.Go(func() {
					random := rand.New(rand.NewPCG(uint64(w), 1))
					for n := range 60 {
						lock.Lock()
						from := slices.Concat(ids, began)
						lock.Unlock()
						c, err := theirs.Load(t.Context(), from[random.IntN(len(from))])
						if err == nil {
							e := quoting(fmt.Sprintf("his %d", n))
							if len(c.Exchanges) == 0 || c.Exchanges[0].Said == "" {
								e = said("after it") // the clerk has read nothing to quote
							}
							var id string
							if c.Session == bob && random.IntN(2) == 0 {
								_, err = theirs.Append(t.Context(), c.ID, c.Version, e)
							} else if id, err = goOn(theirs, c, e); err == nil {
								lock.Lock()
								began = append(began, id)
								lock.Unlock()
								went <- struct{}{}
							}
						}
						if err != nil && !errors.Is(err, journal.ErrNotFound) && !errors.Is(err, journal.ErrConflict) {
							t.Error(err)
							return
						}
					}
				})
			}
			go func() { all.Wait(); close(went) }()
			for _, id := range ids {
				<-went
				if err := remove(j, id); err != nil && !errors.Is(err, journal.ErrNotFound) {
					t.Error(err)
				}
			}
			all.Wait()
			if len(began) == 0 {
				t.Error("nobody went on")
			}
			for _, id := range began {
				load(t, j, id)
			}
			clean(t, place)
		})
	}
}
