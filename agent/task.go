package agent

import (
	"slices"

	"shopclerk/agent/language"
	"shopclerk/agent/nlu"
	"shopclerk/agent/shop"
)

const (
	// taskShare is the probability from which words are an instruction, and startTask that of words
	// before anything is shown that name no order or basket of the shopper's: people begin with a search.
	taskShare, startTask = 0.6, 0.9
	// perhapsTask is the probability from which words may be an instruction where something was just done.
	perhapsTask = 0.2
	// plainTask is the probability from which words that name nothing to be done are an instruction.
	plainTask = 0.85
)

// topicRemove is the topic of tasks that take something out of the basket, as data/reading names it.
const topicRemove = "remove"

// parts reads words, each text once a turn.
func (s *counterTurn) parts(said string) *nlu.Message {
	if m := s.read[said]; m != nil {
		return m
	}
	m := s.f.reader.Read(said, s.setting())
	if s.read == nil {
		s.read = map[string]*nlu.Message{}
	}
	s.read[said] = &m
	return &m
}

// clausesOf are the texts of what a message does, without the "and" that joins them.
func (s *counterTurn) clausesOf(said string) []string {
	var out []string
	m := s.parts(said)
	for i := range m.Clauses {
		for _, text := range s.instructions(m, &m.Clauses[i]) {
			toks := language.Tokenize(text)
			if next, role := m.Tongue.Longest(toks, 0, language.RolesOf(language.And)); role != language.None && next < len(toks) {
				text = text[toks[next].Start:]
			}
			out = append(out, text)
		}
	}
	return out
}

// instructions are the texts of a clause: it is parted wherever "and" stands before another deed.
func (s *counterTurn) instructions(m *nlu.Message, c *nlu.Clause) []string {
	var out []string
	from := c.From
	for i, do := range c.Of(nlu.Do) {
		if i > 0 && do.From-2 >= from && m.Tongue.Has(m.Tokens, do.From-1, language.And) {
			out = append(out, m.Text[m.Tokens[from].Start:m.Tokens[do.From-2].End])
			from = do.From
		}
	}
	if from == c.From {
		return []string{c.Text}
	}
	return append(out, m.Text[m.Tokens[from].Start:m.Tokens[c.To-1].End])
}

// joined is a text as one clause.
func (s *counterTurn) joined(said string) *nlu.Clause {
	out := nlu.Clause{Text: said}
	for i, c := range s.parts(said).Clauses {
		if i == 0 {
			out.Part, out.Topic = c.Part, c.Topic
		}
		out.To, out.Mentions = c.To, append(out.Mentions, c.Mentions...)
	}
	return &out
}

// task returns the tool that words ask for and nothing else, "" for none, and whether they say that it is not to
// be done.
func (h *hearing) task(said string) (tool string, refused bool) {
	m := h.parts(said)
	for _, c := range m.Clauses {
		if c.Intent == nlu.Social || c.Intent == nlu.Answer && len(c.Mentions) == 0 {
			continue
		}
		words := language.Forms(c.Text)
		if shows := h.shows(&c, words); shows != "" && (tool == "" || tool == shows) {
			tool = shows
			continue
		}
		if t := bidden[c.Topic]; t != "" && (c.Intent == nlu.AskProduct || c.Intent == nlu.AskShop) && slices.ContainsFunc(words, h.tell.Basket.Is) { // "should I put it in the basket?"
			tool, refused = t, true
			continue
		}
		share, own := c.Shares[nlu.Task], m.Tongue.Anywhere(m.Tokens[c.From:c.To], language.Possess)
		ours := len(h.page) > 0 || hasID(words) || slices.ContainsFunc(words, h.tell.Things.Is) && own
		owned := share >= startTask && len(c.Of(nlu.Do)) > 0 && (c.Topic == "cancel" || c.Topic == "return")
		if c.Intent != nlu.Task || share < taskShare || !ours && !owned || tool != "" && tool != bidden[c.Topic] {
			return "", false
		}
		if tool = bidden[c.Topic]; tool == elsewhere && len(h.page) == 0 && !own {
			return "", false
		}
		if deed := bidden[c.Deed]; c.Topic == "" && len(h.page) > 0 && len(c.Of(nlu.Do)) > 0 && slices.Contains([]string{shop.PlaceOrder, shop.CancelOrder, shop.ReturnItems}, deed) {
			tool = deed // which is confirmed first
		} else if tool == shop.AddToBasket && (h.lately != "" || h.begun > 0) && len(c.Of(nlu.Is, nlu.Kind)) == 0 && slices.ContainsFunc(words, h.tell.Orders.Is) {
			tool = shop.PlaceOrder // "order it", which is in the basket
		}
		sure := slices.ContainsFunc(c.Of(nlu.Do), func(s *nlu.Mention) bool { return s.Score >= 0.5 })
		switch {
		case c.Topic == topicRemove && h.lately == "" && !slices.ContainsFunc(words, h.tell.Basket.Is), // "skip the mouse"
			len(h.page) == 0 && wanting[c.Topic] && len(c.Of(nlu.Kind, nlu.Is)) > 0, // "put a lamp in my basket": it is looked for first
			!sure && share < plainTask, // "order management lamp"
			len(c.Of(nlu.Do)) == 0 && tool == shop.AddToBasket && len(c.Of(nlu.Ref, nlu.Qty)) == 0, // "compare the two cheapest"
			tool == shop.ChangeBasket && h.lately == "":                                            // "make it 60"
			return "", false
		}
		takes := tool == shop.AddToBasket || tool == shop.PlaceOrder
		for i := range words { // "if it were cheaper …", "I ordered the first one last year"
			refused = refused || h.tell.Supposes.Begin(words[i:]) > 0 || takes && h.tell.NotNow.Begin(words[i:]) > 0
		}
		refused = refused || slices.ContainsFunc(c.Of(nlu.Do), func(s *nlu.Mention) bool { return s.Polarity == nlu.Exclude })
		from := c.From
		if next, role := m.Tongue.Longest(m.Tokens[:c.To], from, language.RolesOf(language.Retract)); role != language.None {
			from = next // "no wait, take it out"
		}
		for i := from; i < c.To; i++ { // "not the first one": acting needs certainty
			says := m.Tongue.Has(m.Tokens, i, language.Negate, language.Exclude)
			refused = refused || says && i+1 < c.To && m.Tokens[i+1].Kind != language.Mark || says && i+1 == c.To && i > c.From
		}
	}
	return tool, refused
}

// softly is the tool that a clause which is no plain instruction asks for after what was done or shown: "no
// wait, out again", "the cheapest of them in my basket".
func (h *hearing) softly(said string) string {
	m := h.parts(said)
	if len(m.Clauses) != 1 || h.waiting != nil {
		return ""
	}
	c := &m.Clauses[0]
	again := c.Topic == topicRemove && c.Shares[nlu.Task] >= perhapsTask || h.held && len(c.Of(nlu.Do)) > 0 && (c.Intent == nlu.Undo || c.Topic == "forget")
	into := slices.ContainsFunc(c.Of(nlu.Do), func(s *nlu.Mention) bool {
		return s.Polarity == nlu.Want && s.Score >= plainTask && slices.ContainsFunc(language.Forms(s.Text), h.tell.Basket.Is)
	})
	switch {
	case h.lately != "" && again && !h.catalogue(said):
		return shop.RemoveFromBasket
	case c.Intent == nlu.Sort && into:
		return shop.AddToBasket
	}
	return ""
}

// statusTopics are the topics, as parts of messages have them, of what is asked of one's own order.
var statusTopics = map[string]bool{"": true, "status": true, "store": true, "delivery": true}

// shows is the tool that a part asks for which changes nothing, "" for none: what is in the basket, or
// how an order stands, where it speaks of the shopper's own or an order's number.
func (h *hearing) shows(c *nlu.Clause, words []string) string {
	own := func(what language.Phrasing) bool {
		i := slices.IndexFunc(words, what.Is)
		return i > 0 && h.parts(c.Text).Tongue.Is(words[i-1], language.Possess)
	}
	asks := c.Intent == nlu.AskProduct || c.Intent == nlu.AskShop
	plain := c.Intent == nlu.Task && c.Shares[nlu.Task] >= taskShare
	ordered := slices.ContainsFunc(words, h.tell.Things.Is) && hasID(words)
	switch {
	case len(c.Of(nlu.Do)) > 0 && c.Topic != "show" && c.Topic != "status":
		return ""
	case (asks || plain) && c.Topic == "show" && h.lately != "", (asks || c.Intent == nlu.Task && c.Topic == "show") && own(h.tell.Basket):
		return shop.ShowBasket
	case (asks || c.Intent == nlu.Task) && statusTopics[c.Topic] && own(h.tell.Things), statusTopics[c.Topic] && ordered:
		return shop.OrderStatus
	}
	return ""
}

// setting is what the words of the turn are read against.
func (s *counterTurn) setting() nlu.Context {
	return nlu.Context{Need: s.need, Currency: s.agent.config.Currency, Shown: len(s.page), Language: language.Of(s.words.Code())}
}
