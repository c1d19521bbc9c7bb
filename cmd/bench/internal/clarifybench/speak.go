package clarifybench

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"shopclerk/agent/tools"
	"shopclerk/catalog"
)

// frames are how people put a request.
var frames = []string{"{}.", "Please {}.", "Could you {}?", "I would like you to {}.", "{}, please."}

// speak puts what is said of a call into words: how the tool is asked for, and a
// clause for each argument.
func speak(t *Tool, said tools.Arguments, rng *rand.Rand) string {
	parts := []string{t.Asks[rng.IntN(len(t.Asks))]}
	for i := range t.parameters {
		p := &t.parameters[i]
		if of := said[p.Name]; of != nil {
			parts = append(parts, p.clause(of, rng))
		}
	}
	separator := " "
	if len(parts) > 3 && rng.IntN(2) == 0 {
		separator = ", "
	}
	return catalog.Capital(strings.ReplaceAll(frames[rng.IntN(len(frames))], "{}", strings.Join(parts, separator)))
}

// clause says one argument.
func (p *Parameter) clause(of any, rng *rand.Rand) string {
	says := p.Says
	if b, flag := of.(bool); flag {
		if says = p.Off; b {
			says = p.On
		}
	}
	phrase := says[rng.IntN(len(says))]
	items, list := of.([]any)
	if !list {
		return strings.ReplaceAll(phrase, "{}", spell(of))
	}
	quote := ""
	if strings.Contains(phrase, "'{}'") {
		quote, phrase = "'", strings.ReplaceAll(phrase, "'{}'", "{}")
	}
	var texts []string
	for _, item := range items {
		texts = append(texts, quote+spell(item)+quote)
	}
	return strings.ReplaceAll(phrase, "{}", strings.Join(texts, " and "))
}

// spell writes a value as people say it.
func spell(of any) string {
	switch of := of.(type) {
	case string:
		return of
	case bool:
		if of {
			return "yes"
		}
		return "no"
	case float64:
		return strconv.FormatFloat(of, 'f', -1, 64)
	case []any:
		var out []string
		for _, item := range of {
			out = append(out, spell(item))
		}
		return strings.Join(out, " and ")
	}
	return ""
}
