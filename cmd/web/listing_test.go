package main

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/google/go-cmp/cmp"
)

// prices reads the prices of the list, −1 for none.
func (p *sheet) prices(t *testing.T) []float64 {
	t.Helper()
	return pricesOf(t, p.texts(".card .price"))
}

func pricesOf(t *testing.T, texts []string) []float64 {
	t.Helper()
	var out []float64
	for _, text := range texts {
		f, err := strconv.ParseFloat(strings.TrimPrefix(text, "€"), 64)
		if err != nil {
			f = -1
		}
		out = append(out, f)
	}
	return out
}

func TestSorting(t *testing.T) {
	v := visit(t, demoShop(t))
	first := v.begin(opening)
	byRelevance := first.titles()
	link := first.Find(".orders a:contains('Lowest')").AttrOr("href", "")
	up := v.get(link)
	if got := up.prices(t); !slices.IsSorted(got) || len(got) != 10 {
		t.Errorf("lowest first: %v", got)
	}
	if n := up.Find(".matches").Length(); n != 1 {
		t.Errorf("by price the list has %d parts", n)
	}
	if got := up.texts(".orders a[aria-current]"); len(got) != 1 || got[0] != "Lowest price" {
		t.Errorf("the page says its order is %q", got)
	}
	down := v.get(strings.Replace(link, "sort=price", "sort=-price", 1)).prices(t)
	slices.Reverse(down)
	if !slices.IsSorted(down) || down[9] < up.prices(t)[9] {
		t.Errorf("highest first, reversed: %v", down)
	}

	// the order outlasts a turn
	answered := v.submit(up, formAnswer, url.Values{"q0": {"0"}})
	if answered.at.Query().Get("sort") != "price" {
		t.Errorf("after an answer: at %s", answered.at)
	}
	// what meets everything stands before the rest, each in the order
	answered.Find(".matches").Each(func(_ int, part *goquery.Selection) {
		if got := pricesOf(t, part.Find(".card .price").Map(func(_ int, s *goquery.Selection) string { return strings.TrimSpace(s.Text()) })); !slices.IsSorted(got) {
			t.Errorf("after an answer: %v", got)
		}
	})
	// what is no order is by relevance, and the page says so
	for _, nonsense := range []string{"Price", "", "price,rating", "<script>", "--price"} {
		p := v.get(first.at.Path + "?v=1&sort=" + url.QueryEscape(nonsense))
		if p.status != 200 || !cmp.Equal(p.titles(), byRelevance) || p.texts(".orders a[aria-current]")[0] != "Relevance" {
			t.Errorf("sort=%q: status %d, %q", nonsense, p.status, p.texts(".orders a[aria-current]"))
		}
	}
}

// Going on and on shows every product once, in one order, and then says that there
// are no more.
func TestMoreEndsHonestly(t *testing.T) {
	for _, sort := range []string{"", "price", "rating"} {
		t.Run("by "+sort, func(t *testing.T) {
			v := visit(t, demoShop(t))
			p := v.begin("backpack")
			p = v.get(p.at.RequestURI() + "&sort=" + sort)
			seen := map[string]string{} // products by card
			for steps := 0; ; steps++ {
				cards := p.Find(".card")
				for _, card := range cards.EachIter() {
					id, product := card.AttrOr("id", ""), productOf(t, card.Find("h4 a").AttrOr("href", ""))
					if was, ok := seen[id]; ok && was != product {
						t.Errorf("%s was %s and is %s in a longer list", id, was, product)
					}
					seen[id] = product
				}
				more := p.Find(".more a[href*='#p']")
				if more.Length() == 0 {
					break
				}
				if steps > 10 {
					t.Fatal("the list does not end")
				}
				want := "p" + strconv.Itoa(len(seen)+1)
				p = v.get(more.AttrOr("href", ""))
				if address, err := url.Parse(more.AttrOr("href", "")); err != nil || address.Fragment != want || p.Find("#"+want).Length() != 1 {
					t.Errorf("“more” leads to %q, the first new product is %q", more.AttrOr("href", ""), want)
				}
			}
			if n := len(slices.Compact(slices.Sorted(maps.Values(seen)))); n != len(seen) {
				t.Errorf("%d products on %d cards", n, len(seen))
			}
			if len(seen) != perCategory {
				t.Errorf("%d products are listed, want %d", len(seen), perCategory)
			}
			if got := p.texts(".end"); len(got) != 0 {
				t.Errorf("a whole list ends with %q", got)
			}
		})
	}
}

func TestListLengthsOfNonsense(t *testing.T) {
	v := visit(t, demoShop(t))
	p := v.begin("backpack")
	for show, want := range map[string]int{"-5": 10, "0": 10, "11": 11, "1e3": 10, "99999999999999999999": 10, "999": perCategory} {
		if got := len(v.get(p.at.RequestURI() + "&show=" + show).titles()); got != want {
			t.Errorf("show=%s lists %d products, want %d", show, got, want)
		}
	}
}
