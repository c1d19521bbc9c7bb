package readiness

import (
	"cmp"
	"slices"
	"strings"

	"shopclerk/catalog"
)

// Report is how ready a category is.
type Report struct {
	Category string // path
	Name     string
	Products int
	Askable  int // aspects that are asked about
	// Coverage is the mean coverage of the aspects that are asked about, 0..1: how
	// much of what a shopper may be asked the products answer.
	Coverage float64
	Aspects  []Aspect // what there is most to gain from first, then by key
}

// Aspect is how ready one aspect is.
type Aspect struct {
	catalog.Aspect
	Valued   int       // products that have a value
	Missing  int       // products that have none
	Troubles []Trouble // what keeps it from being asked about, or from telling more

	Now    Prospect // of its best question, as the catalogue is
	Filled Prospect // of the same question if every product had a value, distributed as those known are

	Duplicates []Duplicate // what is missed most first, then by label
	// Apart and Merged are the prospects of the best question before and after all
	// duplicates are merged. Apart counts spellings of the same as the same answer,
	// which [Aspect.Now] does not know of: telling "grey" from "gray" tells nothing.
	Apart, Merged Prospect
}

// Gain is what can be gained from mending the aspect, in bits: by the missing
// values or by the duplicates, whichever gives more.
func (a *Aspect) Gain() float64 {
	return max(a.Filled.Bits-a.Now.Bits, a.Merged.Bits-a.Apart.Bits)
}

// Read judges the category that the shelf holds. What names say of words that mean
// the same helps to find duplicates; nil names say nothing.
func Read(c *catalog.Category, s *catalog.Shelf, names *Names) Report {
	r := Report{Category: c.Path, Name: c.Name, Products: s.Rows()}
	for _, column := range s.Columns {
		a := readAspect(column, s, names)
		if a.Askable {
			r.Askable++
			r.Coverage += a.Coverage
		}
		r.Aspects = append(r.Aspects, a)
	}
	if r.Askable > 0 {
		r.Coverage /= float64(r.Askable)
	}
	slices.SortFunc(r.Aspects, func(a, b Aspect) int {
		return cmp.Or(cmp.Compare(b.Gain(), a.Gain()), strings.Compare(a.Key, b.Key))
	})
	return r
}

func readAspect(c *catalog.Column, s *catalog.Shelf, names *Names) Aspect {
	a := Aspect{Aspect: c.Aspect, Valued: countValued(c)}
	a.Missing = s.Rows() - a.Valued
	a.Now, a.Filled = prospects(c)
	a.Duplicates = findDuplicates(c, names)
	a.Apart, a.Merged = a.Now, a.Now
	if len(a.Duplicates) > 0 {
		a.Apart, a.Merged = merging(c, mergeGroups(a.Duplicates))
	}
	a.Troubles = troubles(&a, c, s)
	return a
}

func countValued(c *catalog.Column) int {
	n := 0
	for i := range len(c.Offsets) - 1 {
		if c.Offsets[i+1] > c.Offsets[i] {
			n++
		}
	}
	return n
}
