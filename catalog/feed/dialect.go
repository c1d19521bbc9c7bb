package feed

import (
	"slices"

	"shopclerk/data/feeds"
)

// dialect is a format in which shops export, recognised by the names of its fields: a row
// of data/feeds/columns/formats.json, which tells what they mean. Its mapping is
// data/feeds/NAME.json, the other spellings of its fields are in
// data/feeds/columns/columns.json.
type dialect struct {
	Name, Title string
	All, Some   []string // names as columns know them
	Least       int
	Streams     []string
	Made        bool
}

// open begins a stream: it says what takes the rows or the JSON objects in place of
// emit. It does nothing for a format of one row or object a product.
func (d *dialect) open(t *translation) {
	switch d.Name {
	case "shopify":
		openShopify(t)
	case "shopify-bulk":
		t.objects = t.bulk
	case "woocommerce":
		t.rows = t.wooCommerce
	case "magento":
		t.rows = t.magento
	case "bigcommerce":
		openBigCommerce(t)
	case "prestashop":
		t.rows = t.prestaShop
	case "schema-org":
		openJSONLD(t)
	case "acp-nested":
		t.objects = t.acp
	case "merchant-api":
		t.objects = t.merchantProduct
	case "nested":
		t.objects = t.withVariants
	}
}

// translation turns what a stream of a dialect holds into entries that are one product
// or one part of one.
type translation struct {
	*sink
	mapping Mapping
	columns *columns
	emit    func(*entry) error // takes what is made
	out     *entry             // reused for it
	hidden  *int               // counts what is not for sale
	gone    map[string]bool    // groups that are not for sale
	cells   formatRow          // the row at hand

	// One of these takes what the stream holds, as the format has it.
	rows    func(*formatRow) error
	objects func(Place, node) error
	texts   func(Place, []byte) error // objects that are not decoded yet
	end     func() error              // nil, or called when the stream has ended
}

// attach puts the dialect between a stream's reader and whoever takes its entries.
// What it returns is to be called when the stream has ended.
func (d *dialect) attach(s *sink, m Mapping, hidden *int) (end func() error) {
	end = func() error { return nil }
	if d == nil {
		return end
	}
	t := &translation{sink: s, mapping: m, columns: d.columns(), emit: s.emit, out: newEntry(), hidden: hidden, gone: map[string]bool{}}
	d.open(t)
	if t.rows == nil && t.objects == nil && t.texts == nil {
		return end
	}
	s.columns = t.columns.header
	if t.rows != nil {
		s.emit = func(e *entry) error {
			t.columns.look(&t.cells, e)
			return t.rows(&t.cells)
		}
	}
	s.object = t.texts
	if t.objects != nil {
		s.object = func(at Place, text []byte) error {
			n, err := decodeNode(text)
			if err != nil {
				return t.problem(at, Malformed, "%v; the product was left out", err)
			}
			return t.objects(at, n)
		}
	}
	if t.end != nil {
		end = t.end
	}
	return end
}

func (d *dialect) columns() *columns {
	return newColumns(d.Name, append(slices.Clone(d.All), d.Some...)...)
}

// dialects are the formats that are recognised, the particular before the general.
var dialects = embeddedTable[[]*dialect](feeds.Formats)

// dialectOf returns a dialect by its name, nil when there is none.
func dialectOf(name string) *dialect {
	i := slices.IndexFunc(dialects, func(d *dialect) bool { return d.Name == name })
	if i < 0 {
		return nil
	}
	return dialects[i]
}

func dialectNames() []string {
	var names []string
	for _, d := range dialects {
		if !slices.Contains(names, d.Name) {
			names = append(names, d.Name)
		}
	}
	return names
}

// speaks reports whether a stream with these fields is written in the dialect.
func (d *dialect) speaks(stream string, fields []string) bool {
	if len(d.Streams) > 0 && !slices.Contains(d.Streams, stream) {
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
	for _, n := range d.Some {
		if has[n] {
			some++
		}
	}
	return some >= d.Least && !slices.ContainsFunc(d.All, func(n string) bool { return !has[n] })
}
