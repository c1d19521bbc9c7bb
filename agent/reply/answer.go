package reply

import (
	"slices"
	"strings"

	"shopclerk/agent/dialog"
	"shopclerk/catalog"
	"shopclerk/words"
)

// Kind is what a question asks.
type Kind uint8

// The kinds of question.
const (
	Tell      Kind = iota + 1 // what an aspect is, or whether a condition holds: "how heavy is it?", "is it waterproof?"
	Extreme                   // which has the lowest or the highest number: "which is the lightest?"
	Differ                    // how products, or the values of a condition, differ
	Explain                   // what a term means: "what is 80 PLUS Gold?"
	Introduce                 // what the catalogue says first: "tell me more about the second"
)

// KeyDescription is the key of what every product may have beside its aspects, attributes and
// stock; an attribute of the same key goes before.
const KeyDescription = "description"

// Question is a question about products.
type Question struct {
	Kind Kind
	// Products are those asked about, in the order said; of Explain, where none was named,
	// those on the page.
	Products []catalog.Product
	// Aspects are keys of the aspects asked about, likeliest first, none where no aspect
	// was recognised. Differ compares all of them, the others take the first that the
	// catalogue gives. Whether a product has a Flag, or is in stock, needs no Condition.
	Aspects []string
	Near    []string // keys of aspects that may have been asked about, though not likely
	// Condition is what Tell is asked whether it holds, and of Explain and Differ the
	// value, or the values, that the term names.
	Condition *catalog.Condition
	Down      bool // of Extreme: the lower number is wanted
	Among     bool // of Extreme: only Products are meant, not all that fit
	Loose     bool // of Tell: the values of Condition say more than was said, and another is no denial
	Prefers   bool // of Differ: which of them to take is asked
	Pieces    int  // of Tell, of the price: how many of each cost together; 0: it is not asked
	// Words are the shopper's words for what was asked, without those for the products
	// and those that only ask; "" where they name nothing.
	Words string
}

// List is the whole list that the shopper sees.
type List struct {
	Shelf *catalog.Shelf // nil: there is no list
	Fits  []bool         // by row of Shelf: it meets everything asked for; nil: every row does
	// Category returns a category by its path, nil when there is none. A product's own
	// category has the best labels and units of its aspects; nil: the shelf's are taken.
	Category func(path string) *catalog.Category
	// Products reads at most [Tied] products, in the order of the refs, without those
	// that cannot be read. nil: no product is read.
	Products func(refs []catalog.Ref) []catalog.Product
}

// Answer answers a question with an act of the kind AskProduct or Compare: its text, the
// products that the text names, and offers. Known reports whether the catalogue answers
// the question.
func Answer(w *words.Language, q Question, list List) dialog.Act {
	c := &clerk{Language: w, q: q, list: list}
	for i := range q.Products {
		if p := &q.Products[i]; !slices.ContainsFunc(c.products, func(o *catalog.Product) bool { return o.ID == p.ID }) {
			c.products = append(c.products, p)
		}
	}
	c.names = distinct(c.products)
	act := c.answer()
	act.Kind = dialog.AskProduct
	if q.Kind == Differ {
		act.Kind, act.Aspect, act.Known = dialog.Compare, "", false
	}
	return act
}

// clerk answers one question.
type clerk struct {
	*words.Language
	q        Question
	list     List
	products []*catalog.Product // those of the question, each once
	names    map[string]string  // by product id
}

func (c *clerk) answer() dialog.Act {
	switch n, kind := len(c.products), c.q.Kind; {
	case n == 0 && (kind == Tell || kind == Introduce):
		return c.act("", false, c.T("answer.which"))
	case n < 2 && kind == Differ && c.q.Condition != nil && len(c.q.Condition.Values) > 0:
		return c.apart()
	case n < 2 && kind == Differ:
		return c.act("", false, c.T("answer.one-only"))
	}
	switch c.q.Kind {
	case Tell:
		act := c.tell()
		if !act.Known && len(c.q.Aspects) == 0 && act.Aspect != catalog.KeyStock {
			act.Text = joinSentences(act.Text, c.given())
		}
		return act
	case Extreme:
		return c.extreme()
	case Differ:
		return c.differ()
	case Introduce:
		return c.introduce()
	}
	return c.explain()
}

// act returns an act about the products of the question.
func (c *clerk) act(key string, known bool, sentences ...string) dialog.Act {
	return dialog.Act{Text: joinSentences(sentences...), Products: ids(c.products), Aspect: key, Known: known}
}

// joinSentences joins sentences, without the empty ones.
func joinSentences(sentences ...string) string {
	sentences = slices.DeleteFunc(slices.Clone(sentences), func(s string) bool { return s == "" })
	return strings.ReplaceAll(strings.Join(sentences, " "), "….", "…") // after a name that was cut
}

func ids(products []*catalog.Product) []string {
	var out []string
	for _, p := range products {
		out = append(out, p.ID)
	}
	return out
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

// category returns a product's category, nil when there is none.
func (l *List) category(p *catalog.Product) *catalog.Category {
	if l.Category == nil || p == nil {
		return nil
	}
	return l.Category(p.Category)
}

// count returns how many rows that fit meet a condition, nil for any, without those of
// some products.
func (l *List) count(cond *catalog.Condition, but ...*catalog.Product) int {
	if l.Shelf == nil {
		return 0
	}
	var test catalog.Test
	if cond != nil {
		test = l.Shelf.Test(&catalog.Demand{Condition: *cond})
	}
	n := 0
	for row, ref := range l.Shelf.Refs {
		if met, _ := test.Row(row); (met || cond == nil) && l.fits(row) && !slices.ContainsFunc(but, func(p *catalog.Product) bool { return p.Ref == ref }) {
			n++
		}
	}
	return n
}
