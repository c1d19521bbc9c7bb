package discover

import "testing"

func TestLabelOf(t *testing.T) {
	tests := []struct {
		raw    string
		prefix int
		want   string
	}{
		{"attr_t_product_colour", 2, "Colour"},
		{"attr_n_usb_2_0_ports_quantity", 2, "USB 2.0 ports quantity"},
		{"attr_n_usb_3_2_gen_1__3_1_gen_1__type_a_ports_quantity", 2, "USB 3.2 gen 1.3.1 gen 1 type a ports quantity"},
		{"attr_n_thermal_design_power__tdp_", 2, "Thermal design power TDP"},
		{"attr_n_ethernet_lan__rj_45__ports", 2, "Ethernet LAN RJ 45 ports"},
		{"attr_t_connector_s_", 2, "Connector"},
		{"max_dpi", 0, "Max DPI"},
		{"cableLength", 0, "Cable length"},
		{"Product Colour", 0, "Colour"},
		{"internal_35_bays", 0, "Internal 35 bays"},
		{"product", 0, "Product"},
		{"größe", 0, "Größe"},
	}
	for _, tt := range tests {
		if got, _ := labelOf(tt.raw, tt.prefix); got != tt.want {
			t.Errorf("labelOf(%q) = %q, want %q", tt.raw, got, tt.want)
		}
	}
}

func TestPrefixLen(t *testing.T) {
	tests := []struct {
		name string
		keys []string
		want int
	}{
		{"shared word and type letter", []string{"attr_t_colour", "attr_n_weight", "attr_b_wireless"}, 2},
		{"shared word", []string{"g:color", "g:size", "g:material"}, 1},
		{"nothing shared", []string{"color", "size", "wireless"}, 0},
		{"too few to tell", []string{"max_memory", "max_speed"}, 0},
		{"one word stays", []string{"spec", "spec_a", "spec_b"}, 0},
	}
	for _, tt := range tests {
		keyed := make([][]string, len(tt.keys))
		for i, k := range tt.keys {
			keyed[i] = splitKey(k)
		}
		if got := prefixLen(keyed); got != tt.want {
			t.Errorf("%s: prefixLen = %d, want %d", tt.name, got, tt.want)
		}
	}
}

func TestPlural(t *testing.T) {
	for one, many := range map[string]string{
		"cable": "cables", "battery": "batteries", "switch": "switches", "box": "boxes", "lens": "lenses", "key": "keys",
	} {
		if got := plural(one); got != many {
			t.Errorf("plural(%q) = %q, want %q", one, got, many)
		}
		if got := singular(many); got != one {
			t.Errorf("singular(%q) = %q, want %q", many, got, one)
		}
	}
}
