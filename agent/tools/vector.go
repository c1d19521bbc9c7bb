package tools

import (
	"context"
	"slices"
	"strings"
	"sync"

	"shopclerk/search/embed"
)

// vectors are the tools of a kit as texts in a space of meanings that is learnt from
// their own declarations by latent semantic analysis (package embed): words and parts
// of words that occur in the same purposes and parameters lie close together. It is no
// thesaurus, and a kit is little to learn from; it tells apart what shares a word.
type vectors struct {
	model *embed.Model
	tools [][]float32 // unit length, by tool
}

const (
	// meanings is the number of dimensions: half of it is coarser (of everyday
	// requests 2 % fewer find their tool first), and kits seldom vary in more.
	meanings = 48
	// likening is what likeness of meaning counts at most, as a share of the best
	// lexical score. With 0.35 the right tool comes first for 94 % of ClarifyBench's
	// explicit requests in everyday words, without vectors for 88 %; more of it asks
	// more often which tool is meant among tools of strangers. Fusion of ranks (RRF)
	// throws away how well the best tool fits, and asks in half of the requests.
	likening = 0.35
)

// learn returns the vectors of tools once they are needed: a kit that only weighs
// proposed calls needs none. They are nil when no two texts share a word.
func learn(tools []Tool) func() *vectors {
	return sync.OnceValue(func() *vectors {
		texts := func(yield func(string) bool) {
			for i := range tools {
				if !yield(tools[i].text()) {
					return
				}
				for p := range tools[i].Parameters {
					if p := &tools[i].Parameters[p]; !yield(p.Name + " " + p.Label + " " + p.Purpose) {
						return
					}
				}
			}
		}
		// the texts of one kit are few: nobody waits long enough to give up
		m, err := embed.Train(context.Background(), texts, embed.Options{Dim: meanings})
		if err != nil {
			return nil
		}
		v := &vectors{model: m}
		for i := range tools {
			v.tools = append(v.tools, m.Embed(tools[i].text()))
		}
		return v
	})
}

// text is what a tool says it is for.
func (t *Tool) text() string {
	return strings.Join(append([]string{t.Name, t.Title, t.Purpose}, t.Examples...), " ")
}

// liken adds to lexical scores, of which at least one is above 0, what the meaning of
// the text says. The tool that it is most like gains all, the others their share.
func (v *vectors) liken(scores []float64, text string) {
	if v == nil || len(scores) == 0 {
		return
	}
	said := v.model.Embed(text)
	likeness := make([]float64, len(scores))
	for i, t := range v.tools {
		for d := range t {
			likeness[i] += float64(said[d]) * float64(t[d])
		}
	}
	best, most, mean := slices.Max(scores), slices.Max(likeness), 0.0
	for _, l := range likeness {
		mean += l / float64(len(likeness))
	}
	if best <= 0 || most <= mean {
		return
	}
	for i := range scores {
		scores[i] += likening * best * max(0, likeness[i]-mean) / (most - mean)
	}
}
