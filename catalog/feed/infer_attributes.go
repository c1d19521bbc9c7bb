package feed

import (
	"regexp"
	"slices"
	"strings"

	"shopclerk/catalog"
	"shopclerk/catalog/discover"
)

// attributes decides which of the remaining fields are attributes, and how their
// lists are to be read.
func (g *gathered) attributes(c *choices, inf *Inference) Attributes {
	a := Attributes{Fields: map[string]Rule{}}
	for _, f := range g.fields {
		if c.taken(f) || slices.Contains(c.levelled, f) {
			continue
		}
		if why := c.useless(f); why != "" {
			a.Exclude = append(a.Exclude, f.name)
			inf.Dropped = append(inf.Dropped, Guess{Field: f.name, Why: why})
			continue
		}
		inf.Fields++
		lists := f.share(isList)
		label := f.label()
		switch {
		case f.share(isPiped) >= 0.3:
			a.Fields[f.name] = Rule{Label: label, Separator: "|"}
		case f.share(isPair) == 0 || f.share(isPair) < lists:
			if label != "" {
				a.Fields[f.name] = Rule{Label: label}
			}
		// A field that has single numbers too means a range by its pairs. One
		// that has pairs only names two things at once, as a resolution does.
		case f.share(isNumber) >= 0.02 && f.share(isPair)+f.share(isNumber) > 0.95:
			a.Fields[f.name] = Rule{Label: label, Pairs: PairRange}
		default:
			a.Fields[f.name] = Rule{Label: label, Pairs: PairProduct}
		}
	}
	return a
}

// label is how a shopper reads the name of a nested field or of one with a type behind it:
// "Geschlecht" of "Metafield: product.Geschlecht [single_line_text_field]". It is empty
// where the name is good as it stands.
func (f *fieldStats) label() string {
	plain, _, typed := strings.Cut(f.name, "[")
	if i := strings.LastIndexAny(plain, ".:"); i >= 0 && i+1 < len(plain) {
		last := strings.TrimSpace(plain[i+1:])
		if !slices.Contains(nestedNeutral, strings.ToLower(last)) {
			plain, typed = last, true
		}
	}
	if !typed {
		return ""
	}
	plain = strings.TrimSpace(strings.ReplaceAll(plain, "_", " "))
	if rest := strings.TrimLeft(plain, "0123456789"); len(rest) > 3 {
		plain = strings.TrimSpace(rest)
	}
	if plain == "" || len(plain) > 40 {
		return ""
	}
	return catalog.Capital(plain)
}

// notAsked says, by what a field's name means, why no shopper is asked about it.
var notAsked = map[string]string{
	"price": "another price", "sale": "another price", "list": "another price", "unitprice": "a price per unit", "cost": "about cost", "discount": "about the price",
	"currency": "another price", "date": "dates", "link": "addresses", "address": "addresses", "image": "about pictures", "smallimage": "about pictures",
	"seller": "about the seller", "supplier": "about the seller", "shipping": "about shipping", "seo": "for search engines", "popularity": "how popular it is", "internal": "of use to the shop only",
	"count": "a count of records", "index": "row numbers", "related": "about other things", "reviews": "about reviews", "code": "codes", "id": "codes", "barcode": "codes",
	"group": "codes", "unit": "a unit of other fields", "language": "of use to the shop only", "stock": "about stock", "outofstock": "about stock", "rating": "another rating",
}

// useless says why a field cannot be an attribute, "" when it can.
func (c *choices) useless(f *fieldStats) string {
	if f.present == 0 {
		return "empty"
	}
	if concept, s := f.strongest(); s >= 0.6 && f.of("aspect", "kind", "category", "quantity", "model", "year") < s {
		if concept == "language" && f.distinct() > 1 && f.meanChars() > 3 {
			return "" // names of languages that vary are the products' own: of books, of games
		}
		if why := notAsked[concept]; why != "" {
			return why
		}
	}
	if starCount.MatchString(f.name) && f.share(isWhole) >= 0.95 {
		return "ratings by stars"
	}
	if why := c.uselessValues(f); why != "" {
		return why
	}
	if median, largest := f.median(); f.share(isWhole) >= 0.95 && len(f.words) > 1 && f.words[len(f.words)-1] == "count" && largest > 20*max(1, median) {
		return "how popular it is" // attention has a long tail, technical data have not
	}
	if name := c.renamed(f); name != "" {
		return "codes of " + name
	}
	if f.share(isAmount) >= 0.75 && len(c.prices) > 0 {
		if p := c.fields["price"]; p != nil && p != f && f.fill() > 0.1 {
			if most, _ := shareBelow(p, f); most >= 0.97 && correlation(p, f) > 0.85 {
				return "another price"
			}
		}
	}
	return ""
}

// starCount finds the names of counts of ratings by their stars.
var starCount = regexp.MustCompile(`(?i)(^|[._ -])([1-5]|one|two|three|four|five)[._ -]?(star|stern|étoile|estrella|stell|yıldız|yildiz)`)

// uselessValues says what in the values themselves makes a field no attribute.
func (c *choices) uselessValues(f *fieldStats) string {
	const enough = 50 // products, before distinctness means anything
	address := f.count(func(c *valueProfile) bool { return c.shape&(isURL|isPicture|isPath) != 0 })
	chars := f.meanChars()
	growth := f.growth()
	_, counted := f.counted()
	switch {
	case f.per(address) >= 0.5:
		return "addresses"
	case (f.blank || len(f.scores) == 0 || f.of("code", "id") >= 0.5) && f.per(f.count(func(c *valueProfile) bool { return numberList.MatchString(c.text) })) >= 0.5 && c.g.mute > 0.5 && f.share(isPair) == 0,
		f.of("code", "id") >= 0.5 && f.share(isList) >= 0.2:
		return "codes"
	case f.isLocale():
		return "the language of the texts"
	case f.share(isHex) >= 0.5:
		return "colours for screens"
	case f.share(isDate) >= 0.8:
		return "dates"
	case f.share(isNested) >= 0.5:
		return "records of their own"
	case f.share(isMarkup) >= 0.3 && chars > 60, chars > 200 && f.share(isList) < 0.9, chars > 120 && growth > 0.5 && !f.enumerates():
		return "long text"
	case counted:
		return "row numbers"
	case f.of("title") >= 0.5 && f.unique() > 0.5:
		return "another title"
	case f.of("description") >= 0.6 && (chars > 40 || growth > 0.5):
		return "another description"
	case f.present >= enough && f.share(isSystem) >= 0.9:
		return "of use to the shop only"
	case f.present >= enough && f.unique() > 0.98 && f.share(isSpaced) < 0.1 && (f.share(isNumber) == 0 || f.share(isWhole) == 1):
		return "codes"
	case f.present >= enough && c.title != nil && c.title != f && growth > 0.55 && f.share(isSpaced) >= 0.5 && f.share(isMeasure) < 0.5:
		if contained(f, c.title) >= 0.7 {
			return "words of the title"
		}
	}
	return c.uselessTags(f)
}

// numberList is a list of codes of another table: "43,48,115".
var numberList = regexp.MustCompile(`^\d+(\s*,\s*\d+)+$`)

// uselessTags says why lists of words are no attribute: they hold signs of logistics and
// campaigns ("s4", "Marke_Lumo", "<10Fr."), or search words without end.
func (c *choices) uselessTags(f *fieldStats) string {
	if f.share(isList) < 0.3 && f.of("tags") < 0.6 {
		return ""
	}
	counts := map[string]int{}
	total, values, signs := 0, 0, 0
	for i := range f.cells {
		values += f.counts[i]
		for part := range strings.FieldsFuncSeq(f.cells[i].text, func(r rune) bool { return r == ',' || r == '|' || r == ';' }) {
			if part = strings.TrimSpace(part); part != "" {
				counts[strings.ToLower(part)]++
				total += f.counts[i]
				if strings.ContainsAny(part, "_:=<>#") || strings.ContainsAny(part, "0123456789") && !strings.Contains(part, " ") {
					signs += f.counts[i]
				}
			}
		}
	}
	once := 0
	for _, n := range counts {
		once += discover.Indicator(n == 1)
	}
	switch per := float64(total) / float64(max(1, values)); {
	case f.of("tags") >= 0.6 && signs*5 >= total:
		return "tags for the shop's own use"
	case f.of("tags") >= 0.6 && (per >= 8 || len(counts) > 300) && once*3 >= len(counts):
		return "search words"
	case per >= 10 && len(counts) > 500 && once*2 >= len(counts):
		return "search words"
	}
	return ""
}

// renamed returns the name of the field whose values a field of codes renames: each code
// stands for one value. Where the field is not named as codes, each value must have one
// code too. It is "" for none.
func (c *choices) renamed(f *fieldStats) string {
	codes := max(f.share(isCode), f.share(isWhole))
	if codes < 0.95 || f.share(isNumber)-f.share(isWhole) > 0.01 || f.share(isMeasure) > 0.1 || f.distinct() < 3 || f.distinct()*2 > f.present || f.fill() < 0.3 {
		return ""
	}
	for _, g := range c.named() {
		if g == f || g.fill() < 0.8*f.fill() || g.distinct() > 2*f.distinct() || 2*g.distinct() < f.distinct() {
			continue
		}
		if determines(f, g, 0.99) && (f.of("id", "code") >= 0.5 || determines(g, f, 0.97)) {
			return g.name
		}
	}
	return ""
}

// named returns the fields that codes may rename: of repeated texts, those that most
// products have. Of a feed with thousands of fields only the fullest are compared.
func (c *choices) named() []*fieldStats {
	const most = 100
	if c.texts == nil {
		c.texts = []*fieldStats{}
		for _, g := range c.g.fields {
			if g.distinct() >= 3 && g.share(isTextual) >= 0.8 && g.distinct() < g.present {
				c.texts = append(c.texts, g)
			}
		}
		slices.SortStableFunc(c.texts, func(a, b *fieldStats) int { return b.present - a.present })
		c.texts = c.texts[:min(most, len(c.texts))]
	}
	return c.texts
}
