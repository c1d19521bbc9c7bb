package feed

import (
	"fmt"
	"slices"
	"strings"
)

const (
	// stemShare is the least share of the words of the shortest title that the titles of a
	// product's variants have in common: "Linen shirt, blue, M" and "…, white, L".
	stemShare = 0.5
	// mostVariants bounds a product's forms in the sample; a larger group is a category.
	mostVariants = 100
)

// groupField returns the field whose values rows of one product share, nil when there is
// none, and why: it is named so, and rows that agree in it have most words of their titles in
// common.
func (c *choices) groupField() (*fieldStats, string) {
	title := c.fields["title"]
	for _, f := range c.g.fields {
		if title == nil || c.taken(f) || slices.Contains(c.levelled, f) || f.of("group") < 0.7 {
			continue
		}
		if why, fits := f.groups(title); fits {
			return f, why
		}
	}
	return nil, ""
}

// groups reports whether the rows of a sample that agree in the field are variants.
func (f *fieldStats) groups(title *fieldStats) (why string, fits bool) {
	const least = 0.02 // share of the rows that have company
	if f.present < 6 || f.share(isURL) > 0 || f.share(isNumber)-f.share(isWhole) > 0.02 || f.share(isList) > 0.2 || f.meanChars() > 100 {
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
		in += len(rows)
		if stem, ok := sharedStem(title, rows); ok && len(rows) <= mostVariants {
			alike += len(rows)
			stems[stem] = true
		}
	}
	if len(members) < 2 || f.per(in) < least || alike*100 < in*95 || len(stems)*10 < len(members)*7 {
		return "", false
	}
	return fmt.Sprintf("its name, %s, %d groups of %.1f on average", formatPercent(f.present, f.rows), len(members), float64(in)/float64(len(members))), true
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
