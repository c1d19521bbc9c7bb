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
	// open begins a stream: it says what takes the rows or the JSON objects in place of
	// emit. Nil for a format of one row or object a product.
	open func(*translation)
	// made says that the mapping speaks of fields that the dialect makes, not of the
	// feed's own.
	made bool
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
	cells   row                // the row at hand

	// One of these takes what the stream holds, as the format has it.
	rows    func(*row) error
	objects func(Place, node) error
	texts   func(Place, []byte) error // objects that are not decoded yet
	end     func() error              // nil, or called when the stream has ended
}

// attach puts the dialect between a stream's reader and whoever takes its entries.
// What it returns is to be called when the stream has ended.
func (d *dialect) attach(s *sink, m Mapping, hidden *int) (end func() error) {
	end = func() error { return nil }
	if d == nil || d.open == nil {
		return end
	}
	t := &translation{sink: s, mapping: m, columns: d.columns(), emit: s.emit, out: newEntry(), hidden: hidden, gone: map[string]bool{}}
	s.columns = t.columns.header
	d.open(t)
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
	return newColumns(d.name, append(slices.Clone(d.all), d.some...)...)
}

// dialects are the formats that are recognised, the particular before the general.
// (A function, because a dialect's readers look for dialects in turn.)
func dialects() []*dialect {
	return []*dialect{
		{
			name: "shopify", title: "Shopify product CSV", streams: []string{"table", "Parquet"}, open: openShopify,
			all: []string{"Handle", "Title"}, some: []string{"Option1 Name", "Option1 Value", "Variant Price", "Variant SKU", "Vendor", "Body (HTML)"}, least: 4,
		},
		{
			name: "shopify-bulk", title: "Shopify bulk operation", streams: []string{"JSON Lines"}, open: func(t *translation) { t.objects = t.bulk }, made: true,
			all: []string{"id", "__parentId"},
		},
		{
			name: "woocommerce", title: "WooCommerce product CSV", streams: []string{"table"}, open: func(t *translation) { t.rows = t.wooCommerce },
			all: []string{"Type", "SKU", "Name"}, some: []string{"Regular price", "Categories", "Published", "Visibility in catalog", "Tax status", "Attribute 1 name", "Images"}, least: 4,
		},
		{
			name: "magento", title: "Magento or Adobe Commerce product CSV", streams: []string{"table"}, open: func(t *translation) { t.rows = t.magento },
			all: []string{"sku", "product_type", "name"}, some: []string{"attribute_set_code", "additional_attributes", "url_key", "product_websites", "configurable_variations", "product_online"}, least: 3,
		},
		{
			name: "bigcommerce", title: "BigCommerce product CSV", streams: []string{"table"}, open: openBigCommerce,
			all: []string{"Item Type", "Product Name"}, some: []string{"Product ID", "Product Code/SKU", "Brand Name", "Category", "Option Set", "Product Type"}, least: 3,
		},
		{
			name: "prestashop", title: "PrestaShop product CSV", streams: []string{"table"}, open: func(t *translation) { t.rows = t.prestaShop },
			all: []string{"Product ID", "Name", "Categories"}, some: []string{"Active", "Reference", "Price tax included", "Price tax excluded", "Manufacturer", "Feature", "EAN13", "Image URLs"}, least: 3,
		},
		{
			name: "schema-org", title: "schema.org JSON-LD", streams: []string{"JSON-LD", "HTML"}, open: openJSONLD, made: true,
		},
		{
			name: "schema-org", title: "schema.org JSON-LD", streams: []string{"JSON Lines", "JSON array"}, open: openJSONLD, made: true,
			all: []string{"@type", "name"},
		},
		{
			name: "acp-nested", title: "Agentic Commerce feed of 2026-04-17", streams: []string{"JSON Lines", "JSON array", "Parquet"}, open: func(t *translation) { t.objects = t.acp }, made: true,
			all: []string{"id", "variants.id", "variants.title"}, some: []string{"variants.price.amount", "variants.availability.available", "variants.availability.status", "media.url"}, least: 2,
		},
		{
			name: "merchant-api", title: "Google Merchant API", streams: []string{"JSON Lines", "JSON array"}, open: func(t *translation) { t.objects = t.merchantProduct }, made: true,
			all: []string{"offerId"},
		},
		{
			name: "acp", title: "Agentic Commerce Protocol product feed",
			all: []string{"title"}, some: []string{"enable_search", "enable_checkout", "is_eligible_search", "is_eligible_checkout"}, least: 1,
		},
		{
			name: "acp", title: "Agentic Commerce Protocol product feed",
			all: []string{"title", "seller_name", "product_category"},
		},
		{
			name: "google-merchant", title: "Google Merchant product feed",
			all: []string{"id", "title", "image_link"}, some: []string{"link", "availability", "google_product_category", "gtin", "mpn", "condition", "item_group_id"}, least: 2,
		},
		{
			name: "nested", title: "nested JSON, products with a list of variants", streams: []string{"JSON Lines", "JSON array", "Parquet"}, open: func(t *translation) { t.objects = t.withVariants }, made: true,
			some: nestedSigns(), least: 1,
		},
	}
}

// nestedSigns are fields that a list of variants has, and other lists have not.
func nestedSigns() []string {
	var names []string
	for _, list := range variantLists {
		names = append(names, list+".price", list+".sku", list+".price.amount")
	}
	return names
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
		if !slices.Contains(names, d.name) {
			names = append(names, d.name)
		}
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
