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

// Store reads a catalogue. It is safe for concurrent use.
type Store struct {
	db         *sql.DB
	file       os.FileInfo // of the file that db reads
	version    string
	categories []catalog.Category // by id, from 1
	extents    []extent           // by id, from 1
	byPath     map[string]int
	origins    Origins                                     // of pictures, in the file
	prices     *prices                                     // nil: all are as they were imported
	beyond     *beyond                                     // nil: the file has all products
	faces      *atomic.Pointer[map[string]catalog.Product] // see [Store.Faces]
}

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
	for {
		db, file, err := openPool(ctx, path)
		if errors.Is(err, errReplaced) && ctx.Err() == nil {
			continue // by an import that ended just now: its catalogue is the one to open
		}
		if err != nil {
			if ctx.Err() == nil {
				err = fmt.Errorf("%w that this program can read: %w", ErrNoCatalogue, err)
			}
			return nil, fmt.Errorf("opening %s: %w", path, err)
		}
		s := &Store{db: db, file: file, byPath: map[string]int{}, faces: new(atomic.Pointer[map[string]catalog.Product])}
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
	err = s.query(ctx, "reading categories", `SELECT path, name, first, size FROM category ORDER BY id`, nil, func(rows *sql.Rows) error {
		var c catalog.Category
		var e extent
		err := rows.Scan(&c.Path, &c.Name, &e.first, &e.size)
		c.Size = int(e.size)
		s.byPath[c.Path] = len(s.categories)
		s.categories = append(s.categories, c)
		s.extents = append(s.extents, e)
		return err
	})
	if err != nil {
		return err
	}
	if err := s.decodeMeta(ctx, metaOrigins, &s.origins); err != nil {
		return fmt.Errorf("reading where pictures come from: %w", err)
	}
	return s.loadAspects(ctx)
}

func (s *Store) loadAspects(ctx context.Context) error {
	const columns = `category, key, label, kind, unit, coverage, distinct_values, entropy, askable, why, answerable`
	return s.query(ctx, "reading aspects", `SELECT `+columns+` FROM aspect ORDER BY id`, nil, func(rows *sql.Rows) error {
		var id int
		var a catalog.Aspect
		if err := rows.Scan(&id, &a.Key, &a.Label, &a.Kind, &a.Unit, &a.Coverage, &a.Distinct, &a.Entropy, &a.Askable, &a.Why, &a.Answerable); err != nil {
			return err
		}
		if id < 1 || id > len(s.categories) {
			return fmt.Errorf("%q belongs to no category", a.Key)
		}
		c := &s.categories[id-1]
		a.In = []string{c.Path}
		c.Aspects = append(c.Aspects, a)
		return nil
	})
}

// query calls f with every row that a statement finds. Its error says what was being read.
func (s *Store) query(ctx context.Context, reading, text string, args []any, f func(*sql.Rows) error) error {
	rows, err := s.db.QueryContext(ctx, text, args...)
	if err == nil {
		err = each(rows, func() error { return f(rows) })
	}
	if err != nil {
		return fmt.Errorf("%s: %w", reading, err)
	}
	return nil
}

// listed is a list as a parameter: its values are SELECT value FROM json_each(?), as many as
// there are.
func listed[T catalog.Ref | string](list []T) any {
	text, _ := json.Marshal(list) // cannot fail: numbers or texts
	return string(text)
}

// Close releases the file.
func (s *Store) Close() error { return s.db.Close() }

// Version names this catalogue: equal catalogues have equal versions, others differ.
func (s *Store) Version() string {
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

// decodeMeta reads a named blob of JSON.
func (s *Store) decodeMeta(ctx context.Context, key string, into any) error {
	blob, err := s.Meta(ctx, key)
	if err != nil {
		return err
	}
	return json.Unmarshal(blob, into)
}

// Products returns products with their attributes, in the order of refs. Refs
// that do not exist are [ErrNotFound].
func (s *Store) Products(ctx context.Context, refs []catalog.Ref) ([]catalog.Product, error) {
	if s.beyond != nil {
		return s.everywhere(ctx, refs)
	}
	out, err := s.products(ctx, refs)
	for i := range out {
		s.reprice(&out[i])
	}
	return out, err
}

// products reads products of the file.
func (s *Store) products(ctx context.Context, refs []catalog.Ref) ([]catalog.Product, error) {
	if len(refs) == 0 {
		return nil, nil
	}
	found := make(map[catalog.Ref]*catalog.Product, len(refs))
	of := []any{listed(refs)}
	err := s.query(ctx, "reading products", `SELECT ref, id, category, title, description, brand, price, currency, rating, ratings, stock, image, link
		FROM product WHERE ref IN (SELECT value FROM json_each(?))`, of, func(rows *sql.Rows) error {
		var p catalog.Product
		var category int
		var price sql.NullInt64
		if err := rows.Scan(&p.Ref, &p.ID, &category, &p.Title, &p.Description, &p.Brand, &price, &p.Price.Currency,
			&p.Rating, &p.Ratings, &p.Stock, &p.Image, &p.Link); err != nil {
			return err
		}
		p.Price.Minor = price.Int64
		p.Category = s.categories[category-1].Path
		found[p.Ref] = &p
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, r := range refs {
		if found[r] == nil {
			return nil, fmt.Errorf("product %d: %w", r, ErrNotFound)
		}
	}
	if err := s.attributes(ctx, found, of); err != nil {
		return nil, err
	}
	if err := s.variants(ctx, found, of); err != nil {
		return nil, err
	}
	out := make([]catalog.Product, len(refs))
	for i, r := range refs {
		out[i] = *found[r]
	}
	return out, nil
}

// Titles returns the titles of products, in the order of refs; "" for one that does
// not exist.
func (s *Store) Titles(ctx context.Context, refs []catalog.Ref) ([]string, error) {
	found := make(map[catalog.Ref]string, len(refs))
	err := s.query(ctx, "reading titles", `SELECT ref, title FROM product WHERE ref IN (SELECT value FROM json_each(?))`, []any{listed(refs)}, func(rows *sql.Rows) error {
		var ref catalog.Ref
		var title string
		err := rows.Scan(&ref, &title)
		found[ref] = title
		return err
	})
	if err == nil && s.beyond != nil {
		var products map[catalog.Ref]*catalog.Product
		products, err = s.beyond.read(ctx, s.further(refs))
		for r, p := range products {
			found[r] = p.Title
		}
	}
	if err != nil {
		return nil, err
	}
	out := make([]string, len(refs))
	for i, r := range refs {
		out[i] = found[r]
	}
	return out, nil
}

// attributes fills in the attributes of products, by their refs.
func (s *Store) attributes(ctx context.Context, of map[catalog.Ref]*catalog.Product, refs []any) error {
	return s.query(ctx, "reading attributes", `SELECT t.product, a.key, v.text, v.number FROM attribute t
		JOIN value v ON v.id = t.value JOIN aspect a ON a.id = v.aspect
		WHERE t.product IN (SELECT value FROM json_each(?)) ORDER BY t.product, a.key, v.number, v.text`, refs, func(rows *sql.Rows) error {
		var ref catalog.Ref
		var key string
		var v catalog.Value
		if err := rows.Scan(&ref, &key, &v.Text, &v.Number); err != nil {
			return err
		}
		p := of[ref]
		if n := len(p.Attributes); n == 0 || p.Attributes[n-1].Key != key {
			p.Attributes = append(p.Attributes, catalog.Attribute{Key: key})
		}
		a := &p.Attributes[len(p.Attributes)-1]
		a.Values = append(a.Values, v)
		return nil
	})
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

// fileRefs are those of the file.
func (s *Store) fileRefs(ctx context.Context, ids []string) (map[string]catalog.Ref, error) {
	out := make(map[string]catalog.Ref, len(ids))
	err := s.query(ctx, "looking up product ids", `WITH asked AS (SELECT value FROM json_each(?))
		SELECT id, product FROM variant WHERE id IN asked UNION ALL SELECT id, ref FROM product WHERE id IN asked`, []any{listed(ids)}, func(rows *sql.Rows) error {
		var id string
		var ref catalog.Ref
		err := rows.Scan(&id, &ref)
		out[id] = ref
		return err
	})
	return out, err
}

const (
	// mostNamed is how many products a text names at most.
	mostNamed = 100
	// mostAlike is how many products one word names at most: what more have is a kind, not a name.
	mostAlike = 20
)

// Named returns the ids of the products that a text names by itself, in the order of their
// refs, the first 100: by id, title or model number, see [catalog.Names]; nil where it names
// none, or is a single word of more than 20.
func (s *Store) Named(ctx context.Context, text string) ([]string, error) {
	key := catalog.NameKey(text)
	if key == "" {
		return nil, nil
	}
	var ids []string
	err := s.query(ctx, "looking up a name", `SELECT p.id FROM name n JOIN product p ON p.ref = n.product
		WHERE n.key = ? ORDER BY p.ref LIMIT ?`, []any{key, mostNamed}, func(rows *sql.Rows) error {
		var id string
		err := rows.Scan(&id)
		ids = append(ids, id)
		return err
	})
	if len(ids) > mostAlike && len(strings.Fields(text)) == 1 {
		return nil, err
	}
	return ids, err
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
