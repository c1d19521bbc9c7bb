package index

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"

	"shopclerk/catalog"
	"shopclerk/catalog/sqlite"
	"shopclerk/search"
	"shopclerk/search/vector"
	"shopclerk/search/weaviate"
)

// metaCluster is the name under which the store keeps what a data directory knows of the
// products that are in a cluster.
const metaCluster = "cluster"

// clustered is what a data directory knows of the products that are in a cluster.
type clustered struct {
	Sizes  map[string]int           // by category: how many there are in all
	Sample map[string][]catalog.Ref // by category: a uniform sample of them, which the file has, in an order of chance
	Class  string                   // that has them
	Before string                   // of the import before, which is still in the cluster; "": none
}

// sample chooses what the data directory holds of a catalogue that is in a cluster: of each
// category the products whose ids have the smallest hashes, a uniform sample that is the same
// wherever the feed is read.
func (b *build) sample(hashes map[string][]uint64) {
	if b.hashes == nil {
		return
	}
	bound := map[string]uint64{}
	for path, of := range hashes {
		slices.Sort(of)
		bound[path] = of[min(b.options.Sample, len(of))-1]
	}
	b.cluster = clustered{Sizes: b.sizes, Sample: map[string][]catalog.Ref{}}
	b.local, b.heldOf = make([]bool, len(b.hashes)), map[string]int{}
	for i, h := range b.hashes {
		if b.local[i] = h <= bound[b.assigned[i]]; b.local[i] {
			b.heldOf[b.assigned[i]]++
		}
	}
}

// chance is the hash of a product's id, finished as in MurmurHash3: FNV alone keeps
// neighbouring ids together.
func chance(id string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(id))
	x := h.Sum64() * 0x9E3779B97F4A7C15
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	return x ^ x>>33
}

// held returns how many products of a category the data directory holds.
func (b *build) held(path string) int {
	if b.local == nil {
		return b.sizes[path]
	}
	return b.heldOf[path]
}

// holds reports whether the data directory holds a record.
func (b *build) holds(record int) bool { return b.local == nil || b.local[record] }

// has reports whether the data directory holds the product of a ref.
func (b *build) has(ref catalog.Ref) bool { return b.local == nil || int(ref) <= b.file() }

// file is how many products the data directory holds.
func (b *build) file() int {
	n := 0
	for _, path := range b.paths {
		n += b.held(path)
	}
	return n
}

// beyond returns the first ref of what the data directory does not hold, by category: see
// [sqlite.Store.Beyond].
func (b *build) beyond() map[string]catalog.Ref {
	out := map[string]catalog.Ref{}
	next := catalog.Ref(b.file() + 1)
	for _, path := range b.paths {
		out[path] = next
		next += catalog.Ref(b.sizes[path] - b.held(path))
	}
	return out
}

// spread begins the class that the products go to, a new one, and stores what the data
// directory knows of them.
func (b *build) spread(ctx context.Context, w *sqlite.Writer, categories []catalog.Category, refs []catalog.Ref) error {
	if b.local == nil {
		return nil
	}
	now, err := readClustered(ctx, b.before)
	if err != nil {
		return err
	}
	if now != nil {
		b.cluster.Before, b.dropped = now.Class, now.Before
	}
	b.cluster.Class = fmt.Sprintf("%s_%d", b.report.Version, b.begun)
	if b.class, err = b.options.Cluster.Create(ctx, b.cluster.Class, categories); err != nil {
		return fmt.Errorf("making a class in the cluster: %w", err)
	}
	order := make([]int, len(refs))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(x, y int) int { return cmp.Or(cmp.Compare(b.hashes[x], b.hashes[y]), cmp.Compare(x, y)) })
	for _, i := range order {
		if b.local[i] {
			b.cluster.Sample[b.assigned[i]] = append(b.cluster.Sample[b.assigned[i]], refs[i])
		}
	}
	blob, err := json.Marshal(b.cluster)
	if err != nil {
		return fmt.Errorf("storing what is in the cluster: %w", err)
	}
	return w.SetMeta(ctx, metaCluster, blob)
}

// abandon takes what a failed import has sent out of the cluster.
func (b *build) abandon(ctx context.Context) error {
	if b.class == nil {
		return nil
	}
	return b.class.Drop(context.WithoutCancel(ctx))
}

// tidy drops from the cluster what no process has open any more: the import before the one
// before. What stays harms nobody.
func (b *build) tidy(ctx context.Context) {
	if b.dropped == "" {
		return
	}
	if old, err := b.options.Cluster.Open(ctx, b.dropped); err == nil {
		_ = old.Drop(ctx)
	}
}

// readClustered returns nil for a catalogue that is in no cluster, and for none.
func readClustered(ctx context.Context, store *sqlite.Store) (*clustered, error) {
	if store == nil {
		return nil, nil
	}
	blob, err := store.Meta(ctx, metaCluster)
	if errors.Is(err, sqlite.ErrNotFound) {
		return nil, nil
	}
	c := new(clustered)
	if err == nil {
		err = json.Unmarshal(blob, c)
	}
	if err != nil {
		return nil, fmt.Errorf("reading what is in the cluster: %w", err)
	}
	return c, nil
}

// ErrClustered reports that a data directory holds a sample alone, and the cluster with the
// products was not named; ErrUnclustered that it holds all, and one was.
var (
	ErrClustered   = errors.New("most of its products are in a cluster: name it with --search")
	ErrUnclustered = errors.New("its products are in no cluster: import the feed with --search")
)

// Over opens the catalogue's products in a cluster, to search on at most most candidates;
// with no cluster it reports whether one is missing. The caller closes what it returns in
// place of the shop, and the shop where there is an error.
func (s *Shop) Over(ctx context.Context, cluster *weaviate.Client, most int) (*Shop, error) {
	c, err := readClustered(ctx, s.Catalogue)
	switch {
	case err != nil:
		return nil, err
	case c == nil && cluster == nil:
		return s, nil
	case c == nil:
		return nil, ErrUnclustered
	case cluster == nil:
		return nil, ErrClustered
	}
	class, err := cluster.Open(ctx, c.Class)
	if err != nil {
		return nil, err
	}
	store, err := s.Catalogue.Beyond(class, c.Sizes)
	if err != nil {
		return nil, err
	}
	out := *s
	out.Catalogue, out.nodes = store, cluster
	out.words = newWords(s.lexical, store)
	out.words.lost = s.words.lost
	m, _ := s.meaning.(*vectorRetriever)
	out.Engine = search.NewEngine(store, out.words, s.meaning)
	out.Weights, out.Candidates, out.MaxCandidates = s.Weights, &candidates{class, c, m}, most
	return &out, nil
}

// candidates is a class as a [search.CandidateSet].
type candidates struct {
	class     *weaviate.Class
	clustered *clustered
	meaning   *vectorRetriever // nil: the catalogue has no embedder
}

// Find implements [search.CandidateSet].
func (c *candidates) Find(ctx context.Context, q search.Query, k int) ([]search.Hit, error) {
	if !q.Meaning {
		return c.class.Find(ctx, q, nil, k)
	}
	if c.meaning == nil {
		return nil, nil
	}
	v, err := c.meaning.query(ctx, q.Text)
	if err != nil {
		return nil, err
	}
	return c.class.Find(ctx, q, v, k)
}

// Sample implements [search.CandidateSet].
func (c *candidates) Sample(_ context.Context, category string, n int) ([]catalog.Ref, error) {
	sample := c.clustered.Sample[category]
	return sample[:min(n, len(sample))], nil
}

// Having implements [search.CandidateSet].
func (c *candidates) Having(ctx context.Context, word string, refs []catalog.Ref) ([]bool, error) {
	rows, err := c.class.Rows(ctx, refs)
	out := make([]bool, len(refs))
	for i, r := range rows {
		out[i] = r != nil && r.Has(word)
	}
	return out, err
}

// Cosines implements [search.CandidateSet].
func (c *candidates) Cosines(ctx context.Context, query string, refs []catalog.Ref) ([]float64, error) {
	out := make([]float64, len(refs))
	if c.meaning == nil {
		return out, nil
	}
	v, err := c.meaning.query(ctx, query)
	if err != nil {
		return nil, err
	}
	var far []catalog.Ref
	var at []int
	for i, ref := range refs {
		if int(ref) > c.meaning.store.Size() {
			far, at = append(far, ref), append(at, i)
		}
	}
	if out, err = c.meaning.Cosines(ctx, query, refs); err != nil { // 0 where it has none
		return nil, err
	}
	rows, err := c.class.Rows(ctx, far)
	if err != nil {
		return nil, err
	}
	var entries []vector.Entry
	for _, r := range rows {
		if r != nil {
			entries = append(entries, vector.Entry{Ref: r.Product.Ref, Codes: r.Codes()})
		}
	}
	g, err := vector.NewGroup(ctx, entries)
	q := vector.NewQuery(v)
	for k, ref := range far {
		if err == nil {
			out[at[k]], err = g.Cosine(q, ref)
		}
	}
	return out, err
}
