package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"shopclerk/agent/basket"
	"shopclerk/agent/merchant"
	"shopclerk/agent/orders"
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
	if _, err := os.Stat(filepath.Join(to, shopFile)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that the shop does not have: %v", err)
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
	if p, err := saved.accounts.Person(t.Context(), session); p != ann.ID || err != nil {
		t.Errorf("the session is of %s, %v", p, err)
	}
}

// What the shop tells of itself is in the backup as well.
func TestBackupOfWhatTheShopTells(t *testing.T) {
	data, to := t.TempDir(), t.TempDir()
	shop := openFilesAt(t, data)
	if _, err := shop.shop.Change(func(i *merchant.Info) *merchant.Info {
		return i.With(merchant.Payment, map[string]string{"en": "By card."})
	}); err != nil {
		t.Fatal(err)
	}
	b := backup{Data: data, To: to}
	if err := b.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := openFilesAt(t, to).shop.Info().Text(merchant.Payment, "en"); got != "By card." {
		t.Errorf("the backup tells %q", got)
	}
}
