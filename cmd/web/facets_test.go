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

	"shopclerk/catalog"
	"shopclerk/views"
)

const formFacet = "form[action$='/facet']"

// rail returns what the rail's form sends as it stands.
func (p *sheet) rail() url.Values {
	out := url.Values{}
	p.Find(formFacet).Find("input").Each(func(_ int, f *goquery.Selection) {
		if _, checked := f.Attr("checked"); f.AttrOr("type", "") != "checkbox" || checked {
			out.Add(f.AttrOr("name", ""), f.AttrOr("value", ""))
		}
	})
	return out
}

// ticks returns the counts of a facet by value.
func (p *sheet) ticks(facet string) map[string]int {
	out := map[string]int{}
	p.Find(formFacet).Find("input[type=checkbox]").Each(func(_ int, f *goquery.Selection) {
		if f.AttrOr("name", "") != facet {
			return
		}
		count := f.Parent().Find(".count").Contents().First().Text()
		out[f.AttrOr("value", "")], _ = strconv.Atoi(strings.ReplaceAll(count, ",", ""))
	})
	return out
}

// full reads how many products meet everything, from the clerk's reply.
func (p *sheet) full() int {
	lines := p.texts(".line-clerk .said")
	n, _ := strconv.Atoi(strings.ReplaceAll(strings.Fields(lines[len(lines)-1])[0], ",", ""))
	return n
}

// commonest returns a facet's values, commonest first.
func commonest(counts map[string]int) []string {
	var out []string
	for v := range counts {
		out = append(out, v)
	}
	slices.SortFunc(out, func(a, b string) int {
		if counts[a] != counts[b] {
			return counts[b] - counts[a]
		}
		return strings.Compare(a, b)
	})
	return out
}

// A number beside a value is what a tick of it finds; two ticks mean either; what is
// ticked is a chip, can be unticked, and is one step to undo.
func TestFacets(t *testing.T) {
	v := visit(t, demoShop(t))
	first := v.begin("backpack under 150")
	counts := first.ticks(catalog.KeyBrand)
	brands := commonest(counts)
	if len(brands) < 2 {
		t.Fatalf("brands on offer: %v", counts)
	}

	form := first.rail()
	form[catalog.KeyBrand] = brands[:1]
	one := v.post(strings.Split(first.at.Path, "?")[0]+"/facet", form)
	if got := one.full(); got != counts[brands[0]] {
		t.Errorf("%q promises %d products, a tick finds %d", brands[0], counts[brands[0]], got)
	}
	if want := []string{"Backpacks", "up to €150", "Brand: " + brands[0]}; !cmp.Equal(one.chips(), want) {
		t.Errorf("chips = %q, want %q", one.chips(), want)
	}
	if diff := cmp.Diff(counts, one.ticks(catalog.KeyBrand)); diff != "" {
		t.Errorf("a tick changes the counts of its own facet (-before +after):\n%s", diff)
	}

	form = one.rail()
	form[catalog.KeyBrand] = brands[:2]
	two := v.post(first.at.Path+"/facet", form)
	if got, want := two.full(), counts[brands[0]]+counts[brands[1]]; got != want {
		t.Errorf("two brands find %d products, want %d", got, want)
	}
	if want := []string{"Backpacks", "up to €150", "Brand: " + brands[0] + " or " + brands[1]}; !cmp.Equal(two.chips(), want) {
		t.Errorf("chips = %q, want %q", two.chips(), want)
	}

	if got, want := two.texts(".line-shopper .said"), []string{"backpack under 150", "Brand: " + brands[0], "Brand: " + brands[0] + " or " + brands[1]}; !cmp.Equal(got, want) {
		t.Errorf("the shopper said %q, want %q", got, want)
	}

	undone := v.submit(two, formUndo, nil)
	if !cmp.Equal(undone.chips(), one.chips()) || !cmp.Equal(undone.titles(), one.titles()) {
		t.Errorf("undo leads to %q", undone.chips())
	}
	form = undone.rail()
	delete(form, catalog.KeyBrand)
	none := v.post(first.at.Path+"/facet", form)
	if got := none.texts("[role=log] .line-shopper .said"); !cmp.Equal(got, []string{"Without: Brand: " + brands[0]}) {
		t.Errorf("unticking is told as %q", got)
	}
	if !cmp.Equal(none.chips(), first.chips()) || none.full() != first.full() {
		t.Errorf("unticked, chips = %q, %d products; want %q, %d", none.chips(), none.full(), first.chips(), first.full())
	}
	dropped := v.submit(two, ".chip:contains('Brand')", nil) // from the page of two ticks
	if !cmp.Equal(dropped.chips(), first.chips()) {
		t.Errorf("after removing the chip, chips = %q", dropped.chips())
	}
}

// Bounds typed into the rail replace what was said of the price.
func TestFacetBounds(t *testing.T) {
	for _, tc := range []struct {
		name, low, high string
		chips           []string
	}{
		{"both", "40", "90", []string{"€40 to €90"}},
		{"the wrong way round", "90", "40", []string{"€40 to €90"}},
		{"with a decimal comma", "39,5", "", []string{"€39.50 and more"}},
		{"none", "", "", nil},
		{"left alone", "", "150", []string{"up to €150"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			v := visit(t, demoShop(t))
			p := v.begin("backpack under 150")
			form := p.rail()
			form.Set(catalog.KeyPrice+views.FacetLow, tc.low)
			form.Set(catalog.KeyPrice+views.FacetHigh, tc.high)
			after := v.post(p.at.Path+"/facet", form)
			if want := append([]string{"Backpacks"}, tc.chips...); !cmp.Equal(after.chips(), want) {
				t.Errorf("chips = %q, want %q", after.chips(), want)
			}
			low, high := after.rail().Get(catalog.KeyPrice+views.FacetLow), after.rail().Get(catalog.KeyPrice+views.FacetHigh)
			if tc.name == "both" && (low != tc.low || high != tc.high) {
				t.Errorf("the form now has %q to %q", low, high)
			}
		})
	}
}

// Where words alone were searched for, another set is found after every tick: there
// is no number to promise, and no rail.
func TestNoFacetsWithoutCategory(t *testing.T) {
	v := visit(t, demoShop(t))
	p := v.begin("recycled")
	if len(p.titles()) == 0 || p.Find(".chip-scope").Length() > 0 {
		t.Fatalf("%d products, chips = %q: want some, found by words", len(p.titles()), p.chips())
	}
	if n := p.Find(formFacet).Length(); n != 0 {
		t.Errorf("%d rails", n)
	}
}

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
	for show, want := range map[string]int{"-5": 10, "0": 10, "11": 11, "1e3": 10, "99999999999999999999": 10, "999": views.MostShown} {
		if got := len(v.get(p.at.RequestURI() + "&show=" + show).titles()); got != want {
			t.Errorf("show=%s lists %d products, want %d", show, got, want)
		}
	}
}

// checkMarkup checks what axe-core does not: that a page is usable without scripts, keeps the
// place of its pictures, and has neither scripts nor styles of its own.
func checkMarkup(t *testing.T, s stop) {
	t.Helper()
	for _, check := range []func(*testing.T, *goquery.Document){uniqueIDs, labelled, sentWithoutScripts, headingsInOrder, picturesKeepTheirPlace, nothingInline} {
		check(t, s.page.Document)
	}
}

func outer(s *goquery.Selection) string {
	h, err := goquery.OuterHtml(s)
	if err != nil {
		return err.Error()
	}
	return h[:min(len(h), 160)]
}

func uniqueIDs(t *testing.T, doc *goquery.Document) {
	seen := map[string]bool{}
	doc.Find("[id]").Each(func(_ int, s *goquery.Selection) {
		id := s.AttrOr("id", "")
		if seen[id] || id == "" || strings.ContainsAny(id, " \t\n") {
			t.Errorf("id %q is empty, not unique or has a space", id)
		}
		seen[id] = true
	})
	for _, attr := range []string{"for", "aria-labelledby", "aria-describedby"} {
		doc.Find("[" + attr + "]").Each(func(_ int, s *goquery.Selection) {
			for _, id := range strings.Fields(s.AttrOr(attr, "")) {
				if !seen[id] {
					t.Errorf("%s names no element: %s", attr, outer(s))
				}
			}
		})
	}
}

func labelled(t *testing.T, doc *goquery.Document) {
	doc.Find("input:not([type=hidden]), textarea, select").Each(func(_ int, s *goquery.Selection) {
		label := doc.Find("label").FilterFunction(func(_ int, l *goquery.Selection) bool {
			return l.AttrOr("for", "") == s.AttrOr("id", "-")
		}).AddSelection(s.Closest("label"))
		if strings.TrimSpace(label.Text()) == "" {
			t.Errorf("no label: %s", outer(s))
		}
	})
	doc.Find("fieldset").Each(func(_ int, s *goquery.Selection) {
		if strings.TrimSpace(s.ChildrenFiltered("legend").Text()) == "" {
			t.Errorf("no legend: %s", outer(s))
		}
	})
}

func sentWithoutScripts(t *testing.T, doc *goquery.Document) {
	doc.Find("form").Each(func(_ int, s *goquery.Selection) {
		method := s.AttrOr("method", "")
		if method != "post" && method != "get" || s.Find("button[type=submit]").Length() == 0 {
			t.Errorf("not a form that is sent at a button: %s", outer(s))
		}
	})
	doc.Find("[hx-boost]").Each(func(_ int, s *goquery.Selection) {
		for _, part := range []string{"hx-target", "hx-select"} {
			if doc.Find(s.Closest("["+part+"]").AttrOr(part, "-")).Length() != 1 {
				t.Errorf("a step in no part of the page: %s", outer(s))
			}
		}
	})
}

func headingsInOrder(t *testing.T, doc *goquery.Document) {
	level := 0
	doc.Find("h1, h2, h3, h4, h5, h6").Each(func(i int, s *goquery.Selection) {
		l := int(goquery.NodeName(s)[1] - '0')
		if i == 0 && l != 1 || i > 0 && (l == 1 || l > level+1) {
			t.Errorf("heading of level %d after %d: %s", l, level, outer(s))
		}
		level = l
	})
}

func picturesKeepTheirPlace(t *testing.T, doc *goquery.Document) {
	doc.Find("img").Each(func(_ int, s *goquery.Selection) {
		for _, attr := range []string{"width", "height", "alt"} {
			if _, ok := s.Attr(attr); !ok {
				t.Errorf("no %s: %s", attr, outer(s))
			}
		}
	})
}

// linked are the attributes that hold an address.
var linked = []string{"href", "src", "action", "formaction", "srcset", "xlink:href"}

func nothingInline(t *testing.T, doc *goquery.Document) {
	doc.Find("style, iframe, object, embed, base, script:not([src^='/static/'])").Each(func(_ int, s *goquery.Selection) {
		t.Errorf("inline: %s", outer(s))
	})
	doc.Find("*").Each(func(_ int, s *goquery.Selection) {
		for _, a := range s.Nodes[0].Attr {
			if strings.HasPrefix(a.Key, "on") || strings.HasPrefix(a.Key, "hx-on") || a.Key == "style" {
				t.Errorf("inline %s: %s", a.Key, outer(s))
			}
			if slices.Contains(linked, a.Key) && !harmlessAddress(a.Val) {
				t.Errorf("%s leads to %q", a.Key, a.Val)
			}
		}
	})
}

// harmlessAddress judges an address as a browser reads it: control characters and space
// before the scheme do not count, nor does letter case.
func harmlessAddress(address string) bool {
	clean := strings.ToLower(strings.Map(func(r rune) rune {
		if r <= ' ' {
			return -1
		}
		return r
	}, address))
	scheme, _, found := strings.Cut(clean, ":")
	return !found || strings.ContainsAny(scheme, "/?#") || scheme == "http" || scheme == "https"
}
