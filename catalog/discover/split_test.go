package discover

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFindSeparators(t *testing.T) {
	tests := []struct {
		name   string
		values []string
		want   []string
	}{
		{"colours", []string{"Black", "Red", "White", "Black / Red", "Black / White"}, []string{" / "}},
		{"combinations only", []string{"a | b", "b | c", "c | a"}, []string{"|"}},
		{"comma and space", []string{"Wired", "Wireless", "Wired, Wireless"}, []string{","}},
		{"comma alone", []string{"802.11b", "802.11g", "802.11b,802.11g", "802.11b,802.11g,802.11n", "802.11n"}, []string{","}},
		{"careless repeats", []string{"Wired", "Wireless", "Wired, Wireless", "Wired, Wireless, Bluetooth", "Wired, Bluetooth", "Wireless, Bluetooth", "Bluetooth, Wired", "Wired, Wired, Wireless"}, []string{","}},
		{"data rates", []string{"10", "100", "1000", "10,100", "10,100,1000"}, []string{","}},
		{"a phrase", []string{"Tempered Glass / Mesh", "Acrylic", "Steel"}, nil},
		{"form factors", []string{"ATX", "MicroATX / Mini-ITX", "EATX"}, nil},
		{"thousands", []string{"1,000", "2,500", "12,000", "1,500"}, nil},
		{"ratios", []string{"16:9", "21:9", "4:3"}, nil},
		{"tuples", []string{"24/24/24", "24/8/24", "8/8/24", "8/8/8"}, nil},
		{"slash within names", []string{"TCP/IP", "A/V", "TCP/UDP"}, nil},
		{"models", []string{"Stylus C62, CX3200", "Stylus D68, D88", "DX3850, DX4200"}, nil},
		{"sentences", []string{"Made of steel, for the kitchen and the garden, and washable by hand", "Made of wood, washable by hand"}, nil},
		{"ampersand", []string{"Wired", "Wireless", "Wired & Wireless"}, []string{" & "}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			counts := make(map[string]int)
			for _, v := range tt.values {
				counts[v]++
			}
			if diff := cmp.Diff(tt.want, findSeparators(counts)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSplitValue(t *testing.T) {
	tests := []struct {
		in   string
		seps []string
		want []string
	}{
		{"Black / Red", []string{" / "}, []string{"Black", "Red"}},
		{"a,b, c", []string{","}, []string{"a", "b", "c"}},
		{"S/FTP (Cat 6, shielded), UTP", []string{","}, []string{"S/FTP (Cat 6, shielded)", "UTP"}},
		{"- one\n- two", []string{"\n"}, []string{"one", "two"}},
		{",", []string{","}, []string{","}},
		{"whole", nil, []string{"whole"}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, splitValue(tt.in, tt.seps)); diff != "" {
			t.Errorf("splitValue(%q): %s", tt.in, diff)
		}
	}
}
