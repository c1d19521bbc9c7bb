package api

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/settings"
	"shopclerk/cmd/internal/live"
)

const backpacks = "Bags & luggage > Backpacks"

func ids(products []Product) []string {
	out := make([]string, len(products))
	for i, p := range products {
		out[i] = p.ID
	}
	return out
}

func of(p *Product, aspect string) []string {
	for _, a := range p.Attributes {
		if a.Aspect == aspect {
			return a.Values
		}
	}
	return nil
}

func TestSearch(t *testing.T) {
	p := ask(t)
	r := p.search(url.Values{"q": {"backpack under 150, not black"}, "facet": {"colour", "price"}})
	var kinds []string
	for _, u := range r.Understood {
		kinds = append(kinds, u.Kind+" "+u.Text)
	}
	if want := []string{"scope " + backpacks, "limit up to €150", "limit not black"}; !cmp.Equal(kinds, want) {
		t.Errorf("understood %q, want %q", kinds, want)
	}
	if len(r.Products) == 0 || len(r.Products) > pageLength || r.Reply == "" || r.Full == 0 {
		t.Fatalf("%+v", r)
	}
	for _, x := range r.Products {
		if x.Match == nil || x.Match.Full != (len(x.Match.Lacks) == 0) {
			t.Errorf("%s: match %+v", x.ID, x.Match)
		}
		if x.Match.Full && (x.Price == nil || x.Price.Amount > 150 || slices.Contains(of(&x, "colour"), "black")) {
			t.Errorf("%s meets everything: %+v", x.ID, x)
		}
	}
	if len(r.Facets) != 2 || len(r.Facets[0].Values) == 0 || len(r.Facets[1].Bins) == 0 {
		t.Errorf("facets %+v", r.Facets)
	}
}

// Filters are limits: any of an aspect's values, all of the aspects, nothing excluded.
func TestFilters(t *testing.T) {
	for _, tc := range []struct {
		name  string
		query url.Values
		keeps func(*Product) bool
	}{
		{"a value", url.Values{"filter": {"colour:Black"}}, func(x *Product) bool { return slices.Contains(of(x, "colour"), "black") }},
		{"any of two", url.Values{"filter": {"colour:black", "colour:navy"}}, func(x *Product) bool {
			return slices.Contains(of(x, "colour"), "black") || slices.Contains(of(x, "colour"), "navy")
		}},
		{"not", url.Values{"exclude": {"colour:black"}}, func(x *Product) bool { return !slices.Contains(of(x, "colour"), "black") }},
		{"a range", url.Values{"filter": {"price:50..100"}}, func(x *Product) bool { return x.Price.Amount >= 50 && x.Price.Amount <= 100 }},
		{"at most", url.Values{"filter": {"price:..100"}}, func(x *Product) bool { return x.Price.Amount <= 100 }},
		{"at least", url.Values{"filter": {"price:100.."}}, func(x *Product) bool { return x.Price.Amount >= 100 }},
		{"both", url.Values{"filter": {"price:..100", "colour:black"}}, func(x *Product) bool { return x.Price.Amount <= 100 && slices.Contains(of(x, "colour"), "black") }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := ask(t)
			all := p.search(url.Values{"category": {backpacks}, "limit": {"100"}})
			tc.query.Set("category", backpacks)
			tc.query.Set("limit", "100")
			r := p.search(tc.query)
			var want, got []string
			for i := range all.Products {
				if tc.keeps(&all.Products[i]) {
					want = append(want, all.Products[i].ID)
				}
			}
			for i := range r.Products {
				if r.Products[i].Match.Full {
					got = append(got, r.Products[i].ID)
				}
			}
			slices.Sort(want)
			slices.Sort(got)
			if diff := cmp.Diff(want, got); diff != "" || len(want) == 0 || r.Full != len(want) {
				t.Errorf("%d full (-want +got):\n%s", r.Full, diff)
			}
		})
	}
}

// Pages of any length are the list, in every order, nothing twice and nothing left out.
func TestPages(t *testing.T) {
	for _, q := range []url.Values{
		{"category": {backpacks}},
		{"category": {backpacks}, "sort": {"price"}},
		{"category": {backpacks}, "sort": {"-price"}, "filter": {"colour:black"}},
		{"category": {backpacks, "Bags & luggage > Suitcases"}, "sort": {"rating"}},
		{"q": {"light and waterproof"}},
	} {
		for _, limit := range []string{"7", "100"} {
			t.Run(q.Encode()+" by "+limit, func(t *testing.T) {
				p := ask(t)
				var got []string
				q := with(q, "limit", limit)
				open := 0
				for {
					r := p.search(q)
					open = r.Open
					got = append(got, ids(r.Products)...)
					if r.Next == "" {
						break
					}
					q = with(q, "cursor", r.Next)
				}
				whole := p.search(with(q, "limit", "100", "cursor", ""))
				if len(got) != open || !slices.Equal(ids(whole.Products), got[:len(whole.Products)]) {
					t.Errorf("%d of %d: %v\nwhole: %v", len(got), open, got, ids(whole.Products))
				}
				seen := slices.Compact(slices.Sorted(slices.Values(got)))
				if len(seen) != len(got) {
					t.Errorf("%d products stand %d times", len(seen), len(got))
				}
			})
		}
	}
}

// with is a query with fields set; "" takes a field away.
func with(q url.Values, fields ...string) url.Values {
	out := url.Values{}
	for k, v := range q {
		out[k] = v
	}
	for i := 0; i+1 < len(fields); i += 2 {
		out.Set(fields[i], fields[i+1])
		if fields[i+1] == "" {
			out.Del(fields[i])
		}
	}
	return out
}

func TestProducts(t *testing.T) {
	p := ask(t)
	listed := p.search(url.Values{"category": {backpacks}, "limit": {"1"}}).Products[0]
	var one Product
	p.get("/products/"+url.PathEscape(listed.ID), &one)
	if one.Description == "" || one.Match != nil {
		t.Errorf("one product: %+v", one)
	}
	one.Description, listed.Match = "", nil
	if diff := cmp.Diff(listed, one); diff != "" {
		t.Errorf("(-in the list +by itself):\n%s", diff)
	}
}

func TestCategories(t *testing.T) {
	p := ask(t)
	var list struct{ Categories []Category }
	p.get("/categories", &list)
	if len(list.Categories) != 5 {
		t.Fatalf("%d categories", len(list.Categories))
	}
	for _, c := range list.Categories {
		var one CategoryDetail
		p.get("/categories/"+url.PathEscape(c.Path), &one)
		if one.Category != c || len(one.Aspects) == 0 {
			t.Errorf("%+v, in the list %+v", one.Category, c)
		}
		for _, a := range one.Aspects {
			if a.Kind == "number" && a.Range == nil || a.Kind != "number" && len(a.Values) == 0 {
				t.Errorf("%s of %s tells no values: %+v", a.Key, c.Path, a)
			}
			// what is told can be filtered by
			text := ""
			if len(a.Values) > 0 {
				text = a.Values[0].Value
			} else if a.Range != nil {
				text = fmt.Sprintf("%v..%v", a.Range.Low, a.Range.High)
			}
			if r := p.search(url.Values{"category": {c.Path}, "filter": {a.Key + ":" + text}, "limit": {"1"}}); r.Full == 0 {
				t.Errorf("nothing in %s has %s %q", c.Path, a.Key, text)
			}
		}
	}
}

// What the shop has set holds for programs too.
func TestSettingsHold(t *testing.T) {
	clerk, err := openShop()
	if err != nil {
		t.Fatal(err)
	}
	own := clerk.Clone()
	p := ask(t, func(c *Config) { c.Live = live.Fixed(own, openedShop.Catalogue) })
	before := p.search(url.Values{"category": {backpacks}})
	hidden, pinned := before.Products[0].ID, before.Products[5].ID
	own.Apply(&settings.Settings{
		Hidden:    []string{hidden},
		Pins:      []settings.Pin{{Category: backpacks, Products: []string{pinned}}},
		Wording:   []settings.Wording{{Category: backpacks, Aspect: "colour", Text: "Well?", Help: "Think."}},
		Questions: []settings.Question{{Category: backpacks, Aspect: "colour", Ask: settings.First}},
	})
	after := p.search(url.Values{"category": {backpacks}})
	if after.Products[0].ID != pinned || !after.Products[0].Match.Pinned || slices.Contains(ids(after.Products), hidden) {
		t.Errorf("%s is pinned and %s hidden: %v", pinned, hidden, ids(after.Products))
	}
	p.refused(at("/products/"+hidden)(p), NotFound)
	reply := p.turn(map[string]any{"category": backpacks})
	at := slices.IndexFunc(reply.Questions, func(q Question) bool { return q.ID == "colour" })
	if at < 0 {
		t.Fatalf("colour is not asked about: %+v", reply.Questions)
	}
	if q := reply.Questions[at]; q.Text != "Well?" || q.Help != "Think." || reply.Products[0].ID != pinned {
		t.Errorf("asked %+v, shown %v", q, ids(reply.Products))
	}
}

// A cursor to a product that is not listed any more says so.
func TestCursorToAHiddenProduct(t *testing.T) {
	clerk, err := openShop()
	if err != nil {
		t.Fatal(err)
	}
	own := clerk.Clone()
	p := ask(t, func(c *Config) { c.Live = live.Fixed(own, openedShop.Catalogue) })
	page := p.search(url.Values{"category": {backpacks}, "limit": {"3"}})
	own.Apply(&settings.Settings{Hidden: []string{page.Products[2].ID}})
	problem := p.refused(query("category", backpacks, "limit", "3", "cursor", page.Next)(p), InvalidCursor)
	if !strings.Contains(problem.Detail, "has changed") {
		t.Errorf("told: %s", problem.Detail)
	}
}

func TestHeadAndHeaders(t *testing.T) {
	p := ask(t)
	p.language = "de-AT, en;q=0.5"
	w := p.send(httptest.NewRequest(http.MethodGet, Root+"/search?q=backpack", nil))
	for name, want := range map[string]string{
		"Content-Language": "de", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Set-Cookie": "",
		"Content-Security-Policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'", "Access-Control-Allow-Origin": "",
	} {
		if got := w.Header().Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// A request whose caller has gone away ends, and is no fault of the shop's.
func TestCancelled(t *testing.T) {
	p := ask(t)
	ctx, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	p.refused(query("q", "lamp")(p).WithContext(ctx), Busy)
}
