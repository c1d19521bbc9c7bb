package agent

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"shopclerk/agent/dialog"
	"shopclerk/agent/shop"
	"shopclerk/agent/shop/merchant"
	"shopclerk/agent/tools"
)

// pursue goes on with every errand that was spoken of, and returns those of the
// exchange: what has ended and what is open. An error leaves done what was done;
// submitting the same again does it not once more.
func (s *counterTurn) pursue(ctx context.Context) ([]dialog.Errand, error) {
	if err := s.undo(ctx); err != nil {
		return nil, err
	}
	for i := range s.errands {
		if e := &s.errands[i]; e.spoken {
			if err := s.act(ctx, e); err != nil {
				return nil, err
			}
			s.replace(i)
		}
	}
	if err := s.refresh(ctx); err != nil {
		return nil, err
	}
	var out []dialog.Errand
	for i := range s.errands {
		out = append(out, s.errands[i].Errand)
	}
	for _, why := range []string{sayTooMany, sayRefused, sayUnheld, sayElsewhere} {
		if len(s.declined[why]) == 0 {
			continue
		}
		said := strings.Join(s.declined[why], s.words.T("language.comma"))
		e := dialog.Errand{Task: tools.Task{ID: s.id(said), Words: said}, Decision: tools.Decision{Do: tools.Decline, Clarity: tools.Missing}}
		if e.Ending, e.Say = dialog.Declined, s.words.T(why, "Words", said); why == sayElsewhere {
			contact, _ := s.agent.merchant(s.f).Answer(s.words, merchant.Contact)
			e.Say += " " + contact
		}
		out = append(out, e)
	}
	return out, nil
}

// undo takes back what is to be, as one errand that is done.
func (s *counterTurn) undo(ctx context.Context) error {
	if s.undoes == nil {
		return nil
	}
	at, err := s.in.Counter(ctx)
	for _, key := range s.undoes {
		if err == nil {
			err = at.Undo(ctx, key)
		}
	}
	if err != nil {
		return fmt.Errorf("undoing an errand: %w", err)
	}
	s.deeds++
	s.errands = append(s.errands, errand{Errand: dialog.Errand{
		Task: tools.Task{ID: s.id(s.undoes...), Words: s.in.Message}, Title: s.words.T("doing.undo"),
		Decision: tools.Decision{Do: tools.Execute, Clarity: tools.Clear}, Ending: dialog.Done, Say: s.words.T("errand.undone"),
	}})
	return nil
}

// act decides about an errand and does what it may. A failure is an observation that
// the next decision is about, on the state as it is then.
func (s *counterTurn) act(ctx context.Context, e *errand) error {
	for runs := 0; ; runs++ {
		d, err := s.next(ctx, e, runs)
		if err != nil {
			return err
		}
		if d.Do != tools.Execute || runs == mostRuns {
			s.record(e, &d)
			return nil
		}
		done, err := s.at.Execute(ctx, *d.Call, d.Key)
		failure := (*tools.Failure)(nil)
		if err != nil && !errors.As(err, &failure) {
			return fmt.Errorf("running an errand: %w", err)
		}
		s.at = nil // whether it was done or failed: things are not as they were
		if failure != nil {
			e.Task = e.Task.Fail(*failure)
			continue
		}
		s.deeds++
		e.Title, e.Decision = s.title(&d), lean(d)
		e.Deed = &dialog.Deed{Tool: d.Call.Tool, Text: done.Text, Key: d.Key, Product: done.Product, Undoes: len(done.Was) > 0}
		if done.Order != nil {
			e.Deed.Order = done.Order.ID
			s.recent = slices.Insert(s.recent, 0, done.Order.ID)
		}
		s.end(e, dialog.Done, done.Text)
		return nil
	}
}

// next is what to do about an errand that was run so often in the turn.
//
// What was agreed to is run as it was shown, without deciding again: the executor holds
// it against the state, and a yes that is sent twice is told what came of the first.
func (s *counterTurn) next(ctx context.Context, e *errand, runs int) (tools.Decision, error) {
	if !e.agreed || runs > 0 {
		return s.decide(ctx, e)
	}
	call := e.Decision.Call
	return tools.Decision{Do: tools.Execute, Clarity: tools.Clear, Certainty: 1, Call: call, Key: call.Key(e.Task.ID)}, s.ready(ctx, e.Shown)
}

// decide decides about an errand as things stand.
func (s *counterTurn) decide(ctx context.Context, e *errand) (tools.Decision, error) {
	if err := s.ready(ctx, e.Shown); err != nil {
		return tools.Decision{}, err
	}
	d, err := s.kit.Decide(e.Task, s.rule)
	switch {
	case err != nil:
		return d, fmt.Errorf("deciding about an errand: %w", err)
	case d.Do == tools.Confirm:
		d.Preview = s.kit.Preview(*d.Call, s.words)
	}
	return d, nil
}

// written reports whether a question is answered in writing alone.
func written(q tools.Question) bool { return q.Kind == tools.Text && len(q.Options) == 0 }

// record notes in an errand what was decided, as the shopper is told it.
func (s *counterTurn) record(e *errand, d *tools.Decision) {
	e.Title, e.Decision, e.Inquiries, e.spoken = s.title(d), lean(*d), nil, false
	switch d.Do {
	case tools.Decline:
		s.end(e, dialog.Declined, d.Say(s.words))
		return
	case tools.Execute: // it was tried often enough
		s.end(e, dialog.Declined, s.words.T("tools.call-failed"))
		return
	}
	if e.Say = d.Say(s.words); s.in.Checkout && d.Do == tools.Ask && e.Decision.Call != nil && e.Decision.Call.Tool == shop.PlaceOrder {
		s.end(e, dialog.Passed, s.words.T("errand.checkout"))
		return
	}
	for _, q := range d.Questions {
		asked := dialog.Inquiry{Text: q.Say(s.words), Question: q}
		for _, o := range q.Options {
			asked.Options = append(asked.Options, o.Value.Text())
		}
		e.Inquiries = append(e.Inquiries, asked)
	}
}

// lean is a decision as it is kept: what it was chosen among is for the moment.
func lean(d tools.Decision) tools.Decision {
	d.Questions = nil
	return d
}

// title is what the likeliest tool is called.
func (s *counterTurn) title(d *tools.Decision) string {
	if d.Call != nil {
		if t := s.kit.Tool(d.Call.Tool); t != nil {
			return t.Title
		}
	}
	return ""
}

// replace drops the errand from before that an errand which was just begun repeats: a
// shopper who says anew what is to be done does not want both.
func (s *counterTurn) replace(by int) {
	e := &s.errands[by]
	if !e.young || e.Decision.Call == nil {
		return
	}
	for i := range s.errands {
		if o := &s.errands[i]; !o.young && o.Open() && o.Decision.Call != nil && o.Decision.Call.Tool == e.Decision.Call.Tool {
			s.end(o, dialog.Dropped, s.words.T("errand.replaced"))
		}
	}
}

// refresh asks anew, as things stand after a deed, what the open errands ask. Nothing
// is carried out in it: nobody spoke of them.
func (s *counterTurn) refresh(ctx context.Context) error {
	if s.deeds == 0 {
		return nil
	}
	for i := range s.errands {
		e := &s.errands[i]
		if !e.Open() {
			continue
		}
		d, err := s.decide(ctx, e)
		if err != nil {
			return err
		}
		if d.Do != tools.Execute {
			s.record(e, &d)
		}
	}
	return nil
}
