// Package shopclerk_test holds the house rules that the compiler cannot: which
// room may import which, and what the pure rooms must not touch.
package shopclerk_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// module is the path before every import of ours.
const module = "shopclerk/"

// river lists the rooms in the order in which values flow through them: a room
// imports only rooms above it. A room ending in "/..." stands for all below it too.
// (The files of the rooms are parsed, rather than `go list` asked, because a test
// that runs another program is served stale from the test cache.)
var river = []string{
	"data/...",  // embedded files
	"words",     // what the shop says, for all who say it
	"stage/...", // what a request spends its time on
	"catalog",
	"catalog/caption", // amounts and values as shoppers read them
	"catalog/discover",
	"catalog/patch", // what changes a product without an import
	"catalog/picture",
	"catalog/feed",
	"catalog/demo",
	"catalog/sqlite",
	"search/abreast", // what is done side by side
	"search/top",     // the first few of a list
	"search/memo",    // what was found lately
	"search",
	"search/metric",
	"search/embed",
	"search/lexical",
	"search/weaviate", // a cluster that has all products
	"search/spell",
	"search/title", // what titles say beyond having words
	"search/vector",
	"search/pooltest",
	"search/index/hold", // who is in a data directory
	"search/index",
	"search/index/depot", // generations that are published once
	"search/index/depot/s3",
	"agent/clarify",
	"agent/desk/control",
	"agent/language", // what is known of languages, whatever the catalogue
	"agent/understand",
	"agent/shop/merchant", // what the shop says of itself
	"agent/tools",         // decides about calls; reads numbers as understand does
	"agent/tools/schema",  // tools and calls as others write them
	"agent/tools/toolstest",
	"agent/memory",
	"agent/voice",  // what values and questions are called
	"agent/answer", // what is said about products, of the catalogue alone
	"agent/shopper",
	"agent/durable",
	"agent/durable/durabletest",
	"agent/llm", // the endpoint of a language model
	"agent/llm/llmtest",
	"agent/fleet", // what the processes of a shop know together
	"agent/journal",
	"agent/desk/insight", // what the journal tells
	"agent/shop/basket",
	"agent/shop/password",
	"agent/shop/personal",
	"agent/shop/account", // whose things they are
	"agent/shop/orders",
	"agent/shop/orders/retail", // a world to import
	"agent/shop/orders/sqlite",
	"agent/shop/orders/counter", // orders as tools
	"agent",
	"agent/llm/prompt",     // what is asked of it
	"agent/desk/readiness", // weighs a category's questions as the clerk does
	"views/chart",
	"views",
	"views/desk",
	"views/canned",
	"static",
	"cmd/internal/...",
	"cmd/bench/internal/report",
	"cmd/bench/internal/proclare",
	"cmd/bench/internal/clarifybench",
	"cmd/bench/internal/experiment",
	"cmd/bench/internal/load",
	"cmd/bench/internal/peers",
	"cmd/bench/internal/wide",
	"cmd/bench/internal/cards",
	"cmd/bench/internal/choice",
	"cmd/web/internal/complaint", // what was wrong with a request
	"cmd/web/internal/desk",
	"cmd/web/internal/present", // a turn as its page shows it
	"cmd/web/internal/admit",
	"cmd/web/internal/retention",  // what shoppers left, and when it goes
	"cmd/web/internal/belongings", // all that is kept of one of them
	"cmd/web/internal/intake",     // patches of products
	"cmd/web/internal/supply",     // catalogues that were published
	"cmd/web/internal/source",     // catalogues as imports and patches make them
	"cmd/web/internal/window",     // what the start page shows of one
	"cmd/web/internal/digest",     // what was unusual, told once a day
	"cmd/web/internal/handover",   // a turn on its way to its page
	"cmd/web/internal/api",
	"cmd/web/internal/mcp",
	"cmd/...",
}

// fence keeps an outside dependency in the rooms that may know it.
type fence struct {
	dependency string // import path, or the beginning of it
	rooms      []string
	reason     string
}

var fences = []fence{
	{"github.com/labstack/echo", []string{"cmd/web"},
		"handlers stay thin: echo v4 ends, and only one room should notice"},
	{"github.com/blevesearch/bleve", []string{"search/lexical"},
		"Bleve's defaults find nothing or stall on locks; one room knows how to hold it"},
	{"github.com/blevesearch/snowballstem", []string{"search/lexical", "agent/language"},
		"words are stemmed where an index or a language is made"},
	{"github.com/minio", []string{"search/index/depot/s3"},
		"one room knows how buckets are spoken with"},
	{"golang.org/x/mod/sumdb/note", []string{"search/index/depot"},
		"what is signed, and by whom, is the depot's: others get keys as text, and what was found good"},
	{"github.com/philippgille/chromem-go", []string{"search/vector"},
		"chromem-go loses files and orders ties by chance; one room knows how to hold it"},
	{"github.com/mattn/go-sqlite3", []string{"catalog/sqlite", "agent/durable", "cmd/bench/internal/peers"},
		"one room opens what can be made anew and one what can not"},
	{"github.com/jackc/pgx", []string{"agent/durable", "agent/durable/durabletest"},
		"one room knows what PostgreSQL wants in place of a file, and one makes it for tests"},
	{"database/sql", []string{"catalog/sqlite", "agent/durable", "agent/durable/durabletest", "agent/fleet", "agent/journal", "agent/shop/basket", "agent/shop/orders/sqlite", "agent/shop/account", "agent/llm", "cmd/bench/internal/peers"},
		"SQL is written where the schema is"},
	{"github.com/pressly/goose", []string{"agent/durable"},
		"journal and baskets outlive their schema; a catalogue of another schema is imported anew"},
	{"github.com/a-h/templ", []string{"views/...", "cmd/web", "cmd/web/internal/desk"},
		"templates are made in views and rendered by the server"},
	{"github.com/parquet-go", []string{"catalog/feed"},
		"files of columns are one of the formats of feeds"},
	{"github.com/alecthomas/kong", []string{"cmd/..."},
		"flags and environment are read by commands; rooms get values"},
	{"github.com/santhosh-tekuri/jsonschema", []string{"cmd/web/internal/api"},
		"schemas are of those who exchange JSON with other programs"},
	{"github.com/modelcontextprotocol", []string{"cmd/web/internal/mcp"},
		"the protocol of agents is one room's, whatever carries it"},
	{"github.com/google/jsonschema-go", []string{"agent/tools/schema", "cmd/web/internal/mcp", "agent/llm/...", "cmd/bench/internal/clarifybench", "cmd/bench/internal/proclare"},
		"declarations of tools have schemas, the protocol's SDK takes them of this kind, and a model's answers are held against them"},
	{"github.com/openai/openai-go", []string{"agent/llm"},
		"one room knows how a model's endpoint speaks, and how it fails"},
	{"github.com/CycloneDX", []string{"cmd/sbom"},
		"what a release is made of is told of the built program alone"},
	{"github.com/pquerna/otp", []string{"cmd/web/internal/desk"},
		"a second factor is the desk's: shoppers have none"},
	{"github.com/sony/gobreaker", []string{"agent/llm"},
		"one room knows how a model's endpoint speaks, and how it fails"},
	{"github.com/failsafe-go", []string{"cmd/web/internal/admit"},
		"one room decides how much is worked on at once"},
	{"github.com/alexedwards/argon2id", []string{"agent/shop/password"},
		"one room knows what a hash must cost, for the desk and for accounts"},
	{"go.opentelemetry.io", []string{"stage", "cmd/web"},
		"traces have stages by name, in which nothing that was said can stand, and one room sends them"},
	{"shopclerk/stage", []string{"agent", "agent/durable", "agent/llm", "search/weaviate", "cmd/..."},
		"stages are told where something is waited for, and arithmetic waits for nothing"},
	{"github.com/prometheus", []string{"cmd/web"},
		"what is measured is the server's business"},
	{"github.com/schollz/progressbar", []string{"cmd/..."},
		"rooms report progress by a function; commands draw it"},
	{"github.com/chromedp", []string{"cmd/..."},
		"no product needs a browser"},
	{"github.com/nicksnyder/go-i18n", []string{"words"},
		"one room knows how the files of strings are written"},
	{"github.com/BurntSushi/toml", []string{"words", "agent/shop/merchant"},
		"a file that people write has one room that knows how: the files of strings, and what the shop says of itself"},
	{"gonum.org", []string{"search/embed", "agent/desk/insight", "cmd/bench/internal/choice"},
		"linear algebra is the embedder's, distributions are the statistics', minimisation is what learns choices"},
}

// alone lists rooms that import none of ours but the ones named.
var alone = []struct {
	room   string
	but    []string
	reason string
}{
	{"words", nil, "strings know nothing of who says them"},
	{"views", []string{"words"}, "views get ready-to-show props; what they add of their own are words"},
	{"views/chart", nil, "a chart draws numbers, whoever's they are"},
	{"views/desk", []string{"words", "views", "views/chart"}, "the desk's views get ready-to-show props too"},
	{"views/canned", []string{"words", "views", "views/chart", "views/desk"}, "canned props show views and nothing else"},
	{"agent/shop/merchant", []string{"words"}, "what the shop says of itself depends on no catalogue"},
	{"static", nil, "static files know nothing of the shop"},
	{"agent/clarify", []string{"search/abreast"}, "the core sees weights and codes, so that it serves products and tool calls alike"},
	{"data/...", nil, "data are files, embedded"},
	{"cmd/bench/internal/report", []string{"views/chart"}, "charts and tables know nothing of what they show"},
}

// pure lists the rooms of arithmetic: what they return depends on what they are
// given, so that every result can be reproduced from a seed.
var pure = []string{
	"words", "catalog", "catalog/caption", "catalog/discover", "catalog/patch", "search", "search/metric", "search/embed", "search/spell", "search/title",
	"agent/clarify", "agent/desk/control", "agent/memory", "agent/voice", "agent/answer", "agent/language", "agent/understand", "agent/shop/merchant", "agent/tools", "agent/tools/schema", "agent/shopper", "agent/desk/insight", "agent/desk/readiness",
	"agent/shop/orders", "agent/shop/orders/retail", "agent/shop/orders/counter",
	"views/chart", "cmd/bench/internal/report", "cmd/web/internal/complaint", "cmd/web/internal/present",
}

// storeless lists the rooms that get values alone: none of stores is among their imports.
var storeless = []string{"cmd/web/internal/present"}

// stores are the rooms that keep files open and look things up in them.
var stores = []string{
	"catalog/sqlite", "search/index", "agent/durable", "agent/fleet", "agent/journal", "agent/llm",
	"agent/shop/basket", "agent/shop/account", "agent/shop/orders/sqlite", "cmd/internal/live",
}

// world is what pure rooms must not import, by the beginning of the path.
var world = []string{"os", "net", "syscall", "database/sql", "crypto/rand", "math/rand", "log", "io/ioutil", "plugin"}

// harmless are packages below those of world that touch nothing.
var harmless = []string{"net/url", "math/rand/v2"}

// clock is what pure rooms must not take from package time.
var clock = []string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker"}

// dice is what pure rooms may take from package math/rand/v2: sources that are
// passed in. The rest draws from the process's own.
var dice = []string{"New", "NewPCG", "NewChaCha8", "NewZipf", "Rand", "Source", "PCG", "ChaCha8", "Zipf"}

// vague are names that say nothing about what a room holds.
var vague = []string{"util", "utils", "common", "helper", "helpers", "misc", "base", "shared", "models", "types", "services"}

// in reports whether a room is one of the named, where "x/..." names x and all
// below it.
func in(room string, named []string) bool {
	return slices.ContainsFunc(named, func(n string) bool {
		if base, ok := strings.CutSuffix(n, "/..."); ok {
			return within(room, base)
		}
		return room == n
	})
}

// within reports whether a path is the given one or lies below it.
func within(p, base string) bool { return p == base || strings.HasPrefix(p, base+"/") }

// place is a room's place in the river, −1 when it has none.
func place(room string) int {
	return slices.IndexFunc(river, func(n string) bool { return in(room, []string{n}) })
}

// violation is a broken rule.
type violation struct{ rule, at, reason string }

func (v violation) String() string { return v.at + ": " + v.reason + " [" + v.rule + "]" }

// inspect reads the Go files of a tree and returns the rules they break, in the
// order of the files. Tests are free to import what they like, except that they
// must parse.
func inspect(tree fs.FS) ([]violation, error) {
	ignored := gitignore(tree)
	var out []violation
	rooms := map[string]bool{}
	err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := path.Base(name)
		if d.IsDir() {
			if name != "." && (strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") || base == "testdata" || slices.Contains(ignored, name)) {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(base, ".go") {
			return nil
		}
		source, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, source, parser.SkipObjectResolution)
		if err != nil {
			return fmt.Errorf("parsing %s: %w", name, err)
		}
		if strings.HasSuffix(base, "_test.go") {
			return nil
		}
		room := path.Dir(name)
		if !rooms[room] {
			rooms[room] = true
			out = append(out, judgeRoom(room)...)
		}
		out = append(out, judgeImports(room, set, file)...)
		if in(room, pure) {
			out = append(out, judgeCalls(room, set, file)...)
		}
		return nil
	})
	return out, err
}

// gitignore lists the folders that git leaves out: they are not of the tree.
func gitignore(tree fs.FS) []string {
	text, err := fs.ReadFile(tree, ".gitignore")
	if err != nil {
		return nil
	}
	var out []string
	for _, line := range strings.Fields(string(text)) {
		out = append(out, strings.Trim(line, "/"))
	}
	return out
}

// judgeRoom judges a room by its name.
func judgeRoom(room string) []violation {
	var out []violation
	if place(room) < 0 {
		out = append(out, violation{"river", room, "the room has no place in the river: give it one"})
	}
	if slices.Contains(vague, path.Base(room)) {
		out = append(out, violation{"names", room, "a room is called after what it holds"})
	}
	return out
}

// judgeImports judges what a file imports.
func judgeImports(room string, set *token.FileSet, file *ast.File) []violation {
	var out []violation
	for _, spec := range file.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue // the parser has seen to it
		}
		at := set.Position(spec.Pos()).String() + ": " + room + " imports " + imported
		breaks := func(rule, reason string) { out = append(out, violation{rule, at, reason}) }
		if ours, ok := strings.CutPrefix(imported, module); ok {
			if from, to := place(room), place(ours); to < 0 || to >= from && !within(ours, "cmd/internal") {
				breaks("river", "a room imports only rooms above it")
			}
			if in(room, storeless) && in(ours, stores) {
				breaks("storeless", "what is looked up comes in as a value")
			}
			for _, a := range alone {
				if in(room, []string{a.room}) && !slices.Contains(a.but, ours) {
					breaks("alone", a.reason)
				}
			}
		}
		for _, f := range fences {
			if strings.HasPrefix(imported, f.dependency) && !in(room, f.rooms) {
				breaks("fence of "+f.dependency, f.reason)
			}
		}
		if in(room, pure) && slices.ContainsFunc(world, func(w string) bool { return within(imported, w) }) && !slices.Contains(harmless, imported) {
			breaks("pure", "arithmetic touches no file, no network and no chance of its own")
		}
	}
	return out
}

// judgeCalls looks in a pure room's file for the clock and for dice that were not
// passed in.
func judgeCalls(room string, set *token.FileSet, file *ast.File) []violation {
	names := map[string]string{} // what the file calls a package
	for _, spec := range file.Imports {
		imported, _ := strconv.Unquote(spec.Path.Value)
		name := path.Base(imported)
		if imported == "math/rand/v2" {
			name = "rand"
		}
		if spec.Name != nil {
			name = spec.Name.Name
		}
		names[name] = imported
	}
	var out []violation
	ast.Inspect(file, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		x, ok := s.X.(*ast.Ident)
		if !ok {
			return true
		}
		at := set.Position(s.Pos()).String() + ": " + room + " uses " + x.Name + "." + s.Sel.Name
		switch {
		case names[x.Name] == "time" && slices.Contains(clock, s.Sel.Name):
			out = append(out, violation{"clock", at, "time comes in as a value, or a run cannot be repeated"})
		case names[x.Name] == "math/rand/v2" && !slices.Contains(dice, s.Sel.Name):
			out = append(out, violation{"dice", at, "chance comes in as a source, or a run cannot be repeated"})
		}
		return true
	})
	return out
}

func TestRooms(t *testing.T) {
	found, err := inspect(os.DirFS("."))
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range found {
		t.Error(v)
	}
}
