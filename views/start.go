package views

import (
	"cmp"
	"math"
	"net/url"
	"shopclerk/catalog"
	"shopclerk/words"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Start is the page on which a shopper begins.
type Start struct {
	Page       Page
	Say        Message    // the search box; it begins a conversation
	Products   int        // that there are
	Categories []Category // in the order shown, as tiles
	All        []Category // every one, where the tiles are only some of them
	Recent     []Recent   // this shopper's conversations, latest first; may be empty
	Stored     Stored
}

// Message is a box to type in.
type Message struct {
	Form    Form
	Hint    string // what could be typed; empty: a wish
	Suggest string // address that completes what is typed; empty: nothing does
}

// Category is a tile that begins a conversation about a category. It is a button
// and not a link, because following a link must not create anything.
type Category struct {
	Name    string
	Count   int // products
	Picture string
	Begin   Form
}

// Recent is an earlier conversation.
type Recent struct {
	Title  string
	Detail string // such as "yesterday, 4 turns"
	URL    string
	Delete string // address of the page that deletes it
}

// RecentConversation is one of a shopper's latest conversations.
type RecentConversation struct {
	ID, Title string
	Updated   time.Time
}

// Start presents the start page. The faces are the products that stand for categories.
func (p *Presenter) Start(recent []RecentConversation, faces map[string]catalog.Product, now time.Time) Start {
	s := Start{Page: p.Page(""), Say: Message{Form: Form{Action: "/c"}, Suggest: "/suggest"}}
	categories := slices.Clone(p.Categories)
	slices.SortStableFunc(categories, func(a, b catalog.Category) int { return cmp.Compare(b.Size, a.Size) })
	for i := range categories {
		s.Products += categories[i].Size
	}
	s.Categories, s.All = categoryTiles(categories, faces)
	if len(categories) > 0 {
		if face, ok := faces[categories[0].Path]; ok {
			s.Say.Hint = p.T("start.example", "Example", example(p.Language, &categories[0], &face))
		}
	}
	for _, r := range recent {
		s.Recent = append(s.Recent, Recent{Title: r.Title, Detail: ago(p.Language, now.Sub(r.Updated)), URL: "/c/" + r.ID, Delete: DeleteURL(r.ID)})
	}
	return s
}

const (
	// tilesShown is how many categories the start page shows as tiles where it does
	// not show all: three rows on a laptop.
	tilesShown = 15
	// mostTiles is up to how many categories all are shown as tiles: a few more than
	// tilesShown are not worth a second list.
	mostTiles = 20
)

// categoryTiles presents the categories, which come largest first: all as tiles where they are
// few, else the largest, and all of them as a list by name.
func categoryTiles(categories []catalog.Category, faces map[string]catalog.Product) (tiles, all []Category) {
	present := func(list []catalog.Category) (out []Category) {
		for _, c := range list {
			tile := Category{Name: c.Name, Count: c.Size, Picture: faces[c.Path].Image, Begin: Form{
				Action: "/c", Hidden: []Field{{Name: FieldCategory, Value: c.Path}},
			}}
			if tile.Picture == "" {
				tile.Picture = "/tile/" + url.PathEscape(c.Path) + ".svg"
			}
			out = append(out, tile)
		}
		return out
	}
	if len(categories) <= mostTiles {
		return present(categories), nil
	}
	byName := slices.Clone(categories)
	slices.SortStableFunc(byName, func(a, b catalog.Category) int {
		return strings.Compare(catalog.FoldCase(a.Name), catalog.FoldCase(b.Name))
	})
	return present(categories[:tilesShown]), present(byName)
}

// ago says how long past something is, roughly.
func ago(w *words.Language, d time.Duration) string {
	switch {
	case d < time.Minute:
		return w.T("start.now")
	case d < time.Hour:
		return w.N("start.minutes-ago", int(d.Minutes()))
	case d < 24*time.Hour:
		return w.N("start.hours-ago", int(d.Hours()))
	}
	return w.N("start.days-ago", int(d.Hours()/24))
}

// longestExample bounds the value in an example, in characters: with its category and
// its price it fits a phone's search box.
const longestExample = 12

// example is what a shopper could say to find a product: its kind, the value of it that
// people can tell best, and a round price above its own. Values that have fewer products
// each than there are of them are names, such as those of series, and no examples.
func example(w *words.Language, category *catalog.Category, p *catalog.Product) string {
	parts := []string{category.Name}
	best := catalog.Aspect{}
	for _, a := range category.Aspects {
		if !a.Askable || a.Kind == catalog.Numeric || a.Kind == catalog.Flag || a.Key == catalog.KeyBrand ||
			a.Distinct*a.Distinct > category.Size || a.Answerable <= best.Answerable {
			continue
		}
		if v := p.Of(a.Key); len(v) > 0 && utf8.RuneCountInString(v[0].Text) <= longestExample {
			best, parts = a, []string{category.Name, v[0].Text}
		}
	}
	if cost := p.Price.Major(); cost > 0 {
		step := max(1, math.Pow(10, math.Floor(math.Log10(cost)))/2)
		parts = append(parts, w.T("start.under", "Price", strconv.Itoa(int(math.Ceil(cost/step)*step))))
	}
	return strings.Join(parts, w.T("language.comma"))
}

// tileSize is how many cells of the grid a tile takes: one, where it is empty.
type tileSize string

const (
	tileWide tileSize = "tile-wide" // two side by side
	tileLead tileSize = "tile-lead" // two by two; on a phone two side by side
)

// fewTiles is below how many tiles there is one row of them, alike.
const fewTiles = 5

// tileSizes makes so many tiles fill a grid of 6, of 3 and of 2 columns to its last
// cell: the first are larger, so that the cells taken are a multiple of 6. A lead takes four, a wide one two, each other one.
func tileSizes(n int) []tileSize {
	out := make([]tileSize, n)
	if n < fewTiles {
		return out
	}
	missing := (6 - n%6) % 6
	lead, wide := missing/3, missing%3
	if missing == 0 {
		lead = 2
	}
	for i := range lead + wide {
		out[i] = tileWide
		if i < lead {
			out[i] = tileLead
		}
	}
	return out
}
