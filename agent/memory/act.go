package memory

import "shopclerk/search"

// Kind is what a shopper did with a message, or with a part of it.
type Kind string

// The kinds of acts.
const (
	Need       Kind = "need"        // said what they are after, or more of it
	Revise     Kind = "revise"      // changed or took back something said before
	Undo       Kind = "undo"        // went back a step
	Restart    Kind = "restart"     // began anew
	Compare    Kind = "compare"     // asked what tells products apart, or which is better
	AskProduct Kind = "ask_product" // asked about products
	AskShop    Kind = "ask_shop"    // asked about the shop
	Sort       Kind = "sort"        // wanted another order, or the extreme of one
	NotSold    Kind = "not_sold"    // wants what the shop does not have
	Social     Kind = "social"      // greeted, thanked, asked what the clerk can do
	DoErrand   Kind = "errand"      // wanted something done
	Unclear    Kind = "unclear"     // none of these could be made of it
)

// Act is one thing that a message did, with what the clerk says to it. Which of the
// fields after Text an act has depends on its kind; they are empty otherwise.
type Act struct {
	Kind Kind   `json:"kind"`
	Text string `json:"text,omitempty"` // the clerk's answer in whole sentences; "" where the list and the chips answer

	Products []string `json:"products,omitempty"` // of Compare and AskProduct: ids of the products it is about
	Aspect   string   `json:"aspect,omitempty"`   // of AskProduct: key of the aspect that was asked about
	Known    bool     `json:"known,omitempty"`    // of AskProduct and AskShop: catalogue or shop say it
	Topic    string   `json:"topic,omitempty"`    // of AskShop and Social
	By       string   `json:"by,omitempty"`       // of Sort: the order, an aspect's key, "-" before it for the highest first
	Words    string   `json:"words,omitempty"`    // of NotSold and Unclear: the shopper's words
	Nearest  []string `json:"nearest,omitempty"`  // of NotSold: paths of categories
	Errand   string   `json:"errand,omitempty"`   // of DoErrand: the task's id
	Offers   []Offer  `json:"offers,omitempty"`   // what the clerk offers to do about it, one tap each
}

// Offer is a change of the need that an answer suggests: "Keep only waterproof ones".
type Offer struct {
	Text    string          `json:"text"`
	Changes []search.Change `json:"changes"` // without ID and Turn
}
