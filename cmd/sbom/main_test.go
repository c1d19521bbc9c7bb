package main

import (
	"bytes"
	"debug/buildinfo"
	"os"
	"testing"

	"github.com/CycloneDX/cyclonedx-go"
)

// The bill of a program, here of this test, names every module that it carries, the same
// each time.
func TestBill(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	var first, second bytes.Buffer
	for _, w := range []*bytes.Buffer{&first, &second} {
		if err := write(w, info); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("two bills of one program differ")
	}
	var bill cyclonedx.BOM
	if err := cyclonedx.NewBOMDecoder(&first, cyclonedx.BOMFileFormatJSON).Decode(&bill); err != nil {
		t.Fatal(err)
	}
	if bill.Metadata.Component.Name != "shopclerk" {
		t.Errorf("the program is %q", bill.Metadata.Component.Name)
	}
	if got, want := len(*bill.Components), 1+len(info.Deps); got != want || want < 2 {
		t.Errorf("%d components, want %d", got, want)
	}
	for _, c := range (*bill.Components)[1:] {
		if c.Version == "" || c.Hashes == nil {
			t.Errorf("%s has no version or hash", c.Name)
		}
	}
}
