package words

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// source is a Go file of a room that imports this package. The templates are among
// them, as the code made of them.
type source struct {
	name string
	set  *token.FileSet
	file *ast.File
}

// sources parses the files, tests left out, of the rooms that import this package.
func sources(t *testing.T) []source {
	t.Helper()
	var all []source
	rooms := map[string]bool{"words": true}
	tree := os.DirFS("..")
	err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && strings.HasPrefix(path.Base(name), "."):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		text, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		all = append(all, source{name, set, file})
		if slices.ContainsFunc(file.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == `"shopclerk/words"` }) {
			rooms[path.Dir(name)] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(all, func(s source) bool { return !rooms[path.Dir(s.name)] })
}

// idLike is what an id looks like.
var idLike = regexp.MustCompile(`^[a-z][a-z-]*(\.[a-z0-9][a-z0-9-]*)+$`)

// fileLike is what the name of a file looks like that could be taken for an id.
var fileLike = regexp.MustCompile(`\.(templ|css|js|svg|html|json|csv|db|toml)$`)

// text returns a string literal's text, "" for any other expression.
func text(e ast.Expr) string {
	l, ok := e.(*ast.BasicLit)
	if !ok || l.Kind != token.STRING {
		return ""
	}
	s, err := strconv.Unquote(l.Value)
	if err != nil {
		return ""
	}
	return s
}

// Every id that the code names is one of the catalogue's, and every string of the
// catalogue is named somewhere: what is not would be translated for nobody.
func TestIDsAndUses(t *testing.T) {
	english := English.byID()
	areas, used := map[string]bool{}, map[string]bool{}
	for id := range english {
		area, _, _ := strings.Cut(id, ".")
		areas[area] = true
	}
	for _, s := range sources(t) {
		ast.Inspect(s.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ImportSpec:
				return false
			case *ast.BasicLit:
				id := text(n)
				area, _, _ := strings.Cut(id, ".")
				if !idLike.MatchString(id) || !areas[area] || fileLike.MatchString(id) {
					return true
				}
				used[id] = true
				if english[id] == nil {
					t.Errorf("%s: the catalogue has no %q", s.set.Position(n.Pos()), id)
				}
			case *ast.CallExpr:
				checkCall(t, english, areas, s, n)
			}
			return true
		})
	}
	for id := range english {
		if !used[id] {
			t.Errorf("words/en.toml: nobody says %s", id)
		}
	}
}

// checkCall checks a call of T or N whose id is written out: that there is such a
// string, that it counts where it is counted, and that it gets its values.
func checkCall(t *testing.T, english map[string]forms, areas map[string]bool, s source, call *ast.CallExpr) {
	f, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || f.Sel.Name != "T" && f.Sel.Name != "N" {
		return
	}
	at := slices.IndexFunc(call.Args, func(e ast.Expr) bool { return idLike.MatchString(text(e)) })
	if at < 0 || at > 1 {
		return // an id chosen elsewhere, and checked there
	}
	id, where := text(call.Args[at]), s.set.Position(call.Pos())
	m := english[id]
	if m == nil {
		if area, _, _ := strings.Cut(id, "."); !areas[area] { // else it is told as a literal
			t.Errorf("%s: the catalogue has no %q", where, id)
		}
		return
	}
	rest := call.Args[at+1:]
	counted := f.Sel.Name == "N"
	if counted != m.counts() {
		t.Errorf("%s: %s counts: %v; it is called as if it were %v", where, id, m.counts(), counted)
		return
	}
	var given []string
	if counted {
		given, rest = append(given, "Count"), rest[1:]
	}
	if call.Ellipsis.IsValid() {
		return // values put together elsewhere
	}
	for i := 0; i < len(rest); i += 2 {
		given = append(given, text(rest[i]))
	}
	for _, v := range m.values() {
		if !slices.Contains(given, v) {
			t.Errorf("%s: %s lacks its value %s", where, id, v)
		}
	}
	for _, v := range given {
		if !slices.Contains(m.values(), v) && v != "Count" {
			t.Errorf("%s: %s has no value %q: %q", where, id, v, m["other"])
		}
	}
}
