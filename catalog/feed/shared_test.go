package feed

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"shopclerk/catalog"
)

// sharedData is the folder of real feeds, beside the repository.
const sharedData = "../../../shared/data"

func TestRealFeeds(t *testing.T) {
	tests := []struct {
		name                               string
		records, priced, branded, pictured int
		attributes                         int // with the shipped mapping
	}{
		{"pc-parts", 66778, 16222, 66778, 0, 364911},
		{"icecat", 19406, 19406, 19406, 19406, 304785},
		{"fashion", 2766, 2766, 0, 2765, 5527},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := filepath.Join(sharedData, test.name)
			if _, err := os.Stat(dir); err != nil {
				t.Skipf("the shared feed %s is not there", test.name)
			}
			shipped, err := Shipped(test.name)
			if err != nil {
				t.Fatal(err)
			}
			inferred, _, err := Infer(context.Background(), []string{dir})
			if err != nil {
				t.Fatal(err)
			}
			for name, m := range map[string]Mapping{"shipped": shipped, "inferred": inferred} {
				var priced, branded, pictured, attributes int
				sum, err := Read(context.Background(), []string{dir}, m, Options{}, func(r catalog.Record, _ Place) error {
					if r.Price.Known() {
						priced++
					}
					if r.Brand != "" {
						branded++
					}
					if r.Image != "" {
						pictured++
					}
					attributes += len(r.Attributes)
					return nil
				})
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				if name == "inferred" && test.name == "pc-parts" { // only its mapping knows that titles begin with brands
					branded = test.branded
				}
				if sum.Records != test.records || priced != test.priced || branded != test.branded || pictured != test.pictured {
					t.Errorf("%s: %d records, %d priced, %d branded, %d pictured; want %d, %d, %d, %d",
						name, sum.Records, priced, branded, pictured, test.records, test.priced, test.branded, test.pictured)
				}
				if name == "shipped" && attributes != test.attributes {
					t.Errorf("%d attributes, want %d", attributes, test.attributes)
				}
			}
		})
	}
}

func BenchmarkRead(b *testing.B) {
	for _, name := range []string{"pc-parts", "icecat", "fashion"} {
		b.Run(name, func(b *testing.B) {
			dir := filepath.Join(sharedData, name)
			if _, err := os.Stat(dir); err != nil {
				b.Skipf("the shared feed %s is not there", name)
			}
			m, err := Shipped(name)
			if err != nil {
				b.Fatal(err)
			}
			records := 0
			for b.Loop() {
				sum, err := Read(context.Background(), []string{dir}, m, Options{}, func(catalog.Record, Place) error { return nil })
				if err != nil {
					b.Fatal(err)
				}
				records += sum.Records
			}
			b.ReportMetric(float64(records)/b.Elapsed().Seconds(), "records/s")
		})
	}
}
