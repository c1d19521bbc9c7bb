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

// mostShelves is how many categories' values a consultant is shown: a prompt of more is
// paid for and not read.
const mostShelves = 2

// untold are acts that no proposal may name: what is done at the counter is the counter's,
// and what goes back or begins anew is what the shopper says plainly.
var untold = []string{"errand", "undo", "restart"}

// Consult returns a reader of a message, in place of the clerk's own, that weighs beside
// it what the consultant proposes, where there is a consultant and the clerk's reading
// leaves something open. record says what came of it once the message is read. said needs
// Talk, Message and Shown; in and at are what the message is read against.
func (a *Agent) Consult(ctx context.Context, reader Reader, said Said, in understand.Context, at language.Setting) (_ Reader, record func() memory.Consulted) {
	var out memory.Consulted
	record = func() memory.Consulted { return out }
	if a.config.Consultant == nil || !reader.Open(reader.Clauses(said.Message, in.Tongue, at), in) {
		return reader, record
	}
	said.Categories = a.config.Engine.Store().Categories()
	for _, label := range in.Tongue.Acts().Labels {
		if act, _, _ := strings.Cut(label, ":"); !strings.Contains(label, "+") && !slices.Contains(untold, act) {
			said.Labels = append(said.Labels, label)
		}
	}
	scope := in.Need.Scope
	if len(scope) == 0 {
		scope = reader.Aims(said.Message, in)[0].Scope
	}
	for _, path := range scope[:min(mostShelves, len(scope))] {
		if shelf, err := a.Shelf(ctx, path); err == nil { // without one it is asked less
			said.Shelves = append(said.Shelves, shelf)
		}
	}
	said.Standing = slices.Clone(in.Need.Scope)
	for _, w := range in.Need.Wanted() {
		said.Standing = append(said.Standing, w.Text)
	}
	proposal, failed := a.config.Consultant.Propose(ctx, said)
	if out = (memory.Consulted{Model: a.config.Consultant.Name(), Failed: failed}); failed != "" {
		return reader, record
	}
	for i := range proposal.Parts {
		if p := &proposal.Parts[i]; !slices.Contains(said.Labels, p.Label) {
			p.Label = ""
		}
	}
	weighed := reader.Weigh(proposal)
	return weighed, func() memory.Consulted {
		n := weighed.Fates()
		out.Dropped, out.Agreed = n[understand.Dropped], n[understand.Agreed]
		out.Taken, out.Doubted = n[understand.Taken], n[understand.Doubted]
		return out
	}
}
