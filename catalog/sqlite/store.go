// Package sqlite keeps a catalogue in one SQLite file: the truth from which every
// index can be rebuilt. [Create] writes a new file beside the old; [Open] reads.
package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"shopclerk/catalog"
)

// ErrNoCatalogue reports that there is no catalogue at the path, or one that this
// version of the program can not read: import or create one.
var ErrNoCatalogue = errors.New("no catalogue")

// ErrNotFound reports that the catalogue has no such product or category.
var ErrNotFound = errors.New("not found")

// Problem is something an import complained of.
type Problem struct {
	File    string `json:"file"`
	Line    int    `json:"line,omitempty"` // 0 when it concerns the whole file
	Kind    string `json:"kind"`
	Message string `json:"message"`
}

// Store reads a catalogue. It is safe for concurrent use.
type Store struct {
	db         *sql.DB
	path       string
	file       os.FileInfo // of the file that db reads
	version    string
	categories []catalog.Category // by id, from 1
	extents    []extent           // by id, from 1
	byPath     map[string]int
	origins    Origins                                        // of pictures, in the file
	over       *Overlay                                       // nil: nothing differs from the file
	beyond     *beyond                                        // nil: the file has all products
	kept       *[productsKept]atomic.Pointer[catalog.Product] // of the file, by ref modulo productsKept
}

// productsKept is how many products are kept as they were read, one to three kB each: a
// conversation's turns show the same ones again, and each takes three queries a page. Of
// two that share a place the later stays.
const productsKept = 1 << 12

// uri names a file in a connection string, where "?" would end the name.
func uri(path string) string {
	return "file:" + strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path)
}

// extent is where a category's products lie: refs first..first+size−1.
type extent struct{ first, size catalog.Ref }

// Open opens the catalogue at path for reading. The store goes on reading that very
// file when an import puts another in its place.
func Open(ctx context.Context, path string) (*Store, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("%w at %s", ErrNoCatalogue, path)
	}
	for try := 1; ; try++ {
		db, file, err := openPool(ctx, path)
		if errors.Is(err, errReplaced) && try < mostReplaced {
			continue // by an import that ended just now: its catalogue is the one to open
		}
		if err != nil {
			if ctx.Err() == nil {
				err = fmt.Errorf("%w that this program can read: %w", ErrNoCatalogue, err)
			}
			return nil, fmt.Errorf("opening %s: %w", path, err)
		}
		s := &Store{db: db, path: path, file: file, byPath: map[string]int{}, kept: new([productsKept]atomic.Pointer[catalog.Product])}
		if err := s.load(ctx); err != nil {
			return nil, errors.Join(fmt.Errorf("opening %s: %w", path, err), db.Close())
		}
		return s, nil
	}
}

func (s *Store) load(ctx context.Context) error {
	v, err := s.Meta(ctx, "schema")
	if err != nil {
		return fmt.Errorf("%w that this program can read: %v", ErrNoCatalogue, err)
	}
	if string(v) != schemaVersion {
		return fmt.Errorf("%w that this program can read: the file has schema %s, this program %s; import again", ErrNoCatalogue, v, schemaVersion)
	}
	v, err = s.Meta(ctx, "version")
	if err != nil {
		return fmt.Errorf("%w that was finished: %v", ErrNoCatalogue, err)
	}
	s.version = string(v)
	rows, err := s.db.QueryContext(ctx, `SELECT path, name, first, size FROM category ORDER BY id`)
	if err != nil {
		return fmt.Errorf("reading categories: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var c catalog.Category
		var e extent
		if err := rows.Scan(&c.Path, &c.Name, &e.first, &e.size); err != nil {
			return fmt.Errorf("reading categories: %w", err)
		}
		c.Size = int(e.size)
		s.byPath[c.Path] = len(s.categories)
		s.categories = append(s.categories, c)
		s.extents = append(s.extents, e)
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("reading categories: %w", err)
	}
	if err := s.loadOrigins(ctx); err != nil {
		return err
	}
	return s.loadAspects(ctx)
}

func (s *Store) loadAspects(ctx context.Context) error {
	rows, err := s.db.QueryContext(ctx, `SELECT category, key, label, kind, unit, coverage, distinct_values, entropy, askable, why, answerable FROM aspect ORDER BY id`)
	if err != nil {
		return fmt.Errorf("reading aspects: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var id int
		var a catalog.Aspect
		if err := rows.Scan(&id, &a.Key, &a.Label, &a.Kind, &a.Unit, &a.Coverage, &a.Distinct, &a.Entropy, &a.Askable, &a.Why, &a.Answerable); err != nil {
			return fmt.Errorf("reading aspects: %w", err)
		}
		if id < 1 || id > len(s.categories) {
			return fmt.Errorf("reading aspects: %q belongs to no category", a.Key)
		}
		c := &s.categories[id-1]
		c.Aspects = append(c.Aspects, a)
	}
	return rows.Err()
}

// Close releases the file.
func (s *Store) Close() error { return s.db.Close() }

// Version names this catalogue: equal catalogues have equal versions, others differ.
func (s *Store) Version() string {
	if s.over != nil {
		return s.over.Version
	}
	return s.version
}

// Published is when the import of the catalogue ended.
func (s *Store) Published() time.Time { return s.file.ModTime() }

// Replaced reports whether another catalogue, or none, is at the path by now. Two
// imports of one feed make two files of one [Store.Version].
func (s *Store) Replaced(path string) bool {
	now, err := os.Stat(path)
	return err != nil || !os.SameFile(now, s.file)
}

// Categories lists the categories in the order of their refs. The slice is
// shared: do not change it.
func (s *Store) Categories() []catalog.Category { return s.categories }

// Category returns the category of a path.
func (s *Store) Category(path string) (*catalog.Category, error) {
	i, ok := s.byPath[path]
	if !ok {
		return nil, fmt.Errorf("category %q: %w", path, ErrNotFound)
	}
	return &s.categories[i], nil
}

// CategoryOf returns the category that holds a product.
func (s *Store) CategoryOf(ref catalog.Ref) (*catalog.Category, error) {
	if s.Gone(ref) {
		return nil, fmt.Errorf("product %d: %w", ref, ErrNotFound)
	}
	if p := s.added(ref); p != nil {
		return s.Category(p.Category)
	}
	i := categoryOf(s.extents, ref)
	if i < 0 && s.beyond != nil {
		i = categoryOf(s.beyond.extents, ref)
	}
	if i < 0 {
		return nil, fmt.Errorf("product %d: %w", ref, ErrNotFound)
	}
	return &s.categories[i], nil
}

// Size returns the number of products.
func (s *Store) Size() int {
	n := 0
	for i := range s.categories {
		n += s.categories[i].Size
	}
	return n
}

// Meta returns a named blob, or [ErrNotFound].
func (s *Store) Meta(ctx context.Context, key string) ([]byte, error) {
	var v []byte
	err := s.db.QueryRowContext(ctx, `SELECT value FROM meta WHERE key = ?`, key).Scan(&v)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("meta %q: %w", key, ErrNotFound)
	}
	if err != nil {
		return nil, fmt.Errorf("reading meta %q: %w", key, err)
	}
	return v, nil
}

// Problems lists what the import complained of.
func (s *Store) Problems(ctx context.Context) ([]Problem, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT file, line, kind, message FROM problem ORDER BY id`)
	if err != nil {
		return nil, fmt.Errorf("reading problems: %w", err)
	}
	defer rows.Close()
	var out []Problem
	for rows.Next() {
		var p Problem
		if err := rows.Scan(&p.File, &p.Line, &p.Kind, &p.Message); err != nil {
			return nil, fmt.Errorf("reading problems: %w", err)
		}
		out = append(out, p)
	}
	return out, rows.Err()
}

const productColumns = `ref, id, category, title, description, brand, price, currency, rating, ratings, stock, image, link`

// Products returns products with their attributes, in the order of refs. Refs
// that do not exist are [ErrNotFound].
func (s *Store) Products(ctx context.Context, refs []catalog.Ref) ([]catalog.Product, error) {
	if s.beyond != nil {
		return s.everywhere(ctx, refs)
	}
	if s.over == nil {
		return s.products(ctx, refs)
	}
	out := make([]catalog.Product, len(refs))
	for _, r := range refs {
		if s.Gone(r) {
			return nil, fmt.Errorf("product %d: %w", r, ErrNotFound)
		}
	}
	file, at := s.split(refs, func(i int, p *catalog.Product) { out[i] = *p })
	products, err := s.products(ctx, file)
	for i := range products {
		out[at[i]] = products[i]
	}
	for i := range out {
		s.lighten(&out[i])
	}
	return out, err
}

// products are those of the file.
func (s *Store) products(ctx context.Context, refs []catalog.Ref) ([]catalog.Product, error) {
	if len(refs) == 0 {
		return nil, nil
	}
	out := make([]catalog.Product, len(refs))
	var missing []catalog.Ref
	var at []int
	for i, r := range refs {
		if p := s.kept[r%productsKept].Load(); p != nil && p.Ref == r {
			out[i] = *p
			out[i].Attributes = slices.Clone(p.Attributes) // products are edited in place
		} else {
			missing, at = append(missing, r), append(at, i)
		}
	}
	read, err := s.readProducts(ctx, missing)
	if err != nil {
		return nil, err
	}
	for k, p := range read {
		out[at[k]] = p
		p.Attributes = slices.Clone(p.Attributes)
		s.kept[p.Ref%productsKept].Store(&p)
	}
	return out, nil
}

// readProducts reads products of the file.
func (s *Store) readProducts(ctx context.Context, refs []catalog.Ref) ([]catalog.Product, error) {
	if len(refs) == 0 {
		return nil, nil
	}
	in := strings.Repeat(",?", len(refs))[1:]
	args := make([]any, len(refs))
	at := make(map[catalog.Ref]int, len(refs))
	for i, r := range refs {
		args[i], at[r] = r, i
	}
	out := make([]catalog.Product, len(refs))
	rows, err := s.db.QueryContext(ctx, `SELECT `+productColumns+` FROM product WHERE ref IN (`+in+`)`, args...)
	if err != nil {
		return nil, fmt.Errorf("reading products: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		p, err := s.scan(rows)
		if err != nil {
			return nil, err
		}
		out[at[p.Ref]] = p
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("reading products: %w", err)
	}
	for _, r := range refs {
		if out[at[r]].Ref == 0 {
			return nil, fmt.Errorf("product %d: %w", r, ErrNotFound)
		}
	}
	if err := s.attributes(ctx, out, at, in, args); err != nil {
		return nil, err
	}
	if err := s.variants(ctx, out, at, in, args); err != nil {
		return nil, err
	}
	for i, r := range refs {
		out[i] = out[at[r]] // a ref asked for twice was read once
	}
	return out, nil
}

// Titles returns the titles of products, in the order of refs; "" for one that does
// not exist.
func (s *Store) Titles(ctx context.Context, refs []catalog.Ref) ([]string, error) {
	list, err := json.Marshal(refs)
	if err != nil {
		return nil, fmt.Errorf("reading titles: %w", err)
	}
	rows, err := s.db.QueryContext(ctx, `SELECT ref, title FROM product WHERE ref IN (SELECT value FROM json_each(?))`, string(list))
	if err != nil {
		return nil, fmt.Errorf("reading titles: %w", err)
	}
	found := make(map[catalog.Ref]string, len(refs))
	if err := each(rows, func() error {
		var ref catalog.Ref
		var title string
		err := rows.Scan(&ref, &title)
		found[ref] = title
		return err
	}); err != nil {
		return nil, fmt.Errorf("reading titles: %w", err)
	}
	out := make([]string, len(refs))
	for i, r := range refs {
		out[i] = found[r]
		if p := s.added(r); p != nil {
			out[i] = p.Title
		}
	}
	if s.beyond == nil {
		return out, nil
	}
	_, far, _, at := s.further(refs)
	products, err := s.beyond.read(ctx, far)
	for k, p := range products {
		out[at[k]] = p.Title
	}
	return out, err
}

func (s *Store) scan(row interface{ Scan(...any) error }) (catalog.Product, error) {
	var p catalog.Product
	var category int
	var price sql.NullInt64
	if err := row.Scan(&p.Ref, &p.ID, &category, &p.Title, &p.Description, &p.Brand, &price, &p.Price.Currency,
		&p.Rating, &p.Ratings, &p.Stock, &p.Image, &p.Link); err != nil {
		return p, fmt.Errorf("reading a product: %w", err)
	}
	p.Price.Minor = price.Int64
	p.Category = s.categories[category-1].Path
	return p, nil
}

// attributes fills in the attributes of the products at their places.
func (s *Store) attributes(ctx context.Context, out []catalog.Product, at map[catalog.Ref]int, in string, args []any) error {
	rows, err := s.db.QueryContext(ctx, `SELECT t.product, a.key, v.text, v.number FROM attribute t
		JOIN value v ON v.id = t.value JOIN aspect a ON a.id = v.aspect
		WHERE t.product IN (`+in+`) ORDER BY t.product, a.key, v.number, v.text`, args...)
	if err != nil {
		return fmt.Errorf("reading attributes: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var ref catalog.Ref
		var key string
		var v catalog.Value
		if err := rows.Scan(&ref, &key, &v.Text, &v.Number); err != nil {
			return fmt.Errorf("reading attributes: %w", err)
		}
		p := &out[at[ref]]
		if n := len(p.Attributes); n == 0 || p.Attributes[n-1].Key != key {
			p.Attributes = append(p.Attributes, catalog.Attribute{Key: key})
		}
		a := &p.Attributes[len(p.Attributes)-1]
		a.Values = append(a.Values, v)
	}
	return rows.Err()
}

// Refs returns the refs of products by their feed ids, and by those of their variants;
// ids that the catalogue does not have are left out.
func (s *Store) Refs(ctx context.Context, ids []string) (map[string]catalog.Ref, error) {
	out, err := s.fileRefs(ctx, ids)
	if err == nil && s.beyond != nil {
		err = s.beyond.find(ctx, ids, out)
	}
	return out, err
}

// fileRefs are those of the file, as it was patched.
func (s *Store) fileRefs(ctx context.Context, ids []string) (map[string]catalog.Ref, error) {
	out := make(map[string]catalog.Ref, len(ids))
	for len(ids) > 0 {
		n := min(len(ids), 500) // well below SQLite's limit on parameters
		args := make([]any, n)
		for i, id := range ids[:n] {
			args[i] = id
		}
		in := strings.Repeat(",?", n)[1:]
		rows, err := s.db.QueryContext(ctx, `SELECT id, product FROM variant WHERE id IN (`+in+`) UNION ALL SELECT id, ref FROM product WHERE id IN (`+in+`)`,
			append(args, args...)...)
		if err != nil {
			return nil, fmt.Errorf("looking up product ids: %w", err)
		}
		for rows.Next() {
			var id string
			var ref catalog.Ref
			if err := rows.Scan(&id, &ref); err != nil {
				return nil, errors.Join(fmt.Errorf("looking up product ids: %w", err), rows.Close())
			}
			out[id] = ref
		}
		if s.over != nil {
			for _, id := range ids[:n] {
				if ref, ok := s.over.IDs.Get(id); ok && ref == 0 {
					delete(out, id)
				} else if ok {
					out[id] = ref
				}
			}
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			return nil, fmt.Errorf("looking up product ids: %w", err)
		}
		ids = ids[n:]
	}
	return out, nil
}

// Product returns one product by its feed id, or, by the id of a variant, the product
// as that variant, see [catalog.Product.As]; or [ErrNotFound].
func (s *Store) Product(ctx context.Context, id string) (catalog.Product, error) {
	refs, err := s.Refs(ctx, []string{id})
	if err != nil {
		return catalog.Product{}, err
	}
	ref, ok := refs[id]
	if !ok {
		return catalog.Product{}, fmt.Errorf("product %q: %w", id, ErrNotFound)
	}
	p, err := s.Products(ctx, []catalog.Ref{ref})
	if err != nil {
		return catalog.Product{}, err
	}
	if v, ok := p[0].As(id); ok {
		return v, nil
	}
	return p[0], nil
}
