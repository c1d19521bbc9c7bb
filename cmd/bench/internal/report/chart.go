package report

import (
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"
)

// Lines is a chart of series over a number: HIT@10 by turn.
type Lines struct {
	Title  string
	X, Y   Axis
	Series []Series // the first is drawn above the others
}

// Axis names an axis and its range. Ticks are where it is labelled.
type Axis struct {
	Label    string
	Min, Max float64
	Ticks    []float64
}

// Series is one line. Points are joined in their order.
type Series struct {
	Name   string
	Points []Point
}

// Point is a value with its 95 % interval; equal ends mean that there is none.
type Point struct{ X, Y, Low, High float64 }

// The size of a chart in its own units. A phone of 390 pixels shows one unit as
// about one pixel, so that the letters are as large as the page's small print.
const (
	width, height = 360, 250
	left, right   = 40, 12
	top, bottom   = 10, 38
)

// Steps returns ticks from low to high, both included.
func Steps(low, high, step float64) []float64 {
	var out []float64
	for i := 0; ; i++ {
		x := low + float64(i)*step
		if x > high+step/1e6 {
			return out
		}
		out = append(out, x)
	}
}

// share is the axis of most charts.
func share(label string) Axis { return Axis{Label: label, Min: 0, Max: 1, Ticks: Steps(0, 1, 0.2)} }

// ByTurn is a chart of shares by turn, from the first turn given to the last.
func ByTurn(title, label string, from, to int, series []Series) Lines {
	step := math.Ceil(float64(to-from+1) / 11)
	return Lines{
		Title:  title,
		X:      Axis{Label: "turn", Min: float64(from), Max: float64(max(to, from+1)), Ticks: Steps(float64(from), float64(to), step)},
		Y:      share(label),
		Series: series,
	}
}

func (l Lines) series() []string {
	out := make([]string, len(l.Series))
	for i, s := range l.Series {
		out[i] = s.Name
	}
	return out
}

func (l Lines) x(v float64) float64 {
	return left + (v-l.X.Min)/(l.X.Max-l.X.Min)*(width-left-right)
}

func (l Lines) y(v float64) float64 {
	v = min(max(v, l.Y.Min), l.Y.Max)
	return height - bottom - (v-l.Y.Min)/(l.Y.Max-l.Y.Min)*(height-top-bottom)
}

func (l Lines) draw(id string) string {
	var b strings.Builder
	open(&b, id, l.Title, fmt.Sprintf("%s against %s. The table beneath has the numbers.", l.Y.Label, l.X.Label), height)
	for _, t := range l.Y.Ticks {
		fmt.Fprintf(&b, `<line class="grid" x1="%d" x2="%d" y1="%s" y2="%s"/>`, left, width-right, at(l.y(t)), at(l.y(t)))
		fmt.Fprintf(&b, `<text class="tick" x="%d" y="%s" text-anchor="end">%s</text>`, left-6, at(l.y(t)+4), tick(t))
	}
	for _, t := range l.X.Ticks {
		fmt.Fprintf(&b, `<text class="tick" x="%s" y="%d" text-anchor="middle">%s</text>`, at(l.x(t)), height-bottom+16, tick(t))
	}
	fmt.Fprintf(&b, `<line class="axis" x1="%d" x2="%d" y1="%d" y2="%d"/>`, left, width-right, height-bottom, height-bottom)
	fmt.Fprintf(&b, `<text class="label" x="%d" y="%d" text-anchor="middle">%s</text>`, (left+width-right)/2, height-6, html.EscapeString(l.X.Label))
	fmt.Fprintf(&b, `<text class="label" transform="translate(11 %d) rotate(-90)" text-anchor="middle">%s</text>`, (top+height-bottom)/2, html.EscapeString(l.Y.Label))
	for i := len(l.Series) - 1; i >= 0; i-- {
		l.line(&b, i)
	}
	b.WriteString("</svg>")
	return b.String()
}

// line draws one series: whiskers, line and marks.
func (l Lines) line(b *strings.Builder, i int) {
	s := l.Series[i]
	fmt.Fprintf(b, `<g class="s%d">`, i%colours)
	for _, p := range s.Points {
		if p.High > p.Low {
			fmt.Fprintf(b, `<line class="whisker" x1="%s" x2="%s" y1="%s" y2="%s"/>`, at(l.x(p.X)), at(l.x(p.X)), at(l.y(p.Low)), at(l.y(p.High)))
		}
	}
	if len(s.Points) > 1 {
		b.WriteString(`<polyline points="`)
		for j, p := range s.Points {
			if j > 0 {
				b.WriteString(" ")
			}
			b.WriteString(at(l.x(p.X)) + "," + at(l.y(p.Y)))
		}
		b.WriteString(`"/>`)
	}
	for _, p := range s.Points {
		fmt.Fprintf(b, `<g>%s<title>%s</title></g>`, mark(i, l.x(p.X), l.y(p.Y)),
			html.EscapeString(s.Name+", "+l.X.Label+" "+tick(p.X)+": "+Number(p.Y)))
	}
	b.WriteString("</g>")
}

// Bars is a chart of shares by name, one bar a series.
type Bars struct {
	Title string
	Label string // of the axis
	Max   float64
	Names []string // from the top
	Bars  []Series // Points[i].Y belongs to Names[i]
}

func (c Bars) series() []string { return Lines{Series: c.Bars}.series() }

func (c Bars) draw(id string) string {
	const names, thick, gap = 118, 8, 8
	group := thick*len(c.Bars) + gap
	tall := top + group*len(c.Names) + 34
	x := func(v float64) float64 { return names + v/c.Max*(width-names-right) }
	var b strings.Builder
	open(&b, id, c.Title, c.Label+" by name. The table beneath has the numbers.", tall)
	for i := range 5 {
		v := c.Max * float64(i) / 4
		fmt.Fprintf(&b, `<line class="grid" x1="%s" x2="%s" y1="%d" y2="%d"/>`, at(x(v)), at(x(v)), top, tall-34)
		fmt.Fprintf(&b, `<text class="tick" x="%s" y="%d" text-anchor="middle">%s</text>`, at(x(v)), tall-20, tick(v))
	}
	fmt.Fprintf(&b, `<text class="label" x="%d" y="%d" text-anchor="middle">%s</text>`, (names+width-right)/2, tall-5, html.EscapeString(c.Label))
	for n, name := range c.Names {
		y := top + n*group
		fmt.Fprintf(&b, `<text class="tick" x="%d" y="%d" text-anchor="end">%s</text>`, names-6, y+(group-gap)/2+4, html.EscapeString(shorten(name, 19)))
		for i, s := range c.Bars {
			fmt.Fprintf(&b, `<rect class="bar s%d" x="%d" y="%d" width="%s" height="%d"><title>%s</title></rect>`, i%colours, names, y+i*thick,
				at(x(s.Points[n].Y)-names), thick-1, html.EscapeString(s.Name+", "+name+": "+Number(s.Points[n].Y)))
			if p := s.Points[n]; p.High > p.Low {
				mid := at(float64(y+i*thick) + float64(thick-1)/2)
				fmt.Fprintf(&b, `<line class="over" x1="%s" x2="%s" y1="%s" y2="%s"/>`, at(x(p.Low)), at(x(p.High)), mid, mid)
			}
		}
	}
	b.WriteString("</svg>")
	return b.String()
}

func open(b *strings.Builder, id, title, description string, tall int) {
	fmt.Fprintf(b, `<svg viewBox="0 0 %d %d" role="img" aria-labelledby="%s-t %s-d"><title id="%s-t">%s</title><desc id="%s-d">%s</desc>`,
		width, tall, id, id, id, html.EscapeString(title), id, html.EscapeString(description))
}

// colours is how many colours and marks the page's style knows.
const colours = 12

// mark draws a point: series differ by shape too, for eyes that do not tell the
// colours apart.
func mark(i int, x, y float64) string {
	const r = 3.2
	shape := func(points ...float64) string {
		var p []string
		for j := 0; j < len(points); j += 2 {
			p = append(p, at(x+points[j]*r)+","+at(y+points[j+1]*r))
		}
		return `<polygon class="mark" points="` + strings.Join(p, " ") + `"/>`
	}
	switch i % 5 {
	case 1:
		return shape(-0.9, -0.9, 0.9, -0.9, 0.9, 0.9, -0.9, 0.9)
	case 2:
		return shape(0, -1.2, 1.1, 0.8, -1.1, 0.8)
	case 3:
		return shape(0, -1.3, 1.3, 0, 0, 1.3, -1.3, 0)
	case 4:
		return shape(0, 1.2, 1.1, -0.8, -1.1, -0.8)
	}
	return `<circle class="mark" cx="` + at(x) + `" cy="` + at(y) + `" r="` + at(r) + `"/>`
}

// at spells a coordinate: a tenth of a unit is finer than any screen shows.
func at(f float64) string {
	return strings.TrimSuffix(strconv.FormatFloat(f, 'f', 1, 64), ".0")
}

// tick spells an axis's number.
func tick(f float64) string { return strconv.FormatFloat(math.Round(f*1000)/1000, 'f', -1, 64) }

func shorten(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}
