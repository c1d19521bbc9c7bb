// Package cards counts question cards that no person would write. It holds
// conversations over the shop's own API, of shoppers who each have one product in mind
// and tick what is true of it, and checks every card that they meet by rules that need
// no judgement.
package cards

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Card is a question as the API gives it, with what is known when it is put.
type Card struct {
	ID      string   `json:"id"` // the aspect's key
	Text    string   `json:"text"`
	Any     bool     `json:"any"` // the card says that several can be ticked
	Options []Option `json:"options"`

	Left  int `json:"-"` // products that fit what was asked for so far; 0: not known
	Times int `json:"-"` // how often the aspect was asked about, this time included
}

// Option is an answer on offer and what it stands for.
type Option struct {
	Label  string   `json:"label"`
	Count  int      `json:"count"`
	Values []string `json:"values"`
	Low    *float64 `json:"low"`
	High   *float64 `json:"high"`
}

// A Rule is kept by a card, or broken by it.
type Rule struct {
	Name   string
	Broken func(*Card) bool
}

const (
	longest   = 60 // letters of a label
	mostTimes = 2  // that an aspect is asked about
	handful   = 3  // products that are read without any question
)

// Rules are those that a card is held to.
var Rules = []Rule{
	{"option without products", anyOption(func(_ *Card, o *Option) bool { return o.Count == 0 })},
	{"run of letters", anyOption(func(_ *Card, o *Option) bool { return lettered(o) })},
	{"same label twice", func(c *Card) bool {
		seen := map[string]bool{}
		for _, o := range c.Options {
			seen[fold(o.Label)] = true
		}
		return len(seen) < len(c.Options)
	}},
	{"one option only", func(c *Card) bool { return len(c.Options) < 2 }},
	{"aspect a third time", func(c *Card) bool { return c.Times > mostTimes }},
	{"over 60 letters", anyOption(func(_ *Card, o *Option) bool { return utf8.RuneCountInString(o.Label) > longest })},
	{"code or number as a name", anyOption(func(_ *Card, o *Option) bool { return coded(o.Label) })},
	{"option that all share", anyOption(func(c *Card, o *Option) bool { return c.Left > 0 && o.Count >= c.Left })},
	{"one value in two options", func(c *Card) bool {
		in := map[string]int{} // the option that has it
		for i, o := range c.Options {
			for _, v := range o.Values {
				if at, ok := in[fold(v)]; ok && at != i {
					return true
				}
				in[fold(v)] = i
			}
		}
		return false
	}},
	{"several fit, and the card does not say so", func(c *Card) bool {
		sum := 0
		for _, o := range c.Options {
			sum += o.Count
		}
		return !c.Any && c.Left > 0 && sum > c.Left
	}},
	{"bounds that are not round", anyOption(func(_ *Card, o *Option) bool { return !round(o) })},
	{"asked about a handful", func(c *Card) bool { return c.Left > 0 && c.Left <= handful }},
}

// Broken lists the names of the rules that a card breaks.
func (c *Card) Broken() []string {
	var out []string
	for _, r := range Rules {
		if r.Broken(c) {
			out = append(out, r.Name)
		}
	}
	return out
}

func anyOption(breaks func(*Card, *Option) bool) func(*Card) bool {
	return func(c *Card) bool {
		return slices.ContainsFunc(c.Options, func(o Option) bool { return breaks(c, &o) })
	}
}

func fold(s string) string { return strings.ToLower(strings.TrimSpace(s)) }

var run = regexp.MustCompile(`^(?:.{1,20} (?:to|bis)|up to|bis) .{1,20}(?:: |, [\d.,]+ (?:in all|insgesamt))`)

// lettered reports whether an option is a run of the alphabet: "A to D: cream and 15
// more", or a list of neighbours that nothing else joins: "coral, cream or dusty pink".
func lettered(o *Option) bool {
	if run.MatchString(o.Label) {
		return true
	}
	label, named := fold(o.Label), 0
	for _, v := range o.Values {
		if v = fold(v); v != label && strings.Contains(label, v) {
			named++
		}
	}
	return len(o.Values) > 1 && named > 1 && (strings.Contains(label, " or ") || strings.Contains(label, " oder "))
}

// amounts are what a number stands before in a text, or a sign of money before it.
var amount = regexp.MustCompile(`^\p{Sc}? ?[\d.,]+(?:\p{Sc}| ?[\p{L}%°″"'²³/·]{1,7})$`)

// coded reports whether a label is a number, or a single word of capitals, digits and
// marks as part numbers are: "38", "CMK16GX4". An amount is neither, nor a size: "1920 × 1080".
func coded(label string) bool {
	label = strings.TrimSpace(label)
	digits := strings.ContainsFunc(label, unicode.IsDigit)
	if !digits || amount.MatchString(label) {
		return !strings.ContainsFunc(label, func(r rune) bool { return unicode.IsLetter(r) || unicode.Is(unicode.Sc, r) || r == '%' })
	}
	const short = 6 // "AM4", "DDR5", "1080p" are said
	letters := strings.ContainsFunc(label, unicode.IsLetter)
	if !letters && !strings.ContainsAny(label, "$€£¥₹%°×") {
		return true
	}
	return letters && utf8.RuneCountInString(label) >= short && !strings.Contains(label, " ") &&
		!strings.ContainsFunc(label, unicode.IsLower)
}

// round reports whether the bounds of a range are numbers as people say them: two digits
// that count, or three of which the last is 5. A single number is no range.
func round(o *Option) bool {
	if o.Low != nil && o.High != nil && *o.High <= math.Nextafter(*o.Low, math.Inf(1)) {
		return true
	}
	for _, bound := range []*float64{o.Low, o.High} {
		if bound == nil || *bound == 0 {
			continue
		}
		x := math.Abs(*bound)
		n := math.Round(x / math.Pow(10, math.Floor(math.Log10(x))-2)) // three digits
		if math.Abs(n*math.Pow(10, math.Floor(math.Log10(x))-2)-x) > 1e-6*x || int(n)%5 != 0 {
			return false
		}
	}
	return true
}
