package feed

import (
	"cmp"
	"strings"

	"shopclerk/catalog"
)

// bulk reads what Shopify's bulk operations write: an object a line, in which variants,
// pictures and metafields name the product they belong to as "__parentId". They follow
// it, though not always at once.
func (t *translation) bulk(at Place, n node) error {
	id, above := n.text("id"), n.text("__parentId")
	switch status := strings.ToLower(n.text("status")); {
	case above == "" && (status == "draft" || status == "archived"):
		t.gone[id] = true
		*t.hidden++
		return nil
	case above == "":
		t.bulkProduct(at, id, n)
	case t.gone[above]:
		return nil
	case strings.Contains(id, "/ProductVariant/") || n["selectedOptions"] != nil:
		t.bulkVariant(at, above, id, n)
	case picture(n) != "":
		t.begin(at, membership{part: extra, group: above})
		t.put("title", above)
		t.put("image", picture(n))
	case strings.Contains(id, "/Metafield/") && n.text("value") != "" && !matchesAnyPattern(textMetafields, n.text("key")):
		t.begin(at, membership{part: extra, group: above})
		t.put("title", above)
		t.add(sentence(n.text("key")), metavalue(n.text("value")))
	default:
		return nil // of a collection, a price list or a place: nothing of the product
	}
	return t.emit(t.out)
}

func (t *translation) bulkProduct(at Place, id string, n node) {
	handle := cmp.Or(n.text("handle"), id)
	t.begin(at, membership{part: parent, group: id, id: handle})
	t.put("id", handle)
	t.put("title", n.text("title"))
	t.put("description", n.text("descriptionHtml", "bodyHtml", "description"))
	t.put("brand", n.text("vendor"))
	t.put("category", cmp.Or(n.text("productType"), n.object("category").text("fullName", "name")))
	t.put("link", n.text("onlineStoreUrl"))
	t.put("image", cmp.Or(picture(n.object("featuredImage")), picture(n.object("featuredMedia"))))
}

func (t *translation) bulkVariant(at Place, group, id string, n node) {
	t.begin(at, membership{part: variant, group: group})
	sku := cmp.Or(n.text("sku"), id)
	t.put("id", sku)
	t.put("title", cmp.Or(n.text("displayName", "title"), sku))
	price := n.text("price")
	for _, p := range []node{n.object("price"), n.object("contextualPricing").object("price")} {
		if p != nil {
			price = p.text("amount") + " " + p.text("currencyCode")
		}
	}
	t.put("price", price)
	t.put("image", picture(n.object("image")))
	if q := n.text("inventoryQuantity"); !strings.EqualFold(n.text("inventoryPolicy"), "continue") && n.object("inventoryItem").text("tracked") != "false" {
		if strings.HasPrefix(q, "-") {
			q = "0"
		}
		t.put("stock", q)
	}
	t.options(n.list("selectedOptions"))
}

// picture returns the address of an object that is a picture, or of the one in it.
func picture(n node) string {
	if s := n.text("url", "src", "originalSrc", "transformedSrc"); s != "" {
		return s
	}
	for _, key := range []string{"image", "preview"} {
		if inner := n.object(key); inner != nil {
			return picture(inner)
		}
	}
	return ""
}

// metavalue reads a metafield's value, which may be a list written as JSON.
func metavalue(s string) catalog.Raw {
	if strings.HasPrefix(s, "[") {
		if v, err := decodeJSON([]byte(s)); err == nil {
			return rawOf(v)
		}
	}
	return catalog.Text(s)
}

// sentence spells a key as people write: "care_instructions" → "Care instructions".
func sentence(key string) string { return optionName(key, nil) }
