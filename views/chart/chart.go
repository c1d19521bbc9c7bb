// Package chart draws charts as SVG on the server: [Lines] over a number or over
// days, and [Bars] by name, several series side by side. A chart is a function of
// its numbers alone. What it draws has classes and no styles: the page that shows
// it brings the colours (s0 to s11), light and dark, in its own style sheet.
//
// A chart is a picture with a title and a description for those who do not see it.
// The numbers themselves belong in a table beneath.
package chart

import (
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Chart is something that can be drawn: [Lines] or [Bars].
type Chart interface {
	// Draw returns the SVG; id is unique in the page.
	Draw(id string) string
	// Heading is the chart's title.
	Heading() string
	// Keys are the entries of the chart's legend, one a series.
	Keys() []Key
}

// Key is one entry of a legend.
type Key struct {
	Name   string
	Class  string // of the series: s0 to s11
	Sample string // what the series is drawn with, as the content of an SVG of 24 by 12
}

// Axis names an axis and its range. Ticks are where it is labelled.
type Axis struct {
	Label    string
	Min, Max float64
	Ticks    []float64
	Names    []string             // of the ticks, where they are not numbers; nil: the numbers
	Spell    func(float64) string // how a number of this axis is written; nil: with up to three decimals
}

// Series is one line, or one bar a name.
type Series struct {
	Name   string
	Points []Point
}

// Point is a value with its interval; equal ends mean that there is none. A value
// that is not known is NaN: a line has a gap there, and a bar is missing.
type Point struct{ X, Y, Low, High float64 }

// The size of a chart in its own units. A phone of 390 pixels shows one unit as
// about one pixel, so that the letters are as large as the page's small print.
const (
	width, height           = 360, 250
	marginLeft, marginRight = 40, 12 // marginLeft at least: labels can be wider
	marginTop, marginBottom = 10, 38

	besideTicks = 22 // the axis's name and the gaps beside its labels
	tickWide    = 6  // a letter of a label
)

// colours is how many colours and marks the page's style knows.
const colours = 12

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

// Scale returns an axis from 0 that holds values up to most, with four to six round
// ticks: 1, 2 or 5 times a power of ten apart.
func Scale(label string, most float64, spell func(float64) string) Axis {
	if !(most > 0) || math.IsInf(most, 0) {
		most = 1
	}
	step := math.Pow(10, math.Floor(math.Log10(most/4)))
	for _, by := range []float64{1, 2, 5, 10} {
		if step*by*5 >= most {
			step *= by
			break
		}
	}
	top := step * math.Ceil(most/step-1e-9)
	return Axis{Label: label, Max: top, Ticks: Steps(0, top, step), Spell: spell}
}

// spell writes a number of the axis, by default as the given function does.
func (a Axis) spell(f float64, otherwise func(float64) string) string {
	if a.Spell != nil {
		return a.Spell(f)
	}
	return otherwise(f)
}

// named writes the label of a tick, or of a point where a tick is.
func (a Axis) named(f float64) string {
	for i, t := range a.Ticks {
		if t == f && i < len(a.Names) {
			return a.Names[i]
		}
	}
	return a.spell(f, tick)
}

// halfOf is the room to the right of the last tick: half of its label, which stands
// in its middle.
func halfOf(label string) int { return max(marginRight, utf8.RuneCountInString(label)*tickWide/2) }

// keys makes the legend's entries of series.
func keys(series []Series, sample func(i int) string) []Key {
	out := make([]Key, len(series))
	for i, s := range series {
		out[i] = Key{Name: s.Name, Class: "s" + strconv.Itoa(i%colours), Sample: sample(i)}
	}
	return out
}

func open(b *strings.Builder, id, title, description string, tall int) {
	fmt.Fprintf(b, `<svg viewBox="0 0 %d %d" role="img" aria-labelledby="%s-t %s-d"><title id="%s-t">%s</title><desc id="%s-d">%s</desc>`,
		width, tall, id, id, id, html.EscapeString(title), id, html.EscapeString(description))
}

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

// number spells a value.
func number(f float64) string { return strconv.FormatFloat(f, 'f', 3, 64) }

func shorten(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}
