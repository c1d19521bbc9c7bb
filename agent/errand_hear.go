package agent

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"shopclerk/agent/dialog"
	"shopclerk/agent/language"
	"shopclerk/agent/nlu"
	"shopclerk/agent/shop"
	"shopclerk/agent/tools"
	"shopclerk/catalog"
)

// longestLine is how many words what is typed can have to be a line of an address or a name:
// longer ones say something. The form takes them all.
const longestLine = 8

// hearing is a message being taken apart.
type hearing struct {
	*counterTurn
	see      *heard          // the page, as the message points at it
	ctx      context.Context // of the turn
	tell     *commands
	waiting  *errand           // is asked about, and not answered yet; nil: none
	latest   int               // the errand that the clause before began, from 1; 0: it began none
	meant    []catalog.Product // that the clause before pointed at: "the blue one is nice, put it in my basket"
	agreed   string            // the task whose call was said yes to
	supposed string            // the clause before, where it says under which condition this one is meant
	any      bool              // there was something for the shop's tools
	about    []string
}

// hear takes apart what a message says: the answer to the errand that waits (see
// errand_answer.go), instructions, and the words about products, which it returns. A message
// without anything for the shop's tools is returned as it is.
func (s *counterTurn) hear(ctx context.Context, see *heard, message string) (about string, err error) {
	h := &hearing{counterTurn: s, see: see, ctx: ctx, tell: &commands{language.ErrandWords()}}
	clauses := h.clausesOf(message)
	n, by := h.counts(message)
	whole := n > 0 && !s.waits() // "one more for my brother", "sechs statt vier"
	parted := slices.ContainsFunc(clauses, h.commands)
	if !s.waits() && !whole && !parted && !h.commands(message) {
		return message, nil
	}
	if err := s.ready(ctx, s.page); err != nil {
		return "", err
	}
	if whole {
		h.count(message, n, by)
		return "", nil
	}
	if i := slices.IndexFunc(s.errands, func(e errand) bool { return e.Open() }); i >= 0 && !s.errands[i].spoken {
		waiting := s.errands[i] // errands that begin may move the others
		h.waiting = &waiting
	}
	defer func() { s.busy = s.busy || h.any }()
	if h.commands(message) && !slices.ContainsFunc(clauses, h.commands) {
		clauses = []string{message} // "add 1 and 3 to the basket"
	}
	if h.waiting != nil && !slices.ContainsFunc(clauses, func(c string) bool { return h.bids(c) != "" || h.seeks(c) }) {
		if answered, err := h.answers(message); answered || err != nil {
			return "", err
		}
	}
	for i, clause := range clauses {
		if h.supposed = ""; i > 0 && h.tell.Supposes.Begin(language.Forms(clauses[i-1])) > 0 {
			h.supposed = clauses[i-1]
		}
		if err := h.clause(clause); err != nil {
			return "", err
		}
	}
	if !h.any && !s.sought {
		return message, nil
	}
	h.about = slices.DeleteFunc(h.about, func(clause string) bool { return h.tell.Thanks.All(language.Forms(clause)) }) // "perfect. the first one in the basket"
	return strings.Join(h.about, ", "), nil
}

// commands reports whether a clause is a command.
func (h *hearing) commands(clause string) bool {
	tool, _ := h.task(clause)
	n, _ := h.counts(clause)
	return tool != "" || h.softly(clause) != "" || n > 0
}

// clause takes in one clause.
func (h *hearing) clause(clause string) error {
	before := h.latest
	h.latest = 0
	h.reconsider(clause)
	if answered, err := h.answers(clause); answered || err != nil {
		return err
	}
	text := language.Forms(clause)
	switch {
	case (h.any || h.busy) && h.tell.Thanks.All(text): // nobody searches for thanks
		h.any = true
	case h.commands(clause):
		return h.instruct(clause, before)
	case before > 0 && !h.seeks(clause) && !h.catalogue(clause):
		h.latest = before // "it came broken", "bought the wrong ink" are about the errand
	default:
		h.about = append(h.about, clause)
		h.meant, _ = h.pointed(h.joined(clause))
	}
	return nil
}

// instruct begins the errands of a command, unless it says once more what was just agreed to,
// or begun: "yes, cancel it", "I'll take the first, put it in the basket".
func (h *hearing) instruct(clause string, before int) error {
	h.any = true
	tool, refused := h.task(clause)
	if tool == "" {
		tool = h.softly(clause)
	}
	if tool != shop.OrderStatus && (h.supposed != "" || refused) {
		h.about = slices.DeleteFunc(h.about, func(condition string) bool { return condition == h.supposed && !h.catalogue(condition) })
		h.declined[sayRefused] = append(h.declined[sayRefused], clause)
		return nil
	}
	switch tool {
	case elsewhere:
		h.declined[sayElsewhere] = append(h.declined[sayElsewhere], clause)
		return nil
	case emptyBasket:
		h.begins(clause, calling(shop.RemoveFromBasket, shop.ParamProduct, h.at.All()))
		return nil
	}
	if before > 0 && h.tell.repeats(clause) && h.errands[before-1].Task.Candidates[0].Tool == tool {
		h.latest = before
		return nil
	}
	if i := h.yes(); i >= 0 && tool == h.errands[i].Decision.Call.Tool {
		return nil
	}
	if n, by := h.counts(clause); n > 0 && (tool == "" || tool == shop.ChangeBasket) { // "make it two", "no, only two"
		h.count(clause, n, by)
		return nil
	}
	said := h.joined(clause)
	pointing := *said
	pointing.Mentions = slices.DeleteFunc(slices.Clone(said.Mentions), func(s nlu.Mention) bool { // "size M" tells a form of what is pointed at
		sized := len(s.Text) == 1 || slices.ContainsFunc(said.Of(nlu.Of), func(of *nlu.Mention) bool { return of.To == s.From })
		return sized && (s.Type == nlu.Is || s.Type == nlu.Eq) && len(h.see.having(&s)) == 0
	})
	to, points := h.pointed(&pointing)
	if len(to) == 0 {
		named, err := h.byID(clause)
		if err != nil {
			return err
		}
		to, points = named, points || len(named) > 0
	}
	if len(to) == 0 && !points {
		to, points = h.meant, len(h.meant) > 0
	}
	switch remove := tool == shop.RemoveFromBasket; {
	case tool == shop.AddToBasket && len(to) > 0:
		for _, p := range to {
			h.begins(clause, h.propose(tool, said, tools.Arguments{shop.ParamProduct: p.ID}))
		}
	case tool == shop.AddToBasket && h.see.lookedFor(&pointing) != "":
		h.about, h.sought, h.any = append(h.about, h.see.lookedFor(&pointing)), true, h.any && len(h.errands) > 0
	case remove && len(to) == 1 && h.at.Pieces(to[0].ID) > 0:
		h.begins(clause, calling(tool, shop.ParamProduct, to[0].ID))
	case remove && len(to) == 1 && len(said.Of(nlu.Ref)) > 0 && len(said.Of(nlu.Ref)[0].Places) > 0:
		h.declined[sayUnheld] = append(h.declined[sayUnheld], clause)
	case remove && h.lately != "" && !points && h.fewer(clause) > 0:
		h.count(clause, h.fewer(clause), -1)
	case remove && h.lately != "" && !points && !h.names(clause):
		h.begins(clause, calling(tool, shop.ParamProduct, h.lately))
	default:
		if tool == shop.PlaceOrder && len(to) == 1 && points && h.at.Pieces(to[0].ID) == 0 { // "order the second one"
			h.begins(clause, h.propose(shop.AddToBasket, said, tools.Arguments{shop.ParamProduct: to[0].ID}))
		}
		h.begins(clause, h.propose(tool, said, tools.Arguments{}))
	}
	return nil
}

// pointed are the products that a clause points at, if only by a place that no span has: "the second one's lovely".
func (h *hearing) pointed(c *nlu.Clause) (to []catalog.Product, points bool) {
	if to, points = h.see.pointsTo(c); points {
		return to, true
	}
	if at := h.see.places(c); len(at) == 1 {
		return h.see.shown[at[0]-1 : at[0]], true
	}
	return to, false
}

// count begins the errand of having so many pieces of what was put in the basket last. Of what was ordered since there
// can be more; only the shop itself can change the order.
func (h *hearing) count(clause string, n, by int) {
	h.busy = true
	switch {
	case h.lately == "" && by > 0:
		h.begins(clause, calling(shop.AddToBasket, shop.ParamProduct, h.bought, shop.ParamQuantity, float64(n)))
	case h.lately == "":
		h.any = true
		h.declined[sayElsewhere] = append(h.declined[sayElsewhere], clause)
	default:
		if by != 0 {
			n = max(0, h.at.Pieces(h.lately)+by*n)
		}
		h.begins(clause, calling(shop.ChangeBasket, shop.ParamProduct, h.lately, shop.ParamQuantity, float64(n)))
	}
}

// begins begins an errand of what a clause asks for, with the calls that it may mean.
func (h *hearing) begins(clause string, calls []tools.Proposal) {
	h.any = true
	if h.begun == mostBegun {
		h.declined[sayTooMany] = append(h.declined[sayTooMany], clause)
		return
	}
	among := h.page
	for i := range calls { // a product that was named by its id
		if id := calls[i].Arguments.Text(shop.ParamProduct); calls[i].Tool == shop.AddToBasket && id != "" && !slices.Contains(among, id) {
			among = append(slices.Clip(among), id)
		}
	}
	h.begin(calls, among)
	h.latest = len(h.errands)
}

// byID returns the products that a clause names by their ids, whatever is shown.
func (h *hearing) byID(clause string) ([]catalog.Product, error) {
	ids := strings.FieldsFunc(clause, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(`,;:!?"`, r) })
	ids = slices.DeleteFunc(ids, func(w string) bool { return len(w) < shortestID || !strings.ContainsFunc(w, unicode.IsDigit) })
	return h.agent.Named(h.see.ctx, ids)
}

// answers takes words as the answer to what the waiting errand asks, and reports whether they
// are one.
func (h *hearing) answers(words string) (bool, error) {
	if h.waiting == nil {
		return false, nil
	}
	e, text := h.waiting, language.Forms(words)
	said := h.tell.respond(text)
	switch asked := len(e.Inquiries) > 0; {
	case e.Decision.Do == tools.Confirm && e.Decision.Call != nil:
		return h.confirmed(words, said)
	case !asked:
		return false, nil
	case (said.hold || said.yes && !said.no) && len(said.rest) == 0: // "wait" is no street, "yes" none of two lamps
		h.any = true
		return true, nil
	case said.no && len(said.rest) == 0, h.tell.No.Are(h.tell.Manners.Strip(text)),
		written(e.Inquiries[0].Question) && said.no && !numberAtEdge(text): // "no stop, don't order it yet" is nobody's name
		h.end(e, dialog.Dropped, h.counterTurn.words.T("errand.dropped"))
		h.settled()
		return true, nil
	}
	r, ok, err := h.answer(e, words, "")
	if ok {
		e.answer(r)
		h.settled()
	}
	return ok, err
}

// answer reads words as the answer to what an errand asks about an aspect, "" for any, as things stand.
func (h *hearing) answer(e *errand, words, aspect string) (r tools.Reply, ok bool, err error) {
	if words == "" {
		return r, false, nil
	}
	now, err := h.decide(h.ctx, e) // its questions have the names of what is offered
	for _, i := range e.Inquiries {
		at := slices.IndexFunc(now.Questions, func(q tools.Question) bool { return q.Aspect == i.Question.Aspect })
		if ok || at < 0 || aspect != "" && aspect != i.Question.Aspect {
			continue // it would not be asked as things stand
		}
		r, ok = h.reply(&now.Questions[at], now.Call, words)
	}
	return r, ok, err
}

// settled notes that the errand that waited was spoken of.
func (h *hearing) settled() {
	i := slices.IndexFunc(h.errands, func(e errand) bool { return e.Task.ID == h.waiting.Task.ID })
	h.errands[i], h.waiting, h.any = *h.waiting, nil, true
}

// seeks reports whether words look for something.
func (h *hearing) seeks(said string) bool {
	return slices.ContainsFunc(h.parts(said).Clauses, func(c nlu.Clause) bool {
		return slices.Contains([]nlu.Intent{nlu.Need, nlu.AskStock, nlu.Compare, nlu.Sort, nlu.AskShop, nlu.AskProduct}, c.Intent) && c.Shares[c.Intent] >= taskShare
	})
}
