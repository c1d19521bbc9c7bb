// Package demo holds the schema files of the demonstration shop, one JSON file
// per category. README.md beside them describes the format; catalog/demo reads
// them and generates the products.
package demo

import "embed"

// FS holds the schema files at its root.
//
//go:embed *.json
var FS embed.FS
