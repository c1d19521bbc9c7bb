package lexical

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// ErrStale says that an index directory is missing, unfinished, damaged, or
// made from another catalogue or by another version of this package. The
// remedy is always the same: build it again.
var ErrStale = errors.New("lexical index is stale")

// formatVersion changes whenever the same product would be indexed otherwise:
// other terms, fields, statistics or words.
const formatVersion = 3

// oldWordsName is the file that held the words in format 2. They are in the manifest
// since, because a program of format 1 that is rolled back to takes a file it does not
// know for somebody else's and does not build its index anew.
const oldWordsName = "words.txt"

// manifestName is the file that is written last, so that its presence says
// that the index is complete.
const manifestName = "lexical.json"

// manifest tells what an index directory holds.
type manifest struct {
	Format  int             `json:"format"`
	Version string          `json:"version"` // of the catalogue
	Groups  []groupManifest `json:"groups"`
	Files   []fileSum       `json:"files"` // by path
	Words   string          `json:"words"` // of the catalogue: see packWords
}

// groupManifest tells what one group holds.
type groupManifest struct {
	Name       string   `json:"name"`
	Categories []string `json:"categories"`
	Docs       int      `json:"docs"`
	Lengths    []int64  `json:"lengths"` // total terms, per entry of fields
}

// fileSum is a file's size and checksum. The files never change once written,
// because an index is opened for reading only.
type fileSum struct {
	Path string `json:"path"` // relative to the index directory, "/" between
	Size int64  `json:"size"`
	CRC  uint32 `json:"crc32c"`
}

// castagnoli is the polynomial that processors have an instruction for.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// writeManifest completes the index in dir. It writes beside and renames, so
// that a half-written manifest is never seen.
func writeManifest(dir string, m manifest) error {
	var err error
	if m.Files, err = sumFiles(dir); err != nil {
		return fmt.Errorf("summing index files: %w", err)
	}
	data, err := json.MarshalIndent(m, "", "\t")
	if err != nil {
		return fmt.Errorf("encoding manifest: %w", err)
	}
	temp := filepath.Join(dir, manifestName+".tmp")
	f, err := os.Create(temp)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("writing manifest: %w", err)
	}
	return os.Rename(temp, filepath.Join(dir, manifestName))
}

// readManifest reads and checks the manifest of the index in dir, and that
// every file is as it was written.
func readManifest(dir, version string) (manifest, error) {
	data, err := os.ReadFile(filepath.Join(dir, manifestName))
	if err != nil {
		return manifest{}, err
	}
	var m manifest
	if err := json.Unmarshal(data, &m); err != nil {
		return manifest{}, fmt.Errorf("decoding manifest: %w", err)
	}
	if m.Format != formatVersion {
		return manifest{}, fmt.Errorf("format %d, want %d", m.Format, formatVersion)
	}
	if m.Version != version {
		return manifest{}, fmt.Errorf("built from catalogue %q, want %q", m.Version, version)
	}
	for _, g := range m.Groups {
		if len(g.Lengths) != len(fields) || !groupName(g.Name) {
			return manifest{}, fmt.Errorf("group %q is malformed", g.Name)
		}
	}
	files, err := sumFiles(dir)
	if err != nil {
		return manifest{}, fmt.Errorf("summing index files: %w", err)
	}
	if !slices.Equal(files, m.Files) {
		return manifest{}, errors.New("index files differ from those that were written")
	}
	return m, nil
}

// groupName reports whether the name is one that can be a directory of ours.
func groupName(name string) bool {
	return name != "" && strings.IndexFunc(name, func(r rune) bool {
		return r != '-' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	}) < 0
}

// sumFiles sums every file below dir except the manifest itself, in order of
// path.
func sumFiles(dir string) ([]fileSum, error) {
	sums := []fileSum{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if rel == manifestName || rel == manifestName+".tmp" {
			return nil
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		h := crc32.New(castagnoli)
		n, err := io.Copy(h, f)
		if err != nil {
			return err
		}
		sums = append(sums, fileSum{Path: rel, Size: n, CRC: h.Sum32()})
		return nil
	})
	slices.SortFunc(sums, func(a, b fileSum) int { return strings.Compare(a.Path, b.Path) })
	return sums, err
}
