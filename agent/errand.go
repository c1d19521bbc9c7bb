package agent

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"shopclerk/agent/dialog"
	"shopclerk/agent/language"
	"shopclerk/agent/nlu"
	"shopclerk/agent/shop"
	"shopclerk/agent/tools"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
)

// An errand is something that the shopper wants done. What it needs is asked for one
// errand at a time, in the order in which they were begun; a new instruction for a
// tool drops an open errand that the tool was meant for, and stands behind all others.
// Only what the shopper spoke of in a turn is acted on in it.

// The sentences that say why an instruction is not carried out.
const (
	sayTooMany   = "errand.too-many"  // there are more than mostBegun
	sayRefused   = "tools.refused"    // it is not to be, or only under a condition
	sayUnheld    = "errand.not-held"  // it takes out what is not in the basket
	sayElsewhere = "errand.elsewhere" // only the shop itself can do it
)

const (
	// mostBegun is how many errands one message begins: what a person can still
	// follow, one card after another.
	mostBegun = 4
	// mostRuns is how often one errand is carried out in a turn: once, and once more
	// where a failure had just one remedy.
	mostRuns = 2
)

// counterTurn is one turn at the counter.
type counterTurn struct {
	agent  *Agent
	f      *active
	read   map[string]*nlu.Message
	in     *Input
	rule   tools.Rule
	words  *words.Language
	need   search.Need // that stood before the message
	page   []string    // ids of the products that the shopper sees
	fit    int         // so many of them, the first, have all that was asked for
	recent []string    // orders that something was done about, the latest first

	// The counter as it was opened last, nil when it has to be opened anew; and what
	// can be done there with the products of shown.
	at    Counter
	shown []string
	kit   *tools.Kit

	errands  []errand
	begun    int
	lately   string              // the product that was put in the basket last, or counted there
	bought   string              // that was so before all was ordered, and nothing after; "" for none
	held     bool                // by the turn before this one
	declined map[string][]string // instructions that are not carried out, by the sentence that says why
	undoes   []string            // the keys of what is to be taken back, the latest first
	deeds    int
	busy     bool // the input was about errands
	sought   bool // what is to go in the basket is looked for first
}

// errand is one as the turn has it.
type errand struct {
	dialog.Errand
	spoken bool // it was begun or answered in this turn
	young  bool // it was begun in this turn
	agreed bool // the shopper said yes to its call
}

// attend takes in what the shopper wants done by an input, and returns the words that
// are about products. Nothing is done yet: see [counterTurn.pursue].
func (a *Agent) attend(ctx context.Context, f *active, c *dialog.Conversation, in *Input, shown []catalog.Product) (*counterTurn, string, error) {
	s := &counterTurn{agent: a, f: f, in: in, words: words.From(ctx), declined: map[string][]string{}, busy: in.Wants != nil || in.Errand != nil}
	s.recall(c)
	s.need = search.Fold(c.Changes())
	var err error
	if s.rule, err = tools.NewRule("joint", nil); err != nil {
		return nil, "", err
	}
	for _, e := range c.Errands() {
		if e.Open() {
			s.errands = append(s.errands, errand{Errand: e})
		}
	}
	if in.Counter == nil {
		if in.Wants != nil || in.Errand != nil {
			return nil, "", fmt.Errorf("serving: %w: there is no counter here", dialog.ErrNoSuch)
		}
		return s, in.Message, nil
	}
	if in.Errand != nil {
		if err := s.click(ctx, in.Errand); err != nil {
			return nil, "", err
		}
	}
	if in.Wants != nil {
		if err := s.want(ctx, *in.Wants); err != nil {
			return nil, "", err
		}
	}
	if in.Answered || in.Typed != nil || strings.TrimSpace(in.Message) == "" {
		return s, in.Message, nil // what is typed below a question about products is about products
	}
	if s.undoes = s.undoable(c, in.Message); s.undoes != nil {
		s.busy = true
		return s, "", nil
	}
	see := &heard{agent: a, ctx: ctx, f: f, c: c, words: s.words, tongue: s.parts(in.Message).Tongue, shown: shown, fit: s.fit}
	about, err := s.hear(ctx, see, in.Message)
	return s, about, err
}

// catalogue reports whether words are about products, as understanding reads them.
// "Lamps" is, though it changes nothing where lamps are looked for already.
func (s *counterTurn) catalogue(said string) bool {
	return s.finds(s.need, said) || !s.need.Empty() && s.finds(search.Need{}, said)
}

// undoable are the keys of what the latest exchange changed in the basket, the latest first,
// where a message takes the last step back and says nothing else.
func (s *counterTurn) undoable(c *dialog.Conversation, message string) (keys []string) {
	for _, e := range slices.Backward(c.Errands()) {
		if e.Deed != nil && e.Deed.Undoes {
			keys = append(keys, e.Deed.Key)
		}
	}
	if keys == nil || slices.ContainsFunc(s.parts(message).Clauses, func(c nlu.Clause) bool { return c.Intent != nlu.Undo }) {
		return nil
	}
	return keys
}

// finds reports whether more than words is read into a text beside a need: a category, a
// limit, a value. A value alone beside a number may stand in an address: "12 Oak Street".
func (s *counterTurn) finds(need search.Need, said string) bool {
	in, house := s.setting(), numberAtEdge(language.Forms(said))
	in.Need = need
	m := s.f.reader.Read(said, in)
	return slices.ContainsFunc(m.Clauses, func(c nlu.Clause) bool {
		return slices.ContainsFunc(s.f.reader.Assemble(&m, &c, in).Changes, func(ch search.Change) bool {
			return ch.Op != search.AddWords && ch.Op != search.Without && !(house && ch.Op == search.AddWish)
		})
	})
}

// numberAtEdge reports whether a text begins or ends with a number.
func numberAtEdge(text []string) bool {
	return len(text) > 0 && (isNumber(text[0]) || isNumber(text[len(text)-1]))
}

// waits reports whether an errand is open: it is asked about, and products are not.
func (s *counterTurn) waits() bool {
	return s.in.Counter != nil && slices.ContainsFunc(s.errands, func(e errand) bool { return e.Open() })
}

// recall reads what words can stand for out of what was done and answered before.
func (s *counterTurn) recall(c *dialog.Conversation) {
	known, ordered := false, false // what was put in the basket last, or that it was taken out, or ordered
	for k, e := range slices.Backward(c.Exchanges) {
		for _, done := range slices.Backward(e.Errands) {
			d := done.Deed
			if d == nil {
				continue
			}
			if d.Order != "" {
				s.recent = append(s.recent, d.Order)
			}
			last, puts := k == len(c.Exchanges)-1, d.Tool == shop.AddToBasket || d.Tool == shop.ChangeBasket
			switch {
			case puts && !known:
				s.lately, s.held = d.Product, last
			case puts && ordered && s.bought == "":
				s.bought = d.Product
			case d.Tool == shop.PlaceOrder && !known:
				ordered, s.held = true, last
			}
			known = known || puts || d.Tool == shop.RemoveFromBasket || d.Tool == shop.PlaceOrder
		}
	}
	if last := c.Last(); last != nil {
		s.page, s.fit = last.Shown, min(last.Fit, len(last.Shown))
	}
}

// ready opens the counter, unless it stands open, for what can be done with the
// products that were shown.
func (s *counterTurn) ready(ctx context.Context, shown []string) error {
	if s.at != nil && slices.Equal(s.shown, shown) {
		return nil
	}
	products, err := s.agent.Named(ctx, shown)
	if err != nil {
		return fmt.Errorf("reading what was shown: %w", err)
	}
	at := s.at
	if at == nil {
		if at, err = s.in.Counter(ctx); err != nil {
			return fmt.Errorf("opening the counter: %w", err)
		}
	}
	if s.kit, err = tools.New(at.Declare(products)...); err != nil {
		return fmt.Errorf("what the counter can do: %w", err)
	}
	s.at, s.shown = at, shown
	return nil
}

// calling is the candidate of a call that is known, with its arguments, names before values.
func calling(tool string, arguments ...any) []tools.Proposal {
	c := tools.Call{Tool: tool, Arguments: tools.Arguments{}}
	for i := 0; i < len(arguments); i += 2 {
		c.Arguments[arguments[i].(string)] = arguments[i+1]
	}
	return []tools.Proposal{{Call: c}}
}

// begin begins an errand by the calls that are proposed, with the products shown.
func (s *counterTurn) begin(calls []tools.Proposal, shown []string) {
	task := tools.Task{ID: s.id(fmt.Sprint(calls)), Candidates: calls}
	s.begun++
	s.errands = append(s.errands, errand{Errand: dialog.Errand{Task: task, Shown: shown}, spoken: true, young: true})
}

// id makes the id of the next task, of what it is begun with.
func (s *counterTurn) id(with ...string) string {
	if s.in.Submission == "" {
		return rand.Text()
	}
	of := append([]string{s.in.Submission, s.in.Message, strconv.Itoa(s.begun)}, with...)
	sum := sha256.Sum256([]byte(strings.Join(of, "\x00")))
	return hex.EncodeToString(sum[:16])
}

// want begins an errand by a click.
func (s *counterTurn) want(ctx context.Context, p tools.Proposal) error {
	if err := s.ready(ctx, s.page); err != nil {
		return err
	}
	if s.kit.Tool(p.Tool) == nil {
		return fmt.Errorf("beginning an errand: %w: the counter has no tool %q", dialog.ErrNoSuch, p.Tool)
	}
	if strange := s.kit.Tool(p.Tool).Strange(p.Arguments); strange != "" {
		return fmt.Errorf("beginning an errand: the tool %s has no parameter %q", p.Tool, strange)
	}
	s.begin([]tools.Proposal{p}, s.page)
	return nil
}

// click does what the shopper did about an open errand.
func (s *counterTurn) click(ctx context.Context, click *ErrandInput) error {
	i := slices.IndexFunc(s.errands, func(e errand) bool { return e.Task.ID == click.Task })
	if i < 0 {
		return fmt.Errorf("going on with an errand: %w: it is not open", dialog.ErrNoSuch)
	}
	e, given := &s.errands[i], 0
	for _, is := range []bool{len(click.Replies) > 0, click.Yes, click.No, click.Drop} {
		if is {
			given++
		}
	}
	switch waits := e.Decision.Do == tools.Confirm && e.Decision.Call != nil; {
	case given != 1:
		return errors.New("going on with an errand: give one of replies, yes, no and drop")
	case click.Drop:
		s.end(e, dialog.Dropped, s.words.T("errand.dropped"))
	case !waits && (click.Yes || click.No):
		return fmt.Errorf("going on with an errand: %w: no confirmation is waited for", dialog.ErrNoSuch)
	case click.Yes:
		e.confirm()
	case click.No:
		s.refuse(e)
	}
	h := &hearing{counterTurn: s, ctx: ctx, tell: &commands{language.ErrandWords()}}
	for _, r := range click.Replies {
		if !slices.ContainsFunc(e.Inquiries, func(q dialog.Inquiry) bool { return q.Offers(&r) }) {
			return fmt.Errorf("going on with an errand: %w: that was not asked, or not on offer, about %q", dialog.ErrNoSuch, r.Aspect)
		}
		if read, ok, err := h.answer(e, r.Words, r.Aspect); err != nil {
			return err
		} else if ok {
			r = read
		}
		e.answer(r)
	}
	return nil
}

func (e *errand) confirm() {
	e.Task, e.spoken, e.agreed = e.Task.Confirm(*e.Decision.Call), true, true
}

func (e *errand) answer(r tools.Reply) { e.Task, e.spoken = e.Task.Answer(r), true }

// refuse ends an errand with the no to its confirmation: whatever else could be done
// now, the shopper does not want it.
func (s *counterTurn) refuse(e *errand) {
	e.Task = e.Task.Refuse(*e.Decision.Call)
	s.end(e, dialog.Refused, s.words.T(sayRefused))
}

// end ends an errand.
func (s *counterTurn) end(e *errand, ending dialog.Ending, say string) {
	e.Ending, e.Say, e.Inquiries, e.spoken = ending, say, nil, false
}
