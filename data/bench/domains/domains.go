// Package domains holds the domains of ClarifyBench as embedded tables, a JSON file
// each: the state a domain begins in, its parameters with their domains, how people
// speak of them, its tools, and the ways in which calls are corrupted. README.md
// beside them describes the format; cmd/bench simulates them.
package domains

import "embed"

// FS holds the tables at its root.
//
//go:embed *.json *.jsonl
var FS embed.FS
