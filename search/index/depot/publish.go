package depot

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"golang.org/x/mod/sumdb/note"

	"shopclerk/search/index"
)

// ErrLater reports that a later generation than the one to be published was published.
var ErrLater = errors.New("a later import was published")

// Report tells what publishing came to.
type Report struct {
	*Manifest
	Moved   int64 // bytes that were not there yet
	Removed int   // files and manifests that are needed no more
}

// Publish puts the import of a data directory into a store as its newest generation, and
// removes all but so many, at least one. Until the last step the store's newest is the one
// that it was; one that is killed leaves files to the next. Publishing what is the newest
// already mends what is missing. It returns [ErrLater] for an import that began before the
// newest one, and [ErrBusy] while another publishes.
func Publish(ctx context.Context, s Store, key note.Signer, dir string, keep int, progress index.Progress) (report Report, err error) {
	progress("Checking", 0, 0)
	of, files, err := index.OpenFiles(ctx, dir)
	if err != nil {
		return report, err
	}
	defer func() {
		for _, f := range files {
			err = errors.Join(err, f.Close())
		}
	}()
	m := &Manifest{Format: format, Generation: of.Generation(), Import: of}
	report.Manifest = m
	for _, path := range slices.Sorted(maps.Keys(files)) {
		progress("Hashing", len(m.Files), len(files))
		sum := sha256.New()
		size, err := io.Copy(sum, while(ctx, files[path]))
		if err != nil {
			return report, fmt.Errorf("reading %s: %w", path, err)
		}
		m.Files = append(m.Files, File{Path: path, Size: size, SHA256: hex.EncodeToString(sum.Sum(nil))})
	}
	signed, err := m.sign(key)
	if err == nil && len(signed) > mostManifest {
		err = fmt.Errorf("it has %d bytes, and may have %d", len(signed), mostManifest)
	}
	if err != nil {
		return report, fmt.Errorf("signing the manifest: %w", err)
	}
	progress("Waiting", 0, 0)
	ctx, release, err := s.Claim(ctx)
	if err != nil {
		return report, err
	}
	defer func() { err = errors.Join(err, release()) }()
	before, err := newest(ctx, s)
	if err != nil && !errors.Is(err, ErrNone) {
		return report, err
	}
	if before > m.name() {
		return report, fmt.Errorf("%w: %s", ErrLater, before)
	}
	if report.Moved, err = m.upload(ctx, s, files, progress); err != nil {
		return report, err
	}
	progress("Signing", 0, 0)
	if err := put(ctx, s, m.name(), signed); err != nil {
		return report, err
	}
	// a claim that was lost may have cost a file
	if missing, err := m.missing(ctx, s); err != nil || len(missing) > 0 {
		return report, errors.Join(err, fmt.Errorf("%d files were removed meanwhile: publish once more", len(missing)))
	}
	progress("Publishing", 0, 0)
	if err := put(ctx, s, newestName, []byte(m.name()+"\n")); err != nil {
		return report, err
	}
	progress("Removing", 0, 0)
	report.Removed, err = tidy(ctx, s, max(1, keep))
	return report, err
}

func put(ctx context.Context, s Store, name string, content []byte) error {
	if err := s.Put(ctx, name, bytes.NewReader(content), int64(len(content))); err != nil {
		return fmt.Errorf("storing %s: %w", name, err)
	}
	return nil
}

// missing lists the files that a store does not have, each content once.
func (m *Manifest) missing(ctx context.Context, s Store) ([]File, error) {
	stored, err := s.List(ctx, contents)
	if err != nil {
		return nil, fmt.Errorf("listing what is stored: %w", err)
	}
	there := map[string]int64{}
	for _, e := range stored {
		there[e.Name] = e.Size
	}
	var out []File
	for _, f := range m.Files {
		if size, ok := there[contents+f.SHA256]; !ok || size != f.Size {
			there[contents+f.SHA256] = f.Size
			out = append(out, f)
		}
	}
	return out, nil
}

// upload stores the files that are not there, and returns how many bytes that took.
func (m *Manifest) upload(ctx context.Context, s Store, files map[string]*os.File, progress index.Progress) (moved int64, err error) {
	missing, err := m.missing(ctx, s)
	if err != nil {
		return 0, err
	}
	for i, f := range missing {
		progress("Uploading", i, len(missing))
		if err := s.Put(ctx, contents+f.SHA256, io.NewSectionReader(files[f.Path], 0, f.Size), f.Size); err != nil {
			return moved, fmt.Errorf("storing %s: %w", f.Path, err)
		}
		moved += f.Size
	}
	return moved, nil
}

// tidy removes all but the newest manifests, and the files that none of these names. Whoever
// calls has claimed the store: nobody is about to need any.
func tidy(ctx context.Context, s Store, keep int) (removed int, err error) {
	manifests, err := s.List(ctx, generations)
	if err != nil {
		return 0, fmt.Errorf("listing generations: %w", err)
	}
	slices.SortFunc(manifests, func(a, b Entry) int { return strings.Compare(b.Name, a.Name) })
	current, err := newest(ctx, s)
	if err != nil {
		return 0, err
	}
	needed, kept := map[string]bool{newestName: true}, 0
	var old []string
	for _, e := range manifests {
		// one that is above the newest, or not whole, was left by a publisher that was killed
		if e.Name > current || strings.HasSuffix(e.Name, partial) || kept == keep {
			old = append(old, e.Name)
			continue
		}
		kept++
		text, err := read(ctx, s, e.Name, mostManifest)
		if err != nil {
			return 0, err
		}
		var m Manifest
		body, _, _ := strings.Cut(string(text), "\n\n") // whoever signed it: its files stay
		if err := json.Unmarshal([]byte(body), &m); err != nil {
			return 0, fmt.Errorf("%s is no manifest, so that nothing is removed: %w", e.Name, err)
		}
		for _, f := range m.Files {
			needed[contents+f.SHA256] = true
		}
	}
	stored, err := s.List(ctx, contents)
	pointers, listErr := s.List(ctx, newestName)
	if err = errors.Join(err, listErr); err != nil {
		return 0, fmt.Errorf("listing what is stored: %w", err)
	}
	for _, e := range append(stored, pointers...) {
		if !needed[e.Name] {
			old = append(old, e.Name)
		}
	}
	for _, name := range old {
		if err := s.Remove(ctx, name); err != nil {
			return removed, fmt.Errorf("removing %s: %w", name, err)
		}
		removed++
	}
	return removed, nil
}
