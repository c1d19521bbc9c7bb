package catalog

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Condition is a test of one aspect: true of a product when any of its values is
// among Values, or, for a [Numeric] aspect, when its number (or any part of its
// range) lies within Range. A product without a value meets no condition.
type Condition struct {
	Key    string   `json:"key"`
	Values []string `json:"values,omitempty"` // any of, compared with [Same]
	Range  *Range   `json:"range,omitempty"`  // set for Numeric aspects only
}

// Range is the half-open interval [Low, High); a nil bound is open. Closed makes
// the upper bound part of the range, as in "at most 50".
type Range struct {
	Low    *float64 `json:"low,omitempty"`
	High   *float64 `json:"high,omitempty"`
	Closed bool     `json:"closed,omitempty"`
}

// Between returns the range from low up to but not including high; an infinite
// bound is open.
func Between(low, high float64) *Range {
	r := &Range{}
	if !math.IsInf(low, -1) {
		r.Low = &low
	}
	if !math.IsInf(high, 1) {
		r.High = &high
	}
	return r
}

// AtMost returns the range of everything up to and including high.
func AtMost(high float64) *Range { return &Range{High: &high, Closed: true} }

// AtLeast returns the range of everything from low on.
func AtLeast(low float64) *Range { return &Range{Low: &low} }

// Bounds returns the range's bounds, infinite where open.
func (r *Range) Bounds() (low, high float64) {
	low, high = math.Inf(-1), math.Inf(1)
	if r.Low != nil {
		low = *r.Low
	}
	if r.High != nil {
		high = *r.High
	}
	return low, high
}

// Overlaps reports whether the closed interval [a, b] and the range share a
// number. For a single number a equals b.
func (r *Range) Overlaps(a, b float64) bool {
	low, high := r.Bounds()
	if r.Closed {
		return b >= low && a <= high
	}
	return b >= low && a < high
}

// Holds reports whether a product's values of the condition's aspect meet it.
func (c *Condition) Holds(values []Value) bool {
	if len(values) == 0 {
		return false
	}
	if c.Range != nil {
		a := values[0].Number
		return c.Range.Overlaps(a, values[len(values)-1].Number)
	}
	return slices.ContainsFunc(values, func(v Value) bool {
		return slices.ContainsFunc(c.Values, func(w string) bool { return Same(v.Text, w) })
	})
}

// Same reports whether two texts name the same value: letter case does not
// matter. Discovery has already merged spellings that differ in spacing.
func Same(a, b string) bool { return a == b || FoldCase(a) == FoldCase(b) }

// FoldCase is the form of a text under which [Same] compares; the store keeps it
// beside each value so that SQL and shelves agree.
func FoldCase(s string) string { return strings.ToLower(s) }

// Capital gives a text the capital of a label.
func Capital(text string) string {
	_, size := utf8.DecodeRuneInString(text)
	return strings.ToUpper(text[:size]) + text[size:]
}

// Of returns the product's values of an aspect, nil when it has none.
func (p *Product) Of(key string) []Value {
	i, ok := slices.BinarySearchFunc(p.Attributes, key, func(a Attribute, k string) int {
		return strings.Compare(a.Key, k)
	})
	if !ok {
		return nil
	}
	return p.Attributes[i].Values
}

// FormatNumber spells a number as a shopper reads it: no exponent, at most three
// decimals, thousands not grouped (they differ by country).
func FormatNumber(f float64) string {
	return strconv.FormatFloat(math.Round(f*1000)/1000, 'f', -1, 64)
}

// Demand is a condition that must hold, or must not.
type Demand struct {
	Condition Condition
	Not       bool
}
