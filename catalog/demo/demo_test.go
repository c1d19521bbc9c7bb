package demo

import (
	"flag"
	"fmt"
	"hash/fnv"
	"iter"
	"math"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"shopclerk/catalog"
	"shopclerk/data"
)

// sample is the number of products per category that statistical tests draw.
const sample = 1200

var checkedShop = sync.OnceValues(func() (*Shop, error) { return checked(data.Demo()) })

// shop loads the embedded schemas and checks them.
func shop(t testing.TB) *Shop {
	t.Helper()
	s, err := checkedShop()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestTheShopHasTwentyCategories(t *testing.T) {
	categories := shop(t).categories
	if len(categories) != 20 {
		t.Errorf("%d categories", len(categories))
	}
	for _, c := range categories {
		path := c.path
		if !strings.Contains(path, " > ") {
			t.Errorf("%s has no level above it", path)
		}
	}
}

func TestEverySchemaIsRichEnough(t *testing.T) {
	for _, c := range shop(t).categories {
		seriesNames := map[string]bool{}
		for _, s := range c.series {
			for _, raw := range s.raws {
				seriesNames[raw.Text] = true
			}
		}
		for a, key := range keys {
			n := len(seriesNames)
			if a := aspectID(a); a != series {
				n = len(c.tables[a].raws)
			}
			if n < 8 {
				t.Errorf("%s: %s has %d values", c.path, key, n)
			}
			if m := c.missing[a]; m < 0.02 || m > 0.15 {
				t.Errorf("%s: %s is missing in %g of the products", c.path, key, m)
			}
		}
	}
}

func TestRecordsAreDeterministic(t *testing.T) {
	if a, b := digest(Records(7, 50)), digest(Records(7, 50)); a != b {
		t.Error("one seed gives two shops")
	}
	if digest(Records(7, 50)) == digest(Records(8, 50)) {
		t.Error("two seeds give one shop")
	}
}

func digest(records iter.Seq[catalog.Record]) uint64 {
	h := fnv.New64a()
	for r := range records {
		fmt.Fprintf(h, "%+v\n", r)
	}
	return h.Sum64()
}

var update = flag.Bool("update", false, "write testdata/first.golden anew")

// TestGolden pins the first products of every category, for people to read and
// because a change here means that whoever rebuilds the demonstration shop gets
// other products under the same ids.
func TestGolden(t *testing.T) {
	var b strings.Builder
	for r := range Records(1, 2) {
		fmt.Fprintf(&b, "%s | %s | %s\n%s\n", r.ID, r.Category, r.Brand, r.Title)
		fmt.Fprintf(&b, "%s\n", r.Description)
		fmt.Fprintf(&b, "%.2f %s, rated %.1f by %d, %d in stock\n", r.Price.Major(), r.Price.Currency, r.Rating, r.Ratings, r.Stock)
		for _, a := range r.Attributes {
			fmt.Fprintf(&b, "  %s: %s\n", a.Key, a.Value)
		}
		b.WriteString("\n")
	}
	const file = "testdata/first.golden"
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("the shop changed (go test ./catalog/demo -update accepts it):\n%s", diff)
	}
}

func TestASmallShopIsThePrefixOfALargeOne(t *testing.T) {
	byID := map[string]catalog.Record{}
	for r := range Records(3, 40) {
		byID[r.ID] = r
	}
	for r := range Records(3, 15) {
		if diff := cmp.Diff(byID[r.ID], r); diff != "" {
			t.Fatalf("%s differs:\n%s", r.ID, diff)
		}
	}
}

func TestRecordsCountAndStop(t *testing.T) {
	for _, n := range []int{-1, 0, 1, 3} {
		got := 0
		for range Records(1, n) {
			got++
		}
		if want := 20 * max(n, 0); got != want {
			t.Errorf("perCategory %d: %d records, want %d", n, got, want)
		}
	}
	got := 0
	for range Records(1, 100) {
		if got++; got == 5 {
			break
		}
	}
	if got != 5 {
		t.Errorf("went on after the break: %d", got)
	}
}

func TestRecordsShareNoMemory(t *testing.T) {
	var kept []catalog.Record
	var copies []string
	for r := range Records(5, 20) {
		kept = append(kept, r)
		copies = append(copies, fmt.Sprintf("%+v", r))
	}
	for i, r := range kept {
		if now := fmt.Sprintf("%+v", r); now != copies[i] {
			t.Fatalf("record %d changed after it was returned:\n%s\n%s", i, copies[i], now)
		}
	}
}

func TestRecordsAreWhole(t *testing.T) {
	s := shop(t)
	byPath := map[string]*category{}
	for _, c := range s.categories {
		byPath[c.path] = c
	}
	ids := map[string]bool{}
	for r := range s.Records(11, 400) {
		c := byPath[r.Category]
		switch {
		case ids[r.ID]:
			t.Fatalf("%s comes twice", r.ID)
		case !strings.HasPrefix(r.ID, c.prefix+"-"):
			t.Fatalf("%s is in %s", r.ID, r.Category)
		case r.Rating < 0 || r.Rating > 5 || (r.Rating == 0) != (r.Ratings == 0):
			t.Fatalf("%s: rating %g from %d", r.ID, r.Rating, r.Ratings)
		case r.Stock < 0:
			t.Fatalf("%s: stock %d", r.ID, r.Stock)
		case r.Price.Currency != "EUR" || r.Price.Major() < 0.9*c.price.Lowest || r.Price.Major() > 1.05*c.price.Highest:
			t.Fatalf("%s: price %v", r.ID, r.Price)
		}
		ids[r.ID] = true
		seen := map[string]bool{}
		for _, a := range r.Attributes {
			id, ok := aspectOf(a.Key)
			if !ok || id == brand || seen[a.Key] || a.Value.String() == "" {
				t.Fatalf("%s: attribute %q = %q", r.ID, a.Key, a.Value)
			}
			seen[a.Key] = true
		}
		text(t, r.ID, r.Title)
		text(t, r.ID, r.Description)
		if n := sentences(r.Description); n < 2 || n > 5 {
			t.Errorf("%s: %d sentences: %s", r.ID, n, r.Description)
		}
		if n := len([]rune(r.Title)); n < 12 || n > 140 {
			t.Errorf("%s: a title of %d characters: %s", r.ID, n, r.Title)
		}
	}
}

// text fails when a sentence shows its seams.
func text(t *testing.T, id, s string) {
	t.Helper()
	if strings.ContainsAny(s, "{}[]|") {
		t.Errorf("%s: unfilled template: %s", id, s)
	}
	for _, seam := range []string{"  ", " ,", " .", ",,", "..", ", .", ":.", " a a", " a e", " a o", " a i", " a A", " a E", " a O", " a I", " a 8", " an b", " an s", " an m"} {
		if strings.Contains(s, seam) {
			t.Errorf("%s: %q in: %s", id, seam, s)
		}
	}
	if first := []rune(s)[0]; unicode.IsLower(first) || unicode.IsSpace(first) {
		t.Errorf("%s begins small: %s", id, s)
	}
	if strings.TrimSpace(s) != s {
		t.Errorf("%s: spaces around: %q", id, s)
	}
}

// sentences counts the full stops that end one.
func sentences(s string) int { return strings.Count(s, ". ") + strings.Count(s[len(s)-1:], ".") }

func TestTextsVary(t *testing.T) {
	for _, c := range shop(t).categories {
		titles, descriptions := map[string]bool{}, map[string]bool{}
		for r := range only(c).Records(2, sample) {
			titles[r.Title] = true
			descriptions[r.Description] = true
		}
		if share := float64(len(titles)) / sample; share < 0.75 {
			t.Errorf("%s: %.0f %% of the titles are distinct", c.path, 100*share)
		}
		if share := float64(len(descriptions)) / sample; share < 0.9 {
			t.Errorf("%s: %.0f %% of the descriptions are distinct", c.path, 100*share)
		}
	}
}

func only(c *category) *Shop { return &Shop{categories: []*category{c}} }

// TestProductsCanBeToldApart counts products whose attributes, as they come out
// of the feed, equal those of another.
func TestProductsCanBeToldApart(t *testing.T) {
	const n = 2000
	for _, c := range shop(t).categories {
		seen := map[string]int{}
		for r := range only(c).Records(2, n) {
			seen[fmt.Sprint(r.Brand, r.Attributes)]++
		}
		if share := float64(len(seen)) / n; share < 0.97 {
			t.Errorf("%s: %.1f %% of %d products are distinct by their attributes", c.path, 100*share, n)
		}
	}
}

func TestMissingSharesAreKept(t *testing.T) {
	for _, c := range shop(t).categories {
		present := map[string]int{}
		for r := range only(c).Records(4, sample) {
			if r.Brand != "" {
				present["brand"]++
			}
			for _, a := range r.Attributes {
				present[a.Key]++
			}
		}
		for a, key := range keys {
			missing := 1 - float64(present[key])/sample
			// Four standard deviations of a binomial share.
			if slack := 4 * math.Sqrt(c.missing[a]/sample); math.Abs(missing-c.missing[a]) > slack {
				t.Errorf("%s: %s is missing in %.3f, the schema says %.3f", c.path, key, missing, c.missing[a])
			}
		}
	}
}

func TestPricesFollowTheBrandAndSpread(t *testing.T) {
	for _, c := range shop(t).categories {
		sums, counts := make([]float64, len(c.series)), make([]float64, len(c.series))
		var all []float64
		g := newGenerator(c, 9)
		for i := 1; i <= sample; i++ {
			r := g.record(i)
			b := g.drawn[brand].at[0]
			sums[b] += math.Log(r.Price.Major())
			counts[b]++
			all = append(all, r.Price.Major())
		}
		cheap, dear := 0, 0
		for b := range c.tables[brand].prices {
			if c.tables[brand].prices[b] < c.tables[brand].prices[cheap] {
				cheap = b
			}
			if c.tables[brand].prices[b] > c.tables[brand].prices[dear] {
				dear = b
			}
		}
		if sums[cheap]/counts[cheap] >= sums[dear]/counts[dear] {
			t.Errorf("%s: the cheapest brand is not cheaper than the dearest", c.path)
		}
		slices.Sort(all)
		low, middle, high := all[sample/20], all[sample/2], all[sample*19/20]
		if middle < c.price.Typical/2 || middle > c.price.Typical*2 || high < 2.5*low {
			t.Errorf("%s: prices %g .. %g .. %g around %g", c.path, low, middle, high, c.price.Typical)
		}
		if edge := share(all, func(p float64) bool { return p >= 0.98*c.price.Highest || p <= 1.02*c.price.Lowest }); edge > 0.04 {
			t.Errorf("%s: %.1f %% of the prices sit at a bound", c.path, 100*edge)
		}
	}
}

func share(xs []float64, in func(float64) bool) float64 {
	n := 0
	for _, x := range xs {
		if in(x) {
			n++
		}
	}
	return float64(n) / float64(len(xs))
}

// TestDistributionsAreSkewed asks for a head and a tail in every aspect.
func TestDistributionsAreSkewed(t *testing.T) {
	for _, c := range shop(t).categories {
		g := newGenerator(c, 6)
		var counts [aspectCount][maxValues]int
		for i := 1; i <= sample; i++ {
			g.record(i)
			for a, v := range g.drawn {
				counts[a][v.at[0]]++
			}
		}
		for a := range counts {
			if aspectID(a) == series {
				continue
			}
			n := slices.Clone(counts[a][:len(c.tables[a].raws)])
			slices.Sort(n)
			if top, middle := n[len(n)-1], n[len(n)/2]; 2*top < 3*middle || top > sample*6/10 {
				t.Errorf("%s: %s: the commonest value has %d of %d, the middle one %d", c.path, keys[a], top, sample, middle)
			}
		}
	}
}
