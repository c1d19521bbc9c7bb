package discover

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
)

// A unit is one way to measure a dimension: a value in it times factor, plus
// offset, is the value in the dimension's base unit.
type unit struct {
	symbol string
	dim    string
	factor float64
	offset float64
}

//go:embed units.tsv
var unitTable string

var unitExact, unitFolded = indexUnits()

func indexUnits() (exact, folded map[string]unit) {
	exact, folded = make(map[string]unit), make(map[string]unit)
	put := func(spelling string, u unit) {
		exact[spelling] = u
		if low := strings.ToLower(spelling); folded[low].symbol == "" {
			folded[low] = u
		}
	}
	for line := range strings.Lines(unitTable) {
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") {
			continue
		}
		factor, err := strconv.ParseFloat(row[2], 64)
		if err != nil {
			panic(fmt.Sprintf("units.tsv: factor of %s: %v", row[1], err)) // embedded: a test reads it
		}
		u := unit{symbol: row[1], dim: row[0], factor: factor}
		for _, spelling := range strings.Fields(row[1] + " " + row[3]) {
			put(spelling, u)
		}
	}
	put("°F", unit{symbol: "°F", dim: "temperature", factor: 5. / 9, offset: -160. / 9})
	return exact, folded
}

// lookupUnit returns the unit of a spelling such as "GB", "inches" or "kg".
func lookupUnit(s string) (unit, bool) {
	if u, ok := unitExact[s]; ok {
		return u, true
	}
	if len(s) < 2 {
		return unit{}, false // "b" and "M" mean something else
	}
	u, ok := unitFolded[strings.ToLower(s)]
	return u, ok
}

// convert returns f, measured in from, as measured in to. Both must be of one
// dimension.
func convert(f float64, from, to unit) float64 {
	if from == to {
		return f
	}
	return (f*from.factor + from.offset - to.offset) / to.factor
}

// unitOf resolves a spelling, known or not: an unknown one is a dimension of
// its own.
func unitOf(s string) unit {
	if u, ok := lookupUnit(s); ok {
		return u
	}
	return unit{symbol: s, dim: "=" + s, factor: 1}
}
