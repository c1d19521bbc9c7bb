package feed

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"shopclerk/catalog"
)

// folder writes files, by name, into a new folder and returns its path.
func folder(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// zipped returns a zip archive of members, in the order given: name, text, ….
func zipped(t testing.TB, members ...string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(members); i += 2 {
		w, err := z.Create(members[i])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(members[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func gzipped(t testing.TB, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// result is what a reading yields, spelled for comparison.
type result struct {
	records  []catalog.Record
	places   []string
	problems []string
	sum      Summary
	err      error
}

// readAll reads a path; places and problems have the folder cut off.
func readAll(path string, m Mapping, opts Options) result {
	var r result
	dir := path
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		dir = filepath.Dir(path)
	}
	short := func(s string) string { return strings.ReplaceAll(s, dir+string(filepath.Separator), "") }
	opts.OnProblem = func(p Problem) { r.problems = append(r.problems, short(p.String())) }
	r.sum, r.err = Read(context.Background(), []string{path}, m, opts, func(rec catalog.Record, at Place) error {
		r.records = append(r.records, rec)
		r.places = append(r.places, short(at.String()))
		return nil
	})
	return r
}

// spell writes a record on one line, without what is empty.
func spell(r catalog.Record) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s|%s|%s", r.ID, r.Title, r.Category)
	if r.Brand != "" {
		fmt.Fprintf(&b, "|brand %s", r.Brand)
	}
	if r.Description != "" {
		fmt.Fprintf(&b, "|%q", r.Description)
	}
	if r.Price.Known() {
		fmt.Fprintf(&b, "|%d %s", r.Price.Minor, r.Price.Currency)
	}
	if r.Rating != 0 {
		fmt.Fprintf(&b, "|rated %g by %d", r.Rating, r.Ratings)
	}
	if r.Stock >= 0 {
		fmt.Fprintf(&b, "|stock %d", r.Stock)
	}
	if r.Image != "" || r.Link != "" {
		fmt.Fprintf(&b, "|%s|%s", r.Image, r.Link)
	}
	for _, a := range r.Attributes {
		fmt.Fprintf(&b, "|%s=%s", a.Key, spellRaw(a.Value))
	}
	return b.String()
}

// spellRaw tells numbers from texts: 5 and "5".
func spellRaw(v catalog.Raw) string {
	switch v.Kind {
	case catalog.RawText:
		return fmt.Sprintf("%q", v.Text)
	case catalog.RawList:
		var parts []string
		for _, w := range v.List {
			parts = append(parts, spellRaw(w))
		}
		return "[" + strings.Join(parts, " ") + "]"
	}
	return v.String()
}

func spellAll(records []catalog.Record) []string {
	var s []string
	for _, r := range records {
		s = append(s, spell(r))
	}
	return s
}

// titled is the smallest mapping.
var titled = Mapping{ID: Fields{"id"}, Title: Fields{"title"}}

// tolerant reads on whatever happens.
var tolerant = Options{MaxErrors: -1}
