package tools

import (
	"cmp"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"shopclerk/agent/language"
	"shopclerk/data"
)

// Source is where the value of an argument comes from.
type Source string

// The sources.
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

const (
	// askBelow is the certainty of an argument below which it is asked about.
	askBelow = 0.5
	// leastGrounded is the factor of a reading of which a value is stated nowhere: a better one beside it
	// is taken, and alone it is asked about.
	leastGrounded = 0.02
	// answered is the certainty of an argument that a person gave when asked, or that is meant literally.
	answered = 0.98
	// mostParts is how many parts of a list or object are looked up.
	mostParts = 100
)

// evidence are features in [0,1] of an argument beside one text that may state it, or of a sentence that may
// instruct a tool; those of the other are 0.
type evidence [features]float64

// The features. Of a list or an object the part with the least certainty counts.
const (
	argued    = iota // it is an argument
	exact            // its words stand in a row, or its number or date is stated
	missing          // share of its words that are not said, where it is not stated exactly
	flagged          // share of the words of a flag's name that are said
	preset           // it is the declared default
	announced        // the declaration calls it the default, or the tool is called so
	said             // it is a sentence
	negated          // a negation stands before the verb
	past             // the verb is in a form of the past
	asking           // it is a question, is not put politely, and the tool does more than to read
	supposing        // it supposes something before the verb
	features
)

// featureNames are the names of the features in data/calls/weights.tsv.
var featureNames = [features]string{"argument", "exact", "missing", "flagged", "preset", "announced",
	"sentence", "negated", "past", "question", "supposes"}

// Features lists the names of the features that certainties are computed from.
func Features() []string { return featureNames[:] }

// weights are those of the features, as `bench learn calls` fits them.
var weights = sync.OnceValue(func() (w evidence) {
	for line := range strings.Lines(data.CallWeights) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if i := slices.Index(featureNames[:], name); i >= 0 {
			w[i], _ = strconv.ParseFloat(value, 64)
		}
	}
	return w
})

// certainty is the probability that the weights give.
func (e *evidence) certainty() float64 {
	sum := 0.0
	for i, w := range weights() {
		sum += w * e[i]
	}
	return 1 / (1 + math.Exp(-sum))
}

func (e *evidence) set(f int, is bool) {
	if is {
		e[f] = 1
	}
}

// grounder finds where the arguments of a task's candidates are stated.
type grounder struct {
	texts      []*passage
	known      map[argument]*stated
	instructed map[*Tool]float64
	own        map[*Parameter]*passage // what the declarations say
}

// argument is a value of a parameter; what cannot be compared is written out.
type argument struct {
	of    *Parameter
	value any
}

// stated is the best that the texts say of a value.
type stated struct {
	Grounding
	evidence
}

func newGrounder(task *Task) *grounder {
	g := &grounder{known: map[argument]*stated{}, instructed: map[*Tool]float64{}, own: map[*Parameter]*passage{}}
	context := slices.Clone(task.Context)
	for _, o := range task.Log {
		if o.Reply != nil && o.Reply.Value != nil {
			context = append(context, spell(o.Reply.Value))
		} else if o.Reply != nil {
			context = append(context, o.Reply.Words)
		}
	}
	for i, texts := range [][]string{{task.Words}, context, task.Results} {
		if text := strings.Join(texts, "\n;\n"); text != "" {
			g.texts = append(g.texts, newPassage([]Source{FromWords, FromContext, FromResult}[i], text))
		}
	}
	return g
}

// weigh grounds the readings. That no tool is meant stays as likely as it was beside all the others.
func (g *grounder) weigh(all []*reading) {
	before, after := 0.0, 0.0
	for _, r := range all {
		if r.tool != noTool {
			before += r.weight
			g.ground(r)
			after += r.weight
		}
	}
	for _, r := range all {
		if r.tool != noTool {
			r.weight *= before / after
		}
	}
}

// ground notes where the arguments of a reading are stated, and weighs the reading by them.
func (g *grounder) ground(r *reading) {
	for i := range r.slots {
		if s := &r.slots[i]; s.from == originStated && s.grounding == nil {
			s.grounding = &g.value(r.tool, &r.tool.Parameters[i], s.values[0].Of).Grounding
			r.weight *= max(s.grounding.Certainty, leastGrounded)
		}
	}
	if r.instructed = g.instructed[r.tool]; r.instructed == 0 {
		r.instructed = 1
		if len(g.texts) > 0 && g.texts[0].from == FromWords {
			e := g.texts[0].instructs(r.tool)
			r.instructed = e.certainty()
		}
		g.instructed[r.tool] = r.instructed
	}
}

// value grounds one argument of a tool, each once.
func (g *grounder) value(t *Tool, p *Parameter, of any) *stated {
	at := argument{p, key(of)}
	if g.known[at] == nil {
		d := p.Domain.At(nil)
		found := g.inside(t, p, d.item(), of)
		g.known[at] = &found
	}
	return g.known[at]
}

// inside grounds a value, or that of its parts which is least certain.
func (g *grounder) inside(t *Tool, p *Parameter, d *Domain, of any) (least stated) {
	parts, _ := of.([]any)
	if o, isObject := of.(map[string]any); isObject {
		for _, name := range slices.Sorted(maps.Keys(o)) {
			parts = append(parts, o[name])
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

// presets finds what a purpose calls the default.
var presets = regexp.MustCompile(`(?i)\bdefault\w*\W+(?:[^\s.;]+ ?){1,5}`)

// leaf grounds a value by the text that states it best.
func (g *grounder) leaf(t *Tool, p *Parameter, d *Domain, of any) (best stated) {
	if g.own[p] == nil {
		g.own[p] = newPassage(FromDefault, strings.Join(append(language.NameWords(t.Name), presets.FindAllString(p.Purpose, -1)...), " ; "))
	}
	_, flag := of.(bool)
	for _, text := range append(slices.Clip(g.texts), g.own[p]) {
		e := evidence{argued: 1}
		own := text.from == FromDefault
		st := stated{Grounding: Grounding{p.Name, text.from, 0}}
		is, share := text.states(d, of)
		switch e.set(exact, is && !own && !flag); {
		case p.Default != nil && same(p.Default, of) && e[exact] == 0:
			st.Source = FromDefault
			e.set(preset, true)
		case own && !flag:
			e.set(announced, is)
			e.set(missing, !is)
		case flag && !own:
			e[flagged] = text.share(wordsOf(p.telling()))
		case !flag && !is:
			e[missing] = 1 - share
		}
		if st.evidence, st.Certainty = e, e.certainty(); st.Certainty > best.Certainty+1e-9 {
			best = st
		}
	}
	if best.Certainty < askBelow {
		best.Source = FromNone
	}
	return best
}

// telling are the words of a parameter's name that say something.
func (p *Parameter) telling() string {
	words := language.NameWords(cmp.Or(p.Label, p.Name))
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return lists().Dull[w] || lists().Stop[w] }), " ")
}

// groundings are those of the arguments that are settled.
func (r *reading) groundings() []Grounding {
	var out []Grounding
	for i := range r.slots {
		s := &r.slots[i]
		g := Grounding{r.tool.Parameters[i].Name, FromDefault, 1}
		switch {
		case !s.settled() || s.values[0].Of == nil || s.values[0].Implied:
			continue
		case s.from == originStated && s.grounding != nil:
			g = *s.grounding
		case s.from >= originStated:
			g.Source, g.Certainty = FromWords, answered
		}
		out = append(out, g)
	}
	return out
}

// Evidence returns, by argument of a task's first candidate, the features that its certainty is computed
// from, in the order of [Features]; under "" those of the words that may instruct its tool.
func (k *Kit) Evidence(task Task) map[string][]float64 {
	out := map[string][]float64{}
	if readings, _ := k.proposed(&task); len(readings) > 0 {
		g, r := newGrounder(&task), readings[0]
		for i := range r.slots {
			if s := &r.slots[i]; s.from == originStated {
				out[r.tool.Parameters[i].Name] = g.value(r.tool, &r.tool.Parameters[i], s.values[0].Of).evidence[:]
			}
		}
		if task.Words != "" {
			e := g.texts[0].instructs(r.tool)
			out[""] = e[:]
		}
	}
	return out
}
