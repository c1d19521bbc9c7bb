package views

import (
	"cmp"
	"math"
	"net/url"
	"strconv"

	"shopclerk/search"
)

// The fields of forms and addresses that several pages have.
const (
	FieldVersion      = "v"       // which state of a conversation a form was made of
	FieldChange       = "change"  // a change of the conversation
	FieldEdit         = "edit"    // in a conversation's address: the change to be said anew
	FieldTask         = "task"    // the errand that a form is about
	FieldTool         = "tool"    // begins an errand: what is to be done
	FieldOrder        = "order"   // and about which order
	FieldEmail        = "email"   // the e-mail address that an order was placed with
	FieldProduct      = "product" // of a basket's form
	FieldPut          = "put"     // in an address: the product that was just put in the basket
	FieldToken        = "token"   // names what a form sends: sent twice, it is done once
	FieldPlaced       = "placed"  // in an order's address: it was just placed
	FieldDeed         = "deed"    // the key of what was done
	FieldStay         = "stay"    // in a basket's form: it leads back to the list
	FieldConversation = "c"       // the conversation that a page was reached from
	FieldSort         = "sort"    // an order of its list; unknown ones are by relevance
	FieldShow         = "show"    // how many products of it are shown; what is too small is a page
	FieldCard         = "card"    // the position in it, from 1, that the way back leads to
	FieldAt           = "at"      // in the address of a product of it, and its form: its position, from 1
)

const (
	// LongestMessage bounds a message, in characters; nobody types more, and understanding
	// reads all of it.
	LongestMessage = 1000
	// MostShown is how long the list can grow by "show more": beyond it, saying more helps and
	// scrolling does not. A card is some 2 KB before it is compressed.
	MostShown = 100
	// CheckoutPath is where the basket is ordered.
	CheckoutPath = "/checkout"
	// OrdersPath is where a shopper's orders are listed.
	OrdersPath = "/orders"
	// FindOrderPath is where an order is found again by its number and e-mail address.
	FindOrderPath = OrdersPath + "/find"
	// MinePath is where all that is stored of a shopper is downloaded.
	MinePath = "/mine"
	// DeleteMinePath is where it is deleted.
	DeleteMinePath = MinePath + "/delete"
)

// QuestionName names the fields of a question, by its position from 0.
func QuestionName(i int) string { return "q" + strconv.Itoa(i) }

// InquiryName names the fields of an inquiry.
func InquiryName(i int) string { return "e" + strconv.Itoa(i) }

// DeleteURL is where a conversation is deleted.
func DeleteURL(conversation string) string { return "/c/" + conversation + "/delete" }

// OrderURL is the address of an order's page.
func OrderURL(id string) string { return OrdersPath + "/" + url.PathEscape(id) }

// PlacedURL is the address of an order's page that says that it was just placed.
func PlacedURL(id string) string { return withFields(OrderURL(id), []Field{{FieldPlaced, "1"}}) }

// Place is where in a conversation a shopper was: all that it takes to come back exactly there.
// The zero place is none.
type Place struct {
	Conversation string // its id
	Version      int    // 0: where it is now
	Order        search.Order
	Show         int // products shown; 0: a page
	Card         int // position in the list that was left, from 1; 0: none
}

// ReadPlace reads a place in a conversation from the fields of an address or a form. What
// can not be true is left out.
func ReadPlace(conversation string, field func(name string) string) Place {
	p := Place{
		Conversation: conversation, Version: natural(field(FieldVersion), math.MaxInt32),
		Show: min(natural(field(FieldShow), math.MaxInt32), MostShown),
		Card: cmp.Or(natural(field(FieldCard), MostShown), Position(field)),
	}
	if o := search.Order(field(FieldSort)); orderWords[o] != "" {
		p.Order = o
	}
	return p
}

// Position reads at which place of its list a product stood, from 1; 0 for none.
func Position(field func(name string) string) int { return natural(field(FieldAt), MostShown) }

// natural reads a number from 1 to most, 0 where there is none.
func natural(text string, most int) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > most {
		return 0
	}
	return n
}

// numberField is a field of a number above 0.
func numberField(name string, n int) []Field {
	if n <= 0 {
		return nil
	}
	return []Field{{Name: name, Value: strconv.Itoa(n)}}
}

// fields is what an address or a form reached from here carries.
func (p *Place) fields() []Field {
	if p.Conversation == "" {
		return nil
	}
	out := append([]Field{{Name: FieldConversation, Value: p.Conversation}}, p.state()...)
	return append(out, numberField(FieldCard, p.Card)...)
}

// state is what the addresses and the forms of the conversation itself carry.
func (p *Place) state() []Field {
	out := numberField(FieldVersion, p.Version)
	if p.Order != search.ByRelevance {
		out = append(out, Field{Name: FieldSort, Value: string(p.Order)})
	}
	return append(out, numberField(FieldShow, p.Show)...)
}

// form is a form of the conversation itself; the zero Form where there is none.
func (p *Place) form(action string, more ...Field) Form {
	if p.Conversation == "" {
		return Form{}
	}
	return Form{Action: "/c/" + p.Conversation + "/" + action, Hidden: append(p.state(), more...)}
}

// Back is the address of the place, with more fields; "" where there is none.
func (p *Place) Back(more ...Field) string {
	if p.Conversation == "" {
		return ""
	}
	back := withFields("/c/"+p.Conversation, append(p.state(), more...))
	if p.Card > 0 {
		back += "#p" + strconv.Itoa(p.Card)
	}
	return back
}

// withFields adds fields to a path.
func withFields(path string, fields []Field) string {
	sign := "?"
	for _, f := range fields {
		path += sign + f.Name + "=" + url.QueryEscape(f.Value)
		sign = "&"
	}
	return path
}

// Sorted is the address of the conversation with its list by an order, at the length of one page.
func (p *Place) Sorted(o search.Order) string {
	return (&Place{Conversation: p.Conversation, Version: p.Version, Order: o}).Back()
}

// Origin is where a shopper comes from when they look at products: a conversation,
// or none.
type Origin struct {
	Place
	Need search.Need
	Back Link
}

// hidden is what a form sent from here carries.
func (o *Origin) hidden(more ...Field) []Field { return append(more, o.fields()...) }

// Address is a path for who comes from the origin, with more fields.
func (o *Origin) Address(path string, more ...Field) string {
	return withFields(path, o.hidden(more...))
}
