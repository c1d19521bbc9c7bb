package views

import (
	"shopclerk/catalog"
	"shopclerk/words"
)

// Page is the frame around every page.
type Page struct {
	Title     string // of the document; the shop's name is added to it
	Shop      string // the shop's name
	Basket    BasketLink
	Orders    string // address of the shopper's orders; empty where there are none
	Notice    string // small print under the page, such as where the product data comes from; may be empty
	Languages Languages
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

// FieldMessage names the field that carries what a shopper typed, on the start
// page and on a turn's page.
const FieldMessage = "message"

// Error is the page for a request that was not answered.
type Error struct {
	Page    Page
	Status  int    // HTTP status: decides heading, message and remedy
	Away    bool   // what the shop keeps can not be reached: the status is 503
	Detail  string // what exactly is wrong, for the shopper to read; may be empty
	Request string // number by which the log knows the request; may be empty
	Back    Link   // where to go on
}

// Presenter presents in one language. It computes nothing new.
type Presenter struct {
	*words.Language
	Shop       string             // its name
	Categories []catalog.Category // all that are sold from
}

// Page is what pages of a title have in common.
func (p *Presenter) Page(title string) Page {
	return Page{Title: title, Shop: p.Shop}
}

// ToStart leads to the start page.
func (p *Presenter) ToStart() Link { return Link{Text: p.T("page.to-start"), URL: "/"} }

// ToConversation leads back to the conversation at an address.
func (p *Presenter) ToConversation(address string) Link {
	return Link{Text: p.T("page.to-conversation"), URL: address}
}
