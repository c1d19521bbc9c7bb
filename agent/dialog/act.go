package dialog

import (
	"fmt"
	"slices"

	"shopclerk/search"
)

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

// TopicHelp is the topic of a Social act that asks what the clerk can do: whoever
// shows the answer shows examples of what can be said with it.
const TopicHelp = "help"

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

// Answered reports whether the clerk says something to any of the acts: their texts,
// then, and what it tells of the list are all that it says.
func Answered(acts []Act) bool {
	return slices.ContainsFunc(acts, func(a Act) bool { return a.Text != "" })
}

// Offer is a change of the need that an answer suggests: "Keep only waterproof ones".
type Offer struct {
	Text    string          `json:"text"`
	Changes []search.Change `json:"changes"` // without ID and Turn
}

// Offered returns the changes of an offer that the latest exchange made, by the
// indices of its act and of the offer there. What was not offered, or not by that
// exchange, is [ErrNoSuch].
func (c *Conversation) Offered(act, offer int) ([]search.Change, error) {
	a, err := c.act(act)
	if err != nil {
		return nil, err
	}
	if offer < 0 || offer >= len(a.Offers) {
		return nil, fmt.Errorf("offer %d of act %d: %w", offer, act, ErrNoSuch)
	}
	return slices.Clone(a.Offers[offer].Changes), nil
}

// Instead returns the path of a category that the latest exchange named in place of
// what is not sold, by the indices of its act and of the path there; else [ErrNoSuch].
func (c *Conversation) Instead(act, path int) (string, error) {
	a, err := c.act(act)
	if err != nil {
		return "", err
	}
	if path < 0 || path >= len(a.Nearest) {
		return "", fmt.Errorf("category %d of act %d: %w", path, act, ErrNoSuch)
	}
	return a.Nearest[path], nil
}

// act returns an act of the latest exchange by its index.
func (c *Conversation) act(i int) (*Act, error) {
	last := c.Last()
	if last == nil || i < 0 || i >= len(last.Acts) {
		return nil, fmt.Errorf("act %d: %w", i, ErrNoSuch)
	}
	return &last.Acts[i], nil
}
