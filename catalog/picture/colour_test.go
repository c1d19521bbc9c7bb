package picture

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestParse(t *testing.T) {
	for _, test := range []struct {
		name string
		want colour
	}{
		{"navy", namedColours["navy"]},
		{"rose gold", namedColours["rose gold"]},
		{"brushed gold", namedColours["gold"]},
		{"navy melange", namedColours["navy"]},
		{"dark forest green", namedColours["forest green"].mix(colour{}, 0.35)},
		{"light navy", namedColours["navy"].mix(white, 0.45)},
		{"#0af", colour{0, 170, 255}},
		{"#10aaff", colour{16, 170, 255}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := parse(test.name); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

func TestParseGivesUnknownNamesAHueOfTheirOwn(t *testing.T) {
	seen := map[colour]string{}
	for _, name := range []string{"zorbian", "quux", "#zzz", "#12345", ""} {
		if other, taken := seen[parse(name)]; taken {
			t.Errorf("%q and %q share a colour", name, other)
		}
		seen[parse(name)] = name
	}
}

func TestSplitColours(t *testing.T) {
	for text, want := range map[string][]string{
		"Black / Red":           {"black", "red"},
		"white, navy and  Grey": {"white", "navy", "grey"},
		"sand":                  {"sand"},
		" / ":                   nil,
		"":                      nil,
	} {
		if got := splitColours(text); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// TestTheThingStandsOut asks for a visible difference between a product's
// colour and the ground it is drawn on, for every colour we know.
func TestTheThingStandsOut(t *testing.T) {
	for name := range namedColours {
		p := newPalette([]string{name}, rand.New(rand.NewPCG(1, 2)))
		for _, ground := range []colour{p.Ground, p.Disc} {
			if d := distance(p.Main, ground); d < 24 {
				t.Errorf("%s %s on %s: distance %d", name, p.Main, ground, d)
			}
		}
	}
}

// distance is the largest difference of a channel.
func distance(a, b colour) int {
	diff := func(x, y uint8) int { return max(int(x)-int(y), int(y)-int(x)) }
	return max(diff(a.r, b.r), diff(a.g, b.g), diff(a.b, b.b))
}
