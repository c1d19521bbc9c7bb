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
	path string
	size int64
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
			if m.skips(filepath.Base(path)) {
				left = append(left, path)
				continue
			}
			list = append(list, source{path, info.Size()})
			continue
		}
		err = filepath.WalkDir(path, func(p string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case isHiddenFile(d.Name()) && p != path && d.IsDir():
				return filepath.SkipDir
			case d.IsDir() || isHiddenFile(d.Name()):
				return nil
			}
			info, err := os.Stat(p) // follows links, as the reading will
			if err != nil || !info.Mode().IsRegular() || !isFeedName(d.Name()) || !m.readsFile(d.Name()) {
				left = append(left, p)
				return nil
			}
			list = append(list, source{p, info.Size()})
			return nil
		})
		if err != nil {
			return nil, nil, fmt.Errorf("finding feed files: %w", err)
		}
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
	feedExtensions      = []string{".json", ".jsonl", ".ndjson", ".csv", ".tsv", ".txt", ".xml", ".rss", ".atom", ".jsonld"}
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
