package sqlite_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"shopclerk/catalog"
	"shopclerk/catalog/sqlite"
)

// Check finds damage anywhere in the file, and says which rows it is in.
func TestCheck(t *testing.T) {
	path := filepath.Join(t.TempDir(), "catalog.db")
	w, err := sqlite.Create(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	lamp := catalog.Product{ID: "l1", Category: "Lamps", Title: "Lamp of Alexandria", Attributes: []catalog.Attribute{{Key: "colour", Values: []catalog.Value{{Text: "vermilion"}}}},
		Variants: []catalog.Variant{{ID: "l1-a", Link: "https://example.com/variant"}}}
	err = w.AddCategory(t.Context(), catalog.Category{Path: "Lamps", Name: "Lamps", Size: 1, Aspects: []catalog.Aspect{{Key: "colour", Label: "colour of the shade"}}})
	var ref catalog.Ref
	if err == nil {
		ref, err = w.Add(t.Context(), &lamp)
	}
	vector := []int8{25, 33, -70, 99}
	if err := errors.Join(err, w.AddVector(t.Context(), ref, vector), w.AddProblem(t.Context(), sqlite.Problem{Message: "a line of eels"}),
		w.SetMeta(t.Context(), "embedder", []byte("first")), w.SetMeta(t.Context(), "embedder", []byte("what was learned")), w.Publish(t.Context(), "v1")); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	check := func(name string, damaged []byte) error {
		t.Helper()
		at := filepath.Join(t.TempDir(), "catalog.db")
		if err := os.WriteFile(at, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := sqlite.Open(t.Context(), at)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		defer s.Close()
		return s.Check(t.Context())
	}
	if err := check("whole", whole); err != nil {
		t.Error(err)
	}
	var blob []byte
	for _, c := range vector {
		blob = append(blob, byte(c))
	}
	for part, text := range map[string][]byte{"product": []byte("Lamp of Alexandria"), "value": []byte("vermilion"), "variant": []byte("https://example.com/variant"),
		"aspect": []byte("colour of the shade"), "problem": []byte("a line of eels"), "meta embedder": []byte("what was learned"), "vector": blob} {
		at := bytes.Index(whole, text)
		if at < 0 {
			t.Fatalf("%s is not in the file", part)
		}
		damaged := slices.Clone(whole)
		damaged[at+2] ^= 1
		var d *sqlite.Damage
		if err := check(part, damaged); !errors.As(err, &d) || !slices.Contains(d.Parts, part) || part != "value" && len(d.Parts) > 1 {
			t.Errorf("%s: %v", part, err)
		}
	}
	beside := slices.Clone(whole)
	at := bytes.LastIndex(beside, []byte("l1-a")) // in an index, or in the table
	beside[at] = 'k'
	var d *sqlite.Damage
	if err := check("beside", beside); !errors.As(err, &d) {
		t.Errorf("a changed byte was not found: %v", err)
	}
	unsealed := slices.Clone(beside)
	clear(unsealed[60:64]) // as an older import left it
	if err := check("unsealed", unsealed); err != nil {
		t.Errorf("of an older import: %v", err)
	}
}
