package discover

import (
	"maps"
	"math"
	"slices"
	"strings"
)

const (
	// sampledTitles is how many titles tell whether their first words say something:
	// some ten megabytes.
	sampledTitles = 50_000
	// styleWords is how many words titles of one style have in common: what differs
	// behind them is the colour or the size.
	styleWords = 3
	// tellingNames is how many names there must be before it is believed that they say
	// nothing.
	tellingNames = 20
	// telling is how many times likelier titles that begin with one brand must be to
	// share a word than titles that do not. Brands of fifteen catalogues reach 8 to 52,
	// names of models given without regard to what they name 1.
	telling = 2
)

// telling reports whether a brand says something of what follows it: who makes kettles
// makes toasters, so that titles of one brand share more words than titles of any. A
// name that is given to a dress as well as to boots does not. Words weigh by their
// surprise, and a style in five colours counts once. Few names are believed.
func (o *Openings) telling(b *Brands) bool {
	styles := 0.0
	all := map[string]float64{}           // styles by word behind the name
	of := map[string]map[string]float64{} // and by name
	counts := map[string]float64{}        // styles by name
	seen := map[string]bool{}
	for _, title := range o.sample {
		style := strings.Join(title[:min(styleWords, len(title))], " ")
		if seen[style] {
			continue
		}
		seen[style] = true
		styles++
		name, behind := b.Of(strings.Join(title, " ")), 1
		if name != "" {
			behind = strings.Count(name, " ") + 1
			counts[name]++
			if of[name] == nil {
				of[name] = map[string]float64{}
			}
		}
		words := slices.Sorted(slices.Values(title[behind:]))
		for _, w := range slices.Compact(words) {
			if joins(w) {
				all[w]++
				if name != "" {
					of[name][w]++
				}
			}
		}
	}
	// pairs returns the surprise that two of n styles share, on the average.
	pairs := func(words map[string]float64, n float64) float64 {
		sum := 0.0
		for _, w := range slices.Sorted(maps.Keys(words)) { // so that the sum does not depend on the map's order
			sum += words[w] * (words[w] - 1) * math.Log(styles/all[w])
		}
		return sum / (n * (n - 1))
	}
	names, shared := 0.0, 0.0
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		if n := counts[name]; n > 1 {
			names++
			shared += pairs(of[name], n)
		}
	}
	return names < tellingNames || shared/names >= telling*pairs(all, styles)
}
