package report

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"strings"

	"shopclerk/views/chart"
)

//go:embed page.html
var pageText string

//go:embed page.css
var pageStyle string

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"style":  func() template.CSS { return template.CSS(pageStyle) },
	"draw":   draw,
	"legend": legend,
	"inline": inline,
}).Parse(pageText))

// HTML returns the report as one page.
func (d *Document) HTML() (string, error) {
	var b bytes.Buffer
	if err := page.Execute(&b, d); err != nil {
		return "", fmt.Errorf("writing the page: %w", err)
	}
	return b.String(), nil
}

// draw draws a chart of a section's figure. What the chart puts into the SVG is
// escaped there.
func draw(section string, figure, number int, c chart.Chart) template.HTML {
	return template.HTML(described(c).Draw(fmt.Sprintf("%s-%d-%d", section, figure, number)))
}

// key is one entry of a legend.
type key struct {
	chart.Key
	Mark template.HTML
}

// legend names the series of a figure's charts, which are the same in all.
func legend(charts []chart.Chart) []key {
	if len(charts) == 0 {
		return nil
	}
	var out []key
	for _, k := range charts[0].Keys() {
		out = append(out, key{k, template.HTML(k.Sample)})
	}
	return out
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
