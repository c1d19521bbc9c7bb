package feed

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"shopclerk/catalog"
)

// maxDocument is how many times as long as one product a document may be that holds
// all of them in one object.
const maxDocument = 8

// readJSONLD reads a JSON-LD document: an object, a list of them, or a graph. What
// refers to another part of it must be held together, so it is read whole.
func readJSONLD(s *sink, r io.Reader) error {
	limit := int64(s.limit) * maxDocument
	text, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return err
	}
	if int64(len(text)) > limit {
		return s.tooLong(s.place(1, 0), "the document", int64(len(text)))
	}
	d := newDocument()
	if ok, err := d.parse(s, s.place(1, 0), text); !ok || err != nil {
		return err
	}
	if len(d.products) == 0 {
		return s.problem(s.place(0, 0), Malformed, "no schema.org Product was found in the JSON-LD")
	}
	return d.emit(s)
}

// parse adds the objects of a text. It reports false for one that does not parse,
// which has then been reported.
func (d *document) parse(s *sink, at Place, text []byte) (bool, error) {
	text, err := s.valid(at, text)
	if err != nil {
		return false, err
	}
	text = mended(text)
	v, err := decodeJSON(text)
	if err != nil {
		if b := (syntaxError{}); errors.As(err, &b) {
			at.Line += bytes.Count(text[:min(int64(len(text)), b.offset)], []byte("\n"))
		}
		return false, s.problem(at, Malformed, "the JSON-LD does not parse: %v; its products were left out. Is a quote not escaped, or the page cut off?", err)
	}
	d.walk(v, at, 0)
	return true, nil
}

// emit emits the products.
func (d *document) emit(s *sink) error {
	t := &translation{sink: s, emit: s.emit, out: newEntry()}
	for i, n := range d.products {
		if d.inGroup[n.text("@id")] {
			continue // a group that refers to it tells of it
		}
		if err := t.product(d.places[i], d, n); err != nil {
			return err
		}
	}
	return nil
}

// openJSONLD reads documents that stand one a line.
func openJSONLD(t *translation) {
	t.texts = func(at Place, text []byte) error {
		d := newDocument()
		if ok, err := d.parse(t.sink, at, text); !ok || err != nil {
			return err
		}
		return d.emit(&sink{name: t.name, limit: t.limit, emit: t.emit, report: t.report})
	}
}

// mended takes off what wraps JSON in pages, and escapes line breaks and tabs within
// its texts, which pages have and JSON does not allow.
func mended(text []byte) []byte {
	text = bytes.TrimSpace(text)
	for _, w := range []string{"<!--", "//<![CDATA[", "/*<![CDATA[*/", "<![CDATA["} {
		text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte(w)))
	}
	for _, w := range []string{"-->", "//]]>", "/*]]>*/", "]]>", ";", "//"} {
		text = bytes.TrimSpace(bytes.TrimSuffix(text, []byte(w)))
	}
	if json.Valid(text) {
		return text
	}
	var out []byte
	quoted, escaped := false, false
	for _, c := range text {
		switch {
		case escaped:
			escaped = false
		case c == '\\' && quoted:
			escaped = true
		case c == '"':
			quoted = !quoted
		case quoted && c < ' ':
			out = append(out, fmt.Sprintf("\\u%04x", c)...)
			continue
		}
		out = append(out, c)
	}
	if json.Valid(out) {
		return out
	}
	return text
}

// document is the objects of a JSON-LD document, or of all that are in a page.
type document struct {
	named    map[string]node // by "@id"
	products []node          // those that no group contains, in order
	places   []Place         // theirs
	inGroup  map[string]bool // by "@id", what a group has as its variant
	crumbs   []string        // names of the page's breadcrumb
}

func newDocument() *document { return &document{named: map[string]node{}, inGroup: map[string]bool{}} }

// walk finds the products and groups, and what has a name to be referred to by.
func (d *document) walk(v any, at Place, depth int) {
	if depth > maxDepth {
		return
	}
	switch v := v.(type) {
	case []any:
		for _, w := range v {
			d.walk(w, at, depth+1)
		}
	case map[string]any:
		n := node(v)
		if id := n.text("@id"); id != "" && len(n) > len(d.named[id]) {
			d.named[id] = n
		}
		switch {
		case n.is("Product", "ProductGroup", "ProductModel", "IndividualProduct", "SomeProducts", "Vehicle", "Car", "Book"):
			if len(n) > 2 { // more than a reference
				d.products, d.places = append(d.products, n), append(d.places, at)
			}
			for _, v := range n.list("hasVariant") {
				if id := v.text("@id"); id != "" {
					d.inGroup[id] = true
					if len(v) > len(d.named[id]) {
						d.named[id] = v
					}
				}
			}
			return
		case n.is("BreadcrumbList"):
			for _, item := range n.list("itemListElement") {
				d.crumbs = append(d.crumbs, cmp.Or(item.text("name"), item.object("item").text("name")))
			}
			return
		}
		for _, key := range n.keys() {
			d.walk(n[key], at, depth+1)
		}
	}
}

// is reports whether the object is of one of the types of schema.org.
func (n node) is(types ...string) bool {
	return slices.ContainsFunc(n.texts("@type"), func(t string) bool { return slices.Contains(types, lastPart(t)) })
}

// get returns a field's object, by its "@id" where it only refers to one.
func (d *document) get(n node, key string) node { return d.resolved(n.object(key)) }

func (d *document) all(n node, key string) []node {
	list := n.list(key)
	for i := range list {
		list[i] = d.resolved(list[i])
	}
	return list
}

func (d *document) resolved(n node) node {
	if real := d.named[n.text("@id")]; len(real) > len(n) {
		return real
	}
	return n
}

// product emits a product, or a group's parts.
func (t *translation) product(at Place, d *document, n node) error {
	if n.is("ProductGroup") || len(n.list("hasVariant")) > 0 {
		return t.productGroup(at, d, n)
	}
	m := membership{}
	if above := d.get(n, "isVariantOf"); above != nil && above.is("ProductGroup") {
		m = membership{part: variant, group: above.text("productGroupID", "@id", "name"), title: above.text("name"), options: varies(above)}
	} else if id := n.text("inProductGroupWithID"); id != "" {
		m = membership{part: variant, group: id}
	}
	t.begin(at, m)
	t.describe(d, n)
	return t.emit(t.out)
}

func (t *translation) productGroup(at Place, d *document, n node) error {
	group := n.text("productGroupID", "@id", "sku", "url", "name")
	t.begin(at, membership{part: parent, group: group, id: cmp.Or(n.text("productGroupID", "sku"), group)})
	t.describe(d, n)
	if err := t.emit(t.out); err != nil {
		return err
	}
	for i, v := range d.all(n, "hasVariant") {
		t.begin(at, membership{part: variant, group: group, options: varies(n)})
		t.describe(d, v)
		if _, ok := t.out.index["title"]; !ok {
			t.put("title", cmp.Or(n.text("name"), group))
		}
		if _, ok := t.out.index["id"]; !ok {
			t.put("id", fmt.Sprintf("%s-%d", group, i+1))
		}
		if err := t.emit(t.out); err != nil {
			return err
		}
	}
	return nil
}

// ldAttributes are the properties that are attributes, in the order in which they are
// told.
var ldAttributes = []string{"color", "size", "material", "pattern", "weight", "width", "height", "depth"}

// varies returns the attributes by which the group's variants differ.
func varies(group node) []string {
	var keys []string
	for _, v := range group.texts("variesBy") {
		keys = append(keys, lastPart(v))
	}
	return keys
}

// lastPart is a name of schema.org without its address or prefix.
func lastPart(name string) string { return name[strings.LastIndexAny(name, "/:")+1:] }

// describe writes what an object says of itself.
func (t *translation) describe(d *document, n node) {
	id := n.text("sku", "productID", "mpn", "gtin13", "gtin", "gtin14", "gtin12", "gtin8", "isbn", "@id", "url")
	t.put("id", id)
	t.put("title", n.text("name"))
	t.put("description", n.text("description"))
	t.put("brand", cmp.Or(n.text("brand"), d.get(n, "brand").text("name"), d.get(n, "manufacturer").text("name")))
	t.put("category", t.ldCategory(d, n))
	t.put("image", cmp.Or(n.text("image"), d.get(n, "image").text("url", "contentUrl", "@id")))
	offers := d.all(n, "offers")
	if len(offers) > 0 {
		t.offer(d, offers)
	}
	t.put("link", cmp.Or(n.text("url"), d.get(n, "offers").text("url")))
	rating := d.get(n, "aggregateRating")
	t.put("rating", rating.text("ratingValue"))
	t.put("ratings", rating.text("reviewCount", "ratingCount"))
	for _, key := range ldAttributes {
		if v := cmp.Or(strings.Join(n.texts(key), "\n"), d.measured(n, key)); v != "" {
			t.out.add(key, textList(strings.Split(v, "\n")))
		}
	}
	for _, p := range d.all(n, "additionalProperty") {
		value := rawOf(p["value"])
		if unit := p.text("unitText"); unit != "" && value.Kind != 0 {
			value = catalog.Text(value.String() + " " + unit)
		}
		t.add(p.text("name"), value)
	}
}

// measured spells a quantity or a size that is an object.
func (d *document) measured(n node, key string) string {
	o := d.get(n, key)
	if v := o.text("value"); v != "" {
		return strings.TrimSpace(v + " " + cmp.Or(o.text("unitText"), unitCodes[o.text("unitCode")]))
	}
	return o.text("name")
}

// unitCodes are those of UN/CEFACT that measures of products have.
var unitCodes = map[string]string{
	"KGM": "kg", "GRM": "g", "LBR": "lb", "ONZ": "oz", "CMT": "cm", "MMT": "mm", "MTR": "m", "INH": "in", "FOT": "ft", "LTR": "l", "MLT": "ml", "WTT": "W",
}

// ldCategory returns the product's category, or that of the page's breadcrumb.
func (t *translation) ldCategory(d *document, n node) string {
	if s := cmp.Or(n.text("category"), d.get(n, "category").text("name")); s != "" {
		return strings.ReplaceAll(s, " / ", " > ")
	}
	var path []string
	for i, c := range d.crumbs {
		if c == "" || i == 0 && len(d.crumbs) > 2 || c == n.text("name") {
			continue // the home page, and the product itself
		}
		path = append(path, c)
	}
	return strings.Join(path, " > ")
}

// offer writes the price and the availability: of several offers, that of the lowest
// price, and available where one is.
func (t *translation) offer(d *document, offers []node) {
	price, currency, availability := "", "", ""
	lowest := 0.0
	take := func(amount, in string) {
		if f, _, err := parseAmount(amount); err == nil && (price == "" || f < lowest) {
			price, currency, lowest = amount, in, f
		}
	}
	for _, o := range offers {
		if inner := d.all(o, "offers"); len(inner) > 0 && o.text("lowPrice", "price") == "" {
			t.offer(d, inner)
			return
		}
		take(o.text("lowPrice", "price"), o.text("priceCurrency"))
		for _, p := range d.all(o, "priceSpecification") {
			take(p.text("price", "minPrice"), p.text("priceCurrency"))
		}
		switch a := o.text("availability"); {
		case a == "":
		case availability == "" || stock(catalog.Text(a)) != 0:
			availability = a
		}
	}
	t.put("price", strings.TrimSpace(price+" "+currency))
	t.put("availability", availability)
}
