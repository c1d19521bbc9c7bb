package picture

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strings"
	"unicode/utf8"
)

// maxTitle is the length at which a title is cut, in characters. A screen
// reader has heard enough by then, and MaxBytes holds.
const maxTitle = 120

// canvas collects the shapes of one picture. Coordinates are whole units of a
// 400 × 400 square, y downwards.
type canvas struct {
	palette
	b    bytes.Buffer
	rand *rand.Rand
}

// newCanvas begins a picture: title, background and a soft disc behind the
// thing.
func newCanvas(title string, p palette, r *rand.Rand) *canvas {
	c := &canvas{palette: p, rand: r}
	c.b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" role="img">`)
	if title = printable(title); title != "" {
		c.b.WriteString("<title>" + escape.Replace(title) + "</title>")
	}
	c.rect(-400, -400, 1200, 1200, 0, c.ground) // beyond the square, for a frame that is wider or higher
	c.circle(200+c.vary(-24, 24), 190+c.vary(-14, 10), 146+c.vary(-8, 8), c.disc)
	return c
}

func (c *canvas) close() []byte {
	c.b.WriteString("</svg>")
	return c.b.Bytes()
}

// vary draws a whole number between low and high, both included.
func (c *canvas) vary(low, high int) int { return low + c.rand.IntN(high-low+1) }

// either is a coin.
func (c *canvas) either() bool { return c.rand.IntN(2) == 0 }

// mirrored draws inside a group that half of the pictures turn left to right.
func (c *canvas) mirrored(draw func()) {
	if c.either() {
		draw()
		return
	}
	c.flipped(draw)
}

// flipped draws turned left to right.
func (c *canvas) flipped(draw func()) {
	c.b.WriteString(`<g transform="matrix(-1 0 0 1 400 0)">`)
	draw()
	c.b.WriteString("</g>")
}

// shadow draws what the thing, in the middle, casts on the floor.
func (c *canvas) shadow(y, rx int) { c.ellipse(200, y, rx, max(rx/11, 5), c.shade) }

func (c *canvas) rect(x, y, w, h, radius int, fill colour) {
	fmt.Fprintf(&c.b, `<rect x="%d" y="%d" width="%d" height="%d"`, x, y, w, h)
	if radius > 0 {
		fmt.Fprintf(&c.b, ` rx="%d"`, radius)
	}
	fmt.Fprintf(&c.b, ` fill="%s"/>`, fill)
}

func (c *canvas) circle(x, y, radius int, fill colour) {
	fmt.Fprintf(&c.b, `<circle cx="%d" cy="%d" r="%d" fill="%s"/>`, x, y, radius, fill)
}

func (c *canvas) ellipse(x, y, rx, ry int, fill colour) {
	fmt.Fprintf(&c.b, `<ellipse cx="%d" cy="%d" rx="%d" ry="%d" fill="%s"/>`, x, y, rx, ry, fill)
}

// path fills an outline; the format holds path commands.
func (c *canvas) path(fill colour, format string, args ...any) {
	c.b.WriteString(`<path d="`)
	fmt.Fprintf(&c.b, format, args...)
	fmt.Fprintf(&c.b, `" fill="%s"/>`, fill)
}

// line strokes a path with round ends.
func (c *canvas) line(stroke colour, width int, format string, args ...any) {
	c.b.WriteString(`<path d="`)
	fmt.Fprintf(&c.b, format, args...)
	fmt.Fprintf(&c.b, `" fill="none" stroke="%s" stroke-width="%d" stroke-linecap="round" stroke-linejoin="round"/>`, stroke, width)
}

// label writes a short word in the middle of the picture.
func (c *canvas) label(y, size int, fill colour, text string) {
	fmt.Fprintf(&c.b, `<text x="200" y="%d" font-size="%d" font-family="system-ui,sans-serif" font-weight="600" text-anchor="middle" fill="%s">%s</text>`,
		y, size, fill, escape.Replace(text))
}

var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;")

// printable cuts a title and drops what XML 1.0 does not allow: control
// characters, surrogates and the two non-characters of the basic plane.
func printable(s string) string {
	var b strings.Builder
	n := 0
	for _, r := range s {
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

func hash(s string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(s)) // never fails
	return h.Sum64()
}
