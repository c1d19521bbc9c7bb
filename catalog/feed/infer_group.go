package feed

import (
	"fmt"
	"slices"
	"strings"

	"shopclerk/catalog/discover"
)

// How rows that are variants of one product are told. They agree in a field, and in all
// that names the product (what their titles begin with or have in common, brand and
// category), and differ in what one chooses: a size, a colour, and with it the price. So a
// group is a functional dependency (group → title's words, brand, category) of which rows
// of different groups have none; a category, a series or a maker is none, because the
// titles of its products have little in common.

const (
	// groupRows is how many products at the beginning of each file are looked at for
	// groups: rows of one product mostly stand together, and a sample taken evenly from a
	// large file parts them.
	groupRows = 600

	// stemShare is the least share of the words of the shortest title that the titles of a
	// product's variants have in common: "Linen shirt, blue, M" and "…, white, L".
	stemShare = 0.5
	// mostOptions is in how many fields variants may differ beside those that differ with
	// every row (ids, pictures, addresses, prices, stock).
	mostOptions = 4
	// mostVariants bounds a product's forms in the looked at rows; a larger group is a
	// category.
	mostVariants = 100
)

// groupField returns the field whose values rows of one product share, nil when there is
// none, and why.
func (c *choices) groupField(head *gathered) (*fieldStats, string) {
	title := c.fields["title"]
	if title == nil || head == nil || head.byName[title.folded] == nil {
		return nil, ""
	}
	var best *fieldStats
	why, most := "", -1.0
	for _, f := range c.g.fields {
		if c.taken(f) || slices.Contains(c.levelled, f) || head.byName[f.folded] == nil {
			continue
		}
		if text, fits := c.groups(head, head.byName[f.folded], head.byName[title.folded]); fits && f.of("group") > most {
			best, why, most = f, text, f.of("group")
		}
	}
	return best, why
}

// groups reports whether the rows of a sample that agree in a field are variants.
func (c *choices) groups(head *gathered, f, title *fieldStats) (why string, fits bool) {
	named := f.of("group") >= 0.7
	few, least, part := 5, 0.3, 0.3 // groups of several, and the shares of rows that are in one and that have one
	if named {
		few, least, part = 2, 0.02, 0.02
	}
	if f.present < 6 || f.fill() < part || f.share(isURL) > 0 || f.share(isPicture) > 0 || f.share(isDate) > 0.5 || f.share(isBool) > 0.5 || f.share(isMarkup) > 0.1 ||
		f.share(isMeasure) > 0.5 || f.share(isNumber)-f.share(isWhole) > 0.02 || f.share(isMarked) > 0.1 || f.share(isList) > 0.2 || f.meanChars() > 100 {
		return "", false
	}
	members := make([][]int, len(f.cells))
	for row, code := range f.codes {
		if code >= 0 {
			members[code] = append(members[code], row)
		}
	}
	members = slices.DeleteFunc(members, func(rows []int) bool { return len(rows) < 2 })
	in, alike := 0, 0
	stems := map[string]bool{}
	for _, rows := range members {
		if len(rows) > mostVariants {
			return "", false
		}
		in += len(rows)
		if stem, ok := sharedStem(title, rows); ok {
			alike += len(rows)
			stems[stem] = true
		}
	}
	if len(members) < few || f.per(in) < least || alike*100 < in*95 || len(stems)*10 < len(members)*7 {
		return "", false
	}
	for _, role := range []string{"brand", "category"} {
		if of := c.fields[role]; of != nil && head.byName[of.folded] != nil {
			if same := sameWithin(head.byName[of.folded], members); same < 0.95 {
				return "", false
			}
		}
	}
	options := c.optionsWithin(head, f, members)
	if options == nil || len(options) > mostOptions {
		return "", false
	}
	return fmt.Sprintf("%s, %d groups of %.1f on average, that differ in %s", formatPercent(f.present, f.rows), len(members), float64(in)/float64(len(members)), strings.Join(fieldNames(options), ", ")), true
}

func fieldNames(list []*fieldStats) (names []string) {
	for _, f := range list {
		names = append(names, f.name)
	}
	return names
}

// sharedStem returns the words that the titles of rows have in common, in the order of the
// first; false when those are too few to name one product.
func sharedStem(title *fieldStats, rows []int) (string, bool) {
	var common []string
	shortest := 0
	for i, row := range rows {
		if title.codes[row] < 0 {
			return "", false
		}
		words := nameWords(title.cells[title.codes[row]].text)
		if i == 0 {
			common, shortest = words, len(words)
			continue
		}
		shortest = min(shortest, len(words))
		common = slices.DeleteFunc(slices.Clone(common), func(w string) bool { return !slices.Contains(words, w) })
	}
	return strings.Join(common, " "), len(common) > 0 && float64(len(common)) >= stemShare*float64(shortest)
}

// sameWithin returns the share of groups in which all rows that have the field agree in
// it.
func sameWithin(f *fieldStats, groups [][]int) float64 {
	same, n := 0, 0
	for _, rows := range groups {
		first, differ, have := int32(-1), false, 0
		for _, row := range rows {
			if code := f.codes[row]; code >= 0 {
				differ = differ || have > 0 && code != first
				first = code
				have++
			}
		}
		if have > 1 {
			n++
			same += discover.Indicator(!differ)
		}
	}
	if n == 0 {
		return 1
	}
	return float64(same) / float64(n)
}

// optionsWithin returns the fields of a few values each that rows of a group differ in;
// nil when there is none, when they differ in more than that, or when what they differ in
// does not tell them apart: then a row is listed twice.
func (c *choices) optionsWithin(head *gathered, group *fieldStats, members [][]int) []*fieldStats {
	var options []*fieldStats
	for _, o := range head.fields {
		if o == group || c.taken(c.g.byName[o.folded]) || o.fill() < 0.05 {
			continue
		}
		if differs := 1 - sameWithin(o, members); differs < 0.1 {
			continue
		}
		switch concept, s := o.strongest(); {
		case o.share(isURL|isPicture) > 0.5 || o.share(isURL) > 0.5 || o.share(isPicture) > 0.5 || o.share(isDate) > 0.5:
		case o.unique() > 0.9 && (o.share(isCode) > 0.5 || o.share(isWhole) > 0.5):
		case s >= 0.6 && notAsked[concept] != "" && concept != "id" && concept != "code": // prices, stock, pictures, what is of use to the shop
		case o.share(isAmount) >= 0.75 && (o.share(isCents) > 0.3 || o.share(isMarked) > 0.3):
		case o.meanChars() <= 40 && o.share(isMarkup) == 0 && o.per(o.distinct()) < 0.6:
			options = append(options, o)
		case o.meanChars() > 40:
			return nil // a text that is written for each row
		}
	}
	if options == nil {
		return nil
	}
	seen, rows := map[string]bool{}, 0
	for i, list := range members {
		for _, row := range list {
			key := fmt.Sprint(i)
			for _, o := range options {
				key += fmt.Sprint(" ", o.codes[row])
			}
			seen[key] = true
			rows++
		}
	}
	if len(seen)*10 < rows*9 {
		return nil
	}
	return options
}
