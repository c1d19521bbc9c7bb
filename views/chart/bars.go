package chart

import (
	"fmt"
	"html"
	"math"
	"strings"
)

// Bars is a chart of values by name, one bar a series. Two series with the same
// names are two distributions side by side.
type Bars struct {
	Title       string
	Description string               // what is shown, in words
	Label       string               // of the axis
	Min, Max    float64              // the axis; Min ≤ 0 ≤ Max, Min < Max. Bars begin at 0
	Spell       func(float64) string // how a value is written; nil: with up to three decimals
	Names       []string             // from the top
	Bars        []Series             // Points[i].Y belongs to Names[i]
}

// Heading implements [Chart].
func (c Bars) Heading() string { return c.Title }

// Keys implements [Chart].
func (c Bars) Keys() []Key {
	return keys(c.Bars, func(int) string { return `<rect class="bar" x="6" y="1" width="12" height="10"/>` })
}

// The layout of bars: the room for names, the thickness of a bar and the gap between
// two names' groups.
const namesWide, thick, gap = 118, 8, 8

// x is where a value lies; what is beyond the axis lies at its end.
func (c Bars) x(v float64) float64 {
	v = min(max(v, c.Min), c.Max)
	room := halfOf(Axis{Spell: c.Spell}.spell(c.Max, tick))
	return namesWide + (v-c.Min)/(c.Max-c.Min)*float64(width-namesWide-room)
}

// Draw implements [Chart].
func (c Bars) Draw(id string) string {
	axis := Axis{Spell: c.Spell}
	group := thick*len(c.Bars) + gap
	tall := marginTop + group*len(c.Names) + 34
	var b strings.Builder
	open(&b, id, c.Title, c.Description, tall)
	for i := range 5 {
		v := c.Min + (c.Max-c.Min)*float64(i)/4
		fmt.Fprintf(&b, `<line class="grid" x1="%s" x2="%s" y1="%d" y2="%d"/>`, at(c.x(v)), at(c.x(v)), marginTop, tall-34)
		fmt.Fprintf(&b, `<text class="tick" x="%s" y="%d" text-anchor="middle">%s</text>`, at(c.x(v)), tall-20, html.EscapeString(axis.spell(v, tick)))
	}
	if c.Min < 0 {
		fmt.Fprintf(&b, `<line class="axis" x1="%s" x2="%s" y1="%d" y2="%d"/>`, at(c.x(0)), at(c.x(0)), marginTop, tall-34)
	}
	fmt.Fprintf(&b, `<text class="label" x="%d" y="%d" text-anchor="middle">%s</text>`, (namesWide+width-marginRight)/2, tall-5, html.EscapeString(c.Label))
	for n, name := range c.Names {
		y := marginTop + n*group
		fmt.Fprintf(&b, `<text class="tick" x="%d" y="%d" text-anchor="end">%s</text>`, namesWide-6, y+(group-gap)/2+4, html.EscapeString(shorten(name, 17)))
		for i, s := range c.Bars {
			c.bar(&b, i, y+i*thick, s.Points[n], s.Name+", "+name)
		}
	}
	b.WriteString("</svg>")
	return b.String()
}

// bar draws one bar with its interval.
func (c Bars) bar(b *strings.Builder, i, y int, p Point, name string) {
	if math.IsNaN(p.Y) {
		return
	}
	from, to := min(c.x(0), c.x(p.Y)), max(c.x(0), c.x(p.Y))
	fmt.Fprintf(b, `<rect class="bar s%d" x="%s" y="%d" width="%s" height="%d"><title>%s</title></rect>`, i%colours, at(from), y,
		at(to-from), thick-1, html.EscapeString(name+": "+Axis{Spell: c.Spell}.spell(p.Y, number)))
	if p.High > p.Low {
		mid := at(float64(y) + float64(thick-1)/2)
		fmt.Fprintf(b, `<line class="over" x1="%s" x2="%s" y1="%s" y2="%s"/>`, at(c.x(p.Low)), at(c.x(p.High)), mid, mid)
	}
}
