package understand

import (
	"cmp"
	"math"
	"slices"

	"shopclerk/agent/language"
)

// Label is the name of a clause's act in the model of acts: "ask_shop:payment", "need".
func (c *Clause) Label() string {
	if c.Topic == "" {
		return c.Act
	}
	return c.Act + ":" + c.Topic
}

// Why tells what made a clause be taken for a label: the parts that add up to the label's
// score in the model of acts, the largest first. It is empty for a label that the model
// does not have.
func (v *Vocabulary) Why(c *Clause, label string, tongue *language.Language, at language.Setting) []language.Part {
	toks := language.Tokenize(c.Text)
	toks = toks[:min(longestHeard, len(toks))]
	thing := v.things(toks)
	return tongue.Acts().Explain(tongue.ActFeatures(toks, tongue.Symbols(toks, thing), at), label)
}

// Aim is a way to take what a clause is about.
type Aim struct {
	Kind     string    // "stays", "named", "sold", "used", "led" or "absent"
	Scope    []string  // paths of the categories; empty for the whole shop
	Share    float64   // of the belief, 0..1
	Features []float64 // its evidence, in the order of [AimFeatures]
}

var aimNames = [...]string{aimStays: "stays", aimNamed: "named", aimSold: "sold", aimUsed: "used", aimLed: "led", aimAbsent: "absent"}

// AimFeatures are the names of what is weighed for an [Aim].
func AimFeatures() []string {
	var names []string
	for _, p := range learnedWeights() {
		names = append(names, p.Feature)
	}
	return names
}

// Aims tells the ways to take what a clause is about, likeliest first, as
// [Vocabulary.Understand] weighs them.
func (v *Vocabulary) Aims(clause string, in Context) []Aim {
	r := v.newReader(language.Head(clause), in)
	_, list := r.about()
	out := make([]Aim, len(list))
	for i := range list {
		a := &list[i]
		out[i] = Aim{Kind: aimNames[a.kind], Share: a.share}
		for _, p := range learnedWeights() {
			out[i].Features = append(out[i].Features, a.evidence[p.Feature])
		}
		for k, in := range a.scope {
			if in {
				out[i].Scope = append(out[i].Scope, v.categories[k].path)
			}
		}
	}
	return out
}

// Why tells the parts that an aim's score is the sum of, the largest first.
func (a *Aim) Why() []language.Part {
	var out []language.Part
	for i, p := range learnedWeights() {
		if p.Points *= a.Features[i]; p.Points != 0 {
			out = append(out, p)
		}
	}
	slices.SortStableFunc(out, func(a, b language.Part) int { return cmp.Compare(math.Abs(b.Points), math.Abs(a.Points)) })
	return out
}
