package index

import (
	"context"
	"math"
	"os"
	"slices"
	"testing"

	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/search/weaviate"
)

// onCluster returns a client of the cluster that SHOPCLERK_TEST_WEAVIATE names.
func onCluster(t *testing.T) *weaviate.Client {
	t.Helper()
	address := os.Getenv("SHOPCLERK_TEST_WEAVIATE")
	if address == "" {
		t.Skip("NOT TESTED ON WEAVIATE: SHOPCLERK_TEST_WEAVIATE=weaviate://HOST:PORT,HOST:PORT names a cluster (deploy/weaviate starts one)")
	}
	c, err := weaviate.New(address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// pooled imports n records and opens the shop, over a cluster unless that is nil.
func pooled(t *testing.T, n int, cluster *weaviate.Client, most int) *Shop {
	t.Helper()
	ctx, dir := t.Context(), t.TempDir()
	o := Options{Seed: 1, Cluster: cluster, Sample: n / 5}
	_, err := Build(ctx, dir, sourceOf(candidateRecords(n)), o)
	if err != nil {
		t.Fatal(err)
	}
	shop, err := Open(ctx, dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = shop.Close() })
	over, err := shop.Over(ctx, cluster, most)
	if err != nil {
		t.Fatal(err)
	}
	if cluster != nil {
		t.Cleanup(func() {
			_ = over.Candidates.(*candidates).class.Drop(context.Background())
		})
	}
	return over
}

// everything reads all products, by ref.
func everything(t *testing.T, s *Shop) []catalog.Product {
	t.Helper()
	refs := make([]catalog.Ref, s.Catalogue.Size())
	for i := range refs {
		refs[i] = catalog.Ref(i + 1)
	}
	products, err := s.Catalogue.Products(t.Context(), refs)
	if err != nil {
		t.Fatal(err)
	}
	return products
}

func TestCandidatesInMemory(t *testing.T) {
	s := pooled(t, 300, nil, 0)
	products := everything(t, s)
	testCandidates(t, allProducts{s, products}, products, s.Catalogue)
}

func TestCandidatesOnWeaviate(t *testing.T) {
	s := pooled(t, 300, onCluster(t), 100)
	testCandidates(t, s.Candidates, everything(t, s), s.Catalogue)
}

// The same products are found by their ids, wherever they are, and are the same.
func TestClusterHasAllProducts(t *testing.T) {
	own, far := pooled(t, 300, nil, 0), pooled(t, 300, onCluster(t), 100)
	for _, want := range everything(t, own) {
		got, err := far.Catalogue.Product(t.Context(), want.ID)
		if err != nil {
			t.Fatal(err)
		}
		c, err := far.Catalogue.CategoryOf(got.Ref)
		if err != nil || c.Path != want.Category || c.Size != 150 {
			t.Errorf("%s is in %v (%v)", want.ID, c, err)
		}
		got.Ref = want.Ref
		if !equalProducts(&got, &want) {
			t.Fatalf("%+v, want %+v", got, want)
		}
	}
}

func equalProducts(a, b *catalog.Product) bool {
	return a.ID == b.ID && a.Title == b.Title && a.Price == b.Price && a.Brand == b.Brand &&
		slices.EqualFunc(a.Attributes, b.Attributes, func(x, y catalog.Attribute) bool {
			return x.Key == y.Key && slices.Equal(x.Values, y.Values)
		})
}

// A directory that holds a sample is not taken for a catalogue, nor one for the other.
func TestClusterIsNamed(t *testing.T) {
	whole := pooled(t, 50, nil, 0)
	c, err := weaviate.New("weaviate://localhost:1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := whole.Over(t.Context(), c, 100); err != ErrUnclustered {
		t.Errorf("a catalogue over a cluster that does not have it: %v", err)
	}
	far := pooled(t, 50, onCluster(t), 100)
	if _, err := far.Over(t.Context(), nil, 0); err != ErrClustered {
		t.Errorf("a sample without its cluster: %v", err)
	}
}

// TestCandidatesTellOfAll holds what candidates tell against what all products tell: how many there
// are and how many meet what is wanted, within what chance does to a sample.
func TestCandidatesTellOfAll(t *testing.T) {
	s := pooled(t, 3000, nil, 0)
	need := search.Fold([]search.Change{
		{ID: 1, Op: search.SetScope, Categories: []string{"Garden"}},
		{ID: 2, Op: search.AddWish, Text: "Red", Condition: &catalog.Condition{Key: "colour", Values: []string{"Red"}}},
	})
	look := func(e *search.Engine) (*search.Scope, *search.Ranking) {
		scope, err := e.Scope(t.Context(), &need)
		if err != nil {
			t.Fatal(err)
		}
		r, err := e.Rank(t.Context(), &need, scope, nil, search.Page{Limit: 10})
		if err != nil {
			t.Fatal(err)
		}
		return scope, r
	}
	_, all := look(s.Engine)
	products := everything(t, s)
	for _, most := range []int{200, 400, 800} {
		over := search.NewEngine(s.Catalogue, s.Lexical(), s.Vector())
		over.Weights, over.Candidates, over.MaxCandidates = s.Weights, allProducts{s, products}, most
		scope, some := look(over)
		if scope.Shelf.Rows() > most {
			t.Errorf("%d candidates has %d rows", most, scope.Shelf.Rows())
		}
		if some.Open != all.Open {
			t.Errorf("%d candidates tells of %d products, there are %d", most, some.Open, all.Open)
		}
		p := float64(all.Full) / float64(all.Open)
		if sd := float64(all.Open) * math.Sqrt(p*(1-p)/float64(most/2)); math.Abs(float64(some.Full-all.Full)) > 3*sd {
			t.Errorf("by %d candidates, %d products have all that is wanted; %d do, give or take %.0f", most, some.Full, all.Full, sd)
		}
		if len(some.Items) != 10 || !some.Items[9].Full {
			t.Errorf("%d candidates has no page of full matches: %+v", most, some.Items)
		}
	}
}
