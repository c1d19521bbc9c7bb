package agent

import (
	"context"
	"maps"
	"slices"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/agent/memory"
	"shopclerk/agent/shop/orders"
	"shopclerk/agent/shop/orders/counter"
	"shopclerk/agent/tools"
)

// longestLine is how many words what is typed can have to be a line of an address or a
// name: longer ones say something. The form takes them all.
const longestLine = 8

// hearing is a message being taken apart.
type hearing struct {
	*counterTurn
	ctx     context.Context // of the turn
	tell    *teller
	waiting *errand // is asked about, and not answered yet; nil: none
	any     bool    // there was something for the counter
	about   []string
}

// hear takes apart what a message says: the answer to the errand that waits (see
// errand_answer.go for yes and no), instructions, and the words about products, which it
// returns. A message without
// anything for the counter is returned as it is. A message may be heard clause by clause.
//
// Most messages are plain searches: the counter is opened only for those that can be
// more at a glance.
func (s *counterTurn) hear(ctx context.Context, message string) (about string, err error) {
	if begun, err := s.recount(ctx, message); begun || err != nil {
		return "", err
	}
	if g := s.glance(); !s.waits() && !slices.ContainsFunc(g.kit.Clauses(message), func(c string) bool { return g.may(c) || s.bids(c) != "" }) && !g.may(message) {
		s.latest, s.sought = 0, true
		return message, nil
	}
	if err := s.ready(ctx, s.page); err != nil {
		return "", err
	}
	h := hearing{counterTurn: s, ctx: ctx, tell: newTeller(s.kit)}
	if i := slices.IndexFunc(s.errands, func(e errand) bool { return e.Open() }); i >= 0 && !s.errands[i].spoken {
		waiting := s.errands[i] // errands that begin may move the others
		h.waiting = &waiting
	}
	defer func() { s.busy = s.busy || h.any }()
	clauses := h.tell.beside(s.kit.Clauses(message))
	if h.tell.instructs(message) && len(clauses) > 1 && !slices.ContainsFunc(clauses, h.tell.instructs) {
		clauses = []string{message} // "add 1 and 3 to the basket"
	}
	for k := 0; k+1 < len(clauses); k++ {
		if h.tell.pointed(clauses[k]) && h.tell.instructs(clauses[k+1]) { // "the second, add to cart"
			clauses = slices.Replace(clauses, k, k+2, clauses[k]+" "+clauses[k+1])
		}
	}
	if h.waiting != nil && !slices.ContainsFunc(clauses, func(c string) bool { return h.tell.instructs(c) || h.tell.searches(c) }) {
		if answered, err := h.answers(message); answered || err != nil {
			return "", err
		}
	}
	for k, clause := range clauses {
		if k+1 < len(clauses) && h.tell.liked(clause) && h.buys(clauses[k+1]) {
			if err := h.commission(tools.Task{Words: clause, Tool: counter.AddToBasket}); err != nil { // "the third looks good, order it"
				return "", err
			}
			continue
		}
		if err := h.clause(clause); err != nil {
			return "", err
		}
	}
	if !h.any {
		return message, nil
	}
	h.about = slices.DeleteFunc(h.about, func(clause string) bool { return h.tell.Thanks.All(language.Forms(clause)) }) // "perfect. the first one in the basket"
	return strings.Join(h.about, ", "), nil
}

// clause takes in one clause.
func (h *hearing) clause(clause string) error {
	before := h.latest
	h.latest = 0
	h.reconsider(clause)
	if answered, err := h.answers(clause); answered || err != nil {
		return err
	}
	if h.waiting != nil && h.waiting.Decision.Do == tools.Ask && !h.tell.instructs(clause) && !slices.ContainsFunc(h.waiting.Inquiries, func(q memory.Inquiry) bool { return written(q.Question) }) {
		said := language.Forms(clause)
		if rest := h.tell.respond(said).rest; len(rest) > 0 && len(rest) < len(said) { // "no, the white one"
			if answered, err := h.answers(strings.Join(rest, " ")); answered || err != nil {
				return err
			}
		}
	}
	switch text := language.Forms(clause); {
	case (h.any || h.busy) && h.tell.Thanks.All(text): // nobody searches for thanks
		h.any = true
	case h.sought && h.liked == "" && h.tell.Make.Begin(text) > 0: // "a floor lamp for 150, make that 200"
		h.about = append(h.about, clause)
	case h.tell.instructs(clause) && !(h.sought && h.tell.repeats(clause)):
		return h.instruct(clause, before)
	case h.yes() < 0 && h.bids(clause) != "":
		return h.instruct(clause, before)
	case before > 0 && !h.tell.searches(clause) && (h.tell.Reasons.Begin(text) > 0 || h.understood(h.need, clause).Told):
		h.errands[before-1].Task.Words += ". " + clause // "it came broken", "bought the wrong ink" are about the errand
		h.latest = before
	default:
		h.about, h.sought = append(h.about, clause), true
		if h.tell.liked(clause) {
			h.liked = clause
		}
	}
	return nil
}

// instruct begins the errands of an instruction, unless it says once more what was just
// agreed to, or begun: "yes, cancel it", "I'll take the first, put it in the basket".
func (h *hearing) instruct(clause string, before int) error {
	h.any, h.sought = true, false
	switch h.bids(clause) {
	case elsewhere:
		h.gone = append(h.gone, clause)
		return nil
	case emptyBasket:
		return h.commission(calling(tools.Call{Tool: counter.RemoveFromBasket, Arguments: tools.Arguments{string(orders.TheProduct): h.at.All()}}))
	}
	meant := h.meant(clause)
	if before > 0 && h.tell.repeats(clause) {
		if said := h.errands[before-1].Task; said.Tool == meant || h.likely(said.Words, meant) {
			h.latest = before
			return nil
		}
	}
	if i := h.yes(); i >= 0 && meant == h.errands[i].Decision.Call.Tool {
		return nil
	}
	if all, err := h.take(clause, meant); all || err != nil {
		return err
	}
	for _, product := range h.counted(clause) { // "add 1 and 3"
		call := tools.Call{Tool: counter.AddToBasket, Arguments: tools.Arguments{string(orders.TheProduct): product}}
		if err := h.commission(calling(call)); err != nil {
			return err
		}
	}
	if h.latest > 0 {
		return nil
	}
	if meant == counter.PlaceOrder && h.liked != "" { // "the third one looks good", "order it"
		if err := h.commission(tools.Task{Words: h.liked, Tool: counter.AddToBasket}); err != nil {
			return err
		}
		h.liked = ""
	}
	task := tools.Task{Words: clause}
	if head, tail, cut := strings.Cut(clause, ","); cut && h.tell.Goes.Begin(language.Forms(tail)) > 0 {
		task.Tool = h.meant(head) // "…, that I bought last week" is no wish to buy
	}
	switch n := h.tell.pieces(clause); {
	case n > 0 && h.lately != "" && h.kit.Tool(counter.ChangeBasket) != nil: // "make it two"
		task = h.counting(piecesWanted{n: n})
	case h.tell.puts(language.Forms(clause)) && h.tell.deed(language.Forms(clause)[0]) == nil:
		task.Tool = counter.AddToBasket
	case task.Tool == "" && !h.tell.instructs(clause):
		task.Tool = h.bids(clause)
	}
	return h.commission(task)
}

// buys reports whether a clause has what the one before it speaks of ordered or put in the
// basket.
func (h *hearing) buys(clause string) bool {
	if !h.tell.instructs(clause) {
		return false
	}
	meant := h.meant(clause)
	return meant == counter.PlaceOrder || meant == counter.AddToBasket && h.tell.repeats(clause)
}

// take puts what was asked about just before in the basket where a clause has it and names
// nothing else, "I'll take it", and reports whether that is all it says.
func (h *hearing) take(clause, meant string) (all bool, err error) {
	again := h.tell.repeats(clause)
	if h.waiting != nil || h.spoken == "" || h.tell.named(clause) || !again && h.catalogue(clause) {
		return false, nil
	}
	adds := meant == counter.AddToBasket || h.bids(clause) == counter.AddToBasket
	if !adds && (meant != counter.PlaceOrder || !again || h.lately != "") {
		return false, nil
	}
	call := tools.Call{Tool: counter.AddToBasket, Arguments: tools.Arguments{string(orders.TheProduct): h.spoken}}
	h.spoken = ""
	return adds, h.commission(calling(call))
}

// commission begins an errand.
func (h *hearing) commission(task tools.Task) error {
	h.any, h.sought = true, false
	if h.begun == mostBegun {
		h.late = append(h.late, task.Words)
		return nil
	}
	if err := h.begin(task, h.among(task.Words)); err != nil {
		return err
	}
	h.latest = len(h.errands)
	return nil
}

// counted are the products of the page that a clause names by their numbers or places,
// where it names several of them to be put in the basket.
func (h *hearing) counted(clause string) []string {
	places := h.tell.places(language.Forms(clause))
	if len(places) < 2 || h.meant(clause) != counter.AddToBasket {
		return nil
	}
	var out []string
	for _, n := range places {
		if n < 0 {
			n = len(h.page)
		}
		if n < 1 || n > len(h.page) {
			return nil
		}
		out = append(out, h.page[n-1])
	}
	return out
}

// among are the products that an instruction chooses from: by its place it can name any
// of the page, by comparison or by what it is like one of those that have all that was
// asked for, where there are any.
func (h *hearing) among(clause string) []string {
	text := language.Forms(clause)
	placed := slices.ContainsFunc(text, func(w string) bool { return language.Ordinal(w) != 0 })
	if likened := slices.ContainsFunc(text, func(w string) bool { return h.tell.OneOf.Is(w) || h.tell.Tells.Is(w) }); likened && !placed && h.fit > 0 {
		return h.page[:h.fit]
	}
	return h.page
}

// meant is the tool that an instruction fits best.
func (h *hearing) meant(clause string) string {
	if !h.tell.instructs(clause) {
		if tool := h.bids(clause); tool != "" {
			return tool
		}
	}
	if fits := h.kit.Fits(clause); len(fits) > 0 {
		return fits[0].Tool
	}
	return ""
}

// likely reports whether a tool is among the three that an instruction fits best.
func (h *hearing) likely(clause, tool string) bool {
	fits := h.kit.Fits(clause)
	return slices.ContainsFunc(fits[:min(3, len(fits))], func(f tools.Fit) bool { return f.Tool == tool })
}

// answers takes words as the answer to what the waiting errand asks, and reports
// whether they are one.
func (h *hearing) answers(words string) (bool, error) {
	if h.waiting == nil {
		return false, nil
	}
	e, text := h.waiting, language.Forms(words)
	if said := h.tell.respond(text); e.Decision.Do == tools.Confirm && e.Decision.Call != nil {
		return h.confirmed(words, said)
	} else if said.hold && len(said.rest) == 0 && e.Decision.Do == tools.Ask {
		h.any = true // "wait" is no street
		return true, nil
	}
	binary := len(e.Inquiries) > 0 && e.Inquiries[0].Question.Kind == tools.Boolean // whose no is an answer
	givesUp := !binary && (h.tell.Drop.Are(text) || h.tell.Drop.Are(h.tell.Manners.Strip(text)))
	if len(e.Inquiries) > 0 && written(e.Inquiries[0].Question) { // "no stop, don't order it yet" is nobody's name
		givesUp = givesUp || h.tell.No.Begin(text) > 0 && h.tell.deed(text[0]) == nil && !numberAtEdge(text)
	}
	if givesUp && e.Decision.Do == tools.Ask {
		h.end(e, memory.Dropped, h.counterTurn.words.T("errand.dropped"))
		h.settled()
		return true, nil
	}
	if len(e.Inquiries) == 0 {
		return false, nil
	}
	now, err := h.decide(h.ctx, e) // its questions have the names of what is offered
	if err != nil {
		return false, err
	}
	for i := range e.Inquiries {
		r := tools.Reply{Aspect: e.Inquiries[i].Question.Aspect, Words: words}
		at := slices.IndexFunc(now.Questions, func(q tools.Question) bool { return q.Aspect == r.Aspect })
		if at < 0 {
			continue // it would not be asked as things stand
		}
		q := &now.Questions[at]
		if !h.found(q, words) {
			if !h.fits(q, words) {
				continue
			}
			if h.catalogue(words) && written(*q) {
				return false, nil
			}
		}
		read, err := h.reads(e, r)
		if err != nil {
			return false, err
		}
		if read {
			e.answer(r)
			h.settled()
			return true, nil
		}
	}
	return false, nil
}

// settled notes that the errand that waited was spoken of.
func (h *hearing) settled() {
	i := slices.IndexFunc(h.errands, func(e errand) bool { return e.Task.ID == h.waiting.Task.ID })
	h.errands[i], h.waiting, h.any = *h.waiting, nil, true
}

// found reports whether the tool asked about finds the answer in words by itself: a
// whole address, which answers the other lines too, however long it is.
func (h *hearing) found(q *tools.Question, words string) bool {
	t := h.kit.Tool(q.Tool)
	return t != nil && t.Find != nil && t.Find(words)[q.Aspect] != nil && !h.tell.instructs(words)
}

// fits reports whether words can be an answer to a question and nothing else: where
// things are offered, they say which and no more; where a text is wanted, any do that
// neither search nor instruct.
func (h *hearing) fits(q *tools.Question, words string) bool {
	t, text := h.tell, language.Forms(words)
	switch {
	case len(text) == 0:
		return false
	case written(*q) && (t.Yes.All(text) || t.No.All(text)): // nobody is called so
		return false
	case written(*q):
		deed := t.deed(text[0]) != nil && !numberAtEdge(text) // "cancel the toaster", and not "Place Royale 3"
		return len(text) <= longestLine && !deed && t.Manners.Begin(text) < 2 && !t.searches(words) && !t.instructs(words)
	case t.Whatever.Are(text):
		return true
	case t.instructs(words) && t.Things.Begin(text) == 0: // "cancel W1004", and not "order W1004"
		return false
	}
	names := map[string]bool{}
	for _, o := range q.Options {
		maps.Copy(names, roots(o.Value.Text()))
		for _, name := range o.Value.Names {
			maps.Copy(names, roots(name))
		}
	}
	label := roots(q.Label)
	chosen, unknown := 0, 0
	for _, w := range text {
		switch {
		case t.Tells.Is(w), allDigits(w), names[language.Root(w)] && !t.minor(w):
			chosen++
		case !label[language.Root(w)] && !t.pointing(w):
			unknown++
		}
	}
	if q.Kind == tools.Number || q.Kind == tools.Date || q.Kind == tools.Boolean { // "seven lamps", "tomorrow", "yes"
		return unknown <= 1 && !t.searches(words)
	}
	return unknown == 0 && chosen > 0
}

// reads reports whether a reply settles what was asked, or says what is impossible.
func (h *hearing) reads(e *errand, r tools.Reply) (bool, error) {
	answered := *e
	answered.Task = e.Task.Answer(r)
	d, err := h.decide(h.ctx, &answered)
	if err != nil {
		return false, err
	}
	for i := range d.Questions {
		if d.Questions[i].Aspect == r.Aspect {
			return d.Questions[i].Not != nil && !written(d.Questions[i]), nil
		}
	}
	return d.Do != tools.Decline || d.Clarity == tools.Wrong, nil
}
