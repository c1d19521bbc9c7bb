package agent

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"shopclerk/agent/clarify"
	"shopclerk/agent/desk/control"
	"shopclerk/agent/memory"
	"shopclerk/agent/understand"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
)

// override is the clerk under the controls of one version. A turn sees one from its
// beginning to its end.
type override struct {
	controls *control.Controls
	merges   bool // some values are shown as one
	engine   *search.Engine
	reader   Reader
	run      *control.Experiment // nil: none runs
	policies []clarify.Policy    // by arm of the experiment
}

// Apply puts controls in force for every turn that begins from now on; those under
// way end as they began. nil takes all controls away. What it costs is laying
// aliases over the vocabulary; shelves are edited when they are next looked at. An
// error leaves what was in force.
func (a *Agent) Apply(c *control.Controls) error {
	f := &override{controls: c, merges: merges(c), engine: a.config.Engine, reader: a.config.Reader}
	if f.merges {
		f.engine = a.config.Engine.Edited(func(s *catalog.Shelf) *catalog.Shelf {
			return s.Merge(func(aspect string) []catalog.Group { return c.Groups(s.Name, aspect) })
		})
	}
	if list := c.Aliases(); len(list) > 0 {
		f.reader = a.config.Reader.WithAliases(spoken(list))
	}
	if f.run = c.Experiment(); f.run != nil {
		for _, arm := range f.run.Arms {
			policy, err := clarify.Configure(arm.Policy, arm.Settings)
			if err != nil {
				return fmt.Errorf("experiment %s, arm %s: %w", f.run.Name, arm.Name, err)
			}
			f.policies = append(f.policies, policy)
		}
	}
	a.overriding.Store(f)
	return nil
}

func merges(c *control.Controls) bool {
	return slices.ContainsFunc(c.Standing(), func(s control.Standing) bool { return s.Kind == control.KindMerge })
}

func spoken(list []control.Alias) []understand.Alias {
	out := make([]understand.Alias, len(list))
	for i, a := range list {
		out[i] = understand.Alias(a)
	}
	return out
}

// Controls returns the controls in force, nil for none.
func (a *Agent) Controls() *control.Controls { return a.override().controls }

// override returns what is in force.
func (a *Agent) override() *override {
	if f := a.overriding.Load(); f != nil {
		return f
	}
	return &override{engine: a.config.Engine, reader: a.config.Reader}
}

// Today is the day that dates of controls are held against.
func (a *Agent) Today() control.Day {
	now := a.config.Now
	if now == nil {
		now = time.Now
	}
	return control.DayOf(now())
}

// Shelf returns a category's shelf as shoppers see it.
func (a *Agent) Shelf(ctx context.Context, category string) (*catalog.Shelf, error) {
	return a.override().engine.Shelf(ctx, category)
}

// ShelfOf returns a category's shelf as shoppers see it, with a product of it: see
// [search.Engine.ShelfOf].
func (a *Agent) ShelfOf(ctx context.Context, category string, ref catalog.Ref) (*catalog.Shelf, error) {
	return a.override().engine.ShelfOf(ctx, category, ref)
}

// Hides reports whether the shop does not show a product today.
func (a *Agent) Hides(product string) bool { return a.override().controls.Hides(product, a.Today()) }

// Similar returns the k products that are most like one of a category, best first,
// without those that the shop hides: see [search.Engine.Similar].
func (a *Agent) Similar(ctx context.Context, category string, ref catalog.Ref, k int) ([]search.Hit, error) {
	f := a.override()
	hidden, err := f.engine.Store().Refs(ctx, f.controls.Hidden(a.Today()))
	if err != nil {
		return nil, fmt.Errorf("finding what is hidden: %w", err)
	}
	hits, err := f.engine.Similar(ctx, category, ref, k+len(hidden))
	if err != nil {
		return nil, err
	}
	of := slices.Collect(maps.Values(hidden))
	hits = slices.DeleteFunc(hits, func(h search.Hit) bool { return slices.Contains(of, h.Ref) })
	return hits[:min(k, len(hits))], nil
}

// place adds to a page what the shop places itself: pins hold in the lists of their
// own category, by themselves.
func (f *override) place(p search.Page, scope []string, today control.Day) search.Page {
	p.Hidden = f.controls.Hidden(today)
	if len(scope) == 1 {
		p.Pinned = f.controls.Pinned(scope[0], today)
	}
	return p
}

// banners are the sentences that stand above the list of a need, in the language of the
// context.
func (f *override) banners(ctx context.Context, need *search.Need, today control.Day) []string {
	return f.controls.Banners(need.Scope, words.From(ctx).Code(), today, func(aspect string, values []string) bool {
		return slices.ContainsFunc(need.Wanted(), func(w search.Wanted) bool {
			return !w.Demand.Not && w.Demand.Condition.Key == aspect && slices.ContainsFunc(w.Demand.Condition.Values, func(v string) bool {
				return slices.ContainsFunc(values, func(x string) bool { return catalog.Same(v, x) })
			})
		})
	})
}

// lifted is what a rule adds to the evidence for a product, and what one that is to stand
// further down has taken from it: as much as if four times as many wanted it. An answer
// of the shopper's counts several times that.
var lifted = math.Log(4)

// lift adds to the evidence, one number a row of the shelf, what rules say today.
func (f *override) lift(evidence []float64, shelf *catalog.Shelf, scope []string, today control.Day) {
	for _, r := range f.controls.Rules(scope, today) {
		column := shelf.Column(r.Aspect)
		if column == nil {
			continue
		}
		add := lifted
		if r.Place == control.Late {
			add = -lifted
		}
		codes := column.Find(&catalog.Condition{Key: r.Aspect, Values: []string{r.Name}})
		for i := range evidence {
			if slices.ContainsFunc(column.Row(i), func(code uint32) bool { return slices.Contains(codes, code) }) {
				evidence[i] += add
			}
		}
	}
}

// Reads returns what the clerk makes of a message by itself, in the words that it is read
// in; nothing has been said before.
func (a *Agent) Reads(ctx context.Context, message string) understand.Reading {
	f, w := a.override(), words.From(ctx)
	message = f.controls.Read(message)
	return f.reader.Understand(message, understand.Context{Currency: a.config.Currency, Language: w, Tongue: tongueOf(w, message)})
}

// arm returns the index of the arm that a session has, −1 when no experiment runs
// or the session is not known.
func (f *override) arm(session string) int {
	if f.run == nil || session == "" {
		return -1
	}
	return f.run.Assign(session)
}

// policy returns what chooses a session's questions, with its name: its arm's
// policy, else the clerk's own.
func (a *Agent) policy(f *override, session string) (clarify.Policy, string) {
	if arm := f.arm(session); arm >= 0 {
		return f.policies[arm], f.run.Arms[arm].Policy
	}
	return a.config.Policy, a.config.PolicyName
}

// word gives a question the words that a merchandiser has for it.
func (f *override) word(p *memory.Posed, scope []string, language string) {
	w := f.controls.Wording(scope, p.Answer.Key, language)
	if w.Text != "" {
		p.Text = w.Text
	}
	p.Help, p.Worded = w.Help, w.Sequence
}

// widen gives what was said of one of several merged values to all of them, so that
// the record of it says what was searched for.
func (f *override) widen(changes []search.Change, c *memory.Conversation) {
	if !f.merges {
		return
	}
	scope := c.Need().Scope
	for i := range changes {
		if changes[i].Op == search.SetScope {
			scope = changes[i].Categories
		}
	}
	for i := range changes {
		cond := changes[i].Condition
		if cond == nil || cond.Range != nil {
			continue
		}
		values := slices.Clone(cond.Values)
		for _, category := range scope {
			for _, g := range f.controls.Groups(category, cond.Key) {
				if !slices.ContainsFunc(values, g.Holds) {
					continue
				}
				for _, v := range g.Values {
					if !slices.ContainsFunc(values, func(w string) bool { return catalog.Same(v, w) }) {
						values = append(values, v)
					}
				}
			}
		}
		if len(values) > len(cond.Values) {
			wide := *cond
			wide.Values = values
			changes[i].Condition = &wide
		}
	}
}
