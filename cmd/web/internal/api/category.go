package api

import (
	"cmp"
	"errors"
	"slices"

	"shopclerk/catalog"
	"shopclerk/catalog/sqlite"
)

// Category is a category in the list of all.
type Category struct {
	Path string `json:"path"`
	Name string `json:"name"`
	Size int    `json:"size"`
}

// CategoryDetail is a category with what its products can be asked about.
type CategoryDetail struct {
	Category
	Aspects []Aspect `json:"aspects"`
}

// Aspect is an attribute of a category's products.
type Aspect struct {
	Key      string  `json:"key"`
	Label    string  `json:"label"`
	Kind     string  `json:"kind"` // "single", "multi", "number" or "flag"
	Unit     string  `json:"unit,omitempty"`
	Coverage float64 `json:"coverage"`
	Distinct int     `json:"distinct"`
	Askable  bool    `json:"askable"`
	Values   []Count `json:"values,omitempty"` // the commonest; not of a number
	Range    *Range  `json:"range,omitempty"`  // of a number
}

// Count is a value and how many products have it.
type Count struct {
	Value string `json:"value"`
	Count int    `json:"count"`
}

// Range holds the least and the greatest number.
type Range struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// mostValues is how many values of an aspect are told, commonest first: beyond it, one
// searches for a value rather than choosing it from a list.
const mostValues = 50

// categories lists all categories.
func (a *API) categories(*request) (any, error) {
	out := struct {
		Categories []Category `json:"categories"`
	}{[]Category{}}
	for _, c := range a.Store.Categories() {
		out.Categories = append(out.Categories, Category{c.Path, c.Name, c.Size})
	}
	return out, nil
}

// category tells what can be asked about a category's products, with the values as
// shoppers see them: merged where the shop merges them.
func (a *API) category(r *request) (any, error) {
	path := r.PathValue("path")
	category, err := a.Store.Category(path)
	if errors.Is(err, sqlite.ErrNotFound) {
		return nil, problem(NotFound, "The shop has no category %q.", path).at("path", "path", near(path, a.paths())...)
	}
	if err != nil {
		return nil, err
	}
	shelf, err := a.Clerk.Shelf(r.Context(), path)
	if err != nil {
		return nil, err
	}
	out := CategoryDetail{Category{category.Path, category.Name, category.Size}, []Aspect{}}
	for _, aspect := range category.Aspects {
		told := Aspect{
			Key: aspect.Key, Label: aspect.Label, Kind: aspect.Kind.String(), Unit: aspect.Unit,
			Coverage: aspect.Coverage, Distinct: aspect.Distinct, Askable: aspect.Askable,
		}
		if c := shelf.Column(aspect.Key); c != nil && len(c.Values) > 0 {
			if aspect.Kind == catalog.Numeric {
				told.Range = &Range{c.Values[0].Number, c.Values[len(c.Values)-1].Number}
			} else {
				told.Values = commonest(c, c.Counts())
			}
		}
		out.Aspects = append(out.Aspects, told)
	}
	return out, nil
}

// commonest lists the values with a count above 0, commonest first, ties by text.
func commonest(c *catalog.Column, counts []int) []Count {
	out := []Count{}
	for code, n := range counts {
		if n > 0 {
			out = append(out, Count{c.Values[code].Text, n})
		}
	}
	slices.SortStableFunc(out, func(a, b Count) int { return cmp.Compare(b.Count, a.Count) })
	return out[:min(len(out), mostValues)]
}

// paths lists the paths of all categories.
func (a *API) paths() []string {
	var out []string
	for _, c := range a.Store.Categories() {
		out = append(out, c.Path)
	}
	return out
}

// scope finds the categories of the given paths, all there are where none is given; in
// and at say where the request names them.
func (a *API) scope(given []string, in, at string) ([]*catalog.Category, error) {
	if len(given) == 0 {
		given = a.paths()
	}
	var out []*catalog.Category
	for _, path := range given {
		c, err := a.Store.Category(path)
		if errors.Is(err, sqlite.ErrNotFound) {
			return nil, problem(UnknownCategory, "The shop has no category %q: %s/categories lists them.", path, Root).
				at(in, at, near(path, a.paths())...)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}
