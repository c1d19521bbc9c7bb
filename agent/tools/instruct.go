package tools

import (
	"math"
	"slices"
	"strings"
	"sync"

	"shopclerk/agent/language"
	"shopclerk/data"
)

// cueWeights are those of what tells whether words want a tool called, as `bench learn calls` fits them.
var cueWeights = sync.OnceValue(func() map[string]float64 {
	out := map[string]float64{}
	for line := range strings.Lines(data.CallCues) {
		cue, weight, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		out[cue] = number(weight)
	}
	return out
})

const (
	// ordinary is by how much, as a log-odds, words that come with a call want it more often than those that it is
	// learned from.
	ordinary = 0.9
	// harmless is what is added for a tool that changes nothing: to look something up that is not wanted does no harm.
	harmless = 1.5
)

// instructed is the probability that a message wants a tool called.
func (m *message) instructed(t *Tool) float64 {
	p := CueProbability(m.cues(t), cueWeights())
	odds := p / (1 - p) * math.Exp(ordinary)
	if t.Effect == Reads {
		odds *= math.Exp(harmless)
	}
	return odds / (1 + odds)
}

// CueProbability is what the weights of cues give as a log-odds: "" of all words, their sum over the root of the number
// of cues, and whole those that [CueShare] says.
func CueProbability(cues []string, weights map[string]float64) float64 {
	sum := weights[""]
	for _, c := range cues {
		sum += weights[c] * CueShare(c, len(cues))
	}
	return 1 / (1 + math.Exp(-sum))
}

// CueShare is how much a cue of so many counts: whole if it is a word beside the tool's verb, however long the message.
func CueShare(cue string, among int) float64 {
	if strings.HasPrefix(cue, "verb:") {
		return 1
	}
	return 1 / math.Sqrt(float64(among))
}

// openingWords is how many words begin a message.
const openingWords = 2

// message is what is read of words once, whatever the tool.
type message struct {
	toks  []language.Token
	roots [][]string // of each token and its English words
}

func newMessage(words string) *message {
	m := &message{toks: language.Tokenize(language.Head(words))}
	l := language.Detect(m.toks, language.English())
	m.roots = make([][]string, len(m.toks))
	for i := range m.toks {
		m.roots[i] = []string{language.Root(m.toks[i].Stem)}
		for _, w := range l.English(m.toks[i].Form) {
			m.roots[i] = append(m.roots[i], language.Root(w))
		}
	}
	return m
}

// Cues returns what tells whether words want a tool called: single words and pairs of them, those of the last clause and
// those beside the tool's verb apart. The verb and the objects of the tool's name stand for themselves.
func Cues(t *Tool, words string) []string { return newMessage(words).cues(t) }

func (m *message) cues(t *Tool) []string {
	name := language.NameWords(Bare(t.Name))
	for i, w := range name {
		name[i] = language.Root(language.Singular(w))
	}
	kind := func(i int) string {
		tok := &m.toks[i]
		switch tok.Kind {
		case language.Number:
			return "#"
		case language.Mark:
			if strings.Contains(".!?;,:…", tok.Form) {
				return tok.Form
			}
			return ""
		}
		at := -1
		for _, root := range m.roots[i] {
			at = max(at, slices.Index(name, root))
		}
		switch {
		case at == 0 && strings.HasSuffix(tok.Form, "ed"):
			return "VERBED"
		case at == 0:
			return "VERB"
		case at > 0:
			return "OBJECT"
		}
		return tok.Form
	}
	text := []string{"^"}
	for i := range m.toks {
		if k := kind(i); k != "" {
			text = append(text, k)
		}
	}
	text = append(text, "$")
	out := map[string]bool{}
	pairs := func(prefix string, text []string) {
		for i, w := range text {
			out[prefix+w] = true
			if i > 0 {
				out[prefix+text[i-1]+" "+w] = true
			}
		}
	}
	pairs("", text)
	clause := text[:len(text)-1]
	for i := len(clause) - 2; i > 0; i-- {
		if strings.Contains(".!?;,:…", clause[i]) {
			clause = clause[i+1:]
			break
		}
	}
	pairs("last:", clause)
	for i, w := range text {
		if strings.HasPrefix(w, "VERB") {
			out["verb:"+text[i-1]+" "+w] = true
			out["verb:"+w+" "+text[i+1]] = true
		}
	}
	effect := "acts"
	if t.Effect == Reads {
		effect = "reads"
	}
	out[effect] = true
	if slices.Contains(text, "?") {
		out[effect+"?"] = true
	}
	for i := 1; i <= min(openingWords, len(text)-1); i++ {
		out[effect+" "+strings.Join(text[1:1+i], " ")] = true
	}
	cues := make([]string, 0, len(out))
	for c := range out {
		cues = append(cues, c)
	}
	slices.Sort(cues)
	return cues
}
