package feed

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"shopclerk/catalog"
	"shopclerk/catalog/discover"
)

// merge makes one product of the parts of a group. It reports false for one that has
// nothing but pictures.
//
// What holds for all comes from the parent, or else from the first part that says it;
// attributes are all that some part has. A product of a single variant is that
// variant, under its own id, so that what is alone does not ask to be chosen.
func (g *grouping) merge(o *variantGroup) (catalog.Record, bool) {
	var variants, more []partRecord
	var head *partRecord
	pictures := ""
	for i := range o.parts {
		p := &o.parts[i]
		switch {
		case p.part == extra:
			pictures = cmp.Or(pictures, p.rec.Image)
			more = append(more, *p)
		case p.part == variant:
			variants = append(variants, *p)
		case head == nil:
			head = p
		}
	}
	if head == nil && len(variants) == 0 {
		return catalog.Record{}, false
	}
	own := head != nil
	if !own {
		head = &variants[0]
	}
	rec := head.rec
	rec.Attributes = nil
	rest := slices.Clone(variants)
	if own {
		rest = append([]partRecord{*head}, rest...)
	}
	for i := range rest {
		inherit(&rec, &rest[i].rec)
	}
	if !own && pictures != "" { // the product's own, rather than its first variant's
		rec.Image = pictures
	}
	rec.Image = cmp.Or(rec.Image, pictures)
	if len(variants) == 0 {
		rec.ID, rec.Attributes = g.identity(o), union(append(rest, more...), nil)
		return rec, true
	}
	rest = append(rest, more...)
	prices(variants, head.rec.Price, own)
	if len(variants) == 1 {
		v := variants[0].rec
		rec.ID, rec.Price, rec.Stock = v.ID, v.Price, v.Stock
		rec.Image, rec.Link = cmp.Or(v.Image, rec.Image), cmp.Or(v.Link, rec.Link)
		rec.Attributes = union(rest, nil)
		if !own {
			rec.Title = v.Title
		}
		return rec, true
	}
	keys, title := g.keys(o, variants), ""
	rec.Attributes = union(rest, keys)
	rec.Variants = g.variants(variants, keys, g.labels[digestOf(o.name)])
	for _, v := range variants {
		title = cmp.Or(title, v.membership.title)
	}
	if title != "" {
		rec.Title = oneLine(title)
	} else if !own {
		rec.Title = commonTitle(variants, rec.Variants)
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
	for !g.take(id, o.first) {
		id = "group-" + id
	}
	return id
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

// prices gives variants that name no price that of their parent, with what they cost
// more.
func prices(variants []partRecord, base catalog.Price, own bool) {
	for i := range variants {
		v := &variants[i]
		if own && !v.rec.Price.Known() && base.Known() {
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
		case allNumbers(a.Value.List): // what a number ranges over
			slices.SortFunc(a.Value.List, func(x, y catalog.Raw) int { return cmp.Compare(x.Number, y.Number) })
			a.Value = catalog.List(a.Value.List[0], a.Value.List[len(a.Value.List)-1])
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

func allNumbers(list []catalog.Raw) bool {
	return !slices.ContainsFunc(list, func(v catalog.Raw) bool { return v.Kind != catalog.RawNumber })
}

// optionWords are what variants are commonly told apart by, likeliest first, as
// feeds name it.
var optionWords = []string{"color", "colour", "farbe", "couleur", "kleur", "colore", "size", "größe", "grösse", "taille", "talla", "maat", "taglia", "pattern", "material", "style", "flavour", "flavor"}

// maxOption is the length, in bytes, above which a value is a text and no choice.
const maxOption = 60

// keys returns the keys of the attributes that tell the variants apart: those that
// the format names, else as few as tell all apart, of those that differ; what people
// know as an option, and what several share, comes first.
func (g *grouping) keys(o *variantGroup, variants []partRecord) []string {
	if named := g.options[digestOf(o.name)]; named != nil {
		return named
	}
	for _, v := range variants {
		if v.membership.options != nil {
			return v.membership.options
		}
	}
	type candidate struct {
		key              string
		word, kinds, pos int
	}
	var list []candidate
	seen := map[string]bool{}
	for _, v := range variants {
		for _, a := range v.rec.Attributes {
			if seen[a.Key] {
				continue
			}
			seen[a.Key] = true
			distinct := map[string]bool{}
			long := false
			for i := range variants {
				s := valueOf(&variants[i].rec, a.Key)
				distinct[s] = true
				long = long || len(s) > maxOption
			}
			if len(distinct) < 2 || long {
				continue
			}
			word := slices.IndexFunc(optionWords, func(w string) bool { return slices.Contains(nameWords(a.Key), w) })
			if word < 0 {
				word = len(optionWords)
			}
			list = append(list, candidate{a.Key, word, len(distinct), len(list)})
		}
	}
	slices.SortFunc(list, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.word, b.word), cmp.Compare(a.kinds, b.kinds), cmp.Compare(a.pos, b.pos))
	})
	var keys []string
	apart := 1
	for _, c := range list {
		if apart == len(variants) {
			break
		}
		if n := combinations(variants, append(slices.Clone(keys), c.key)); n > apart {
			keys, apart = append(keys, c.key), n
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

// combinations counts how many of the variants differ in the keys.
func combinations(variants []partRecord, keys []string) int {
	seen := map[string]bool{}
	for i := range variants {
		var b strings.Builder
		for _, k := range keys {
			b.WriteString(valueOf(&variants[i].rec, k))
			b.WriteByte(0)
		}
		seen[b.String()] = true
	}
	return len(seen)
}

// variants makes the variants. Those that their options do not tell apart get one
// more: what their titles add, or else their ids.
func (g *grouping) variants(parts []partRecord, keys []string, labels map[string]string) []catalog.Variant {
	out := make([]catalog.Variant, len(parts))
	spelled := map[string]int{}
	for i := range parts {
		r := &parts[i].rec
		v := catalog.Variant{ID: r.ID, Price: r.Price, Stock: r.Stock, Image: r.Image, Link: r.Link}
		for _, k := range keys {
			if s := valueOf(r, k); s != "" {
				v.Options = append(v.Options, catalog.Option{Name: cmp.Or(labels[k], g.label(k)), Value: s})
			}
		}
		spelled[v.Spelled()]++
		out[i] = v
	}
	if len(spelled) == len(out) && spelled[""] == 0 {
		return out
	}
	rests := titleRests(parts)
	for i := range out {
		if s := out[i].Spelled(); spelled[s] > 1 || s == "" {
			out[i].Options = append(out[i].Options, catalog.Option{Name: "Variant", Value: cmp.Or(rests[i], out[i].ID)})
		}
	}
	return out
}

// titleRests returns what each title says beyond the words with which all begin; nil
// texts where that does not tell all apart.
func titleRests(parts []partRecord) []string {
	rests := make([]string, len(parts))
	prefix := commonWords(parts)
	seen := map[string]bool{}
	for i := range parts {
		rests[i] = trimPunctuation(strings.Join(strings.Fields(parts[i].rec.Title)[prefix:], " "))
		seen[rests[i]] = true
	}
	if len(seen) < len(parts) || seen[""] {
		return make([]string, len(parts))
	}
	return rests
}

// commonWords counts the words with which all titles begin.
func commonWords(parts []partRecord) int {
	common := strings.Fields(parts[0].rec.Title)
	for _, p := range parts[1:] {
		words := strings.Fields(p.rec.Title)
		n := 0
		for n < min(len(common), len(words)) && common[n] == words[n] {
			n++
		}
		common = common[:n]
	}
	return len(common)
}

// commonTitle returns what the titles of variants have in common: what is left when
// each is without its own options, else the words with which all begin, else the
// first.
func commonTitle(parts []partRecord, variants []catalog.Variant) string {
	bare := ""
	for i, p := range parts {
		t := p.rec.Title
		for _, o := range variants[i].Options {
			t = withoutValue(t, o.Value)
		}
		t = trimPunctuation(tidy(t))
		switch {
		case i == 0:
			bare = t
		case bare != t:
			bare = ""
		}
		if bare == "" {
			break
		}
	}
	if bare != "" {
		return bare
	}
	begin := trimPunctuation(strings.Join(strings.Fields(parts[0].rec.Title)[:commonWords(parts)], " "))
	return cmp.Or(begin, parts[0].rec.Title)
}

// withoutValue takes the last place of a value that stands as words of its own out of a
// title, and the comma or bracket before it.
func withoutValue(title, value string) string {
	i := strings.LastIndex(strings.ToLower(title), strings.ToLower(value))
	if value == "" || i <= 0 || i+len(value) > len(title) {
		return title
	}
	before, _ := utf8.DecodeLastRuneInString(title[:i])
	after, _ := utf8.DecodeRuneInString(title[i+len(value):])
	letter := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	if letter(before) || letter(after) && i+len(value) < len(title) {
		return title
	}
	return trimRight(title[:i]) + strings.TrimLeft(title[i+len(value):], ")]")
}

const joints = " ,;/|–—-([:·"

func trimRight(s string) string { return strings.TrimRight(s, joints) }

func trimPunctuation(s string) string {
	s = strings.Trim(s, joints)
	if strings.Count(s, ")") > strings.Count(s, "(") {
		s = trimRight(strings.TrimSuffix(s, ")"))
	}
	return s
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
