package lexical

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/mapping"
	"github.com/blevesearch/bleve/v2/search/query"
	index "github.com/blevesearch/bleve_index_api"

	"shopclerk/catalog"
	"shopclerk/catalog/sqlite"
	"shopclerk/search"
	"shopclerk/search/metric"
)

// judgedShops names the environment variable with what the scorers are compared on: data
// directories, each with its judgments, as DIR=FILE and separated by commas.
const judgedShops = "SHOPCLERK_JUDGED"

// What Bleve's own scorers make of the same index, the same terms and the same boosts, in
// nDCG@10. doc.go has what this found.
func TestBleveScores(t *testing.T) {
	if os.Getenv(judgedShops) == "" {
		t.Skip(judgedShops + " names no judged shops")
	}
	for _, shop := range strings.Split(os.Getenv(judgedShops), ",") {
		dir, file, _ := strings.Cut(shop, "=")
		j := judgments(t, file)
		x, ids := indexOf(t, dir)
		boosted := DefaultWeights()
		bare, plain := boosted, Weights{K1: boosted.K1}
		bare.Coverage = 0
		for _, f := range []*Field{&plain.Title, &plain.Brand, &plain.Category, &plain.Attributes, &plain.Description} {
			*f = Field{Boost: 1, B: 0.75}
		}
		var ours []float64
		ndcg := func(name string, find func(text string) ([]catalog.Ref, error)) {
			run := metric.Run{}
			for _, q := range j.Queries() {
				refs, err := find(q)
				if err != nil {
					t.Fatal(err)
				}
				for _, r := range refs {
					run[q] = append(run[q], ids[r])
				}
			}
			scores := run.Scores(j, func(ranking []string, g metric.Grades) float64 {
				return metric.NDCG(ranking, g, 10)
			})
			if ours == nil {
				ours = scores
			}
			less := metric.Difference(scores, ours, 1)
			t.Logf("%s: %-32s %.3f, less ours %+.3f (%+.3f to %+.3f)", filepath.Base(dir), name, metric.Mean(scores, 1).Mean, less.Mean, less.Low, less.High)
		}
		for _, w := range []struct {
			name string
			Weights
		}{{"ours", boosted}, {"ours, no coverage", bare}, {"ours, no coverage, no boosts", plain}} {
			ndcg(w.name, func(text string) ([]catalog.Ref, error) {
				hits, err := x.Search(t.Context(), Query{Text: text, K: 10, Weights: &w.Weights})
				return refsOf(hits), err
			})
		}
		for _, model := range []string{index.BM25Scoring, index.TFIDFScoring} {
			for _, w := range []struct {
				name string
				Weights
			}{{"boosts", boosted}, {"no boosts", plain}} {
				for _, how := range []struct {
					name string
					make func(string, Weights) query.Query
				}{{"by field", byField}, {"by term", byTerm}} {
					ndcg("Bleve "+model+", "+w.name+", "+how.name, func(text string) ([]catalog.Ref, error) {
						return x.bleve(t.Context(), how.make(text, w.Weights), model)
					})
				}
			}
		}
	}
}

func judgments(t *testing.T, path string) metric.Judgments {
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	j, err := metric.ReadJudgments(f, path)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// indexOf indexes a catalogue and returns the products' ids.
func indexOf(t *testing.T, dir string) (*Index, map[catalog.Ref]string) {
	store, err := sqlite.Open(t.Context(), filepath.Join(dir, "catalog.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	ids := map[catalog.Ref]string{}
	x, err := Memory(t.Context(), func(yield func(catalog.Product) bool) {
		for p, err := range store.All(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			ids[p.Ref] = p.ID
			if !yield(p) {
				return
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
	return x, ids
}

func refsOf(hits []search.Hit) []catalog.Ref {
	out := make([]catalog.Ref, len(hits))
	for i, h := range hits {
		out[i] = h.Ref
	}
	return out
}

// byField asks each field for all terms, the usual way to ask Bleve; byTerm asks for each
// term in all fields. They differ in what share of their parts a product has.
func byField(text string, w Weights) query.Query {
	var all []query.Query
	for _, f := range fields {
		var one []query.Query
		for _, term := range countTerms(text) {
			one = append(one, inField(term, f, w))
		}
		all = append(all, bleve.NewDisjunctionQuery(one...))
	}
	return bleve.NewDisjunctionQuery(all...)
}

func byTerm(text string, w Weights) query.Query {
	var all []query.Query
	for _, term := range countTerms(text) {
		var one []query.Query
		for _, f := range fields {
			one = append(one, inField(term, f, w))
		}
		all = append(all, bleve.NewDisjunctionQuery(one...))
	}
	return bleve.NewDisjunctionQuery(all...)
}

func inField(term queryTerm, f indexField, w Weights) query.Query {
	q := bleve.NewTermQuery(term.text)
	q.SetField(f.name)
	q.SetBoost(f.pick(w).Boost)
	return q
}

// bleve returns the first ten by Bleve's own score, ties by ref.
func (x *Index) bleve(ctx context.Context, q query.Query, model string) ([]catalog.Ref, error) {
	x.index.Mapping().(*mapping.IndexMappingImpl).ScoringModel = model
	result, err := x.index.SearchInContext(ctx, bleve.NewSearchRequestOptions(q, 1000, 0, false))
	if err != nil {
		return nil, err
	}
	var hits []search.Hit
	for _, h := range result.Hits {
		ref, err := decodeRef(h.ID)
		if err != nil {
			return nil, err
		}
		hits = append(hits, search.Hit{Ref: ref, Score: h.Score})
	}
	slices.SortFunc(hits, search.CompareHits)
	return refsOf(hits[:min(10, len(hits))]), nil
}
