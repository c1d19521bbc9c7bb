package feed

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"shopclerk/catalog"
)

// roles are what a field can be other than an attribute, in the order in which people
// think of products.
var roles = []string{"id", "title", "description", "category", "brand", "price", "currency", "image", "link", "rating", "ratings", "stock", "group"}

// fields returns the mapping's fields by role; those of prices and ratings where it has
// rules for them.
func (m *Mapping) fields() map[string]*Fields {
	f := map[string]*Fields{
		"id": &m.ID, "title": &m.Title, "description": &m.Description, "category": &m.Category,
		"brand": &m.Brand, "image": &m.Image, "link": &m.Link, "stock": &m.Stock, "group": &m.Group,
	}
	if m.Price != nil {
		f["price"], f["currency"] = &m.Price.Field, &m.Price.CurrencyField
	}
	if m.Rating != nil {
		f["rating"], f["ratings"] = &m.Rating.Field, &m.Rating.Count
	}
	return f
}

// projector turns entries into records under a mapping.
type projector struct {
	m       Mapping
	roles   map[string][]roleSource
	used    map[string]bool // folded fields that fill a role alone, or are levels of the category
	include []string        // folded
	exclude []string
	rules   map[string]*compiledRule            // by folded name
	special map[string]map[string]*compiledRule // by category, then folded name
	plans   map[string]*plan                    // by the feed's own spelling
	ids     *identities
	derived int
	assumed int // prices in the assumed currency
	report  func(Problem) error

	values map[string]catalog.Raw // of the entry at hand, by folded name
	made   bool                   // the record at hand has attributes under keys other than their fields'
}

// roleSource is a field that can fill a role, or a join of fields.
type roleSource struct {
	join
	folded []string
}

// plan is what is known of a field by its name alone.
type plan struct {
	attribute bool
	folded    string
	rule      *compiledRule // nil when the mapping has none
}

func newProjector(m Mapping, report func(Problem) error) *projector {
	p := &projector{
		m: m, report: report, roles: map[string][]roleSource{}, used: map[string]bool{}, plans: map[string]*plan{}, ids: newIdentities(), values: map[string]catalog.Raw{},
		include: foldAll(m.Attributes.Include), exclude: foldAll(m.Attributes.Exclude),
		rules: compile(m.Attributes.Fields), special: map[string]map[string]*compiledRule{},
	}
	for role, fields := range m.fields() {
		for _, name := range *fields {
			source := roleSource{join: parseJoin(name), folded: []string{fold(name)}}
			if source.fields != nil {
				source.folded = foldAll(source.fields)
			}
			p.roles[role] = append(p.roles[role], source)
			for _, f := range source.folded {
				p.used[f] = p.used[f] || source.fields == nil || role == "category"
			}
		}
	}
	for category, rules := range m.Attributes.ByCategory {
		p.special[category] = compile(rules)
	}
	return p
}

// plan returns the plan for a field. Parts of joins other than categories stay attributes: a
// make and a year in the title are still asked about.
func (p *projector) plan(key string) *plan {
	if pl, ok := p.plans[key]; ok {
		return pl
	}
	name := fold(key)
	pl := &plan{folded: name, rule: p.rules[name]}
	switch {
	case matchesAny(p.exclude, name):
	case p.used[name]:
		pl.attribute = slices.Contains(p.include, name)
	default:
		pl.attribute = len(p.include) == 0 || matchesAny(p.include, name)
	}
	if len(p.plans) < maxInterned {
		p.plans[key] = pl
	}
	return pl
}

// value returns the value of the first source of a role that the entry at hand has. A price of
// nothing is none where another field may say one: sale prices of 0 stand for no sale.
func (p *projector) value(role string) catalog.Raw {
	for _, source := range p.roles[role] {
		v := p.values[source.folded[0]]
		if source.fields != nil {
			values := make([]catalog.Raw, len(source.folded))
			for i, f := range source.folded {
				values[i] = p.values[f]
			}
			v = source.join.value(values)
		}
		n, ok := numberIn(v)
		if v.Kind != 0 && (role != "price" || !ok || n != 0 || len(p.roles[role]) == 1) {
			return v
		}
	}
	return catalog.Raw{}
}

// record maps an entry. It reports false when the product was left out, which
// has then been reported.
func (p *projector) record(e *entry) (catalog.Record, bool, error) {
	clear(p.values)
	attributes := 0
	for _, f := range e.fields {
		pl := p.plan(f.key)
		if pl.attribute {
			attributes++
		}
		if _, twice := p.values[pl.folded]; !twice && (f.value.Kind != catalog.RawText || !isPlaceholder(f.value.Text)) {
			p.values[pl.folded] = f.value
		}
	}
	rec := catalog.Record{
		Title:       p.text("title", oneLine),
		Description: p.text("description", plainText),
		Brand:       p.text("brand", oneLine),
		Image:       p.text("image", firstAddress),
		Link:        p.text("link", strings.TrimSpace),
		Stock:       p.stock(),
	}
	if rec.Title == "" {
		return rec, false, p.report(Problem{e.place, MissingTitle, p.untitled(e)})
	}
	rec.Category = p.path(e)
	if rec.Brand == "" && p.m.BrandFrom == "title" {
		rec.Brand = leadingBrand(p.m.Brands, rec.Title)
	}
	if err := p.price(&rec, e.place); err != nil {
		return rec, false, err
	}
	p.rating(&rec)
	if attributes > 0 {
		rec.Attributes = make([]catalog.RawAttribute, 0, attributes)
		p.attributes(&rec, e)
	}
	return p.identify(rec, e)
}

// identify gives the record its id. A variant without one, or with that of another, has
// an id of its product and its options: stock numbers are no more than a habit. A parent gets
// its id when its group is complete, for a product of one variant often has that one's.
func (p *projector) identify(rec catalog.Record, e *entry) (catalog.Record, bool, error) {
	if e.member.part == parent {
		return rec, true, nil
	}
	rec.ID = p.text("id", strings.TrimSpace)
	if rec.ID == "" && e.member.options == nil {
		p.derived++
		rec.ID = p.ids.derive(&rec, e.place)
		if len(p.m.ID) == 0 {
			return rec, true, nil
		}
		return rec, true, p.report(Problem{e.place, MissingID, fmt.Sprintf("the product has no %s; it was kept under the derived id %s", quoteAll(p.m.ID), rec.ID)})
	}
	id := cmp.Or(rec.ID, e.member.spelled)
	first, same, ok := p.ids.take(id, rec.Title, e.place)
	if !ok && e.member.options != nil {
		id = e.member.spelled
		_, _, ok = p.ids.take(id, rec.Title, e.place)
	}
	rec.ID = id
	switch {
	case ok:
		return rec, true, nil
	case same:
		return rec, false, p.report(Problem{e.place, Repeated, fmt.Sprintf("the product %s is there already, at %s; it was not taken twice", shorten(id), first)})
	}
	return rec, false, p.report(Problem{e.place, DuplicateID, fmt.Sprintf(
		"the id %s is that of %s already; the first product was kept, this one left out", shorten(id), first)})
}

// text returns the value of a role as a text; of a list its first.
func (p *projector) text(role string, clean func(string) string) string {
	v := firstOf(p.value(role))
	if v.Kind == catalog.RawList || v.Kind == 0 {
		return ""
	}
	return clean(v.String())
}

// firstAddress returns the first of several addresses in one text.
func firstAddress(s string) string {
	if first := severalAddresses.FindStringIndex(s); first != nil {
		s = s[:first[0]]
	}
	return strings.TrimSpace(s)
}

var severalAddresses = regexp.MustCompile(`\s*[,;|]\s*(https?:)?//`)

// untitled says which field is missing and which are there.
func (p *projector) untitled(e *entry) string {
	const some = 8
	var names []string
	for _, f := range e.fields[:min(some, len(e.fields))] {
		names = append(names, f.key)
	}
	if len(e.fields) > some {
		names = append(names, "…")
	}
	return fmt.Sprintf("the product has no %s; it was left out (its fields: %s)", quoteAll(p.m.Title), strings.Join(names, ", "))
}

func quoteAll(f Fields) string {
	q := make([]string, len(f))
	for i, name := range f {
		q[i] = fmt.Sprintf("%q", name)
	}
	return strings.Join(q, " or ")
}

// path returns the path of the product's category, "" when nothing says it.
func (p *projector) path(e *entry) string {
	v := p.value("category")
	var name string
	switch v.Kind {
	case catalog.RawText:
		name = oneLine(v.Text)
	case catalog.RawList: // levels, unless they are paths themselves
		name = oneLine(v.List[0].String())
		if !strings.Contains(name, ">") {
			var levels []string
			for _, l := range v.List {
				levels = append(levels, oneLine(l.String()))
			}
			name = strings.Join(levels, " > ")
		}
	}
	byFile := name == "" && p.m.CategoryFrom == "file"
	if byFile {
		name = baseStem(e.place.File)
	}
	if path, ok := p.m.Categories[name]; ok {
		return path
	}
	if byFile {
		return CategoryName(name)
	}
	if list := p.m.CategoryList; list != "" {
		name = p.deepest(name, list)
	}
	levels := p.levels(name)
	if d := p.m.CategoryDepth; d > 0 && len(levels) > d {
		levels = levels[:d]
	}
	path := strings.Join(levels, " > ")
	if renamed, ok := p.m.Categories[path]; ok {
		return renamed
	}
	return path
}

// levels splits a path. Levels that the mapping renames to nothing, as the root of a shop,
// are left out.
func (p *projector) levels(path string) []string {
	return slices.DeleteFunc(split(path, cmp.Or(p.m.CategorySeparator, ">")), func(l string) bool {
		renamed, ok := p.m.Categories[l]
		return ok && renamed == "" || isPlaceholder(l)
	})
}

// deepest returns the category of most levels, the first of equals.
func (p *projector) deepest(names, separator string) string {
	best, most := "", 0
	for _, name := range split(names, separator) {
		if n := len(p.levels(name)); n > most {
			best, most = name, n
		}
	}
	return best
}

func (p *projector) price(rec *catalog.Record, at Place) error {
	v := p.value("price")
	if v.Kind == 0 {
		return nil
	}
	currency := strings.ToUpper(p.text("currency", strings.TrimSpace))
	if !isCurrency(currency) {
		currency = cmp.Or(knownCurrency(currency), p.m.Price.Currency)
	}
	if currency == "" && p.m.Price.Assumed != "" {
		if own, _ := currencyIn(v.String()); own == "" {
			p.assumed++
		}
		currency = p.m.Price.Assumed
	}
	price, err := p.m.Price.price(v, currency)
	if err != nil {
		kind, message := priceMessage(v, err)
		return p.report(Problem{at, kind, message})
	}
	rec.Price = price
	return nil
}

// rating brings the rating to five points. One outside its scale is none.
func (p *projector) rating(rec *catalog.Record) {
	if p.m.Rating == nil {
		return
	}
	scale := cmp.Or(p.m.Rating.Scale, 5)
	if r, ok := numberIn(p.value("rating")); ok && r > 0 && r <= scale {
		rec.Rating = r * 5 / scale
	}
	if n, ok := countIn(p.value("ratings")); ok && n > 0 && n < 1<<31 {
		rec.Ratings = int(n)
	}
}

// numberIn reads a value as a number; text by the first number in it.
func numberIn(v catalog.Raw) (float64, bool) {
	switch v.Kind {
	case catalog.RawNumber:
		return v.Number, true
	case catalog.RawText:
		f, _, err := parseAmount(v.Text)
		return f, err == nil
	}
	return 0, false
}

// countIn reads a whole number, in which any sign groups: "1.234", "(2,345)", "1.2k".
func countIn(v catalog.Raw) (float64, bool) {
	if v.Kind != catalog.RawText {
		return numberIn(v)
	}
	m := countShape.FindStringSubmatch(v.Text)
	if m == nil {
		return 0, false
	}
	n, err := amountIn(m[1], "")
	if factor, ok := map[string]float64{"k": 1e3, "m": 1e6}[strings.ToLower(m[2])]; ok {
		return n * factor, err == nil
	}
	if err == nil && n != math.Trunc(n) {
		n, err = amountIn(m[1], ",")
	}
	return n, err == nil
}

var countShape = regexp.MustCompile(`(\d[\d.,\x{a0}]*)\s?([kKmM]?)(?:\W|$|\s|\pL)`)

// stock is the stock of the product at hand.
func (p *projector) stock() int {
	v := p.value("stock")
	switch {
	case !p.m.StockReversed:
		return stock(v)
	case vocabularyOnce().meaning[strings.ToLower(v.String())] == "yes":
		return 0
	}
	return -1
}

// stock reads a number of pieces, or what a feed says instead of one. What is
// available in unknown number is -1.
func stock(v catalog.Raw) int {
	const unknown = -1
	switch v.Kind {
	case catalog.RawNumber:
		if v.Number >= 0 && v.Number < 1<<31 {
			return int(v.Number)
		}
	case catalog.RawBool:
		if !v.Bool {
			return 0
		}
	case catalog.RawText:
		switch vocabularyOnce().meaning[strings.TrimPrefix(fold(v.Text), "https://schema.org/")] {
		case "no", "sold out":
			return 0
		}
		if n, _, err := parseAmount(v.Text); err == nil && n >= 0 && n < 1<<31 {
			return int(n)
		}
	}
	return unknown
}
