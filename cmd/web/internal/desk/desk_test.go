package desk

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shopclerk/agent/dialog"
	"shopclerk/agent/settings"
	"shopclerk/agent/store"
	"shopclerk/agent/store/storetest"
	"shopclerk/search"
)

// opened is a store with nothing in it.
func opened(t testing.TB) *store.DB {
	t.Helper()
	db, err := store.Open(context.Background(), storetest.Place(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// talk is a conversation as it was recorded: what was undone is nil before it.
type talk struct {
	id     string
	at     int64
	events []*dialog.Exchange // nil: undo
}

// now folds the events.
func (k *talk) now() []dialog.Exchange {
	var out []dialog.Exchange
	for _, e := range k.events {
		if e == nil {
			out = out[:len(out)-1]
		} else {
			out = append(out, *e)
		}
	}
	return out
}

// record writes conversations as the journal does.
func record(t interface{ Fatal(...any) }, db *store.DB, talks []talk) {
	err := db.Transact(context.Background(), func(tx *sql.Tx) error {
		for _, k := range talks {
			if _, err := tx.Exec(`INSERT INTO conversation (id, session, catalogue, created, updated, version, exchanges) VALUES ($1, 's', 'c', $2, $3, $4, $5)`,
				k.id, k.at, k.at, len(k.events), len(k.now())); err != nil {
				return err
			}
			n := 0
			for i, e := range k.events {
				kind, payload := "undo", []byte("{}")
				n--
				if e != nil {
					kind, n = "exchange", n+2
					var err error
					if payload, err = json.Marshal(e); err != nil {
						return err
					}
				}
				if _, err := tx.Exec(`INSERT INTO event (conversation, version, kind, at, exchanges, payload) VALUES ($1, $2, $3, $4, $5, $6)`,
					k.id, i+1, kind, k.at+int64(i), n, string(payload)); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

var (
	aspects    = []string{"colour", "watts", "category"}
	categories = []string{"Lamps", "Garden/Sofas"}
	labels     = []string{"red", "blue", "up to 5 \"W\"", "grün"}
)

// drawExchange draws an exchange after another: it may answer what that asked, in part, in
// whole or with the options of another question.
func drawExchange(t *rapid.T, before *dialog.Exchange) *dialog.Exchange {
	e := &dialog.Exchange{Said: rapid.SampledFrom([]string{"", "a lamp", "a 50% Lamp_"}).Draw(t, "said"), Scope: rapid.SliceOfNDistinct(rapid.SampledFrom(categories), 0, 2, rapid.ID).Draw(t, "scope")}
	for _, aspect := range rapid.SliceOfNDistinct(rapid.SampledFrom(aspects), 0, 3, rapid.ID).Draw(t, "aspects") {
		e.Questions = append(e.Questions, dialog.Posed{Text: "Which " + aspect + "?", Answer: search.Answer{Key: aspect, Labels: rapid.SliceOfNDistinct(rapid.SampledFrom(labels), 2, 4, rapid.ID).Draw(t, "labels")}})
	}
	if before == nil {
		return e
	}
	for _, q := range before.Questions {
		if !rapid.Bool().Draw(t, "sent") {
			continue
		}
		a := search.Answer{Key: q.Answer.Key, Labels: q.Answer.Labels, None: rapid.Bool().Draw(t, "none"), Other: rapid.Bool().Draw(t, "other")}
		a.Picked = rapid.SliceOfNDistinct(rapid.IntRange(0, len(a.Labels)-1), 0, 2, rapid.ID).Draw(t, "picked")
		e.Changes = append(e.Changes, search.Change{Op: search.Answered, Answer: &a})
	}
	e.Changes = append(e.Changes, search.Change{Op: search.AddWords, Text: "bright"})
	return e
}

func drawTalks(t *rapid.T) []talk {
	out := make([]talk, rapid.IntRange(1, 4).Draw(t, "talks"))
	for i := range out {
		k := &out[i]
		k.id, k.at = fmt.Sprintf("%s-%d", rapid.StringMatching(`[a-z]{12}`).Draw(t, "id"), i), rapid.Int64Range(0, 3).Draw(t, "day")*int64(24*time.Hour/time.Microsecond)
		for range rapid.IntRange(1, 6).Draw(t, "events") {
			now := k.now()
			var last *dialog.Exchange
			if len(now) > 0 {
				last = &now[len(now)-1]
			}
			if last != nil && rapid.IntRange(0, 3).Draw(t, "undo") == 0 {
				k.events = append(k.events, nil)
			} else {
				k.events = append(k.events, drawExchange(t, last))
			}
		}
	}
	return out
}

// What the queries count is what counting in the conversations gives.
func TestCountsEqualConversations(t *testing.T) {
	db := opened(t)
	d := &Desk{Versions: &Versions{DB: db}}
	rapid.Check(t, func(r *rapid.T) {
		talks := drawTalks(r)
		if _, err := db.Exec(r.Context(), `DELETE FROM conversation`); err != nil {
			r.Fatal(err)
		}
		record(r, db, talks)
		from, to := int64(24*time.Hour/time.Microsecond), int64(3*24*time.Hour/time.Microsecond)
		in := rapid.SampledFrom(append([]string{""}, categories...)).Draw(r, "in")
		page := &report{Request: httptest.NewRequest("GET", Root, nil), from: from, to: to}
		byTopic, byOption := map[[2]string]*asked{}, map[[3]string]*offered{}
		for _, k := range talks {
			now, at := k.now(), k.times()
			for i := range now {
				if at[i] < from || at[i] >= to {
					continue
				}
				category := ""
				if len(now[i].Scope) == 1 {
					category = now[i].Scope[0]
				}
				var next *dialog.Exchange
				if i+1 < len(now) {
					next = &now[i+1]
				}
				for q := range now[i].Questions {
					count(byTopic, byOption, category, &now[i].Questions[q], next)
				}
			}
		}
		got, err := d.asked(page, in)
		if err != nil {
			r.Fatal(err)
		}
		var want []asked
		for topic, a := range byTopic {
			if in == "" || topic[0] == in {
				want = append(want, *a)
			}
		}
		byKey := func(a, b asked) int { return strings.Compare(a.Category+"\x00"+a.Aspect, b.Category+"\x00"+b.Aspect) }
		slices.SortFunc(want, byKey)
		slices.SortFunc(got, byKey)
		if diff := cmp.Diff(want, got); diff != "" {
			r.Fatalf("questions (-want +got):\n%s", diff)
		}
		for topic := range byTopic {
			got, err := d.offered(page, topic[0], topic[1])
			if err != nil {
				r.Fatal(err)
			}
			for _, o := range got {
				if want := byOption[[3]string{topic[0], topic[1], o.Label}]; want == nil || *want != o {
					r.Fatalf("%v: %+v, want %+v", topic, o, want)
				}
				delete(byOption, [3]string{topic[0], topic[1], o.Label})
			}
		}
		if len(byOption) > 0 {
			r.Fatalf("not counted: %v", byOption)
		}
	})
}

// times are those of the exchanges that are left.
func (k *talk) times() []int64 {
	var out []int64
	for i, e := range k.events {
		if e == nil {
			out = out[:len(out)-1]
		} else {
			out = append(out, k.at+int64(i))
		}
	}
	return out
}

// count adds one question and what became of it.
func count(byTopic map[[2]string]*asked, byOption map[[3]string]*offered, category string, p *dialog.Posed, next *dialog.Exchange) {
	topic := [2]string{category, p.Answer.Key}
	if byTopic[topic] == nil {
		byTopic[topic] = &asked{Category: category, Aspect: p.Answer.Key, Text: p.Text}
	}
	a := byTopic[topic]
	a.Asked++
	q := replayed(p, next, false)
	*map[string]*int{"answered": &a.Answered, "skipped": &a.Skipped, "passed": &a.Passed, "left": &a.Left}[q.Outcome]++
	for _, o := range q.Options {
		at := [3]string{category, p.Answer.Key, o.Label}
		if byOption[at] == nil {
			byOption[at] = &offered{Label: o.Label}
		}
		byOption[at].Shown++
		if o.Picked {
			byOption[at].Picked++
		}
	}
}

func TestOnPostgres(t *testing.T) {
	storetest.OnPostgres(t, map[string]func(*testing.T){"Counts": TestCountsEqualConversations, "ConcurrentEdits": TestConcurrentEdits})
}

// Of two who edit the same version one saves; the other is told, and what was saved stays.
func TestConcurrentEdits(t *testing.T) {
	var inForce *settings.Settings
	v := &Versions{DB: opened(t), Apply: func(s *settings.Settings) error { inForce = s; return nil }}
	if err := v.Refresh(t.Context()); err != nil || inForce != nil {
		t.Errorf("with nothing saved %v is in force, %v", inForce, err)
	}
	errs := make(chan error, 8)
	for i := range cap(errs) {
		go func() {
			errs <- v.Save(context.Background(), 0, "desk", time.Unix(1, 0), fmt.Sprintf(`{"hidden": ["p%d"]}`, i))
		}()
	}
	saved := 0
	for range cap(errs) {
		if err := <-errs; err == nil {
			saved++
		} else if !errors.Is(err, ErrConflict) {
			t.Error(err)
		}
	}
	if saved != 1 {
		t.Errorf("%d of %d who built on nothing saved", saved, cap(errs))
	}
	if err := v.Save(t.Context(), 1, "desk", time.Unix(2, 0), `{"hiden": []}`); err == nil {
		t.Error("what is no setting is saved")
	}
	if err := v.Save(t.Context(), 1, "desk", time.Unix(3, 0), `{"hidden": ["p9"]}`); err != nil {
		t.Fatal(err)
	}
	if err := v.Refresh(t.Context()); err != nil || !inForce.Hides("p9") || inForce.Version != 2 {
		t.Errorf("%+v is in force, %v", inForce, err)
	}
	all, err := v.List(t.Context(), 10)
	if err != nil || len(all) != 2 || all[0].Number != 2 || !all[1].At.Equal(time.Unix(1, 0)) {
		t.Errorf("the versions are %+v, %v", all, err)
	}
	if first, err := v.Read(t.Context(), 1); err != nil || !strings.Contains(first.JSON, "hidden") {
		t.Errorf("the first is %+v, %v", first, err)
	}
}

func TestDoor(t *testing.T) {
	const hash = "$argon2id$v=19$m=19456,t=2,p=1$nEv8FPo0/+0uHbBNxFQoLw$q/HXwRLcrsXYVtiibqSwDe4ylVMbhl3/gCJPdxrZBPE"
	d := newDoor(hash, false)
	noon := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	d.now = func() time.Time { return noon }
	for i := range triesAtOnce {
		if ok, wait := d.try("192.0.2.1", "wrong"); ok || wait > 0 {
			t.Errorf("try %d: %v, waits %d", i, ok, wait)
		}
	}
	if ok, wait := d.try("192.0.2.1", "correct horse battery staple"); ok || wait != triesEvery {
		t.Errorf("after %d tries: %v, waits %d", triesAtOnce, ok, wait)
	}
	if ok, _ := d.try("192.0.2.2", "correct horse battery staple"); !ok {
		t.Error("another network is kept out")
	}
	for range triesAtOnce {
		d.try("2001:db8::1", "wrong")
	}
	if ok, wait := d.try("2001:db8::ffff", "correct horse battery staple"); ok || wait == 0 {
		t.Error("one household tries from many addresses")
	}
	// a crowd of networks gets no more than all may, and keeps out nobody who was in before
	compared := 0
	for i := range 300 {
		if _, wait := d.try(fmt.Sprintf("198.51.%d.%d", i/100, i%100), "wrong"); wait == 0 {
			compared++
		}
	}
	if compared >= 30 {
		t.Errorf("%d of a crowd's passwords were compared", compared)
	}
	for range triesAtOnce - 1 {
		if ok, wait := d.try("192.0.2.2", "correct horse battery staple"); !ok {
			t.Errorf("who was in before waits %v", wait)
		}
	}
	if _, wait := d.try("203.0.113.1", "wrong"); wait <= 10*time.Second {
		t.Errorf("what was tried from where the desk was entered before does not count: wait %v", wait)
	}
	if err := CheckHash("$argon2id$v=19$m=8,t=1,p=1$nEv8FPo0/+0uHbBNxFQoLw$q/HXwRLcrsXYVtiibqSwDe4ylVMbhl3/gCJPdxrZBPE"); err == nil {
		t.Error("a weak hash is taken")
	}
	if _, err := HashPassword("short"); err == nil {
		t.Error("a short password is taken")
	}
}
