package proclare

import (
	"context"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"shopclerk/agent"
	"shopclerk/agent/shopper"
	"shopclerk/catalog"
	"shopclerk/cmd/internal/progress"
	"shopclerk/search"
	"shopclerk/search/metric"
)

// The clerk's own ways to answer a query, beside [Lists].
const (
	byEngine = "reranked" // the engine: all its candidates, by the linear reranker
	byClerk  = "clerk"    // the message read first: limits, wishes and category
)

// Retrievers names who answers queries, in the order of tables.
func Retrievers() []string { return append(Lists(), byEngine, byClerk) }

// The measures of a retriever.
const (
	NDCG      = "ndcg@10"
	Hit       = "hit@10"
	MRR       = "mrr@10"
	Recall    = "recall@100"
	Judged    = "judged@10"         // share of the first ten that somebody judged
	Condensed = "ndcg@10_condensed" // of the ranking without the products that nobody judged
	Gain      = "ndcg@10_gain"      // mean difference to the first retriever over the same queries
)

var measures = map[string]metric.Measure{
	NDCG:   func(r []string, g metric.Grades) float64 { return metric.NDCG(r, g, Page) },
	Hit:    func(r []string, g metric.Grades) float64 { return metric.Hit(r, g, Page) },
	MRR:    func(r []string, g metric.Grades) float64 { return metric.MRR(r, g, Page) },
	Recall: func(r []string, g metric.Grades) float64 { return metric.Recall(r, g, Depth) },
	Judged: func(r []string, g metric.Grades) float64 { return metric.Judged(r, g, Page) },
	Condensed: func(r []string, g metric.Grades) float64 {
		return metric.NDCG(metric.Condense(r, g), g, Page)
	},
}

// Search is a condition of the traditional setting. Its tags are those of the
// command line.
type Search struct {
	Queries string `placeholder:"FILE" help:"Judgments: CSV of query,product_id,grade. Without it queries are synthesised from sampled products."`
	Sample  int    `default:"400" help:"Products to synthesise queries from, spread evenly over the categories, for each degree of paraphrase."`
	Typos   bool   `help:"Mistype every query: one random edit in one word of four letters or more."`
	Joined  bool   `help:"Leave out one space of every query that has one; queries of one word are left out."`
	Seed    uint64 `default:"1" help:"Seed of the sample, of typing errors and of the intervals."`
}

// typed returns a query as the condition's shopper types it.
func (s *Search) typed(query string) string {
	if s.Joined {
		query = join(query, s.Seed)
	}
	if s.Typos {
		query = shopper.Mistype(query, querySource(query, s.Seed))
	}
	return query
}

// Validate reports a sample of nothing.
func (s *Search) Validate() error {
	if s.Sample < 1 {
		return fmt.Errorf("a sample of %d products is none", s.Sample)
	}
	return nil
}

// join returns a query with the space between two of its words left out, each as
// likely as the others; a query of one word is returned as it is.
func join(query string, seed uint64) string {
	words := strings.Fields(query)
	if len(words) < 2 {
		return query
	}
	i := querySource(query, seed).IntN(len(words) - 1)
	words[i] += words[i+1]
	return strings.Join(append(words[:i+1:i+1], words[i+2:]...), " ")
}

// querySource is a source of chance that depends on the query, so that a query is mistyped
// alike whatever others a file has.
func querySource(query string, seed uint64) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(query))
	return rand.New(rand.NewPCG(seed, h.Sum64()))
}

// Answers is what all retrievers made of one set of queries.
type Answers struct {
	Title   string // what the queries are: a degree of paraphrase, or a file's name
	Queries int
	Void    int // queries left out because nothing is relevant to them
	Scores  map[string]Score
}

// Search answers the queries of a condition by every retriever: one result for
// judged queries, otherwise one for each degree of paraphrase.
func (s *Shop) Search(ctx context.Context, c *Search) (out []Answers, err error) {
	if c.Queries != "" {
		judgments, err := readJudgments(c.Queries)
		if err != nil {
			return nil, err
		}
		a, err := s.answers(ctx, filepath.Base(c.Queries), judgments, c)
		return []Answers{a}, err
	}
	products, err := s.stratified(ctx, c.Sample, c.Seed)
	for _, d := range shopper.Degrees() {
		if err != nil {
			break
		}
		var a Answers
		a, err = s.answers(ctx, string(d), synthesise(products, d, c.Seed), c)
		out = append(out, a)
	}
	return out, err
}

func readJudgments(file string) (metric.Judgments, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return metric.ReadJudgments(f, filepath.Base(file))
}

// synthesise makes queries of products; the product asked for is the one relevant answer.
// Queries that several products gave have several.
func synthesise(products []catalog.Product, d shopper.Degree, seed uint64) metric.Judgments {
	out := metric.Judgments{}
	for i := range products {
		p := &products[i]
		q := shopper.Query(p, d, rand.New(rand.NewPCG(seed, uint64(p.Ref))))
		if out[q] == nil {
			out[q] = metric.Grades{}
		}
		out[q][p.ID] = metric.MaxGrade
	}
	return out
}

// answers lets every retriever answer every query.
func (s *Shop) answers(ctx context.Context, title string, judgments metric.Judgments, c *Search) (Answers, error) {
	if c.Joined {
		judgments = maps.Clone(judgments)
		maps.DeleteFunc(judgments, func(q string, _ metric.Grades) bool { return join(q, c.Seed) == q })
	}
	queries := judgments.Queries()
	found := make([]map[string][]string, len(queries)) // ids by retriever
	err := progress.Each(ctx, len(queries), s.Progress, func(i int) (err error) {
		found[i], err = s.answer(ctx, c.typed(queries[i]))
		return err
	})
	if err != nil {
		return Answers{}, err
	}
	out := Answers{Title: title, Queries: len(queries), Void: len(judgments) - len(queries), Scores: map[string]Score{}}
	var reference []float64
	for _, r := range Retrievers() {
		run := metric.Run{}
		for i, q := range queries {
			run[q] = found[i][r]
		}
		score := Score{}
		for name, of := range measures {
			score[name] = metric.Mean(run.Scores(judgments, of), c.Seed)
		}
		ndcg := run.Scores(judgments, measures[NDCG])
		if reference == nil {
			reference = ndcg
		}
		score[Gain] = metric.Difference(ndcg, reference, c.Seed)
		out.Scores[r] = score
	}
	return out, nil
}

// answer gives every retriever's ids for one query, best first.
func (s *Shop) answer(ctx context.Context, query string) (map[string][]string, error) {
	out := map[string][]string{}
	for _, name := range Retrievers() {
		refs, err := s.by(ctx, name, query)
		if err != nil {
			return nil, fmt.Errorf("query %q: %s: %w", query, name, err)
		}
		products, err := s.Catalogue.Products(ctx, refs)
		if err != nil {
			return nil, err
		}
		for i := range products {
			out[name] = append(out[name], products[i].ID)
		}
	}
	return out, nil
}

// by lets one retriever answer.
func (s *Shop) by(ctx context.Context, name, query string) ([]catalog.Ref, error) {
	var turn *agent.Turn
	var err error
	switch name {
	case byEngine:
		turn, err = s.Clerk.Look(ctx, search.Need{Words: []search.Words{{Text: query}}}, search.Page{Limit: Depth})
	case byClerk:
		turn, err = s.Clerk.Search(ctx, agent.Input{Message: query}, search.Page{Limit: Depth})
	default:
		return s.retrieve(ctx, name, query, nil, Depth)
	}
	if err != nil {
		return nil, err
	}
	return listed(turn.Ranking.Items), nil
}

func listed(items []search.Ranked) []catalog.Ref {
	out := make([]catalog.Ref, len(items))
	for i := range items {
		out[i] = items[i].Ref
	}
	return out
}

// Own is the clerk's own list: the ranking by the belief.
const Own = "belief"

// The retrievers.
const (
	Lexical = "lexical"
	Vector  = "vector"
	Fused   = "fused"
)

// Depth is how many candidates a retriever gives: recall is measured at it, and fusion
// joins lists of this length.
const Depth = 100

// Lists names the lists that are made by a query, in the order of tables.
func Lists() []string { return []string{Lexical, Vector, Fused} }

// keywords is the query that stands for all known demands, as ProductAgent's Query
// Generation writes it: the shopper's first words, then the labels of what was
// ticked, in the order of the answers. "Something else" and "no preference" name
// nothing to look for. A category in scope is no part of it: the retrievers are
// given it as a filter, which is more than the paper's are.
func keywords(opening string, need *search.Need) string {
	var parts []string
	if !strings.EqualFold(opening, need.ScopeWords) {
		parts = append(parts, opening)
	}
	for _, e := range need.Evidence {
		if e.Said {
			continue
		}
		for _, i := range e.Answer.Picked {
			parts = append(parts, e.Answer.Labels[i])
		}
	}
	return strings.Join(parts, " ")
}

// retrieve returns the refs of the k best by one of [Lists] within a scope of categories;
// none is the whole shop. A query without words finds nothing.
func (s *Shop) retrieve(ctx context.Context, list, query string, scope []string, k int) ([]catalog.Ref, error) {
	if strings.TrimSpace(query) == "" {
		return nil, nil
	}
	var lists [2][]search.Hit
	var err error
	if list != Vector {
		if lists[0], err = s.Lexical().Retrieve(ctx, query, scope, k); err != nil {
			return nil, err
		}
	}
	if v := s.Vector(); list != Lexical && v != nil {
		if lists[1], err = v.Retrieve(ctx, query, scope, k); err != nil {
			return nil, err
		}
	}
	hits := append(lists[0], lists[1]...)
	if list == Fused {
		hits = fuse(lists[:]...)
	}
	out := make([]catalog.Ref, min(k, len(hits)))
	for i := range out {
		out[i] = hits[i].Ref
	}
	return out, nil
}

// fuseK is the constant of reciprocal rank fusion. 60 is the value of Cormack,
// Clarke and Büttcher (2009), flat enough that no single list decides alone.
const fuseK = 60

// fuse joins rankings by reciprocal rank fusion: a product scores the sum of
// 1/(fuseK + rank) over the lists that hold it, ranks counted from 1.
func fuse(lists ...[]search.Hit) []search.Hit {
	at := map[catalog.Ref]int{}
	var out []search.Hit
	for _, list := range lists {
		for rank, h := range list {
			i, ok := at[h.Ref]
			if !ok {
				i = len(out)
				at[h.Ref] = i
				out = append(out, search.Hit{Ref: h.Ref})
			}
			out[i].Score += 1 / float64(fuseK+rank+1)
		}
	}
	search.SortHits(out)
	return out
}
