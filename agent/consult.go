package agent

import (
	"context"
	"slices"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/agent/memory"
	"shopclerk/agent/understand"
	"shopclerk/catalog"
)

// Consultant is whom the clerk may ask for a second reading of a message: a language
// model. It is asked only where the clerk's own reading leaves something open
// ([understand.Vocabulary.Open]), and what it proposes is weighed beside that
// ([understand.Vocabulary.Weigh]).
type Consultant interface {
	// Name is the model's, for the record.
	Name() string
	// Propose returns a reading and "", or why there is none, in one word. It takes no
	// longer than a shopper waits.
	Propose(context.Context, Said) (understand.Proposal, string)
}

// Said is a message with what it may be about.
type Said struct {
	Talk     string // the conversation's id
	Message  string
	Labels   []string // what a part of it may do: see [understand.Part]
	Standing []string // what was asked for before, as chips say it
	// Categories are all that the shop has, and Shelves those of them that the message is
	// likeliest about.
	Categories []catalog.Category
	Shelves    []*catalog.Shelf
	Shown      []catalog.Product // on the page, in its order
}

// weigher is a [Reader] that can weigh a proposal beside its own reading.
type weigher interface {
	Weigh(understand.Proposal) *understand.Weighed
	Open([]understand.Clause, understand.Context) bool
	Aims(clause string, in understand.Context) []understand.Aim
}

// mostShelves is how many categories' values a consultant is shown: a prompt of more is
// paid for and not read.
const mostShelves = 2

// untold are acts that no proposal may name: what is done at the counter is the counter's,
// and what goes back or begins anew is what the shopper says plainly.
var untold = []string{"errand", "undo", "restart"}

// consult has a message read by the consultant too, where there is one and the reading
// leaves something open, and returns what is in force with a reader that weighs both.
func (h *heard) consult(message string) *force {
	own, ok := h.f.reader.(weigher)
	if h.agent.Consultant == nil || !ok {
		return h.f
	}
	in := h.context()
	if !own.Open(h.f.reader.Clauses(message, h.tongue, h.setting), in) {
		return h.f
	}
	said := Said{Talk: h.c.ID, Message: language.Head(message), Categories: h.agent.Engine.Store().Categories(), Shown: h.shown}
	for _, label := range h.tongue.Acts().Labels {
		if act, _, _ := strings.Cut(label, ":"); !strings.Contains(label, "+") && !slices.Contains(untold, act) {
			said.Labels = append(said.Labels, label)
		}
	}
	scope := in.Need.Scope
	if len(scope) == 0 {
		scope = own.Aims(message, in)[0].Scope
	}
	for _, path := range scope[:min(mostShelves, len(scope))] {
		if shelf, err := h.f.engine.Shelf(h.ctx, path); err == nil { // without one it is asked less
			said.Shelves = append(said.Shelves, shelf)
		}
	}
	said.Standing = slices.Clone(in.Need.Scope)
	for _, w := range in.Need.Wanted() {
		said.Standing = append(said.Standing, w.Text)
	}
	proposal, failed := h.agent.Consultant.Propose(h.ctx, said)
	h.consulted = memory.Consulted{Model: h.agent.Consultant.Name(), Failed: failed}
	if failed != "" {
		return h.f
	}
	for i := range proposal.Parts {
		if p := &proposal.Parts[i]; !slices.Contains(said.Labels, p.Label) {
			p.Label = ""
		}
	}
	h.weighed = own.Weigh(proposal)
	f := *h.f
	f.reader = h.weighed
	return &f
}

// record says what came of consulting.
func (h *heard) record() memory.Consulted {
	if h.weighed != nil {
		n := h.weighed.Fates()
		h.consulted.Dropped, h.consulted.Agreed = n[understand.Dropped], n[understand.Agreed]
		h.consulted.Taken, h.consulted.Doubted = n[understand.Taken], n[understand.Doubted]
	}
	return h.consulted
}
