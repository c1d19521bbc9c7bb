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

// Formats lists the formats that are recognised by the names of their fields, the
// particular before the general. All of "all" must be there, and "least" of "some"; in
// "streams" are the kinds of stream that it comes in, without which it may be any; "made"
// are those whose mapping speaks of fields that the reader makes, not of the feed's own.
//
//go:embed columns/formats.json
var Formats []byte

// Nested tells how products with a list of variants name what has a role, whoever's
// format it is.
//
//go:embed columns/nested.json
var Nested []byte
