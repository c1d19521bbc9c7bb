package reply

import (
	"slices"
	"strings"

	"shopclerk/agent/memory"
	"shopclerk/catalog"
	"shopclerk/words"
)

// Kind is what a question asks.
type Kind uint8

// The kinds of question.
const (
	Tell      Kind = iota + 1 // what an aspect is: "how heavy is it?"
	Has                       // whether a condition holds: "is it waterproof?", "does it come in red?"
	Extreme                   // which has the lowest or the highest number: "which is the lightest?"
	Differ                    // what tells products, or the values of a condition, apart
	Better                    // which is better, of itself or for something
	Explain                   // what a term means: "what is 80 PLUS Gold?"
	Introduce                 // what the catalogue says first: "tell me more about the second"
)

// Keys of what every product may have beside its aspects and attributes; an attribute
// of the same key goes before.
const (
	KeyStock       = "stock"
	KeyDescription = "description"
)

// Question is what was asked about products.
type Question struct {
	Kind Kind
	// Products are those asked about, in the order said; of Better and Explain, where
	// none was named, those on the page.
	Products []catalog.Product
	// Aspects are keys of what was asked about, none where it was not recognised. Of
	// Differ all of them are meant, of the others the likeliest, which comes first, or
	// the next where the catalogue does not say that one. Has of a yes-or-no aspect, or
	// of KeyStock, needs no Condition.
	Aspects []string
	// Condition is what Has asks for, "hiking" of Better "for hiking" where that is a
	// value, and of Explain and Differ the value, or the values, that the term names.
	Condition *catalog.Condition
	Down      bool // of Extreme and Better: the lower number is wanted
	// Among says of Extreme that only Products are meant ("the lighter of the two"),
	// not all that fit.
	Among bool
	// Words are the shopper's words for what was asked, without those for the products
	// and those that only ask: "dishwasher safe", "80 PLUS Gold", of Better "a tall person".
	Words string
}

// List is the list that the shopper has before them, all of it.
type List struct {
	Shelf *catalog.Shelf // nil: nothing is known of a list
	Fits  []bool         // by row of Shelf: it meets everything asked for; nil: every row does
	// Category returns a category by its path, nil when there is none. A product's own
	// category knows its aspects' labels and units best; nil: the shelf's are taken.
	Category func(path string) *catalog.Category
	// Products reads products, at most [Tied] at once, in the order of the refs; those
	// that can not be read are left out. nil: no product is read.
	Products func(refs []catalog.Ref) []catalog.Product
}

// Answer answers a question: an act of the kind AskProduct or Compare with its text,
// the products that the text speaks of, and offers. Known tells whether the catalogue
// said anything to the point.
func Answer(w *words.Language, q Question, list List) memory.Act {
	q.Products = unique(q.Products)
	c := &clerk{Language: w, q: q, list: list}
	c.names = c.distinct(q.Products)
	var act memory.Act
	switch q.Kind {
	case Tell:
		act = c.tell()
	case Has:
		act = c.has()
	case Extreme:
		act = c.extreme()
	case Differ:
		act = c.differ()
	case Better:
		act = c.better()
	case Introduce:
		act = c.introduce()
	default:
		act = c.explain()
	}
	act.Kind = memory.AskProduct
	if q.Kind == Differ || q.Kind == Better {
		act.Kind, act.Aspect, act.Known = memory.Compare, "", false
	}
	return act
}

// clerk answers one question.
type clerk struct {
	*words.Language
	q     Question
	list  List
	names map[string]string // by product id: what the asked products are called
}

// act is an act of the products asked about that says some sentences.
func (c *clerk) act(key string, known bool, sentences ...string) memory.Act {
	return memory.Act{Text: joinSentences(sentences...), Products: ids(c.q.Products), Aspect: key, Known: known}
}

// joinSentences joins sentences, without those that say nothing.
func joinSentences(sentences ...string) string {
	var out []string
	for _, s := range sentences {
		if s != "" {
			out = append(out, s)
		}
	}
	return strings.ReplaceAll(strings.Join(out, " "), "….", "…") // of a name that was cut
}

func ids(products []catalog.Product) []string {
	var out []string
	for i := range products {
		out = append(out, products[i].ID)
	}
	return out
}

// unique drops products that were said twice.
func unique(products []catalog.Product) []catalog.Product {
	var out []catalog.Product
	for _, p := range products {
		if !slices.ContainsFunc(out, func(o catalog.Product) bool { return o.ID == p.ID }) {
			out = append(out, p)
		}
	}
	return out
}

// which asks for the product where none was found.
func (c *clerk) which() memory.Act {
	return c.act("", false, c.T("answer.which"))
}

// fits reports whether a row meets everything that was asked for.
func (l *List) fits(row int) bool { return l.Fits == nil || l.Fits[row] }

// column returns the list's column of an aspect, nil when it has none.
func (l *List) column(key string) *catalog.Column {
	if l.Shelf == nil {
		return nil
	}
	return l.Shelf.Column(key)
}

// count is how many rows fit.
func (l *List) count() int {
	if l.Shelf == nil {
		return 0
	}
	n := 0
	for row := range l.Shelf.Rows() {
		if l.fits(row) {
			n++
		}
	}
	return n
}

// meeting is how many rows that fit meet a condition, without those of some products.
func (l *List) meeting(cond *catalog.Condition, but []catalog.Product) int {
	if l.Shelf == nil {
		return 0
	}
	left := map[int]bool{}
	for i := range but {
		if row, ok := l.Shelf.Row(but[i].Ref); ok {
			left[row] = true
		}
	}
	test := l.Shelf.Test(&catalog.Demand{Condition: *cond})
	n := 0
	for row := range l.Shelf.Rows() {
		if met, _ := test.Row(row); met && l.fits(row) && !left[row] {
			n++
		}
	}
	return n
}
