package views_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"html"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	templ "github.com/a-h/templ/parser/v2"
	"github.com/a-h/templ/parser/v2/visitor"
)

// read lists the attributes whose values are read out or shown.
var read = []string{"aria-label", "aria-description", "aria-placeholder", "aria-roledescription", "aria-valuetext", "title", "alt", "placeholder", "label"}

// letters reports whether a text has letters: without them it is a mark, the same in
// every language.
func letters(s string) bool { return strings.ContainsFunc(html.UnescapeString(s), unicode.IsLetter) }

// literals lists what a template says of its own, by lines.
func literals(file *templ.TemplateFile) ([]string, error) {
	var out []string
	say := func(line uint32, text string) {
		if letters(text) {
			out = append(out, fmt.Sprintf("line %d: %q", line+1, text))
		}
	}
	code := func(e templ.Expression) error {
		x, err := parser.ParseExpr(strings.TrimSuffix(strings.TrimSpace(e.Value), ","))
		if err != nil {
			return fmt.Errorf("line %d: %w", e.Range.From.Line+1, err)
		}
		ast.Inspect(x, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr: // of the room words: its strings are ids and names
				f, ok := n.Fun.(*ast.SelectorExpr)
				return !ok || f.Sel.Name != "T" && f.Sel.Name != "N"
			case *ast.BasicLit:
				if n.Kind == token.STRING {
					say(e.Range.From.Line, n.Value)
				}
			}
			return true
		})
		return nil
	}
	v := visitor.New()
	v.Text = func(n *templ.Text) error {
		say(n.Range.From.Line, n.Value)
		return nil
	}
	v.StringExpression = func(n *templ.StringExpression) error { return code(n.Expression) }
	v.ConstantAttribute = func(n *templ.ConstantAttribute) error {
		if slices.Contains(read, n.Key.String()) {
			say(0, n.Value)
		}
		return nil
	}
	v.ExpressionAttribute = func(n *templ.ExpressionAttribute) error {
		if slices.Contains(read, n.Key.String()) {
			return code(n.Expression)
		}
		return nil
	}
	return out, file.Visit(v)
}

// Templates have no words of their own: the room words has them all, or a page would
// stay English in part.
func TestTemplatesSayNothingOfTheirOwn(t *testing.T) {
	seen := 0
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ".templ" {
			return err
		}
		seen++
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		file, err := templ.ParseString(string(text))
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		found, err := literals(file)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		for _, l := range found {
			t.Errorf("%s, %s: say it in the room words", name, l)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 10 {
		t.Errorf("only %d templates were read", seen)
	}
}
