package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"shopclerk/cmd/bench/internal/wide"
)

// made writes a feed that is hard on a shop.
type made struct {
	Out  string `required:"" placeholder:"DIR" help:"Folder for articles.csv and mapping.json: catalog import --map DIR/mapping.json DIR/articles.csv."`
	Rows int    `default:"${table_rows}" help:"Rows (default ${default})."`
	Seed uint64 `default:"1" help:"Seed of the rows."`
}

// Run implements the command.
func (t *made) Run() (err error) {
	if err := os.MkdirAll(t.Out, 0o755); err != nil {
		return fmt.Errorf("making the table's folder: %w", err)
	}
	if err := os.WriteFile(filepath.Join(t.Out, "mapping.json"), []byte(wide.Mapping), 0o644); err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(t.Out, "articles.csv"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return wide.WriteCSV(f, wide.Records(t.Seed, t.Rows))
}
