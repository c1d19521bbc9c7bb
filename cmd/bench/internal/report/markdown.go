package report

import (
	"fmt"
	"strings"
)

// Markdown returns the report without its charts: the tables hold their numbers.
func (d *Document) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n", d.Title)
	paragraphs(&b, d.Lead)
	for _, s := range d.Sections {
		fmt.Fprintf(&b, "\n## %s\n", s.Title)
		paragraphs(&b, s.Text)
		for _, f := range s.Figures {
			fmt.Fprintf(&b, "\n### %s\n\n", f.Title)
			f.Table.markdown(&b)
			paragraphs(&b, f.Notes)
		}
	}
	return b.String()
}

func paragraphs(b *strings.Builder, texts []string) {
	for _, t := range texts {
		b.WriteString("\n" + t + "\n")
	}
}

func (t *Table) markdown(b *strings.Builder) {
	row := func(cells []string) {
		b.WriteString("|")
		for _, c := range cells {
			b.WriteString(" " + escaped.Replace(c) + " |")
		}
		b.WriteString("\n")
	}
	row(t.Columns)
	b.WriteString("|---|" + strings.Repeat("---:|", max(0, len(t.Columns)-1)) + "\n")
	for _, r := range t.Rows {
		row(r)
	}
}

// escaped are the characters that would end a cell or begin a tag.
var escaped = strings.NewReplacer("|", `\|`, "<", "&lt;")
