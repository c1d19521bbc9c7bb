package feed

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"shopclerk/catalog"
	"shopclerk/data"
)

// preset describes a format in which shops export: a row of data/feeds/columns/formats.json.
// Its mapping is data/feeds/NAME.json. Names of fields are the format's own; other
// spellings are in data/feeds/columns/columns.json. A rule over values maps a field to
// the values, in lower case, for which the rule holds; no values means any value.
type preset struct {
	Name, Title string
	Streams     []string // kinds of stream that it comes in; empty means any
	All, Some   []string // fields by which it is recognised: all of All, and Least of Some
	Least       int

	Only, Skip map[string][]string // rows that are read, and rows that are passed over
	Hidden     map[string][]string // rows that are not for sale
	Unlisted   map[string][]string // rows that are for sale only as variants
	Untracked  map[string][]string // rows whose stock is not counted
	Mute       map[string][]string // values that say nothing

	Each    []string            // lists in an object whose elements are its variants; their fields become "variant.NAME"
	Of      []string            // fields by which a row names the product that it is a part of
	Variant map[string][]string // parts that are variants; the others describe the product
	Own     []string            // fields of the variant, in a row that also describes the product
	Fill    []string            // fields that hold for the following rows of the product too
	Keys    []string            // fields by which parts name the product of this row, or "id:{FIELD}" for a text before one
	Owns    string              // field in which a product lists the ids of its variants as "sku=ID"

	Unpack   []unpacking
	Named    []string // patterns of fields that are attributes: the name, and perhaps the unit
	Options  []string // prefixes of fields that tell variants apart
	Prefixes []string // of other attributes, to be taken off
	Rest     bool     // whether every field without a role is an attribute
	Noise    []string // attributes, or first and last words of their names, that say nothing about the product
	Less     []string // fields of a discount: an amount, and a percentage
	More     string   // field of what a variant costs more than its product
}

// unpacking describes attributes that stand in one field, or in numbered ones ("#").
type unpacking struct {
	Field   string
	Names   string // field of the attributes' names; empty where each part names itself
	Between string // separates attributes
	Is      string // separates a name from its value
	Cut     string // begins the part of a name or value that says nothing
	List    string // separates the values of one attribute
	Option  bool   // whether the attributes tell variants apart
}

// presets are the formats that are recognised, the particular before the general.
var presets = embeddedTable[[]*preset](data.FeedFormats)

// embeddedTable decodes embedded JSON; tests show that it is valid.
func embeddedTable[T any](text []byte) (table T) {
	if err := json.Unmarshal(text, &table); err != nil {
		panic(fmt.Errorf("reading an embedded table: %w", err))
	}
	return table
}

// presetNamed returns a preset by its name, nil when there is none.
func presetNamed(name string) *preset {
	i := slices.IndexFunc(presets, func(p *preset) bool { return p.Name == name })
	if i < 0 {
		return nil
	}
	return presets[i]
}

func presetNames() []string {
	var names []string
	for _, p := range presets {
		names = append(names, p.Name)
	}
	return slices.Compact(names)
}

// recognises reports whether a stream with these fields is in the format.
func (p *preset) recognises(stream string, fields []string) bool {
	if len(p.Streams) > 0 && !slices.Contains(p.Streams, stream) {
		return false
	}
	c := p.columns()
	has := map[string]bool{}
	for _, f := range fields {
		has[c.name(f)] = true
	}
	some := 0
	for _, n := range p.Some {
		if has[n] {
			some++
		}
	}
	return some >= p.Least && !slices.ContainsFunc(p.All, func(n string) bool { return !has[n] })
}

// translator turns the entries of a stream into entries that are one product or one part
// of one.
type translator struct {
	*preset
	columns *columns
	roles   map[string]bool // folded fields of the mapping's roles
	prices  []string
	stock   []string
	title   string
	named   []*regexp.Regexp
	matched map[string][]string // field → what a pattern of named finds in it
	emit    func(*entry) error
	in, out *entry

	currency []string // folded fields, which a variant takes from its product

	of     string            // product of the row before
	filled map[string]string // Fill of that product
}

// attach puts the preset between a stream's reader and whoever takes its entries.
func (p *preset) attach(s *sink, m Mapping) {
	if p == nil {
		return
	}
	t := &translator{preset: p, columns: p.columns(), roles: map[string]bool{}, emit: s.emit, matched: map[string][]string{}, in: newEntry(), out: newEntry(), title: m.Title[0]}
	for _, fields := range m.fields() {
		for _, name := range *fields {
			t.roles[fold(name)] = true
		}
	}
	t.stock = m.Stock
	if m.Price != nil {
		t.prices, t.currency = m.Price.Field, foldAll(m.Price.CurrencyField)
	}
	for _, pattern := range p.Named {
		t.named = append(t.named, regexp.MustCompile(pattern))
	}
	s.each, s.emit = p.Each, t.take
}

// take emits the parts that an entry describes.
func (t *translator) take(e *entry) error {
	r := t.in
	r.reset(e.place)
	for _, f := range e.fields {
		r.add(cmp.Or(t.columns.name(f.key), f.key), f.value)
	}
	t.fill(r)
	if t.Only != nil && !r.matches(t.Only) || r.matches(t.Skip) {
		return nil
	}
	m := membership{group: firstText(r, t.Of), hidden: r.matches(t.Hidden), unlisted: r.matches(t.Unlisted)}
	for _, k := range t.Keys {
		before, name, ok := strings.Cut(strings.TrimSuffix(k, "}"), "{")
		if !ok {
			before, name = "", k
		}
		if v := r.text(name); v != "" {
			m.keys = append(m.keys, before+v)
		}
	}
	for _, owned := range ownedID.FindAllStringSubmatch(r.text(t.Owns), -1) {
		m.owns = append(m.owns, owned[1])
	}
	variants := e.variants
	switch {
	case len(variants) > 0:
		m.group = cmp.Or(m.group, append(m.keys, e.place.String())[0])
	case m.owns != nil:
		m.group = m.keys[0]
	case m.group != "" && (t.Variant == nil || r.matches(t.Variant)):
		variants = [][]fieldValue{r.fields}
	}
	if m.group != "" {
		m.part = parent
	}
	if m.hidden {
		t.out.reset(e.place)
		t.out.member = m
		return t.emit(t.out)
	}
	if len(variants) == 0 || t.Each != nil || t.Own != nil {
		if err := t.part(r, m, r.fields); err != nil {
			return err
		}
	}
	m.part, m.owns = variant, nil
	for _, v := range variants {
		if err := t.part(r, m, v); err != nil {
			return err
		}
	}
	return nil
}

// ownedID finds the ids of variants in Magento's "sku=A,color=Red|sku=B,color=Blue".
var ownedID = regexp.MustCompile(`(?:^|\|)\s*sku=([^,|]+)`)

// fill gives a row what an earlier row of its product says for all.
func (t *translator) fill(r *entry) {
	if t.Fill == nil {
		return
	}
	if of := firstText(r, t.Of); of != "" && of != t.of || t.filled == nil {
		t.of, t.filled = of, map[string]string{}
	}
	for _, name := range t.Fill {
		if s := r.text(name); s != "" {
			t.filled[name] = s
		} else if s = t.filled[name]; s != "" {
			r.add(name, catalog.Text(s))
		}
	}
}

// part emits one part of the product of row r, made of the fields given.
func (t *translator) part(r *entry, m membership, fields []fieldValue) error {
	out := t.out
	out.reset(r.place)
	out.member = m
	untracked := r.matches(t.Untracked)
	for _, f := range fields {
		name := cmp.Or(t.columns.name(f.key), f.key)
		owned := slices.Contains(t.Own, name)
		switch v := strings.ToLower(f.value.String()); {
		case t.Own != nil && owned != (m.part == variant):
		case holds(t.Mute, name, v) || untracked && slices.Contains(t.stock, name):
		case t.roles[fold(name)]:
			out.add(name, f.value)
		default:
			t.rest(out, name, f.value)
		}
	}
	if m.part == variant && t.Each != nil {
		for _, f := range r.fields {
			if slices.Contains(t.currency, fold(f.key)) {
				out.add(f.key, f.value)
			}
		}
		for i, name := range optionNames(r) {
			if v := textOf(fields, "variant.option"+strconv.Itoa(i+1)); v != "" {
				t.option(out, name, catalog.Text(v))
			}
		}
	}
	if t.Own == nil || m.part == variant {
		for _, u := range t.Unpack {
			t.unpack(u, r, out)
		}
	}
	if t.Less != nil {
		t.reduce(r, out)
	}
	if m.part == variant {
		out.member.impact, _, _ = parseAmount(r.text(t.More)) // none: it costs as much as the product
		out.member.spelled = m.group
		for _, key := range out.member.options {
			out.member.spelled += "/" + out.text(key)
		}
	}
	if out.text(t.title) == "" && m.group != "" {
		out.add(t.title, catalog.Text(m.group))
		out.member.untitled = true
	}
	return t.emit(out)
}

// rest adds a field that has no role, where it is an attribute.
func (t *translator) rest(out *entry, name string, v catalog.Raw) {
	for _, prefix := range t.Options {
		if rest, ok := strings.CutPrefix(name, prefix); ok {
			t.option(out, rest, v)
			return
		}
	}
	if m := t.match(name); m != nil && len(v.String()) <= 2*maxOption {
		n, _, err := parseAmount(v.String())
		switch {
		case err == nil && n == 0:
		case len(m) > 2 && err == nil:
			t.attribute(out, m[1], catalog.Text(catalog.FormatNumber(n)+" "+m[2]))
		default:
			t.attribute(out, m[1], textList(split(v.String(), "; ")))
		}
		return
	}
	if !t.Rest {
		return
	}
	for _, prefix := range t.Prefixes {
		if rest, ok := strings.CutPrefix(name, prefix); ok {
			name = rest
		}
	}
	t.attribute(out, name, v)
}

// match returns what the first of the patterns that fits a field finds in its name.
func (t *translator) match(name string) []string {
	m, ok := t.matched[name]
	for i := 0; !ok && m == nil && i < len(t.named); i++ {
		m = t.named[i].FindStringSubmatch(name)
	}
	if len(t.matched) < maxInterned {
		t.matched[name] = m
	}
	return m
}

// attribute adds an attribute under a name that the feed gives it and returns its key:
// another one where a field with a role has that name. It returns "" for noise.
func (t *translator) attribute(out *entry, name string, v catalog.Raw) string {
	name = strings.TrimSpace(name)
	words := nameWords(name)
	if len(words) == 0 || v.Kind == 0 || slices.Contains(t.Noise, name) || slices.Contains(t.Noise, words[0]) || slices.Contains(t.Noise, words[len(words)-1]) {
		return ""
	}
	return t.add(out, name, v)
}

func (t *translator) add(out *entry, name string, v catalog.Raw) string {
	if out.text(name) != "" && t.roles[fold(name)] || t.roles[fold(name)] && t.Rest {
		name += " (attribute)"
	}
	out.add(name, v)
	return name
}

// onlyForm is the option of a product that has no options, as Shopify writes it.
const onlyForm = "Default Title"

// option adds an attribute that tells variants apart.
func (t *translator) option(out *entry, name string, v catalog.Raw) {
	name = strings.TrimSpace(name)
	if name == "" || v.Kind == 0 || v.String() == onlyForm {
		return
	}
	key := t.add(out, name, v)
	if out.member.part == variant && !slices.Contains(out.member.options, key) {
		out.member.options = append(out.member.options, key)
	}
}

// maxNumbered bounds how many numbered columns a format may have.
const maxNumbered = 100

// unpack adds the attributes that stand in one field, or in numbered ones.
func (t *translator) unpack(u unpacking, r, out *entry) {
	put := func(name, value string) {
		name = name[strings.LastIndexByte(name, ']')+1:] // BigCommerce: "[CS]Colour"
		if u.Cut != "" {
			name, _, _ = strings.Cut(name, u.Cut)
			value, _, _ = strings.Cut(value, u.Cut)
		}
		v := catalog.Text(strings.Trim(value, ` "`))
		if u.List != "" && (out.member.part != variant || u.Is != "") {
			v = textList(split(v.Text, u.List))
		}
		switch {
		case v.Kind == 0 || v.String() == "":
		case u.Option:
			t.option(out, name, v)
		default:
			t.attribute(out, name, v)
		}
	}
	for n := 1; n <= maxNumbered; n++ {
		field := strings.Replace(u.Field, "#", strconv.Itoa(n), 1)
		value := r.text(field)
		switch names := r.text(strings.Replace(u.Names, "#", strconv.Itoa(n), 1)); {
		case value == "":
		case u.Names == "":
			parts := strings.Split(value, u.Between)
			for i := len(parts) - 1; i > 0; i-- { // a separator within a value is followed by no name
				if !strings.Contains(parts[i], u.Is) {
					parts[i-1] += u.Between + parts[i]
					parts = slices.Delete(parts, i, i+1)
				}
			}
			for _, p := range parts {
				if name, v, ok := strings.Cut(strings.Trim(p, ` "`), u.Is); ok {
					put(name, v)
				}
			}
		case u.Between == "":
			put(cmp.Or(names, "Option "+strconv.Itoa(n)), value)
		default:
			values := split(value, u.Between)
			for i, name := range split(names, u.Between) {
				if i < len(values) {
					put(name, values[i])
				}
			}
		}
		if field == u.Field || n > 10 && value == "" {
			return
		}
	}
}

// reduce takes the discount off the price.
func (t *translator) reduce(r, out *entry) {
	for i := range out.fields {
		f := &out.fields[i]
		amount, _, err := parseAmount(f.value.String())
		off, _, _ := parseAmount(r.text(t.Less[0]))     // 0 without one
		percent, _, _ := parseAmount(r.text(t.Less[1])) // 0 without one
		if reduced := (amount - off) * (1 - percent/100); slices.Contains(t.prices, f.key) && err == nil && reduced > 0 {
			f.value = catalog.Number(reduced)
		}
	}
}

// optionNames returns the names of a product's options, as in
// {"options": [{"name": "Size", "values": […]}]} and {"options": ["Size"]}.
func optionNames(r *entry) []string {
	var names []string
	for _, f := range r.fields {
		if name, ok := strings.CutPrefix(f.key, "options."); ok && f.value.Kind == catalog.RawList && name != "name" && name != "id" && name != "position" {
			names = append(names, name)
		} else if f.key == "options" || f.key == "options.name" {
			for _, v := range scalars(f.value) {
				names = append(names, v.String())
			}
		}
	}
	return names
}

func textOf(fields []fieldValue, key string) string {
	for _, f := range fields {
		if f.key == key {
			return firstOf(f.value).String()
		}
	}
	return ""
}

// firstText returns the first of the named fields that has a text.
func firstText(e *entry, names []string) string {
	for _, n := range names {
		if s := strings.TrimSpace(e.text(n)); s != "" {
			return s
		}
	}
	return ""
}

// matches reports whether the entry has one of the rule's values.
func (e *entry) matches(rule map[string][]string) bool {
	for name := range rule {
		if holds(rule, name, strings.ToLower(strings.TrimSpace(e.text(name)))) {
			return true
		}
	}
	return false
}

func holds(rule map[string][]string, name, value string) bool {
	values, ok := rule[name]
	return ok && value != "" && (len(values) == 0 || slices.Contains(values, value))
}
