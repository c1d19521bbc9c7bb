package desk

import (
	"fmt"
	"net/url"
	"strconv"

	"shopclerk/views"
	"shopclerk/words"
)

// Filter chooses what a page shows.
type Filter struct {
	Path       string // of the page
	From, To   string // days as 2006-01-02, To included; empty: unbounded
	Days       int    // so many days back; 0: from and to
	Zone       string // of the days, as the tz database names it
	Category   string
	Categories []string // to choose from
	Text       string
	Searchable bool          // Text is offered
	Keep       []views.Field // parameters of the page that stay
}

// presets are the numbers of days that are one click away.
var presets = []int{7, 30, 90, 365}

// preset returns the page for the last days.
func (f *Filter) preset(days int) string { return fmt.Sprintf("%s?days=%d", f.Path, days) + f.kept() }

func (f *Filter) kept() string {
	out := ""
	for _, k := range append(f.Keep, views.Field{Name: "category", Value: f.Category}) {
		if k.Value != "" {
			out += "&" + url.Values{k.Name: {k.Value}}.Encode()
		}
	}
	return out
}

// Section is a part of a page: sentences, a table, or both.
type Section struct {
	ID          string // of its table as CSV, in the address; may be empty
	Title, Lead string
	Legend      bool // the colours of the bars are told
	Cards       []Card
	Table       Table
	Folded      bool     // the table is behind its title: the cards of another section tell the same
	How         []string // how it is counted, behind a click
	Links       []views.Link
	CSV         string // address of the table as CSV
}

// Card tells one thing in a sentence.
type Card struct {
	Title, URL string
	Note, Text string
	Parts      []Part // of a bar
	Links      []views.Link
}

// Part is a part of a bar, in percent of it.
type Part struct {
	Kind      string
	At, Width float64
}

// Outcomes are what became of questions, in the order in which they are told.
var Outcomes = []string{"answered", "skipped", "passed", "left"}

// names are the ids of their names.
var names = map[string]string{"answered": "desk.answered", "skipped": "desk.skipped", "passed": "desk.passed", "left": "desk.left"}

// Outcome returns the id of an outcome's name, "" for what is none.
func Outcome(outcome string) string { return names[outcome] }

func percent(share float64) string { return strconv.FormatFloat(share, 'f', 2, 64) + "%" }

// Table is what one query found. It is drawn, and sent as CSV.
type Table struct {
	Head []string
	Rows [][]Cell
}

// Cell is one cell of a table.
type Cell struct {
	Text  string
	As    string       // shown in place of the text, in the CSV as little as what follows
	Whole bool         // the text is not broken
	Note  string       // beside the text
	URL   string       // the text leads to; may be empty
	Bar   float64      // percent; 0: none
	Links []views.Link // what can be done
}

// Fewest is how many cases a percentage takes.
const Fewest = 30

// Share returns what part of so many cases some are, in percent; too few are told so.
func Share(w *words.Language, n, of int) string {
	if of < Fewest {
		return w.T("desk.too-few")
	}
	return w.T("desk.percent", "N", strconv.Itoa((100*n+of/2)/of))
}

// Count returns a cell of a number of cases out of so many, with the share where there are
// enough cases for one.
func Count(w *words.Language, n, of int) Cell {
	return Cell{Text: strconv.Itoa(n), Note: Share(w, n, of)}
}
