package desk

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"

	"shopclerk/agent/desk/control"
	"shopclerk/agent/desk/readiness"
	"shopclerk/catalog"
	"shopclerk/words"

	"shopclerk/views"
	view "shopclerk/views/desk"
)

// reportCache keeps what readiness found of a catalogue until there is another.
type reportCache struct {
	mu      sync.Mutex
	version string
	all     []readiness.Report
}

// judged returns the reports of all categories. They are made on the first call
// for a version of the catalogue, reading it whole: 0.3 s for 66,000 products of few
// aspects, 1.5 s for 19,000 of thousands.
func (d *Desk) judged(ctx context.Context) ([]readiness.Report, error) {
	d.reports.mu.Lock()
	defer d.reports.mu.Unlock()
	version := d.Store.Version()
	if d.reports.all != nil && d.reports.version == version {
		return d.reports.all, nil
	}
	names := readiness.NewNames(d.Synonyms)
	var all []readiness.Report
	for _, c := range d.Store.Categories() {
		shelf, err := d.Store.Shelf(ctx, c.Path)
		if err != nil {
			return nil, fmt.Errorf("judging how ready %s is: %w", c.Path, err)
		}
		all = append(all, readiness.Read(&c, shelf, names))
	}
	d.reports.version, d.reports.all = version, all
	return all, nil
}

// How many rows the tables have that could have one for every aspect of the shop:
// what there is most to gain from comes first.
const (
	mostGaps       = 40
	mostDuplicates = 100
)

// readiness is the page of the shop's categories, or of one of them.
func (d *Desk) readiness(r *Request) (*Page, error) {
	all, err := d.judged(r.Context())
	if err != nil {
		return nil, err
	}
	v := &readinessView{Request: r, w: r.Words, all: all}
	if d.Board != nil {
		v.controls = d.Board.Log().Controls()
	}
	p := &Page{Title: v.w.T("desk.readiness.title"), Lead: v.w.T("desk.readiness.lead"), ByCategory: true}
	if r.Category == "" {
		p.add(r, "by-category", "desk.readiness.categories", "", v.categories())
	} else {
		v.all = slices.DeleteFunc(slices.Clone(all), func(x readiness.Report) bool { return x.Category != r.Category })
		p.add(r, "by-aspect", "desk.readiness.aspects", "desk.readiness.best-question", v.aspects())
		p.add(r, "troubles", "desk.readiness.troubles", "", v.troubles())
	}
	p.add(r, "same", "desk.readiness.duplicates", "desk.readiness.duplicates-text", v.duplicates())
	if r.Category == "" {
		p.add(r, "missing", "desk.readiness.gaps", "desk.readiness.gaps-text", v.gaps())
	}
	p.Report.Tiles = v.tiles()
	if r.Category == "" && d.Live != nil {
		p.Report.Sections = append(p.Report.Sections, d.catalogueSection(v.w))
	}
	return p, nil
}

// catalogueSection tells which catalogue is sold from, with a button that has the shop
// look for another.
func (d *Desk) catalogueSection(w *words.Language) view.Section {
	const minute = "2006-01-02 15:04 UTC"
	return view.Section{
		ID: "catalogue", Title: w.T("desk.catalogue.title"),
		Text: w.T("desk.catalogue.text", "Generation", d.ID, "Published", d.Published.UTC().Format(minute), "Since", d.Since.UTC().Format(minute)),
		More: view.ActView(view.Step{Form: views.Form{Action: Root + "/catalogue"}, Button: w.T("desk.catalogue.look")}),
	}
}

// lookForCatalogue has the shop look for a catalogue that was imported since. It goes
// live when it is ready, which takes longer than a page may.
func (d *Desk) lookForCatalogue(r *Request) (to string, err error) {
	d.Live.Poke()
	return r.To(Root+"/readiness") + "#catalogue", nil
}

// readinessView presents reports.
type readinessView struct {
	*Request
	w        *words.Language
	all      []readiness.Report
	controls *control.Controls
}

// open are the duplicates of an aspect that shoppers meet: it is asked about, and
// nobody has merged them.
func (v *readinessView) open(x *readiness.Report, a *readiness.Aspect) []readiness.Duplicate {
	if !a.Askable || len(a.Duplicates) == 0 {
		return nil
	}
	groups := v.controls.Groups(x.Category, a.Key)
	return slices.DeleteFunc(slices.Clone(a.Duplicates), func(d readiness.Duplicate) bool {
		return slices.ContainsFunc(groups, func(g catalog.Group) bool {
			return !slices.ContainsFunc(d.Values, func(s readiness.Spelling) bool {
				return !catalog.Same(g.Label, s.Text) && !slices.ContainsFunc(g.Values, func(t string) bool { return catalog.Same(t, s.Text) })
			})
		})
	})
}

// lookalikes are those of a category: how many groups, and how many products they hide.
func (v *readinessView) lookalikes(x *readiness.Report) (groups, missed int) {
	for i := range x.Aspects {
		for _, d := range v.open(x, &x.Aspects[i]) {
			groups++
			missed += d.Missed
		}
	}
	return groups, missed
}

// tiles sum up.
func (v *readinessView) tiles() []view.Tile {
	w := v.w
	products, asked, groups, missed := 0, 0, 0, 0
	coverage := 0.0
	for i := range v.all {
		x := &v.all[i]
		products += x.Products
		asked += x.Askable
		coverage += x.Coverage * float64(x.Askable)
		g, m := v.lookalikes(x)
		groups, missed = groups+g, missed+m
	}
	tile := func(label, counts string, kind Kind, n float64) view.Tile {
		return view.Tile{Label: label, Counts: counts, Value: Spell(kind, n, w)}
	}
	return []view.Tile{
		tile(w.T("desk.readiness.products"), w.T("desk.readiness.products-counts"), Count, float64(products)),
		tile(w.T("desk.readiness.asked"), w.T("desk.readiness.asked-counts"), Count, float64(asked)),
		tile(w.T("desk.readiness.coverage"), w.T("desk.readiness.coverage-counts"), Share, coverage/float64(asked)),
		tile(w.T("desk.readiness.groups"), w.T("desk.readiness.groups-counts"), Count, float64(groups)),
		tile(w.T("desk.readiness.missed"), w.T("desk.readiness.missed-counts"), Count, float64(missed)),
	}
}

// categories is a row for every category.
func (v *readinessView) categories() *Table {
	type x = readiness.Report
	type c = columnSpec[x]
	return newTable(v.Request, "categories", "desk.readiness.categories", "desk.readiness.categories-counts", "", v.all,
		c{"category", "desk.readiness.category", Text, "", func(x *x) Cell { return v.category(x) }},
		c{"products", "desk.readiness.products", Count, "", countCell(func(x *x) int { return x.Products })},
		c{"asked", "desk.readiness.asked", Count, "desk.readiness.asked-counts", countCell(func(x *x) int { return x.Askable })},
		c{"coverage", "desk.readiness.coverage", Share, "desk.readiness.coverage-counts", func(x *x) Cell { return orUnknown(x.Coverage, x.Askable > 0) }},
		c{"left", "desk.readiness.left", Count, "desk.readiness.left-first", numberCell(func(x *x) float64 {
			left := float64(x.Products)
			for _, a := range x.Aspects {
				if a.Askable {
					left = min(left, a.Now.Left)
				}
			}
			return left
		})},
		c{"duplicates", "desk.readiness.groups", Count, "desk.readiness.groups-counts", countCell(func(x *x) int {
			groups, _ := v.lookalikes(x)
			return groups
		})},
		c{"missed", "desk.readiness.missed", Count, "desk.readiness.missed-counts", countCell(func(x *x) int {
			_, missed := v.lookalikes(x)
			return missed
		})},
	).by("-missed")
}

// category names a report's category, and leads to its page.
func (v *readinessView) category(x *readiness.Report) Cell {
	return Name(x.Name).To(v.To(readinessSection.path(), fieldCategory, x.Category))
}

// orUnknown is a cell of a number, or of none.
func orUnknown(n float64, ok bool) Cell {
	if !ok {
		return Unknown()
	}
	return Value(n)
}

// aspectOf is an aspect of a report: a row of a table, with a duplicate or a trouble of it
// where the table is of those.
type aspectOf struct {
	report *readiness.Report
	*readiness.Aspect
	duplicate readiness.Duplicate
	trouble   readiness.Trouble
}

type aspectColumn = columnSpec[aspectOf]

// asked lists the aspects that are asked about.
func (v *readinessView) asked() (out []aspectOf) {
	for i := range v.all {
		for j := range v.all[i].Aspects {
			if a := &v.all[i].Aspects[j]; a.Askable {
				out = append(out, aspectOf{report: &v.all[i], Aspect: a})
			}
		}
	}
	return out
}

// cut declares a table of the first rows, and says how many more there are.
func (v *readinessView) cut(id, caption, counts, empty string, list []aspectOf, most int, columns ...aspectColumn) *Table {
	t := newTable(v.Request, id, caption, counts, empty, list[:min(len(list), most)], columns...)
	if n := len(list) - most; n > 0 {
		t.Note = v.w.N("desk.readiness.more", n)
	}
	return t
}

// The columns that several tables of aspects have.
var (
	aspectNamed = aspectColumn{"aspect", "desk.readiness.aspect", Text, "", textCell(func(a *aspectOf) string { return a.Label })}
	aspectHas   = aspectColumn{"coverage", "desk.readiness.has", Share, "desk.readiness.has-help", func(a *aspectOf) Cell {
		return orUnknown(float64(a.Valued)/float64(a.report.Products), a.report.Products > 0)
	}}
	// prospects are what a question brings now and with the gaps filled.
	prospects = []aspectColumn{
		{"bits", "desk.readiness.bits", Decimal, "desk.readiness.bits-help", func(a *aspectOf) Cell { return orUnknown(a.Now.Bits, a.Now.Options > 0) }},
		{"left", "desk.readiness.left", Count, "desk.readiness.left-help", func(a *aspectOf) Cell { return orUnknown(a.Now.Left, a.Now.Options > 0) }},
		{"bits_filled", "desk.readiness.bits-filled", Decimal, "desk.readiness.filled-help", func(a *aspectOf) Cell { return orUnknown(a.Filled.Bits, a.Now.Options > 0) }},
		{"left_filled", "desk.readiness.left-filled", Count, "desk.readiness.filled-help", func(a *aspectOf) Cell { return orUnknown(a.Filled.Left, a.Now.Options > 0) }},
	}
)

// aspects is a row for every aspect of one category that is asked about.
func (v *readinessView) aspects() *Table {
	return newTable(v.Request, "aspects", "desk.readiness.aspects", "desk.readiness.aspects-counts", "desk.readiness.aspects-none", v.asked(), slices.Concat([]aspectColumn{
		aspectNamed, aspectHas,
		{"values", "desk.readiness.values", Count, "desk.readiness.values-help", countCell(func(a *aspectOf) int { return a.Distinct })},
		{"answerable", "desk.readiness.answerable", Share, "desk.readiness.answerable-help", func(a *aspectOf) Cell { return orUnknown(a.Answerable, a.Answerable > 0) }},
	}, prospects, []aspectColumn{
		{"bits_merged", "desk.readiness.bits-merged", Decimal, "desk.readiness.merged-bits-help", func(a *aspectOf) Cell { return orUnknown(max(0, a.Merged.Bits-a.Apart.Bits), len(a.Duplicates) > 0) }},
		{"left_merged", "desk.readiness.left-merged", Count, "desk.readiness.left-merged-help", func(a *aspectOf) Cell { return orUnknown(a.Merged.Left, len(a.Duplicates) > 0) }},
	})...).by("left")
}

// gaps is a row for each of the aspects of the shop that gain most by having their missing
// values filled in: by how many fewer products shoppers would have to look through, over the
// category's products as targets.
func (v *readinessView) gaps() *Table {
	list := slices.DeleteFunc(v.asked(), func(a aspectOf) bool { return a.Missing == 0 || a.Now.Options == 0 || a.Filled.Left >= a.Now.Left })
	slices.SortStableFunc(list, func(a, b aspectOf) int { return cmp.Compare(b.Now.Left-b.Filled.Left, a.Now.Left-a.Filled.Left) })
	return v.cut("gaps", "desk.readiness.gaps", "desk.readiness.gaps-counts", "desk.readiness.gaps-none", list, mostGaps, append([]aspectColumn{
		aspectNamed,
		{"category", "desk.readiness.category", Text, "", func(a *aspectOf) Cell { return v.category(a.report) }},
		{"missing", "desk.readiness.missing", Count, "desk.readiness.missing-help", countCell(func(a *aspectOf) int { return a.Missing })},
		aspectHas,
	}, prospects...)...)
}

// duplicates is a row for every group of values that look the same, those first that
// hide the most products.
func (v *readinessView) duplicates() *Table {
	w := v.w
	var all []aspectOf
	for _, a := range v.asked() {
		for _, a.duplicate = range v.open(a.report, a.Aspect) {
			all = append(all, a)
		}
	}
	slices.SortStableFunc(all, func(a, b aspectOf) int { return cmp.Compare(b.duplicate.Missed, a.duplicate.Missed) })
	columns := []aspectColumn{
		{"values", "desk.readiness.spellings", Text, "", textCell(func(a *aspectOf) string {
			var spellings []string
			for _, s := range a.duplicate.Values {
				spellings = append(spellings, w.T("desk.readiness.spelling", "Value", s.Text, "Products", w.Number(s.Products)))
			}
			return strings.Join(spellings, " · ")
		})},
		aspectNamed,
		{"category", "desk.readiness.category", Text, "", textCell(func(a *aspectOf) string { return a.report.Name })},
		{"reason", "desk.readiness.reason", Text, "", textCell(func(a *aspectOf) string {
			var reasons []string
			for _, why := range a.duplicate.Reasons {
				reasons = append(reasons, w.T(cmp.Or(duplicateWords[why], "desk.readiness.why-punctuation")))
			}
			return strings.Join(reasons, ", ")
		})},
		{"products", "desk.readiness.products", Count, "desk.readiness.group-products", countCell(func(a *aspectOf) int { return a.duplicate.Products })},
		{"missed", "desk.readiness.missed", Count, "desk.readiness.missed-help", countCell(func(a *aspectOf) int { return a.duplicate.Missed })},
		{"bits_gained", "desk.readiness.bits-gained", Decimal, "desk.readiness.bits-gained-help", numberCell(func(a *aspectOf) float64 { return max(0, a.duplicate.Bits) })},
		{"merge", "desk.readiness.merge", Text, "", func(a *aspectOf) Cell {
			merge := url.Values{fieldCategory: {a.report.Category}, fieldAspect: {a.Key}, fieldName: {a.duplicate.Label}}
			for _, s := range a.duplicate.Values {
				merge.Add(fieldValue, s.Text)
			}
			return Name(w.T("desk.readiness.merge-into", "Value", a.duplicate.Label)).To(settingPath(control.KindMerge) + "?" + merge.Encode())
		}},
	}
	if v.Category != "" {
		columns = slices.Delete(columns, 2, 3)
	}
	return v.cut("duplicates", "desk.readiness.duplicates", "desk.readiness.duplicates-counts", "desk.readiness.duplicates-none", all, mostDuplicates, columns...).by("-missed")
}

// troubles is a row for every trouble of an aspect of one category.
func (v *readinessView) troubles() *Table {
	var all []aspectOf
	for i := range v.all {
		aspects := slices.Clone(v.all[i].Aspects)
		slices.SortStableFunc(aspects, func(a, b readiness.Aspect) int { return cmp.Compare(b.Valued, a.Valued) })
		for j := range aspects {
			for _, x := range aspects[j].Troubles {
				all = append(all, aspectOf{report: &v.all[i], Aspect: &aspects[j], trouble: x})
			}
		}
	}
	return v.cut("troubles", "desk.readiness.troubles", "desk.readiness.troubles-counts", "desk.readiness.troubles-none", all, mostDuplicates,
		aspectNamed,
		aspectColumn{"asked", "desk.readiness.is-asked", Text, "", textCell(func(a *aspectOf) string {
			if a.Askable {
				return v.w.T("desk.readiness.yes")
			}
			return v.w.T("desk.readiness.no")
		})},
		aspectColumn{"trouble", "desk.readiness.trouble", Text, "", textCell(func(a *aspectOf) string {
			what, _ := troubleText(v.w, a.Aspect, &a.trouble)
			return what
		})},
		aspectColumn{"remedy", "desk.readiness.remedy", Text, "", textCell(func(a *aspectOf) string {
			_, remedy := troubleText(v.w, a.Aspect, &a.trouble)
			return remedy
		})},
	)
}
