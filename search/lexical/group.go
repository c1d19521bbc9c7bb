package lexical

import (
	"fmt"
	"slices"
	"strings"

	"shopclerk/catalog"
)

// groupSize is how many products a group should hold. Groups are searched side
// by side and skipped when no wanted category is in them, so smaller groups
// make both kinds of search quicker; each costs some files and a dictionary of
// its own. At 25,000 a catalogue of a million products has 40.
const groupSize = 25_000

// Group is the categories that share one index.
type Group struct {
	Name       string   // a file name: letters, digits, "-"
	Categories []string // paths
}

// Plan divides the categories of a catalogue into groups: neighbours by path
// stay together until they hold 25,000 products, and a larger category is a
// group of its own. A catalogue of up to 25,000 products gets one group. The
// order of the argument does not matter.
func Plan(categories []catalog.Category) []Group { return Divide(categories, groupSize) }

// Divide is Plan for groups of up to size products.
func Divide(categories []catalog.Category, size int) []Group {
	sorted := slices.Clone(categories)
	slices.SortFunc(sorted, func(a, b catalog.Category) int { return strings.Compare(a.Path, b.Path) })
	var groups []Group
	held := 0
	for i, c := range sorted {
		if i == 0 || held+c.Size > size {
			groups = append(groups, Group{Name: fmt.Sprintf("group-%03d", len(groups))})
			held = 0
		}
		g := &groups[len(groups)-1]
		g.Categories = append(g.Categories, c.Path)
		held += c.Size
	}
	return groups
}
