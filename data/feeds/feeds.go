// Package feeds holds the mappings of known product feeds, one JSON file each.
package feeds

import "embed"

// FS has the mapping of feed NAME as NAME.json.
//
//go:embed *.json
var FS embed.FS
