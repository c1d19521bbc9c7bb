package feed

import (
	"cmp"
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
	group string
	left  bool
	out   *entry        // the product's
	skus  []*entry      // kept until the rules have come
	named [][][2]string // options of each
	price float64       // of the product
}

func (b *bigCommerce) row(r *formatRow) error {
	switch strings.ToLower(r.get("Item Type")) {
	case "sku":
		return b.sku(r)
	case "rule":
		return b.rule(r)
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
	b.out.reset(r.place)
	b.out.member = membership{group: b.group, part: parent}
	r.keep(b.out, "Product ID", "Product Name", "Product Code/SKU", "Brand Name", "Product Description", "Price", "Sale Price", "Product URL")
	b.price, _, _ = parseAmount(r.get("Sale Price", "Price")) // an unreadable one is told of where it is read
	if path := deepestPath(split(r.get("Category"), ";"), "/"); path != "" {
		b.out.add(r.key("Category"), catalog.Text(path))
	}
	for n := 1; n <= 10; n++ {
		if image := r.get(numberedColumn("Product Image File - #", n), numberedColumn("Product Image URL - #", n)); image != "" {
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

func (b *bigCommerce) stock(to *entry, r *formatRow) {
	if track := strings.ToLower(r.get("Track Inventory")); track != "none" && track != "n" {
		r.keep(to, "Current Stock Level")
	}
}

// bigOption finds an option in the name of a SKU or rule: "[RB]Size=M,[CS]Colour=Blue:#0000ff".
var bigOption = regexp.MustCompile(`\[[A-Z]+\]([^=]+)=([^,]*)`)

// options are those that a row names, each with its value.
func (b *bigCommerce) options(r *formatRow) (out [][2]string) {
	for _, m := range bigOption.FindAllStringSubmatch(r.get("Product Name"), -1) {
		value, _, _ := strings.Cut(m[2], ":#")
		out = append(out, [2]string{strings.TrimSpace(m[1]), strings.TrimSpace(value)})
	}
	return out
}

func (b *bigCommerce) sku(r *formatRow) error {
	if b.left {
		*b.hidden++
		return nil
	}
	if b.group == "" {
		return b.problem(r.place, Malformed, "the SKU stands before any product; it was left out")
	}
	out := newEntry()
	out.reset(r.place)
	spelled := b.group
	var options []string
	named := b.options(r)
	for _, o := range named {
		spelled += "/" + o[1]
		options = append(options, b.columns.attribute(out, o[0], catalog.Text(o[1])))
	}
	id := cmp.Or(r.get("Product Code/SKU"), spelled)
	out.add(r.key("Product Code/SKU"), catalog.Text(id))
	out.add(b.mapping.Title[0], catalog.Text(id)) // until its product gives it one
	r.keep(out, "Price", "Sale Price")
	b.stock(out, r)
	out.member = membership{group: b.group, part: variant, options: options}
	b.skus = append(b.skus, out)
	b.named = append(b.named, named)
	return nil
}

// bigRule is what a rule does to the price: "[FIXED]29.95", "[ADD]5", "[REMOVE]5".
var bigRule = regexp.MustCompile(`^\[(FIXED|ADD|REMOVE)\]([0-9.,]+)$`)

// rule does what a rule says of the SKUs that it is for: that of its code, or those that
// have its options. What it can say besides (weights, options of products without SKUs) is
// not read, and told.
func (b *bigCommerce) rule(r *formatRow) error {
	if b.left {
		return nil
	}
	of := b.ruled(r)
	price, said := r.get("Price"), false
	if len(of) == 0 {
		return b.problem(r.place, Unapplied, "the rule is for no SKU above it, and was not applied; name the SKU's code, or options that one has")
	}
	if no := strings.ToLower(r.get("Allow Purchases?", "Product Visible?")); no == "n" || no == "no" || no == "false" {
		for _, i := range slices.Backward(of) {
			b.skus, b.named = slices.Delete(b.skus, i, i+1), slices.Delete(b.named, i, i+1)
			*b.hidden++
		}
		return nil
	}
	if image := r.get(numberedColumn("Product Image File - #", 1), numberedColumn("Product Image URL - #", 1)); image != "" {
		said = true
		for _, i := range of {
			b.skus[i].drop(b.mapping.Image[0])
			b.skus[i].add(b.mapping.Image[0], catalog.Text(image))
		}
	}
	m := bigRule.FindStringSubmatch(price)
	var amount float64
	var err error
	if m != nil {
		amount, _, err = parseAmount(m[2])
	}
	switch {
	case price == "" && said:
		return nil
	case price == "":
		return b.problem(r.place, Unapplied, "what the rule changes is neither a price, nor a picture, nor whether it is sold; it was not applied")
	case m == nil || err != nil:
		return b.problem(r.place, Unapplied, "the rule's price %q was not applied; it is [FIXED], [ADD] or [REMOVE] and an amount", price)
	}
	key := r.key("Price")
	for _, i := range of {
		now, _, err := parseAmount(b.skus[i].text(key)) // rules add up
		if err != nil {
			now = b.price
		}
		switch m[1] {
		case "FIXED":
			now = amount
		case "ADD":
			now += amount
		default:
			now -= amount
		}
		b.skus[i].drop(key)
		b.skus[i].add(key, catalog.Number(now))
	}
	return nil
}

// ruled are the places of the SKUs that a rule is for.
func (b *bigCommerce) ruled(r *formatRow) (of []int) {
	code, options := r.get("Product Code/SKU"), b.options(r)
	for i, e := range b.skus {
		if code != "" && e.text(r.key("Product Code/SKU")) == code ||
			code == "" && len(options) > 0 && !slices.ContainsFunc(options, func(o [2]string) bool { return !slices.Contains(b.named[i], o) }) {
			of = append(of, i)
		}
	}
	return of
}

// flush emits the SKUs of the product at hand.
func (b *bigCommerce) flush() error {
	for _, e := range b.skus {
		if err := b.emit(e); err != nil {
			return err
		}
	}
	b.skus, b.named, b.group = b.skus[:0], b.named[:0], ""
	return nil
}
