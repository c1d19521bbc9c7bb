package shopclerk_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// scopes are the names of one room: those of the package, each with its place, and those
// of parameters and variables inside its functions.
type scopes struct {
	outer map[string]string
	inner map[string]bool
}

// roomNames gathers the names of each room. Tests and generated code may call things what
// they like.
func roomNames(tree fs.FS) (map[string]*scopes, error) {
	ignored := gitignore(tree)
	rooms := map[string]*scopes{}
	err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		base := path.Base(name)
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") || base == "testdata" || slices.Contains(ignored, name)):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(base, ".go") || strings.HasSuffix(base, "_test.go") || strings.HasSuffix(base, "_templ.go"):
			return nil
		}
		source, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, source, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		room := rooms[path.Dir(name)]
		if room == nil {
			room = &scopes{map[string]string{}, map[string]bool{}}
			rooms[path.Dir(name)] = room
		}
		for _, d := range file.Decls {
			for _, id := range declared(d) {
				if id.Name != "_" {
					room.outer[id.Name] = set.Position(id.Pos()).String()
				}
			}
			ast.Inspect(d, func(n ast.Node) bool {
				for _, id := range local(n) {
					room.inner[id.Name] = true
				}
				return true
			})
		}
		return nil
	})
	return rooms, err
}

// declared are the names that a declaration gives, but for those of methods.
func declared(d ast.Decl) []*ast.Ident {
	var out []*ast.Ident
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			out = append(out, d.Name)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				out = append(out, s.Name)
			case *ast.ValueSpec:
				out = append(out, s.Names...)
			}
		}
	}
	return out
}

// local are the names that a part of a function gives: parameters, results, receivers and
// variables.
func local(n ast.Node) []*ast.Ident {
	var out []*ast.Ident
	fields := func(list *ast.FieldList) {
		if list != nil {
			for _, f := range list.List {
				out = append(out, f.Names...)
			}
		}
	}
	assigned := func(list ...ast.Expr) {
		for _, e := range list {
			if id, ok := e.(*ast.Ident); ok {
				out = append(out, id)
			}
		}
	}
	switch n := n.(type) {
	case *ast.FuncDecl:
		fields(n.Recv)
	case *ast.FuncType:
		fields(n.Params)
		fields(n.Results)
	case *ast.AssignStmt:
		if n.Tok == token.DEFINE {
			assigned(n.Lhs...)
		}
	case *ast.RangeStmt:
		if n.Tok == token.DEFINE {
			assigned(n.Key, n.Value)
		}
	case *ast.DeclStmt:
		out = append(out, declared(n.Decl)...)
	}
	return out
}

// judgeNames returns a room's names of the package that are also those of a parameter or
// variable, or of something built in: who reads one has to look for which it is.
func judgeNames(room *scopes) []violation {
	var out []violation
	for _, name := range slices.Sorted(maps.Keys(room.outer)) {
		switch {
		case room.inner[name]:
			out = append(out, violation{"names", room.outer[name] + ": " + name, "a parameter or variable of the room has the same name: call one of them what it is"})
		case types.Universe.Lookup(name) != nil:
			out = append(out, violation{"names", room.outer[name] + ": " + name, "Go has a meaning of its own for the name"})
		}
	}
	return out
}

func TestNames(t *testing.T) {
	rooms, err := roomNames(os.DirFS("."))
	if err != nil {
		t.Fatal(err)
	}
	for _, room := range slices.Sorted(maps.Keys(rooms)) {
		for _, v := range judgeNames(rooms[room]) {
			t.Error(v)
		}
	}
}

func TestNamesCatch(t *testing.T) {
	for _, tc := range []struct {
		name, code string
		wrong      bool
	}{
		{"a function and a parameter", "func limit() {}\nfunc f(limit int) {}", true},
		{"a function and a variable", "func limit() {}\nfunc f() { limit := 1; _ = limit }", true},
		{"a type and a variable of a loop", "type row struct{}\nfunc f(list []int) { for _, row := range list { _ = row } }", true},
		{"a constant and a result", "const most = 1\nfunc f() (most int) { return }", true},
		{"a variable and a receiver", "var s int\ntype t struct{}\nfunc (s t) f() {}", true},
		{"something built in", "func clear() {}", true},
		{"a field, which stands behind a dot", "func limit() {}\ntype t struct{ limit int }", false},
		{"a method", "func limit() {}\ntype t struct{}\nfunc (t) limit() {}", false},
		{"a field of a type inside a function", "func limit() {}\nfunc f() { type u struct{ limit int } }", false},
		{"names that differ", "func limit() {}\nfunc f(most int) {}", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			rooms, err := roomNames(fstest.MapFS{"search/a.go": {Data: []byte("package search\n" + tc.code)}})
			if err != nil {
				t.Fatal(err)
			}
			if found := judgeNames(rooms["search"]); len(found) > 0 != tc.wrong {
				t.Errorf("found %v", found)
			}
		})
	}
}
