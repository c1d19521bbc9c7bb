// Package desk draws the pages of the merchandiser's desk. Like the package views,
// it takes ready-to-show props and computes nothing; what it adds of its own are
// words and charts.
//
// Most pages are a [Report]: tiles, figures and tables one below the other, each
// saying what it counts. Those that are not have a template of their own and use
// the same parts: [TableView], [FigureView], [TilesView], [EmptyView].
//
// The desk has a style sheet and a small script of its own, and none of the shop's.
// Every page works without the script, every control is a link or a form.
package desk

//go:generate go tool templ generate
