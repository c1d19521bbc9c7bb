package feed

import (
	"cmp"
	"maps"
	"math"
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
	stars := g.histograms(c.fields["rating"])
	for _, f := range g.fields {
		if c.taken(f) || slices.Contains(c.levelled, f) {
			continue
		}
		if why := cmp.Or(stars[f], c.useless(f)); why != "" {
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
		if are, _ := f.tongues(); concept == "language" && are && f.distinct() > 1 && f.meanChars() > 3 {
			return "" // names of languages that vary are the products' own: of books, of games
		}
		if why := notAsked[concept]; why != "" {
			return why
		}
	}
	if why := c.uselessValues(f); why != "" {
		return why
	}
	if f.countsPeople() {
		return "how popular it is"
	}
	if name := c.renamed(f); name != "" {
		return "codes of " + name
	}
	if f.share(isAmount) >= 0.75 && len(c.prices) > 0 {
		if c.isDerived(f) {
			return "reckoned from other fields"
		}
		if p := c.fields["price"]; p != nil && p != f && f.fill() > 0.1 {
			if most, _ := shareBelow(p, f); most >= 0.97 && correlation(p, f) > 0.85 {
				return "another price"
			}
		}
	}
	return ""
}

// countsPeople reports whether a field counts what people did: it is named a count, and
// its whole numbers have the long tail that attention has and technical data have not.
func (f *fieldStats) countsPeople() bool {
	if len(f.words) == 0 || f.share(isWhole) < 0.95 {
		return false
	}
	counts := []string{"count", "cnt", "num", "nb", "total", "anzahl", "nombre", "numero", "aantal", "antal", "liczba", "sayisi"}
	if !slices.Contains(counts, f.words[len(f.words)-1]) && !slices.Contains(counts, f.words[0]) {
		return false
	}
	const tail = 20 // times the median
	median, largest := f.median()
	return largest > tail*max(1, median)
}

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
	case f.present >= enough && f.share(isWhole) >= 0.99 && f.unique() > 0.7 && f.widths() == 1 && chars >= 6:
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

// widths returns how many lengths nine in ten of the values have, commonest first.
func (f *fieldStats) widths() int {
	by := map[int]int{}
	for i := range f.cells {
		by[f.cells[i].chars] += f.counts[i]
	}
	counts := slices.Sorted(maps.Values(by))
	n := 0
	for i := len(counts) - 1; i >= 0; i-- {
		if n += counts[i]; n*10 >= f.present*9 {
			return len(counts) - i
		}
	}
	return len(counts)
}

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

// numberWords are the numbers that stars are named by.
var numberWords = []string{"one", "two", "three", "four", "five"}

// histograms finds the fields that count ratings by their stars: siblings named by 1 to 5,
// of whole numbers, which are about stars or whose mean is the rating.
func (g *gathered) histograms(rating *fieldStats) map[*fieldStats]string {
	families := map[string][]*fieldStats{}
	points := map[*fieldStats]int{}
	for _, f := range g.fields {
		if f.present > 0 && f.share(isWhole) < 0.95 {
			continue
		}
		var rest []string
		n := 0
		for _, w := range f.words {
			switch i := slices.Index(numberWords, w); {
			case len(w) == 1 && w[0] >= '1' && w[0] <= '5':
				n = int(w[0] - '0')
			case i >= 0:
				n = i + 1
			default:
				rest = append(rest, w)
			}
		}
		if n > 0 {
			family := strings.Join(rest, " ")
			families[family] = append(families[family], f)
			points[f] = n
		}
	}
	out := map[*fieldStats]string{}
	for name, list := range families {
		if len(list) != 5 {
			continue
		}
		read := readName(name)
		if read.of("rating", "reviews") < 0.4 && !tracks(list, points, rating) {
			continue
		}
		for _, f := range list {
			out[f] = "ratings by stars"
		}
	}
	return out
}

// tracks reports whether the mean of the points, weighed by the counts, is the rating.
func tracks(list []*fieldStats, points map[*fieldStats]int, rating *fieldStats) bool {
	if rating == nil {
		return false
	}
	rows, right := 0, 0
	for row := range rating.codes {
		r, ok := rating.at(row)
		n, sum := 0.0, 0.0
		for _, f := range list {
			if x, ok := f.at(row); ok {
				n += x
				sum += x * float64(points[f])
			}
		}
		if ok && n > 0 {
			rows++
			right += discover.Indicator(math.Abs(sum/n-r) < 0.3)
		}
	}
	const few = 10
	return rows >= few && right*10 >= rows*8
}
