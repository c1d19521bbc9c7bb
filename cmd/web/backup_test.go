package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"shopclerk/agent/shop/basket"
	"shopclerk/agent/shop/merchant"
	"shopclerk/agent/shop/orders"
	"shopclerk/search/index/hold"
)

// A backup is made while the shop goes on, and serves as its files.
func TestBackup(t *testing.T) {
	data, to := t.TempDir(), filepath.Join(t.TempDir(), "backups", "monday")
	b := backup{Data: data, To: to}
	if err := b.Run(t.Context()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("of nothing: %v", err)
	}
	shop := openFilesAt(t, data)
	session := random(16)
	id, err := shop.journal.Start(t.Context(), session, "v1")
	if err != nil {
		t.Fatal(err)
	}
	ann, err := shop.accounts.Register(t.Context(), "ann@example.com", "correct horse battery staple")
	if err != nil {
		t.Fatal(err)
	}
	act := orders.Act{Key: "k", Person: session, Call: json.RawMessage(`{"tool":"change_address"}`)}
	_, moveErr := shop.orders.Move(t.Context(), act, func(p orders.Person) (orders.Person, error) { p.Name = "Ann"; return p, nil })
	if err := errors.Join(moveErr, shop.baskets.Add(t.Context(), session, basket.Line{Product: "p1", Quantity: 2}),
		shop.accounts.SignIn(t.Context(), session, ann.ID), b.Run(t.Context())); err != nil {
		t.Fatal(err)
	}
	if err := b.Run(t.Context()); !errors.Is(err, os.ErrExist) {
		t.Errorf("over another backup: %v", err)
	}
	for _, name := range others {
		if _, err := os.Stat(filepath.Join(to, name)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s, which the shop does not have: %v", name, err)
		}
	}
	if err := (&backup{Verify: true, To: to}).Run(t.Context()); err != nil {
		t.Error(err)
	}
	saved := openFilesAt(t, to)
	if _, err := saved.journal.Load(t.Context(), id); err != nil {
		t.Error(err)
	}
	if n, err := saved.baskets.Pieces(t.Context(), session); n != 2 || err != nil {
		t.Errorf("the basket holds %d, %v", n, err)
	}
	if p, err := saved.orders.Person(t.Context(), session); p.Name != "Ann" || err != nil {
		t.Errorf("the orders know %+v, %v", p, err)
	}
	if p, err := saved.accounts.Of(t.Context(), session); err != nil || p.ID != ann.ID {
		t.Errorf("the session is of %+v, %v", p, err)
	}
}

// What the shop tells of itself and the API's secret are in the backup as well, and
// nobody else reads what is there.
func TestBackupOfWhatIsNoDatabase(t *testing.T) {
	data, to := t.TempDir(), filepath.Join(t.TempDir(), "backup")
	shop := openFilesAt(t, data)
	if _, err := shop.shop.Change(func(i *merchant.Info) *merchant.Info {
		return i.With(merchant.Payment, map[string]string{"en": "By card."})
	}); err != nil {
		t.Fatal(err)
	}
	secret, err := (&config{Data: data}).secret()
	if err := errors.Join(err, (&backup{Data: data, To: to}).Run(t.Context())); err != nil {
		t.Fatal(err)
	}
	if got := openFilesAt(t, to).shop.Info().Text(merchant.Payment, "en"); got != "By card." {
		t.Errorf("the backup tells %q", got)
	}
	if got, err := (&config{Data: to}).secret(); !bytes.Equal(got, secret) || err != nil {
		t.Errorf("the backup has another secret, %v", err)
	}
	if info, err := os.Stat(to); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the backup's mode is %v, %v", info.Mode(), err)
	}
	for _, name := range slices.Concat(databases, others, []string{manifestFile}) {
		if info, err := os.Stat(filepath.Join(to, name)); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("the mode of %s is %v, %v", name, info, err)
		}
	}
}

// Whatever happens to a file of a backup is found, and what is found is not restored.
func TestVerify(t *testing.T) {
	data, to := t.TempDir(), filepath.Join(t.TempDir(), "backup")
	shop := openFilesAt(t, data)
	if err := errors.Join(shop.baskets.Add(t.Context(), random(16), basket.Line{Product: "p1", Quantity: 2}), (&backup{Data: data, To: to}).Run(t.Context())); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(to, basketFile)
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	changed := bytes.Replace(whole, []byte("p1"), []byte("p2"), 1) // which is no damage to the database
	for name, text := range map[string][]byte{"changed": changed, "cut": whole[:len(whole)-4096], "empty": {}, "missing": nil} {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
		if text != nil {
			if err := os.WriteFile(file, text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := (&backup{Verify: true, To: to}).Run(t.Context()); err == nil || !strings.Contains(err.Error(), basketFile) {
			t.Errorf("%s: %v", name, err)
		}
		empty := t.TempDir()
		if err := (&restore{From: to, Data: empty}).Run(t.Context()); err == nil {
			t.Errorf("%s: it was restored", name)
		}
		if entries, err := os.ReadDir(empty); err != nil || len(entries) > 0 {
			t.Errorf("%s: restoring left %v, %v", name, entries, err)
		}
		if err := os.WriteFile(file, whole, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := (&backup{Verify: true, To: to}).Run(t.Context()); err != nil {
		t.Errorf("mended: %v", err)
	}
}

// basketAt is what a session has in the basket of a data directory.
func basketAt(t *testing.T, data, session string) int {
	t.Helper()
	kept, err := openFiles(t.Context(), data, "")
	if err != nil {
		t.Fatal(err)
	}
	n, err := kept.baskets.Pieces(t.Context(), session)
	if err := errors.Join(err, kept.close()); err != nil {
		t.Fatal(err)
	}
	return n
}

// A restoring keeps out of the way of a shop that is open, and of files that are there
// unless it is told to replace them, and those are kept.
func TestRestore(t *testing.T) {
	data, other, to := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "backup")
	session := random(16)
	shop, err := openFiles(t.Context(), data, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(shop.baskets.Add(t.Context(), session, basket.Line{Product: "p1", Quantity: 2}), (&backup{Data: data, To: to}).Run(t.Context()),
		shop.baskets.Add(t.Context(), session, basket.Line{Product: "p1", Quantity: 3})); err != nil {
		t.Fatal(err)
	}
	again := &restore{From: to, Data: data, Replace: true}
	if err := again.Run(t.Context()); !errors.Is(err, hold.ErrInUse) {
		t.Errorf("while the shop is open: %v", err)
	}
	if err := shop.close(); err != nil {
		t.Fatal(err)
	}
	if err := (&restore{From: to, Data: data}).Run(t.Context()); err == nil || !strings.Contains(err.Error(), "--replace") {
		t.Errorf("over files that are there: %v", err)
	}
	if n := basketAt(t, data, session); n != 3 {
		t.Fatalf("refused, the basket holds %d", n)
	}
	for _, r := range []*restore{again, {From: to, Data: filepath.Join(other, "new")}} {
		if err := r.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := basketAt(t, r.Data, session); n != 2 {
			t.Errorf("restored, the basket holds %d", n)
		}
	}
	kept, err := filepath.Glob(filepath.Join(data, "replaced-*"))
	if err != nil || len(kept) != 1 {
		t.Fatalf("what was replaced is at %q, %v", kept, err)
	}
	if n := basketAt(t, kept[0], session); n != 3 {
		t.Errorf("what was replaced holds %d", n)
	}
}

// A restoring that is killed has changed nothing, or is finished by the next who opens the
// files: whatever of it has been done by then.
func TestRestoreIsAtomic(t *testing.T) {
	data, to := t.TempDir(), filepath.Join(t.TempDir(), "backup")
	session := random(16)
	shop, err := openFiles(t.Context(), data, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(shop.baskets.Add(t.Context(), session, basket.Line{Product: "p1", Quantity: 2}), (&backup{Data: data, To: to}).Run(t.Context()),
		shop.baskets.Add(t.Context(), session, basket.Line{Product: "p1", Quantity: 3}), shop.close()); err != nil {
		t.Fatal(err)
	}
	// begun is a data directory in which a restoring has come to one of its folders, with
	// so many of its steps there taken.
	begun := func(folder string, cleared, moved int) string {
		dir := t.TempDir()
		if err := os.MkdirAll(filepath.Join(dir, folder, replacedDir), 0o700); err != nil {
			t.Fatal(err)
		}
		for i, name := range databases {
			before, place := filepath.Join(dir, name), filepath.Join(dir, folder, name)
			if i < cleared {
				before = filepath.Join(dir, folder, replacedDir, name)
			}
			if i < moved {
				place = filepath.Join(dir, name)
			}
			if err := errors.Join(copyFile(filepath.Join(data, name), before), copyFile(filepath.Join(to, name), place)); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	if n := basketAt(t, begun(restoreCopying, 0, 0), session); n != 3 {
		t.Errorf("while it copies, the basket holds %d", n)
	}
	for i := range len(databases) + 1 {
		for _, dir := range []string{begun(restoreDecided, i, 0), begun(restoreCleared, len(databases), i)} {
			if n := basketAt(t, dir, session); n != 2 {
				t.Errorf("with %d steps taken, the basket holds %d", i, n)
			}
			if kept, err := filepath.Glob(filepath.Join(dir, "replaced-*", basketFile)); err != nil || len(kept) != 1 || exists(filepath.Join(dir, restoreCleared)) {
				t.Errorf("with %d steps taken, what was replaced is at %q, %v", i, kept, err)
			}
		}
	}
}
