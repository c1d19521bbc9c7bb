package demo

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// words fills slots with the values given by key.
type words map[string]string

func (w words) appendSlot(b []byte, s slot) []byte {
	if s.aspect == modelSlot {
		return append(b, w["model"]...)
	}
	text := w[keys[s.aspect]]
	if s.first {
		text, _, _ = strings.Cut(text, " and ")
	}
	return append(b, text...)
}

func TestTemplates(t *testing.T) {
	fill := words{"style": "airy", "material": "oak", "function": "a timer and a hook", "model": "X1", "colour": "éclair"}
	for _, test := range []struct {
		text string
		want []string // every sentence it can become
	}{
		{"plain", []string{"Plain"}},
		{"{a style} lamp in {a material} frame", []string{"An airy lamp in an oak frame"}},
		{"{first function}", []string{"A timer"}},
		{"it has {function}", []string{"It has a timer and a hook"}},
		{"{colour} {model}", []string{"Éclair X1"}},
		{"x[ y]", []string{"X", "X y"}},
		{"(a|b|)c", []string{"Ac", "Bc", "C"}},
		{"[(u|v[w])]z", []string{"Uz", "Vz", "Vwz", "Z"}},
	} {
		t.Run(test.text, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			seen := map[string]bool{}
			for range 200 {
				seen[string(newSentence(test.text).expand(nil, fill.appendSlot, r))] = true
			}
			for got := range seen {
				if !slices.Contains(test.want, got) {
					t.Errorf("unexpected %q", got)
				}
			}
			if len(seen) != len(test.want) {
				t.Errorf("%d of %d sentences: %v", len(seen), len(test.want), seen)
			}
		})
	}
}

func TestTakesAn(t *testing.T) {
	for word, want := range map[string]bool{
		"oak": true, "airy": true, "urban": true, "hour": true, "8 l": true, "11 l": true, "18 l": true, "LED strip": true,
		"unique": false, "European": false, "USB port": false, "lamp": false, "12 l": false, "180 cm": false, "one-piece": false, "": false,
	} {
		if got := takesAn([]byte(word)); got != want {
			t.Errorf("%q: got %v", word, got)
		}
	}
}

// minimumInformation is the least mutual information, in bits and after
// correction for the sample's size, between two aspects that a schema says go
// together. Shuffled values stay below a tenth of it.
const minimumInformation = 0.01

// TestDeclaredCorrelationsShow draws products and measures the mutual
// information of every pair of aspects of which one pulls the other with at
// least a quarter of its products.
func TestDeclaredCorrelationsShow(t *testing.T) {
	for _, c := range shop(t).categories {
		g := newGenerator(c, 12)
		var joint [aspectCount][aspectCount]map[[2]uint8]float64
		for a := range joint {
			for b := range joint[a] {
				joint[a][b] = map[[2]uint8]float64{}
			}
		}
		const n = 4000
		var pulling [aspectCount][aspectCount]int
		for i := 1; i <= n; i++ {
			g.record(i)
			for a, v := range g.drawn {
				for _, p := range v.table.pulls[v.at[0]] {
					pulling[a][p.aspect]++
				}
				for b, w := range g.drawn {
					joint[a][b][[2]uint8{v.at[0], w.at[0]}]++
				}
			}
		}
		pairs := 0
		for a := range joint {
			for b := a + 1; b < aspectCount; b++ {
				if aspectID(a) == series || pulling[a][b] < n/4 {
					continue
				}
				pairs++
				if got := mutualInformation(joint[a][b], n); got < minimumInformation {
					t.Errorf("%s: %s and %s share %.4f bits", c.path, keys[a], keys[b], got)
				}
			}
		}
		if pairs < 10 {
			t.Errorf("%s declares %d pairs of aspects that go together", c.path, pairs)
		}
	}
}

// mutualInformation estimates I(A;B) in bits from counts of pairs, less the
// bias of the plug-in estimate (Miller and Madow, 1955).
func mutualInformation(joint map[[2]uint8]float64, n float64) float64 {
	var a, b [256]float64
	for pair, count := range joint {
		a[pair[0]] += count
		b[pair[1]] += count
	}
	plugIn := 0.0
	for pair, count := range joint {
		plugIn += count / n * math.Log2(count*n/(a[pair[0]]*b[pair[1]]))
	}
	rows, columns := 0, 0
	for i := range a {
		if a[i] > 0 {
			rows++
		}
		if b[i] > 0 {
			columns++
		}
	}
	return plugIn - float64((rows-1)*(columns-1))/(2*n*math.Ln2)
}

func TestAvoidedValuesNeverMeet(t *testing.T) {
	for _, c := range shop(t).categories {
		g := newGenerator(c, 13)
		for i := 1; i <= 1000; i++ {
			g.record(i)
			for a := range g.drawn {
				v := &g.drawn[a]
				if len(g.pulls[a]) == 0 {
					continue
				}
				for _, k := range v.at[:v.n] {
					for _, p := range g.pulls[a] {
						if p.factors[k] == 0 && !allAvoided(v.table, g.pulls[a]) {
							t.Fatalf("%s: product %d has %s %q, which it should avoid", c.path, i, keys[a], v.table.raws[k].Text)
						}
					}
				}
			}
		}
	}
}

// allAvoided reports whether the pulls together leave no value.
func allAvoided(t *table, pulls []pull) bool {
	for k := range t.raws {
		free := true
		for _, p := range pulls {
			free = free && p.factors[k] > 0
		}
		if free && (preferred(pulls, k) || !timid(t, k)) {
			return false
		}
	}
	return true
}

func timid(t *table, k int) bool {
	for _, i := range t.timid {
		if i == k {
			return true
		}
	}
	return false
}
