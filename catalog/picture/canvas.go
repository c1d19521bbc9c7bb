package picture

import (
	"embed"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"text/template"
	"unicode"
	"unicode/utf8"
)

//go:embed drawings
var drawingFiles embed.FS

// templates are the drawings by their names.
var templates = sync.OnceValue(func() *template.Template {
	all := template.New("").Funcs(templateFuncs)
	files, _ := drawingFiles.ReadDir("drawings") // cannot fail: it is embedded
	for _, f := range files {
		text, _ := drawingFiles.ReadFile("drawings/" + f.Name())
		var b strings.Builder
		for line := range strings.Lines(string(text)) {
			b.WriteString(strings.TrimSpace(line))
		}
		template.Must(all.New(strings.TrimSuffix(f.Name(), ".svg")).Parse(b.String()))
	}
	return all
})

// templateFuncs are what drawings reckon with: whole numbers, colours, and what a line
// with round ends looks like.
var templateFuncs = template.FuncMap{
	"add":   func(a int, more ...int) int { return a + sum(more) },
	"sub":   func(a, b int) int { return a - b },
	"mul":   func(a, b int) int { return a * b },
	"div":   func(a, b int) int { return a / b },
	"mod":   func(a, b int) int { return a % b },
	"list":  func(of ...any) []any { return of },
	"steps": steps,

	"hex":   func(s string) colour { c, _ := hexadecimal(s); return c },
	"mix":   colour.mix,
	"white": func() colour { return white }, "ink": func() colour { return ink }, "steel": func() colour { return steel }, "wood": func() colour { return wood },
	"paper": func() colour { return paper }, "coffee": func() colour { return coffee },

	"stroke": func(c colour, width int) string {
		return fmt.Sprintf(`fill="none" stroke="%s" stroke-width="%d" stroke-linecap="round" stroke-linejoin="round"`, c, width)
	},
}

func sum(of []int) (n int) {
	for _, v := range of {
		n += v
	}
	return n
}

// steps returns the numbers from the first to before the end, by so much each.
func steps(from, end, by int) (out []int) {
	for ; from < end; from += by {
		out = append(out, from)
	}
	return out
}

// canvas is what a drawing is made for: the product's colours, what it is called, and
// chance.
type canvas struct {
	palette
	rand            *rand.Rand
	category, title string
}

// Vary draws a whole number between low and high, both included.
func (c *canvas) Vary(low, high int) int { return low + c.rand.IntN(high-low+1) }

// Either is a coin.
func (c *canvas) Either() bool { return c.rand.IntN(2) == 0 }

// Turned begins a group that is turned left to right, in half of the pictures; else it is
// empty.
func (c *canvas) Turned() string {
	if c.Either() {
		return ""
	}
	return `<g transform="matrix(-1 0 0 1 400 0)">`
}

// Shadow draws what the thing, in the middle, casts on the floor.
func (c *canvas) Shadow(y, rx int) string {
	return fmt.Sprintf(`<ellipse cx="200" cy="%d" rx="%d" ry="%d" fill="%s"/>`, y, rx, max(rx/11, 5), c.Shade)
}

// Mentions reports whether the title contains one of the words.
func (c *canvas) Mentions(words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(strings.ToLower(c.title), w) })
}

// Hue is a colour that belongs to the category.
func (c *canvas) Hue() colour { return fromHue(float64(hash(c.category)%360), 0.3, 0.62) }

// maxTitle is the length at which a title is cut, in characters. A screen
// reader has heard enough by then, and MaxBytes holds.
const maxTitle = 120

// Title cuts the title and drops what XML 1.0 does not allow: control characters,
// surrogates and the two non-characters of the basic plane.
func (c *canvas) Title() string {
	var b strings.Builder
	n := 0
	for _, r := range c.title {
		if n == maxTitle {
			b.WriteString("…")
			break
		}
		if r < ' ' || r == utf8.RuneError || r == 0xFFFE || r == 0xFFFF || r >= 0x7F && r < 0xA0 {
			continue
		}
		b.WriteRune(r)
		n++
	}
	return strings.TrimSpace(b.String())
}

// Initials returns the first letters of up to two words of the category's last
// level or, where that has none, of the title.
func (c *canvas) Initials() string {
	for _, text := range []string{c.category[strings.LastIndexByte(c.category, '>')+1:], c.title} {
		var letters []rune
		for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			first, _ := utf8.DecodeRuneInString(word)
			if len(letters) < 2 && first != unicode.ReplacementChar {
				letters = append(letters, unicode.ToUpper(first))
			}
		}
		if len(letters) > 0 {
			return string(letters)
		}
	}
	return ""
}
