package discover_test

import (
	"compress/gzip"
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"shopclerk/catalog"
	"shopclerk/catalog/discover"
	"shopclerk/catalog/feed"
)

// sharedData is the folder of real data, beside the repository.
const sharedData = "../../../shared/data"

// sharedFile skips the test unless the real data is there.
func sharedFile(t testing.TB, path string) string {
	t.Helper()
	path = filepath.Join(sharedData, path)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("shared data is absent: %v", err)
	}
	return path
}

// raced reports whether the race detector runs; see race_test.go.
var raced bool

// wholeCatalogue skips a test that reads a whole real catalogue where that takes
// long and proves nothing more: in short mode and under the race detector, which
// has nothing to find in code that runs in one goroutine.
func wholeCatalogue(t *testing.T) {
	t.Helper()
	if raced || testing.Short() {
		t.Skip("reading a whole shared catalogue: not in short mode or with -race")
	}
}

// sharedFeeds are the shared feeds that were read.
var sharedFeeds = map[string][]catalog.Record{}

// mapped reads a shared feed as an import does, with the shipped mapping.
func mapped(t *testing.T, name string) ([]catalog.Record, feed.Mapping) {
	t.Helper()
	dir := sharedFile(t, name)
	m, err := feed.Shipped(name)
	if err == nil && sharedFeeds[name] == nil {
		_, err = feed.Read(t.Context(), []string{dir}, m, feed.Options{}, func(r catalog.Record, _ feed.Place) error {
			sharedFeeds[name] = append(sharedFeeds[name], r)
			return nil
		})
	}
	if err != nil {
		t.Fatal(err)
	}
	return slices.Clone(sharedFeeds[name]), m
}

// pcParts reads the shared parts, by category; that their titles begin with brands is left to find.
func pcParts(t *testing.T) map[string][]catalog.Record {
	t.Helper()
	records, _ := mapped(t, "pc-parts")
	parts := map[string][]catalog.Record{}
	for _, r := range records {
		r.Brand = ""
		parts[r.Category] = append(parts[r.Category], r)
	}
	return parts
}

// A shop of which nothing is known but its titles gets types for most of them, and
// none of the words that have been types and are none.
func TestTypesOfSharedTitles(t *testing.T) {
	wholeCatalogue(t)
	f, err := os.Open(sharedFile(t, "crowdflower/products.csv.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(z).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	records := make([]catalog.Record, 0, len(rows))
	for _, row := range rows[1:] {
		records = append(records, catalog.Record{ID: row[0], Title: row[1], Stock: -1})
	}
	brands := induceBrands(func(yield func(string) bool) {
		for i := range records {
			if !yield(records[i].Title) {
				return
			}
		}
	})
	for i := range records {
		records[i].Brand = brands.Of(records[i].Title)
	}
	r := discover.InduceTypes(slices.Values(records)).Report()
	t.Logf("%d types, %d of %d products typed", len(r.Types), r.Typed, r.Products)
	if typed := float64(r.Typed) / float64(r.Products); typed < 0.88 {
		t.Errorf("only %.3f of the products have a type", typed)
	}
	for _, ty := range r.Types {
		switch ty {
		case "Colors", "Designers", "Editions", "Sets", "Set", "Kits", "Kit", "Units", "Unit", "Blank", "Pins", "Packs", "Pack", "Black", "White":
			t.Errorf("%q is a type", ty)
		}
	}
}

// Every attribute of pc-parts is clean, so all of them can be asked about.
func TestSchemasOfSharedParts(t *testing.T) {
	wholeCatalogue(t)
	for category, records := range pcParts(t) {
		s := learn(nil, records)
		for _, a := range s.Aspects {
			if !a.Askable {
				t.Errorf("%s: %s cannot be asked about: %s", category, a.Key, a.Why)
			}
		}
		for i := range records {
			p := s.Product(&records[i])
			n := len(records[i].Attributes)
			n += discover.Indicator(records[i].Price.Known())
			if len(p.Attributes) != n {
				t.Fatalf("%s: %q has %d attributes of %d: %s", category, p.Title, len(p.Attributes), n, spell(p))
			}
		}
	}
}

// The kinds that the shapes of pc-parts call for.
func TestKindsOfSharedParts(t *testing.T) {
	tests := []struct{ category, want string }{
		{"Mouse", "color:multi connection_type:multi hand_orientation:single max_dpi:number price:number tracking_method:single"},
		{"Case fan", "airflow:number color:multi noise_level:number price:number pwm:flag rpm:number size:number"},
		{"Monitor", "aspect_ratio:single panel_type:single price:number refresh_rate:number resolution:single response_time:number screen_size:number"},
		{"Optical drive", "bd:number bd_write_speed:number cd:number cd_write_speed:number dvd:number dvd_write_speed:number price:number"},
		{"Webcam", "connection:single focus_type:single fov:number os:multi price:number resolutions:multi"},
	}
	parts := pcParts(t)
	for _, tt := range tests {
		var got []string
		for _, a := range learn(nil, parts[tt.category]).Aspects {
			got = append(got, a.Key+":"+a.Kind.String())
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%s: %s, want %s", tt.category, s, tt.want)
		}
	}
}

// Thousands of sparse keys become a few questions per type.
func TestQuestionsOfSharedIcecat(t *testing.T) {
	wholeCatalogue(t)
	records, _ := mapped(t, "icecat")
	p := discover.NewProfile(nil)
	keys := make(map[string]bool)
	for i := range records {
		for _, a := range records[i].Attributes {
			keys[a.Key] = true
		}
		p.Add(&records[i])
	}
	s := p.Schema()
	askable := 0
	for _, a := range s.Aspects {
		if a.Askable {
			askable++
		}
	}
	if len(keys) < 5000 || askable == 0 || askable > 30 {
		t.Errorf("%d keys became %d questions", len(keys), askable)
	}
}

// A catalogue whose only attribute of its own lists tags.
func TestTagsOfSharedFashion(t *testing.T) {
	records, _ := mapped(t, "fashion")
	s := learn(nil, records)
	if i := slices.IndexFunc(s.Aspects, func(a catalog.Aspect) bool { return a.Key == "product_type" }); i < 0 || s.Aspects[i].Kind != catalog.Multi || !s.Aspects[i].Askable {
		t.Errorf("aspects: %+v", s.Aspects)
	}
}
