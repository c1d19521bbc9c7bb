package api

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"

	"shopclerk/cmd/internal/live"
	"shopclerk/search/index"
)

// benchShop names the environment variable with a data directory to measure on; without
// one, the demonstration shop of the tests is measured.
const benchShop = "SHOPCLERK_BENCH_DATA"

// measured is a program that asks the shop to measure, and the shop's largest category.
func measured(b *testing.B) (*program, string) {
	b.Helper()
	dir := os.Getenv(benchShop)
	if dir == "" {
		return ask(b), backpacks
	}
	shop, err := index.Open(b.Context(), dir, nil)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := shop.Close(); err != nil {
			b.Error(err)
		}
	})
	clerk, err := hire(b.Context(), shop)
	if err != nil {
		b.Fatal(err)
	}
	largest := shop.Catalogue.Categories()[0]
	for _, c := range shop.Catalogue.Categories() {
		if c.Size > largest.Size {
			largest = c
		}
	}
	return ask(b, func(c *Config) { c.Live = live.Fixed(clerk, shop.Catalogue) }), largest.Path
}

// answered answers a request without holding it against the contract.
func (p *program) answered(b *testing.B, r *http.Request) *httptest.ResponseRecorder {
	r.Header.Set("Authorization", "Bearer "+p.key)
	w := httptest.NewRecorder()
	p.api.ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		b.Fatalf("answered %d: %s", w.Code, w.Body)
	}
	return w
}

func BenchmarkSearch(b *testing.B) {
	p, category := measured(b)
	name := category[strings.LastIndex(category, ">")+1:]
	for label, q := range map[string]url.Values{
		"category": {"category": {category}}, "words": {"q": {name}}, "price": {"category": {category}, "filter": {"price:..100"}, "sort": {"price"}},
	} {
		b.Run(label, func(b *testing.B) {
			for b.Loop() {
				p.answered(b, httptest.NewRequest(http.MethodGet, Root+"/search?"+q.Encode(), nil))
			}
		})
	}
}

func BenchmarkConverse(b *testing.B) {
	p, category := measured(b)
	first := p.turn(map[string]any{"category": category})
	body := encode(b, map[string]any{"state": first.State, "answers": []any{
		map[string]any{"question": first.Questions[0].ID, "options": []int{0}},
	}})
	for b.Loop() {
		p.answered(b, post("/converse", body))
	}
}

func BenchmarkClarify(b *testing.B) {
	p := ask(b)
	body := task(b, map[string]any{"candidates": []any{call("book_flight", seatless), call("cancel_booking", map[string]any{})}})
	for b.Loop() {
		p.answered(b, post("/clarify", body))
	}
}
