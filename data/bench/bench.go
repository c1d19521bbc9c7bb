// Package bench holds the conditions of the evaluation as embedded files: the
// document sets (sets.json), the experiments and their conditions
// (experiments.json), and the scores they are held to (expected.json, and
// expected-tools.json for tool calls). README.md beside them describes the format;
// cmd/bench runs them.
package bench

import "embed"

// FS holds the files at its root.
//
//go:embed *.json domains/*.json*
var FS embed.FS
