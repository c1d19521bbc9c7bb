package views

// Facets is the rail beside the list: one form that says of any number of aspects
// what is wanted. Without facets it is not shown.
//
// A facet of names sends one field of its Name for each ticked value; one of
// numbers sends Name+[FacetLow] and Name+[FacetHigh]. Every facet shown is named
// in a field [FieldFacet], so that a tick taken away is told from a facet that was
// not there.
type Facets struct {
	Form   Form
	Ticked int // facets that narrow the list now
	List   []Facet
}

// Facet is one aspect of the rail: names to tick, or numbers to bound.
type Facet struct {
	Name  string // of its fields: unique in the form
	Label string // "Colour"
	Open  bool
	Ticks []Tick // in the order shown; none: the facet is of numbers
	More  []Tick // further ones, folded away
	Rest  int    // values that are not on offer, only by message
	Span  Span
}

// Tick is a value on offer; any number may be ticked.
type Tick struct {
	Value  string
	Count  int // products that fit with it, whatever else of the facet is ticked
	Ticked bool
	Label  string
}

// Span is the numbers of a facet.
type Span struct {
	Unit      string // "kg", "€"; may be empty
	Low, High string // what is asked now; empty where nothing is
	Least     string // lowest and highest number there is
	Most      string
}

// What a facets' form sends beside the ticked values.
const (
	FieldFacet = "facet" // names a facet that was shown
	FacetLow   = ".from" // ends the name of the field with the lower bound
	FacetHigh  = ".to"   // ends the name of the field with the upper bound
)

// Orders are the ways to sort the list. With fewer than two there is nothing to
// choose, and they are not shown.
type Orders struct {
	List []Choice
	Note string // what the order in use means
}

// Choice is one way to sort the list.
type Choice struct {
	Text string
	URL  string
	Now  bool // it is in use
}

// Fitted is how many products meet everything asked for, before the last step and
// now. The zero Fitted is not shown.
type Fitted struct{ Before, Now int }
