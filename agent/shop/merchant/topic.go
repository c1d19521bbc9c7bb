package merchant

import (
	"slices"

	"shopclerk/words"
)

// The ids of the topics, as shop.toml and conversations hold them.
const (
	Delivery = "delivery"  // where the shop delivers, how and how fast
	Shipping = "shipping"  // what delivery costs
	Pickup   = "pickup"    // collecting an order oneself
	Payment  = "payment"   // ways to pay, instalments, invoices
	Returns  = "returns"   // sending back and exchanging, and who pays for it
	Warranty = "warranty"  // guarantee, defects, repairs
	Hours    = "hours"     // when the shop or its service is open
	Store    = "store"     // a place to visit, and the way there
	Contact  = "contact"   // reaching a person
	Discount = "discount"  // codes, and prices for students or many pieces
	GiftCard = "gift-card" // vouchers, bought and redeemed
	Stock    = "stock"     // whether things are there, and when they come back
	Wrapping = "wrapping"  // gift wrapping, a card with it
	Service  = "service"   // assembly, installation, engraving, advice
	Business = "business"  // companies as customers, taxes
	Privacy  = "privacy"   // what becomes of personal data
	Company  = "company"   // who is behind the shop, and what it stands for
	Careers  = "careers"   // working there
)

// Topic is something about the shop that shoppers ask.
type Topic struct {
	ID string

	// ids of strings
	label, asked, unknown string
}

// topics are all there are, in the order in which the desk lists them: what is asked
// most in shops comes first.
var topics = []Topic{
	{Delivery, "shop.delivery", "shop.delivery-asked", "shop.delivery-unknown"},
	{Shipping, "shop.shipping", "shop.shipping-asked", "shop.shipping-unknown"},
	{Pickup, "shop.pickup", "shop.pickup-asked", "shop.pickup-unknown"},
	{Payment, "shop.payment", "shop.payment-asked", "shop.payment-unknown"},
	{Returns, "shop.returns", "shop.returns-asked", "shop.returns-unknown"},
	{Warranty, "shop.warranty", "shop.warranty-asked", "shop.warranty-unknown"},
	{Hours, "shop.hours", "shop.hours-asked", "shop.hours-unknown"},
	{Store, "shop.store", "shop.store-asked", "shop.store-unknown"},
	{Contact, "shop.contact", "shop.contact-asked", "shop.contact-unknown"},
	{Discount, "shop.discount", "shop.discount-asked", "shop.discount-unknown"},
	{GiftCard, "shop.gift-card", "shop.gift-card-asked", "shop.gift-card-unknown"},
	{Stock, "shop.stock", "shop.stock-asked", "shop.stock-unknown"},
	{Wrapping, "shop.wrapping", "shop.wrapping-asked", "shop.wrapping-unknown"},
	{Service, "shop.service", "shop.service-asked", "shop.service-unknown"},
	{Business, "shop.business", "shop.business-asked", "shop.business-unknown"},
	{Privacy, "shop.privacy", "shop.privacy-asked", "shop.privacy-unknown"},
	{Company, "shop.company", "shop.company-asked", "shop.company-unknown"},
	{Careers, "shop.careers", "shop.careers-asked", "shop.careers-unknown"},
}

// Topics lists what shoppers ask about the shop.
func Topics() []Topic { return slices.Clone(topics) }

// Lookup returns the topic of an id, false when there is none.
func Lookup(id string) (Topic, bool) {
	i := slices.IndexFunc(topics, func(t Topic) bool { return t.ID == id })
	if i < 0 {
		return Topic{}, false
	}
	return topics[i], true
}

// Label names the topic: "Payment".
func (t Topic) Label(w *words.Language) string { return w.T(t.label) }

// Asked is what shoppers ask about it: "Can I pay with PayPal? By invoice?"
func (t Topic) Asked(w *words.Language) string { return w.T(t.asked) }
