package catalog

import (
	"math"
	"strconv"
	"strings"
)

// Record is a product as a feed tells it, after field mapping and before
// discovery: attribute values are still raw.
type Record struct {
	ID          string
	Category    string // path, levels joined by " > "; empty when the feed has none
	Title       string
	Description string
	Brand       string
	Price       Price
	Rating      float64 // 0..5; 0 when unrated
	Ratings     int     // number of ratings behind Rating
	Stock       int     // pieces; -1 when the feed does not say
	Image       string  // URL or data path; empty when there is none
	Link        string
	Attributes  []RawAttribute // in feed order, keys unique
	Variants    []Variant      // of a product that is sold in several forms; see [Product.Variants]
}

// RawAttribute is one attribute as the feed spells it.
type RawAttribute struct {
	Key   string // the feed's own key, such as "attr_t_product_colour"
	Value Raw
}

// RawKind says which field of a [Raw] is set.
type RawKind uint8

// The kinds of raw value.
const (
	RawText RawKind = iota + 1
	RawNumber
	RawBool
	RawList
)

// Raw is an attribute value as the feed spells it: a text, a number, a boolean
// or a list of such. Absent and null values are left out of a Record.
type Raw struct {
	Kind   RawKind `json:"k"`
	Text   string  `json:"t,omitempty"`
	Number float64 `json:"n,omitempty"`
	Bool   bool    `json:"b,omitempty"`
	List   []Raw   `json:"l,omitempty"`
}

// Text returns a text value.
func Text(s string) Raw { return Raw{Kind: RawText, Text: s} }

// Number returns a number value.
func Number(f float64) Raw { return Raw{Kind: RawNumber, Number: f} }

// Bool returns a boolean value.
func Bool(b bool) Raw { return Raw{Kind: RawBool, Bool: b} }

// List returns a list value.
func List(l ...Raw) Raw { return Raw{Kind: RawList, List: l} }

// String spells the value for a person: lists joined by ", ".
func (r Raw) String() string {
	switch r.Kind {
	case RawText:
		return r.Text
	case RawNumber:
		return strconv.FormatFloat(r.Number, 'f', -1, 64)
	case RawBool:
		return strconv.FormatBool(r.Bool)
	case RawList:
		texts := make([]string, len(r.List))
		for i, v := range r.List {
			texts[i] = v.String()
		}
		return strings.Join(texts, ", ")
	}
	return ""
}

// Price is an amount in minor units (cents) of an ISO 4217 currency. The zero
// value is "no price": a known price has a currency and is above nothing.
type Price struct {
	Minor    int64
	Currency string
}

// Known reports whether the feed gave a price.
func (p Price) Known() bool { return p.Currency != "" && p.Minor > 0 }

// Major returns the amount in major units, 12.5 for 1250 cents.
func (p Price) Major() float64 { return float64(p.Minor) / 100 }

// MinorUnits returns an amount of major units in minor ones, rounded.
func MinorUnits(major float64) int64 { return int64(math.Round(major * 100)) }
