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
	// leastWeight is the weight that a reading keeps.
	leastWeight = 1e-200
	// answered is the certainty of an argument that a person gave when asked, or that is meant literally.
	answered = 0.98
	// decisive is what explaining one word more is worth, in nats: half a word more is enough.
	decisive = 7
	// mostBeside is how many values are remembered of the objects that have one: more describe none.
	mostBeside = 50
	// mostParts is how many parts of a list or object are looked up.
	mostParts = 100
)

// evidence are features in [0,1] of an argument beside one text that may state it.
type evidence [features]float64

// The features. Of a list or an object the part with the least certainty counts.
const (
	argued    = iota // it is an argument
	exact            // its words stand in a row, or its number or date is stated
	chosen           // of listed values it is the one of whose words most are said
	missing          // share of its words that are not said, where it is not stated
	flagged          // a flag's words are said
	preset           // it is the declared default
	announced        // the declaration calls it the default, or the tool is called so
	features
)

// featureNames are the names of the features in data/calls/weights.tsv.
var featureNames = [features]string{"argument", "exact", "chosen", "missing", "flagged", "preset", "announced"}

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
	records    map[string][]string // what stands beside a value in an object of the results
	known      map[argument]*stated
	words      *message // nil without
	instructed map[*Tool]float64
	own        map[*Parameter]*passage // what the declarations say
	flags      map[*Parameter]*flagWords
	stems      map[*Tool]map[string]int // of the words of a tool, how many of its parts have them
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
	// explains is how much of the words the value explains, about one a word.
	explains float64
	// inner are the places of the parts that stand nowhere, where others stand somewhere.
	inner []string
}

func newGrounder(task *Task) *grounder {
	g := &grounder{flags: map[*Parameter]*flagWords{}, stems: map[*Tool]map[string]int{}, known: map[argument]*stated{}, instructed: map[*Tool]float64{}, own: map[*Parameter]*passage{}, records: map[string][]string{}}
	for _, text := range task.Results {
		g.record(Decoded(text))
	}
	if task.Words != "" {
		g.words = newMessage(task.Words)
	}
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
	before, after, most := 0.0, 0.0, math.Inf(-1)
	explained := make([]float64, len(all))
	for i, r := range all {
		if r.tool != noTool {
			before += r.weight
			explained[i] = g.ground(r)
			most = max(most, explained[i])
		}
	}
	for i, r := range all {
		if r.tool != noTool {
			r.weight *= math.Exp(decisive * (explained[i] - most))
			after += r.weight
		}
	}
	for _, r := range all {
		if r.tool != noTool {
			r.weight *= before / after
		}
	}
}

// ground notes where the arguments of a reading are stated, weighs the reading by them, and returns how much of the
// words they explain.
func (g *grounder) ground(r *reading) (explained float64) {
	if r.instructed = g.instructed[r.tool]; r.instructed == 0 {
		r.instructed = 1
		if g.words != nil {
			r.instructed = g.words.instructed(r.tool)
		}
		g.instructed[r.tool] = r.instructed
	}
	r.weight *= r.instructed / max(1-r.instructed, 1e-3)
	for i := range r.slots {
		if s := &r.slots[i]; s.from == originStated && s.grounding == nil && !slices.Contains([]any{"[]", "{}"}, any(spell(s.values[0].Of))) {
			st := g.value(r.tool, &r.tool.Parameters[i], s.values[0].Of)
			s.grounding, s.inner = &st.Grounding, st.inner
			if !slices.ContainsFunc(r.slots[:i], func(o slot) bool { return len(o.values) == 1 && same(o.values[0].Of, s.values[0].Of) }) { // words mean one thing
				explained += st.explains
			}
			r.weight *= max(s.grounding.Certainty, leastGrounded)
		}
	}
	r.weight = max(r.weight, leastWeight) // of hundreds of doubtful arguments nothing is left
	return explained
}

// record notes what stands beside each value of an object.
func (g *grounder) record(of any) {
	switch of := of.(type) {
	case []any:
		for _, one := range of {
			g.record(Decoded(one))
		}
	case map[string]any:
		var beside []string
		for _, name := range slices.Sorted(maps.Keys(of)) {
			switch inner := Decoded(of[name]).(type) {
			case map[string]any, []any:
				g.record(inner)
			default:
				beside = append(beside, spell(inner))
			}
		}
		for _, text := range beside {
			if len(g.records[text])+len(beside) <= mostBeside {
				g.records[text] = append(g.records[text], beside...)
			}
		}
	}
}

// described is how many of the words describe an object of a result that has a value, less those that say that it is not
// meant.
func (g *grounder) described(p *passage, text string) (n float64) {
	for at, one := range g.records[text] {
		if one == text || slices.Contains(g.records[text][:at], one) {
			continue
		}
		other := newSpelling(&Domain{}, Value{Of: one})
		_, _, explains := p.states(other)
		if n += explains / 2; p.denied != nil {
			_, _, explains = p.denied.states(other)
			n -= 2 * explains
		}
	}
	return n
}

// value grounds one argument of a tool, each once.
func (g *grounder) value(t *Tool, p *Parameter, of any) *stated {
	at := argument{p, key(of)}
	if g.known[at] == nil {
		d := p.Domain.At(nil)
		if good, o := d.Accept(of); o == nil {
			of = good
		}
		found := g.inside(t, p, d.item(), of, "")
		g.known[at] = &found
	}
	return g.known[at]
}

// inside grounds a value at a place, or that of its parts which is least certain.
func (g *grounder) inside(t *Tool, p *Parameter, d *Domain, of any, at string) (least stated) {
	parts := map[string]any{}
	switch of := of.(type) {
	case []any:
		for i, part := range of[:min(len(of), mostParts)] {
			parts[strconv.Itoa(i)] = part
		}
	case map[string]any:
		parts = of
	}
	if len(parts) == 0 {
		return g.leaf(t, p, d, of)
	}
	_, isList := of.([]any)
	explained, nowhere := 0.0, []string(nil)
	for i, name := range slices.Sorted(maps.Keys(parts)) {
		path := strings.TrimPrefix(at+"."+name, ".")
		st := g.inside(t, p, d, parts[name], path)
		explained += st.explains
		if st.inner != nil {
			nowhere = append(nowhere, st.inner...)
		} else if st.Source == FromNone {
			nowhere = append(nowhere, path)
		}
		if i == 0 || st.Certainty < least.Certainty {
			least = st
		}
	}
	least.explains, least.inner = explained, nowhere
	_, ofObjects := parts["0"].(map[string]any)
	if whole := len(nowhere) == len(parts) && !strings.Contains(strings.Join(nowhere, ""), "."); whole || isList && !ofObjects {
		least.inner = nil
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
	v, ok := find(d.Values, of)
	if !ok {
		v.Of = of
	}
	s, verbatim, explains := newSpelling(d, v), false, 0.0
	for _, text := range append(slices.Clip(g.texts), g.own[p]) {
		e := evidence{argued: 1}
		own := text.from == FromDefault
		st := stated{Grounding: Grounding{p.Name, text.from, 0}}
		said, share, words := text.states(s)
		if text.from == FromWords {
			explains += words + g.described(text, s.text)
		}
		verbatim = verbatim || said && !own && text.from != FromResult && strings.Contains(text.text.Raw, s.text)
		e.set(chosen, !said && !own && text.from != FromResult && text.chooses(d, of, share))
		switch e.set(exact, said && !own && !flag); {
		case p.Default != nil && same(p.Default, of) && e[exact] == 0:
			st.Source = FromDefault
			e.set(preset, true)
		case own && !flag:
			e.set(announced, said)
			e.set(missing, !said)
		case flag && !own:
			words := g.flagWords(t, p)
			e.set(flagged, text.flags(words.words, words.named, of == true))
		case !flag && !said && e[chosen] == 0:
			e[missing] = 1 - share
		}
		if st.evidence, st.Certainty = e, e.certainty(); st.Certainty > best.Certainty+1e-9 {
			best = st
		}
	}
	if len(g.texts) > 0 && g.texts[0].denied != nil && best.Source != FromWords {
		if denied, _, _ := g.texts[0].denied.states(s); denied { // it is said not to be meant, wherever else it stands
			best.evidence = evidence{argued: 1, missing: 1}
			if slices.ContainsFunc(language.NameWords(p.Name), func(w string) bool { return is("excluding", w) }) {
				best.evidence, best.Source = evidence{argued: 1, exact: 1}, FromWords
			}
			best.Certainty = best.evidence.certainty()
		}
	}
	if best.Certainty < askBelow {
		best.Source = FromNone
	}
	if best.explains = explains; verbatim { // to the letter
		best.explains += 0.5
	}
	return best
}

// flagWords are the words that a flag is said by: those of its name, then those that its purpose alone has in its tool.
type flagWords struct {
	words []string
	named int
}

func (g *grounder) flagWords(t *Tool, p *Parameter) *flagWords {
	if g.flags[p] != nil {
		return g.flags[p]
	}
	if g.stems[t] == nil {
		g.stems[t] = map[string]int{}
		parts := []string{t.Name + " " + t.Purpose}
		for i := range t.Parameters {
			parts = append(parts, t.Parameters[i].Name+" "+t.Parameters[i].Purpose)
		}
		for _, part := range parts {
			stems := language.NameStems(part)
			slices.Sort(stems)
			for _, w := range slices.Compact(stems) {
				g.stems[t][w]++
			}
		}
	}
	f := &flagWords{words: language.NameStems(p.telling())}
	if f.named = len(f.words); is("switch", strings.ToLower(p.telling())) { // its words may be those of the other state
		f.named = 0
	}
	for _, w := range language.Tokenize(p.Purpose) {
		if !lists().Stop[w.Form] && len(w.Form) > 3 && g.stems[t][w.Stem] < 2 {
			f.words = append(f.words, w.Stem)
		}
	}
	g.flags[p] = f
	return f
}

// telling are the words of a parameter's name that say something.
func (p *Parameter) telling() string {
	words := strings.Join(language.NameWords(cmp.Or(p.Label, p.Name)), " ")
	telling := slices.DeleteFunc(strings.Fields(words), func(w string) bool { return lists().Dull[w] || lists().Stop[w] })
	return cmp.Or(strings.Join(telling, " "), words) // "on"
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
// from, in the order of [Features].
func (k *Kit) Evidence(task Task) map[string][]float64 {
	out := map[string][]float64{}
	if readings, _ := k.proposed(&task); len(readings) > 0 {
		g, r := newGrounder(&task), readings[0]
		for i := range r.slots {
			if s := &r.slots[i]; s.from == originStated {
				out[r.tool.Parameters[i].Name] = g.value(r.tool, &r.tool.Parameters[i], s.values[0].Of).evidence[:]
			}
		}
	}
	return out
}
