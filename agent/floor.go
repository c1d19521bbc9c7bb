package agent

import (
	"context"
	"maps"
	"slices"
	"strings"

	"shopclerk/agent/dialog"
	"shopclerk/agent/language"
	"shopclerk/catalog"
	"shopclerk/search"
)

// identify returns the change that a message makes which names products by itself: by id,
// title or model number. nil: it names none.
func (a *Agent) identify(ctx context.Context, message string) (*search.Change, error) {
	store := a.config.Engine.Store()
	ids, err := store.Named(ctx, message)
	if err != nil {
		return nil, err
	}
	products, err := a.Named(ctx, ids)
	if err == nil && len(ids) == 0 {
		products, err = a.entitled(ctx, message)
	}
	if err != nil || len(products) == 0 {
		return nil, err
	}
	title := products[0].Title
	return &search.Change{Op: search.AddWords, Text: title, Words: []string{title}, Exact: true, Refs: productIDs(products)}, nil
}

const (
	// leastTitle is how many words a message has at least that is a title but for a word or two, and mostEntitled
	// how many products it names at most.
	leastTitle, mostEntitled = 4, 3
	// wholeTitle is the share of a title's words that such a message has, and inOrder that of its neighbours that
	// are neighbours in the title; briefTitle is the share where all of them are.
	wholeTitle, inOrder, briefTitle = 0.75, 0.7, 0.4
)

// entitled returns the products whose titles are a message but for a few words.
func (a *Agent) entitled(ctx context.Context, message string) ([]catalog.Product, error) {
	if n := len(strings.Fields(message)); n < leastTitle || n > longestTitle {
		return nil, nil
	}
	titles, err := a.config.Engine.Titled(ctx, message, func(_ string, t *search.Title) bool {
		return t[search.All] == 1 && (t[search.Density] >= wholeTitle && t[search.Phrase] >= inOrder || t[search.Density] >= briefTitle && t[search.Model] == 1 && t[search.Phrase] == 1)
	})
	if err != nil || len(titles) > mostEntitled {
		return nil, err
	}
	return a.Products(ctx, slices.Sorted(maps.Keys(titles)))
}

// longestTitle is how many words a title has at most.
const longestTitle = 40

// look searches for what was read, beside what stood before. Where nothing meets all, a wish that may not be meant
// gives way to its words, of which is told whether products have them; all such wishes do where one is not enough.
func (h *heard) look() (*Turn, error) {
	turn, err := h.lookFor(h.changes)
	var weak []int
	for i, ch := range h.changes {
		if ch.Op == search.AddWish && ch.Weak {
			weak = append(weak, i)
		}
	}
	for _, gone := range append(slices.Collect(slices.Chunk(weak, 1)), weak) {
		if err != nil || turn.Fit() > 0 || len(weak) == 0 {
			break
		}
		changes := slices.Clone(h.changes)
		for _, i := range gone {
			said := changes[i].Said
			changes[i] = search.Change{Op: search.AddWords, Text: said, Words: []string{said}}
		}
		var found *Turn
		if found, err = h.lookFor(changes); err == nil && found.Fit() > 0 {
			turn, h.changes = found, changes
		}
	}
	return turn, err
}

// lookFor searches for changes beside what stood before.
func (h *heard) lookFor(changes []search.Change) (*Turn, error) {
	need := search.Fold(append(h.c.Changes(), h.c.Number(search.Renew(h.c.Changes(), changes))...))
	return h.agent.look(h.ctx, h.f, need, search.Page{Limit: h.agent.config.Page, Order: need.Order})
}

// floor searches for a message whose reading failed by its words alone, and takes that for what
// was read where products have all of them: a clerk is never worse than a search box. nil: none has.
func (h *heard) floor(message string) (*Turn, error) {
	change := plain(h.tongue, message)
	if change == nil {
		return nil, nil
	}
	least := 0 // titles that must have the words, and not behind "for" or "with"
	for _, act := range h.acts {
		least = max(least, map[dialog.Kind]int{dialog.NotSold: 1, dialog.AskShop: titlesOfTopic}[act.Kind])
	}
	if least > 0 {
		titles, err := h.agent.config.Engine.Titled(h.ctx, change.Text, func(_ string, t *search.Title) bool { return t[search.Main] == 1 })
		if err != nil || len(titles) < least {
			return nil, err
		}
	}
	read := h.changes
	h.changes = []search.Change{*change}
	if need := h.c.Need(); !need.Empty() {
		h.changes = []search.Change{{Op: search.Reset}, *change}
	}
	turn, err := h.look()
	if err != nil || turn.Fit() == 0 || turn.Scope.Found == 0 {
		h.changes = read
		return nil, err
	}
	h.acts, h.notes, h.left = []dialog.Act{{Kind: dialog.Need}}, nil, nil
	return turn, nil
}

// titlesOfTopic is how many titles must have a word that is also a topic of shops, as "open" or
// "support" is, before it is a search.
const titlesOfTopic = 5

// failed reports whether a reading of a message found nothing that a search could not: what was
// asked for is not sold, was not understood, is a single word about the shop, or no product has all of it.
func (h *heard) failed(message string, turn *Turn) bool {
	if len(h.asked) > 0 {
		return false
	}
	for _, act := range h.acts {
		switch act.Kind {
		case dialog.NotSold, dialog.Unclear:
		case dialog.AskShop:
			if len(strings.Fields(message)) > 1 {
				return false
			}
		case dialog.Social:
			if !h.guessed {
				return false
			}
		case dialog.Need: // what stood before, or was understood, may be why nothing has all of it
			if need := h.c.Need(); turn.Fit() > 0 || !need.Empty() || demands(h.changes) {
				return false
			}
		default:
			return false
		}
	}
	return len(h.acts) > 0
}

// tellingShare is how many words a search has at most for each that says something: with more
// it is a sentence.
const tellingShare = 3

// plain returns a message as words to search for: of its words, those that say something are
// demanded, all where none does; nil for a message that is no search, or says what is not wanted.
func plain(tongue *language.Language, message string) *search.Change {
	var all, telling []string
	toks := language.Tokenize(message)
	for i, t := range toks {
		if _, role := tongue.Longest(toks, i, language.RolesOf(language.Negate, language.Exclude)); role != language.None {
			return nil
		}
		if t.Kind != language.Word && t.Kind != language.Number || len(t.Form) < 2 { // a letter is found anywhere
			continue
		}
		all = append(all, t.Form)
		if !tongue.Knows(t.Form) {
			telling = append(telling, t.Form)
		}
	}
	if len(telling) == 0 {
		telling = all
	}
	if len(telling)*tellingShare < len(all) || len(all) == 0 {
		return nil
	}
	return &search.Change{Op: search.AddWords, Text: strings.Join(telling, " "), Words: telling, Said: message}
}
