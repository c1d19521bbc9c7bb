package chart

import (
	"encoding/xml"
	"flag"
	"io"
	"math"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func percent(f float64) string { return tick(f*100) + " %" }

// Every chart in every state worth looking at, with names that are mark-up when they
// are not escaped.
func TestGolden(t *testing.T) {
	const hostile = `<b>"joint" & co</b>`
	for name, c := range map[string]Chart{
		"lines": Lines{Title: hostile, Description: "Two lines.", X: Axis{Label: "turn", Max: 2, Ticks: Steps(0, 2, 1)}, Y: Axis{Label: "share", Max: 1, Ticks: Steps(0, 1, 0.2)},
			Series: []Series{{hostile, []Point{{0, 0, 0, 0}, {1, 0.5, 0.4, 0.6}, {2, 1, 1, 1}}}, {"random", []Point{{0, 0, 0, 0}, {1, 0.25, 0.2, 0.3}, {2, 0.75, 0.7, 0.8}}}}},
		"days": Lines{Title: "Baskets", Description: "By day, with a day of which nothing is known.", X: Axis{Max: 3, Ticks: Steps(0, 3, 1), Names: []string{"1 May", "2 May", "3 May", hostile}}, Y: Scale("share", 0.37, percent),
			Series: []Series{{"now", []Point{{X: 0, Y: 0.1}, {X: 1, Y: 0.2}, {X: 2, Y: math.NaN()}, {X: 3, Y: 0.37}}}}},
		"bars": Bars{Title: "Shares", Description: "By name.", Label: "share", Max: 0.5, Names: []string{"colour", hostile},
			Bars: []Series{{"asked", []Point{{Y: 0.5, Low: 0.4, High: 0.5}, {Y: 0.25}}}, {"in the catalogue", []Point{{Y: 0.1}, {Y: math.NaN()}}}}},
		"differences": Bars{Title: "Effects", Description: "By name.", Label: "difference", Min: -0.5, Max: 0.5, Spell: percent, Names: []string{"colour", "size"},
			Bars: []Series{{"effect", []Point{{Y: 0.25, Low: -0.1, High: 0.4}, {Y: -0.25, Low: -0.7, High: -0.1}}}}},
		"empty": Bars{Title: "Nothing", Description: "By name.", Label: "share", Max: 1},
	} {
		t.Run(name, func(t *testing.T) {
			got := strings.ReplaceAll(c.Draw("x"), "><", ">\n<") + "\n"
			for _, k := range c.Keys() {
				got += k.Class + " " + k.Name + " " + k.Sample + "\n"
			}
			file := "testdata/" + name + ".svg"
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
				t.Errorf("%s (-want +got); rewrite it with -update:\n%s", file, diff)
			}
		})
	}
}

var coordinate = regexp.MustCompile(`[( ,"](-?\d+(?:\.\d+)?)`)

// wellFormed reads an SVG and calls see for every attribute.
func wellFormed(t *rapid.T, svg string, see func(element, name, value string)) {
	d := xml.NewDecoder(strings.NewReader(strings.Map(printable, svg)))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatalf("not well-formed: %v\n%s", err, svg)
		}
		if e, ok := token.(xml.StartElement); ok {
			for _, a := range e.Attr {
				see(e.Name.Local, a.Name.Local, a.Value)
			}
		}
	}
}

// printable drops what XML cannot hold; a browser ignores it.
func printable(r rune) rune {
	if r < 0x20 || r == 0xFFFE || r == 0xFFFF {
		return -1
	}
	return r
}

// Whatever the numbers, lines are well-formed XML, and their points lie within.
func TestLinesStayInside(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "points")
		var series []Series
		for range rapid.IntRange(1, 12).Draw(t, "series") {
			s := Series{Name: rapid.String().Draw(t, "name")}
			for x := range n {
				y := rapid.OneOf(rapid.Float64Range(0, 1), rapid.Just(math.NaN())).Draw(t, "y")
				s.Points = append(s.Points, Point{float64(x), y, max(0, y-0.1), min(1, y+0.1)})
			}
			series = append(series, s)
		}
		l := Lines{Title: rapid.String().Draw(t, "title"), X: Axis{Max: float64(n)}, Y: Scale("share", 1, nil), Series: series}
		wellFormed(t, l.Draw("x"), func(_, name, value string) {
			if strings.Contains(value, "NaN") {
				t.Fatalf("%s=%q", name, value)
			}
			if name != "points" {
				return
			}
			for _, m := range coordinate.FindAllStringSubmatch(" "+value, -1) {
				if strings.HasPrefix(m[1], "-") {
					t.Fatalf("a point at %s", m[1])
				}
			}
		})
	})
}

// Bars beyond their axis end at its end, and no width is negative.
func TestBarsStayInside(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s Series
		c := Bars{Title: "t", Min: -rapid.Float64Range(0, 10).Draw(t, "min"), Max: rapid.Float64Range(0.1, 10).Draw(t, "max")}
		for range rapid.IntRange(0, 8).Draw(t, "names") {
			c.Names = append(c.Names, rapid.String().Draw(t, "name"))
			y := rapid.Float64Range(-20, 20).Draw(t, "y")
			s.Points = append(s.Points, Point{Y: y, Low: y - 1, High: y + 1})
		}
		c.Bars = []Series{s}
		wellFormed(t, c.Draw("x"), func(_, name, value string) {
			if (name == "width" || name == "x") && strings.HasPrefix(value, "-") {
				t.Fatalf("%s=%q", name, value)
			}
		})
	})
}

// A scale holds its largest value, has few ticks, and they are round.
func TestScale(t *testing.T) {
	for most, want := range map[float64][]float64{
		1: {0, 0.2, 0.4, 0.6, 0.8, 1}, 4: {0, 1, 2, 3, 4}, 37: {0, 10, 20, 30, 40}, 100: {0, 20, 40, 60, 80, 100},
		1234: {0, 500, 1000, 1500}, 0: {0, 0.2, 0.4, 0.6, 0.8, 1},
	} {
		if diff := cmp.Diff(want, Scale("", most, nil).Ticks, cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-9 })); diff != "" {
			t.Errorf("ticks up to %v (-want +got):\n%s", most, diff)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.Float64Range(1e-6, 1e9).Draw(t, "most")
		a := Scale("", most, nil)
		if a.Max < most*(1-1e-9) || len(a.Ticks) < 3 || len(a.Ticks) > 7 {
			t.Fatalf("up to %v: an axis to %v with %d ticks", most, a.Max, len(a.Ticks))
		}
	})
}

func TestTick(t *testing.T) {
	if got := tick(0.30000000000000004); got != "0.3" {
		t.Errorf("got %q", got)
	}
}
