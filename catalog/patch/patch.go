// Package patch says how a product is changed without an import: what a patch may say
// ([Patch]), what comes of patches that arrive late, twice or out of order ([Item]), and
// the product as it then is ([Item.Product]). It touches nothing else; package
// search/index keeps patches and lays them over a catalogue.
//
// Every patch has a version, which whoever sends it chooses: a time, or a number that
// grows. A field has the value of the highest version that named it, so that the order
// of arrival does not matter and repeating changes nothing. A tombstone takes away the
// product with all fields of lower versions.
package patch

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"shopclerk/catalog"
)

// ErrBad reports a patch that can not be taken, with the field that is wrong.
var ErrBad = errors.New("not a patch")

// Money is a price as patches say it.
type Money struct {
	Amount   float64 `json:"amount"`   // in major units
	Currency string  `json:"currency"` // ISO 4217
}

// Option is one choice that a variant stands for: "Size", "M".
type Option struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Patch is a change of one product, or of one of its variants. Fields that are nil stay
// as they are; an attribute of null is taken away. One with Delete names no other field.
//
// The price of a product that comes in variants is that of all whose own was not said by
// a higher version; so are pieces of 0 (none is left) and −1. Of the product other pieces
// say nothing: its variants have those that were theirs.
type Patch struct {
	ID string `json:"id"` // in the feed: of the product, or of the variant alone
	// Variant is the id of the variant that is meant. Its fields are price, stock, image,
	// link and options, and others named with a variant's own id say nothing.
	Variant string `json:"variant,omitempty"`
	Version int64  `json:"version"` // from 1
	Delete  bool   `json:"delete,omitempty"`

	// Options make a variant that there is not, or tell one from its siblings otherwise.
	Options []Option `json:"options,omitempty"`

	Title       *string  `json:"title,omitempty"`
	Description *string  `json:"description,omitempty"`
	Brand       *string  `json:"brand,omitempty"`
	Category    *string  `json:"category,omitempty"` // a path
	Price       *Money   `json:"price,omitempty"`
	Stock       *int     `json:"stock,omitempty"`  // pieces; −1: not known
	Rating      *float64 `json:"rating,omitempty"` // 0..5
	Ratings     *int     `json:"ratings,omitempty"`
	Image       *string  `json:"image,omitempty"`
	Link        *string  `json:"link,omitempty"`
	// Attributes are by the feed's own names: texts, numbers, booleans and lists of them.
	Attributes map[string]any `json:"attributes,omitempty"`
}

// The longest texts, in bytes, and the most attributes that a patch may have: those of
// one product.
const (
	longestID   = 256
	longestLine = 4 << 10
	longestText = 64 << 10
	mostKeys    = 500
	mostOptions = 10
)

// Parse reads one patch of JSON. What it does not know is [ErrBad]: a misspelt field
// would be lost without a word.
func Parse(text []byte) (Patch, error) {
	var p Patch
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&p); err != nil {
		return p, fmt.Errorf("%w: %w", ErrBad, err)
	}
	if d.More() {
		return p, fmt.Errorf("%w: something follows the object", ErrBad)
	}
	return p, p.Check()
}

// Check reports what is wrong with a patch, whatever the catalogue.
func (p *Patch) Check() error {
	bad := func(field, what string) error { return fmt.Errorf("%w: %s: %s", ErrBad, field, what) }
	switch {
	case p.ID == "" || len(p.ID) > longestID:
		return bad("id", "give the product's id in the feed")
	case p.Version < 1:
		return bad("version", "give a number from 1 that grows with every change of the product, such as its time in milliseconds")
	case p.Delete && len(p.fields()) > 0:
		return bad("delete", "a tombstone names no other field")
	case !p.Delete && len(p.fields()) == 0:
		return bad("id", "nothing is to be changed")
	case len(p.Attributes) > mostKeys:
		return bad("attributes", "too many for one product")
	case len(p.Variant) > longestID || p.Variant == p.ID:
		return bad("variant", "give the variant's own id, beside its product's")
	case len(p.Options) > mostOptions:
		return bad("options", "too many for one variant")
	}
	for name := range p.fields() {
		if p.Variant != "" && !ofVariant[name] {
			return bad(name, "this is its product's: leave out the variant")
		}
	}
	for i, o := range p.Options {
		if strings.TrimSpace(o.Name) == "" || strings.TrimSpace(o.Value) == "" || len(o.Name)+len(o.Value) > longestLine ||
			slices.ContainsFunc(p.Options[:i], func(b Option) bool { return b.Name == o.Name }) {
			return bad("options", "give each a name of its own and a value")
		}
	}
	for name, text := range p.texts() {
		most := longestLine
		if name == "description" {
			most = longestText
		}
		if *text != nil && len(**text) > most {
			return bad(name, "it is too long")
		}
	}
	if p.Title != nil && strings.TrimSpace(*p.Title) == "" {
		return bad("title", "a product has one")
	}
	if m := p.Price; m != nil && (math.IsNaN(m.Amount) || m.Amount < 0 || m.Amount > 1e12 || len(m.Currency) != 3 || strings.ToUpper(m.Currency) != m.Currency) {
		return bad("price", "give an amount from 0 and a currency such as EUR")
	}
	if p.Stock != nil && (*p.Stock < -1 || *p.Stock > math.MaxInt32) {
		return bad("stock", "give pieces from 0, or -1 where it is not known")
	}
	if p.Rating != nil && !(*p.Rating >= 0 && *p.Rating <= 5) {
		return bad("rating", "give a number from 0 to 5")
	}
	if p.Ratings != nil && *p.Ratings < 0 {
		return bad("ratings", "give a number from 0")
	}
	for key, v := range p.Attributes {
		if _, err := raw(v); err != nil {
			return bad("attributes."+key, err.Error())
		}
	}
	return nil
}

// raw is an attribute's value as a feed's reader would have it; the zero Raw for null.
func raw(v any) (catalog.Raw, error) {
	switch v := v.(type) {
	case nil:
		return catalog.Raw{}, nil
	case string:
		return catalog.Text(v), nil
	case float64:
		return catalog.Number(v), nil
	case bool:
		return catalog.Bool(v), nil
	case []any:
		out := catalog.Raw{Kind: catalog.RawList}
		for _, e := range v {
			r, err := raw(e)
			if err != nil || r.Kind == 0 {
				return r, errors.New("a list holds texts, numbers and booleans")
			}
			out.List = append(out.List, r)
		}
		return out, nil
	}
	return catalog.Raw{}, errors.New("give a text, a number, a boolean or a list of them")
}

const attribute = "attributes."

// texts are the places of the fields that are texts, by name.
func (p *Patch) texts() map[string]**string {
	return map[string]**string{
		"title": &p.Title, "description": &p.Description, "brand": &p.Brand, "category": &p.Category, "image": &p.Image, "link": &p.Link,
	}
}

// fields are what the patch names, by name.
func (p *Patch) fields() map[string]any {
	out := map[string]any{}
	for name, text := range p.texts() {
		if *text != nil {
			out[name] = **text
		}
	}
	if p.Price != nil {
		out["price"] = catalog.Price{Minor: int64(math.Round(100 * p.Price.Amount)), Currency: p.Price.Currency}
	}
	if p.Stock != nil {
		out["stock"] = *p.Stock
	}
	if p.Rating != nil {
		out["rating"] = *p.Rating
	}
	if p.Ratings != nil {
		out["ratings"] = *p.Ratings
	}
	if p.Options != nil {
		options := make([]catalog.Option, len(p.Options))
		for i, o := range p.Options {
			options[i] = catalog.Option(o)
		}
		out["options"] = options
	}
	for key, v := range p.Attributes {
		r, _ := raw(v) // checked
		out[attribute+key] = r
	}
	return out
}

// Names lists the fields that the patch names, in order; attributes with "attributes."
// before theirs.
func (p *Patch) Names() []string { return slices.Sorted(maps.Keys(p.fields())) }

// Only is the patch without the fields but some that it names.
func (p *Patch) Only(names []string) Patch {
	out := Patch{ID: p.ID, Variant: p.Variant, Version: p.Version}
	for _, name := range names {
		if text := out.texts()[name]; text != nil {
			*text = *p.texts()[name]
			continue
		}
		switch name {
		case "price":
			out.Price = p.Price
		case "stock":
			out.Stock = p.Stock
		case "rating":
			out.Rating = p.Rating
		case "ratings":
			out.Ratings = p.Ratings
		case "options":
			out.Options = p.Options
		default:
			if key, ok := strings.CutPrefix(name, attribute); ok {
				if out.Attributes == nil {
					out.Attributes = map[string]any{}
				}
				out.Attributes[key] = p.Attributes[key]
			}
		}
	}
	return out
}
