package feed

import (
	"slices"
)

// dialect is a format in which shops export, recognised by the names of its fields.
// Its mapping is data/feeds/NAME.json, the other spellings of its fields are in
// data/feeds/columns/columns.json.
type dialect struct {
	name  string
	title string // for people
	// all must be there, and least of some; names as columns know them.
	all   []string
	some  []string
	least int
	// streams says what kinds of stream it comes in ("table", "XML", …); empty: any.
	streams []string
	// open begins a stream: what it returns takes the entries or the JSON objects in
	// place of emit. Nil for a format of one row or object a product.
	open func(*translation)
	// made says that the mapping speaks of fields that the dialect makes, not of the
	// feed's own.
	made bool
}

// translation turns what a stream of a dialect holds into entries that are one product
// or one part of one.
type translation struct {
	*sink
	columns *columns
	emit    func(*entry) error // takes what is made
	out     *entry             // reused for it
	hidden  *int               // counts what is not for sale

	rows    func(*entry) error
	objects func(at Place, text []byte) error
}

// attach puts the dialect between a stream's reader and whoever takes its entries.
func (d *dialect) attach(s *sink, hidden *int) {
	if d.open == nil {
		return
	}
	t := &translation{sink: s, columns: d.columns(), emit: s.emit, out: newEntry(), hidden: hidden}
	d.open(t)
	if t.rows != nil {
		s.emit = t.rows
	}
	s.object = t.objects
}

func (d *dialect) columns() *columns {
	return newColumns(d.name, append(slices.Clone(d.all), d.some...)...)
}

// dialects are the formats that are recognised, the particular before the general.
// (A function, because a dialect's readers look for dialects in turn.)
func dialects() []*dialect {
	return []*dialect{
		{
			name: "shopify", title: "Shopify product CSV", streams: []string{"table"},
			all: []string{"Handle", "Title"}, some: []string{"Option1 Name", "Option1 Value", "Variant Price", "Variant SKU", "Vendor", "Body (HTML)"}, least: 4,
			open: openShopify,
		},
	}
}

// dialectOf returns a dialect by its name, nil when there is none.
func dialectOf(name string) *dialect {
	list := dialects()
	i := slices.IndexFunc(list, func(d *dialect) bool { return d.name == name })
	if i < 0 {
		return nil
	}
	return list[i]
}

func dialectNames() []string {
	var names []string
	for _, d := range dialects() {
		names = append(names, d.name)
	}
	return names
}

// speaks reports whether a stream with these fields is written in the dialect.
func (d *dialect) speaks(stream string, fields []string) bool {
	if len(d.streams) > 0 && !slices.Contains(d.streams, stream) {
		return false
	}
	c := d.columns()
	has := map[string]bool{}
	for _, f := range fields {
		if n := c.name(f); n != "" {
			has[n] = true
		}
	}
	some := 0
	for _, n := range d.some {
		if has[n] {
			some++
		}
	}
	return some >= d.least && !slices.ContainsFunc(d.all, func(n string) bool { return !has[n] })
}
