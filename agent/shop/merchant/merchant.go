// Package merchant holds what the shop has told the clerk about itself in the file
// shop.toml: its own answers by topic and language, how to reach it and where it
// delivers. Which topic a message means is decided elsewhere.
package merchant

import (
	"slices"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"shopclerk/words"
)

// The topics that have facts beside their texts, or are asked for by the clerk itself.
const (
	Delivery = "delivery"
	Payment  = "payment"
	Returns  = "returns"
	Shipping = "shipping"
	Warranty = "warranty"
	Hours    = "hours"
	Store    = "store"
	Contact  = "contact"
)

// unknown are the ids of what the clerk says about a topic that the shop has not told. Its
// keys are all topics.
var unknown = map[string]string{
	Delivery: "shop.delivery-unknown", Shipping: "shop.shipping-unknown", "pickup": "shop.pickup-unknown",
	Payment: "shop.payment-unknown", Returns: "shop.returns-unknown", Warranty: "shop.warranty-unknown",
	Hours: "shop.hours-unknown", Store: "shop.store-unknown", Contact: "shop.contact-unknown",
	"discount": "shop.discount-unknown", "gift-card": "shop.gift-card-unknown", "stock": "shop.stock-unknown",
	"wrapping": "shop.wrapping-unknown", "service": "shop.service-unknown", "business": "shop.business-unknown",
	"privacy": "shop.privacy-unknown", "company": "shop.company-unknown", "careers": "shop.careers-unknown",
}

// Info is what the shop has told about itself. It is not changed once it is in force. A nil
// Info has told nothing.
type Info struct {
	// Texts are the shop's own answers, by topic and by the code of their language: plain
	// text, one paragraph each.
	Texts map[string]map[string]string `toml:"topic"`
	Reach Reach                        `toml:"reach"`
	// Countries are where the shop delivers, ISO 3166-1 alpha-2, in the shop's order.
	Countries []string `toml:"countries"`
}

// Reach is how to reach the shop. Each may be empty.
type Reach struct {
	Email   string `toml:"email"`
	Phone   string `toml:"phone"`
	Hours   string `toml:"hours"` // when somebody answers: "Mon–Fri 9–17"
	URL     string `toml:"url"`   // of a page or form, http or https
	Address string `toml:"address"`
}

// Answer is what the clerk says about a topic, in whole sentences, and whether the shop has
// told it. The shop's own text comes in the shopper's language where there is one, else
// in another that the shop has it in; its facts (countries, hours, how to reach it) are
// added, or answer alone. Otherwise the clerk says that it was not told, and how to ask the
// shop.
func (i *Info) Answer(w *words.Language, topic string) (text string, known bool) {
	if i == nil {
		i = &Info{}
	}
	text = i.text(w, topic)
	if text = strings.TrimSpace(text + " " + i.fact(w, topic, text)); text != "" {
		return text, true
	}
	id := unknown[topic]
	if id == "" {
		id = "shop.unknown"
	}
	out := []string{w.T(id)}
	if topic == Store && i.Reach.Address != "" {
		out = append(out, w.T("shop.address-is", "Address", ending(i.Reach.Address)))
	}
	if ways := i.ways(w, ""); len(ways) > 0 && topic != Contact {
		out = append(out, w.T("shop.ask", "Ways", ending(strings.Join(ways, w.T("language.comma")))))
	}
	return strings.Join(out, " "), false
}

// text is the shop's text, in the language or else in the first that it is in.
func (i *Info) text(w *words.Language, topic string) string {
	for _, l := range append([]*words.Language{w}, words.Languages()...) {
		if text := i.Texts[topic][l.Code()]; text != "" {
			return text
		}
	}
	return ""
}

// fact says what the shop has told about a topic otherwise than by a text, "" for nothing.
// It repeats nothing that the text says.
func (i *Info) fact(w *words.Language, topic, said string) string {
	switch {
	case topic == Delivery && len(i.Countries) > 0:
		names := make([]string, len(i.Countries))
		for n, code := range i.Countries {
			names[n] = countryName(w, code)
		}
		return w.T("shop.delivers-to", "Countries", strings.Join(names, w.T("language.comma")))
	case topic == Hours && said == "" && i.Reach.Hours != "":
		return w.T("shop.answers-at", "Hours", ending(i.Reach.Hours))
	case topic == Contact:
		ways := i.ways(w, said)
		if a := i.Reach.Address; a != "" && !slices.Contains(ways, a) && !strings.Contains(said, a) {
			ways = append(ways, a)
		}
		if len(ways) > 0 {
			return w.T("shop.reach", "Ways", ending(strings.Join(ways, w.T("language.comma"))))
		}
	}
	return ""
}

// ways lists how to reach the shop, without what a text says already. The address is among
// them only where the shop has told nothing quicker.
func (i *Info) ways(w *words.Language, said string) []string {
	r := i.Reach
	var out []string
	add := func(way, text string) {
		if way != "" && !strings.Contains(said, way) {
			out = append(out, text)
		}
	}
	phone := r.Phone
	if r.Hours != "" {
		phone = w.T("shop.phone-at", "Phone", r.Phone, "Hours", r.Hours)
	}
	add(r.URL, r.URL)
	add(r.Email, r.Email)
	add(r.Phone, phone)
	if r.URL == "" && r.Email == "" && r.Phone == "" {
		add(r.Address, r.Address)
	}
	return out
}

// countryName is what a language calls a country, the code itself where it has no name.
func countryName(w *words.Language, code string) string {
	if region, err := language.ParseRegion(code); err == nil {
		if name := display.Regions(language.Make(w.Code())).Name(region); name != "" {
			return name
		}
	}
	return code
}

// ending takes the full stop from what will stand at the end of a sentence.
func ending(text string) string { return strings.TrimRight(text, ".") }
