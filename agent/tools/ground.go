package tools

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"shopclerk/agent/language"
	"shopclerk/data"
)

// Source is where the value of an argument comes from.
type Source string

// The sources, the nearest first.
const (
	FromWords   Source = "words"   // the instruction, or an answer
	FromContext Source = "context" // what was said before
	FromResult  Source = "result"  // what an earlier call returned
	FromDefault Source = "default" // the declaration of the tool
	FromNone    Source = "none"    // nowhere: the proposer made it up
)

// Grounding says where the value of an argument comes from, and how likely it is the one that is
// meant, in [0,1].
type Grounding struct {
	Parameter string  `json:"parameter"`
	Source    Source  `json:"grounded"`
	Certainty float64 `json:"certainty"`
}

// askBelow is the certainty of an argument below which it is asked about.
const askBelow = 0.5

// evidence are the features of an argument beside one text that may state it, in [0,1] each.
type evidence [features]float64

// The features. Of a list or an object the item with the least certainty counts.
const (
	bias      = iota
	exact     // its words stand in a row, or its number or date is stated
	cover     // share of its words that are said, if not in a row
	covered   // all its words are said, not in a row
	missing   // nothing of it is said
	flagged   // share of the words of a flag's name that are said
	flag      // it is true or false
	listed    // it is one of listed values
	rival     // another of the listed values is stated in a row
	named     // the words of the parameter's name stand beside it
	shared    // its passage is another argument's
	preset    // it is the declared default
	announced // the declaration calls it the default, or the tool is called so
	optional  // the call can do without it
	inContext // the text was said before
	inResult  // the text is a result
	features
)

// featureNames are the names of the features in data/calls/weights.tsv.
var featureNames = [features]string{"bias", "exact", "cover", "covered", "missing", "flagged", "flag", "listed", "rival", "named",
	"shared", "preset", "announced", "optional", "context", "result"}

// Features lists the names of the features that the certainty of an argument is computed from.
func Features() []string { return featureNames[:] }

// learned are the weights of the features, as `bench learn calls` fits them: lines of what they are of,
// feature and weight.
type learned struct {
	argument    evidence
	instruction [signs]float64
}

var weights = sync.OnceValue(func() *learned {
	w := &learned{}
	for line := range strings.Lines(data.CallWeights) {
		of, rest, _ := strings.Cut(strings.TrimSpace(line), "\t")
		name, value, _ := strings.Cut(rest, "\t")
		f, _ := strconv.ParseFloat(value, 64)
		if i := slices.Index(featureNames[:], name); i >= 0 && of == "argument" {
			w.argument[i] = f
		} else if i := slices.Index(signNames[:], name); i >= 0 {
			w.instruction[i] = f
		}
	}
	return w
})

// logistic is the probability that features and their weights give.
func logistic(features, weights []float64) float64 {
	sum := 0.0
	for i, w := range weights {
		sum += w * features[i]
	}
	return 1 / (1 + math.Exp(-sum))
}

// grounder finds where the arguments of a task's candidates are stated. A task without words, context
// or results has none: its arguments cannot be judged.
type grounder struct {
	texts      []*passage
	known      map[argument]*stated
	instructed map[*Tool]float64
	own        map[*Parameter]*passage // what the declarations say
}

// stated is the best that the texts say of a value.
type stated struct {
	Grounding
	evidence
	place
	times int // it is stated so often
}

// place is a token of a text, −1 for none.
type place struct {
	text *passage
	at   int
}

func newGrounder(task *Task) *grounder {
	g := &grounder{known: map[argument]*stated{}, instructed: map[*Tool]float64{}, own: map[*Parameter]*passage{}}
	add := func(from Source, text string) {
		if text != "" {
			g.texts = append(g.texts, newPassage(from, text))
		}
	}
	add(FromWords, task.Words)
	for _, text := range task.Context {
		add(FromContext, text)
	}
	for _, o := range task.Log {
		if o.Reply != nil {
			add(FromContext, cmp.Or(o.Reply.Words, spellKnown(o.Reply.Value)))
		}
	}
	for _, text := range task.Results {
		add(FromResult, text)
	}
	return g
}

func spellKnown(of any) string {
	if of == nil {
		return ""
	}
	return spell(of)
}

// ground notes where the arguments of a reading are stated, and weighs the reading by them.
func (g *grounder) ground(r *reading) {
	for i, st := range g.all(r) {
		if st != nil {
			r.slots[i].grounding = st.Grounding
			r.weight *= max(st.Certainty, leastGrounded)
		}
	}
	r.instructed = 1
	if len(g.texts) > 0 && g.texts[0].from == FromWords {
		if _, ok := g.instructed[r.tool]; !ok {
			_, g.instructed[r.tool] = g.texts[0].instructs(r.tool)
		}
		r.instructed = g.instructed[r.tool]
	}
}

// groundings are those of the arguments that are settled.
func (r *reading) groundings() []Grounding {
	var out []Grounding
	for i := range r.slots {
		s := &r.slots[i]
		g := Grounding{r.tool.Parameters[i].Name, FromDefault, 1}
		switch {
		case !s.settled() || s.absent || s.values[0].Implied:
			continue
		case s.from == originStated && s.grounding.Source != "":
			g = s.grounding
		case s.from >= originStated:
			g.Source, g.Certainty = FromWords, answered
		}
		out = append(out, g)
	}
	return out
}

// answered is the certainty of an argument that a person gave when asked, or that is meant literally.
const answered = 0.98

// all grounds the arguments of a reading, by parameter; nil for those that are none of the proposer's.
func (g *grounder) all(r *reading) []*stated {
	out := make([]*stated, len(r.slots))
	for i := range r.slots {
		if s := &r.slots[i]; s.from == originStated && len(s.values) == 1 && !s.literal {
			out[i] = g.value(r.tool, i, s.values[0].Of)
		}
	}
	for i, st := range out {
		if st == nil || st.at < 0 {
			continue
		}
		users := 0
		for _, o := range out {
			if o != nil && o.place == st.place {
				users++
			}
		}
		if users > st.times {
			own := *st
			own.evidence[shared] = 1
			own.settle()
			out[i] = &own
		}
	}
	return out
}

// leastGrounded is the factor of a reading of which a value is stated nowhere: a better one beside it
// is taken, and alone it is asked about.
const leastGrounded = 0.02

// argument is a value of a parameter; what cannot be compared is written out.
type argument struct {
	of    *Parameter
	value any
}

// value grounds one argument of a tool, each once.
func (g *grounder) value(t *Tool, i int, of any) *stated {
	key := argument{&t.Parameters[i], of}
	if !scalar(of) {
		key.value = [1]string{canonical(of)}
	}
	st := g.known[key]
	if st == nil {
		d := key.of.Domain.At(nil)
		found := g.inside(t, key.of, d.item(), of)
		found.Parameter = key.of.Name
		st = &found
		g.known[key] = st
	}
	return st
}

// inside grounds a value, or that of its parts which is least certain.
func (g *grounder) inside(t *Tool, p *Parameter, d *Domain, of any) (least stated) {
	var parts []any
	switch of := of.(type) {
	case []any:
		parts = of
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(of)) {
			parts = append(parts, of[name])
		}
	}
	if len(parts) == 0 {
		return g.leaf(t, p, d, of)
	}
	for i, part := range parts[:min(len(parts), mostParts)] {
		if st := g.inside(t, p, d, part); i == 0 || st.Certainty < least.Certainty {
			least = st
		}
	}
	return least
}

// mostParts is how many parts of a value are grounded.
const mostParts = 100

func (g *grounder) leaf(t *Tool, p *Parameter, d *Domain, of any) (best stated) {
	best.Certainty, best.at = -1, -1
	if g.own[p] == nil {
		g.own[p] = newPassage(FromDefault, strings.Join(append(language.NameWords(t.Name), ";", p.Purpose), " "))
	}
	for _, text := range append(slices.Clip(g.texts), g.own[p]) {
		e, at, times := text.evidence(t, p, d, of)
		st := stated{Grounding{Source: text.from}, e, place{text, at}, times}
		if st.settle(); st.Certainty > best.Certainty+1e-9 {
			best = st
		}
	}
	return best
}

func (st *stated) settle() {
	if st.Certainty = logistic(st.evidence[:], weights().argument[:]); st.Certainty < askBelow {
		st.Source = FromNone
	} else if st.evidence[preset] > 0 && st.evidence[exact] == 0 {
		st.Source = FromDefault
	}
}

// Evidence returns, by argument of a task's first candidate, the features that its certainty is computed
// from, in the order of [Features].
func (k *Kit) Evidence(task Task) map[string][]float64 {
	out := map[string][]float64{}
	if readings, _ := k.proposed(&task); len(readings) > 0 {
		for _, st := range newGrounder(&task).all(&readings[0]) {
			if st != nil {
				out[st.Parameter] = slices.Clone(st.evidence[:])
			}
		}
	}
	return out
}

// Instruction returns the features that tell whether words instruct a tool, in the order of
// [InstructionFeatures].
func Instruction(words string, t *Tool) []float64 {
	features, _ := newPassage(FromWords, words).instructs(t)
	return features[:]
}
