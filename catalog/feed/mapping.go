package feed

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"shopclerk/catalog/discover"
)

// Mapping says what the fields of a feed mean. Names of fields match whatever
// their letter case and whether words are joined by "_", "-" or a space; fields
// of nested objects are reached by dots ("price.value").
//
// The zero value maps nothing; a mapping needs at least a title.
type Mapping struct {
	Name string `json:"name,omitempty"` // of the feed, for messages
	Note string `json:"note,omitempty"` // for the people who keep the file; not used
	// Format names a known shop's format, in which a product takes several rows or
	// objects: its parts are brought together before the fields are looked at.
	Format string   `json:"format,omitempty"`
	Files  []string `json:"files,omitempty"` // patterns of base names: in folders and archives only these are read (the name without .gz); empty means every feed file
	Skip   []string `json:"skip,omitempty"`  // patterns of base names that are never read

	ID          Fields `json:"id,omitempty"` // empty: ids are derived from file, title and attributes
	Title       Fields `json:"title"`
	Description Fields `json:"description,omitempty"`

	Category          Fields            `json:"category,omitempty"`
	CategorySeparator string            `json:"category_separator,omitempty"` // between levels of the path; default ">"
	CategoryList      string            `json:"category_list,omitempty"`      // between several categories of one product, of which the first is taken that Categories does not rename to ""
	CategoryDepth     int               `json:"category_depth,omitempty"`     // levels of the path that are kept; 0 means all
	CategoryFrom      string            `json:"category_from,omitempty"`      // "file": the file's name is the category where no field says it
	Categories        map[string]string `json:"categories,omitempty"`         // the feed's name for a category (or the file's stem) to the path it shall have

	Brand     Fields   `json:"brand,omitempty"`
	BrandFrom string   `json:"brand_from,omitempty"` // "title": the title begins with the brand where no field says it
	Brands    []string `json:"brands,omitempty"`     // brands of several words, for BrandFrom

	Price  *PriceRule  `json:"price,omitempty"`
	Image  Fields      `json:"image,omitempty"`
	Link   Fields      `json:"link,omitempty"`
	Rating *RatingRule `json:"rating,omitempty"`
	Stock  Fields      `json:"stock,omitempty"` // a number of pieces, a boolean or a text such as "in stock"
	Group  Fields      `json:"group,omitempty"` // products that agree in it are variants of one product

	// StockReversed says that Stock is a yes where there is none: "outOfStock".
	StockReversed bool `json:"stock_reversed,omitempty"`

	Attributes Attributes `json:"attributes"`
}

// PriceRule says where the price stands and how to read it.
type PriceRule struct {
	Field         Fields `json:"field"`
	Unit          string `json:"unit,omitempty"`             // "major" (default): 12.5 is twelve and a half; "minor": 1250 is; "micro": 12500000 is
	Currency      string `json:"currency,omitempty"`         // ISO 4217, where the value does not say it, as "12.50 USD" does
	CurrencyField Fields `json:"currency_field,omitempty"`   // a field that holds the currency
	Assumed       string `json:"assumed_currency,omitempty"` // ISO 4217, where nothing says it: a guess from addresses or language
	Decimal       string `json:"decimal,omitempty"`          // "," or ".": the decimal sign of texts; empty leaves it to each value
}

// RatingRule says where the rating stands and of how many points it is.
type RatingRule struct {
	Field Fields  `json:"field"`
	Scale float64 `json:"scale,omitempty"` // the best rating; default 5
	Count Fields  `json:"count,omitempty"` // number of ratings
}

// Attributes says which fields are attributes and how to treat them. A field
// with a role of its own is an attribute only when Include names it in full.
type Attributes struct {
	Include    []string                   `json:"include,omitempty"` // patterns ("attr_*"); empty means every field
	Exclude    []string                   `json:"exclude,omitempty"` // patterns, stronger than Include
	Fields     map[string]Rule            `json:"fields,omitempty"`
	ByCategory map[string]map[string]Rule `json:"by_category,omitempty"` // category path → field → rule that replaces the one in Fields
}

// Rule says how to treat one field.
type Rule struct {
	Label  string `json:"label,omitempty"`  // as a shopper reads it
	Unit   string `json:"unit,omitempty"`   // of the numbers
	Ignore bool   `json:"ignore,omitempty"` // keep it on the record, but have discovery leave it out

	As        string            `json:"as,omitempty"`        // "text": numbers are names (a 5.1 speaker set), and two of them no range; "details": "section:name:value" texts, an attribute each
	Values    map[string]string `json:"values,omitempty"`    // the feed's spelling to a better one; to "" drops the value
	Separator string            `json:"separator,omitempty"` // splits texts into lists

	Parts []Part `json:"parts,omitempty"` // of lists, by position: an attribute each; a single value is of the last part
	Total *Part  `json:"total,omitempty"` // of the parts: one more attribute, the product of the numbers (2 modules of 8 GB are 16 GB)
}

// Part names one attribute that a split field yields.
type Part struct {
	Key    string            `json:"key"` // empty leaves this position out
	Label  string            `json:"label,omitempty"`
	Unit   string            `json:"unit,omitempty"`
	Values map[string]string `json:"values,omitempty"` // as Rule.Values
}

// Hints returns what discovery is to know of the attributes of a category's products, by
// attribute key. The empty category yields the hints that hold everywhere.
func (m Mapping) Hints(category string) map[string]discover.Hint {
	hints := map[string]discover.Hint{}
	add := func(rules map[string]Rule) {
		for _, key := range slices.Sorted(maps.Keys(rules)) {
			r := rules[key]
			parts := r.Parts
			if r.Total != nil {
				parts = append(slices.Clone(parts), *r.Total)
			}
			for _, p := range parts {
				if p.Key != "" {
					hints[p.Key] = discover.Hint{Label: p.Label, Unit: p.Unit, Ignore: r.Ignore}
				}
			}
			if len(r.Parts) == 0 {
				hints[key] = discover.Hint{Label: r.Label, Unit: r.Unit, Ignore: r.Ignore}
			}
		}
	}
	add(m.Attributes.Fields)
	if category != "" {
		add(m.Attributes.ByCategory[category])
	}
	return hints
}

// ParseMapping reads a mapping from JSON. A key it does not know is an error
// that names the key, because a misspelt role would be silently without effect.
func ParseMapping(r io.Reader) (Mapping, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxMappingSize))
	if err != nil {
		return Mapping{}, fmt.Errorf("reading mapping: %w", err)
	}
	var m Mapping
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&m); err != nil {
		return Mapping{}, mappingError(data, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return Mapping{}, errors.New("reading mapping: text after the end of the mapping")
	}
	if err := m.Validate(); err != nil {
		return Mapping{}, fmt.Errorf("reading mapping: %w", err)
	}
	return m, nil
}

// mappingError adds the line, or what a mapping may hold, to an error of decoding.
func mappingError(data []byte, err error) error {
	offset := int64(-1)
	if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
		offset = syntax.Offset
	}
	if kind := (*json.UnmarshalTypeError)(nil); errors.As(err, &kind) {
		offset = kind.Offset
	}
	if offset < 0 {
		return fmt.Errorf("reading mapping: %w (a mapping knows these keys: %s)", err, knownKeys)
	}
	line := 1 + bytes.Count(data[:min(int64(len(data)), offset)], []byte("\n"))
	return fmt.Errorf("reading mapping, line %d: %w", line, err)
}

// maxMappingSize is far above any mapping a person keeps; it stops a feed handed
// over as a mapping by mistake from being read into memory.
const maxMappingSize = 4 << 20

const knownKeys = "name, note, format, files, skip, id, title, description, category, category_separator, category_list, category_depth, category_from, categories, " +
	"brand, brand_from, brands, price {field, unit, currency, currency_field, assumed_currency, decimal}, image, link, rating {field, scale, count}, stock, stock_reversed, group, " +
	"attributes {include, exclude, fields, by_category}; a field's rule knows label, unit, ignore, as, values, separator, parts, total"

// Validate reports everything that is wrong with the mapping.
func (m Mapping) Validate() error {
	var errs []error
	bad := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	if len(m.Title) == 0 {
		bad(`"title" names no field: every product needs a title`)
	}
	price := PriceRule{Field: Fields{""}}
	if m.Price != nil {
		price = *m.Price
	}
	if len(price.Field) == 0 {
		bad(`"price" names no field`)
	}
	code := `a code of three capital letters such as "USD"`
	for _, c := range []struct {
		key, value, is string
		ok             bool
	}{
		{"category_from", m.CategoryFrom, `"file" or absent`, m.CategoryFrom == "file"},
		{"brand_from", m.BrandFrom, `"title" or absent`, m.BrandFrom == "title"},
		{"format", m.Format, "one of " + strings.Join(presetNames(), ", "), presetNamed(m.Format) != nil},
		{"price.unit", price.Unit, `"major" (12.50), "minor" (1250) or "micro" (12500000)`, slices.Contains([]string{"major", "minor", "micro"}, price.Unit)},
		{"price.currency", price.Currency, code, isCurrency(price.Currency)},
		{"price.assumed_currency", price.Assumed, code, isCurrency(price.Assumed)},
		{"price.decimal", price.Decimal, `"." or ","`, price.Decimal == "." || price.Decimal == ","},
	} {
		if c.value != "" && !c.ok {
			bad("%q is %s, not %q", c.key, c.is, c.value)
		}
	}
	if r := m.Rating; r != nil && (len(r.Field) == 0 || r.Scale < 0) {
		bad(`"rating" needs a field and a positive scale`)
	}
	for _, name := range slices.Sorted(maps.Keys(m.Attributes.Fields)) {
		errs = append(errs, m.Attributes.Fields[name].validate(name))
	}
	for _, category := range slices.Sorted(maps.Keys(m.Attributes.ByCategory)) {
		rules := m.Attributes.ByCategory[category]
		for _, name := range slices.Sorted(maps.Keys(rules)) {
			errs = append(errs, rules[name].validate(category+": "+name))
		}
	}
	return errors.Join(errs...)
}

func (r Rule) validate(name string) error {
	if r.Total != nil && len(r.Parts) == 0 {
		return fmt.Errorf(`attribute %q: "total" goes with "parts"`, name)
	}
	if r.As != "" && r.As != "text" && r.As != "details" {
		return fmt.Errorf(`attribute %q: "as" is "text" or "details", not %q`, name, r.As)
	}
	return nil
}

// reads reports whether a file or archive member of this base name, found in a
// folder or an archive, belongs to the feed.
func (m Mapping) reads(base string) bool {
	return !m.skips(base) && (len(m.Files) == 0 || matchesAny(m.Files, base))
}

// readsFile is reads for a file of a folder: a .zip is opened whatever its name,
// for its members have theirs.
func (m Mapping) readsFile(base string) bool {
	return !m.skips(base) && (strings.HasSuffix(strings.ToLower(base), ".zip") || m.reads(containerBase(base)))
}

// skips reports whether the mapping leaves out every file of this base name.
func (m Mapping) skips(base string) bool { return matchesAny(m.Skip, base) }
