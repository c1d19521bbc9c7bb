package feed

import (
	"cmp"
	"math"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"shopclerk/catalog"
)

// fieldStats is what the sample says about one field.
type fieldStats struct {
	name   string // as the feed spells it
	folded string
	order  int // of first appearance

	present int // products that have it
	texts   int
	numbers int // numbers, and texts that are nothing but one
	amounts int // numbers and texts that read as a price
	bools   int
	lists   int
	pairs   int // lists of two numbers
	rising  int // pairs whose second is the larger

	distinct  map[digest]struct{}
	chars     int // of all texts
	spaced    int // texts of more than one word
	levels    int // texts with " > "
	piped     int // texts with " | "
	urls      int
	images    int // URLs or paths of pictures
	times     int
	negative  int
	fractions int // numbers that are not whole
	values    []float64
	currency  map[string]int
}

// maxValues bounds the numbers kept for a median.
const maxValues = 4096

func newFieldStats(name string, order int) *fieldStats {
	return &fieldStats{name: name, folded: fold(name), order: order, distinct: map[digest]struct{}{}, currency: map[string]int{}}
}

func (f *fieldStats) add(v catalog.Raw) {
	f.present++
	f.distinct[digestOf(v.String())] = struct{}{}
	switch v.Kind {
	case catalog.RawNumber:
		f.numbers++
		f.amounts++
		f.number(v.Number)
	case catalog.RawBool:
		f.bools++
	case catalog.RawText:
		f.text(v.Text)
	case catalog.RawList:
		f.lists++
		if len(v.List) == 2 && v.List[0].Kind == catalog.RawNumber && v.List[1].Kind == catalog.RawNumber {
			f.pairs++
			if v.List[1].Number > v.List[0].Number {
				f.rising++
			}
		}
		if len(v.List) > 0 && v.List[0].Kind == catalog.RawText {
			f.address(v.List[0].Text)
		}
	}
}

func (f *fieldStats) number(n float64) {
	if n < 0 {
		f.negative++
	}
	if n != math.Trunc(n) {
		f.fractions++
	}
	if len(f.values) < maxValues {
		f.values = append(f.values, n)
	}
}

func (f *fieldStats) text(s string) {
	f.texts++
	f.chars += utf8.RuneCountInString(s)
	if strings.ContainsAny(strings.TrimSpace(s), " \n") {
		f.spaced++
	}
	if strings.Contains(s, " > ") {
		f.levels++
	}
	if strings.Contains(s, " | ") {
		f.piped++
	}
	if n := numeric(catalog.Text(s)); n.Kind == catalog.RawNumber {
		f.numbers++
		f.amounts++
		f.number(n.Number)
	} else if n, currency, err := parseAmount(s); err == nil && currency != "" && len(s) < 30 {
		f.amounts++
		f.currency[currency]++
		f.number(n)
	}
	if len(s) >= 10 && s[4] == '-' {
		if _, err := time.Parse(time.DateOnly, s[:10]); err == nil {
			f.times++
		}
	}
	f.address(s)
}

var pictureExtensions = []string{".jpg", ".jpeg", ".png", ".webp", ".gif", ".avif", ".svg"}

func (f *fieldStats) address(s string) {
	if !strings.ContainsAny(s, ".:") || strings.ContainsAny(s, " \n") {
		return
	}
	u, err := url.Parse(s)
	if err != nil {
		return
	}
	web := u.Scheme == "http" || u.Scheme == "https"
	if web {
		f.urls++
	}
	if slices.Contains(pictureExtensions, strings.ToLower(path.Ext(u.Path))) || strings.HasPrefix(s, "data:image/") {
		f.images++
	}
}

// The shares below are of the products that have the field.

func (f *fieldStats) share(n int) float64 { return float64(n) / float64(max(1, f.present)) }

func (f *fieldStats) unique() float64 { return f.share(len(f.distinct)) }

func (f *fieldStats) meanChars() float64 { return float64(f.chars) / float64(max(1, f.texts)) }

// median returns the median of the numbers, and the largest; 0 without any.
func (f *fieldStats) median() (median, largest float64) {
	if len(f.values) == 0 {
		return 0, 0
	}
	sorted := slices.Clone(f.values)
	slices.Sort(sorted)
	return sorted[len(sorted)/2], sorted[len(sorted)-1]
}

// mainCurrency returns the currency that most values name, "" when none does.
func (f *fieldStats) mainCurrency() string {
	var codes []string
	for c := range f.currency {
		codes = append(codes, c)
	}
	slices.SortFunc(codes, func(a, b string) int {
		return cmp.Or(cmp.Compare(f.currency[b], f.currency[a]), cmp.Compare(a, b))
	})
	if codes == nil {
		return ""
	}
	return codes[0]
}

// words splits a folded name into its words.
func words(folded string) []string {
	return strings.FieldsFunc(folded, func(r rune) bool { return r == '_' || r == '.' })
}

// hasWord reports whether one of the words of the field's name is among those.
func (f *fieldStats) hasWord(list ...string) bool {
	return slices.ContainsFunc(words(f.folded), func(w string) bool { return slices.Contains(list, w) })
}
