package feed

import (
	"math"
	"slices"
	"strings"

	"shopclerk/catalog/discover"
	"shopclerk/data"
)

// chosenRole is a role that a single field fills: a row of data/fields/roles.json, whose
// order is that in which equals choose.
type chosenRole struct {
	Name     string
	Concepts []string // what a field's name says for it
	Fellows  []string // what it may say besides without speaking against it

	Said  map[string]string // feature → concept by which the name says it
	Shown map[string]shape  // feature → shape of the values that show it
	Fill  float64           // share of the products that must have the field
	Most  map[shape]float64 // share of the values that may have a shape at most
}

var chosenRoles = embeddedTable[[]chosenRole](data.FieldRoles)

// fits, by role, adds what else the values say of a field, and reports whether they can
// fill the role, whatever the name says: that is what keeps names from deciding alone.
var fits = map[string]func(c *choices, f *fieldStats, e map[string]float64) bool{
	"id": (*choices).forID, "title": forTitle, "price": (*choices).forPrice, "category": (*choices).forCategory,
	"brand": (*choices).forBrand, "image": forImage, "link": forLink, "description": forDescription,
	"rating": forRating, "ratings": forRatings, "stock": forStock, "currency": forCurrency,
}

// roleNamed returns a role by its name, which must be one of chosenRoles.
func roleNamed(name string) *chosenRole {
	return &chosenRoles[slices.IndexFunc(chosenRoles, func(r chosenRole) bool { return r.Name == name })]
}

// evidence is what speaks for and against a field in a role: features of 0..1, but name,
// which may weigh several concepts. It reports false when the values cannot fill the role.
func (c *choices) evidence(role string, f *fieldStats) (map[string]float64, bool) {
	if f.present == 0 {
		return nil, false
	}
	r := roleNamed(role)
	e := map[string]float64{"name": f.of(r.Concepts...)}
	for concept, s := range f.scores {
		if !slices.Contains(r.Concepts, concept) && !slices.Contains(r.Fellows, concept) {
			e["other"] = max(e["other"], s-e["name"])
		}
	}
	if f.blank || len(f.scores) == 0 {
		e["mute"] = c.g.mute
	}
	e["fill"] = f.fill()
	for feature, concept := range r.Said {
		e[feature] = f.of(concept)
	}
	for feature, s := range r.Shown {
		e[feature] = f.share(s)
	}
	ok := fits[role](c, f, e) && f.fill() >= r.Fill
	for s, most := range r.Most {
		ok = ok && f.share(s) <= most
	}
	return e, ok
}

func indicator(b bool) float64 { return float64(discover.Indicator(b)) }

func earliness(f *fieldStats) float64 { return 1 / (1 + 0.3*float64(f.order)) }

func (c *choices) forID(f *fieldStats, e map[string]float64) bool {
	e["unique"] = f.unique()
	e["code"] = max(f.share(isCode), f.share(isWhole))
	e["early"] = earliness(f)
	from, counted := f.counted()
	e["counted"] = indicator(counted)
	e["index"] = max(f.of("index"), indicator(counted && from == 0))
	e["fill"] = 0
	if f.share(isNumber)-f.share(isWhole) > 0.02 || f.meanChars() > 64 || f.present < 3 {
		return false
	}
	if f.unique() >= 0.99 {
		return true
	}
	// The rows of one id are one product, in variants or listed twice.
	if c.title == nil || c.title == f || max(e["name"], e["barcode"]) < 0.75 || f.unique() < 0.3 {
		return false
	}
	same, _ := agreement(f, c.title)
	return same >= 0.97
}

func forTitle(_ *choices, f *fieldStats, e map[string]float64) bool {
	e["growth"] = f.growth()
	chars := f.meanChars()
	e["length"] = math.Exp(-math.Abs(math.Log(max(chars, 0.1) / 35))) // falls with the ratio to what is usual
	e["early"] = earliness(f)
	const longest = 300
	return chars >= 2 && chars <= longest && (e["name"] >= 0.5 || chars <= longest/2 && e["spaced"] >= 0.3 || e["text"] > 0.8) &&
		(f.distinct() > 1 || f.rows < 3) && f.present == f.count(func(c *valueProfile) bool { return c.chars > 0 })
}

func forDescription(_ *choices, f *fieldStats, e map[string]float64) bool {
	chars := f.meanChars()
	e["long"] = min(1, chars/250)
	e["growth"] = f.growth()
	e["prose"] = f.per(f.count(func(c *valueProfile) bool {
		return strings.Contains(c.text, ". ") || strings.HasSuffix(c.text, ".") || strings.ContainsAny(c.text, "。！!?")
	}))
	e["list"] = indicator(f.listed() != "")
	return chars >= 15 && f.share(isSpaced) >= 0.5
}

// perValue returns how often a text stands in a value, on average.
func (f *fieldStats) perValue(s string) float64 {
	n := 0
	for i := range f.cells {
		n += f.counts[i] * strings.Count(f.cells[i].text, s)
	}
	return f.per(n)
}

func (c *choices) forBrand(f *fieldStats, e map[string]float64) bool {
	e["closed"] = max(0, 1-f.unique())
	e["constant"] = indicator(f.distinct() == 1)
	if f.share(isTextual) <= 0.7 || f.share(isURL|isPicture) > 0 || f.meanChars() > 60 || f.rows >= 50 && f.unique() >= 0.9 {
		return false
	}
	if f.unique() < 0.5 && f.distinct() > 2 {
		e["leads"], _ = leads(f, c.title)
	}
	return true
}

func (c *choices) forCategory(f *fieldStats, e map[string]float64) bool {
	const alone = 0.6 // "type" says it; "battery type" does not
	e["kind"] = max(0, f.of("kind")-max(alone, e["name"])) / (1 - alone)
	e["closed"] = 1 - f.growth()
	n := float64(max(2, f.present))
	fine := math.Log(float64(max(1, f.distinct()))) / math.Log(n)
	e["fine"] = max(0, 1-math.Abs(fine-0.5)*2)
	e["constant"] = indicator(f.distinct() == 1 && f.rows > 5)
	chars := f.meanChars()
	distinct := f.distinct()
	if separator := f.listed(); separator != "" {
		distinct = min(distinct, 20)
	}
	if separator := f.levelSeparator(); separator != "" { // the last level may be the product's name
		heads, _ := f.prefixes(separator, 2)
		distinct = min(distinct, len(heads))
		if f.depth(separator) > 0 {
			e["levels"], e["closed"], e["crumbs"] = 1, max(e["closed"], 0.5), 0
		}
	}
	const few = 2 // products of the sample in a category of hardly any
	crumbs := 0
	for _, n := range f.counts {
		crumbs += n * discover.Indicator(n <= few)
	}
	e["crumbs"] = f.per(crumbs) * min(1, max(0, float64(f.present-10)/90)) // of a handful all are few
	if e["text"] <= 0.8 || chars < 2 || chars >= 150 || distinct > max(20, f.present/3) {
		return false
	}
	_, e["titled"] = leads(f, c.title)
	return true
}

func (c *choices) forPrice(f *fieldStats, e map[string]float64) bool {
	e["name"] = max(f.of("price", "sale"), 0.9*f.of("list"))
	e["other"] = 0
	for concept, s := range f.scores {
		if concept != "price" && concept != "sale" && concept != "list" && concept != "currency" {
			e["other"] = max(e["other"], s-0.5*e["name"])
		}
	}
	if f.of("list") > 0 && slices.ContainsFunc(c.g.fields, func(p *fieldStats) bool {
		return p != f && p.of("price", "sale") >= 0.5 && p.share(isAmount) >= 0.7 && p.present >= 3
	}) {
		e["list"] = max(0, f.of("list")-f.of("price", "sale")) // a list price is the price where there is no other
	}
	_, counted := f.counted()
	median, largest := f.median()
	e["fraction"] = indicator(largest <= 1)
	e["code"] = indicator(counted || f.of("id", "barcode") > 0.5)
	return f.share(isAmount) >= 0.75 && f.present >= 2 && largest > 0 && median >= 0
}

func forImage(_ *choices, f *fieldStats, e map[string]float64) bool {
	e["growth"] = f.growth()
	return f.any(isURL|isPicture|isPath) >= 0.7 && max(e["picture"], e["name"], e["small"]) >= 0.5
}

func forLink(_ *choices, f *fieldStats, e map[string]float64) bool {
	e["growth"] = f.growth()
	return f.any(isURL|isPath) >= 0.8 && (f.unique() >= 0.3 || f.rows < 20)
}

func forRating(_ *choices, f *fieldStats, e map[string]float64) bool {
	list := f.amounts()
	if len(list) < f.present*8/10 || len(list) == 0 {
		return false
	}
	most := list[len(list)-1]
	e["fraction"] = indicator(f.share(isWhole) < 0.7 && most > 1)
	return list[0] >= 0 && most <= 100 && (e["name"] >= 0.4 || e["rated"] >= 0.5)
}

func forRatings(_ *choices, f *fieldStats, e map[string]float64) bool {
	counts := f.count(func(c *valueProfile) bool {
		return c.chars < 40 && strings.ContainsAny(c.text, "0123456789") && c.number >= 0
	})
	return e["name"] >= 0.5 && counts >= f.present*9/10 && f.share(isNumber) == f.share(isNumber|isWhole)
}

func forCurrency(_ *choices, f *fieldStats, e map[string]float64) bool {
	known := f.count(func(c *valueProfile) bool { return knownCurrency(c.text) != "" })
	return known >= f.present*95/100 && e["name"] > 0
}

func forStock(_ *choices, f *fieldStats, e map[string]float64) bool {
	e["few"] = indicator(f.distinct() <= 12)
	if max(e["name"], e["out"], e["quantity"]) < 0.4 {
		return false
	}
	return f.share(isNumber) >= 0.8 && f.share(isWhole) >= 0.8 || f.any(isWhole|isBool) >= 0.8 || f.distinct() <= 30 && f.meanChars() <= 40 && f.share(isNumber) < 0.2
}
