package main

import (
	_ "embed"
	"fmt"
	"html/template"
	"os"

	"shopclerk/cmd/internal/tour"
)

//go:embed sheet.html
var sheetText string

var sheet = template.Must(template.New("sheet").Parse(sheetText))

// row is a page on the contact sheet.
type row struct {
	Name, Address string
	Pictures      []string // names of files, in the order of the looks
}

// writeSheet writes the contact sheet: every page's pictures side by side.
func writeSheet(file string, stops []tour.Stop) error {
	var rows []row
	for i := range stops {
		r := row{Name: stops[i].Name, Address: stops[i].Address}
		for j := range looks {
			r.Pictures = append(r.Pictures, fileName(&stops[i], &looks[j]))
		}
		rows = append(rows, r)
	}
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	if err := sheet.Execute(out, rows); err != nil {
		out.Close()
		return fmt.Errorf("writing the contact sheet: %w", err)
	}
	return out.Close()
}
