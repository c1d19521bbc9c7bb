package chart

import (
	"fmt"
	"html"
	"math"
	"strings"
	"unicode/utf8"
)

// Lines is a chart of series over a number: HIT@10 by turn, conversations by day.
type Lines struct {
	Title       string
	Description string // what is shown, in words
	X, Y        Axis
	Series      []Series // the first is drawn above the others
}

// mostMarks is how many points of a line get a mark and a text of their own: marks
// of 6 units on the 308 of the chart's width touch beyond it.
const mostMarks = 45

// Heading implements [Chart].
func (l Lines) Heading() string { return l.Title }

// Keys implements [Chart].
func (l Lines) Keys() []Key {
	return keys(l.Series, func(i int) string {
		return `<line class="sample" x1="1" x2="23" y1="6" y2="6"/>` + mark(i, 12, 6)
	})
}

// left is the room for the labels of the axis on the left.
func (l Lines) left() int {
	longest := 0
	for _, t := range l.Y.Ticks {
		longest = max(longest, utf8.RuneCountInString(l.Y.named(t)))
	}
	return max(marginLeft, besideTicks+longest*tickWide)
}

func (l Lines) x(v float64) float64 {
	from, room := float64(l.left()), marginRight
	if n := len(l.X.Names); n > 0 {
		room = halfOf(l.X.Names[n-1]) // which may stand at the end
	}
	return from + (v-l.X.Min)/(l.X.Max-l.X.Min)*(width-float64(room)-from)
}

func (l Lines) y(v float64) float64 {
	v = min(max(v, l.Y.Min), l.Y.Max)
	return height - marginBottom - (v-l.Y.Min)/(l.Y.Max-l.Y.Min)*(height-marginTop-marginBottom)
}

// Draw implements [Chart].
func (l Lines) Draw(id string) string {
	left := l.left()
	var b strings.Builder
	open(&b, id, l.Title, l.Description, height)
	for _, t := range l.Y.Ticks {
		fmt.Fprintf(&b, `<line class="grid" x1="%d" x2="%d" y1="%s" y2="%s"/>`, left, width-marginRight, at(l.y(t)), at(l.y(t)))
		fmt.Fprintf(&b, `<text class="tick" x="%d" y="%s" text-anchor="end">%s</text>`, left-6, at(l.y(t)+4), html.EscapeString(l.Y.named(t)))
	}
	for _, t := range l.X.Ticks {
		fmt.Fprintf(&b, `<text class="tick" x="%s" y="%d" text-anchor="middle">%s</text>`, at(l.x(t)), height-marginBottom+16, html.EscapeString(l.X.named(t)))
	}
	fmt.Fprintf(&b, `<line class="axis" x1="%d" x2="%d" y1="%d" y2="%d"/>`, left, width-marginRight, height-marginBottom, height-marginBottom)
	fmt.Fprintf(&b, `<text class="label" x="%d" y="%d" text-anchor="middle">%s</text>`, (left+width-marginRight)/2, height-6, html.EscapeString(l.X.Label))
	fmt.Fprintf(&b, `<text class="label" transform="translate(11 %d) rotate(-90)" text-anchor="middle">%s</text>`, (marginTop+height-marginBottom)/2, html.EscapeString(l.Y.Label))
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
	l.path(b, s.Points)
	for _, p := range s.Points {
		if len(s.Points) > mostMarks || math.IsNaN(p.Y) {
			continue
		}
		fmt.Fprintf(b, `<g>%s<title>%s</title></g>`, mark(i, l.x(p.X), l.y(p.Y)),
			html.EscapeString(s.Name+", "+strings.TrimSpace(l.X.Label+" "+l.X.named(p.X))+": "+l.Y.spell(p.Y, number)))
	}
	b.WriteString("</g>")
}

// path joins neighbouring points that are known.
func (l Lines) path(b *strings.Builder, points []Point) {
	var run []string
	draw := func() {
		if len(run) > 1 {
			b.WriteString(`<polyline points="` + strings.Join(run, " ") + `"/>`)
		}
		run = run[:0]
	}
	for _, p := range points {
		if math.IsNaN(p.Y) {
			draw()
			continue
		}
		run = append(run, at(l.x(p.X))+","+at(l.y(p.Y)))
	}
	draw()
}
