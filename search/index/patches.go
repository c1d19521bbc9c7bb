package index

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync/atomic"

	"shopclerk/catalog"
	"shopclerk/catalog/discover"
	"shopclerk/catalog/patch"
	"shopclerk/catalog/sqlite"
	"shopclerk/search/lexical"
	"shopclerk/search/vector"
)

// metaSchemas is the name under which the store keeps how records are converted,
// metaBegun that of when an import began to read its feed, microseconds since 1970.
const (
	metaSchemas = "schemas"
	metaBegun   = "begun"
)

// ErrUnpatchable reports a catalogue whose products are in a cluster, or one of an older
// import, which did not keep how records are converted: import it once more.
var ErrUnpatchable = errors.New("the catalogue can not be patched, but imported once more")

// Patches lay patches over an imported catalogue. Each batch makes a [Shop] of its own,
// which shares with the one before whatever stayed the same: patched catalogues are
// immutable like imported ones. It is for one goroutine.
//
// Prices, stock, ratings and links change in place, at the cost of a column of their
// category. What is looked for by words or asked about makes a product another one at
// the end of its category, at the cost of all of the category's columns. What an import
// learns stays as it was learned: categories, kinds of aspects and which of them are
// asked about, spellings, types, the embedder, the words that the clerk knows.
type Patches struct {
	base    *refCounted // the imported catalogue
	shop    *Shop       // as it was imported
	now     *Shop       // with all patches so far; shop without any
	schemas map[string]*discover.Schema
	paths   []string
	items   map[string]*patch.Item // by the ids of products
	// variants are those that patches made, or were the first to name: their products.
	variants map[string]string
	next     Position
	placed   bool  // next was looked for in the files
	begun    int64 // when the import began to read its feed, which knows what processes shared before

	taken    int // patches that came so far, late and repeated ones as well
	touched  map[string]*touch
	segments []segment
}

// touch is what patches that are not laid over the catalogue yet say of a product.
type touch struct {
	light   bool             // nothing but what no index knows
	cells   bool             // what is counted and compared
	counted int64            // when the stock was told; 0: it was not
	told    map[string]int64 // the same of variants, by id
}

// segment is what finds products that a batch, or several, added.
type segment struct {
	index    *refCounted
	words    *lexical.Index
	vectors  *vector.Group // nil: the catalogue has none
	from, to int           // places of the overlay's added products
}

// refCounted is what several shops use: it is closed when the last one is.
type refCounted struct {
	users atomic.Int64
	close func() error
}

func share(close func() error) *refCounted {
	s := &refCounted{close: close}
	s.users.Store(1)
	return s
}

func (s *refCounted) keep() *refCounted { s.users.Add(1); return s }

func (s *refCounted) release() error {
	if s.users.Add(-1) == 0 {
		return s.close()
	}
	return nil
}

// Patchable returns [ErrUnpatchable] of a catalogue that can not be patched.
func Patchable(ctx context.Context, store *sqlite.Store) error {
	_, err := store.Meta(ctx, metaSchemas)
	if errors.Is(err, sqlite.ErrNotFound) {
		return ErrUnpatchable
	}
	return err
}

// Patches takes a shop over, to lay patches over it: the caller closes what it returns
// in place of the shop.
func (s *Shop) Patches(ctx context.Context) (*Patches, error) {
	p := &Patches{shop: s, now: s, items: map[string]*patch.Item{}, variants: map[string]string{}, touched: map[string]*touch{}, schemas: map[string]*discover.Schema{}}
	blob, err := s.Catalogue.Meta(ctx, metaSchemas)
	if errors.Is(err, sqlite.ErrNotFound) {
		return nil, ErrUnpatchable
	}
	if err == nil {
		err = json.Unmarshal(blob, &p.schemas)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the schemas: %w", err)
	}
	first, err := s.Catalogue.Meta(ctx, metaPatches)
	if err == nil {
		p.next.file, err = strconv.Atoi(string(first))
	}
	if err != nil {
		return nil, fmt.Errorf("reading where patches begin: %w", err)
	}
	if p.begun, err = Begun(ctx, s.Catalogue); err != nil {
		return nil, err
	}
	for _, c := range s.Catalogue.Categories() {
		p.paths = append(p.paths, c.Path)
	}
	p.base = share(s.close)
	s.holds = []*refCounted{p.base}
	return p, nil
}

// Begun is when an import began to read its feed, microseconds since 1970; 0: an older program has not told.
func Begun(ctx context.Context, store *sqlite.Store) (int64, error) {
	text, err := store.Meta(ctx, metaBegun)
	if errors.Is(err, sqlite.ErrNotFound) {
		return 0, nil
	}
	at, parseErr := strconv.ParseInt(string(text), 10, 64)
	if err = cmp.Or(err, parseErr); err != nil {
		return 0, fmt.Errorf("reading when the import began: %w", err)
	}
	return at, nil
}

// Position is up to where Now has what was written down.
func (p *Patches) Position() Position { return p.next }

// Begun is [Begun] of what is patched.
func (p *Patches) Begun() int64 { return p.begun }

// Now is the shop with the patches so far. The caller, who may use it as long as the
// patches are open, keeps it longer by [Shop.Keep].
func (p *Patches) Now() *Shop { return p.now }

// Close gives up what is patched: the shops that were kept stay open until they are
// closed.
func (p *Patches) Close() error {
	errs := []error{p.now.Close()}
	for _, s := range p.segments {
		errs = append(errs, s.index.release())
	}
	return errors.Join(errs...)
}

// Follow applies what was written down in a data directory since the last time, and
// reports whether that changed anything: then Now is another shop. All of it is laid over
// the catalogue at once: a shop that opens again looks at each product once, however often
// it was patched.
func (p *Patches) Follow(ctx context.Context, dir string) (changed bool, err error) {
	if !p.placed {
		first, err := carried(dir, p.begun)
		if err != nil {
			return false, err
		}
		p.placed, p.next.file = true, cmp.Or(first, p.next.file)
	}
	for {
		batch, next, readErr := ReadPatches(dir, p.next)
		if err := p.take(ctx, batch); err != nil {
			return false, errors.Join(err, readErr)
		}
		p.next = next
		if readErr != nil || len(batch) == 0 {
			changed, err = p.Apply(ctx, nil)
			return changed, errors.Join(err, readErr)
		}
	}
}

// changes are what a batch comes to.
type changes struct {
	edits  map[string]*catalog.Edit
	light  map[catalog.Ref]sqlite.Light
	gone   map[catalog.Ref]bool
	ids    map[string]catalog.Ref
	added  []catalog.Product
	before *sqlite.Store
}

func (c *changes) edit(path string) *catalog.Edit {
	if c.edits[path] == nil {
		c.edits[path] = &catalog.Edit{Gone: map[catalog.Ref]bool{}, Changed: map[catalog.Ref]*catalog.Product{}}
	}
	return c.edits[path]
}

// Apply applies patches, and reports whether that changed anything: then Now is another
// shop. Patches that are late, repeated or of products that there are not change
// nothing. An error leaves Now as it was; what was patched is made up for with the next
// patches, or with none.
func (p *Patches) Apply(ctx context.Context, batch []Logged) (changed bool, err error) {
	if err := p.take(ctx, batch); err != nil {
		return false, err
	}
	if len(p.touched) == 0 {
		return false, nil
	}
	ids := slices.Sorted(maps.Keys(p.touched)) // what comes of a batch does not depend on chance
	base, err := p.imported(ctx, ids)
	if err != nil {
		return false, err
	}
	store := p.now.Catalogue
	refs, err := store.Refs(ctx, ids)
	if err != nil {
		return false, err
	}
	c := &changes{edits: map[string]*catalog.Edit{}, light: map[catalog.Ref]sqlite.Light{}, gone: map[catalog.Ref]bool{}, ids: map[string]catalog.Ref{}, before: store}
	next := catalog.Ref(store.Last() + 1)
	for _, id := range ids {
		want, exists := p.items[id].Product(id, base[id], p.schemas)
		ref, existed := refs[id]
		t := p.touched[id]
		if exists && existed && t.light {
			want.Ref = ref
			c.light[ref] = light(&want, store.Light(ref), t)
			if t.cells {
				c.edit(want.Category).Changed[ref] = &want
			}
			continue
		}
		if existed {
			was, err := store.CategoryOf(ref)
			if err != nil {
				return false, err
			}
			c.gone[ref] = true
			c.point(id, base[id], p.items[id], 0)
			c.edit(was.Path).Gone[ref] = true
		}
		if exists {
			want.Ref = next
			next++
			settle(&want)
			c.light[want.Ref] = light(&want, store.Light(ref), t)
			c.point(id, &want, nil, want.Ref)
			c.added = append(c.added, want)
			e := c.edit(want.Category)
			e.Added = append(e.Added, want)
		}
	}
	if len(c.light)+len(c.gone) > 0 {
		if err := p.lay(ctx, c); err != nil {
			return false, err
		}
	}
	clear(p.touched)
	return len(c.light)+len(c.gone) > 0, nil
}

// point lets the ids of a product and of its variants, and of those that patches name,
// lead to a product; 0: to none.
func (c *changes) point(id string, product *catalog.Product, item *patch.Item, ref catalog.Ref) {
	c.ids[id] = ref
	if product != nil {
		for _, v := range product.Variants {
			c.ids[v.ID] = ref
		}
	}
	if item != nil {
		for v := range item.Variants {
			c.ids[v] = ref
		}
	}
}

// settle puts a product's values in the order in which the store gives them.
func settle(p *catalog.Product) {
	for i := range p.Attributes {
		p.Attributes[i].Values = slices.SortedFunc(slices.Values(p.Attributes[i].Values), func(a, b catalog.Value) int {
			return cmp.Or(cmp.Compare(a.Number, b.Number), cmp.Compare(a.Text, b.Text))
		})
	}
}

// light is what can differ of a product in its place, of which this differed before. Its
// stock was told when t says; where t does not, as before.
func light(p *catalog.Product, before sqlite.Light, t *touch) sqlite.Light {
	l := sqlite.Light{Price: p.Price, Rating: p.Rating, Ratings: p.Ratings, Stock: p.Stock, Image: p.Image, Link: p.Link, Counted: max(before.Counted, t.counted)}
	for _, v := range p.Variants {
		if at := max(before.Told[v.ID], t.told[v.ID]); at > l.Counted {
			if l.Told == nil {
				l.Told = map[string]int64{}
			}
			l.Told[v.ID] = at
		}
	}
	l.Variants = p.Variants
	for _, a := range p.Attributes {
		if a.Key == catalog.KeyPrice || a.Key == catalog.KeyRating {
			l.Cells = append(l.Cells, a)
		}
	}
	return l
}

// imported returns products as they were imported, by id; those that were not are left
// out.
func (p *Patches) imported(ctx context.Context, ids []string) (map[string]*catalog.Product, error) {
	refs, err := p.shop.Catalogue.Refs(ctx, ids)
	if err != nil {
		return nil, err
	}
	out := make(map[string]*catalog.Product, len(refs))
	for list := range slices.Chunk(slices.Sorted(maps.Values(refs)), 500) {
		products, err := p.shop.Catalogue.Products(ctx, list)
		if err != nil {
			return nil, err
		}
		for i := range products {
			out[products[i].ID] = &products[i]
		}
	}
	return out, nil
}

// lay makes the shop in which the changes hold.
func (p *Patches) lay(ctx context.Context, c *changes) error {
	over := p.now.over
	if over == nil {
		over = &sqlite.Overlay{Categories: c.before.Categories()}
	}
	next := *over
	next.Light = over.Light.With(c.light)
	next.Gone = over.Gone.With(c.gone)
	next.IDs = over.IDs.With(c.ids)
	next.Added = append(over.Added, c.added...)
	next.Vectors = append(over.Vectors, p.embed(c.added)...)
	next.Origins = c.before.Origins()
	for _, ref := range slices.Sorted(maps.Keys(c.light)) {
		l := c.light[ref]
		next.Origins = l.Origins(next.Origins)
	}
	var err error
	if next.Shelves, next.Categories, err = p.shelves(ctx, c, over); err != nil {
		return err
	}
	if err := p.index(ctx, &next, len(over.Added)); err != nil {
		return err
	}
	next.Version = p.shop.Catalogue.Version() + "+" + strconv.Itoa(p.taken)
	before := p.now
	worded := true // as before
	for _, e := range c.edits {
		worded = worded && len(e.Gone)+len(e.Added) == 0
	}
	p.now = p.patched(&next, func(path string) bool { return c.edits[path] != nil }, worded)
	return before.Close()
}

// shelves edits the shelves that differ and states their categories anew.
func (p *Patches) shelves(ctx context.Context, c *changes, over *sqlite.Overlay) (map[string]*catalog.Shelf, []catalog.Category, error) {
	shelves := maps.Clone(over.Shelves)
	if shelves == nil {
		shelves = map[string]*catalog.Shelf{}
	}
	categories := slices.Clone(over.Categories)
	for i := range categories {
		k := &categories[i]
		e := c.edits[k.Path]
		if e == nil {
			continue
		}
		was, err := p.now.Engine.Shelf(ctx, k.Path)
		if err != nil {
			return nil, nil, err
		}
		shelf := was.Edit(e, p.schemas[k.Path].Aspects, discover.Restate)
		shelves[k.Path] = shelf
		k.Size, k.Aspects = shelf.Rows(), make([]catalog.Aspect, len(shelf.Columns))
		for j, column := range shelf.Columns {
			k.Aspects[j] = column.Aspect
		}
	}
	return shelves, categories, nil
}

// embed makes the vectors of products, each nil where the catalogue has none.
func (p *Patches) embed(added []catalog.Product) [][]int8 {
	codes := make([][]int8, len(added))
	m := p.meaning()
	if m == nil {
		return codes
	}
	list := make([]*catalog.Product, len(added))
	for i := range added {
		list[i] = &added[i]
	}
	for i, v := range embedAll(m.model, list) {
		codes[i] = vector.Codes(v)
	}
	return codes
}

// meaning is the imported catalogue's; nil: it has none.
func (p *Patches) meaning() *vectorRetriever {
	m, _ := p.shop.meaning.(*vectorRetriever)
	return m
}

// index makes the products of an overlay that stand from a place on findable. Segments
// fall by half at least from one to the next, so that a search asks few: those that are
// not larger are made one with the new.
func (p *Patches) index(ctx context.Context, over *sqlite.Overlay, from int) (err error) {
	to := len(over.Added)
	if from == to {
		return nil
	}
	keep := len(p.segments)
	for keep > 0 && 2*(to-from) >= p.segments[keep-1].to-p.segments[keep-1].from {
		keep--
		from = p.segments[keep].from
	}
	standing := func(yield func(catalog.Product) bool) {
		for i := from; i < to; i++ {
			if gone, _ := over.Gone.Get(over.Added[i].Ref); !gone && !yield(over.Added[i]) {
				return
			}
		}
	}
	next := segment{from: from, to: to}
	if next.words, err = lexical.Memory(ctx, []lexical.Group{{Name: "patched", Categories: p.paths}}, standing); err != nil {
		return fmt.Errorf("indexing what was patched: %w", err)
	}
	next.index = share(next.words.Close)
	if p.meaning() != nil {
		var entries []vector.Entry
		for product := range standing {
			i := int(product.Ref - over.Added[0].Ref)
			entries = append(entries, vector.Entry{Ref: product.Ref, Codes: over.Vectors[i]})
		}
		if next.vectors, err = vector.NewGroup(ctx, entries); err != nil {
			return errors.Join(fmt.Errorf("embedding what was patched: %w", err), next.index.release())
		}
	}
	for _, old := range p.segments[keep:] {
		err = errors.Join(err, old.index.release())
	}
	p.segments = append(p.segments[:keep:keep], next)
	return err
}

// patched is the shop under an overlay: which categories differ from what they are now,
// and whether no product's words do.
func (p *Patches) patched(over *sqlite.Overlay, differ func(string) bool, worded bool) *Shop {
	store := p.shop.Catalogue.With(over)
	s := &Shop{Catalogue: store, over: over, lexical: p.shop.lexical, base: p.shop, holds: []*refCounted{p.base.keep()}}
	var further []*lexical.Index
	var vectors []*vector.Group
	for _, part := range p.segments {
		further = append(further, part.words)
		s.holds = append(s.holds, part.index.keep())
		if part.vectors != nil {
			vectors = append(vectors, part.vectors)
		}
	}
	s.lexical = p.shop.lexical.With(further, store.Gone)
	words := *p.shop.words
	words.index, words.store = s.lexical, store
	s.words = &words
	if m := p.meaning(); m != nil {
		with := *m
		with.store, with.further, with.gone = store, vectors, store.Gone
		s.meaning = &with
	}
	s.Engine = p.now.Engine.Patched(store, s.words, s.meaning, differ, worded)
	if p.shop.remote != nil {
		with := *p.shop.remote
		with.store, with.gone = store, store.Gone
		s.remote, s.Remote = &with, &with
	}
	return s
}
