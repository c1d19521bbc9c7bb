package title_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shopclerk/search"
	"shopclerk/search/title"
)

// categories are those of the small shop that titles are read in.
var categories = []string{"Printers", "Toner cartridges", "Notebooks", "Hubs", "Dresses", "Home > Lamps", "Cases for notebooks"}

// says matches a query against titles, each "title @ category".
func says(query string, titles ...string) []search.Title {
	r := title.NewReader(categories)
	var texts []*title.Text
	for _, t := range titles {
		text, category, _ := strings.Cut(t, " @ ")
		texts = append(texts, r.Parse(text, category))
	}
	return title.Match(query, texts)
}

func TestMatch(t *testing.T) {
	for _, test := range []struct {
		name, query, title string
		want               search.Title
	}{
		{"the thing itself", "laser printer", "Brother HL-1 laser printer A4 @ Printers",
			search.Title{search.Cover: 1, search.All: 1, search.Main: 1, search.Density: 0.25, search.Phrase: 1, search.Early: 0.2, search.Head: 1, search.Category: 1}},
		{"what is for it", "laser printer", "Drum for laser printer @ Toner cartridges",
			search.Title{search.Cover: 1, search.All: 1, search.Phrase: 1, search.Early: 0.5, search.Beyond: 1, search.Part: 1, search.Supply: 1}},
		{"what is for it alone", "printer", "Drum for printer @ Toner cartridges",
			search.Title{search.Cover: 1, search.All: 1, search.Early: 0.5, search.Beyond: 1, search.Part: 1, search.Supply: 1}},
		{"what is for it, with a phrase behind", "notebook", "Corvus sleeve for notebook, red @ Elsewhere",
			search.Title{search.Cover: 1, search.All: 1, search.Early: 1. / 3, search.Beyond: 1, search.Part: 1}},
		{"a category for it", "notebook", "Leather sleeve @ Cases for notebooks",
			search.Title{search.Part: 1, search.Supply: 1}},
		{"a part of what is not sold", "red scanner", "Scanner drum @ Toner cartridges",
			search.Title{search.Cover: 0.5, search.Main: 0.5, search.Density: 0.5, search.Early: 1, search.Modifies: 1, search.Part: 1}},
		{"what it describes", "printer", "Printer cartridge @ Toner cartridges",
			search.Title{search.Cover: 1, search.All: 1, search.Main: 1, search.Density: 0.5, search.Early: 1, search.Modifies: 1, search.Part: 1, search.Supply: 1}},
		{"an accessory that was asked for", "printer cartridge", "Printer cartridge @ Toner cartridges",
			search.Title{search.Cover: 1, search.All: 1, search.Main: 1, search.Density: 1, search.Phrase: 1, search.Early: 1, search.Head: 1, search.Category: 1}},
		{"a model number", "tn-2110", "TN2110 toner @ Toner cartridges",
			search.Title{search.Cover: 1, search.All: 1, search.Main: 1, search.Density: 0.75, search.Early: 1, search.Model: 1, search.Part: 1, search.Supply: 1}},
		{"a size after the thing", "notebook", "Corvus notebook 17 cm Black @ Elsewhere",
			search.Title{search.Cover: 1, search.All: 1, search.Main: 1, search.Density: 0.2, search.Early: 0.5, search.Head: 1}},
		{"what stands after for in the query", "dress for women", "Floral dress @ Dresses",
			search.Title{search.Cover: 0.5, search.Main: 0.5, search.Density: 0.5, search.Early: 0.5, search.Head: 1, search.Category: 1}},
		{"what stands after for in both", "dress for women", "Women dress @ Dresses",
			search.Title{search.Cover: 1, search.All: 1, search.Main: 1, search.Density: 1, search.Early: 1, search.Head: 1, search.Category: 1}},
		{"nothing stands before for", "fit lamp", "Fit lamp @ Home > Lamps",
			search.Title{search.Cover: 1, search.All: 1, search.Main: 1, search.Density: 1, search.Phrase: 1, search.Early: 1, search.Head: 1, search.Category: 1}},
		{"a phrase of two of three words", "red laser printer", "Laser printer red @ Printers",
			search.Title{search.Cover: 1, search.All: 1, search.Main: 1, search.Density: 1, search.Phrase: 0.5, search.Early: 1, search.Head: 1, search.Category: 1}},
		{"a number", "lamp 2110", "Lamp 2110 @ Home > Lamps",
			search.Title{search.Cover: 1, search.All: 1, search.Main: 1, search.Density: 1, search.Phrase: 1, search.Early: 1, search.Model: 1, search.Head: 1, search.Category: 1}},
		{"a category with a number", "printer", "Corvus @ Printers 3D", search.Title{search.Category: 1}},
		{"called as a category is", "notebook", "Notebook black @ Elsewhere",
			search.Title{search.Cover: 1, search.All: 1, search.Main: 1, search.Density: 0.5, search.Early: 1, search.Head: 1}},
		{"called as no category is", "tv", "Corvus tv @ Elsewhere",
			search.Title{search.Cover: 1, search.All: 1, search.Main: 1, search.Density: 0.5, search.Early: 0.5, search.Head: 1}},
		{"a size after a thing of no category", "kettle", "Corvus kettle 17\" black @ Elsewhere", // 17 and inch
			search.Title{search.Cover: 1, search.All: 1, search.Main: 1, search.Density: 0.2, search.Early: 0.5, search.Head: 1}},
		{"a number before the thing", "kettle", "Corvus 17 kettle @ Elsewhere",
			search.Title{search.Cover: 1, search.All: 1, search.Main: 1, search.Density: 1. / 3, search.Early: 1. / 3, search.Head: 1}},
		{"the first phrase names the thing", "kettle", "Corvus kettle, brushed steel @ Elsewhere",
			search.Title{search.Cover: 1, search.All: 1, search.Main: 1, search.Density: 0.25, search.Early: 0.5, search.Head: 1}},
		{"a brand alone is no phrase", "kettle", "Corvus, kettle @ Elsewhere",
			search.Title{search.Cover: 1, search.All: 1, search.Main: 1, search.Density: 0.5, search.Early: 0.5, search.Head: 1}},
		{"a further phrase does not", "notebook", "Corvus kettle, notebook black @ Elsewhere",
			search.Title{search.Cover: 1, search.All: 1, search.Main: 1, search.Density: 0.25, search.Early: 1. / 3}},
		{"nothing of it", "lamp", "Corvus notebook @ Notebooks", search.Title{}},
		{"no title", "lamp", " @ Home > Lamps", search.Title{}},
		{"no query", "", "Lamp @ Home > Lamps", search.Title{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			// a lamp and a printer that compete, so that the thing asked for is sold
			got := says(test.query, test.title, "Plain lamp @ Home > Lamps", "Plain printer @ Printers", "Plain notebook @ Notebooks")[0]
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// The last word names the thing asked for unless the titles say otherwise.
func TestHead(t *testing.T) {
	for _, test := range []struct {
		name, query string
		titles      []string
		want        int // the title that is the thing
	}{
		{"the last word", "usb hub", []string{"Cable with USB @ Elsewhere", "Small USB hub @ Hubs"}, 1},
		{"the last word, although more are called by another", "usb hub", append(slices.Repeat([]string{"Flash USB @ Elsewhere"}, 5), "Small USB hub @ Hubs"), 5},
		{"a brand comes last in titles too", "notebook corvus", []string{"Notebook Corvus @ Notebooks", "Corvus lamp @ Home > Lamps"}, 0},
		{"a brand comes last", "notebook corvus", []string{"Corvus notebook @ Notebooks", "Corvus lamp @ Home > Lamps"}, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			for range 3 { // enough for a brand to be outnumbered
				test.titles = append(test.titles, test.titles[test.want])
			}
			for i, f := range says(test.query, test.titles...) {
				if is := test.titles[i] == test.titles[test.want]; is != (f[search.Head] == 1) {
					t.Errorf("%q is the thing: %t", test.titles[i], f[search.Head] == 1)
				}
			}
		})
	}
}

// Whatever is asked of whatever title, features are shares, and a title says of itself
// that it has all its words.
func TestMatchProperty(t *testing.T) {
	text := rapid.StringMatching(`([a-z]{2,6}|for|with|-|[0-9]{1,3}|TN-[0-9]{2}|,|")( ([a-z]{2,6}|for|with|-|[0-9]{1,3}|TN-[0-9]{2}|,)){0,8}`)
	rapid.Check(t, func(t *rapid.T) {
		query, of := text.Draw(t, "query"), text.Draw(t, "title")
		for _, f := range says(query, of+" @ Printers", query+" @ Home > Lamps") {
			for _, x := range f {
				if x < 0 || x > 1 {
					t.Fatalf("%q of %q: %+v", query, of, f)
				}
			}
		}
		if own := says(query, query)[0]; own[search.Cover] > 0 && own[search.All] != 1 {
			t.Fatalf("%q of itself: %+v", query, own)
		}
	})
}
