package views

// Page is the frame around every page.
type Page struct {
	Title     string // of the document; the shop's name is added to it
	Shop      string // the shop's name
	Home      string // address of the start page
	Basket    BasketLink
	Orders    string // address of the shopper's orders; empty where there are none
	Notice    string // small print under the page, such as where the product data comes from; may be empty
	Away      bool   // nothing can be kept at the moment
	Languages Languages
	Assets    Assets
}

// Languages offers a choice of languages, each a button of one form. With fewer than
// two there is nothing to choose, and they are not shown.
type Languages struct {
	Form  Form
	Field string // names what a button sends: its language's code
	List  []Language
}

// Language is one language on offer.
type Language struct {
	Code string // BCP 47
	Name string // what it calls itself
	Now  bool   // the page is in it
}

// Assets are the addresses of the files that a page loads.
type Assets struct {
	Style string // the style sheet
	HTMX  string // the htmx library
	App   string // the shop's own script
	Icon  string // the picture in the browser's tab, an SVG
}

// Link is a text that leads somewhere. The zero Link is not shown.
type Link struct {
	Text string
	URL  string
}

// Form is where a form is sent, always by POST, and what it carries unseen. The
// zero Form is not shown.
type Form struct {
	Action string
	Hidden []Field
}

// Field is one unseen field of a form.
type Field struct {
	Name  string
	Value string
}

// Picture is a product's picture. An empty URL means that there is none.
type Picture struct {
	URL string // relative or http(s)
	Alt string // empty where the text beside it says the same
}

// FieldMessage names the field that carries what a shopper typed, on the start
// page and on a turn's page.
const FieldMessage = "message"

// Start is the page on which a shopper begins.
type Start struct {
	Page       Page
	Say        Message    // the search box; it begins a conversation
	Products   int        // that there are
	Categories []Category // in the order shown, as tiles
	All        []Category // every one, where the tiles are only some of them
	Recent     []Recent   // this shopper's conversations, latest first; may be empty
	Stored     Stored
	Empty      Empty // set when there is no catalogue to search; the rest but Page is then not shown
}

// Message is a box to type in.
type Message struct {
	Form      Form
	MaxLength int    // characters
	Hint      string // what could be typed; empty: a wish
	Suggest   string // address that completes what is typed; empty: nothing does
}

// Category is a tile that begins a conversation about a category. It is a button
// and not a link, because following a link must not create anything.
type Category struct {
	Name    string
	Count   int // products
	Picture Picture
	Begin   Form
}

// Recent is an earlier conversation.
type Recent struct {
	Title  string
	Detail string // such as "yesterday, 4 turns"
	URL    string
	Delete string // address of the page that deletes it
}

// Empty says how to fill a shop that has no products. The zero Empty means that
// the shop has some.
type Empty struct {
	Command string // the command to run, such as "shopclerk-catalog demo --data shop"
}

// Error is the page for a request that was not answered.
type Error struct {
	Page    Page
	Status  int    // HTTP status: decides heading, message and remedy
	Away    bool   // what the shop keeps can not be reached: the status is 503
	Detail  string // what exactly is wrong, for the shopper to read; may be empty
	Request string // number by which the log knows the request; may be empty
	Back    Link   // where to go on
}
