package feed

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"shopclerk/catalog"
	"shopclerk/catalog/discover"
)

// merge makes one product of the parts of a group. It reports false for one of which
// nothing can be bought.
//
// What holds for all comes from the parent, or else from the first part that says it;
// attributes are all that some part has. A product of a single variant is that
// variant, under its own id, so that what is alone does not ask to be chosen.
func (g *grouping) merge(o *variantGroup) (catalog.Record, bool) {
	var variants, parents []partRecord
	for _, p := range o.parts {
		switch {
		case p.part == variant:
			variants = append(variants, p)
		case p.untitled:
			parents = append(parents, p)
		default:
			parents = slices.Insert(parents, 0, p)
		}
	}
	own := len(parents) > 0 && !parents[0].untitled
	if !own && len(variants) == 0 {
		return catalog.Record{}, false
	}
	parts := append(slices.Clone(parents), variants...)
	head := &parts[0]
	if !own {
		head = &variants[0]
	}
	rec := head.rec
	for i := range parts {
		inherit(&rec, &parts[i].rec)
	}
	if len(variants) == 0 {
		rec.ID, rec.Attributes = g.identity(o), union(parts, nil)
		return rec, true
	}
	prices(variants, head.rec.Price, own)
	if len(variants) == 1 {
		v := variants[0].rec
		rec.ID, rec.Price, rec.Stock = v.ID, v.Price, v.Stock
		rec.Image, rec.Link = cmp.Or(v.Image, rec.Image), cmp.Or(v.Link, rec.Link)
		rec.Attributes = union(parts, nil)
		return rec, true
	}
	keys := g.keys(variants)
	rec.Attributes = union(parts, keys)
	rec.Variants = g.variants(variants, keys)
	if !own {
		rec.Title = commonTitle(variants)
	}
	rec.Price, _ = catalog.PriceSpan(rec.Variants)
	rec.Stock = catalog.Pieces(rec.Variants)
	rec.ID = g.identity(o)
	return rec, true
}

// identity returns an id for the product that no variant and no other product has:
// its own, else what its parts call it.
func (g *grouping) identity(o *variantGroup) string {
	id := ""
	for i := range o.parts {
		id = cmp.Or(id, o.parts[i].membership.id)
	}
	id = cmp.Or(id, o.name)
	for {
		if _, _, ok := g.taken.take(id, "", o.first); ok {
			return id
		}
		id = "group-" + id
	}
}

// inherit fills what the record lacks.
func inherit(rec, from *catalog.Record) {
	rec.Description = cmp.Or(rec.Description, from.Description)
	rec.Brand = cmp.Or(rec.Brand, from.Brand)
	rec.Category = cmp.Or(rec.Category, from.Category)
	rec.Image = cmp.Or(rec.Image, from.Image)
	rec.Link = cmp.Or(rec.Link, from.Link)
	if from.Ratings > rec.Ratings || rec.Rating == 0 {
		rec.Rating, rec.Ratings = from.Rating, from.Ratings
	}
}

// prices gives variants that name no price that of their parent, with what they cost more.
func prices(variants []partRecord, base catalog.Price, own bool) {
	for i := range variants {
		if v := &variants[i]; own && !v.rec.Price.Known() && base.Known() {
			v.rec.Price = base
			v.rec.Price.Minor = max(0, base.Minor+int64(math.Round(v.impact*100)))
		}
	}
}

// union returns the attributes of all parts: of each key every value, in order of
// appearance. What the variants are told apart by is a list even of one, for another
// product may have several.
func union(parts []partRecord, options []string) []catalog.RawAttribute {
	var out []catalog.RawAttribute
	for _, p := range parts {
		for _, a := range p.rec.Attributes {
			if p.part != variant && slices.Contains(options, a.Key) {
				continue // what there might be, where the variants say what there is
			}
			i := slices.IndexFunc(out, func(b catalog.RawAttribute) bool { return b.Key == a.Key })
			if i < 0 {
				out = append(out, catalog.RawAttribute{Key: a.Key, Value: catalog.List(scalars(a.Value)...)})
				continue
			}
			for _, v := range scalars(a.Value) {
				if !slices.ContainsFunc(out[i].Value.List, func(w catalog.Raw) bool { return equalRaw(v, w) }) {
					out[i].Value.List = append(slices.Clip(out[i].Value.List), v)
				}
			}
		}
	}
	for i := range out {
		a := &out[i]
		switch {
		case slices.Contains(options, a.Key):
			for k, v := range a.Value.List {
				a.Value.List[k] = catalog.Text(v.String())
			}
		case len(a.Value.List) == 1:
			a.Value = a.Value.List[0]
		}
	}
	return out
}

func scalars(v catalog.Raw) []catalog.Raw {
	if v.Kind == catalog.RawList {
		return slices.Clone(v.List)
	}
	return []catalog.Raw{v}
}

// maxOption is the length, in bytes, above which a value is a text and no choice.
const maxOption = 60

// keys returns the keys of the attributes that tell the variants apart: those that
// the format names, else as few as tell all apart, of those that differ; what people
// know as an option, and what several share, comes first.
func (g *grouping) keys(variants []partRecord) []string {
	for _, v := range variants {
		if v.membership.options != nil {
			return v.membership.options
		}
	}
	type candidate struct {
		key         string
		values      []string // of the variants
		word, kinds int
	}
	kinds := func(values []string) int { return len(slices.Compact(slices.Sorted(slices.Values(values)))) }
	options := vocabularyOnce().Options
	var list []candidate
	seen := map[string]bool{}
	for _, v := range variants {
		for _, a := range v.rec.Attributes {
			if seen[a.Key] {
				continue
			}
			seen[a.Key] = true
			c := candidate{key: a.Key}
			for i := range variants {
				c.values = append(c.values, valueOf(&variants[i].rec, a.Key))
			}
			c.kinds = kinds(c.values)
			c.word = slices.IndexFunc(options, func(w string) bool { return slices.Contains(nameWords(a.Key), w) })
			if c.word < 0 {
				c.word = len(options)
			}
			if c.kinds > 1 && !slices.ContainsFunc(c.values, func(s string) bool { return len(s) > maxOption }) {
				list = append(list, c)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Or(a.word-b.word, a.kinds-b.kinds) })
	var keys []string
	spelled := make([]string, len(variants))
	for _, c := range list {
		longer := slices.Clone(spelled)
		for i := range longer {
			longer[i] += "\x00" + c.values[i]
		}
		if kinds(longer) > kinds(spelled) {
			keys, spelled = append(keys, c.key), longer
		}
	}
	return keys
}

func valueOf(rec *catalog.Record, key string) string {
	for _, a := range rec.Attributes {
		if a.Key == key {
			return a.Value.String()
		}
	}
	return ""
}

// variants makes the variants. Those that their options do not tell apart get one
// more: the title, or the id where others have the same.
func (g *grouping) variants(parts []partRecord, keys []string) []catalog.Variant {
	out := make([]catalog.Variant, len(parts))
	spelled := map[string]int{}
	for i := range parts {
		r := &parts[i].rec
		v := catalog.Variant{ID: r.ID, Price: r.Price, Stock: r.Stock, Image: r.Image, Link: r.Link}
		for _, k := range keys {
			if s := valueOf(r, k); s != "" {
				v.Options = append(v.Options, catalog.Option{Name: g.label(k), Value: s})
			}
		}
		spelled[v.Spelled()]++
		out[i] = v
	}
	if len(spelled) == len(out) && spelled[""] == 0 {
		return out
	}
	for i := range out {
		if s := out[i].Spelled(); spelled[s] > 1 || s == "" {
			name := out[i].ID
			if !slices.ContainsFunc(parts, func(p partRecord) bool { return p.rec.ID != name && p.rec.Title == parts[i].rec.Title }) {
				name = parts[i].rec.Title
			}
			out[i].Options = append(out[i].Options, catalog.Option{Name: "Variant", Value: name})
		}
	}
	return out
}

// commonTitle returns the words with which all titles begin, else the first title.
func commonTitle(parts []partRecord) string {
	first := parts[0].rec.Title
	common := strings.Fields(first)
	for _, p := range parts[1:] {
		words := strings.Fields(p.rec.Title)
		n := 0
		for n < min(len(common), len(words)) && common[n] == words[n] {
			n++
		}
		common = common[:n]
	}
	if len(common) == len(strings.Fields(first)) {
		return first
	}
	return cmp.Or(strings.Trim(strings.Join(common, " "), " ,;/|–—-([:·"), first)
}

// optionName spells the key of an attribute as a shopper reads it.
func optionName(key string, hints map[string]discover.Hint) string {
	if h, ok := hints[key]; ok && h.Label != "" {
		return h.Label
	}
	if i := strings.LastIndexByte(key, '.'); i >= 0 {
		key = key[i+1:]
	}
	return catalog.Capital(strings.TrimSpace(strings.ReplaceAll(key, "_", " ")))
}
