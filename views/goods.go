package views

// Product is the page of one product.
type Product struct {
	Page        Page
	Back        Link // to the conversation it was found in
	Title       string
	Category    string
	Brand       string // empty when unknown
	Price       string // with its currency; empty when unknown
	Rating      string // out of five, such as "4.3"; empty when unrated
	Ratings     int    // number of ratings behind it
	Stock       string // such as "12 in stock"; empty when unknown
	Picture     Picture
	Choices     []FormChoice // of a product in several forms
	Choose      string       // what is to be chosen before it can be bought: "Colour, Size"; empty when nothing is
	Put         Put
	Compare     Link
	Fit         []Verdict   // on all that was asked for, in the order shown; empty outside a conversation
	Details     []Attribute // in the order shown
	Description []string    // paragraphs
	Similar     []Tile
	Shop        Link // to the product in a shop elsewhere
}

// FormChoice is one thing to choose about a product that comes in several forms.
type FormChoice struct {
	ID     string // begins the ids of its elements: unique on the page
	Name   string // such as "Size"
	Chosen string // empty before one is
	Values []FormValue
}

// FormValue is one value of a [FormChoice], and the way to the product with it.
type FormValue struct {
	Text    string
	URL     string
	Swatch  string // of a colour, as SVG writes one: "#0f5c4a"; empty shows none
	Chosen  bool
	SoldOut bool
}

// Attribute is one thing that a product is.
type Attribute struct {
	Label   string
	Value   string
	Matched bool // the shopper asked for it
}

// Verdict is how a product stands to one thing that was asked for.
type Verdict struct {
	Kind  VerdictKind
	Asked string // as its chip says: "up to €80"
	Has   string // of what was missed: what the product has instead
}

// VerdictKind says how a product stands to what was asked for.
type VerdictKind string

// The kinds of verdict.
const (
	Met     VerdictKind = "met"
	Missed  VerdictKind = "missed"
	Unknown VerdictKind = "unknown" // the catalogue does not say
)

// Tile is a product in short, beside another one.
type Tile struct {
	URL     string // of its page
	Title   string
	Price   string // with its currency; empty when unknown
	Picture Picture
	Compare Link // to both of them side by side
}

// Compare is the page that shows products side by side.
type Compare struct {
	Page    Page
	Back    Link
	Notes   []string // what was asked for and is not shown, and why
	Columns []Column // the products, in the order chosen; at most [MostCompared]
	Rows    []CompareGroup
}

// MostCompared is how many products stand side by side: on a laptop they fit the
// page, and more are a list.
const MostCompared = 4

// FieldPick is the field that names a product to compare, once for each.
const FieldPick = "p"

// Column is one product of a comparison.
type Column struct {
	Tile
	Without Link // the comparison without it
	Put     Put
}

// CompareGroup is the rows of a comparison that have something in common.
type CompareGroup struct {
	Title   string
	Differs bool // the products differ in each of them
	Rows    []CompareRow
}

// CompareRow is one attribute of the compared products.
type CompareRow struct {
	Label string
	Cells []CompareCell // one a column
}

// CompareCell is what one product is.
type CompareCell struct {
	Value string      // empty: the catalogue does not say
	Fit   VerdictKind // to what was asked for; empty where nothing was
}

// BasketLink leads to the basket and says how much is in it. The zero BasketLink is
// not shown.
type BasketLink struct {
	URL    string
	Pieces int
}

// Basket is the page of what a shopper means to buy.
type Basket struct {
	Page   Page
	Back   Link
	Notice string // what the last click did; may be empty
	Items  []Item
	Total  []string // the sum in each currency
	Short  string   // what the sum leaves out; may be empty
	Order  Do       // begins an order of what is in it
}

// Item is one product in the basket.
type Item struct {
	URL     string // of its page; empty when the shop no longer has it
	Title   string
	Picture Picture
	Price   string   // of one piece now; empty when unknown
	Sum     string   // of all pieces; empty when unknown
	Notes   []string // what has changed since it was put in
	Gone    bool     // the shop no longer has it
	Put     Put      // changes the quantity; the zero Put is not shown
	Remove  Form
}

// Put is a form that puts a product into the basket, or changes how many are in
// it. The zero Put is not shown. It sends [FieldQuantity] beside its hidden fields.
type Put struct {
	Form     Form
	ID       string // begins the ids of its elements: unique on the page, no spaces
	Product  string // whose form it is, for who does not see beside what it stands
	In       bool   // the product is in the basket
	Quantity int    // in the field; 0 shows no field, and the form's hidden fields say how many
	Most     int    // the largest quantity
}

// FieldQuantity names the field that carries how many pieces shall be in the basket.
const FieldQuantity = "quantity"
