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

// fieldRole is what a field can be other than an attribute.
type fieldRole uint8

const (
	roleID fieldRole = iota
	roleTitle
	roleDescription
	roleCategory
	roleBrand
	rolePrice
	roleCurrency
	roleImage
	roleLink
	roleRating
	roleRatings
	roleStock
	fieldRoles
)

// roleNames are the roles as messages name them, in the order in which people think of
// products, and what else a field can be for.
var roleNames = [...]string{"id", "title", "description", "category", "brand", "price", "currency", "image", "link", "rating", "ratings", "stock", "group", "language"}

// fields returns the mapping's fields of each role.
func (m *Mapping) fields() [fieldRoles]*Fields {
	f := [fieldRoles]*Fields{
		roleID: &m.ID, roleTitle: &m.Title, roleDescription: &m.Description, roleCategory: &m.Category,
		roleBrand: &m.Brand, roleImage: &m.Image, roleLink: &m.Link, roleStock: &m.Stock,
		rolePrice: {}, roleCurrency: {}, roleRating: {}, roleRatings: {},
	}
	if m.Price != nil {
		f[rolePrice], f[roleCurrency] = &m.Price.Field, &m.Price.CurrencyField
	}
	if m.Rating != nil {
		f[roleRating], f[roleRatings] = &m.Rating.Field, &m.Rating.Count
	}
	return f
}

// projector turns entries into records under a mapping.
type projector struct {
	m       Mapping
	roles   map[string][]slot // by folded name
	include []string          // folded
	exclude []string
	rules   map[string]*compiledRule            // by folded name
	special map[string]map[string]*compiledRule // by category, then folded name
	plans   map[string]*plan                    // by the feed's own spelling
	brands  []brandPrefix
	joins   []roleJoin
	members map[string][]member // by folded name, where a field is part of joins
	ids     *identities
	derived int
	assumed int // prices in the assumed currency
	report  func(Problem) error

	found [fieldRoles]rankedValue // of the entry at hand
	parts [][]catalog.Raw         // of it, by join
	made  bool                    // the record at hand has attributes under keys other than their fields'
}

// slot is a role that a field can fill, and its place among those that can.
type slot struct {
	role fieldRole
	rank int
}

type rankedValue struct {
	value catalog.Raw
	rank  int
}

// roleJoin is a join that can fill a role.
type roleJoin struct {
	slot
	join join
}

// member is a field's place in a join.
type member struct{ join, part int }

// plan is what is known of a field by its name alone.
type plan struct {
	slots     []slot
	members   []member
	attribute bool
	folded    string
	rule      *compiledRule // nil when the mapping has none
}

func newProjector(m Mapping, report func(Problem) error) *projector {
	p := &projector{
		m: m, report: report, roles: map[string][]slot{}, plans: map[string]*plan{}, ids: newIdentities(),
		include: foldAll(m.Attributes.Include), exclude: foldAll(m.Attributes.Exclude),
		members: map[string][]member{}, rules: compile(m.Attributes.Fields), special: map[string]map[string]*compiledRule{}, brands: brandPrefixes(m.Brands),
	}
	for r, fields := range m.fields() {
		for rank, name := range *fields {
			if !isJoin(name) {
				p.roles[fold(name)] = append(p.roles[fold(name)], slot{fieldRole(r), rank})
				continue
			}
			j := parseJoin(name)
			for i, field := range j.fields {
				p.members[fold(field)] = append(p.members[fold(field)], member{len(p.joins), i})
			}
			p.joins = append(p.joins, roleJoin{slot{fieldRole(r), rank}, j})
			p.parts = append(p.parts, make([]catalog.Raw, len(j.fields)))
		}
	}
	for category, rules := range m.Attributes.ByCategory {
		p.special[category] = compile(rules)
	}
	return p
}

// plan returns the plan for a field.
func (p *projector) plan(key string) *plan {
	if pl, ok := p.plans[key]; ok {
		return pl
	}
	name := fold(key)
	pl := &plan{slots: p.roles[name], members: p.members[name], folded: name, rule: p.rules[name]}
	switch {
	case matchesAnyPattern(p.exclude, name):
	case pl.slots != nil || p.isLevel(pl.members):
		pl.attribute = slices.Contains(p.include, name)
	default:
		pl.attribute = len(p.include) == 0 || matchesAnyPattern(p.include, name)
	}
	if len(p.plans) < maxInterned {
		p.plans[key] = pl
	}
	return pl
}

// isLevel reports whether a field is a level of the joined category. Other parts of
// joins stay attributes: a make and a year in the title are still asked about.
func (p *projector) isLevel(list []member) bool {
	return slices.ContainsFunc(list, func(m member) bool { return p.joins[m.join].role == roleCategory })
}

// record maps an entry. It reports false when the product was left out, which
// has then been reported.
func (p *projector) record(e *entry) (catalog.Record, bool, error) {
	p.found = [fieldRoles]rankedValue{}
	for _, parts := range p.parts {
		clear(parts)
	}
	attributes := 0
	for _, f := range e.fields {
		pl := p.plan(f.key)
		if pl.attribute {
			attributes++
		}
		if f.value.Kind == catalog.RawText && isPlaceholder(f.value.Text) {
			continue
		}
		for _, s := range pl.slots {
			p.offer(s, f.value)
		}
		for _, m := range pl.members {
			p.parts[m.join][m.part] = f.value
		}
	}
	for i := range p.joins {
		if v := p.joins[i].join.value(p.parts[i]); v.Kind != 0 {
			p.offer(p.joins[i].slot, v)
		}
	}
	rec := catalog.Record{
		Title:       p.text(roleTitle, oneLine),
		Description: p.text(roleDescription, plainText),
		Brand:       p.text(roleBrand, oneLine),
		Image:       p.text(roleImage, strings.TrimSpace),
		Link:        p.text(roleLink, strings.TrimSpace),
		Stock:       p.stock(),
	}
	if rec.Title == "" {
		return rec, false, p.report(Problem{e.place, MissingTitle, p.untitled(e)})
	}
	rec.Category = p.category(e)
	if rec.Brand == "" && p.m.BrandFrom == "title" {
		rec.Brand = leadingBrand(p.brands, rec.Title)
	}
	if err := p.price(&rec, e.place); err != nil {
		return rec, false, err
	}
	p.rating(&rec)
	if attributes > 0 {
		rec.Attributes = make([]catalog.RawAttribute, 0, attributes)
		p.attributes(&rec, e)
	}
	return p.identify(rec, e.place)
}

// offer takes a value for a role when none of better rank was met. A price of nothing is
// none where another field may say one: sale prices of 0 stand for no sale.
func (p *projector) offer(s slot, v catalog.Raw) {
	if s.role == rolePrice && len(p.m.Price.Field) > 1 {
		if n, ok := numberIn(v); ok && n == 0 {
			return
		}
	}
	if c := &p.found[s.role]; c.value.Kind == 0 || s.rank < c.rank {
		*c = rankedValue{v, s.rank}
	}
}

// identify gives the record its id.
func (p *projector) identify(rec catalog.Record, at Place) (catalog.Record, bool, error) {
	if rec.ID = p.text(roleID, strings.TrimSpace); rec.ID != "" {
		first, same, ok := p.ids.take(rec.ID, rec.Title, at)
		if !ok && same {
			return rec, false, p.report(Problem{at, Repeated, fmt.Sprintf("the product %s is there already, at %s; it was not taken twice", shorten(rec.ID), first)})
		}
		if !ok {
			return rec, false, p.report(Problem{at, DuplicateID, fmt.Sprintf(
				"the id %s is that of %s already; the first product was kept, this one left out", shorten(rec.ID), first)})
		}
		return rec, true, nil
	}
	p.derived++
	rec.ID = p.ids.derive(&rec, at)
	if len(p.m.ID) == 0 {
		return rec, true, nil
	}
	return rec, true, p.report(Problem{at, MissingID, fmt.Sprintf("the product has no %s; it was kept under the derived id %s", quoteAll(p.m.ID), rec.ID)})
}

// text returns the value of a role as a text; of a list its first.
func (p *projector) text(r fieldRole, clean func(string) string) string {
	v := firstOf(p.found[r].value)
	if v.Kind == catalog.RawList || v.Kind == 0 {
		return ""
	}
	return clean(v.String())
}

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

// category returns the path of the product's category, "" when nothing says it.
func (p *projector) category(e *entry) string {
	v := p.found[roleCategory].value
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
	if name == "" && p.m.CategoryFrom == "file" {
		name = baseStem(e.place.File)
		if path, ok := p.m.Categories[name]; ok {
			return path
		}
		return CategoryName(name)
	}
	if path, ok := p.m.Categories[name]; ok {
		return path
	}
	if list := p.m.CategoryList; list != "" {
		name = p.firstOf(name, list)
	}
	separator := cmp.Or(p.m.CategorySeparator, ">")
	if !strings.Contains(name, separator) {
		return name
	}
	levels := split(name, separator)
	if d := p.m.CategoryDepth; d > 0 && len(levels) > d {
		levels = levels[:d]
	}
	path := strings.Join(levels, " > ")
	if renamed, ok := p.m.Categories[path]; ok {
		return renamed
	}
	return path
}

// firstOf returns the first of several categories that the mapping does not rename to
// nothing, as it does with the root of a shop.
func (p *projector) firstOf(names, separator string) string {
	for name := range strings.SplitSeq(names, separator) {
		name = strings.TrimSpace(name)
		if path, ok := p.m.Categories[name]; name != "" && !isPlaceholder(name) && (!ok || path != "") {
			return name
		}
	}
	return ""
}

func (p *projector) price(rec *catalog.Record, at Place) error {
	v := p.found[rolePrice].value
	if v.Kind == 0 {
		return nil
	}
	currency := strings.ToUpper(p.text(roleCurrency, strings.TrimSpace))
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
	if r, ok := numberIn(p.found[roleRating].value); ok && r > 0 && r <= scale {
		rec.Rating = r * 5 / scale
	}
	if n, ok := countIn(p.found[roleRatings].value); ok && n > 0 && n < 1<<31 {
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
	if factor, ok := map[string]float64{"k": 1e3, "m": 1e6}[strings.ToLower(m[2])]; ok {
		n, err := amountIn(m[1], "")
		return n * factor, err == nil
	}
	n, err := amountIn(m[1], "")
	if err == nil && n != math.Trunc(n) {
		n, err = amountIn(m[1], ",")
	}
	return n, err == nil
}

var countShape = regexp.MustCompile(`(\d[\d.,\x{a0}]*)\s?([kKmM]?)(?:\W|$|\s|\pL)`)

// stock is the stock of the product at hand.
func (p *projector) stock() int {
	v := p.found[roleStock].value
	if !p.m.StockReversed {
		return stock(v)
	}
	if yesNo(v) > 0 {
		return 0
	}
	return -1
}

// yesNo reads a yes as 1, a no as −1, and what is neither as 0.
func yesNo(v catalog.Raw) int {
	switch strings.ToLower(v.String()) {
	case "true", "yes", "1", "y", "ja", "oui", "sí", "si", "tak", "evet":
		return 1
	case "false", "no", "0", "n", "nein", "non", "nie", "hayır":
		return -1
	}
	return 0
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
		switch strings.ToLower(strings.TrimPrefix(fold(v.Text), "https://schema.org/")) {
		case "out_of_stock", "outofstock", "sold_out", "soldout", "unavailable", "discontinued", "false", "no":
			return 0
		}
		if n, _, err := parseAmount(v.Text); err == nil && n >= 0 && n < 1<<31 {
			return int(n)
		}
	}
	return unknown
}
