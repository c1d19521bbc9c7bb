package views_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/a-h/templ"
	"github.com/google/go-cmp/cmp"

	"shopclerk/views"
	"shopclerk/views/canned"
	"shopclerk/views/desk"
	"shopclerk/words"
)

var update = flag.Bool("update", false, "write the golden files anew")

// assets are fixed, so that a change of a style does not change every page.
var assets = views.Assets{Style: "/static/app.css", HTMX: "/static/htmx.js", App: "/static/app.js", Icon: "/static/icon.svg"}

// deskAssets are those of the desk's pages.
var deskAssets = desk.Assets{Style: "/static/desk.css", Script: "/static/desk.js", Icon: "/static/icon.svg"}

func stories() []canned.Story {
	return slices.Concat(canned.Stories(assets), canned.Shops(), canned.Desk(deskAssets))
}

func render(t testing.TB, c templ.Component) []byte {
	t.Helper()
	b, err := views.Render(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestGolden(t *testing.T) {
	for _, s := range stories() {
		t.Run(s.Name, func(t *testing.T) { golden(t, context.Background(), s.Page, s.Name+".html") })
	}
}

// german are the stories that are looked at in German too: between them they have
// most of what pages say.
var german = []string{"start", "turn-later", "turn-answer", "turn-acts", "turn-help", "turn-errand", "order", "product", "basket", "delete-all", "delete-account", "account", "register-problems"}

func TestGoldenInGerman(t *testing.T) {
	ctx := words.With(context.Background(), words.Lookup("de"))
	for _, s := range stories() {
		if slices.Contains(german, s.Name) {
			t.Run(s.Name, func(t *testing.T) { golden(t, ctx, s.Page, filepath.Join("de", s.Name+".html")) })
		}
	}
}

// golden compares a page with the file of testdata that says how it was.
func golden(t *testing.T, ctx context.Context, page templ.Component, name string) {
	t.Helper()
	got, err := views.Render(ctx, page)
	if err != nil {
		t.Fatal(err)
	}
	// A line for each element, so that a difference can be read.
	got = append(bytes.ReplaceAll(got, []byte("><"), []byte(">\n<")), '\n')
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v (go test ./views -update writes it)", err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")); diff != "" {
		t.Errorf("differs from %s (-want +got):\n%s", file, diff)
	}
}

// Every golden file belongs to a story, or it would be kept for nothing.
func TestGoldenFilesAreUsed(t *testing.T) {
	names := map[string]bool{}
	for _, s := range stories() {
		if names[s.Name+".html"] {
			t.Errorf("two stories are named %s", s.Name)
		}
		names[s.Name+".html"] = true
	}
	for _, name := range german {
		if !names[name+".html"] {
			t.Errorf("no story is named %s", name)
		}
	}
	files, err := os.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !f.IsDir() && !names[f.Name()] {
			t.Errorf("testdata/%s belongs to no story", f.Name())
		}
	}
}

func TestRenderReportsError(t *testing.T) {
	cause := errors.New("no ink")
	b, err := views.Render(context.Background(), templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		if _, err := io.WriteString(w, "<p>half a page"); err != nil {
			return err
		}
		return cause
	}))
	if !errors.Is(err, cause) || b != nil {
		t.Errorf("Render = %q, %v; want nothing and the cause", b, err)
	}
}
