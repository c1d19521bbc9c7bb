package index

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"shopclerk/agent/llm"
	"shopclerk/agent/llm/llmtest"
	"shopclerk/catalog"
	"shopclerk/catalog/demo"
	"shopclerk/search"
)

// embedder asks a scripted endpoint for vectors, and waits for it.
func embedder(t *testing.T, e *llmtest.Endpoint) *llm.Client {
	t.Helper()
	return impatient(t, e, time.Minute)
}

func impatient(t *testing.T, e *llmtest.Endpoint, timeout time.Duration) *llm.Client {
	t.Helper()
	c, err := llm.New(llm.Config{URL: e.URL, EmbeddingModel: "letters", Timeout: timeout})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// texts are how many texts an endpoint was asked to embed.
func texts(e *llmtest.Endpoint, after int) (n int) {
	for _, body := range e.Asked()[after:] {
		var asked llmtest.Asked
		_ = json.Unmarshal([]byte(body), &asked) // as the endpoint did
		n += len(asked.Input)
	}
	return n
}

func mustOpen(t *testing.T, dir string, e Embedder) *Shop {
	t.Helper()
	shop, err := Open(t.Context(), dir, nil)
	if err == nil && e != nil {
		err = shop.UseRemote(t.Context(), e)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := shop.Close(); err != nil {
			t.Error(err)
		}
	})
	return shop
}

// says answers each text with a vector written in JSON.
func says(vector string) llmtest.Play {
	return llmtest.Answers(`{"data":[{"index":0,"embedding":` + vector + `}]}`)
}

func TestRemote(t *testing.T) {
	dir := t.TempDir()
	e := llmtest.New(t, llmtest.Embeds)
	r := mustBuild(t, dir, FromSeq(demo.Records(1, 20)), Options{Embedder: embedder(t, e)})
	if n := texts(e, 0); r.Unembedded != nil || n != r.Products {
		t.Fatalf("%d texts of %d products were embedded, %v", n, r.Products, r.Unembedded)
	}
	shop := mustOpen(t, dir, embedder(t, e))
	if len(shop.Notes) > 0 {
		t.Fatal(shop.Notes)
	}
	asked := len(e.Asked())
	want := brute(t, shop.Remote.(*vectorRetriever), "feeding a cab")
	for _, categories := range [][]string{nil, {shop.Catalogue.Categories()[3].Path}} {
		within := slices.DeleteFunc(slices.Clone(want), func(h search.Hit) bool {
			c, err := shop.Catalogue.CategoryOf(h.Ref)
			return err != nil || categories != nil && c.Path != categories[0]
		})
		got, err := shop.Remote.Retrieve(t.Context(), "feeding a cab", categories, len(want))
		got = slices.DeleteFunc(got, func(h search.Hit) bool { return !slices.Contains(within, h) })
		if err != nil || len(got) == 0 || !slices.Equal(got, within[:len(got)]) {
			t.Errorf("found %v, want %v, %v", got, within, err)
		}
	}
	products, err := shop.Catalogue.Products(t.Context(), []catalog.Ref{want[0].Ref, want[len(want)-1].Ref})
	if err != nil || want[0].Score <= want[len(want)-1].Score {
		t.Errorf("%v is as near as %v, %v", products[0].Title, products[1].Title, err)
	}
	if n := len(e.Asked()) - asked; n != 1 {
		t.Errorf("one query was embedded %d times", n)
	}
	if _, path := answers(t, shop); !slices.Contains(path, "model vector") || slices.Contains(path, "vector") {
		t.Errorf("answered by %q", path)
	}
}

// An endpoint that is off, slow, broken or hostile leaves the shop that it would be without.
func TestRemoteFails(t *testing.T) {
	dir := t.TempDir()
	e := llmtest.New(t, llmtest.Embeds)
	mustBuild(t, dir, FromSeq(demo.Records(1, 20)), Options{Embedder: embedder(t, e)})
	want, _ := answers(t, mustOpen(t, dir, nil))
	for _, tc := range []struct {
		name string
		play llmtest.Play
	}{
		{"an error", llmtest.Status(500)}, {"too busy", llmtest.Status(429)}, {"no answer", llmtest.Hangs}, {"a slow drip", llmtest.Drips("vectors", 20*time.Millisecond)},
		{"10 MB", llmtest.Floods(10 << 20)}, {"words", llmtest.Says("0.1")}, {"too few numbers", says(`[1,2,3]`)}, {"no number", says(`[NaN,1,1,1,1,1,1,1]`)},
		{"numbers beyond bounds", says(`[1e300,1,1,1,1,1,1,1]`)}, {"none", says(`[]`)}, {"no vector", says(`null`)},
	} {
		t.Run(tc.name, func(t *testing.T) {
			e := llmtest.New(t, tc.play)
			shop := mustOpen(t, dir, impatient(t, e, 100*time.Millisecond))
			got, path := answers(t, shop)
			if !slices.EqualFunc(got, want, slices.Equal) || !slices.Contains(path, "model vector failed") || !slices.Contains(path, "vector") {
				t.Errorf("answered by %q, as without a model: %v", path, slices.EqualFunc(got, want, slices.Equal))
			}
			if n := len(e.Asked()); n > 3 {
				t.Errorf("asked %d times: a failing endpoint is left alone", n)
			}
		})
	}
}

// What was embedded once is not embedded again, whatever came between; what could not be
// leaves the import as it is without a model.
func TestEmbeddingGoesOn(t *testing.T) {
	dir := t.TempDir()
	records := lamps(200)
	e := llmtest.New(t, llmtest.Embeds, llmtest.Status(500))
	build := func() (Report, int) {
		asked := len(e.Asked())
		r := mustBuild(t, dir, sourceOf(records), Options{Embedder: embedder(t, e)})
		return r, texts(e, asked)
	}
	r, _ := build()
	if r.Unembedded == nil || r.Products != 200 {
		t.Errorf("%+v", r)
	}
	if shop := mustOpen(t, dir, embedder(t, e)); len(shop.Notes) != 1 || shop.Remote != nil {
		t.Errorf("it finds by vectors that it does not have: %q", shop.Notes)
	}
	e.Script(llmtest.Embeds)
	if r, n := build(); r.Unembedded != nil || n != 200-remoteBatch {
		t.Errorf("%d texts were embedded for the rest, %v", n, r.Unembedded)
	}
	records[7].Title = "Bergen lamp"
	if r, n := build(); r.Unembedded != nil || n != 1 {
		t.Errorf("%d texts were embedded for one that changed, %v", n, r.Unembedded)
	}
	shop := mustOpen(t, dir, embedder(t, e))
	want := shop.Catalogue.Size()
	for i := range want { // each row is the vector of its product
		p, err := shop.Catalogue.Products(t.Context(), []catalog.Ref{catalog.Ref(i + 1)})
		if err != nil {
			t.Fatal(err)
		}
		cosines, err := shop.Remote.Cosines(t.Context(), Document(&p[0]), []catalog.Ref{p[0].Ref})
		if err != nil || cosines[0] < .999 {
			t.Fatalf("%s has another's vector: %v, %v", p[0].Title, cosines, err)
		}
	}
	e.Script(llmtest.Says("no vectors"))
	records[8].Title = "Turku lamp"
	if r, _ := build(); r.Unembedded == nil {
		t.Error("words were taken for vectors")
	}
	if mustOpen(t, dir, embedder(t, e)).Remote != nil {
		t.Error("one catalogue's vectors were taken for another's")
	}
	e.Script(llmtest.Embeds)
	if r, n := build(); r.Unembedded != nil || n != 1 {
		t.Errorf("%d texts were embedded after an import without the endpoint, %v", n, r.Unembedded)
	}
	if r := mustBuild(t, dir, sourceOf(lamps(3)), Options{}); r.Unembedded != nil {
		t.Error(r.Unembedded)
	}
	if shop := mustOpen(t, dir, embedder(t, e)); shop.Remote != nil {
		t.Error("an import without a model has vectors of one")
	}
}
