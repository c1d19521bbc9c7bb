package desk

import (
	"github.com/a-h/templ"

	"shopclerk/views"
	"shopclerk/views/chart"
)

// Page is a page of the desk: the frame and, as its children, the content.
type Page struct {
	Title  string
	Lead   string // what the page is for; may be empty
	Shop   string // the shop's name
	Home   string // address of the shop
	Assets Assets
	Nav    []NavEntry
	Logout string // address that ends the session
	Picker Picker // the zero Picker is not shown
}

// Assets are the addresses of the files that a page loads.
type Assets struct{ Style, Script, Icon string }

// NavEntry is one entry of the navigation.
type NavEntry struct {
	Text, URL string
	Current   bool
}

// Picker chooses what a page is about: a period, and a category.
type Picker struct {
	Action     string        // address of the page
	Hidden     []views.Field // what the form carries on
	Periods    []Choice      // nil: the page is of no period
	From, To   string        // first and last day, as 2006-01-02
	Against    string        // what it is compared with, as a sentence; may be empty
	Categories []Choice      // nil: the page is of no category
}

// Choice is one of the values of a field, or a link to it.
type Choice struct {
	Value, Text string
	URL         string // of a link
	Chosen      bool
}

// Report is what most pages of the desk show: sections one below the other.
type Report struct {
	Tiles    []Tile
	Sections []Section
}

// Section is a part of a report. What it has none of is not shown.
type Section struct {
	ID      string // unique on the page
	Title   string
	Text    string
	Tiles   []Tile
	Figures []Figure
	Tables  []Table
	Folded  bool // its figures and tables are opened on demand
	Empty   Empty
	More    templ.Component // whatever else the page shows here; may be nil
}

// Tile is one number that matters.
type Tile struct {
	Label  string
	Value  string
	Change string // against the period before, such as "+12 %"; may be empty
	Trend  Trend
	Before string // what it was then, as a phrase; may be empty
	Counts string // what it counts
	URL    string // to what lies behind it; may be empty
}

// Trend says where a number went. The desk does not judge: more questions can be
// good or bad.
type Trend int

// The trends.
const (
	Steady Trend = iota
	Up
	Down
)

// Figure is charts side by side with their numbers beneath. All its charts have the
// same series.
type Figure struct {
	ID     string // unique on the page
	Title  string
	Counts string // what it counts
	Charts []chart.Chart
	Table  Table // the numbers
}

// Table is rows of cells under columns. The first column names the row.
type Table struct {
	ID      string // unique on the page
	Caption string
	Counts  string // what this counts, in a sentence
	Columns []Column
	Rows    []Row
	CSV     string // address of the same table as a file; may be empty
	Note    string // such as how many rows there are more; may be empty
	Empty   string // said in place of no rows
}

// Column is the head of a column.
type Column struct {
	Label  string
	Help   string // what the column counts, where the label does not say; may be empty
	Number bool   // its cells are numbers, set to the right
	Whole  bool   // its cells stay on one line
	Long   bool   // its cells are texts of several lines
	Sort   string // address of the table sorted by it; may be empty
	Sorted string // "ascending" or "descending" where the rows are; else empty
}

// Row is one row. Its cells are as many as there are columns.
type Row struct {
	Cells []Cell
	Help  string // what the row counts, where its name does not say; may be empty
}

// Cell is one cell.
type Cell struct {
	Text string
	Note string // small, beneath: an interval, say; may be empty
	URL  string // where it leads; may be empty
}

// Empty says what is missing where a page has nothing to show, and how it comes
// about. The zero Empty is not shown.
type Empty struct {
	Title, Text string
	Command     string // to run; may be empty
	Link        views.Link
}

// Login is the page on which a merchandiser says the password.
type Login struct {
	Shop   string
	Home   string
	Assets Assets
	Form   views.Form
	Named  bool // people have names and second factors
	Wrong  bool // name, password or code was wrong
	Wait   int  // seconds until the next try; 0: none to wait
}

// The fields of the login.
const (
	FieldName     = "name"
	FieldPassword = "password"
	FieldCode     = "code" // of the second factor
)
