package desk

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strings"
	"sync"

	"shopclerk/agent/control"
	"shopclerk/agent/readiness"
	"shopclerk/catalog"
	"shopclerk/words"

	"shopclerk/views"
	view "shopclerk/views/desk"
)

// reports keeps what readiness found of a catalogue until there is another.
type reports struct {
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
	add := func(id, title, text string, t *Table) {
		p.Tables = append(p.Tables, t)
		p.Report.Sections = append(p.Report.Sections, view.Section{ID: id, Title: title, Text: text, Tables: []view.Table{t.View(r)}})
	}
	if r.Category == "" {
		add("by-category", v.w.T("desk.readiness.categories"), "", v.categories())
	} else {
		v.all = slices.DeleteFunc(slices.Clone(all), func(x readiness.Report) bool { return x.Category != r.Category })
		add("by-aspect", v.w.T("desk.readiness.aspects"), v.w.T("desk.readiness.best-question"), v.aspects())
		add("troubles", v.w.T("desk.readiness.troubles"), "", v.troubles())
	}
	add("same", v.w.T("desk.readiness.duplicates"), v.w.T("desk.readiness.duplicates-text"), v.duplicates())
	if r.Category == "" {
		add("missing", v.w.T("desk.readiness.gaps"), v.w.T("desk.readiness.gaps-text"), v.gaps())
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
	w := v.w
	t := &Table{
		ID: "categories", Caption: w.T("desk.readiness.categories"), Counts: w.T("desk.readiness.categories-counts"), Order: "-missed",
		Columns: []Column{
			{Key: "category", Label: w.T("desk.readiness.category")},
			{Key: "products", Label: w.T("desk.readiness.products"), Kind: Count},
			{Key: "asked", Label: w.T("desk.readiness.asked"), Kind: Count, Help: w.T("desk.readiness.asked-counts")},
			{Key: "coverage", Label: w.T("desk.readiness.coverage"), Kind: Share, Help: w.T("desk.readiness.coverage-counts")},
			{Key: "left", Label: w.T("desk.readiness.left"), Kind: Count, Help: w.T("desk.readiness.left-first")},
			{Key: "duplicates", Label: w.T("desk.readiness.groups"), Kind: Count, Help: w.T("desk.readiness.groups-counts")},
			{Key: "missed", Label: w.T("desk.readiness.missed"), Kind: Count, Help: w.T("desk.readiness.missed-counts")},
		},
	}
	for i := range v.all {
		x := &v.all[i]
		groups, missed := v.lookalikes(x)
		left := float64(x.Products)
		for _, a := range x.Aspects {
			if a.Askable {
				left = min(left, a.Now.Left)
			}
		}
		t.Rows = append(t.Rows, []Cell{
			Name(x.Name).To(v.To(readinessSection.path(), fieldCategory, x.Category)), Value(float64(x.Products)), Value(float64(x.Askable)),
			orUnknown(x.Coverage, x.Askable > 0), Value(left), Value(float64(groups)), Value(float64(missed)),
		})
	}
	return t
}

// orUnknown is a cell of a number, or of none.
func orUnknown(n float64, ok bool) Cell {
	if !ok {
		return Unknown()
	}
	return Value(n)
}

// aspects is a row for every aspect of one category that is asked about.
func (v *readinessView) aspects() *Table {
	w := v.w
	t := &Table{
		ID: "aspects", Caption: w.T("desk.readiness.aspects"), Counts: w.T("desk.readiness.aspects-counts"), Order: "left",
		Empty: w.T("desk.readiness.aspects-none"),
		Columns: append([]Column{
			{Key: "aspect", Label: w.T("desk.readiness.aspect")},
			{Key: "coverage", Label: w.T("desk.readiness.has"), Kind: Share, Help: w.T("desk.readiness.has-help")},
			{Key: "values", Label: w.T("desk.readiness.values"), Kind: Count, Help: w.T("desk.readiness.values-help")},
			{Key: "answerable", Label: w.T("desk.readiness.answerable"), Kind: Share, Help: w.T("desk.readiness.answerable-help")},
		}, append(prospectColumns(w),
			Column{Key: "bits_merged", Label: w.T("desk.readiness.bits-merged"), Kind: Decimal, Help: w.T("desk.readiness.merged-bits-help")},
			Column{Key: "left_merged", Label: w.T("desk.readiness.left-merged"), Kind: Count, Help: w.T("desk.readiness.left-merged-help")})...),
	}
	for i := range v.all {
		for j := range v.all[i].Aspects {
			a := &v.all[i].Aspects[j]
			if !a.Askable {
				continue
			}
			t.Rows = append(t.Rows, append([]Cell{
				Name(a.Label), Value(share(a.Valued, v.all[i].Products)), Value(float64(a.Distinct)), orUnknown(a.Answerable, a.Answerable > 0),
			}, append(prospectCells(a),
				orUnknown(max(0, a.Merged.Bits-a.Apart.Bits), len(a.Duplicates) > 0), orUnknown(a.Merged.Left, len(a.Duplicates) > 0))...))
		}
	}
	return t
}

// prospectColumns are what a question brings now and with the gaps filled.
func prospectColumns(w *words.Language) []Column {
	return []Column{
		{Key: "bits", Label: w.T("desk.readiness.bits"), Kind: Decimal, Help: w.T("desk.readiness.bits-help")},
		{Key: "left", Label: w.T("desk.readiness.left"), Kind: Count, Help: w.T("desk.readiness.left-help")},
		{Key: "bits_filled", Label: w.T("desk.readiness.bits-filled"), Kind: Decimal, Help: w.T("desk.readiness.filled-help")},
		{Key: "left_filled", Label: w.T("desk.readiness.left-filled"), Kind: Count, Help: w.T("desk.readiness.filled-help")},
	}
}

func prospectCells(a *readiness.Aspect) []Cell {
	ok := a.Now.Options > 0
	return []Cell{orUnknown(a.Now.Bits, ok), orUnknown(a.Now.Left, ok), orUnknown(a.Filled.Bits, ok), orUnknown(a.Filled.Left, ok)}
}

// gaps is a row for each of the aspects of the shop that gain most by having
// their missing values filled in.
func (v *readinessView) gaps() *Table {
	w := v.w
	t := &Table{
		ID: "gaps", Caption: w.T("desk.readiness.gaps"), Counts: w.T("desk.readiness.gaps-counts"), Empty: w.T("desk.readiness.gaps-none"),
		Columns: append([]Column{
			{Key: "aspect", Label: w.T("desk.readiness.aspect")},
			{Key: "category", Label: w.T("desk.readiness.category")},
			{Key: "missing", Label: w.T("desk.readiness.missing"), Kind: Count, Help: w.T("desk.readiness.missing-help")},
			{Key: "coverage", Label: w.T("desk.readiness.has"), Kind: Share, Help: w.T("desk.readiness.has-help")},
		}, prospectColumns(w)...),
	}
	type gap struct {
		report *readiness.Report
		aspect *readiness.Aspect
		fewer  float64 // products that shoppers would have less to look through, over the category's products as targets
	}
	var gaps []gap
	for i := range v.all {
		for j := range v.all[i].Aspects {
			a := &v.all[i].Aspects[j]
			if a.Askable && a.Missing > 0 && a.Now.Options > 0 && a.Filled.Left < a.Now.Left {
				gaps = append(gaps, gap{&v.all[i], a, a.Now.Left - a.Filled.Left})
			}
		}
	}
	slices.SortStableFunc(gaps, func(a, b gap) int { return cmp.Compare(b.fewer, a.fewer) })
	for _, g := range gaps[:min(len(gaps), mostGaps)] {
		t.Rows = append(t.Rows, append([]Cell{
			Name(g.aspect.Label), Name(g.report.Name).To(v.To(readinessSection.path(), fieldCategory, g.report.Category)),
			Value(float64(g.aspect.Missing)), Value(share(g.aspect.Valued, g.report.Products)),
		}, prospectCells(g.aspect)...))
	}
	if n := len(gaps) - mostGaps; n > 0 {
		t.Note = w.N("desk.readiness.more", n)
	}
	return t
}

// duplicates is a row for every group of values that look the same, those first that
// hide the most products.
func (v *readinessView) duplicates() *Table {
	w := v.w
	t := &Table{
		ID: "duplicates", Caption: w.T("desk.readiness.duplicates"), Counts: w.T("desk.readiness.duplicates-counts"), Order: "-missed",
		Empty: w.T("desk.readiness.duplicates-none"),
		Columns: []Column{
			{Key: "values", Label: w.T("desk.readiness.spellings")},
			{Key: "aspect", Label: w.T("desk.readiness.aspect")},
			{Key: "reason", Label: w.T("desk.readiness.reason")},
			{Key: "products", Label: w.T("desk.readiness.products"), Kind: Count, Help: w.T("desk.readiness.group-products")},
			{Key: "missed", Label: w.T("desk.readiness.missed"), Kind: Count, Help: w.T("desk.readiness.missed-help")},
			{Key: "bits_gained", Label: w.T("desk.readiness.bits-gained"), Kind: Decimal, Help: w.T("desk.readiness.bits-gained-help")},
			{Key: "merge", Label: w.T("desk.readiness.merge")},
		},
	}
	if v.Category == "" {
		t.Columns = slices.Insert(t.Columns, 2, Column{Key: "category", Label: w.T("desk.readiness.category")})
	}
	type found struct {
		report *readiness.Report
		aspect *readiness.Aspect
		readiness.Duplicate
	}
	var all []found
	for i := range v.all {
		for j := range v.all[i].Aspects {
			a := &v.all[i].Aspects[j]
			for _, d := range v.open(&v.all[i], a) {
				all = append(all, found{&v.all[i], a, d})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b found) int { return cmp.Compare(b.Missed, a.Missed) })
	for _, d := range all[:min(len(all), mostDuplicates)] {
		t.Rows = append(t.Rows, v.duplicate(d.report, d.aspect, &d.Duplicate))
	}
	if n := len(all) - mostDuplicates; n > 0 {
		t.Note = w.N("desk.readiness.more", n)
	}
	return t
}

func (v *readinessView) duplicate(x *readiness.Report, a *readiness.Aspect, d *readiness.Duplicate) []Cell {
	var spellings, reasons []string
	merge := url.Values{fieldCategory: {x.Category}, fieldAspect: {a.Key}, fieldName: {d.Label}}
	for _, s := range d.Values {
		spellings = append(spellings, v.w.T("desk.readiness.spelling", "Value", s.Text, "Products", v.w.Number(s.Products)))
		merge.Add(fieldValue, s.Text)
	}
	for _, why := range d.Reasons {
		reasons = append(reasons, reason(v.w, why))
	}
	row := []Cell{
		Name(strings.Join(spellings, " · ")), Name(a.Label), Name(strings.Join(reasons, ", ")),
		Value(float64(d.Products)), Value(float64(d.Missed)), Value(max(0, d.Bits)),
		Name(v.w.T("desk.readiness.merge-into", "Value", d.Label)).To(controlsSection.path() + "/" + string(control.KindMerge) + "?" + merge.Encode()),
	}
	if v.Category == "" {
		row = slices.Insert(row, 2, Name(x.Name))
	}
	return row
}

// troubles is a row for every trouble of an aspect of one category.
func (v *readinessView) troubles() *Table {
	w := v.w
	t := &Table{
		ID: "troubles", Caption: w.T("desk.readiness.troubles"), Counts: w.T("desk.readiness.troubles-counts"), Empty: w.T("desk.readiness.troubles-none"),
		Columns: []Column{
			{Key: "aspect", Label: w.T("desk.readiness.aspect")},
			{Key: "asked", Label: w.T("desk.readiness.is-asked")},
			{Key: "trouble", Label: w.T("desk.readiness.trouble")},
			{Key: "remedy", Label: w.T("desk.readiness.remedy")},
		},
	}
	n := 0
	for i := range v.all {
		aspects := slices.Clone(v.all[i].Aspects)
		slices.SortStableFunc(aspects, func(a, b readiness.Aspect) int { return cmp.Compare(b.Valued, a.Valued) })
		for _, a := range aspects {
			asked := w.T("desk.readiness.no")
			if a.Askable {
				asked = w.T("desk.readiness.yes")
			}
			for _, x := range a.Troubles {
				if n++; n > mostDuplicates {
					continue
				}
				what, remedy := trouble(w, &a, &x)
				t.Rows = append(t.Rows, []Cell{Name(a.Label), Name(asked), Name(what), Name(remedy)})
			}
		}
	}
	if n > mostDuplicates {
		t.Note = w.N("desk.readiness.more", n-mostDuplicates)
	}
	return t
}

// share is a part of a number, not known of none.
func share(n, of int) float64 {
	if of == 0 {
		return math.NaN()
	}
	return float64(n) / float64(of)
}
