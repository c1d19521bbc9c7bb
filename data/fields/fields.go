// Package fields holds what shops call the fields of their feeds, how they write
// that a value is absent, and how they write currencies: tables that a person can
// correct without reading code.
package fields

import _ "embed"

// Names is JSON: "entity" lists words that only say "product"; "concepts" maps what a
// field can mean to the words for it by language, without case, accents or separators
// ("=word": only as the whole name); "filler" and "telling" list words that say nothing of
// a field, and words that tell a language;
// "placeholders" lists the texts that stand for no value.
//
//go:embed names.json
var Names []byte

// Currencies is JSON: by ISO 4217 code the "marks" that stand beside amounts, the
// top-level "domains" of countries that pay in it, the "languages" whose shops mostly
// do, and whether its prices are "whole" numbers.
//
//go:embed currencies.json
var Currencies []byte

// Weights is JSON: by role the weight of each feature, as fitted by the test
// TestFitWeights of catalog/feed.
//
//go:embed weights.json
var Weights []byte
