package feed

import (
	"regexp"
	"slices"
	"strings"

	"shopclerk/catalog"
)

// openBigCommerce reads BigCommerce's product table: below the row of a product come
// those of its SKUs, and of rules that change what one of them costs.
func openBigCommerce(t *translation) {
	b := &bigCommerce{translation: t, out: t.out}
	t.rows, t.end = b.row, b.flush
}

type bigCommerce struct {
	*translation
	cells row
	group string
	left  bool
	out   *entry   // the product's
	skus  []*entry // kept until the rules have come
	price float64  // of the product
}

func (b *bigCommerce) row(e *entry) error {
	r := &b.cells
	b.columns.look(r, e)
	switch strings.ToLower(r.get("Item Type")) {
	case "sku":
		return b.sku(e, r)
	case "rule":
		b.rule(r)
		return nil
	}
	if err := b.flush(); err != nil {
		return err
	}
	visible := strings.ToLower(r.get("Product Visible?"))
	if b.left = visible == "n" || visible == "no" || visible == "false"; b.left {
		*b.hidden++
		return nil
	}
	b.group = r.get("Product ID", "Product Code/SKU", "Product Name")
	b.out.reset(e.place)
	b.out.member = membership{group: b.group, part: parent}
	r.keep(b.out, "Product ID", "Product Name", "Product Code/SKU", "Brand Name", "Product Description", "Price", "Sale Price", "Product URL")
	b.price, _, _ = parseAmount(r.get("Sale Price", "Price")) // an unreadable one is told of where it is read
	if path := deepest(split(r.get("Category"), ";"), "/"); path != "" {
		b.out.add(r.key("Category"), catalog.Text(path))
	}
	for n := 1; n <= 10; n++ {
		if image := r.get(numbered("Product Image File - #", n), numbered("Product Image URL - #", n)); image != "" {
			b.out.add(b.mapping.Image[0], catalog.Text(image))
			break
		}
	}
	b.stock(b.out, r)
	for _, pair := range split(r.get("Product Custom Fields"), ";") {
		if name, value, ok := strings.Cut(pair, "="); ok && strings.TrimSpace(value) != "" {
			b.columns.attribute(b.out, name, catalog.Text(strings.Trim(value, ` "`)))
		}
	}
	return b.emit(b.out)
}

func (b *bigCommerce) stock(to *entry, r *row) {
	if track := strings.ToLower(r.get("Track Inventory")); track != "none" && track != "n" {
		r.keep(to, "Current Stock Level")
	}
}

// bigOption finds an option in the name of a SKU: "[RB]Size=M,[CS]Colour=Blue:#0000ff".
var bigOption = regexp.MustCompile(`\[[A-Z]+\]([^=]+)=([^,]*)`)

func (b *bigCommerce) sku(e *entry, r *row) error {
	if b.left {
		*b.hidden++
		return nil
	}
	if b.group == "" {
		return b.problem(e.place, Malformed, "the SKU stands before any product; it was left out")
	}
	out := newEntry()
	out.reset(e.place)
	spelled := b.group
	var options []string
	for _, m := range bigOption.FindAllStringSubmatch(r.get("Product Name"), -1) {
		value, _, _ := strings.Cut(m[2], ":#")
		spelled += "/" + value
		options = append(options, b.columns.attribute(out, m[1], catalog.Text(strings.TrimSpace(value))))
	}
	id := r.get("Product Code/SKU")
	if id == "" {
		id = spelled
	}
	out.add(r.key("Product Code/SKU"), catalog.Text(id))
	out.add(b.mapping.Title[0], catalog.Text(id)) // until its product gives it one
	r.keep(out, "Price", "Sale Price")
	b.stock(out, r)
	out.member = membership{group: b.group, part: variant, options: options}
	b.skus = append(b.skus, out)
	return nil
}

// bigRule is what a rule does to the price: "[FIXED]29.95", "[ADD]5", "[REMOVE]5".
var bigRule = regexp.MustCompile(`^\[(FIXED|ADD|REMOVE)\]([0-9.,]+)$`)

func (b *bigCommerce) rule(r *row) {
	m := bigRule.FindStringSubmatch(r.get("Price"))
	i := slices.IndexFunc(b.skus, func(e *entry) bool { return e.text(r.key("Product Code/SKU")) == r.get("Product Code/SKU") })
	if m == nil || i < 0 {
		return
	}
	amount, _, err := parseAmount(m[2])
	switch {
	case err != nil:
		return
	case m[1] == "ADD":
		amount += b.price
	case m[1] == "REMOVE":
		amount = b.price - amount
	}
	key := r.key("Price")
	b.skus[i].drop(key)
	b.skus[i].add(key, catalog.Number(amount))
}

// flush emits the SKUs of the product at hand.
func (b *bigCommerce) flush() error {
	for _, e := range b.skus {
		if err := b.emit(e); err != nil {
			return err
		}
	}
	b.skus, b.group = b.skus[:0], ""
	return nil
}
