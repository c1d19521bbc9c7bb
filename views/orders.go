package views

// OrdersLink leads to the orders of a shopper who has some. The zero OrdersLink is not
// shown.
type OrdersLink struct {
	URL string
}

// OrderList is the page of a shopper's orders.
type OrderList struct {
	Page   Page
	Back   Link
	Orders []OrderEntry // the newest first
}

// OrderEntry is one order of the list.
type OrderEntry struct {
	ID       string // of the element: unique on the page, no spaces
	URL      string // of its page
	Number   string // "S1001"
	Title    string // what is in it, in short
	Day      Day
	Status   Status
	Total    string // with its currency; empty when unknown
	Pictures []Picture
}

// Order is the page of one order.
type Order struct {
	Page      Page
	Back      Link
	Number    string
	Day       Day
	Status    Status
	Tracking  string // number of the parcel; may be empty
	Lines     []OrderLine
	Total     string
	Addressee []string // where it goes, line by line
	Payment   string   // may be empty
	Steps     []Do     // what can be done with it now
	Trail     []Happening
}

// OrderLine is one article of an order.
type OrderLine struct {
	URL     string // of its product's page; empty when the shop no longer has it
	Title   string
	Variant string // what tells it from others of its kind: "black, large"; may be empty
	Picture Picture
	Pieces  string // how many: "2 pieces"
	Sum     string // of all pieces; empty when unknown
	Note    string // what was asked for about it; may be empty
}

// Happening is one thing that was done to an order.
type Happening struct {
	Day  Day
	Text string // a sentence
}

// Day is a day as it is read, and as programs read it.
type Day struct {
	Text string
	ISO  string // "2026-03-10"; empty: the day is not known, and nothing is shown
}

// Status is how far an order is.
type Status struct {
	Kind StatusKind
	Text string // "On its way"
}

// StatusKind says how a status looks.
type StatusKind string

// The kinds of status.
const (
	StatusOpen   StatusKind = "open"   // something is yet to come
	StatusDone   StatusKind = "done"   // it has come
	StatusBack   StatusKind = "back"   // something of it comes back
	StatusCalled StatusKind = "called" // it was called off
)
