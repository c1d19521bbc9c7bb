package understand

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestWeightsText reads what it writes, and tells the line that it can not read.
func TestWeightsText(t *testing.T) {
	w := learnedWeights()
	got, err := ParseWeights(w.String())
	if err != nil || !slices.Equal(got, w) {
		t.Errorf("read %v, error %v", got, err)
	}
	if _, err := ParseWeights("stays\t1\nhope\tmuch"); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("error %v", err)
	}
}

// TestWeightsNamed has a weight for all evidence, and evidence for every weight.
func TestWeightsNamed(t *testing.T) {
	noted := map[string]bool{}
	for _, file := range []string{"aim.go", "cued.go", "weights.go"} {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?:f|evidence)\["([^"]+)"\]|note\("([^"]+)"|rank\w+: +"([^"]+)"`).FindAllStringSubmatch(string(source), -1) {
			noted[m[1]+m[2]+m[3]] = true
		}
	}
	if got, want := slices.Sorted(maps.Keys(noted)), slices.Sorted(slices.Values(AimFeatures())); !slices.Equal(got, want) {
		t.Errorf("evidence %q, weights of %q", got, want)
	}
}
