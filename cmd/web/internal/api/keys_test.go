package api

import (
	"strings"
	"testing"
)

// A key is read as it is written; what is none is refused.
func TestKeysAreReadAsTheyAreWritten(t *testing.T) {
	key, known, err := NewKey("till.2")
	if err != nil || !strings.HasPrefix(key, prefix) {
		t.Fatal(key, err)
	}
	for _, prices := range []bool{false, true} {
		known.Prices = prices
		if got, err := ParseKey(" " + known.String()); got != known || err != nil {
			t.Errorf("%s is read as %s, %v", known, got, err)
		}
	}
	for _, text := range []string{"", "till", "till:abc", "a b:" + strings.Repeat("0", 64), ":" + strings.Repeat("0", 64), "till:" + strings.Repeat("0", 62)} {
		if _, err := ParseKey(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
	if _, _, err := NewKey("a b"); err == nil {
		t.Error("a name with a space is taken")
	}
	if _, err := NewKeys(0); err == nil {
		t.Error("a rate of none is taken")
	}
	if _, err := NewKeys(1, known, known); err == nil {
		t.Error("two keys of a name are taken")
	}
}

func TestCommonPath(t *testing.T) {
	for _, tc := range []struct {
		name  string
		paths []string
		want  string
	}{
		{"none", nil, ""},
		{"siblings", []string{"a > b > c", "a > b > d"}, "a > b"},
		{"a level and what is below it", []string{"a", "a > b"}, "a"},
		{"names that begin alike", []string{"a > bc", "a > bd"}, "a"},
		{"nothing", []string{"a > b", "c > b"}, ""},
	} {
		if got := commonPath(tc.paths); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
}
