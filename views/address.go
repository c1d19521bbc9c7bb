package views

import (
	"cmp"
	"math"
	"net/url"
	"shopclerk/search"
	"strconv"
)

// The fields of forms and addresses, beside those that the views name.
const (
	// FieldVersion says which state of a conversation a form was made of.
	FieldVersion = "v"
	// FieldChange names a change of the conversation.
	FieldChange = "change"
	// FieldEdit names in a conversation's address the change that is open to be said
	// anew.
	FieldEdit = "edit"
	// FieldTask names the errand that a form is about.
	FieldTask = "task"
	// FieldTool and FieldOrder begin an errand: what is to be done, and about which
	// order.
	FieldTool  = "tool"
	FieldOrder = "order"
	// FieldEmail is the e-mail address that an order was placed with.
	FieldEmail = "email"
	// FieldProduct names the product of a basket's form.
	FieldProduct = "product"
	// FieldConversation is the parameter by which a page knows the conversation it was
	// reached from.
	FieldConversation = "c"
	// FieldCard is the position in that conversation's list, from 1, that the way back
	// leads to.
	FieldCard = "card"
	// QueryPosition is what a product's link tells of the list it stands in, beside its
	// conversation: the position there, from 1.
	QueryPosition = "at"
)

// LongestMessage bounds a message, in characters; nobody types more, and understanding
// reads all of it.
const LongestMessage = 1000

// QuestionName names the fields of a question, by its position from 0.
func QuestionName(i int) string { return "q" + strconv.Itoa(i) }

// InquiryName names the fields of an inquiry.
func InquiryName(i int) string { return "e" + strconv.Itoa(i) }

// DeleteURL is where a conversation is deleted.
func DeleteURL(conversation string) string { return "/c/" + conversation + "/delete" }

// OrdersPath is where a shopper's orders are listed.
const OrdersPath = "/orders"

// FindOrderPath is where an order is found again by its number and e-mail address.
const FindOrderPath = OrdersPath + "/find"

// OrderURL is the address of an order's page.
func OrderURL(id string) string { return OrdersPath + "/" + url.PathEscape(id) }

// Place is where in a conversation a shopper was: all that it takes to come back
// exactly there. The zero place is none.
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
	p := Place{Conversation: conversation, Version: natural(field(FieldVersion), math.MaxInt32), Show: natural(field(FieldShow), MostShown)}
	if o := search.Order(field(FieldSort)); sortable(o) {
		p.Order = o
	}
	p.Card = cmp.Or(natural(field(FieldCard), MostShown), Position(field))
	return p
}

// Position reads at which place of its list a product stood, from 1; 0 for none.
func Position(field func(name string) string) int { return natural(field(QueryPosition), MostShown) }

// natural reads a number from 1 to most, 0 where there is none.
func natural(text string, most int) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > most {
		return 0
	}
	return n
}

// Place is where a shopper is who looks at a card of the list.
func (l Listing) Place(c *Conversation, card int) Place {
	p := Place{Conversation: c.ID, Version: c.Version, Order: l.Order, Card: card}
	if l.Show > l.Page {
		p.Show = l.Show
	}
	return p
}

// fields is what an address or a form reached from here carries.
func (p *Place) fields() []Field {
	if p.Conversation == "" {
		return nil
	}
	out := append([]Field{{Name: FieldConversation, Value: p.Conversation}}, p.state()...)
	if p.Card > 0 {
		out = append(out, Field{Name: FieldCard, Value: strconv.Itoa(p.Card)})
	}
	return out
}

// state is what the addresses and the forms of the conversation itself carry.
func (p *Place) state() []Field {
	var out []Field
	number := func(name string, n int) {
		if n > 0 {
			out = append(out, Field{Name: name, Value: strconv.Itoa(n)})
		}
	}
	number(FieldVersion, p.Version)
	if p.Order != search.ByRelevance {
		out = append(out, Field{Name: FieldSort, Value: string(p.Order)})
	}
	number(FieldShow, p.Show)
	return out
}

// Back is the address of the place, with more fields.
func (p *Place) Back(more ...Field) string {
	address, sign := "/c/"+p.Conversation, "?"
	for _, f := range append(p.state(), more...) {
		address += sign + f.Name + "=" + url.QueryEscape(f.Value)
		sign = "&"
	}
	if p.Card > 0 {
		address += "#p" + strconv.Itoa(p.Card)
	}
	return address
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

// Address adds the query of an origin to a path.
func (o *Origin) Address(path string, more ...string) string {
	q := url.Values{}
	for _, f := range o.fields() {
		q.Add(f.Name, f.Value)
	}
	for i := 0; i+1 < len(more); i += 2 {
		q.Add(more[i], more[i+1])
	}
	if len(q) == 0 {
		return path
	}
	return path + "?" + q.Encode()
}
