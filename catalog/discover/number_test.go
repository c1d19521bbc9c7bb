package discover

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseQuantity(t *testing.T) {
	tests := []struct {
		name, in  string
		style     commaStyle
		low, high float64
		unit      string
		reject    bool
	}{
		{name: "plain", in: "42", low: 42, high: 42},
		{name: "unit apart", in: "25.4 cm", low: 25.4, high: 25.4, unit: "cm"},
		{name: "unit attached", in: "500GB", low: 500, high: 500, unit: "GB"},
		{name: "unit by another name", in: "7 inches", low: 7, high: 7, unit: "in"},
		{name: "unknown unit", in: "100 Sheets", low: 100, high: 100, unit: "sheets"},
		{name: "pieces", in: "6 pc(s)", low: 6, high: 6, unit: "pc(s)"},
		{name: "decimal comma", in: "1,5 kg", low: 1.5, high: 1.5, unit: "kg"},
		{name: "thousands", in: "1,000", low: 1000, high: 1000},
		{name: "thousands and decimals", in: "1,234,567.5 g", low: 1234567.5, high: 1234567.5, unit: "g"},
		{name: "continental", in: "1.234.567,5 g", low: 1234567.5, high: 1234567.5, unit: "g"},
		{name: "decimal by style", in: "1,000 kg", style: commaDecimal, low: 1, high: 1, unit: "kg"},
		{name: "comma lists by style", in: "10,100", style: commaList, reject: true},
		{name: "currency behind", in: "12.50 USD", low: 12.5, high: 12.5, unit: "USD"},
		{name: "currency sign", in: "$5", low: 5, high: 5, unit: "$"},
		{name: "negative", in: "-20 °C", low: -20, high: -20, unit: "°C"},
		{name: "range", in: "0 - 40", low: 0, high: 40},
		{name: "range with unit", in: "0 - 40 °C", low: 0, high: 40, unit: "°C"},
		{name: "range of negatives", in: "-20 - -5 °C", low: -20, high: -5, unit: "°C"},
		{name: "range in words", in: "10 mm to 20 mm", low: 10, high: 20, unit: "mm"},
		{name: "tight range", in: "5-10", low: 5, high: 10},
		{name: "ratio", in: "16:9", reject: true},
		{name: "tuple", in: "24/8/12/24", reject: true},
		{name: "version", in: "1.2.3", reject: true},
		{name: "falling range", in: "40 - 0", reject: true},
		{name: "three ends", in: "5-10-15", reject: true},
		{name: "leading zeros", in: "0042", reject: true},
		{name: "letters attached", in: "802.11b", reject: true},
		{name: "model", in: "1080p", reject: true},
		{name: "product of numbers", in: "1440 x 900", reject: true},
		{name: "too long to be exact", in: "1234567890123456", reject: true},
		{name: "list", in: "10,100,1000", reject: true},
		{name: "text", in: "Black", reject: true},
		{name: "empty", in: "", reject: true},
		{name: "phrase", in: "3 button mouse with long cord", reject: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			q, ok := parseQuantity(tt.in, tt.style)
			if ok == tt.reject {
				t.Fatalf("parseQuantity(%q) = %+v, %v", tt.in, q, ok)
			}
			if ok && (q.low != tt.low || q.high != tt.high || q.unit != tt.unit) {
				t.Errorf("parseQuantity(%q) = %+v, want %v..%v %q", tt.in, q, tt.low, tt.high, tt.unit)
			}
		})
	}
}

func TestConvert(t *testing.T) {
	tests := []struct {
		f        float64
		from, to string
		want     float64
	}{
		{1, "TB", "GB", 1000},
		{7, "in", "cm", 17.78},
		{32, "°F", "°C", 0},
		{212, "°F", "°C", 100},
		{100, "°C", "°F", 212},
		{2, "lbs", "kg", 0.90718474},
		{1500, "mW", "W", 1.5},
	}
	for _, tt := range tests {
		if got := roundNumber(convert(tt.f, unitOf(tt.from), unitOf(tt.to))); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("%v %s = %v %s, want %v", tt.f, tt.from, got, tt.to, tt.want)
		}
	}
}

func FuzzParseQuantity(f *testing.F) {
	for _, s := range []string{"25.4 cm", "1,5 kg", "0 - 40 °C", "$5", "1.234,5", "-20 - -5", "802.11b", "5-10-15", "€", "- 1", "1…2", "10000000001"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		q, ok := parseQuantity(s, commaAny)
		if !ok {
			return
		}
		if math.IsNaN(q.low) || math.IsInf(q.low, 0) || math.IsInf(q.high, 0) || q.low > q.high {
			t.Fatalf("%q: %+v", s, q)
		}
		// The spelling of what was read reads the same.
		again, ok := parseQuantity(spellNumber(q.low), commaAny)
		if !ok || again.low != roundNumber(q.low) {
			t.Fatalf("%q: %v is spelled %q, which reads %+v, %v", s, q.low, spellNumber(q.low), again, ok)
		}
	})
}

func TestMachineForms(t *testing.T) {
	for _, test := range []struct {
		values []string
		want   string
	}{
		{[]string{"https://x.test/a", "http://x.test/b?c=d", "//cdn.x.test/i.jpg"}, "addresses"},
		{[]string{"/a/t/lamp.jpg", "/a/u/lamp 2.jpg", "/a/v/c.png", "/a/w/d.jpg", "/a/w/e.jpg"}, "addresses"},
		{[]string{"#f4e5d6", "#FFF", "#012345"}, "colours of screens"},
		{[]string{"2024-02-03T10:11:12Z", "2024-02-03 10:11:12"}, "times"},
		{[]string{`{"a":1}`, "[1]"}, "records"},
		{[]string{"Red", "#fff", "Blue"}, ""}, {[]string{"2024-02-03", "2023-01-01"}, ""}, {[]string{"16/9", "4/3"}, ""}, {nil, ""},
	} {
		d := spread{}
		for _, v := range test.values {
			d[v]++
		}
		if got := d.machine(); got != test.want {
			t.Errorf("%q: %q, want %q", test.values, got, test.want)
		}
	}
}

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
