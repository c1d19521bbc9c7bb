package main

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"shopclerk/agent/basket"
	"shopclerk/agent/journal"
)

// A backup is made while the shop goes on, and serves as its files.
func TestBackup(t *testing.T) {
	data, to := t.TempDir(), filepath.Join(t.TempDir(), "backups", "monday")
	b := backup{Data: data, To: to}
	if err := b.Run(t.Context()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("of nothing: %v", err)
	}
	book, err := journal.Open(t.Context(), filepath.Join(data, journalFile))
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	id, err := book.Start(t.Context(), random(16), "v1")
	if err != nil {
		t.Fatal(err)
	}
	session := random(16)
	baskets := openBasketsAt(t, filepath.Join(data, basketFile))
	if err := baskets.Add(t.Context(), session, basket.Line{Product: "p1", Quantity: 2}); err != nil {
		t.Fatal(err)
	}
	if err := b.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := b.Run(t.Context()); !errors.Is(err, os.ErrExist) {
		t.Errorf("over another backup: %v", err)
	}
	copied, err := journal.Open(t.Context(), filepath.Join(to, journalFile))
	if err != nil {
		t.Fatal(err)
	}
	defer copied.Close()
	if _, err := copied.Load(t.Context(), id); err != nil {
		t.Error(err)
	}
	if n, err := openBasketsAt(t, filepath.Join(to, basketFile)).Pieces(t.Context(), session); n != 2 || err != nil {
		t.Errorf("the basket holds %d, %v", n, err)
	}
}
