package feed

import (
	"regexp"
	"slices"
	"strings"

	"shopclerk/catalog"
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
		rule := Rule{Label: f.label()}
		if f.share(isPiped) >= 0.3 {
			rule.Separator = "|"
		}
		if rule.Label != "" || rule.Separator != "" {
			a.Fields[f.name] = rule
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
		if !slices.Contains(vocabularyOnce().Nested, strings.ToLower(last)) {
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

// useless says why a field cannot be an attribute, "" when it can.
func (c *choices) useless(f *fieldStats) string {
	if f.present == 0 {
		return "empty"
	}
	if concept, s := f.strongest(); s >= 0.6 && f.of("aspect", "kind", "category", "quantity", "model", "year") < s {
		if concept == "language" && f.distinct() > 1 && f.meanChars() > 3 {
			return "" // names of languages that vary are the products' own: of books, of games
		}
		if why := vocabularyOnce().unasked[concept]; why != "" {
			return why
		}
	}
	if starCount.MatchString(f.name) && f.share(isWhole) >= 0.95 {
		return "ratings by stars"
	}
	if median, largest := f.median(); f.share(isWhole) >= 0.95 && len(f.words) > 1 && f.words[len(f.words)-1] == "count" && largest > 20*max(1, median) {
		return "how popular it is" // attention has a long tail, technical data have not
	}
	return c.uselessValues(f)
}

// starCount finds the names of counts of ratings by their stars.
var starCount = regexp.MustCompile(`(?i)(^|[._ -])([1-5]|one|two|three|four|five)[._ -]?(star|stern|étoile|estrella|stell|yıldız|yildiz)`)

// uselessValues says what in the values themselves makes a field no attribute.
func (c *choices) uselessValues(f *fieldStats) string {
	const enough = 50 // products, before distinctness means anything
	chars := f.meanChars()
	growth := f.growth()
	_, counted := f.counted()
	switch {
	case f.any(isURL|isPicture|isPath) >= 0.5:
		return "addresses"
	case f.of("code", "id") >= 0.5 && f.share(isList) >= 0.2:
		return "codes"
	case f.share(isDate) >= 0.8:
		return "dates"
	case f.share(isNested) >= 0.5:
		return "records of their own"
	case f.share(isMarkup) >= 0.3 && chars > 60, chars > 200 && f.share(isList) < 0.9, chars > 120 && growth > 0.5 && f.listed() == "":
		return "long text"
	case counted:
		return "row numbers"
	case f.of("title") >= 0.5 && f.unique() > 0.3:
		return "another title"
	case f.of("description") >= 0.6 && (chars > 40 || growth > 0.5):
		return "another description"
	case f.present >= enough && f.share(isSystem) >= 0.9:
		return "of use to the shop only"
	case f.present >= enough && f.unique() > 0.98 && f.share(isSpaced) < 0.1 && (f.share(isNumber) == 0 || f.share(isWhole) == 1):
		return "codes"
	case f.of("tags") >= 0.6 && (f.perValue(",") >= 5 || f.listed() == "" && growth > 0.5):
		return "search words"
	}
	return ""
}
