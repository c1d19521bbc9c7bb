// Package desk draws the pages of the merchandiser's desk. They need no script.
package desk

import (
	"cmp"
	"time"

	"shopclerk/views"
	"shopclerk/words"
)

// Root is the address below which the desk's pages are.
const Root = "/desk"

// FieldPassword names the field of the password.
const FieldPassword = "password"

// Page is the frame around a page of the desk.
type Page struct {
	Title string
	Shop  string
	Here  string // address of the section that the page is of
	Style string // address of the style sheet
	Icon  string
}

// sections lists the desk's pages by address and the id of their name.
var sections = []struct{ address, name string }{
	{Root, "desk.today.title"},
	{Root + "/questions", "desk.questions"},
	{Root + "/conversations", "desk.conversations"},
	{Root + "/words", "desk.words.title"},
	{Root + "/products", "desk.products-title"},
	{Root + "/orders", "desk.orders.title"},
	{Root + "/settings", "desk.settings"},
}

// Turn is one turn of a conversation as the shopper saw it.
type Turn struct {
	Conversation string     `json:"conversation"`
	N            int        `json:"turn"`
	At           time.Time  `json:"at"`
	Category     string     `json:"category,omitempty"`
	Said         string     `json:"said,omitempty"`
	Understood   []string   `json:"understood,omitempty"`
	Changes      []Change   `json:"changes,omitempty"`
	Unknown      []string   `json:"unknown,omitempty"` // words that nothing was made of
	Reply        string     `json:"reply,omitempty"`
	Products     []Product  `json:"products,omitempty"`
	Questions    []Question `json:"questions,omitempty"`
	Done         []Deed     `json:"done,omitempty"`
	Orders       []Order    `json:"orders,omitempty"`
}

// Change is a change of what is wanted.
type Change struct {
	ID         int      `json:"id"`   // in the conversation
	What       string   `json:"what"` // see [search.Op]
	Text       string   `json:"text,omitempty"`
	Categories []string `json:"categories,omitempty"`
	Aspect     string   `json:"aspect,omitempty"`
	Values     []string `json:"values,omitempty"` // any of which
	Low        *float64 `json:"low,omitempty"`
	High       *float64 `json:"high,omitempty"`
	Not        bool     `json:"not,omitempty"`
	Drops      int      `json:"drops,omitempty"` // the change that is taken back
}

// Order is an article of an order, which came into the basket from the turn's list.
type Order struct {
	Order    string  `json:"order"`
	Status   string  `json:"status"`
	Product  string  `json:"product"`
	Title    string  `json:"title"`
	Quantity int     `json:"quantity"`
	Price    float64 `json:"price,omitempty"` // of a piece; 0: unknown
	Currency string  `json:"currency,omitempty"`
}

// Product is a product that was listed.
type Product struct {
	ID    string `json:"id"`
	Title string `json:"title,omitempty"` // empty: it is not sold any more
}

// Question is a question that was asked.
type Question struct {
	Aspect  string   `json:"aspect"`
	Text    string   `json:"text"`
	Help    string   `json:"help,omitempty"`
	Options []Option `json:"options"`
	Other   bool     `json:"other,omitempty"` // "something else" was ticked
	None    bool     `json:"none,omitempty"`  // "no preference" was
	Outcome string   `json:"outcome"`         // answered, skipped, passed or left
}

// Option is an option of a question.
type Option struct {
	Label  string `json:"label"`
	Picked bool   `json:"picked,omitempty"`
}

// Deed is something that the shopper did with a product, or had done.
type Deed struct {
	What    string `json:"what"` // opened, compared, basket or ordered, or how a task ended
	Product string `json:"product,omitempty"`
	Title   string `json:"title,omitempty"` // of the product; empty: it is not sold any more
	Task    string `json:"task,omitempty"`
	Order   string `json:"order,omitempty"`
}

// deeds are the ids of sentences about what was done.
var deeds = map[string]string{
	"opened": "desk.did.opened", "compared": "desk.did.compared", "basket": "desk.did.basket", "ordered": "desk.did.ordered",
	"done": "desk.did.done", "declined": "desk.did.declined", "refused": "desk.did.refused", "dropped": "desk.did.dropped", "passed": "desk.did.passed",
}

// done words what was done.
func (t *Turn) done(w *words.Language) (out []string) {
	for _, d := range t.Done {
		out = append(out, w.T(deeds[d.What], "What", d.Task+cmp.Or(d.Title, d.Product), "Order", d.Order))
	}
	return out
}

// outcomes are the ids of sentences about what became of a question.
var outcomes = map[string]string{
	"answered": "desk.outcome.answered", "skipped": "desk.outcome.skipped", "passed": "desk.outcome.passed", "left": "desk.outcome.left",
}

// link returns an address as a link takes it.
func link(address string) string { return string(views.Address(address)) }
