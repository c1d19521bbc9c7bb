package language

import (
	"maps"
	"slices"
	"strings"
	"sync"
)

// topics are what aspects are about: by the key of their names, of every language
// together, and by the dimension of their numbers.
var topics = sync.OnceValues(func() (byName, byDimension map[string]string) {
	byName, byDimension = map[string]string{}, map[string]string{}
	for _, code := range codes() {
		for _, row := range rows(code+"/topics.tsv", table(code, "topics.tsv"), 2) {
			for _, name := range strings.Split(row[1], ",") {
				if key := Key(Tokenize(name)); byName[key] == "" {
					byName[key] = row[0]
				}
			}
			if len(row) > 2 {
				byDimension[row[2]] = row[0]
			}
		}
	}
	return byName, byDimension
})

// Topics lists what aspects can be about, sorted.
func Topics() []string {
	byName, _ := topics()
	return slices.Compact(slices.Sorted(maps.Values(byName)))
}

// dull is the topic of names that say nothing.
const dull = "dull"

// Topic is what an aspect of a name and a unit is about, as topics.tsv lists it: "colour" of
// "Farbe", "weight" of "Specification" in kg. "" where the tables do not say.
func Topic(name, unit string) string {
	byName, byDimension := topics()
	topic := byName[Key(Tokenize(name))]
	if topic != dull {
		return topic
	}
	if u, ok := UnitNamed(unit); ok {
		return byDimension[u.Dimension]
	}
	return dull
}
