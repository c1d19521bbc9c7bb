package catalog

import (
	"slices"
	"testing"
)

func TestNames(t *testing.T) {
	p := Product{ID: "cm-001", Title: "Philips SBCMD195/00 microphone, 1.5m, 45x16x10 15s-eq0019na", Variants: []Variant{{ID: "cm-001-B"}}}
	want := []string{"cm001", "philipssbcmd19500microphone15m45x16x1015seq0019na", "cm001b", "sbcmd19500", "15seq0019na"}
	if got := Names(&p); !slices.Equal(got, want) {
		t.Errorf("names %q, want %q", got, want)
	}
	if got := NameKey("  SBCMD195-00? "); got != "sbcmd19500" {
		t.Errorf("what is typed is compared as %q", got)
	}
}
