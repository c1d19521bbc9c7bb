package index

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"shopclerk/catalog"
	"shopclerk/catalog/patch"
)

// Of what processes share, a catalogue has what was patched after its feed began to be read,
// whenever it comes to the data directory; of what it was patched with itself, all.
func TestSharedPatchesAndImports(t *testing.T) {
	ctx := t.Context()
	var records []catalog.Record
	for i := range 30 {
		records = append(records, catalog.Record{ID: fmt.Sprintf("p%02d", i), Title: fmt.Sprintf("Lamp %d", i), Category: "Lamps", Stock: 5})
	}
	dir := t.TempDir()
	before := time.Now().UnixMicro()
	time.Sleep(time.Millisecond)
	shop := shopOf(t, dir, records)
	patches, err := shop.Patches(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer patches.Close()
	if begun := patches.Begun(); begun <= before || begun > time.Now().UnixMicro() {
		t.Errorf("the import began at %d, after %d", begun, before)
	}
	after := time.Now().UnixMicro()
	log := func(id string, sequence int64) Logged {
		return Logged{At: sequence, Sequence: sequence, Patch: patch.Patch{ID: id, Version: 1, Stock: ptr(1)}}
	}
	if _, err := TakePatches(dir, Position{}, []Logged{log("p00", before), log("p01", after)}); err != nil {
		t.Fatal(err)
	}
	if err := AppendPatches(dir, []patch.Patch{{ID: "p02", Version: 1, Stock: ptr(1)}}); err != nil {
		t.Fatal(err)
	}
	if changed, err := patches.Follow(ctx, dir); !changed || err != nil {
		t.Fatalf("followed: %t, %v", changed, err)
	}
	var got []string
	for _, id := range []string{"p00", "p01", "p02"} {
		p, err := patches.Now().Catalogue.Product(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprint(p.Stock))
	}
	if strings.Join(got, " ") != "5 1 1" || patches.Position().Sequence != after {
		t.Errorf("the pieces are %v, up to %d", got, patches.Position().Sequence)
	}
}
