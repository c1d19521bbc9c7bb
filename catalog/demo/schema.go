package demo

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
)

// schema is a category as its file spells it. data/demo/README.md is the
// reference for the fields.
type schema struct {
	Category     string                `json:"category"`
	ID           string                `json:"id"`
	Measures     string                `json:"measures"`
	Model        string                `json:"model"`
	Price        priceRule             `json:"price"`
	Missing      map[string]float64    `json:"missing"`
	Brands       []valueRule           `json:"brands"`
	Aspects      map[string]aspectRule `json:"aspects"`
	Titles       []string              `json:"titles"`
	Descriptions descriptionRule       `json:"descriptions"`
}

// priceRule bounds a category's prices, in major units of Currency.
type priceRule struct {
	Currency string  `json:"currency"`
	Typical  float64 `json:"typical"`
	Lowest   float64 `json:"lowest"`
	Highest  float64 `json:"highest"`
	Spread   float64 `json:"spread"`
}

// aspectRule lists an aspect's values, commonest first.
type aspectRule struct {
	Skew          *float64    `json:"skew"`
	Count         []float64   `json:"count"`
	PriceExponent float64     `json:"price_exponent"`
	Values        []valueRule `json:"values"`
}

// valueRule is one value and what it goes with. A file may write a value that
// needs nothing but its name as a plain string.
type valueRule struct {
	Value           string              `json:"value"`
	Phrase          string              `json:"phrase"`
	Price           float64             `json:"price"`
	OnlyIfPreferred bool                `json:"only_if_preferred"`
	Prefers         map[string][]string `json:"prefers"`
	Avoids          map[string][]string `json:"avoids"`
	Rating          float64             `json:"rating"` // of a brand
	Series          []valueRule         `json:"series"` // that a brand makes
}

// descriptionRule holds the sentences descriptions are built from.
type descriptionRule struct {
	Opening []string `json:"opening"`
	Body    []string `json:"body"`
	Closing []string `json:"closing"`
}

// UnmarshalJSON accepts a plain string or an object.
func (v *valueRule) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		*v = valueRule{}
		return json.Unmarshal(b, &v.Value)
	}
	type plain valueRule // without this method
	return decodeStrictly(b, (*plain)(v))
}

// decodeStrictly decodes one JSON value and refuses unknown fields, so that a
// misspelt field is an error and not a rule without effect.
func decodeStrictly(b []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the closing brace")
	}
	return nil
}

// load reads every *.json file at the root of fsys, in the order of their names. That the
// files make sense is for the tests to say, which name every mistake with its place: they
// come with the program.
func load(fsys fs.FS) (*Shop, error) {
	names, err := fs.Glob(fsys, "*.json")
	if err != nil {
		return nil, fmt.Errorf("listing schema files: %w", err)
	}
	var shop Shop
	for _, name := range names {
		s, err := read(fsys, name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		shop.categories = append(shop.categories, compile(s))
	}
	return &shop, nil
}

// read reads one schema file.
func read(fsys fs.FS, name string) (*schema, error) {
	b, err := fs.ReadFile(fsys, name)
	if err != nil {
		return nil, fmt.Errorf("reading: %w", err)
	}
	var s schema
	return &s, decodeStrictly(b, &s)
}
