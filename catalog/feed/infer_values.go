package feed

// Feed formats that are recognised by their field names.

// knownFormat recognises a feed format by its field names, "" when it is none.
func (g *gathered) knownFormat() string {
	has := func(names ...string) int {
		n := 0
		for _, name := range names {
			if g.byName[name] != nil {
				n++
			}
		}
		return n
	}
	switch {
	case has("title") == 1 && has("enable_search", "enable_checkout", "is_eligible_search", "is_eligible_checkout") > 0,
		has("title", "seller_name", "product_category") == 3:
		return "acp"
	case has("id", "title", "image_link") == 3 && has("link", "availability", "google_product_category", "gtin", "mpn", "condition", "item_group_id") >= 2:
		return "google-merchant"
	}
	return ""
}

// shipped takes the mapping of a known format and tells the inference which of
// its fields the feed has.
func (g *gathered) shipped(name string, inf *Inference) (Mapping, error) {
	m, err := Shipped(name)
	if err != nil {
		return m, err
	}
	inf.Format = m.Name
	names := [roles]string{"id", "title", "description", "category", "brand", "price", "currency", "image", "link", "rating", "ratings", "stock"}
	used := map[string]bool{}
	for r, fields := range m.fields() {
		for _, field := range fields {
			if f := g.byName[fold(field)]; f != nil {
				used[f.folded] = true
				inf.Guesses = append(inf.Guesses, Guess{names[r], f.name, percent(f.present, g.products)})
			}
		}
	}
	include := foldAll(m.Attributes.Include)
	for _, f := range g.fields {
		switch {
		case likeAny(include, f.folded):
			inf.Fields++
		case !used[f.folded]:
			inf.Dropped = append(inf.Dropped, Guess{Field: f.name, Why: "not about the product"})
		}
	}
	for _, field := range m.Price.Field {
		if f := g.byName[fold(field)]; f != nil && m.Price.Currency == "" {
			if m.Price.Currency = f.namedCurrency(); m.Price.Currency == "" && m.Price.Assumed == "" {
				m.Price.Assumed, _ = g.assumedCurrency()
			}
		}
	}
	m.Title, m.Category = g.present(m.Title), g.present(m.Category)
	return m, nil
}

// present leaves out the fields that the sample does not have, unless it has none.
func (g *gathered) present(list Fields) Fields {
	var kept Fields
	for _, name := range list {
		if g.byName[fold(name)] != nil {
			kept = append(kept, name)
		}
	}
	if kept == nil {
		return list
	}
	return kept
}
