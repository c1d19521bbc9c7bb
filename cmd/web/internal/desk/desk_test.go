package desk

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"shopclerk/agent/settings"
	"shopclerk/agent/store"
	"shopclerk/agent/store/storetest"
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

func TestOnPostgres(t *testing.T) {
	storetest.OnPostgres(t, map[string]func(*testing.T){"Counts": TestCountsEqualConversations, "ConcurrentEdits": TestConcurrentEdits, "Matching": TestMatching})
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
			errs <- v.Save(context.Background(), 0, "desk", time.Unix(1, 0), fmt.Sprintf(`{"ranking": [{"act": "hide", "products": ["p%d"]}]}`, i))
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
	if err := v.Save(t.Context(), 1, "desk", time.Unix(2, 0), `{"rankin": []}`); err == nil {
		t.Error("what is no setting is saved")
	}
	if err := v.Save(t.Context(), 1, "desk", time.Unix(3, 0), `{"ranking": [{"act": "hide", "products": ["p9"]}]}`); err != nil {
		t.Fatal(err)
	}
	if err := v.Refresh(t.Context()); err != nil || !inForce.Hides("p9", "") || inForce.Version != 2 {
		t.Errorf("%+v is in force, %v", inForce, err)
	}
	all, err := v.List(t.Context(), 10)
	if err != nil || len(all) != 2 || all[0].Number != 2 || !all[1].At.Equal(time.Unix(1, 0)) {
		t.Errorf("the versions are %+v, %v", all, err)
	}
	if first, err := v.Read(t.Context(), 1); err != nil || !strings.Contains(first.JSON, "hide") {
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

// Messages are found by what they contain, and by the topic that the shop was asked about.
func TestMatching(t *testing.T) {
	db := opened(t)
	err := db.Transact(t.Context(), func(tx *sql.Tx) error {
		if _, err := tx.Exec(`INSERT INTO conversation (id, session, catalogue, created, updated, version, exchanges) VALUES ('k', 's', 'c', 1, 1, 4, 4)`); err != nil {
			return err
		}
		for i, payload := range []string{`{"said":"A Lamp, 50%"}`, `{"said":"send it back?","acts":[{"kind":"ask_shop","topic":"returns"}]}`, `{}`, `{"said":"a lamp"}`, `{"said":"Ein ÄHRENKRANZ"}`,
			`{"said":"and that?","acts":[{"kind":"ask_shop","topic":"returns","known":true}]}`, `{"said":"hours?","acts":[{"kind":"ask_shop","topic":"hours"}]}`} {
			if _, err := tx.Exec(`INSERT INTO event (conversation, version, kind, at, exchanges, payload) VALUES ('k', $1, 'exchange', $1, $1, $2)`, i+1, payload); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	d := &Desk{Versions: &Versions{DB: db}}
	for _, tc := range []struct {
		kinds       [2]string
		text, topic string
		want        []string
	}{
		{[2]string{"search", "said"}, "lamp", "", []string{"a lamp", "a lamp, 50%"}}, {[2]string{"search", "said"}, "50%", "", []string{"a lamp, 50%"}}, {[2]string{"search", "said"}, "l_mp", "", nil},
		{[2]string{"search", "said"}, "ährenkranz", "", []string{"ein ährenkranz"}},
		{[2]string{"shop", "told"}, "", "returns", []string{"and that?", "send it back?"}},
	} {
		got, err := read(t.Context(), d, "matching", func(said *string) []any { return []any{said} }, tc.kinds[0], tc.kinds[1], tc.text, tc.topic)
		if err != nil || !slices.Equal(got, tc.want) {
			t.Errorf("%q %q %q finds %q, %v", tc.kinds, tc.text, tc.topic, got, err)
		}
	}
}
