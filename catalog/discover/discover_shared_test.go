package discover_test

import (
	"strings"
	"testing"

	"shopclerk/catalog"
	"shopclerk/catalog/discover"
)

// Every attribute of pc-parts is clean, so all of them can be asked about.
func TestSchemasOfSharedParts(t *testing.T) {
	wholeCatalogue(t)
	for _, category := range pcCategories(t) {
		records := pcParts(t, category)
		s := learn(nil, records)
		for _, a := range s.Aspects {
			if !a.Askable {
				t.Errorf("%s: %s cannot be asked about: %s", category, a.Key, a.Why)
			}
		}
		for i := range records {
			p := s.Product(&records[i])
			n := len(records[i].Attributes)
			if records[i].Price.Known() {
				n++
			}
			if len(p.Attributes) != n {
				t.Fatalf("%s: %q has %d attributes of %d: %s", category, p.Title, len(p.Attributes), n, spell(p))
			}
		}
	}
}

// The kinds that the shapes of pc-parts call for.
func TestKindsOfSharedParts(t *testing.T) {
	tests := []struct{ category, want string }{
		{"mouse", "color:multi connection_type:multi hand_orientation:single max_dpi:number price:number tracking_method:single"},
		{"case-fan", "airflow:number color:multi noise_level:number price:number pwm:flag rpm:number size:number"},
		{"monitor", "aspect_ratio:single panel_type:single price:number refresh_rate:number resolution:single response_time:number screen_size:number"},
		{"optical-drive", "bd:number bd_write:single cd:number cd_write:single dvd:number dvd_write:single price:number"},
		{"webcam", "connection:single focus_type:single fov:number os:multi price:number resolutions:multi"},
	}
	for _, tt := range tests {
		var got []string
		for _, a := range learn(nil, pcParts(t, tt.category)).Aspects {
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
	records := icecat(t)
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

// A catalogue with categories and a single attribute, which lists tags.
func TestTagsOfSharedFashion(t *testing.T) {
	path := sharedFile(t, "fashion/products.jsonl")
	records := readLines(t, path, "fashion", func(r *catalog.Record, key string, v any) bool {
		if key == "title" {
			r.Title, _ = v.(string)
		}
		return key != "tags"
	})
	s := learn(nil, records)
	if len(s.Aspects) != 1 || s.Aspects[0].Kind != catalog.Multi || !s.Aspects[0].Askable {
		t.Errorf("aspects: %+v", s.Aspects)
	}
}
