package discover

import (
	"math"
	"slices"
	"strings"

	"shopclerk/catalog"
)

// neighbours assign a product whose texts name no type that of the products that it shares
// most with: a feature votes for the types of the products that have it, each with its share
// of them, and weighs as much as its rarity tells. Words of a title that name no type are too
// little.
type neighbours struct {
	products int
	have     map[string]int            // products by feature
	types    map[string]map[string]int // products with a type by feature and type
}

// featureTitle is the first byte of a feature that is a word of a title.
const featureTitle = 't'

const (
	// minVote is the share of the votes from which a type is believed. Between 0.2 and 0.5
	// types agree about equally well with the categories of feeds that have them.
	minVote = 0.2
	// maxValueFeature is the length in bytes up to which an attribute's text counts
	// as a word of its own.
	maxValueFeature = 24
)

// features are what a product can share with others, each once: the words of its title, and
// its attributes with their values where they have few.
func features(title []titleWord, attributes []catalog.RawAttribute) []string {
	var out []string
	for _, w := range title {
		if !w.code {
			out = append(out, string(featureTitle)+w.key)
		}
	}
	for _, a := range attributes {
		out = append(out, "k"+a.Key)
		if a.Value.Kind == catalog.RawText && len(a.Value.Text) <= maxValueFeature {
			for part := range strings.SplitSeq(a.Value.Text, ",") {
				out = append(out, "v"+fold(part))
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func newNeighbours(docs []*document) *neighbours {
	n := &neighbours{products: len(docs), have: map[string]int{}, types: map[string]map[string]int{}}
	for _, d := range docs {
		for _, f := range d.features {
			n.have[f]++
			if d.label != "" {
				bump(n.types, f, d.label)
			}
		}
	}
	return n
}

// nearest returns the type that gets most votes, "" if they are not enough.
func (n *neighbours) nearest(d *document) string {
	votes := map[string]float64{}
	whole, beside := 0.0, false
	for _, f := range d.features {
		typed := 0
		for _, k := range n.types[f] {
			typed += k
		}
		weight := math.Log(float64(n.products+1) / float64(max(2, n.have[f])))
		whole += weight
		beside = beside || typed > 0 && f[0] != featureTitle
		for label, k := range n.types[f] {
			votes[label] += weight * share(k, typed)
		}
	}
	best := ""
	for label, v := range votes {
		if v > votes[best] || v == votes[best] && label < best {
			best = label
		}
	}
	if best == "" || !beside || votes[best] < minVote*whole {
		return ""
	}
	return best
}
