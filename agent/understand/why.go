package understand

import (
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
