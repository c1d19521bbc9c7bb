package views_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/a-h/templ"
	"github.com/google/go-cmp/cmp"

	"shopclerk/views"
	"shopclerk/views/canned"
)

var update = flag.Bool("update", false, "write the golden files anew")

// assets are fixed, so that a change of a style does not change every page.
var assets = views.Assets{Style: "/static/app.css", HTMX: "/static/htmx.js", App: "/static/app.js", Icon: "/static/icon.svg"}

func stories() []canned.Story { return append(canned.Stories(assets), canned.Shops()...) }

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
		t.Run(s.Name, func(t *testing.T) {
			// A line for each element, so that a difference can be read.
			got := bytes.ReplaceAll(render(t, s.Page), []byte("><"), []byte(">\n<"))
			got = append(got, '\n')
			file := filepath.Join("testdata", s.Name+".html")
			if *update {
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
		})
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

// What htmx gets is, byte for byte, what the page holds.
func TestShopIsPartOfTurnPage(t *testing.T) {
	pages := map[string][]byte{}
	for _, s := range stories() {
		pages[s.Name] = render(t, s.Page)
	}
	for _, pair := range [][2]string{{"turn-first", "shop-first"}, {"turn-later", "shop-later"}} {
		if !bytes.Contains(pages[pair[0]], pages[pair[1]]) {
			t.Errorf("%s does not hold %s", pair[0], pair[1])
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
