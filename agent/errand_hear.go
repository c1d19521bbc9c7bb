package agent

import (
	"cmp"
	"context"
	"maps"
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
	h := &hearing{counterTurn: s, see: see, ctx: ctx, tell: s.agent.commands[s.words.Code()]}
	clauses := h.clausesOf(message)
	n, by := h.counts(message)
	whole := n > 0 && !s.waits() // "one more for my brother", "sechs statt vier"
	if !s.waits() && !whole && !h.commands(message) && !slices.ContainsFunc(clauses, h.commands) {
		return message, nil
	}
	if err := s.ready(ctx, s.page); err != nil {
		return "", err
	}
	if whole {
		return "", h.count(n, by)
	}
	if i := slices.IndexFunc(s.errands, func(e errand) bool { return e.Open() }); i >= 0 && !s.errands[i].spoken {
		waiting := s.errands[i] // errands that begin may move the others
		h.waiting = &waiting
	}
	defer func() { s.busy = s.busy || h.any }()
	if h.commands(message) && len(clauses) > 1 && !slices.ContainsFunc(clauses, h.commands) {
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
	if e := h.waiting; e != nil && e.Decision.Do == tools.Ask && len(e.Inquiries) > 0 && !written(e.Inquiries[0].Question) && h.bids(clause) == "" {
		if rest := h.tell.respond(text).rest; len(rest) > 0 && len(rest) < len(text) { // "no, the white one"
			if answered, err := h.answers(strings.Join(rest, " ")); answered || err != nil {
				return err
			}
		}
	}
	switch {
	case (h.any || h.busy) && h.tell.Thanks.All(text): // nobody searches for thanks
		h.any = true
	case h.commands(clause):
		return h.instruct(clause, before)
	case before > 0 && !h.seeks(clause) && !h.catalogue(clause):
		h.errands[before-1].Task.Words += ". " + clause // "it came broken", "bought the wrong ink" are about the errand
		h.latest = before
	default:
		h.about = append(h.about, clause)
		h.meant, _ = h.see.pointsTo(h.joined(clause))
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
		h.counterTurn.refused = append(h.counterTurn.refused, clause)
		return nil
	}
	switch tool {
	case elsewhere:
		h.gone = append(h.gone, clause)
		return nil
	case emptyBasket:
		return h.begins(calling(shop.RemoveFromBasket, shop.ParamProduct, h.at.All()))
	}
	if before > 0 && h.tell.repeats(clause) && (h.errands[before-1].Task.Tool == tool || h.likeliest(h.errands[before-1].Task.Words) == tool) {
		h.latest = before
		return nil
	}
	if i := h.yes(); i >= 0 && tool == h.errands[i].Decision.Call.Tool {
		return nil
	}
	if n, by := h.counts(clause); n > 0 && (tool == "" || tool == shop.ChangeBasket) { // "make it two", "no, only two"
		return h.count(n, by)
	}
	said := h.joined(clause)
	to, points := h.see.pointsTo(said)
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
	switch {
	case tool == shop.AddToBasket && len(to) > 0:
		for _, p := range to {
			if err := h.begins(calling(tool, withPieces(p.ID, said)...)); err != nil {
				return err
			}
		}
		return nil
	case tool == shop.AddToBasket && h.see.lookedFor(said) != "":
		h.about, h.sought, h.any = append(h.about, h.see.lookedFor(said)), true, h.any && len(h.errands) > 0
		return nil
	case tool == shop.RemoveFromBasket && len(to) == 1 && h.at.Pieces(to[0].ID) > 0:
		return h.begins(calling(tool, shop.ParamProduct, to[0].ID))
	case tool == shop.RemoveFromBasket && len(to) == 1 && len(said.Of(nlu.Ref)) > 0 && len(said.Of(nlu.Ref)[0].Places) > 0:
		h.unheld = append(h.unheld, clause)
		return nil
	case tool == shop.RemoveFromBasket && h.lately != "" && !points && h.fewer(clause) > 0:
		return h.count(h.fewer(clause), -1)
	case tool == shop.RemoveFromBasket && h.lately != "" && !points && !h.tell.names(language.Forms(clause)):
		return h.begins(calling(tool, shop.ParamProduct, h.lately))
	case tool == shop.PlaceOrder && len(to) == 1 && points && h.at.Pieces(to[0].ID) == 0: // "order the second one"
		if err := h.begins(calling(shop.AddToBasket, withPieces(to[0].ID, said)...)); err != nil {
			return err
		}
	}
	return h.begins(tools.Task{Words: clause, Tool: tool})
}

// count begins the errand of having so many pieces of what was put in the basket last.
func (h *hearing) count(n, by int) error {
	if by != 0 {
		n = max(0, h.at.Pieces(h.lately)+by*n)
	}
	h.busy = true
	return h.begins(calling(shop.ChangeBasket, shop.ParamProduct, h.lately, shop.ParamQuantity, float64(n)))
}

// begins begins an errand that points at what is on the page: by comparison at one of those that
// have all that was asked for, where there are any.
func (h *hearing) begins(task tools.Task) error {
	h.any = true
	if h.begun == mostBegun {
		h.late = append(h.late, task.Words)
		return nil
	}
	text, among := language.Forms(task.Words), h.page
	compared := slices.ContainsFunc(text, func(w string) bool { return h.tell.Tells.Is(w) || language.English().Generic[w] })
	if h.fit > 0 && compared && !slices.ContainsFunc(text, func(w string) bool { return language.Ordinal(w) != 0 }) {
		among = h.page[:h.fit]
	}
	for i := range task.Candidates { // a product that was named by its id
		if id, ok := task.Candidates[i].Arguments[shop.ParamProduct].(string); ok && task.Candidates[i].Tool == shop.AddToBasket && !slices.Contains(among, id) {
			among = append(slices.Clip(among), id)
		}
	}
	if err := h.begin(task, among); err != nil {
		return err
	}
	h.latest = len(h.errands)
	return nil
}

// shortestProduct is the length from which a word with a digit may be the id of a product, and no number of pieces.
const shortestProduct = 4

// byID returns the products that a clause names by their ids, whatever is shown.
func (h *hearing) byID(clause string) ([]catalog.Product, error) {
	ids := strings.FieldsFunc(clause, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(`,;:!?"`, r) })
	ids = slices.DeleteFunc(ids, func(w string) bool { return len(w) < shortestProduct || !strings.ContainsFunc(w, unicode.IsDigit) })
	return h.agent.Named(h.see.ctx, ids)
}

// likeliest is the tool that words fit best.
func (h *hearing) likeliest(said string) string { return cmp.Or(h.bids(said), h.tell.kit.Best(said)) }

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
	now, err := h.decide(h.ctx, e) // its questions have the names of what is offered
	if err != nil {
		return false, err
	}
	for i := range e.Inquiries {
		r := tools.Reply{Aspect: e.Inquiries[i].Question.Aspect, Words: words}
		at := slices.IndexFunc(now.Questions, func(q tools.Question) bool { return q.Aspect == r.Aspect })
		if at < 0 || !h.fits(&now.Questions[at], words) {
			continue // it would not be asked as things stand, or is not answered
		}
		e.answer(r)
		h.settled()
		return true, nil
	}
	return false, nil
}

// settled notes that the errand that waited was spoken of.
func (h *hearing) settled() {
	i := slices.IndexFunc(h.errands, func(e errand) bool { return e.Task.ID == h.waiting.Task.ID })
	h.errands[i], h.waiting, h.any = *h.waiting, nil, true
}

// fits reports whether words can be an answer to a question and nothing else: where things are
// offered, they say which and no more; where a text is wanted, any do that neither search nor
// command.
func (h *hearing) fits(q *tools.Question, words string) bool {
	t, text := h.tell, language.Forms(words)
	switch {
	case len(text) == 0:
		return false
	case written(*q):
		return len(text) <= longestLine && t.Manners.Begin(text) < 2 && !h.seeks(words) && (h.bids(words) == "" || numberAtEdge(text)) &&
			!t.Yes.All(text) && !t.No.All(text) && !h.catalogue(words)
	case t.Whatever.Are(text):
		return true
	case h.bids(words) != "" && t.Things.Begin(text) == 0: // "cancel W1004", and not "order W1004"
		return false
	}
	names, label := map[string]bool{}, roots(q.Label)
	for _, o := range q.Options {
		maps.Copy(names, roots(o.Value.Text()))
		for _, name := range o.Value.Names {
			maps.Copy(names, roots(name))
		}
	}
	chosen, unknown := 0, 0
	for _, w := range text {
		switch root := language.Root(w); {
		case t.Tells.Is(w), allDigits(w), names[root] && !t.minor(w):
			chosen++
		case !label[root] && !t.minor(w) && !t.Things.Is(w) && !t.Thanks.Is(w) && !t.Manners.Is(w):
			unknown++
		}
	}
	if q.Kind == tools.Number { // "seven lamps"
		return unknown <= 1 && !h.seeks(words)
	}
	return unknown == 0 && chosen > 0
}

// seeks reports whether words look for something.
func (h *hearing) seeks(said string) bool {
	return slices.ContainsFunc(h.parts(said).Clauses, func(c nlu.Clause) bool {
		return slices.Contains([]nlu.Intent{nlu.Need, nlu.AskStock, nlu.Compare, nlu.Sort, nlu.AskShop, nlu.AskProduct}, c.Intent) && c.Shares[c.Intent] >= taskShare
	})
}
