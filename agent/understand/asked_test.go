package understand

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"shopclerk/agent/language"
	"shopclerk/search"
)

// TestAsked reads what is asked about products: the aspects, the likeliest first, the value, what
// they are measured by and in which order, what else was named and where.
func TestAsked(t *testing.T) {
	shops := map[string]*Vocabulary{"pc": readVocabulary(t, "pc"), "demo": readVocabulary(t, "demo")}
	for _, tc := range []struct{ shop, scope, said, want string }{
		// Orders, by one end or both.
		{"pc", "Monitor", "price low to high please", `price; by "price"; low first`},
		{"pc", "Monitor", "sort by refresh rate, high to low", `refresh_rate; high first`},
		{"pc", "Monitor", "lowest refresh rate, please", `refresh_rate; by "lowest"; low first`},
		{"pc", "Monitor", "highest refresh rate", `refresh_rate; high first`},
		{"pc", "Monitor", "most expensive at the bottom", `price; by "most expensive"; last`},
		{"pc", "Monitor", "the most compact one", `screen_size; by "most compact"`},
		{"pc", "Monitor", "sort from biggest to smallest", `screen_size; by "biggest to smallest"; high first`},
		{"pc", "Monitor", "from small to the very big", `screen_size; by "small to the very big"; low first`},
		{"pc", "Monitor", "from big to biggest", `screen_size; by "biggest"`},
		{"pc", "Monitor", "small to cheap", `screen_size; by "small"`},
		{"pc", "Monitor", "from small to medium", `screen_size; by "small"; words medium`},
		{"pc", "Monitor", "27 inch to big", `screen_size; by "big"; words 27 inch to`},
		// The word of measure of the highest degree counts, of two alike the first.
		{"demo", "Outdoors > Backpacks", "which is light and the biggest", `volume, weight; by "biggest"`},
		{"demo", "Outdoors > Backpacks", "the lightest and biggest", `weight; by "lightest"; words biggest`},
		{"demo", "Outdoors > Backpacks", "is the price good", `price; by "price"`},
		{"demo", "Home > Furniture > Office Chairs", "is it height adjustable", `seat_height, function; function = Adjustable armrests, Reclining (Adjustable armrests or Reclining); by "height"; words adjustable; that`},
		// What a measure is of, by its name, by its unit, or by both.
		{"demo", "Outdoors > Tents", "which is longest", `length, width; by "longest"`},
		{"demo", "Outdoors > Tents", "which is widest", `width, length; by "widest"`},
		{"demo", "Outdoors > Tents", "which is biggest", `sleeps, length, width; by "biggest"`},
		{"pc", "Internal Hard Drive", "which is biggest", `capacity, cache; by "biggest"`},
		{"pc", "Video Card", "how big is it", `memory, length; by "big"; that`},
		{"pc", "CPU", "which is fastest", `core_clock; by "fastest"`},
		{"pc", "Case Fan", "which is the fastest", `rpm; by "fastest"`},
		{"pc", "CPU", "the most cores", `core_count; by "most cores"`},
		{"pc", "Headphones", "which is the lightest", `by "lightest"`},
		{"demo", "Outdoors > Backpacks", "how many litres does it hold", `volume; words litres hold; that`},
		{"pc", "Monitor", "how many hz does it have, and what is in the box", `refresh_rate; words hz in box; that`},
		{"demo", "Outdoors > Backpacks", "is it 30 litres", `words 30 litres; that`},
		{"demo", "Outdoors > Backpacks", "does it weigh 5 kg", `weight; by "weigh"; words 5 kg; that`},
		// Ratings, but not of "the best" of something that is measured.
		{"pc", "Headphones", "which has the best rating", `rating; by "best rating"`},
		{"pc", "Headphones", "which has the best driver size", `driver; by "best"`},
		{"pc", "Keyboard", "which is the best style", `rating, style; by "best"`},
		// What questions ask about by other names than the shop's.
		{"demo", "Audio > Headphones", "how long does it last", `battery_life; last; that`},
		{"demo", "Kitchen > Kettles", "how long does it last", `last; unnamed; that`},
		{"demo", "Kitchen > Kettles", "what is it made of, the black one", `material, color; color = Black (Black); words black; that`},
		{"pc", "Keyboard", "what is it made of, the black one", `words black; unnamed; that`},
		{"demo", "Outdoors > Backpacks", "how much is the lightest", `weight, price; by "lightest"`},
		{"demo", "Outdoors > Backpacks", "how much does it weigh", `weight; by "weigh"; that`},
		{"demo", "Outdoors > Backpacks", "who makes it", `brand; that`},
		{"demo", "Kitchen > Kettles", "is the money well spent", `price; words spent`},
		// Values and flags, categories, and words that nothing has.
		{"pc", "Keyboard", "is the red one wireless", `backlit, connection_type; backlit = Red (Red); words red wireless`},
		{"pc", "Keyboard", "does it come in black or white", `color; color = Black, White (Black); words come in black white; that`},
		{"pc", "Keyboard", "whats the colour", `color`},
		{"pc", "Webcam", "is it 4k", `resolutions; resolutions = 4k (4k); words 4k; that`},
		{"demo", "Kitchen > Kettles", "is the colour black", `color; color = Black (Black); words black`},
		{"demo", "Audio > Headphones", "what about the noise cancelling", `noise_cancelling; noise_cancelling = yes (yes); words noise cancelling`},
		{"demo", "Kitchen > Kettles", "is it for induction", `words induction; that`},
		{"demo", "Kitchen > Kettles", "does it work with induction", `words work with induction; that`},
		{"pc", "Monitor", "you choose", ``},
		{"pc", "Monitor", "which one do you recommend for gaming", `words gaming`},
		{"pc", "", "is the logitech keyboard or the mouse better", `rating, brand; brand = Logitech (Logitech); by "better"; words logitech; in Keyboard, Mouse`},
	} {
		in := Context{Tongue: language.English()}
		if tc.scope != "" {
			in.Need = search.Need{Scope: []string{tc.scope}}
		}
		a := shops[tc.shop].Asked(tc.said, in)
		got := []string{strings.Join(a.Aspects, ", ")}
		if c := a.Condition; c != nil {
			got = append(got, fmt.Sprintf("%s = %s (%s)", c.Key, strings.Join(c.Values, ", "), a.Value))
		}
		add := func(head, text string, is bool) {
			if is {
				got = append(got, head+text)
			}
		}
		add("by ", strconv.Quote(a.Measures), a.Measure != nil)
		add("low first", "", a.Down)
		add("high first", "", a.Up)
		add("last", "", a.Last)
		add("words ", a.Words, a.Words != "")
		add("in ", strings.Join(a.Scope, ", "), len(a.Scope) > 0)
		add("unnamed", "", a.Unnamed)
		add("that", "", a.That)
		if line := strings.TrimPrefix(strings.Join(got, "; "), "; "); line != tc.want {
			t.Errorf("%q asks of\n%s\nwant\n%s", tc.said, line, tc.want)
		}
	}
}

// TestManners tells how clauses are said: as a question, as a choice, as what no longer matters.
func TestManners(t *testing.T) {
	for _, tc := range []struct {
		said, code string
		is         func(string, *language.Language) bool
		want       bool
	}{
		{"which one is lighter", "en", Asks, true},
		{"and which is lighter", "en", Asks, true},
		{"– und welcher ist leichter", "de", Asks, true},
		{"the lighter one, which is black", "en", Asks, false},
		{"wired or wireless", "en", Chooses, true},
		{"wired and wireless", "en", Chooses, false},
		{"not that tall", "en", Lessens, true},
		{"black, not so very heavy", "en", Lessens, true},
		{"no, taller", "en", Lessens, false},
		{"not the black one, it is heavy", "en", Lessens, false},
		{"a tall one", "en", Lessens, false},
		{"forget the colour", "en", Forgets, true},
		{"well, actually, forget the colour", "en", Forgets, true},
		{"the colour, forget it", "en", Forgets, false},
		{"well, actually", "en", Forgets, false},
		{"no wait, in black", "en", Forgets, false},
		{"the colour, forget it", "en", Waives, true},
		{"it needn't be black", "en", Waives, true},
		{"in black", "en", Waives, false},
		{"under 50 euros of budget", "en", SaysMoney, true},
		{"under 50 cm", "en", SaysMoney, false},
	} {
		if got := tc.is(tc.said, language.Of(tc.code)); got != tc.want {
			t.Errorf("%q: %v", tc.said, got)
		}
	}
	for _, tc := range []struct {
		value, text, code string
		want              bool
	}{
		{"rear light", "forget the light", "en", true},
		{"rear light", "forget the rear", "en", false},
		{"light", "forget the light", "en", false}, // is the whole value
		{"size 42", "not 42", "en", false},
		{"rear light", "das Licht lass weg", "de", true},
	} {
		if got := EndsWith(tc.value, tc.text, language.Of(tc.code)); got != tc.want {
			t.Errorf("%q speaks of the end of %q: %v", tc.text, tc.value, got)
		}
	}
}
