package shopclerk_test

import (
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

// Every rule is shown to catch what it forbids, on a tree of one file.
func TestRulesCatch(t *testing.T) {
	for _, tc := range []struct {
		name string
		file string
		code string
		rule string // empty: nothing is wrong
	}{
		{"an import downstream", "search/a.go", `import _ "shopclerk/agent"`, "river"},
		{"an import of the next door down", "catalog/a.go", `import _ "shopclerk/catalog/sqlite"`, "river"},
		{"an import upstream", "agent/a.go", `import _ "shopclerk/search"`, ""},
		{"an import of a command", "agent/a.go", `import _ "shopclerk/cmd/web"`, "river"},
		{"an import between commands", "cmd/web/a.go", `import _ "shopclerk/cmd/bench"`, "river"},
		{"what commands have in common", "cmd/web/a.go", `import _ "shopclerk/cmd/internal/progress"`, ""},
		{"an import of a room without a place", "agent/a.go", `import _ "shopclerk/attic"`, "river"},
		{"a room without a place", "attic/a.go", ``, "river"},
		{"a room without a meaning", "cmd/internal/util/a.go", ``, "names"},
		{"a view that knows products", "views/a.go", `import _ "shopclerk/catalog"`, "alone"},
		{"canned props of views", "views/canned/a.go", `import _ "shopclerk/views"`, ""},
		{"canned props that know products", "views/canned/a.go", `import _ "shopclerk/catalog"`, "alone"},
		{"static files that know views", "static/a.go", `import _ "shopclerk/views"`, "alone"},
		{"a core that sees products", "agent/clarify/a.go", `import _ "shopclerk/catalog"`, "alone"},
		{"data that know the catalogue", "data/demo/a.go", `import _ "shopclerk/data/feeds"`, "alone"},
		{"a pure room that reads files", "catalog/a.go", `import _ "os"`, "pure"},
		{"a pure room that runs programs", "search/metric/a.go", `import _ "os/exec"`, "pure"},
		{"a pure room on the network", "search/a.go", `import _ "net/http"`, "pure"},
		{"a pure room with a socket", "agent/memory/a.go", `import _ "net"`, "pure"},
		{"a pure room that takes URLs apart", "agent/memory/a.go", `import _ "net/url"`, ""},
		{"a pure room with the old dice", "agent/shopper/a.go", `import _ "math/rand"`, "pure"},
		{"a pure room with true chance", "agent/understand/a.go", `import _ "crypto/rand"`, "pure"},
		{"a pure room with a clock", "search/embed/a.go", "import \"time\"\nvar t = time.Now()", "clock"},
		{"a clock under another name", "agent/clarify/a.go", "import watch \"time\"\nvar f = watch.Since", "clock"},
		{"a pure room that counts seconds", "agent/clarify/a.go", "import \"time\"\nconst d = 3 * time.Second", ""},
		{"a field called as the clock is", "agent/clarify/a.go", "var j struct{ Now int }\nvar n = j.Now", ""},
		{"dice of the process", "catalog/discover/a.go", "import \"math/rand/v2\"\nvar n = rand.IntN(6)", "dice"},
		{"dice that are passed in", "catalog/discover/a.go", "import \"math/rand/v2\"\nfunc f(r *rand.Rand) int { return r.IntN(6) }", ""},
		{"a room of the world with a clock", "agent/journal/a.go", "import (\"os\"\n\"time\")\nvar t = time.Now()\nvar f = os.Open", ""},
		{"a test may look anywhere", "catalog/a_test.go", `import _ "shopclerk/agent"`, ""},
		{"what git ignores is not ours", "scratch/a.go", `import _ "os"`, ""},
		{"nor is test data", "catalog/testdata/a.go", `import _ "os"`, ""},
		{"nor what the go tool leaves out", "cmd/_try/a.go", `import _ "shopclerk/cmd/web"`, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			expect(t, tc.file, tc.code, tc.rule)
		})
	}
	for _, f := range fences {
		t.Run("fence of "+f.dependency, func(t *testing.T) {
			code := "import _ " + strconv.Quote(f.dependency+"/x")
			expect(t, "search/index/a.go", code, "fence of "+f.dependency)
			for _, room := range f.rooms {
				expect(t, strings.TrimSuffix(room, "/...")+"/a.go", code, "")
			}
		})
	}
	for _, room := range pure {
		t.Run("pure "+room, func(t *testing.T) {
			expect(t, room+"/a.go", `import _ "os"`, "pure")
		})
	}
	for _, a := range alone {
		t.Run("alone "+a.room, func(t *testing.T) {
			room := strings.TrimSuffix(a.room, "/...")
			for _, v := range breaks(t, room+"/a.go", `import _ "shopclerk/agent/journal"`) {
				if v.rule == "alone" {
					return
				}
			}
			t.Error("may import the journal")
		})
	}
}

// breaks inspects a tree of one file.
func breaks(t *testing.T, file, code string) []violation {
	t.Helper()
	found, err := inspect(fstest.MapFS{
		".gitignore": {Data: []byte("scratch/\n*.db\n")},
		file:         {Data: []byte("package a\n" + code + "\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// expect fails unless a tree of one file breaks the rule, or none when it is empty.
func expect(t *testing.T, file, code, rule string) {
	t.Helper()
	found := breaks(t, file, code)
	switch {
	case rule == "" && len(found) > 0:
		t.Errorf("%s with %q breaks %v", file, code, found)
	case rule != "" && !slices.ContainsFunc(found, func(v violation) bool {
		return v.rule == rule && v.reason != "" && strings.Contains(v.at, path.Dir(file))
	}):
		t.Errorf("%s with %q breaks %v, want %q", file, code, found, rule)
	}
}

func TestInspectReportsWhatDoesNotParse(t *testing.T) {
	if _, err := inspect(fstest.MapFS{"catalog/a.go": {Data: []byte("package")}}); err == nil || !strings.Contains(err.Error(), "catalog/a.go") {
		t.Errorf("got %v", err)
	}
}

// Rooms that are gone leave no rule behind.
func TestRulesSpeakOfRoomsThatExist(t *testing.T) {
	named := slices.Concat(river, pure)
	for _, f := range fences {
		named = append(named, f.rooms...)
	}
	for _, a := range alone {
		named = append(named, a.room)
	}
	for _, room := range named {
		if _, err := os.Stat(strings.TrimSuffix(room, "/...")); err != nil {
			t.Errorf("there is no room %s", room)
		}
	}
}
