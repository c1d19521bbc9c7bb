package tools

import (
	"context"
	"slices"
	"strings"

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
	// lexical score. With it the right tool came first for 94 of a hundred of
	// ClarifyBench's requests in everyday words, without vectors for 88; more of it asks
	// more often which tool is meant among tools of strangers. Fusion of ranks (RRF)
	// throws away how well the best tool fits, and asks in half of the requests.
	likening = 0.35
)

// learn learns the vectors of tools: a model of a kit takes some hundred kilobytes and
// milliseconds. They are nil when no two texts share a word.
func learn(tools []Tool) *vectors {
	var own, texts []string // of the tools, and those of their parameters as well
	for i := range tools {
		own = append(own, tools[i].text())
		texts = append(texts, own[i])
		for _, p := range tools[i].Parameters {
			texts = append(texts, p.Name+" "+p.Label+" "+p.Purpose)
		}
	}
	// the texts of one kit are few: nobody waits long enough to give up
	m, err := embed.Train(context.Background(), slices.Values(texts), embed.Options{Dim: meanings})
	if err != nil {
		return nil
	}
	v := &vectors{model: m}
	for _, text := range own {
		v.tools = append(v.tools, m.Embed(text))
	}
	return v
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
