package feed

import (
	"regexp"
	"slices"
	"strings"

	"shopclerk/catalog"
)

// magento reads a row of the product table of Magento and Adobe Commerce. A configurable
// product lists the SKUs of its variations and what tells them apart; these are rows
// of their own, "not visible individually", that do not name it.
func (t *translation) magento(r *formatRow) error {
	if r.get("store_view_code") != "" {
		return nil // the same product again, in the words of one of several shop fronts
	}
	if r.get("product_online") == "2" {
		*t.hidden++
		return nil
	}
	t.out.reset(r.place)
	t.out.member.unlisted = strings.EqualFold(r.get("visibility"), "Not Visible Individually")
	r.keep(t.out, "sku", "name", "description", "short_description", "price", "special_price", "base_image", "manufacturer", "brand")
	var paths []string
	for _, p := range split(r.get("categories"), ",") {
		paths = append(paths, strings.TrimPrefix(p, "Default Category/"))
	}
	if path := deepestPath(paths, "/"); path != "" {
		t.out.add(r.key("categories"), catalog.Text(path))
	}
	if w, ok := decimalText(r.get("weight")); ok {
		t.out.add("weight", catalog.Text(w))
	}
	for _, a := range magentoAttributes(r.get("additional_attributes")) {
		switch {
		case a.key == "manufacturer" || a.key == "brand":
			t.out.add(a.key, a.value)
		case !slices.Contains(magentoSystem, a.key):
			t.columns.attribute(t.out, a.key, a.value)
		}
	}
	switch {
	case r.get("is_in_stock") == "0":
		t.out.add(r.key("qty"), catalog.Text("0"))
	case r.get("product_type") != "configurable" && r.get("manage_stock") != "0":
		r.keep(t.out, "qty")
	}
	if r.get("product_type") == "configurable" {
		t.out.member = configurable(r)
	}
	return t.emit(t.out)
}

// magentoSystem are attributes that say nothing about the product.
var magentoSystem = []string{"has_options", "required_options", "gift_message_available", "tax_class_name", "activity_code", "erin_recommends"}

// configurable says which rows are the product's variations, and what tells them apart.
func configurable(r *formatRow) membership {
	o := membership{part: parent, group: r.get("sku"), labels: map[string]string{}}
	for _, v := range split(r.get("configurable_variations"), "|") {
		for _, a := range magentoAttributes(v) {
			switch {
			case a.key == "sku":
				o.owns = append(o.owns, a.value.String())
			case !slices.Contains(o.options, a.key):
				o.options = append(o.options, a.key)
			}
		}
	}
	for _, a := range magentoAttributes(r.get("configurable_variation_labels")) {
		o.labels[a.key] = a.value.String()
	}
	return o
}

// magentoKey finds the keys in "color=Blue,size=M": a comma within a value is followed
// by no key.
var magentoKey = regexp.MustCompile(`(?:^|,)\s*"?([A-Za-z][A-Za-z0-9_]*)=`)

// magentoAttributes reads "key=value,key=value|value". Values, or pairs, may stand in
// quotes.
func magentoAttributes(s string) []fieldValue {
	var out []fieldValue
	at := magentoKey.FindAllStringSubmatchIndex(s, -1)
	for i, k := range at {
		end := len(s)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		value := strings.Trim(strings.TrimSpace(s[k[1]:end]), `"`)
		if v := textList(split(value, "|")); v.Kind != 0 {
			out = append(out, fieldValue{s[k[2]:k[3]], v})
		}
	}
	return out
}
