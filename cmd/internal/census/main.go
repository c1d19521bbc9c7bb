// Command census counts the files that it is given by room: lines, how long functions
// are, and how many exported names are documented; of templates the lines alone.
// `make census` gives it the house without tests and generated code.
package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"log"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"text/tabwriter"
)

// room is what is counted of one folder, or of all.
type room struct {
	lines, files         int
	functions            []int  // lines of each, from func to the closing brace
	longest              string // the name of the longest function
	exported, documented int    // names
}

func main() {
	rooms := map[string]*room{}
	var whole room
	for _, name := range os.Args[1:] {
		at := path.Dir(name)
		if rooms[at] == nil {
			rooms[at] = &room{}
		}
		if err := read(name, rooms[at], &whole); err != nil {
			log.Fatal("census: ", err)
		}
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "lines\tfiles\tfunctions\tmedian\tlongest\texported\tdocumented\t  room and its longest function")
	for _, at := range slices.Sorted(maps.Keys(rooms)) {
		rooms[at].print(w, at)
	}
	whole.print(w, "all")
	w.Flush()
}

// read counts a file in each of the rooms.
func read(name string, rooms ...*room) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	set := token.NewFileSet()
	file := &ast.File{}
	if strings.HasSuffix(name, ".go") {
		if file, err = parser.ParseFile(set, name, text, parser.ParseComments|parser.SkipObjectResolution); err != nil {
			return err
		}
	}
	for _, r := range rooms {
		r.lines += bytes.Count(text, []byte("\n"))
		r.files++
		for _, d := range file.Decls {
			r.declare(set, d)
		}
	}
	return nil
}

// declare counts a declaration. What stands in a group is documented by itself, by
// the comment on its line or by the group's; methods count as their types are exported.
func (r *room) declare(set *token.FileSet, d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		n := set.Position(d.End()).Line - set.Position(d.Pos()).Line + 1
		if len(r.functions) == 0 || n > slices.Max(r.functions) {
			r.longest = d.Name.Name
		}
		r.functions = append(r.functions, n)
		if d.Recv == nil || ast.IsExported(strings.TrimLeft(types.ExprString(d.Recv.List[0].Type), "*")) {
			r.name(d.Name, d.Doc)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				r.name(s.Name, s.Doc, d.Doc)
			case *ast.ValueSpec:
				for _, n := range s.Names {
					r.name(n, s.Doc, s.Comment, d.Doc)
				}
			}
		}
	}
}

func (r *room) name(n *ast.Ident, docs ...*ast.CommentGroup) {
	if !n.IsExported() {
		return
	}
	r.exported++
	if slices.ContainsFunc(docs, func(d *ast.CommentGroup) bool { return d != nil }) {
		r.documented++
	}
}

func (r *room) print(w io.Writer, at string) {
	median, longest, share := 0, 0, "-"
	if n := len(r.functions); n > 0 {
		slices.Sort(r.functions)
		median, longest = r.functions[n/2], r.functions[n-1]
	}
	if r.exported > 0 {
		share = fmt.Sprintf("%.1f%%", 100*float64(r.documented)/float64(r.exported))
	}
	fmt.Fprintf(w, "%d\t%d\t%d\t%d\t%d\t%d\t%s\t  %s %s\n", r.lines, r.files, len(r.functions), median, longest, r.exported, share, at, r.longest)
}
