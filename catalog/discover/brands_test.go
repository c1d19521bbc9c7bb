package discover_test

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/catalog/discover"
)

// titles returns n titles that begin with the brand and go on in varied ways.
func titles(brand string, n int) []string {
	series := []string{"Vortex", "Hyper", "Master", "Silent", "Nova", "Edge", "Prime"}
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("%s %s %d", brand, series[i%len(series)], 100+i)
	}
	return out
}

func induceBrands(titles iter.Seq[string]) discover.Brands {
	o := discover.NewOpenings()
	for title := range titles {
		o.Add(title)
	}
	return o.Brands()
}

func TestInduceBrands(t *testing.T) {
	var all []string
	for brand, n := range map[string]int{
		"Cooler Master": 30, "be quiet!": 20, "Corsair": 40, "Bang & Olufsen": 12, "ASUS": 25, "Asus": 5, "Solo": 2,
	} {
		all = append(all, titles(brand, n)...)
	}
	all = append(all, "Corsair Air Cooler 5", "Corsair Water Cooler 6", "Once 7")
	slices.Sort(all)
	b := induceBrands(slices.Values(all))
	tests := []struct{ title, want string }{
		{"Cooler Master Hyper 212", "Cooler Master"},
		{"COOLER MASTER Something New", "Cooler Master"},
		{"be quiet! Silent Base", "be quiet!"},
		{"Bang & Olufsen Beosound", "Bang & Olufsen"},
		{"Corsair K70", "Corsair"},
		{"Asus Prime", "ASUS"},
		{"Solo Nova", "Solo"},
		{"Once 7", ""},
		{"Unheard Of", ""},
		{"", ""},
	}
	for _, tt := range tests {
		if got := b.Of(tt.title); got != tt.want {
			t.Errorf("Of(%q) = %q, want %q", tt.title, got, tt.want)
		}
	}
	slices.Reverse(all)
	if diff := cmp.Diff(b, induceBrands(slices.Values(all))); diff != "" {
		t.Errorf("brands depend on order: %s", diff)
	}
}

func TestTitlesWithoutBrands(t *testing.T) {
	all := []string{
		"Floral Maxi Dress", "Floral Midi Skirt", "Long Floral Dress", "Short Floral Dress", "Striped Shirt", "Blue Striped Shirt",
		"Wide Striped Trousers", "Long Wool Coat", "Wool Coat", "Blue Wool Scarf",
	}
	if b := induceBrands(slices.Values(all)); len(b) > 0 {
		t.Errorf("brands of unbranded titles: %v", b)
	}
}

func TestOrdinaryWordsOpenNames(t *testing.T) {
	var all []string
	for brand, n := range map[string]int{"Logitech": 20, "American Garden": 4, "Tommy Hilfiger": 3, "Corsair": 20} {
		all = append(all, titles(brand, n)...)
	}
	all = append(all, "Long wool coat for women", "Long cotton shirt with pockets", "Long socks for the winter")
	b := induceBrands(slices.Values(all))
	for title, want := range map[string]string{
		"American Garden Vortex": "American Garden", "Tommy Hilfiger Nova": "Tommy Hilfiger", "Long wool coat for women": "",
	} {
		if got := b.Of(title); got != want {
			t.Errorf("Of(%q) = %q, want %q", title, got, want)
		}
	}
}

// The feed of pc-parts has no brands, the one of icecat tells them: there we
// can check.
func TestInduceBrandsOfSharedData(t *testing.T) {
	wholeCatalogue(t)
	var all []string
	parts := pcParts(t)
	for _, c := range []string{"Case fan", "CPU cooler", "Memory", "Case", "Internal hard drive", "Mouse"} {
		for _, r := range parts[c] {
			all = append(all, r.Title)
		}
	}
	pc := induceBrands(slices.Values(all))
	for title, want := range map[string]string{
		"Cooler Master Hyper": "Cooler Master", "Western Digital Blue": "Western Digital", "be quiet! Pure": "be quiet!",
		"G.Skill Trident": "G.Skill", "Corsair Vengeance": "Corsair", "Lian Li PC": "Lian Li",
	} {
		if got := pc.Of(title); got != want {
			t.Errorf("pc-parts: Of(%q) = %q, want %q", title, got, want)
		}
	}
	records, _ := mapped(t, "icecat")
	all = all[:0]
	for _, r := range records {
		all = append(all, r.Title)
	}
	ice := induceBrands(slices.Values(all))
	agree := 0
	for _, r := range records {
		if strings.EqualFold(ice.Of(r.Title), r.Brand) {
			agree++
		}
	}
	if got := float64(agree) / float64(len(records)); got < 0.97 {
		t.Errorf("icecat: %.3f of the brands agree with the feed", got)
	}
}
