package picture

import (
	_ "embed"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
)

// colour is 24-bit RGB.
type colour struct{ r, g, b uint8 }

// String spells the colour as SVG does.
func (c colour) String() string { return fmt.Sprintf("#%02x%02x%02x", c.r, c.g, c.b) }

// mix returns the colour on the way from c to d, t = 0..1.
func (c colour) mix(d colour, t float64) colour {
	step := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + (float64(b)-float64(a))*t)) }
	return colour{step(c.r, d.r), step(c.g, d.g), step(c.b, d.b)}
}

// Luminance is the relative luminance of WCAG 2 without its gamma: close
// enough to tell light from dark.
func (c colour) Luminance() float64 {
	return (0.2126*float64(c.r) + 0.7152*float64(c.g) + 0.0722*float64(c.b)) / 255
}

// saturation is 0 for greys and 1 for pure colours (HSV).
func (c colour) saturation() float64 {
	high, low := max(c.r, c.g, c.b), min(c.r, c.g, c.b)
	if high == 0 {
		return 0
	}
	return float64(high-low) / float64(high)
}

// fromHue returns a colour of hue degrees with the given saturation and
// lightness, 0..1 (HSL).
func fromHue(hue, saturation, lightness float64) colour {
	channel := func(n float64) uint8 {
		k := math.Mod(n+hue/30, 12)
		a := saturation * min(lightness, 1-lightness)
		return uint8(math.Round(255 * (lightness - a*max(-1, min(k-3, 9-k, 1)))))
	}
	return colour{channel(0), channel(8), channel(4)}
}

var (
	white    = colour{255, 255, 255}
	ink      = colour{43, 47, 54}
	steel    = colour{176, 183, 191}
	wood     = colour{201, 160, 113}
	brass    = colour{192, 158, 96}
	graphite = colour{84, 89, 97}
	paper    = colour{250, 248, 243}
	coffee   = colour{78, 50, 38}
)

// palette is what a product's colours give a drawing to work with.
type palette struct {
	Main   colour // the product's first colour
	Deep   colour // main in its own shadow
	Pale   colour // main in the light
	Accent colour // the second colour, or one that goes with main
	Trim   colour // legs, handles and feet: the second colour, or wood or brass
	Seam   colour // details on main
	Metal  colour // fittings
	Ground colour // the background
	Disc   colour // the soft disc on it
	Shade  colour // what the thing casts
}

// unnamed are the colours given to products that name none.
var unnamed = []string{"navy", "sage", "terracotta", "mustard", "petrol", "dusty pink", "graphite", "olive"}

func newPalette(colours []string, r *rand.Rand) palette {
	var named []colour
	for _, text := range colours {
		for _, word := range splitColours(text) {
			named = append(named, parse(word))
		}
	}
	if len(named) == 0 {
		named = append(named, parse(unnamed[r.IntN(len(unnamed))]))
	}
	p := palette{Main: named[0], Metal: steel}
	light := p.Main.Luminance()
	p.Deep = p.Main.mix(colour{20, 22, 40}, 0.22)
	p.Pale = p.Main.mix(white, 0.28)
	p.Seam = p.Main.mix(colour{15, 17, 30}, 0.45)
	if light < 0.22 { // dark things show their folds in lighter tones
		p.Deep = p.Main.mix(colour{0, 0, 0}, 0.3)
		p.Pale = p.Main.mix(white, 0.2)
		p.Seam = p.Main.mix(white, 0.42)
	}
	p.Trim = []colour{wood, brass, graphite}[r.IntN(3)]
	switch {
	case len(named) > 1:
		p.Accent, p.Trim = named[1], named[1]
	case light > 0.72:
		p.Accent = wood
	default:
		p.Accent = paper
	}
	p.background(light)
	return p
}

// background chooses a quiet ground on which the main colour stands out: its
// own tint for a colour, a blue-grey for white and pale things, a warm grey for
// greys and black.
func (p *palette) background(light float64) {
	switch {
	case light > 0.8:
		p.Ground, p.Disc = colour{197, 207, 217}, colour{211, 219, 227}
	case p.Main.saturation() < 0.16:
		p.Ground = colour{236, 232, 225}
	default:
		p.Ground = p.Main.mix(white, 0.82).mix(colour{240, 238, 233}, 0.25)
	}
	if p.Disc == (colour{}) {
		p.Disc = p.Ground.mix(white, 0.45)
	}
	p.Shade = p.Ground.mix(colour{40, 44, 60}, 0.2)
}

// splitColours takes apart what feeds write into one field: "Black / Red",
// "white, navy and grey".
func splitColours(text string) []string {
	// Nothing real is longer; the rest of a hostile value is not worth reading.
	text = strings.ToLower(text[:min(len(text), 80)])
	text = strings.NewReplacer(" and ", ",", "/", ",", "&", ",", ";", ",", "+", ",", "|", ",").Replace(text)
	var words []string
	for word := range strings.SplitSeq(text, ",") {
		if word = strings.Join(strings.Fields(word), " "); word != "" {
			words = append(words, word)
		}
	}
	return words
}

// parse reads a colour's name: a known one, a hexadecimal one, a known one with
// words before it ("dark forest green"), or a hue of its own from its letters.
func parse(name string) colour {
	if c, ok := hexadecimal(name); ok {
		return c
	}
	if c, ok := namedColours[name]; ok {
		return c
	}
	words := strings.Fields(name)
	for i := 1; i < len(words); i++ { // the longest known ending
		if c, ok := namedColours[strings.Join(words[i:], " ")]; ok {
			return c.modified(words[:i])
		}
	}
	for i := len(words) - 1; i >= 0; i-- { // any known word
		if c, ok := namedColours[words[i]]; ok {
			return c.modified(words[:i])
		}
	}
	return fromHue(float64(hash(name)%360), 0.35, 0.55)
}

// modified applies the words before a colour's name.
func (c colour) modified(words []string) colour {
	for _, w := range words {
		switch w {
		case "dark", "deep", "midnight":
			c = c.mix(colour{}, 0.35)
		case "light", "pale", "soft", "pastel":
			c = c.mix(white, 0.45)
		case "bright", "neon", "electric":
			c = fromVivid(c)
		}
	}
	return c
}

// fromVivid stretches a colour to full saturation.
func fromVivid(c colour) colour {
	high, low := float64(max(c.r, c.g, c.b)), float64(min(c.r, c.g, c.b))
	if high == low {
		return c
	}
	stretch := func(v uint8) uint8 { return uint8(math.Round((float64(v) - low) / (high - low) * 255)) }
	return c.mix(colour{stretch(c.r), stretch(c.g), stretch(c.b)}, 0.7)
}

func hash(s string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(s)) // never fails
	return h.Sum64()
}

// hexadecimal reads #rgb and #rrggbb.
func hexadecimal(s string) (colour, bool) {
	digits, ok := strings.CutPrefix(s, "#")
	if !ok || len(digits) != 3 && len(digits) != 6 {
		return colour{}, false
	}
	if len(digits) == 3 {
		digits = strings.Join([]string{digits[:1], digits[:1], digits[1:2], digits[1:2], digits[2:], digits[2:]}, "")
	}
	n, err := strconv.ParseUint(digits, 16, 32)
	if err != nil {
		return colour{}, false
	}
	return colour{uint8(n >> 16), uint8(n >> 8), uint8(n)}, true
}

// Named returns the colour of a name, as SVG and CSS write it, such as "#38679d". It
// reports false for a name that is not known to be one.
func Named(name string) (string, bool) {
	parts := splitColours(name)
	if len(parts) == 0 {
		return "", false
	}
	first := parts[0]
	if english, ok := colourTranslations[first]; ok {
		first = english
	}
	known := false
	for w := range strings.FieldsSeq(first) {
		_, ok := namedColours[w]
		known = known || ok
	}
	_, whole := namedColours[first]
	_, number := hexadecimal(first)
	if !known && !whole && !number {
		return "", false
	}
	return parse(first).String(), true
}

//go:embed colours.tsv
var colourTable string

// namedColours maps the colour words of shops to colours, foreign common words of other
// languages to them.
var namedColours, colourTranslations = readColours()

func readColours() (names map[string]colour, foreign map[string]string) {
	names, foreign = map[string]colour{}, map[string]string{}
	for line := range strings.Lines(colourTable) {
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") {
			continue
		}
		shade, ok := hexadecimal(row[1])
		if !ok {
			panic("colours.tsv: " + row[0] + " has no shade") // embedded: a test reads it
		}
		names[row[0]] = shade
		for _, word := range row[2:] {
			foreign[word] = row[0]
		}
	}
	return names, foreign
}
