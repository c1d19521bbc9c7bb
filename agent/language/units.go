package language

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
)

// Unit is a unit of measure: amounts of one dimension convert by their factors.
type Unit struct {
	Name      string // as a chip spells it
	Dimension string
	Factor    float64 // of the dimension's base unit
}

//go:embed units.tsv
var unitsTable string

//go:embed currencies.tsv
var currenciesTable string

// unitSpellings maps a spelling, its letters joined, to its unit. "in" is missing: it
// is a preposition unless it touches its number, which [UnitAt] checks. So is "a" for
// ampere.
var unitSpellings = func() map[string]Unit {
	m := map[string]Unit{}
	for _, row := range rows("units.tsv", unitsTable, 4) {
		factor, err := strconv.ParseFloat(row[2], 64)
		if err != nil {
			panic(fmt.Sprintf("units.tsv: factor of %s: %v", row[0], err)) // embedded: a test reads it
		}
		for _, s := range strings.Fields(row[3]) {
			u := Unit{row[0], row[1], factor}
			if first, ok := m[s]; ok {
				otherUnits[first] = u
				continue
			}
			m[s] = u
		}
	}
	return m
}()

// otherUnits are the units that are spelled as another one is, by that: ounces of mass and of fluids.
var otherUnits = map[Unit]Unit{}

// In returns the unit of a dimension that is spelled as u is.
func (u Unit) In(dimension string) (Unit, bool) {
	if u.Dimension != dimension {
		u = otherUnits[u]
	}
	return u, u.Dimension == dimension
}

// Others returns an amount of the unit in each unit of its dimension.
func (u Unit) Others(amount float64) (out []float64) {
	for _, o := range unitSpellings {
		if o.Dimension == u.Dimension {
			out = append(out, amount*u.Factor/o.Factor)
		}
	}
	return out
}

// currencyWords are the spellings of currencies, folded. "Pounds" are a weight as
// well: they are money in a shop that sells in them.
var currencyWords = func() map[string]string {
	m := map[string]string{}
	for _, row := range rows("currencies.tsv", currenciesTable, 2) {
		for _, s := range strings.Fields(row[1]) {
			m[s] = row[0]
		}
	}
	return m
}()

// UnitNamed returns the unit that a catalogue spells so ("GB", "inches", "Gb/s"). A
// unit that the table lacks is its own dimension, so that amounts still match when
// shopper and catalogue spell it alike. The empty text is no unit.
func UnitNamed(text string) (Unit, bool) {
	key := ""
	for _, t := range Tokenize(text) {
		if t.Kind != Mark || t.Form == `"` || t.Form == "″" || t.Form == "%" || t.Form == "°" {
			key += t.Stem
		}
	}
	if key == "" {
		return Unit{}, false
	}
	if key == "in" {
		key = "inch"
	}
	if u, ok := unitSpellings[key]; ok {
		return u, true
	}
	return Unit{Name: text, Dimension: "the unit " + key, Factor: 1}, true
}

// IsDimension reports whether the table has units of a dimension.
func IsDimension(name string) bool {
	for _, u := range unitSpellings {
		if u.Dimension == name {
			return true
		}
	}
	return false
}

// UnitAt reads the unit of measure at token j: up to three tokens, the longest that is known;
// next is j where there is none.
func UnitAt(toks []Token, j int) (u Unit, next int) {
	next = j
	if j < len(toks) {
		last := j+1 == len(toks) || toks[j+1].Kind == Mark
		switch {
		case toks[j].Form == "in" && (toks[j].Glued || last): // "27in", but not "27 in black"
			return unitSpellings["inch"], j + 1
		case toks[j].Form == "'" && toks[j].Glued && j+1 < len(toks) && toks[j+1].Form == "'":
			return unitSpellings["inch"], j + 2
		case toks[j].Form == "'" && toks[j].Glued:
			return unitSpellings["ft"], j + 1
		}
	}
	key := ""
	for k := j; k < len(toks) && k < j+3; k++ {
		if k > j && !toks[k].Glued {
			break
		}
		if toks[k].Form != "/" || k == j {
			key += toks[k].Stem
		}
		if found, ok := unitSpellings[key]; ok {
			u, next = found, k+1
		}
	}
	return u, next
}
