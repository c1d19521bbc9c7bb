package main

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/google/go-cmp/cmp"

	"shopclerk/views"
)

func (p *sheet) compared() []string { return p.texts(".compared-title") }

// ids are what the cards of a list send to be compared.
func (p *sheet) ids() []string {
	var out []string
	p.Find(".card input[name=p]").Each(func(_ int, s *goquery.Selection) { out = append(out, s.AttrOr("value", "")) })
	return out
}

// comparing is the address that the list's form leads to with these ticked.
func comparing(p *sheet, ids ...string) string {
	form := p.Find("form#compare")
	q := url.Values{views.FieldPick: ids}
	form.Find("input[type=hidden]").Each(func(_ int, s *goquery.Selection) { q.Set(s.AttrOr("name", ""), s.AttrOr("value", "")) })
	return form.AttrOr("action", "none") + "?" + q.Encode()
}

func TestCompare(t *testing.T) {
	v := visit(t, demoShop(t))
	list := v.begin(opening)
	ids := list.ids()
	p := v.get(comparing(list, ids[0], ids[2], ids[1]))
	titles := list.titles()
	if want := []string{titles[0], titles[2], titles[1]}; !cmp.Equal(p.compared(), want) {
		t.Fatalf("status %d: compared %q, want %q", p.status, p.compared(), want)
	}
	differ := 0
	p.Find("tbody tr:has(td)").Each(func(_ int, row *goquery.Selection) {
		var cells []string
		row.Find("td").Each(func(_ int, s *goquery.Selection) {
			cells = append(cells, strings.TrimSpace(s.Find("span").First().Text()))
		})
		if len(cells) != 3 {
			t.Errorf("%s: %d cells", row.Find("th").Text(), len(cells))
		}
		same := len(slices.Compact(slices.Clone(cells))) == 1
		marked := row.HasClass("compare-differs")
		if same == marked {
			t.Errorf("%s: %q is marked as different: %t", row.Find("th").Text(), cells, marked)
		}
		if marked {
			differ++
		}
	})
	if differ < 3 {
		t.Errorf("three products differ in %d things", differ)
	}
	if back := v.get(p.Find(".back a").AttrOr("href", "")); !cmp.Equal(back.titles(), titles) {
		t.Error("the way back leads to another list")
	}
	less := v.get(p.Find(".compared a[aria-label^='Take away']").First().AttrOr("href", ""))
	if want := []string{titles[2], titles[1]}; !cmp.Equal(less.compared(), want) {
		t.Errorf("with one taken away: %q, want %q", less.compared(), want)
	}
	if b := v.submit(p, ".compared form", nil); !cmp.Equal(b.held(), []string{"1 × " + titles[0]}) {
		t.Errorf("from the comparison the basket got %q", b.held())
	}
}

func TestCompareNonsense(t *testing.T) {
	v := visit(t, demoShop(t))
	list := v.begin("backpack")
	ids := list.ids()
	many := make([]string, 3000)
	for i := range many {
		many[i] = "x"
	}
	for _, tc := range []struct {
		name  string
		ids   []string
		shown int
		note  string
	}{
		{"nothing", nil, 0, ""},
		{"one", ids[:1], 1, ""},
		{"one twice", []string{ids[0], ids[0]}, 1, ""},
		{"four", ids[:4], 4, ""},
		{"five", ids[:5], 4, "Left out: " + list.titles()[4] + "."},
		{"ten", ids, 4, "Left out: "},
		{"unknown", []string{"none"}, 0, "One of the products is not in the shop."},
		{"not UTF-8", []string{"\xff", ids[0]}, 1, "One of the products"},
		{"several unknown", []string{"none", ids[1], "", "'; DROP TABLE product; --"}, 1, "3 of the products"},
		{"a flood", many, 0, "One of the products"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := v.get(comparing(list, tc.ids...))
			if p.status != http.StatusOK || len(p.compared()) != tc.shown {
				t.Fatalf("status %d, %d compared, want %d", p.status, len(p.compared()), tc.shown)
			}
			if notes := strings.Join(p.texts(".note"), " "); !strings.Contains(notes, tc.note) || (notes == "") != (tc.note == "") {
				t.Errorf("told %q, want %q", notes, tc.note)
			}
			guarded(t, p)
		})
	}
	for _, conversation := range []string{"none", "%ff", strings.Repeat("a", 26)} {
		if p := v.get("/compare?p=" + url.QueryEscape(ids[0]) + "&c=" + conversation); p.status != http.StatusOK || len(p.compared()) != 1 {
			t.Errorf("from conversation %q: status %d", conversation, p.status)
		}
	}
}

// A product's page tells what of all that was asked for it meets, as its card does.
func TestProductTellsItsFit(t *testing.T) {
	v := visit(t, demoShop(t))
	list := v.submit(v.begin(opening), formAnswer, url.Values{"q0": {"0"}, "q1": {"1"}})
	missed := 0
	list.Find(".card").Each(func(i int, card *goquery.Selection) {
		p := v.get(card.Find("h4 a").AttrOr("href", ""))
		verdicts := p.texts(".fit li")
		if len(verdicts) < 3 {
			t.Fatalf("%s: verdicts %q on four things asked for", list.titles()[i], verdicts)
		}
		lacks := p.Find(".fit .verdict-missed").Length()
		if (lacks > 0) != (card.Find(".differences").Length() > 0) {
			t.Errorf("%s: the card says %q, its page %q", list.titles()[i], card.Find(".differences").Text(), verdicts)
		}
		missed += lacks
		if n := p.Find(".similar .shelf li").Length(); n != similarShown {
			t.Errorf("%s: %d similar products", list.titles()[i], n)
		}
	})
	alone := v.get(strings.SplitN(list.Find(".card h4 a").AttrOr("href", ""), "?", 2)[0])
	if alone.Find(".fit").Length() != 0 {
		t.Error("who asked for nothing is told what it meets")
	}
	if got := v.get(alone.Find(".product-steps a[href^='/compare']").AttrOr("href", "")); len(got.compared()) != 1 {
		t.Errorf("comparing one product shows %q", got.compared())
	}
}
