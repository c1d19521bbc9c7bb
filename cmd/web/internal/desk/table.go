package desk

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"shopclerk/agent/desk/insight"
	"shopclerk/views/chart"
	view "shopclerk/views/desk"
	"shopclerk/words"
)

// Table is rows of typed cells. It is sorted by its columns' heads, shown by
// [Table.View] and sent as CSV, from one set of values.
type Table struct {
	ID      string // in addresses and in the page: letters, digits and "-"; unique on the page
	Caption string
	Counts  string // what it counts, in a sentence
	Columns []Column
	Rows    [][]Cell // the first cell names the row
	Order   string   // key of the column that sorts it unless the address says another, after a "-" for descending; empty: as the rows come
	Empty   string   // said in place of no rows

	// Paged says that the rows are one page of many, in an order that the table did
	// not make: its heads do not sort it, and Note says how many there are.
	Paged bool
	Note  string
	Of    int // how many rows there are in all, where a file is cut off before their end; 0: it has all

	Figure string      // id of the figure that draws it; empty: none does
	Chart  chart.Chart // what it draws
}

// Column is the head of a column.
type Column struct {
	Key   string // in addresses and in the CSV's first line: lower case, "_" for spaces
	Label string
	Help  string // what it counts, where the label does not say; may be empty
	Kind  Kind
	Long  bool // its texts take several lines
}

// Kind says what a column's cells are, and so how they are written and sorted.
type Kind int

// The kinds.
const (
	Text       Kind = iota
	Count           // a whole number
	Share           // of one: 0.25 is 25 %
	Change          // a relative change: +2.5 %
	Points          // a difference of shares: +2.5 points
	Decimal         // a number with two decimals: bits, means
	Difference      // of numbers with two decimals, with its sign
	Seconds         // a span of time
	Moment          // a point in time
)

// Cell is one value.
type Cell struct {
	Text      string    // of Text
	Number    float64   // of the kinds of numbers; NaN: not known
	Low, High float64   // its 95 % interval; equal: none
	At        time.Time // of Moment
	Note      string    // small, beneath
	Help      string    // of the first of a row: what the row counts, where its name does not say
	URL       string    // where it leads; may be empty
	Few       bool      // it rests on few cases
}

// columnSpec declares a column of a table of T: its head, by the ids of its words, and what
// stands in it.
type columnSpec[T any] struct {
	key, label string
	kind       Kind
	help       string // may be empty
	cell       func(*T) Cell
}

// newTable fills a table with a row for each of list. Caption, counts and empty are ids
// of words; the last two may be empty.
func newTable[T any](r *Request, id, caption, counts, empty string, list []T, columns ...columnSpec[T]) *Table {
	say := func(id string) string {
		if id == "" {
			return ""
		}
		return r.Words.T(id)
	}
	t := &Table{ID: id, Caption: say(caption), Counts: say(counts), Empty: say(empty)}
	for _, c := range columns {
		t.Columns = append(t.Columns, Column{Key: c.key, Label: say(c.label), Kind: c.kind, Help: say(c.help)})
	}
	for i := range list {
		row := make([]Cell, len(columns))
		for k := range columns {
			row[k] = columns[k].cell(&list[i])
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// by sorts a table unless its address says another order.
func (t *Table) by(order string) *Table { t.Order = order; return t }

// long has the texts of columns take several lines.
func (t *Table) long(keys ...string) *Table {
	for i := range t.Columns {
		t.Columns[i].Long = slices.Contains(keys, t.Columns[i].Key)
	}
	return t
}

// textCell, countCell, numberCell and estimateCell are the cells of texts, counts, numbers and estimates
// of a T.
func textCell[T any](of func(*T) string) func(*T) Cell {
	return func(x *T) Cell { return Name(of(x)) }
}

func numberCell[T any](of func(*T) float64) func(*T) Cell {
	return func(x *T) Cell { return Value(of(x)) }
}

func countCell[T any](of func(*T) int) func(*T) Cell {
	return func(x *T) Cell { return Value(float64(of(x))) }
}

func estimateCell[T any](of func(*T) insight.Estimate) func(*T) Cell {
	return func(x *T) Cell { return cellOf(of(x)) }
}

// linkedCell has the cells lead somewhere: a figure to the control that changes it, a count to
// the conversations behind it, of which 0 has none.
func linkedCell[T any](cell func(*T) Cell, to func(*T) string) func(*T) Cell {
	return func(x *T) Cell { return linkCount(cell(x), to(x)) }
}

// linkCount has the cell of a number lead somewhere, unless nothing was counted.
func linkCount(c Cell, to string) Cell {
	if c.Number == 0 && c.High == 0 {
		return c
	}
	return c.To(to)
}

// replayed is a column that leads to the latest of the conversations behind a row.
func replayed[T any](r *Request, of func(*T) []string) columnSpec[T] {
	return columnSpec[T]{"example", "desk.overview.example", Text, "", func(x *T) Cell {
		ids := of(x)
		return Name(r.Words.T("desk.overview.replay")).To(r.To(talksPath + "/" + ids[len(ids)-1]))
	}}
}

// rowNumber is the cell of a row's number.
func rowNumber[T any]() func(*T) Cell {
	n := 0
	return func(*T) Cell { n++; return Value(float64(n)) }
}

// noted adds a sentence beneath a table.
func (t *Table) noted(note string) { t.Note = strings.TrimSpace(t.Note + " " + note) }

// drawn has a figure draw a table.
func (t *Table) drawn(figure string, c chart.Chart) *Table {
	t.Figure, t.Chart = figure, c
	return t
}

// Name is a cell of text.
func Name(text string) Cell { return Cell{Text: text} }

// Value is a cell of a number.
func Value(n float64) Cell { return Cell{Number: n} }

// Within is a cell of a number with its 95 % interval.
func Within(n, low, high float64) Cell { return Cell{Number: n, Low: low, High: high} }

// Unknown is a cell of a number that can not be told.
func Unknown() Cell { return Cell{Number: math.NaN()} }

// When is a cell of a point in time.
func When(t time.Time) Cell { return Cell{At: t} }

// To leads from a cell to an address.
func (c Cell) To(url string) Cell { c.URL = url; return c }

// With puts a small text beneath a cell.
func (c Cell) With(note string) Cell { c.Note = note; return c }

// Counting says what a cell that names a row counts.
func (c Cell) Counting(help string) Cell { c.Help = help; return c }

// number reports whether a kind's cells are set to the right.
func (k Kind) number() bool { return k != Text && k != Moment }

// sortField is the field of an address that sorts a table.
func (t *Table) sortField() string { return "sort-" + t.ID }

// order is how a table is sorted: the column, −1 for none, and which way.
func (t *Table) order(r *Request) (column int, descending bool) {
	if t.Paged {
		return -1, false
	}
	for _, by := range []string{r.query.Get(t.sortField()), t.Order} {
		key, down := strings.CutPrefix(by, "-")
		if i := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Key == key }); i >= 0 {
			return i, down
		}
	}
	return -1, false
}

// sorted are the rows in the order that the address asks for. What is not known
// comes last either way; equal rows stay in the order in which they were given.
func (t *Table) sorted(r *Request) [][]Cell {
	column, descending := t.order(r)
	if column < 0 {
		return t.Rows
	}
	rows := slices.Clone(t.Rows)
	kind := t.Columns[column].Kind
	slices.SortStableFunc(rows, func(a, b []Cell) int {
		x, y := a[column], b[column]
		if kind.number() && (math.IsNaN(x.Number) || math.IsNaN(y.Number)) {
			return cmp.Compare(insight.Indicator(math.IsNaN(x.Number)), insight.Indicator(math.IsNaN(y.Number)))
		}
		c := 0
		switch kind {
		case Text:
			c = cmp.Or(cmp.Compare(strings.ToLower(x.Text), strings.ToLower(y.Text)), cmp.Compare(x.Text, y.Text))
		case Moment:
			c = x.At.Compare(y.At)
		default:
			c = cmp.Compare(x.Number, y.Number)
		}
		if descending {
			return -c
		}
		return c
	})
	return rows
}

// View presents the table as a page shows it.
func (t *Table) View(r *Request) view.Table {
	out := view.Table{
		ID: t.ID, Caption: t.Caption, Counts: t.Counts, Empty: t.Empty, Note: t.Note,
		CSV: r.With(fieldFormat, formatCSV, fieldTable, t.ID),
	}
	column, descending := t.order(r)
	for i, c := range t.Columns {
		head := view.Column{Label: c.Label, Help: c.Help, Number: c.Kind.number(), Whole: c.Kind == Moment, Long: c.Long}
		by := c.Key
		if c.Kind != Text { // the largest first, unless it is so already
			by = "-" + by
		}
		if i == column {
			head.Sorted, by = "ascending", "-"+c.Key
			if descending {
				head.Sorted, by = "descending", c.Key
			}
		}
		if !t.Paged && len(t.Rows) > 1 {
			head.Sort = r.With(t.sortField(), by) + "#" + t.ID + "-caption"
		}
		out.Columns = append(out.Columns, head)
	}
	for _, row := range t.sorted(r) {
		cells := make([]view.Cell, len(row))
		for i, c := range row {
			cells[i] = c.view(t.Columns[i].Kind, r.Words)
		}
		out.Rows = append(out.Rows, view.Row{Cells: cells, Help: row[0].Help})
	}
	return out
}

// view presents a cell.
func (c Cell) view(kind Kind, w *words.Language) view.Cell {
	out := view.Cell{Text: c.spell(kind, w), Note: c.Note, URL: c.URL}
	if kind.number() && math.IsNaN(c.Number) {
		out.URL = "" // nothing known leads nowhere
	}
	if kind.number() && c.Low < c.High {
		interval := nonBreaking(w.T("desk.interval", "Low", spellBound(kind, c.Low, w), "High", spellBound(kind, c.High, w)))
		if out.Note != "" {
			interval += " · " + out.Note
		}
		out.Note = interval
	}
	if c.Few && out.Note != "" {
		out.Note += " " + nonBreaking("· "+w.T("desk.few-cases"))
	} else if c.Few {
		out.Note = w.T("desk.few-cases")
	}
	return out
}

// nonBreaking keeps a text on one line.
func nonBreaking(text string) string { return strings.ReplaceAll(text, " ", "\u00a0") }

func (c Cell) spell(kind Kind, w *words.Language) string {
	switch kind {
	case Text:
		return c.Text
	case Moment:
		return Minute(c.At)
	}
	return Spell(kind, c.Number, w)
}
