// Package feeds holds the mappings of known product feeds, one JSON file each.
package feeds

import "embed"

// FS has the mapping of feed NAME as NAME.json.
//
//go:embed *.json
var FS embed.FS

// Columns tells of the formats whose fields have several spellings how each is also
// spelled: format → the format's own name → others. "#" stands for a number.
//
//go:embed columns/columns.json
var Columns []byte

// Formats lists the formats that shops export, the particular before the general: by which
// fields each is recognised, and how its rows make products. Package catalog/feed documents
// the keys with its type preset.
//
//go:embed columns/formats.json
var Formats []byte
