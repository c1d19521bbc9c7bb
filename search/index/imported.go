package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"shopclerk/catalog/sqlite"
	"shopclerk/search/lexical"
)

// Import names an import. Two imports of one feed are two, of one version.
type Import struct {
	Version string `json:"catalogue"` // of the catalogue: see [sqlite.Store.Version]
	// Began is when it began to read its feed, and Ended when it ended, microseconds since 1970.
	Began int64 `json:"began"`
	Ended int64 `json:"ended"`
}

// Generation is the name of the import, as [Shop.Generation] gives it.
func (i Import) Generation() string { return i.Version + "-" + strconv.FormatInt(i.Ended, 36) }

// Owns reports whether a path, "/" between, is one that the import's files may have in a
// data directory.
func (i Import) Owns(name string) bool {
	below, index := strings.CutPrefix(name, lexicalDir("", i.Version)+"/")
	return name == CatalogFile || name == vectorsPath("", i.Version) || index && filepath.IsLocal(below) && path.Clean(below) == below && !strings.Contains(below, "\\")
}

var (
	// ErrOlder reports an import that is no newer than the one that is there.
	ErrOlder = errors.New("the data directory has this import, or a later one")
	// errUntold reports an import that can not be told from a later one.
	errUntold = errors.New("an older program imported it, which did not keep when: import it once more")
)

// Imported tells which import a data directory has. It returns [sqlite.ErrNoCatalogue]
// where there is none that this program can read.
func Imported(ctx context.Context, dir string) (Import, error) {
	store, err := sqlite.Open(ctx, CatalogPath(dir))
	if err != nil {
		return Import{}, err
	}
	i, err := imported(ctx, store)
	return i, errors.Join(err, store.Close())
}

func imported(ctx context.Context, store *sqlite.Store) (Import, error) {
	began, err := Begun(ctx, store)
	return Import{Version: store.Version(), Began: began, Ended: store.Published().UnixMicro()}, err
}

// OpenFiles opens the files of an import, by their paths in the data directory, "/"
// between, once it has checked them against the sums that the import kept. They stay as
// they are, whatever is imported meanwhile; the caller closes them. Patches are not among
// them.
func OpenFiles(ctx context.Context, dir string) (of Import, files map[string]*os.File, err error) {
	unlock, err := importing(dir)
	if err != nil {
		return of, nil, err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	store, err := sqlite.Open(ctx, CatalogPath(dir))
	if err != nil {
		return of, nil, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	if of, err = imported(ctx, store); err == nil && of.Began == 0 {
		err = errUntold
	}
	if err == nil {
		err = store.Check(ctx)
	}
	if err != nil {
		return of, nil, err
	}
	x, err := lexical.Open(lexicalDir(dir, of.Version), of.Version)
	if err == nil {
		err = x.Close()
	}
	if err != nil {
		return of, nil, fmt.Errorf("checking the lexical index: %w", err)
	}
	files = map[string]*os.File{}
	for _, root := range []string{CatalogPath(dir), lexicalDir(dir, of.Version), vectorsPath(dir, of.Version)} {
		walkErr := filepath.WalkDir(root, func(at string, d fs.DirEntry, err error) error {
			if at == root && errors.Is(err, fs.ErrNotExist) { // no embedder made vectors
				return nil
			}
			if err != nil || d.IsDir() {
				return err
			}
			f, err := os.Open(at)
			if err != nil {
				return err
			}
			name, err := filepath.Rel(dir, at)
			files[filepath.ToSlash(name)] = f
			return err
		})
		err = errors.Join(err, walkErr)
	}
	if err != nil {
		for _, f := range files {
			err = errors.Join(err, f.Close())
		}
		return of, nil, fmt.Errorf("opening the import's files: %w", err)
	}
	return of, files, nil
}

// Install puts an import that was made elsewhere, whose files lie in the folder from of the
// data directory's file system, in the place of the one that is there, by one rename, as
// [Build] does at its end; from loses them. What was patched before that import began to
// read its feed is void then, and what was patched since holds on. It returns [ErrOlder]
// for an import that began no later than the one that is there, and [ErrBusy] while
// another is under way. One that is killed leaves the import before, or this one.
func Install(ctx context.Context, dir, from string, of Import) (err error) {
	unlock, err := importing(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	if here, err := Imported(ctx, dir); err == nil && here.Began >= of.Began {
		return fmt.Errorf("%w: of %s, not of %s", ErrOlder, time.UnixMicro(here.Began).UTC(), time.UnixMicro(of.Began).UTC())
	} else if err != nil && !errors.Is(err, sqlite.ErrNoCatalogue) {
		return err
	}
	came, err := Imported(ctx, from)
	if err != nil {
		return err
	}
	if came.Version != of.Version || came.Began != of.Began {
		return fmt.Errorf("the catalogue of %s is another: %s, begun %d", of.Generation(), came.Version, came.Began)
	}
	first, err := carryPatches(dir, of.Began)
	if err != nil {
		return err
	}
	index, vectors := lexicalDir(dir, of.Version), vectorsPath(dir, of.Version)
	if x, err := lexical.Open(index, of.Version); err == nil {
		err = x.Close() // of an import of the same feed: it may be in use
		if err != nil {
			return err
		}
	} else if err := errors.Join(os.RemoveAll(index), os.Rename(lexicalDir(from, of.Version), index)); err != nil {
		return fmt.Errorf("installing the lexical index: %w", err)
	}
	if err := os.Rename(vectorsPath(from, of.Version), vectors); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("installing the vectors: %w", err)
	}
	ended := time.UnixMicro(of.Ended)
	if err := os.Chtimes(CatalogPath(from), ended, ended); err != nil {
		return fmt.Errorf("installing the catalogue: %w", err)
	}
	if err := errors.Join(Sync(dir), os.Rename(CatalogPath(from), CatalogPath(dir)), Sync(dir)); err != nil {
		return fmt.Errorf("installing the catalogue: %w", err)
	}
	_ = sweepPatches(dir, first)
	_ = sweep(dir, index, vectors) // what stays harms nobody, and the next tries again
	return nil
}

// carryPatches begins another file of patches with those that an import which was made
// elsewhere does not contain, and returns its number: its first line names the import,
// whose own number of the first file is that of another data directory.
func carryPatches(dir string, began int64) (first int, err error) {
	unlock, err := holdPatches(dir)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	files, _, err := patchFiles(dir)
	if err != nil {
		return 0, err
	}
	var held []Logged
	at := Position{}
	for {
		list, next, err := ReadPatches(dir, at)
		if err != nil {
			return 0, err
		}
		if at = next; len(list) == 0 {
			break
		}
		for _, l := range list {
			if l.At >= began {
				held = append(held, l)
			}
		}
	}
	next := patchLog{n: 1}
	if len(files) > 0 {
		next.n = files[len(files)-1].n + 1
	}
	if err := writePatches(next.path(dir), Logged{Sequence: at.Sequence, Began: began}, Compacted(held)); err != nil {
		return 0, fmt.Errorf("keeping what was patched: %w", err)
	}
	return next.n, Sync(dir)
}

// carried returns the file of patches that begins with those of an import, 0 where the
// import's own number tells.
func carried(dir string, began int64) (int, error) {
	files, _, err := patchFiles(dir)
	for _, l := range files {
		// what can not be read is for whoever follows it to tell
		if head, err := firstLine(l.path(dir)); err == nil && head.Began != 0 && head.Began == began {
			return l.n, nil
		}
	}
	return 0, err
}
