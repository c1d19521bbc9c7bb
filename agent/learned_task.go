package agent

import (
	"slices"

	"shopclerk/agent/language"
	"shopclerk/agent/nlu"
	"shopclerk/agent/shop"
	"shopclerk/agent/understand"
	"shopclerk/search"
)

const (
	// taskShare is the probability from which words are an instruction, and startTask that of words
	// before anything is shown that speak of nothing that shoppers have here: people begin with a search.
	taskShare, startTask = 0.5, 0.9
	// plainTask is the probability from which words that name nothing to be done are an instruction.
	plainTask = 0.85
)

// parts reads words, each text once a turn.
func (s *counterTurn) parts(said string) *nlu.Message {
	if m := s.read[said]; m != nil {
		return m
	}
	m := s.agent.config.Learned.Read(said, nlu.Context{Need: s.need, Currency: s.agent.config.Currency, Shown: len(s.page), Language: language.Of(s.words.Code())})
	if s.read == nil {
		s.read = map[string]*nlu.Message{}
	}
	s.read[said] = &m
	return &m
}

// clausesOf are the texts of what a message does.
func (s *counterTurn) clausesOf(said string) []string {
	var out []string
	for _, c := range s.parts(said).Clauses {
		out = append(out, c.Text)
	}
	return out
}

// task returns the tool that words ask for and nothing else, "" for none, and whether they say that it
// is not to be done.
func (h *hearing) task(said string) (tool string, refused bool) {
	for _, c := range h.parts(said).Clauses {
		if c.Intent == nlu.Social {
			continue
		}
		ours := len(h.page) > 0 || slices.ContainsFunc(language.Forms(said), h.tell.Things.Is)
		if share := c.Shares[nlu.Task]; c.Intent != nlu.Task || share < taskShare || !ours && share < startTask || tool != "" && tool != bidden[c.Topic] {
			return "", false
		}
		tool = bidden[c.Topic]
		if len(h.page) == 0 && wanting[c.Topic] && len(c.Of(nlu.Kind, nlu.Is)) > 0 {
			return "", false // "put a lamp in my basket": it is looked for first
		}
		if len(c.Of(nlu.Do)) == 0 && c.Shares[nlu.Task] < plainTask {
			return "", false // "compare the two cheapest"
		}
		if tool == shop.ChangeBasket && h.lately == "" {
			return "", false // "make it 60"
		}
		refused = refused || slices.ContainsFunc(c.Of(nlu.Do), func(s *nlu.Mention) bool { return s.Polarity == nlu.Exclude })
	}
	return tool, refused
}

// understoodBy reads words beside a need as the reader that is learned does.
func (a *Agent) understoodBy(need search.Need, said string, in nlu.Context) understand.Reading {
	in.Need = need
	m := a.config.Learned.Read(said, in)
	var out understand.Reading
	for i := range m.Clauses {
		got := a.config.Learned.Assemble(&m, &m.Clauses[i], in)
		out.Changes = append(out.Changes, got.Changes...)
	}
	return out
}

// instructs reports whether a clause asks for something to be done.
func (h *hearing) instructs(clause string) bool {
	if h.learned() {
		return h.bids(clause) != ""
	}
	return h.tell.commands(clause)
}

// refuses reports whether a clause says that nothing is to be done.
func (h *hearing) refuses(clause, tool string) bool {
	if h.learned() {
		_, refused := h.task(clause)
		return refused
	}
	return h.tell.unmeant(language.Forms(clause), tool)
}

// learned reports whether messages are read by the reader that is learned.
func (s *counterTurn) learned() bool { return s.agent != nil && s.agent.config.Learned != nil }
