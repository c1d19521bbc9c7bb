package desk

import (
	"context"
	"errors"
	"fmt"
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
