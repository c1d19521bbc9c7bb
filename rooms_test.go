// Package shopclerk_test holds the house rules that the compiler cannot check: which
// room may import which, which room may know which library, and what pure rooms
// must not touch.
package shopclerk_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// river lists the rooms in the order in which values flow through them: a room
// imports only rooms that stand before it. "x/..." is x and all below it.
var river = strings.Fields(`
	data
	words
	catalog catalog/discover catalog/feed catalog/demo catalog/sqlite
	search search/metric search/embed search/lexical search/vector search/weaviate search/spell search/title
	search/index
	agent/clarify agent/settings agent/language agent/nlu agent/shop/merchant agent/tools
	agent/tools/schema agent/dialog agent/reply agent/store agent/llm agent/llm/llmtest
	agent/journal agent/shop/personal agent/shop agent/store/storetest agent agent/shopper
	static
	views views/desk
	cmd/internal/... cmd/bench/internal/report cmd/bench/internal/reading cmd/bench/internal/proclare cmd/bench/internal/clarifybench
	cmd/bench/internal/experiment cmd/web/internal/admit cmd/web/internal/desk cmd/web/internal/api
	cmd/web/internal/mcp cmd/...`)

// fences keep an outside dependency, by the beginning of its path, in the rooms that
// know how to hold it.
var fences = map[string]string{
	"github.com/labstack/echo":            "cmd/web", // echo v4 ends in 2026: one room should notice
	"github.com/blevesearch/bleve":        "search/lexical",
	"github.com/blevesearch/snowballstem": "search/lexical agent/language",
	"github.com/philippgille/chromem-go":  "search/vector",
	"github.com/mattn/go-sqlite3":         "catalog/sqlite agent/store cmd/bench",
	"github.com/jackc/pgx":                "agent/store agent/store/storetest cmd/bench",
	"database/sql": "catalog/sqlite agent/store agent/store/storetest agent/journal agent/shop " +
		"cmd/web/internal/desk cmd/bench",
	"github.com/pressly/goose":          "agent/store",
	"github.com/a-h/templ":              "views/... cmd/web cmd/web/internal/desk",
	"github.com/parquet-go":             "catalog/feed",
	"github.com/alecthomas/kong":        "cmd/...", // flags and environment are read by commands; rooms get values
	"github.com/danielgtaylor/huma":     "cmd/web cmd/web/internal/api cmd/web/internal/mcp",
	"github.com/modelcontextprotocol":   "cmd/web/internal/mcp",
	"github.com/google/jsonschema-go":   "agent/tools/schema cmd/web/internal/mcp agent/llm/...",
	"github.com/sashabaranov/go-openai": "agent/llm",
	"github.com/alexedwards/argon2id":   "cmd/web/internal/desk",
	"github.com/prometheus":             "cmd/web",
	"github.com/BurntSushi/toml":        "words agent/shop/merchant cmd/web",
	"gonum.org":                         "search/embed cmd/bench/...",
}

// pure lists the rooms whose results depend on their arguments alone, so that every
// run can be repeated from a seed: no file, no network, no clock, no dice.
var pure = strings.Fields(`
	words catalog catalog/discover search search/metric search/embed search/spell search/title agent/clarify
	agent/settings agent/dialog agent/reply agent/language agent/nlu agent/shop/merchant agent/tools
	agent/tools/schema agent/shopper cmd/bench/internal/report cmd/bench/internal/reading`)

// impure are imports that no pure room may have.
var impure = strings.Fields("os net net/http syscall database/sql crypto/rand math/rand log log/slog")

// place returns a room's index in the river, -1 if it has none.
func place(room string) int {
	return slices.IndexFunc(river, func(n string) bool { return in(room, n) })
}

func in(room, name string) bool {
	base, below := strings.CutSuffix(name, "/...")
	return room == base || below && strings.HasPrefix(room, base+"/")
}

func TestRooms(t *testing.T) {
	root := os.DirFS(".")
	seen := map[string]bool{}
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if base := path.Base(name); d.IsDir() && name != "." && (strings.HasPrefix(base, ".") || base == "testdata") {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		source, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, source, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			judge(t, name, imported)
			seen[imported] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for dependency := range fences {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(seen)), func(i string) bool { return strings.HasPrefix(i, dependency) }) {
			t.Errorf("no room imports %s: either its fence or its last user is gone by mistake", dependency)
		}
	}
}

// judge reports the rules that one import of a file breaks.
func judge(t *testing.T, name, imported string) {
	room := path.Dir(name)
	from := place(room)
	if from < 0 {
		t.Fatalf("%s: the room %s has no place in the river: give it one", name, room)
	}
	if ours, ok := strings.CutPrefix(imported, "shopclerk/"); ok {
		if to := place(ours); to < 0 || to >= from && river[to] != river[from] {
			t.Errorf("%s imports %s: a room imports only rooms above it", name, imported)
		}
	}
	for dependency, rooms := range fences {
		if strings.HasPrefix(imported, dependency) && !slices.ContainsFunc(strings.Fields(rooms), func(n string) bool { return in(room, n) }) {
			t.Errorf("%s imports %s, which belongs to %s", name, imported, rooms)
		}
	}
	if slices.Contains(pure, room) && slices.Contains(impure, imported) {
		t.Errorf("%s imports %s, but its room is pure", name, imported)
	}
}

// Every test that SECURITY.md says attacks a promise is there.
func TestAttacks(t *testing.T) {
	promises, err := os.ReadFile("SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	attacks := map[string]bool{}
	for _, name := range regexp.MustCompile(`\b(?:Test|Fuzz)[A-Z]\w+`).FindAllString(string(promises), -1) {
		attacks[name] = false
	}
	err = fs.WalkDir(os.DirFS("."), ".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for name := range attacks {
			attacks[name] = attacks[name] || strings.Contains(string(text), "\nfunc "+name+"(")
		}
		return err
	})
	if err != nil || len(attacks) == 0 {
		t.Fatal(attacks, err)
	}
	for name, found := range attacks {
		if !found {
			t.Errorf("SECURITY.md names %s, which is nowhere", name)
		}
	}
}
