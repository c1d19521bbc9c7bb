package feed

import (
	"math"
	"slices"
	"strings"

	"shopclerk/catalog/discover"
)

// chosenRole is a role that a single field fills.
type chosenRole struct {
	name     string
	concepts []string // what a field's name says for it
	fellows  []string // what it may say besides without speaking against it
	// fits adds what the values say of a field, and reports whether they can fill the role,
	// whatever the name says: that is what keeps names from deciding alone.
	fits func(c *choices, f *fieldStats, e map[string]float64) bool
}

// chosenRoles are in the order in which equals choose.
var chosenRoles = []chosenRole{
	{"id", []string{"id"}, []string{"barcode", "link"}, (*choices).forID},
	{"title", []string{"title"}, []string{"model"}, forTitle},
	{"price", []string{"price", "sale"}, []string{"list"}, (*choices).forPrice},
	{"category", []string{"category"}, []string{"kind"}, (*choices).forCategory},
	{"brand", []string{"brand"}, []string{"supplier"}, (*choices).forBrand},
	{"image", []string{"image"}, []string{"link", "smallimage"}, forImage},
	{"link", []string{"link"}, []string{"id"}, forLink},
	{"description", []string{"description"}, nil, forDescription},
	{"rating", []string{"rating"}, []string{"reviews"}, forRating},
	{"ratings", []string{"reviews"}, []string{"rating"}, forRatings},
	{"stock", []string{"stock"}, []string{"quantity", "outofstock"}, forStock},
	{"currency", []string{"currency"}, []string{"price"}, forCurrency},
}

// roleNamed returns a role by its name, which must be one of chosenRoles.
func roleNamed(name string) *chosenRole {
	return &chosenRoles[slices.IndexFunc(chosenRoles, func(r chosenRole) bool { return r.name == name })]
}

// evidence is what speaks for and against a field in a role: features of 0..1, but name,
// which may weigh several concepts. It reports false when the values cannot fill the role.
func (c *choices) evidence(role string, f *fieldStats) (map[string]float64, bool) {
	if f.present == 0 {
		return nil, false
	}
	r := roleNamed(role)
	e := map[string]float64{"name": f.of(r.concepts...)}
	for concept, s := range f.scores {
		if !slices.Contains(r.concepts, concept) && !slices.Contains(r.fellows, concept) {
			e["other"] = max(e["other"], s-e["name"])
		}
	}
	if f.blank || len(f.scores) == 0 {
		e["mute"] = c.g.mute
	}
	e["fill"] = f.fill()
	return e, r.fits(c, f, e)
}

func indicator(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// closeness is 1 where x is the given one and falls with the logarithm of their ratio.
func closeness(x, ideal float64) float64 {
	return math.Exp(-math.Abs(math.Log(max(x, 0.1) / ideal)))
}

func earliness(f *fieldStats) float64 { return 1 / (1 + 0.3*float64(f.order)) }

func (c *choices) forID(f *fieldStats, e map[string]float64) bool {
	e["barcode"] = f.of("barcode")
	e["unique"] = f.unique()
	e["code"] = max(f.share(isCode), f.share(isWhole))
	e["spaced"] = f.share(isSpaced)
	e["early"] = earliness(f)
	from, counted := f.counted()
	e["counted"] = indicator(counted)
	e["index"] = max(f.of("index"), indicator(counted && from == 0))
	e["fill"] = 0
	if f.fill() < 0.95 || f.share(isURL) > 0.1 || f.share(isBool) > 0.5 || f.share(isNumber)-f.share(isWhole) > 0.02 || f.meanChars() > 64 ||
		f.share(isMarked) > 0.1 || f.share(isDate) > 0.5 || f.share(isList) > 0.2 || f.present < 3 {
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
	e["growth"] = min(1, max(0, f.growth()))
	e["spaced"] = f.share(isSpaced)
	chars := f.meanChars()
	e["length"] = closeness(chars, 35)
	e["text"] = f.share(isTextual)
	e["markup"] = f.share(isMarkup)
	e["early"] = earliness(f)
	e["list"] = f.share(isList)
	const longest = 300
	return f.fill() >= 0.7 && f.share(isAmount) < 0.5 && f.share(isURL) < 0.05 && f.share(isPicture) < 0.05 && f.share(isPath) < 0.5 && f.share(isDate) < 0.5 &&
		f.share(isBool) < 0.5 && f.share(isNested) < 0.1 && chars >= 2 && chars <= longest && (e["name"] >= 0.5 || chars <= longest/2 && f.share(isSpaced) >= 0.3 || f.share(isTextual) > 0.8) &&
		(f.distinct() > 1 || f.rows < 3) && f.present == f.count(func(c *valueProfile) bool { return c.chars > 0 })
}

func forDescription(_ *choices, f *fieldStats, e map[string]float64) bool {
	chars := f.meanChars()
	e["long"] = min(1, chars/250)
	e["markup"] = f.share(isMarkup)
	e["growth"] = min(1, max(0, f.growth()))
	e["prose"] = f.per(f.count(func(c *valueProfile) bool {
		return strings.Contains(c.text, ". ") || strings.HasSuffix(c.text, ".") || strings.ContainsAny(c.text, "。！!?")
	}))
	e["list"] = indicator(f.listed() != "")
	return f.share(isNumber) < 0.3 && f.share(isURL) < 0.2 && f.share(isPicture) < 0.2 && f.share(isDate) < 0.5 && f.share(isNested) < 0.5 && f.share(isBool) < 0.5 &&
		chars >= 15 && f.share(isSpaced) >= 0.5
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
	chars := f.meanChars()
	e["supplier"] = f.of("supplier")
	e["closed"] = max(0, 1-f.unique())
	e["constant"] = indicator(f.distinct() == 1)
	fits := f.share(isNumber) < 0.1 && f.share(isTextual) > 0.7 && chars <= 60 && f.share(isURL|isPicture) == 0 && f.share(isURL) < 0.05 && f.share(isMeasure) < 0.3 && f.share(isBool) < 0.3 &&
		(f.rows < 50 || f.unique() < 0.9) && f.share(isMarkup) < 0.1 && f.share(isNested) < 0.1 && f.fill() >= 0.1
	if !fits {
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
	e["closed"] = min(1, max(0, 1-f.growth()))
	n := float64(max(2, f.present))
	fine := math.Log(float64(max(1, f.distinct()))) / math.Log(n)
	e["fine"] = max(0, 1-math.Abs(fine-0.5)*2)
	e["text"] = f.share(isTextual)
	e["levels"] = f.share(isLevels)
	e["system"] = f.share(isSystem)
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
	fits := f.fill() >= 0.4 && f.share(isNumber) < 0.05 && f.share(isTextual) > 0.8 && f.share(isURL) < 0.02 && f.share(isPicture) < 0.02 && f.share(isBool) < 0.5 && f.share(isMarkup) < 0.1 &&
		f.share(isMeasure) < 0.2 && f.share(isNested) < 0.2 && chars >= 2 && chars < 150 && (distinct <= max(20, f.present/3)) && f.share(isDate) < 0.1
	if fits {
		_, e["titled"] = leads(f, c.title)
	}
	return fits
}

func (c *choices) forPrice(f *fieldStats, e map[string]float64) bool {
	e["name"] = max(f.of("price", "sale"), 0.9*f.of("list"))
	e["other"] = 0
	for concept, s := range f.scores {
		if concept != "price" && concept != "sale" && concept != "list" && concept != "currency" {
			e["other"] = max(e["other"], s-0.5*e["name"])
		}
	}
	e["sale"] = f.of("sale")
	if f.of("list") > 0 && slices.ContainsFunc(c.g.fields, func(p *fieldStats) bool {
		return p != f && p.of("price", "sale") >= 0.5 && p.share(isAmount) >= 0.7 && p.present >= 3
	}) {
		e["list"] = max(0, f.of("list")-f.of("price", "sale")) // a list price is the price where there is no other
	}
	e["marked"] = f.share(isMarked)
	e["cents"] = f.share(isCents)
	_, counted := f.counted()
	median, largest := f.median()
	e["fraction"] = indicator(largest <= 1)
	e["code"] = indicator(counted || f.of("id", "barcode") > 0.5)
	if f.share(isAmount) < 0.75 || f.present < 2 || largest <= 0 || median < 0 || f.share(isDate) > 0.3 || f.share(isRated) > 0.3 || f.fill() < 0.02 {
		return false
	}
	return true
}

func forImage(_ *choices, f *fieldStats, e map[string]float64) bool {
	e["small"] = f.of("smallimage")
	e["picture"] = f.share(isPicture)
	e["growth"] = min(1, max(0, f.growth()))
	address := f.count(func(c *valueProfile) bool { return c.shape&(isURL|isPicture|isPath) != 0 })
	return f.per(address) >= 0.7 && (e["picture"] >= 0.5 || max(e["name"], e["small"]) >= 0.5) && f.fill() >= 0.05
}

func forLink(_ *choices, f *fieldStats, e map[string]float64) bool {
	e["url"] = f.share(isURL)
	e["picture"] = f.share(isPicture)
	e["growth"] = min(1, max(0, f.growth()))
	address := f.count(func(c *valueProfile) bool { return c.shape&(isURL|isPath) != 0 })
	return f.per(address) >= 0.8 && e["picture"] < 0.5 && f.share(isList) < 0.5 && f.fill() >= 0.3 && (f.unique() >= 0.3 || f.rows < 20)
}

func forRating(_ *choices, f *fieldStats, e map[string]float64) bool {
	e["rated"] = f.share(isRated)
	list := f.amounts()
	if len(list) < f.present*8/10 || len(list) == 0 || f.fill() < 0.05 || f.share(isMarked) > 0.1 {
		return false
	}
	most := list[len(list)-1]
	e["fraction"] = indicator(f.share(isWhole) < 0.7 && most > 1)
	return list[0] >= 0 && most <= 100 && (e["name"] >= 0.4 || e["rated"] >= 0.5)
}

func forRatings(_ *choices, f *fieldStats, e map[string]float64) bool {
	e["whole"] = f.share(isWhole)
	counts := f.count(func(c *valueProfile) bool {
		return c.chars < 40 && strings.ContainsAny(c.text, "0123456789") && c.number >= 0
	})
	return e["name"] >= 0.5 && counts >= f.present*9/10 &&
		f.share(isNumber) == f.share(isNumber|isWhole) && f.share(isDate) < 0.5 && f.share(isList) < 0.5
}

func forCurrency(_ *choices, f *fieldStats, e map[string]float64) bool {
	known := f.count(func(c *valueProfile) bool { return knownCurrency(c.text) != "" })
	return known >= f.present*95/100 && e["name"] > 0 && f.fill() >= 0.1
}

func forStock(_ *choices, f *fieldStats, e map[string]float64) bool {
	e["quantity"] = f.of("quantity")
	e["out"] = f.of("outofstock")
	e["few"] = indicator(f.distinct() <= 12)
	e["whole"] = f.share(isWhole)
	if max(e["name"], e["out"], e["quantity"]) < 0.4 || f.fill() < 0.1 || f.share(isURL) > 0.1 || f.share(isDate) > 0.5 || f.share(isMeasure) > 0.3 || f.share(isMarked) > 0.1 {
		return false
	}
	said := f.count(func(c *valueProfile) bool { return c.shape&(isWhole|isBool) != 0 })
	return f.share(isNumber) >= 0.8 && f.share(isWhole) >= 0.8 || f.per(said) >= 0.8 || f.distinct() <= 30 && f.meanChars() <= 40 && f.share(isNumber) < 0.2
}
