package sqlite

import (
	"context"
	"database/sql"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"shopclerk/catalog"
)

//go:embed schema.sql
var schema string

// schemaVersion changes whenever schema.sql does: a file of another version is
// imported anew, because everything in it can be rebuilt from the feed.
const schemaVersion = "5"

// batch is how many products one transaction holds: large enough that commits
// cost nothing, small enough that the page cache holds it.
const batch = 20_000

// Writer builds a catalogue file beside the one being served. Nothing of it is
// seen by readers before [Writer.Publish]; [Writer.Abandon] leaves no trace.
// It is for one goroutine.
type Writer struct {
	path, temp string
	db         *sql.DB
	tx         *sql.Tx
	pending    int

	statements map[string]*sql.Stmt // of the transaction: see [inserts]

	categories map[string]*openCategory
	values     map[valueKey]int64
	nextRef    catalog.Ref
	nextAspect int64
	nextValue  int64
	origins    Origins // of pictures
}

type openCategory struct {
	id      int64
	next    catalog.Ref
	last    catalog.Ref
	aspects map[string]openAspect
}

type openAspect struct {
	id      int64
	numeric bool
}

type valueKey struct {
	aspect int64
	text   string
	number float64
}

// Create starts a new catalogue file that will replace path.
func Create(ctx context.Context, path string) (*Writer, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, fmt.Errorf("making the catalogue's folder: %w", err)
	}
	temp := path + ".new"
	if err := remove(temp); err != nil {
		return nil, fmt.Errorf("clearing an unfinished import: %w", err)
	}
	// Durability is bought once, by the sync before the rename.
	db, err := sql.Open("sqlite3", uri(temp)+"?_journal_mode=OFF&_synchronous=OFF&_locking_mode=EXCLUSIVE&_cache_size=-65536")
	if err != nil {
		return nil, fmt.Errorf("creating %s: %w", temp, err)
	}
	db.SetMaxOpenConns(1)
	w := &Writer{path: path, temp: temp, db: db, categories: map[string]*openCategory{}, values: map[valueKey]int64{}, nextRef: 1}
	if _, err := db.ExecContext(ctx, schema); err != nil {
		return nil, errors.Join(fmt.Errorf("creating the schema in %s: %w", temp, err), w.Abandon())
	}
	if err := w.SetMeta(ctx, "schema", []byte(schemaVersion)); err != nil {
		return nil, errors.Join(err, w.Abandon())
	}
	return w, nil
}

func remove(path string) error {
	for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
		if err := os.Remove(path + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// inserts are the statements that store a row of each table.
var inserts = map[string]string{
	"product":   `INSERT INTO product VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)`,
	"name":      `INSERT OR IGNORE INTO name VALUES (?,?)`,
	"variant":   `INSERT INTO variant VALUES (?,?,?,?,?,?,?,?,?)`,
	"attribute": `INSERT OR IGNORE INTO attribute VALUES (?,?)`,
	"value":     `INSERT INTO value VALUES (?,?,?,?,?)`,
	"vector":    `INSERT INTO vector VALUES (?,?)`,
	"category":  `INSERT INTO category VALUES (?,?,?,?,?)`,
	"aspect":    `INSERT INTO aspect VALUES (?,?,?,?,?,?,?,?,?,?,?,?)`,
	"meta":      `INSERT OR REPLACE INTO meta VALUES (?,?)`,
}

// statement is one of [inserts], in the transaction at hand or in one that it begins.
func (w *Writer) statement(ctx context.Context, name string) (*sql.Stmt, error) {
	if w.tx == nil {
		tx, err := w.db.BeginTx(ctx, nil)
		if err != nil {
			return nil, fmt.Errorf("beginning a transaction: %w", err)
		}
		w.tx, w.statements = tx, map[string]*sql.Stmt{}
	}
	if w.statements[name] == nil {
		stmt, err := w.tx.PrepareContext(ctx, inserts[name])
		if err != nil {
			return nil, fmt.Errorf("preparing %q: %w", inserts[name], err)
		}
		w.statements[name] = stmt
	}
	return w.statements[name], nil
}

func (w *Writer) commit(ctx context.Context) error {
	if w.tx == nil {
		return nil
	}
	err := w.tx.Commit()
	w.tx, w.pending = nil, 0
	if err != nil {
		return fmt.Errorf("committing: %w", err)
	}
	return nil
}

// step counts one row and commits a full batch.
func (w *Writer) step(ctx context.Context) error {
	if w.pending++; w.pending < batch {
		return nil
	}
	return w.commit(ctx)
}

// insert stores a row.
func (w *Writer) insert(ctx context.Context, table string, row ...any) error {
	stmt, err := w.statement(ctx, table)
	if err == nil {
		_, err = stmt.ExecContext(ctx, row...)
	}
	return err
}

// AddCategory declares a category, its final size and its aspects. Categories get
// their refs in the order they are added; size products must follow.
func (w *Writer) AddCategory(ctx context.Context, c catalog.Category) error {
	o := &openCategory{id: int64(len(w.categories) + 1), next: w.nextRef, aspects: map[string]openAspect{}}
	w.nextRef += catalog.Ref(c.Size)
	o.last = w.nextRef
	w.categories[c.Path] = o
	if err := w.insert(ctx, "category", o.id, c.Path, c.Name, o.next, c.Size); err != nil {
		return fmt.Errorf("adding category %q: %w", c.Path, err)
	}
	for _, a := range c.Aspects {
		w.nextAspect++
		o.aspects[a.Key] = openAspect{id: w.nextAspect, numeric: a.Kind == catalog.Numeric}
		if err := w.insert(ctx, "aspect", w.nextAspect, o.id,
			a.Key, a.Label, a.Kind, a.Unit, a.Coverage, a.Distinct, a.Entropy, a.Askable, a.Why, a.Answerable); err != nil {
			return fmt.Errorf("adding aspect %q of %q: %w", a.Key, c.Path, err)
		}
	}
	return nil
}

// Add stores a product and returns its ref. Its category must have been added and
// have room; attributes of aspects that the category does not have are an error.
func (w *Writer) Add(ctx context.Context, p *catalog.Product) (catalog.Ref, error) {
	o, ok := w.categories[p.Category]
	if !ok {
		return 0, fmt.Errorf("adding product %q: category %q has not been added", p.ID, p.Category)
	}
	if o.next == o.last {
		return 0, fmt.Errorf("adding product %q: category %q is full", p.ID, p.Category)
	}
	ref := o.next
	o.next++
	price := sql.NullInt64{Int64: p.Price.Minor, Valid: p.Price.Known()}
	if err := w.insert(ctx, "product", ref, p.ID, o.id, p.Title, p.Description, p.Brand, price, p.Price.Currency,
		p.Rating, p.Ratings, p.Stock, p.Image, p.Link); err != nil {
		return 0, fmt.Errorf("adding product %q: %w", p.ID, err)
	}
	w.Picture(p)
	for _, name := range catalog.Names(p) {
		if err := w.insert(ctx, "name", name, ref); err != nil {
			return 0, fmt.Errorf("adding product %q: %w", p.ID, err)
		}
	}
	if err := w.variants(ctx, ref, p); err != nil {
		return 0, fmt.Errorf("adding product %q: %w", p.ID, err)
	}
	for _, a := range p.Attributes {
		aspect, ok := o.aspects[a.Key]
		if !ok {
			return 0, fmt.Errorf("adding product %q: category %q has no aspect %q", p.ID, p.Category, a.Key)
		}
		for _, v := range a.Values {
			id, err := w.valueID(ctx, aspect, v)
			if err != nil {
				return 0, fmt.Errorf("adding product %q: %w", p.ID, err)
			}
			if err := w.insert(ctx, "attribute", ref, id); err != nil {
				return 0, fmt.Errorf("adding product %q: %w", p.ID, err)
			}
		}
	}
	return ref, w.step(ctx)
}

// Picture notes where a product's pictures are, also of one that is not added.
func (w *Writer) Picture(p *catalog.Product) { w.origins = w.origins.of(p.Image, p.Variants) }

func (w *Writer) valueID(ctx context.Context, a openAspect, v catalog.Value) (int64, error) {
	k := valueKey{aspect: a.id, text: v.Text}
	if a.numeric {
		k = valueKey{aspect: a.id, number: v.Number}
	}
	if id, ok := w.values[k]; ok {
		return id, nil
	}
	w.nextValue++
	if err := w.insert(ctx, "value", w.nextValue, a.id, v.Text, catalog.FoldCase(v.Text), v.Number); err != nil {
		return 0, fmt.Errorf("adding value %q: %w", v.Text, err)
	}
	w.values[k] = w.nextValue
	return w.nextValue, nil
}

// AddVector stores a product's embedding, see [VectorRow].
func (w *Writer) AddVector(ctx context.Context, ref catalog.Ref, codes []int8) error {
	blob := make([]byte, len(codes))
	for i, c := range codes {
		blob[i] = byte(c)
	}
	if err := w.insert(ctx, "vector", ref, blob); err != nil {
		return fmt.Errorf("adding the vector of product %d: %w", ref, err)
	}
	return w.step(ctx)
}

// SetMeta stores a named blob: versions, models, settings.
func (w *Writer) SetMeta(ctx context.Context, key string, value []byte) error {
	if err := w.insert(ctx, "meta", key, value); err != nil {
		return fmt.Errorf("setting %s: %w", key, err)
	}
	return nil
}

// Publish finishes the file and puts it in the place of the old catalogue in one
// rename. Readers that hold the old file go on reading it.
func (w *Writer) Publish(ctx context.Context, version string) error {
	for path, c := range w.categories {
		if c.next != c.last {
			return fmt.Errorf("publishing: category %q lacks %d of its products", path, c.last-c.next)
		}
	}
	origins, err := json.Marshal(append(Origins{}, w.origins...))
	if err != nil {
		return fmt.Errorf("listing where pictures come from: %w", err)
	}
	if err := w.SetMeta(ctx, metaOrigins, origins); err != nil {
		return err
	}
	if err := w.SetMeta(ctx, "version", []byte(version)); err != nil {
		return err
	}
	if err := w.commit(ctx); err != nil {
		return err
	}
	for _, last := range []string{insertFaces, `ANALYZE`} {
		if _, err := w.db.ExecContext(ctx, last); err != nil {
			return fmt.Errorf("finishing %s: %w", w.temp, err)
		}
	}
	if err := w.db.Close(); err != nil {
		return fmt.Errorf("closing %s: %w", w.temp, err)
	}
	if err := syncPath(w.temp); err != nil {
		return err
	}
	if err := os.Rename(w.temp, w.path); err != nil {
		return fmt.Errorf("publishing the catalogue: %w", err)
	}
	return syncPath(filepath.Dir(w.path))
}

// Abandon removes the unfinished file; the catalogue being served is untouched.
func (w *Writer) Abandon() error {
	if w.tx != nil {
		_ = w.tx.Rollback() // the file goes anyway
		w.tx = nil
	}
	return errors.Join(w.db.Close(), remove(w.temp))
}

func syncPath(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("syncing %s: %w", path, err)
	}
	return errors.Join(f.Sync(), f.Close())
}
