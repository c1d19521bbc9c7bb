package feed

import (
	"slices"
	"strconv"
	"strings"

	"shopclerk/catalog"
)

// compiledRule is a Rule ready for use.
type compiledRule struct {
	Rule
	key    string            // the mapping's spelling of the field, which becomes the attribute's key
	values map[string]string // by lower-cased spelling
	parts  []map[string]string
}

func compile(rules map[string]Rule) map[string]*compiledRule {
	compiled := make(map[string]*compiledRule, len(rules))
	for name, r := range rules {
		c := &compiledRule{Rule: r, key: name, values: lowered(r.Values)}
		for _, part := range r.Parts {
			c.parts = append(c.parts, lowered(part.Values))
		}
		compiled[fold(name)] = c
	}
	return compiled
}

func lowered(values map[string]string) map[string]string {
	l := make(map[string]string, len(values))
	for from, to := range values {
		l[strings.ToLower(from)] = to
	}
	return l
}

// attributes adds the entry's attributes to the record, in feed order.
func (p *projector) attributes(rec *catalog.Record, e *entry) {
	special := p.special[rec.Category]
	p.made = false
	for _, f := range e.fields {
		pl := p.plan(f.key)
		if !pl.attribute {
			continue
		}
		r := pl.rule
		if s, ok := special[pl.folded]; ok {
			r = s
		}
		if r == nil {
			p.addAttribute(rec, p.detail(f.key), cleanRaw(f.value))
			continue
		}
		p.made = true
		v := respell(r.values, r.listed(cleanRaw(f.value)))
		switch {
		case len(r.Parts) > 0:
			p.split(rec, r, v)
		case r.As == "details":
			p.details(rec, v)
		case r.As == "text":
			p.addAttribute(rec, r.key, mapElements(v, named))
		default:
			p.addAttribute(rec, r.key, v)
		}
	}
}

// addAttribute adds an attribute that has a value. The first of a key wins.
func (p *projector) addAttribute(rec *catalog.Record, key string, v catalog.Raw) {
	if v.Kind == 0 {
		return
	}
	if p.made && slices.ContainsFunc(rec.Attributes, func(a catalog.RawAttribute) bool { return a.Key == key }) {
		return
	}
	rec.Attributes = append(rec.Attributes, catalog.RawAttribute{Key: key, Value: v})
}

// cleanRaw makes texts plain and drops the empty ones; a list of one is its value.
func cleanRaw(v catalog.Raw) catalog.Raw {
	switch v.Kind {
	case catalog.RawText:
		if v.Text = oneLine(v.Text); v.Text == "" {
			return catalog.Raw{}
		}
	case catalog.RawList:
		return mapElements(v, cleanRaw)
	}
	return v
}

// mapElements applies f to the elements of a list, or to the value itself, and keeps
// what has a value.
func mapElements(v catalog.Raw, f func(catalog.Raw) catalog.Raw) catalog.Raw {
	if v.Kind != catalog.RawList {
		return f(v)
	}
	kept := make([]catalog.Raw, 0, len(v.List))
	for _, w := range v.List {
		if w = f(w); w.Kind != 0 {
			kept = append(kept, w)
		}
	}
	switch len(kept) {
	case 0:
		return catalog.Raw{}
	case 1:
		return kept[0]
	}
	return catalog.List(kept...)
}

// listed splits texts at the rule's separator.
func (r *compiledRule) listed(v catalog.Raw) catalog.Raw {
	if r.Separator == "" || v.Kind != catalog.RawText || !strings.Contains(v.Text, r.Separator) {
		return v
	}
	var parts []string
	for part := range strings.SplitSeq(v.Text, r.Separator) {
		if part = strings.TrimSpace(part); part == "" && len(r.Parts) > 0 {
			part = "-" // no value, but a position
		}
		if part != "" {
			parts = append(parts, part)
		}
	}
	return textList(parts)
}

// respell gives values their better spelling.
func respell(values map[string]string, v catalog.Raw) catalog.Raw {
	if len(values) == 0 {
		return v
	}
	return mapElements(v, func(w catalog.Raw) catalog.Raw {
		to, ok := values[strings.ToLower(w.String())]
		switch {
		case !ok:
			return w
		case to == "":
			return catalog.Raw{}
		}
		return catalog.Text(to)
	})
}

// named returns a number as the text that it is a name by.
func named(v catalog.Raw) catalog.Raw {
	if v.Kind == catalog.RawNumber {
		return catalog.Text(v.String())
	}
	return v
}

// split adds an attribute per part, and their product.
func (p *projector) split(rec *catalog.Record, r *compiledRule, v catalog.Raw) {
	if v.Kind == 0 {
		return
	}
	list := v.List
	if v.Kind != catalog.RawList { // a single value is of the last part
		list = make([]catalog.Raw, len(r.Parts))
		list[len(list)-1] = v
	}
	total := 1.0
	for i, w := range list {
		w = numeric(w)
		if w.Kind == catalog.RawNumber {
			total *= w.Number
		} else {
			total = 0
		}
		if i < len(r.Parts) && r.Parts[i].Key != "" && w.Kind != 0 {
			p.addAttribute(rec, r.Parts[i].Key, respell(r.parts[i], w))
		}
	}
	if r.Total != nil && total > 0 {
		p.addAttribute(rec, r.Total.Key, catalog.Number(total))
	}
}

// numeric reads a text that is a number as one; "-" is no value.
func numeric(v catalog.Raw) catalog.Raw {
	if v.Kind != catalog.RawText {
		return v
	}
	if saysNothing(v.Text) {
		return catalog.Raw{}
	}
	if f, err := strconv.ParseFloat(v.Text, 64); err == nil {
		return catalog.Number(f)
	}
	return v
}

// detail returns the name of an attribute that stands within a field of details, as
// XML has them; other keys as they are.
func (p *projector) detail(key string) string {
	of, name, ok := strings.Cut(key, ".")
	if r := p.rules[fold(of)]; ok && r != nil && r.As == "details" {
		return name
	}
	return key
}

// details adds the attributes that Google's product_detail holds, each written
// as "section:name:value".
func (p *projector) details(rec *catalog.Record, v catalog.Raw) {
	mapElements(v, func(w catalog.Raw) catalog.Raw {
		if parts := strings.SplitN(w.String(), ":", 3); len(parts) == 3 && strings.TrimSpace(parts[1]) != "" {
			p.addAttribute(rec, strings.TrimSpace(parts[1]), cleanRaw(catalog.Text(parts[2])))
		}
		return w
	})
}

// leadingBrand returns the brand that a title begins with: the longest of the known
// ones, else the first word.
func leadingBrand(brands []string, title string) string {
	best, _, _ := strings.Cut(title, " ")
	lower := strings.ToLower(title) + " "
	for _, b := range brands {
		if len(b) >= len(best) && strings.HasPrefix(lower, strings.ToLower(b)+" ") {
			best = b
		}
	}
	return best
}

// split cuts a text at a separator and trims the parts; empty ones are left out. A comma
// within a part is written "\,".
func split(s, sep string) []string {
	const hidden = "\x00"
	var out []string
	for part := range strings.SplitSeq(strings.ReplaceAll(s, `\,`, hidden), sep) {
		if part = strings.TrimSpace(strings.ReplaceAll(part, hidden, ",")); part != "" {
			out = append(out, part)
		}
	}
	return out
}

// textList is one text, or a list of several; its Kind is 0 for none.
func textList(parts []string) catalog.Raw {
	list := make([]catalog.Raw, len(parts))
	for i, p := range parts {
		list[i] = catalog.Text(p)
	}
	return mapElements(catalog.List(list...), func(v catalog.Raw) catalog.Raw { return v })
}
