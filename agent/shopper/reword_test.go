package shopper

import (
	"math/rand/v2"
	"testing"
)

func TestOther(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, tc := range []struct{ word, want string }{
		{"Wireless", "cordless"},
		{"over-ear", "over ear"},
		{"1000", "1000"},
		{"1024", "1000"},
		{"0.75", "0.75"},
		{"3", "three"},
		{"accessories", "accessory"},
		{"battery", "batteries"},
		{"kettle", "kettles"},
		{"glass", "clear glass"},
		{"express", "express"},
		{"DDR4", "ddr4"},
		{"tv", "tv"},
	} {
		if got := other(tc.word, rng); got != tc.want {
			t.Errorf("%q: got %q, want %q", tc.word, got, tc.want)
		}
	}
}
