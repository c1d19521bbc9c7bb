package understand

import "strings"

// unit is a unit of measure: amounts of one dimension convert by their factors.
type unit struct {
	name      string // as a chip spells it
	dimension string
	factor    float64 // of the dimension's base unit
}

// unitTable lists the units a shopper names, with their spellings. Storage is
// decimal, as on the box. "in" is missing: it is a preposition unless it touches
// its number, which [unitAt] checks. So is "a" for ampere.
var unitTable = []struct {
	unit
	spellings string
}{
	{unit{"mm", "length", 0.001}, "mm millimeter millimetre"},
	{unit{"cm", "length", 0.01}, "cm centimeter centimetre"},
	{unit{"m", "length", 1}, "m meter metre mtr"},
	{unit{"km", "length", 1000}, "km kilometer kilometre"},
	{unit{"in", "length", 0.0254}, "inch inche inches ″ ” \""},
	{unit{"ft", "length", 0.3048}, "ft foot feet ′"},
	{unit{"yd", "length", 0.9144}, "yd yard"},
	{unit{"mg", "mass", 1e-6}, "mg milligram"},
	{unit{"g", "mass", 0.001}, "g gram gramme gr"},
	{unit{"kg", "mass", 1}, "kg kilo kilogram kgs"},
	{unit{"lb", "mass", 0.45359237}, "lb lbs pound"},
	{unit{"oz", "mass", 0.028349523125}, "oz ounce"},
	{unit{"KB", "storage", 1e3}, "kb kilobyte"},
	{unit{"MB", "storage", 1e6}, "mb megabyte meg"},
	{unit{"GB", "storage", 1e9}, "gb gigabyte gig gbyte"},
	{unit{"TB", "storage", 1e12}, "tb terabyte tera"},
	{unit{"Hz", "frequency", 1}, "hz hertz"},
	{unit{"kHz", "frequency", 1e3}, "khz kilohertz"},
	{unit{"MHz", "frequency", 1e6}, "mhz megahertz"},
	{unit{"GHz", "frequency", 1e9}, "ghz gigahertz"},
	{unit{"W", "power", 1}, "w watt"},
	{unit{"kW", "power", 1e3}, "kw kilowatt"},
	{unit{"V", "voltage", 1}, "v volt"},
	{unit{"mA", "current", 0.001}, "ma milliamp"},
	{unit{"A", "current", 1}, "amp ampere"},
	{unit{"mAh", "charge", 0.001}, "mah"},
	{unit{"Ah", "charge", 1}, "ah"},
	{unit{"Wh", "energy", 1}, "wh"},
	{unit{"kWh", "energy", 1e3}, "kwh"},
	{unit{"VA", "apparent power", 1}, "va"},
	{unit{"ms", "time", 0.001}, "ms millisecond"},
	{unit{"s", "time", 1}, "s sec second"},
	{unit{"min", "time", 60}, "minute"},
	{unit{"h", "time", 3600}, "h hr hour"},
	{unit{"days", "time", 86400}, "day"},
	{unit{"weeks", "time", 604800}, "week"},
	{unit{"months", "time", 2629746}, "month"},
	{unit{"years", "time", 31556952}, "year yr"},
	{unit{"ml", "volume", 0.001}, "ml milliliter millilitre"},
	{unit{"cl", "volume", 0.01}, "cl centiliter centilitre"},
	{unit{"l", "volume", 1}, "l liter litre ltr"},
	{unit{"gal", "volume", 3.785411784}, "gal gallon"},
	{unit{"Mbit/s", "data rate", 1e6}, "mbps mbits"},
	{unit{"Gbit/s", "data rate", 1e9}, "gbps gbits"},
	{unit{"rpm", "rotation", 1}, "rpm"},
	{unit{"CFM", "airflow", 1}, "cfm"},
	{unit{"dB", "sound level", 1}, "db dba decibel"},
	{unit{"dpi", "resolution", 1}, "dpi"},
	{unit{"ppi", "pixel density", 1}, "ppi"},
	{unit{"px", "pixels", 1}, "px pixel"},
	{unit{"MP", "pixels", 1e6}, "mp megapixel mpx"},
	{unit{"lm", "luminous flux", 1}, "lm lumen"},
	{unit{"nits", "luminance", 1}, "nit nits cdm"},
	{unit{"%", "share", 1}, "% percent"},
	{unit{"°", "angle", 1}, "° deg degree"},
	{unit{"°C", "temperature", 1}, "°c celsius"},
	{unit{"bit", "bits", 1}, "bit"},
	{unit{"MT/s", "transfers", 1}, "mts"},
	{unit{"ppm", "pages", 1}, "ppm"},
}

// unitSpellings maps a spelling, its letters joined, to its unit.
var unitSpellings = func() map[string]unit {
	m := map[string]unit{}
	for _, u := range unitTable {
		for _, s := range strings.Fields(u.spellings) {
			m[s] = u.unit
		}
	}
	return m
}()

// usualUnits are the units of aspects that are measured in one unit wherever
// they are sold, for catalogues that leave the unit out. Sizes, lengths and
// capacities are missing on purpose.
var usualUnits = map[string]string{
	"wattage": "w", "tdp": "w", "voltage": "v", "refresh_rate": "hz", "screen_size": "inch", "display_size": "inch",
	"noise_level": "db", "airflow": "cfm", "rpm": "rpm", "dpi": "dpi", "max_dpi": "dpi", "response_time": "ms",
}

// unitNamed returns the unit that a catalogue spells so ("GB", "inches",
// "Gb/s"). A unit that the table lacks is its own dimension, so that amounts
// still match when shopper and catalogue spell it alike. The empty text is no
// unit.
func unitNamed(text string) (unit, bool) {
	key := ""
	for _, t := range tokenize(text) {
		if t.kind != mark || t.form == `"` || t.form == "″" || t.form == "%" || t.form == "°" {
			key += t.stem
		}
	}
	if key == "" {
		return unit{}, false
	}
	if key == "in" {
		key = "inch"
	}
	if u, ok := unitSpellings[key]; ok {
		return u, true
	}
	return unit{name: text, dimension: "the unit " + key, factor: 1}, true
}
