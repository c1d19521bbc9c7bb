package discover

import "strings"

// A unit is one way to measure a dimension: a value in it times factor, plus
// offset, is the value in the dimension's base unit.
type unit struct {
	symbol string
	dim    string
	factor float64
	offset float64
}

// unitTable lists the units by dimension: symbol, factor to the first of the
// dimension, and other spellings. A spelling is looked up as written first and
// in lower case after that, where the earlier line wins: so "mb" is megabytes
// and "mw" milliwatts. Storage counts in thousands, as its labels do.
var unitTable = []struct {
	dim, symbol string
	factor      float64
	aliases     string
}{
	{"length", "mm", 1, "millimetre millimetres millimeter millimeters"},
	{"length", "cm", 10, "centimetre centimetres centimeter centimeters"},
	{"length", "m", 1000, "metre metres meter meters"},
	{"length", "km", 1e6, "kilometre kilometres"},
	{"length", "in", 25.4, "inch inches \" ″ ” ''"},
	{"length", "ft", 304.8, "feet foot ′ ft."},
	{"length", "µm", 0.001, "um micron microns"},
	{"mass", "g", 1, "gr gram grams"},
	{"mass", "kg", 1000, "kilogram kilograms kgs"},
	{"mass", "mg", 0.001, "milligram"},
	{"mass", "lb", 453.59237, "lbs lb. lbs. pound pounds"},
	{"mass", "oz", 28.349523125, "oz. ounce ounces"},
	{"data", "B", 1, "byte bytes"},
	{"data", "KB", 1e3, "kB"},
	{"data", "MB", 1e6, "Mb megabyte megabytes"},
	{"data", "GB", 1e9, "Gb gigabyte gigabytes"},
	{"data", "TB", 1e12, "Tb terabyte terabytes"},
	{"data", "KiB", 1024, ""},
	{"data", "MiB", 1 << 20, ""},
	{"data", "GiB", 1 << 30, ""},
	{"data", "TiB", 1 << 40, ""},
	{"rate", "bit/s", 1, "bps"},
	{"rate", "kbit/s", 1e3, "kbps"},
	{"rate", "Mbit/s", 1e6, "Mbps Mb/s"},
	{"rate", "Gbit/s", 1e9, "Gbps Gb/s"},
	{"throughput", "MB/s", 1, ""},
	{"throughput", "GB/s", 1000, ""},
	{"time", "s", 1, "sec sec. second seconds"},
	{"time", "ns", 1e-9, ""},
	{"time", "µs", 1e-6, "us"},
	{"time", "ms", 1e-3, "msec"},
	{"time", "min", 60, "min. minute minutes"},
	{"time", "h", 3600, "hr hrs hour hours"},
	{"period", "days", 1, "day"},
	{"period", "weeks", 7, "week"},
	{"calendar", "months", 1, "month"},
	{"calendar", "years", 12, "year yr"},
	{"power", "W", 1, "watt watts"},
	{"power", "mW", 1e-3, ""},
	{"power", "kW", 1e3, ""},
	{"apparent power", "VA", 1, ""},
	{"apparent power", "kVA", 1e3, ""},
	{"voltage", "V", 1, "volt volts"},
	{"voltage", "mV", 1e-3, ""},
	{"voltage", "kV", 1e3, ""},
	{"current", "A", 1, "amp amps"},
	{"current", "mA", 1e-3, ""},
	{"charge", "mAh", 1, ""},
	{"charge", "Ah", 1000, ""},
	{"energy", "Wh", 1, ""},
	{"energy", "kWh", 1000, ""},
	{"frequency", "Hz", 1, ""},
	{"frequency", "kHz", 1e3, ""},
	{"frequency", "MHz", 1e6, ""},
	{"frequency", "GHz", 1e9, ""},
	{"volume", "ml", 1, "millilitre"},
	{"volume", "cl", 10, ""},
	{"volume", "l", 1000, "L litre litres liter liters"},
	{"angle", "°", 1, "degree degrees deg"},
	{"light", "lm", 1, "lumen lumens"},
	{"luminance", "cd/m²", 1, "cd/m2 nits"},
	{"level", "dB", 1, "decibel dB(A) dBA"},
	{"share", "%", 1, "percent"},
	{"rotation", "rpm", 1, "RPM"},
	{"density", "dpi", 1, "DPI"},
	{"frames", "fps", 1, ""},
	{"weight per area", "g/m²", 1, "g/m2 gsm"},
	{"resistance", "Ω", 1, "ohm ohms"},
	{"resistance", "kΩ", 1000, "kohm"},
	{"pixels", "MP", 1, "megapixel megapixels"},
	{"temperature", "°C", 1, "℃"},
	{"USD", "USD", 1, "$ US$"},
	{"EUR", "EUR", 1, "€ euro"},
	{"GBP", "GBP", 1, "£"},
}

var unitExact, unitFolded = indexUnits()

func indexUnits() (exact, folded map[string]unit) {
	exact, folded = make(map[string]unit), make(map[string]unit)
	put := func(spelling string, u unit) {
		exact[spelling] = u
		if low := strings.ToLower(spelling); folded[low].symbol == "" {
			folded[low] = u
		}
	}
	for _, row := range unitTable {
		u := unit{symbol: row.symbol, dim: row.dim, factor: row.factor}
		put(row.symbol, u)
		for _, a := range strings.Fields(row.aliases) {
			put(a, u)
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
