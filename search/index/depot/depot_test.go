package depot_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
	"go.uber.org/goleak"
	"golang.org/x/mod/sumdb/note"

	"shopclerk/catalog"
	"shopclerk/search/index"
	"shopclerk/search/index/depot"
	"shopclerk/search/index/depot/s3"
	"shopclerk/search/index/hold"
)

// keys are those of a shop.
func keys(t *testing.T) (note.Signer, note.Verifier) {
	t.Helper()
	private, public, err := depot.NewKeys("lamps.example")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(file, []byte(private+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	signer, err := depot.Signer(file)
	if err != nil {
		t.Fatal(err)
	}
	verifier, err := depot.Verifier(public)
	if err != nil {
		t.Fatal(err)
	}
	return signer, verifier
}

// imports makes an import whose products bear a name.
func imports(t *testing.T, dir, name string) {
	t.Helper()
	var feed []catalog.Record
	for i := range 12 {
		feed = append(feed, catalog.Record{ID: fmt.Sprint("p", i), Title: fmt.Sprint(name, " lamp ", i), Category: "Lamps", Stock: -1})
	}
	if _, err := index.Build(t.Context(), dir, index.FromSeq(slices.Values(feed)), index.Options{}); err != nil {
		t.Fatal(err)
	}
}

// titled is a product's title in a data directory, "" where there is no catalogue.
func titled(t *testing.T, dir string) string {
	t.Helper()
	if _, err := os.Stat(index.CatalogPath(dir)); err != nil {
		return ""
	}
	shop, err := index.Open(t.Context(), dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer shop.Close()
	if len(shop.Notes) > 0 {
		t.Errorf("the data directory needs mending: %q", shop.Notes)
	}
	p, err := shop.Catalogue.Product(t.Context(), "p0")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(p.Title)[0]
}

// pull pulls the newest.
func pull(t *testing.T, s depot.Store, key note.Verifier, dir string) error {
	t.Helper()
	p := &depot.Puller{Store: s, Key: key, Dir: dir}
	m, err := p.Newest(t.Context())
	if err != nil {
		return err
	}
	return p.Pull(t.Context(), m)
}

func quiet(string, int, int) {}

// stores are a folder and a bucket, both empty.
func stores(t *testing.T) map[string]depot.Store {
	t.Helper()
	server := httptest.NewServer(gofakes3.New(s3mem.New(), gofakes3.WithAutoBucket(true)).Server())
	t.Cleanup(server.Close)
	t.Setenv("AWS_ACCESS_KEY_ID", "a")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "b")
	bucket, err := s3.New("s3://shop/catalogues", server.URL, "us-east-1")
	if err != nil {
		t.Fatal(err)
	}
	return map[string]depot.Store{"folder": depot.Dir(filepath.Join(t.TempDir(), "published")), "bucket": bucket}
}

// What is published is pulled as it was, of a second generation only what differs is sent,
// and of old ones so many stay as are to be kept.
func TestPublishAndPull(t *testing.T) {
	before := goleak.IgnoreCurrent()
	t.Cleanup(func() { goleak.VerifyNone(t, before) })
	for name, s := range stores(t) {
		t.Run(name, func(t *testing.T) {
			signer, key := keys(t)
			from, to := t.TempDir(), filepath.Join(t.TempDir(), "new")
			if err := pull(t, s, key, to); !errors.Is(err, depot.ErrNone) {
				t.Errorf("of nothing came %v", err)
			}
			for _, title := range []string{"Alder", "Birch", "Cedar", "Elder"} {
				imports(t, from, title)
				r, err := depot.Publish(t.Context(), s, signer, from, 2, quiet)
				if err != nil || r.Moved == 0 {
					t.Fatal(r.Moved, err)
				}
				again, err := depot.Publish(t.Context(), s, signer, from, 2, quiet)
				if err != nil || again.Moved != 0 || again.Removed != 0 {
					t.Errorf("published again, %d bytes were sent and %d files removed, %v", again.Moved, again.Removed, err)
				}
				if err := pull(t, s, key, to); err != nil || titled(t, to) != title {
					t.Fatalf("%s came, %v", titled(t, to), err)
				}
				has, err := index.Imported(t.Context(), to)
				if err != nil || has != r.Import {
					t.Errorf("it came as %+v, %v, want %+v", has, err, r.Import)
				}
				if err := pull(t, s, key, to); !errors.Is(err, index.ErrOlder) {
					t.Errorf("what is there comes again: %v", err)
				}
			}
			manifests, err := s.List(t.Context(), "generations/")
			if err != nil || len(manifests) != 2 {
				t.Errorf("%d generations are kept, %v", len(manifests), err)
			}
			files, err := s.List(t.Context(), "files/")
			if err != nil || len(files) > 20 {
				t.Errorf("%d files are kept, %v", len(files), err)
			}
			if rest, _ := filepath.Glob(filepath.Join(to, "pulled*")); rest != nil {
				t.Errorf("left are %q", rest)
			}
			old := t.TempDir()
			imports(t, old, "Fir")
			imports(t, from, "Gorse")
			if _, err := depot.Publish(t.Context(), s, signer, from, 1, quiet); err != nil {
				t.Fatal(err)
			}
			if _, err := depot.Publish(t.Context(), s, signer, old, 1, quiet); !errors.Is(err, depot.ErrLater) {
				t.Errorf("an older import is published: %v", err)
			}
			if files, err = s.List(t.Context(), "files/"); err != nil || len(files) > 10 {
				t.Errorf("%d files are kept of one generation, %v", len(files), err)
			}
		})
	}
}

// memory is a store that can be tampered with.
type memory struct {
	content map[string][]byte
	dies    int // calls that change something and are still done; below 0: it lives
}

var errDied = errors.New("the publisher was killed")

func (m *memory) Get(_ context.Context, name string) (io.ReadCloser, error) {
	text, ok := m.content[name]
	if !ok {
		return nil, depot.ErrNone
	}
	return io.NopCloser(bytes.NewReader(text)), nil
}

func (m *memory) change() error {
	if m.dies == 0 {
		return errDied
	}
	m.dies--
	return nil
}

func (m *memory) Put(_ context.Context, name string, content io.Reader, _ int64) error {
	if err := m.change(); err != nil {
		return err
	}
	text, err := io.ReadAll(content)
	m.content[name] = text
	return err
}

func (m *memory) List(_ context.Context, prefix string) (out []depot.Entry, err error) {
	for name, text := range m.content {
		if strings.HasPrefix(name, prefix) {
			out = append(out, depot.Entry{Name: name, Size: int64(len(text))})
		}
	}
	return out, nil
}

func (m *memory) Remove(_ context.Context, name string) error {
	if err := m.change(); err != nil {
		return err
	}
	delete(m.content, name)
	return nil
}

func (m *memory) Claim(ctx context.Context) (context.Context, func() error, error) {
	return ctx, func() error { return nil }, nil
}

// A publisher that is killed at whichever step leaves the former newest, whole, until the
// step that makes the new one the newest; the next publisher finishes, and tidies up.
func TestPublisherDies(t *testing.T) {
	signer, key := keys(t)
	first, second := t.TempDir(), t.TempDir()
	imports(t, first, "Alder")
	imports(t, second, "Birch")
	alive := &memory{content: map[string][]byte{}, dies: -1}
	if _, err := depot.Publish(t.Context(), alive, signer, first, 1, quiet); err != nil {
		t.Fatal(err)
	}
	former := maps.Clone(alive.content)
	if _, err := depot.Publish(t.Context(), alive, signer, second, 1, quiet); err != nil {
		t.Fatal(err)
	}
	whole := slices.Sorted(maps.Keys(alive.content))
	for step, came := 0, ""; came != "whole"; step++ {
		s := &memory{content: maps.Clone(former), dies: step}
		_, err := depot.Publish(t.Context(), s, signer, second, 1, quiet)
		if err != nil && !errors.Is(err, errDied) {
			t.Fatal(err)
		}
		to := t.TempDir()
		if err := pull(t, s, key, to); err != nil {
			t.Fatalf("after step %d nothing can be pulled: %v", step, err)
		}
		switch now := titled(t, to); {
		case now != "Alder" && now != "Birch", now == "Alder" && came == "Birch", now == "Alder" && err == nil:
			t.Errorf("after step %d the newest is %q", step, now)
		default:
			came = now
		}
		if err == nil {
			came = "whole"
		}
		s.dies = -1
		if _, err := depot.Publish(t.Context(), s, signer, second, 1, quiet); err != nil {
			t.Fatalf("after step %d: %v", step, err)
		}
		if now := slices.Sorted(maps.Keys(s.content)); !slices.Equal(now, whole) {
			t.Errorf("after step %d and a publisher that lived there are %q, want %q", step, now, whole)
		}
	}
}

// Nothing is taken that the key has not signed, or that is not what it signed; what the data
// directory has stays, and once the store is good again the generation comes.
func TestTampered(t *testing.T) {
	signer, key := keys(t)
	stranger, _ := keys(t)
	from := t.TempDir()
	imports(t, from, "Alder")
	good := &memory{content: map[string][]byte{}, dies: -1}
	if _, err := depot.Publish(t.Context(), good, signer, from, 3, quiet); err != nil {
		t.Fatal(err)
	}
	old, oldName := maps.Clone(good.content), strings.TrimSpace(string(good.content["newest"]))
	imports(t, from, "Birch")
	if _, err := depot.Publish(t.Context(), good, signer, from, 3, quiet); err != nil {
		t.Fatal(err)
	}
	name := strings.TrimSpace(string(good.content["newest"]))
	m, err := (&depot.Puller{Store: good, Key: key}).Newest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	file := func(path string) *depot.File {
		return &m.Files[slices.IndexFunc(m.Files, func(f depot.File) bool { return strings.HasSuffix(f.Path, path) })]
	}
	catalogue := "files/" + file("catalog.db").SHA256
	// signed signs what was made of the manifest, at its name
	signed := func(by note.Signer, change func(*depot.Manifest)) func(map[string][]byte) {
		return func(c map[string][]byte) {
			t.Helper()
			other := *m
			other.Files = slices.Clone(m.Files)
			change(&other)
			text, err := json.MarshalIndent(other, "", " ")
			if err != nil {
				t.Fatal(err)
			}
			if c[name], err = note.Sign(&note.Note{Text: string(text) + "\n"}, by); err != nil {
				t.Fatal(err)
			}
		}
	}
	path := func(p string) func(*depot.Manifest) {
		return func(m *depot.Manifest) {
			m.Files = append(m.Files, depot.File{Path: p, Size: 1, SHA256: file("catalog.db").SHA256})
		}
	}
	for _, tt := range []struct {
		name   string
		tamper func(map[string][]byte)
		want   error
	}{
		{"signed by another", signed(stranger, func(*depot.Manifest) {}), depot.ErrForged},
		{"a byte of the manifest", func(c map[string][]byte) {
			c[name] = bytes.Replace(c[name], []byte(`"size": `), []byte(`"size": 1`), 1)
		}, depot.ErrForged},
		{"no signature", func(c map[string][]byte) { c[name], _, _ = bytes.Cut(c[name], []byte("\n\n")) }, depot.ErrForged},
		{"an empty manifest", func(c map[string][]byte) { c[name] = nil }, depot.ErrForged},
		{"no manifest", func(c map[string][]byte) { delete(c, name) }, depot.ErrNone},
		{"a pointer to nowhere", func(c map[string][]byte) { c["newest"] = []byte("../../etc/passwd") }, depot.ErrNone},
		{"a pointer that is long", func(c map[string][]byte) { c["newest"] = bytes.Repeat([]byte("a"), 2000) }, nil},
		{"the manifest of another under its name", func(c map[string][]byte) { c[name] = c[oldName] }, depot.ErrForged},
		{"another format", signed(signer, func(m *depot.Manifest) { m.Format = 2 }), depot.ErrForged},
		{"a path that leads out", signed(signer, path("../catalog.db")), depot.ErrForged},
		{"a path that leads out of the index", signed(signer, path("lexical-"+m.Version+"/../../x")), depot.ErrForged},
		{"an absolute path", signed(signer, path("/etc/passwd")), depot.ErrForged},
		{"what no import has", signed(signer, path("journal.db")), depot.ErrForged},
		{"a file twice", signed(signer, path("catalog.db")), depot.ErrForged},
		{"no catalogue", signed(signer, func(m *depot.Manifest) { m.Files = m.Files[1:] }), depot.ErrForged},
		{"a version that is a path", signed(signer, func(m *depot.Manifest) { m.Version = "../../../../etc" }), depot.ErrForged},
		{"another version", signed(signer, func(m *depot.Manifest) { m.Version = "0123456789abcdef" }), depot.ErrForged},
		{"truncated", func(c map[string][]byte) { c[catalogue] = c[catalogue][:len(c[catalogue])/2] }, depot.ErrDamaged},
		{"longer", func(c map[string][]byte) { c[catalogue] = append(bytes.Clone(c[catalogue]), 0) }, depot.ErrDamaged},
		{"a bit", func(c map[string][]byte) { c[catalogue] = bytes.Clone(c[catalogue]); c[catalogue][5000] ^= 1 }, depot.ErrDamaged},
		{"a file that is gone", func(c map[string][]byte) { delete(c, catalogue) }, depot.ErrNone},
		{"an older generation", func(c map[string][]byte) { clear(c); maps.Copy(c, old) }, index.ErrOlder},
	} {
		t.Run(tt.name, func(t *testing.T) {
			to := t.TempDir()
			here := "" // nothing, as at the first start
			if errors.Is(tt.want, index.ErrOlder) {
				if err := pull(t, good, key, to); err != nil {
					t.Fatal(err)
				}
				here = "Birch"
			}
			s := &memory{content: maps.Clone(good.content), dies: -1}
			tt.tamper(s.content)
			err := pull(t, s, key, to)
			if err == nil || tt.want != nil && !errors.Is(err, tt.want) {
				t.Errorf("it ends with %v, want %v", err, tt.want)
			}
			if now := titled(t, to); now != here {
				t.Errorf("the data directory has %q, want %q", now, here)
			}
			if outside, _ := filepath.Glob(filepath.Join(filepath.Dir(to), "*.db")); outside != nil {
				t.Errorf("outside of it is %q", outside)
			}
			if err := pull(t, good, key, to); err != nil && here == "" || titled(t, to) != "Birch" {
				t.Errorf("of a good store came %q, %v", titled(t, to), err)
			}
		})
	}
}

// counting counts how often contents are fetched.
type counting struct {
	*memory
	gets map[string]int
}

func (c *counting) Get(ctx context.Context, name string) (io.ReadCloser, error) {
	c.gets[name]++
	return c.memory.Get(ctx, name)
}

// One that was broken off is gone on with; a full disk takes nothing of what shoppers need; of
// two processes over one data directory one pulls, and the other leaves it alone.
func TestPullGoesOn(t *testing.T) {
	signer, key := keys(t)
	from := t.TempDir()
	imports(t, from, "Alder")
	s := &counting{&memory{content: map[string][]byte{}, dies: -1}, map[string]int{}}
	if _, err := depot.Publish(t.Context(), s, signer, from, 1, quiet); err != nil {
		t.Fatal(err)
	}
	p := &depot.Puller{Store: s, Key: key, Dir: t.TempDir()}
	m, err := p.Newest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	last := "files/" + m.Files[len(m.Files)-1].SHA256
	kept := s.content[last]
	delete(s.content, last)
	if err := p.Pull(t.Context(), m); !errors.Is(err, depot.ErrNone) {
		t.Fatal(err)
	}
	s.content[last] = kept
	clear(s.gets)

	release, err := hold.File(filepath.Join(p.Dir, "pull.lock"), hold.Alone)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Pull(t.Context(), m); !errors.Is(err, depot.ErrBusy) || len(s.gets) > 0 {
		t.Errorf("beside another it pulls: %v, %v", s.gets, err)
	}
	if err := release(); err != nil {
		t.Fatal(err)
	}

	if err := p.Pull(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	if len(s.gets) != 1 || s.gets[last] != 1 || titled(t, p.Dir) != "Alder" {
		t.Errorf("to go on it fetches %v", s.gets)
	}

	full := &depot.Puller{Store: crowded{s.memory}, Key: key, Dir: t.TempDir()}
	if err := full.Pull(t.Context(), m); !errors.Is(err, syscall.ENOSPC) || titled(t, full.Dir) != "" {
		t.Errorf("on a full disk it ends with %v", err)
	}
	if _, err := os.Stat(filepath.Join(full.Dir, "pulled")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("what fills the disk stays: %v", err)
	}
}

// crowded is a store for a disk that is full: copying ends as writing would.
type crowded struct{ *memory }

func (c crowded) Get(ctx context.Context, name string) (io.ReadCloser, error) {
	r, err := c.memory.Get(ctx, name)
	if err != nil {
		return nil, err
	}
	return io.NopCloser(io.MultiReader(io.LimitReader(r, 100), iotest.ErrReader(syscall.ENOSPC))), nil
}
