package catalog_test

import (
	"testing"

	"shopclerk/catalog"
)

func TestRawString(t *testing.T) {
	for _, tc := range []struct {
		name string
		raw  catalog.Raw
		want string
	}{
		{"text", catalog.Text("Rot / Schwarz"), "Rot / Schwarz"},
		{"whole number without a point", catalog.Number(1200), "1200"},
		{"large number without an exponent", catalog.Number(1e21), "1000000000000000000000"},
		{"fraction", catalog.Number(0.35), "0.35"},
		{"boolean", catalog.Bool(true), "true"},
		{"list", catalog.List(catalog.Text("USB-C"), catalog.Number(2), catalog.Bool(false)), "USB-C, 2, false"},
		{"nested list", catalog.List(catalog.List(catalog.Text("a"), catalog.Text("b")), catalog.Text("c")), "a, b, c"},
		{"empty list", catalog.List(), ""},
		{"nothing", catalog.Raw{}, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := tc.raw.String(); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestPrice(t *testing.T) {
	if (catalog.Price{}).Known() {
		t.Error("the zero price counts as known")
	}
	free := catalog.Price{Currency: "EUR"}
	if free.Known() {
		t.Error("a price of nothing counts as known")
	}
	if got := (catalog.Price{Minor: 1250, Currency: "EUR"}).Major(); got != 12.5 {
		t.Errorf("1250 cents are %v, want 12.5", got)
	}
}
