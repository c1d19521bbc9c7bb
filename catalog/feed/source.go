package feed

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"shopclerk/catalog"
)

// source is one file to read.
type source struct {
	path   string
	size   int64
	folder string // that was given and has it; "" for a file that was given itself
}

// open opens the file. One of a folder is never outside of it, wherever links lead.
func (s source) open() (*os.File, error) {
	if s.folder == "" {
		return os.Open(s.path)
	}
	name, err := filepath.Rel(s.folder, s.path)
	if err != nil {
		return nil, err
	}
	return os.OpenInRoot(s.folder, name)
}

// sources lists the feed files under the paths: a file stands for itself, a
// folder for the feed files in it, in name order, as far as the mapping reads
// them. The second result names the files left out. A path that does not exist
// is an error, for the caller misspelt it.
func sources(paths []string, m Mapping) (list []source, left []string, err error) {
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, nil, fmt.Errorf("finding feed files: %w", err)
		}
		if !info.IsDir() {
			if !info.Mode().IsRegular() {
				return nil, nil, fmt.Errorf("finding feed files: %s is a pipe, a socket or a device. A feed is read several times: save it as a file first", path)
			}
			if m.skips(filepath.Base(path)) {
				left = append(left, path)
				continue
			}
			list = append(list, source{path, info.Size(), ""})
			continue
		}
		folder, err := os.OpenRoot(path)
		if err != nil {
			return nil, nil, fmt.Errorf("finding feed files: %w", err)
		}
		defer folder.Close()
		err = fs.WalkDir(folder.FS(), ".", func(name string, d fs.DirEntry, err error) error {
			p := filepath.Join(path, name)
			switch {
			case err != nil:
				return err
			case isHiddenFile(d.Name()) && name != "." && d.IsDir():
				return filepath.SkipDir
			case d.IsDir() || isHiddenFile(d.Name()):
				return nil
			}
			info, err := folder.Stat(name) // follows links that stay in the folder, as the reading will
			if err != nil || !info.Mode().IsRegular() || !isFeedName(d.Name()) || !m.readsFile(d.Name()) {
				left = append(left, p)
				return nil
			}
			list = append(list, source{p, info.Size(), path})
			return nil
		})
		if err != nil {
			return nil, nil, fmt.Errorf("finding feed files: %w", err)
		}
	}
	if len(list) == 0 {
		err := fmt.Errorf("%w: no feed file (%s) in %s", ErrNoProducts, strings.Join(feedExtensions, ", "), strings.Join(paths, ", "))
		if len(left) > 0 {
			err = fmt.Errorf("%w, but %q, and perhaps others, which are none or lead out of the folder", err, left[0])
		}
		return nil, left, err
	}
	return list, left, nil
}

func isHiddenFile(base string) bool {
	return strings.HasPrefix(base, ".") || base == "__MACOSX"
}

// The extensions of feed files, and of the containers they come in. They decide
// only which files of a folder or archive are read; the format is told by the
// content where the extension leaves it open.
var (
	feedExtensions      = []string{".json", ".jsonl", ".ndjson", ".csv", ".tsv", ".txt", ".xml", ".rss", ".atom", ".jsonld", ".parquet"}
	containerExtensions = []string{".zip", ".gz"}
)

func isFeedName(base string) bool {
	ext := strings.ToLower(filepath.Ext(base))
	if ext == ".gz" {
		return isFeedName(strings.TrimSuffix(base, filepath.Ext(base))) || !strings.Contains(strings.TrimSuffix(base, filepath.Ext(base)), ".")
	}
	return ext == ".zip" || slices.Contains(feedExtensions, ext)
}

// containerBase is the base name without the container's extension.
func containerBase(base string) string {
	ext := filepath.Ext(base)
	if slices.Contains(containerExtensions, strings.ToLower(ext)) {
		return strings.TrimSuffix(base, ext)
	}
	return base
}

// baseStem is the base name of a path without any of the extensions known here:
// "feeds/case-fan.jsonl.gz" → "case-fan".
func baseStem(path string) string {
	base := filepath.Base(path)
	for {
		ext := filepath.Ext(base)
		lower := strings.ToLower(ext)
		if ext == base || !slices.Contains(feedExtensions, lower) && !slices.Contains(containerExtensions, lower) {
			return base
		}
		base = strings.TrimSuffix(base, ext)
	}
}

// CategoryName turns the name of a file into the name of a category:
// "case-fan" → "Case fan".
func CategoryName(stem string) string {
	words := strings.FieldsFunc(stem, func(r rune) bool { return strings.ContainsRune("-_ .", r) })
	return catalog.Capital(strings.Join(words, " "))
}
