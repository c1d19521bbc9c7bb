package report

import (
	"bytes"
	_ "embed" // the page and its style
	"fmt"
	"html/template"
	"strings"
)

//go:embed page.html
var pageText string

//go:embed page.css
var pageStyle string

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"style":  func() template.CSS { return template.CSS(pageStyle) },
	"draw":   func(c Chart) template.HTML { return template.HTML(c.svg()) }, // which escapes what it writes
	"colour": func(i int) int { return i % colours },
	"inline": inline,
}).Parse(pageText))

// HTML returns the report as one page that loads nothing and runs no script.
func (d *Document) HTML() (string, error) {
	var b bytes.Buffer
	if err := page.Execute(&b, d); err != nil {
		return "", fmt.Errorf("writing the page: %w", err)
	}
	return b.String(), nil
}

// inline renders the one mark-up that paragraphs have: `code`.
func inline(s string) template.HTML {
	parts := strings.Split(s, "`")
	for i, p := range parts {
		parts[i] = template.HTMLEscapeString(p)
		if i%2 == 1 {
			parts[i] = "<code>" + parts[i] + "</code>"
		}
	}
	return template.HTML(strings.Join(parts, ""))
}
