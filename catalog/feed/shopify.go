package feed

import (
	"regexp"
	"strings"

	"shopclerk/catalog"
)

// openShopify reads Shopify's product table, of either generation of headers and as
// Matrixify writes it. Rows of one handle are one product. The first of them has its
// fields, and its first variant; in the others only what is the variant's own is
// filled, and rows without option, SKU and price add a picture.
func openShopify(t *translation) {
	t.rows = (&shopify{translation: t, skus: map[string]string{}}).row
}

type shopify struct {
	*translation
	handle string
	head   []fieldValue      // of the product at hand: what its first row says of all
	names  [4]string         // of its options, from 1
	skus   map[string]string // SKU → handle and options of the variant that has it
	left   bool              // the product at hand is not for sale
}

// Of what all rows of a product share, and the first has.
var shopifyShared = []string{"Title", "Body (HTML)", "Vendor", "Type", "Product Category"}

// metafield finds the name in the headers of metafields: "Material
// (product.metafields.custom.material)", "Metafield: product.Material
// [single_line_text_field]", "Metafield: custom.material [string]".
var metafield = regexp.MustCompile(`^(?:(.+) \(product\.metafields\.[^)]*\)|Metafield: (?:[^\]\[]*\.)?([^.\]\[]+?) \[[^\]]*\])$`)

// textMetafields are written for search engines or for the page, not about the product.
var textMetafields = []string{"title_tag", "description_tag", "google_product_category"}

func (s *shopify) row(r *formatRow) error {
	handle := r.get("Handle")
	if handle == "" {
		return s.problem(r.place, Malformed, "the row has no %q, so it can not be told which product it belongs to; it was left out", r.key("Handle"))
	}
	if handle != s.handle {
		s.begin(handle, r)
	} else if r.get("Title") != "" && len(s.head) == 0 {
		s.share(r)
	}
	if s.left {
		*s.hidden++
		return nil
	}
	if r.get("Image Src") != "" {
		s.part(r.place, extra)
		r.keep(s.out, "Image Src")
		if err := s.emit(s.out); err != nil {
			return err
		}
	}
	if r.get("Option1 Value", "Variant SKU", "Variant Price", "Variant ID") == "" {
		return nil
	}
	s.part(r.place, variant)
	s.variant(r)
	return s.emit(s.out)
}

// part begins a part of the product at hand.
func (s *shopify) part(at Place, p memberKind) {
	s.out.reset(at)
	s.out.member = membership{group: s.handle, part: p, id: s.handle}
	for _, f := range s.head {
		s.out.add(f.key, f.value)
	}
	if len(s.head) == 0 { // the first row is missing
		s.out.add(s.mapping.Title[0], catalog.Text(s.handle))
	}
}

// begin starts another product.
func (s *shopify) begin(handle string, r *formatRow) {
	s.handle, s.head, s.names = handle, nil, [4]string{}
	status, published := strings.ToLower(r.get("Status")), strings.ToLower(r.get("Published"))
	s.left = status == "draft" || status == "archived" || published == "false"
	s.share(r)
}

// share notes what the row says of all variants.
func (s *shopify) share(r *formatRow) {
	for n := range s.names[1:] {
		if name := r.get(numberedColumn("Option# Name", n+1)); name != "" {
			s.names[n+1] = name
		}
	}
	if r.get("Title") == "" {
		return
	}
	for _, name := range shopifyShared {
		if i, ok := r.at[name]; ok {
			s.head = append(s.head, r.fields[i])
		}
	}
	for _, f := range r.fields {
		m := metafield.FindStringSubmatch(f.key)
		if m == nil {
			continue
		}
		if name := strings.TrimSpace(m[1] + m[2]); !matchesAnyPattern(textMetafields, fold(name)) && len(f.value.String()) <= 2*maxOption {
			if s.columns.name(name) != "" {
				name += " (attribute)"
			}
			s.head = append(s.head, fieldValue{name, semicolons(f.value)})
		}
	}
}

// semicolons splits a list as Shopify writes one: "cotton; linen".
func semicolons(v catalog.Raw) catalog.Raw {
	if v.Kind != catalog.RawText || !strings.Contains(v.Text, "; ") {
		return v
	}
	return textList(split(v.Text, ";"))
}

// variant writes the row's variant to out.
func (s *shopify) variant(r *formatRow) {
	spelled := s.handle
	var options []string
	for n, name := range s.names[1:] {
		value := r.get(numberedColumn("Option# Value", n+1))
		if value == "" || value == onlyForm {
			continue
		}
		if name == "" {
			name = "Option " + numberedColumn("#", n+1)
		}
		spelled += "/" + value
		options = append(options, s.columns.attribute(s.out, name, catalog.Text(value)))
	}
	s.out.member.options = options
	r.keep(s.out, "Handle", "Variant Price", "Variant Image")
	id, key := r.get("Variant SKU", "Variant ID"), r.key("Variant SKU")
	if owner, taken := s.skus[id]; id == "" || taken && owner != spelled {
		id = spelled // a SKU is no more than a habit: variants without, or with another's, are sold too
	}
	s.skus[id] = spelled
	s.out.add(key, catalog.Text(id))
	s.stock(r)
}

// stock writes the pieces: unknown where they are not counted, or are sold beyond.
func (s *shopify) stock(r *formatRow) {
	n := r.get("Variant Inventory Qty")
	policy := strings.ToLower(r.get("Variant Inventory Policy"))
	switch {
	case n == "":
	case (policy == "continue" || policy == "true") && (n == "0" || strings.HasPrefix(n, "-")):
	case strings.HasPrefix(n, "-"):
		s.out.add(r.key("Variant Inventory Qty"), catalog.Text("0"))
	default:
		r.keep(s.out, "Variant Inventory Qty")
	}
}
