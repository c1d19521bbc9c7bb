package views

import (
	"net/url"
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

// StateURL is the address of a conversation as it is now.
func StateURL(c *Conversation) string {
	return "/c/" + c.ID + "?v=" + strconv.Itoa(c.Version)
}

// DeleteURL is where a conversation is deleted.
func DeleteURL(conversation string) string { return "/c/" + conversation + "/delete" }

// OrdersPath is where a shopper's orders are listed.
const OrdersPath = "/orders"

// OrderURL is the address of an order's page.
func OrderURL(id string) string { return OrdersPath + "/" + url.PathEscape(id) }
