package desk

import (
	"context"
	"slices"
	"strings"

	"shopclerk/agent"
	"shopclerk/agent/desk/control"
	"shopclerk/agent/desk/insight"
	"shopclerk/agent/journal"
	"shopclerk/agent/memory"
	"shopclerk/catalog"
	"shopclerk/search"
	view "shopclerk/views/desk"
)

// askedPages counts what recorded pages asked that a setting of questions is about.
type askedPages struct {
	pages           int // with questions in the setting's category
	asked           int // of them, those that asked about the aspect; of a merge, with one of the values
	first           int // of those, where it stood first
	answered, left  int // ticks of the values, or answers of any kind; conversations that ended there
	named           int // messages that demanded one of the values
	conversations   []*insight.Facts
	replayed, other int
}

// foreseeAsked counts what the journal's pages asked that a place, a pack or a merge is about, and
// has the clerk ask anew at the latest of them, without the setting and with it.
func (d *Desk) foreseeAsked(r *Request, s *control.Setting, now, then *agent.Agent) (view.Foresight, error) {
	w := r.Words
	a := d.askingOf(r, s)
	out := view.Foresight{Title: w.T("desk.foresee.title"), Head: view.Foreseen{
		Message: w.T("desk.talks.opening"), Before: w.T("desk.foresee.asked-now"), After: w.T("desk.foresee.asked-then"),
	}}
	for _, f := range slices.Backward(a.conversations[max(0, len(a.conversations)-mostForeseen):]) {
		x, ok, err := d.askedAnew(r, s, f, now, then)
		if err != nil {
			return out, err
		}
		a.replayed += insight.Indicator(ok)
		if ok && x.Before != x.After {
			a.other++
			if !slices.Contains(out.List, x) {
				out.List = append(out.List, x)
			}
		}
	}
	values := []any{"Days", foreseenDays, "Asked", w.Number(a.asked), "First", w.Number(a.first), "Answered", w.Number(a.answered), "Left", w.Number(a.left), "Named", w.Number(a.named)}
	var said []string
	switch s.Kind {
	case control.KindPack:
		said = append(said, w.N("desk.foresee.pack", a.pages, values...))
	case control.KindMerge:
		said = append(said, w.N("desk.foresee.merge", a.asked, values...))
		finds, err := d.finding(r, s, now, then)
		if err != nil {
			return out, err
		}
		said = append(said, finds)
	default:
		said = append(said, w.N("desk.foresee.place", a.pages, values...))
	}
	if a.replayed > 0 {
		said = append(said, w.N("desk.foresee.replayed", a.replayed, "Other", w.Number(a.other)))
	}
	out.Text = strings.TrimSpace(strings.Join(said, " "))
	return out, nil
}

// askingOf counts it over the last days. The conversations are those that would have been
// asked otherwise: of an aspect never to be asked about, those that were asked.
func (d *Desk) askingOf(r *Request, s *control.Setting) (a askedPages) {
	for _, f := range d.Insight.Facts(insight.Period{From: r.Now.AddDate(0, 0, -foreseenDays), To: r.Now.AddDate(0, 0, 1)}) {
		touched := false
		for i := range f.Turns {
			t := &f.Turns[i]
			if s.Category != "" && !slices.Contains(t.Scope, s.Category) {
				continue
			}
			a.named += insight.Indicator(slices.ContainsFunc(t.Named, func(o *insight.Offer) bool { return o.Key == s.Aspect && mergesAny(s, o.Values) }))
			if len(t.Questions) == 0 {
				continue
			}
			a.pages++
			if s.Kind == control.KindPack {
				touched = true
				continue
			}
			at := slices.IndexFunc(t.Questions, func(q insight.Asked) bool {
				return q.Aspect == s.Aspect && (s.Kind != control.KindMerge || slices.ContainsFunc(q.Offers, func(o *insight.Offer) bool { return mergesAny(s, o.Values) }))
			})
			switch s.Place {
			case control.First, control.Early:
				touched = touched || at != 0
			default:
				touched = touched || at >= 0
			}
			if at < 0 {
				continue
			}
			q := &t.Questions[at]
			a.asked++
			a.first += insight.Indicator(at == 0)
			a.left += insight.Indicator(f.Leaves(i))
			if s.Kind == control.KindMerge {
				a.answered += insight.Indicator(slices.ContainsFunc(q.Picked, func(p int) bool { return mergesAny(s, q.Offers[p].Values) }))
			} else {
				a.answered += insight.Indicator(q.Outcome.Answered())
			}
		}
		if touched {
			a.conversations = append(a.conversations, f)
		}
	}
	return a
}

// mergesAny reports that one of some values is among those of a merge.
func mergesAny(s *control.Setting, values []string) bool {
	return slices.ContainsFunc(values, func(v string) bool {
		return slices.ContainsFunc(s.Values, func(m string) bool { return catalog.Same(m, v) })
	})
}

// askedAnew has two clerks ask at the first page of a recorded conversation that a setting
// is about. ok is false where the journal no longer has one.
func (d *Desk) askedAnew(r *Request, s *control.Setting, f *insight.Facts, now, then *agent.Agent) (x view.Foreseen, ok bool, err error) {
	h, err := d.Journal.History(r.Context(), f.ID)
	if err != nil {
		return x, false, err
	}
	before, changes, ok := pageOf(h, func(scope []string, posed []memory.Posed) bool {
		return len(posed) > 0 && (s.Category == "" || slices.Contains(scope, s.Category)) &&
			(s.Kind == control.KindPack || s.Place == control.First || s.Place == control.Early || slices.ContainsFunc(posed, func(q memory.Posed) bool { return q.Answer.Key == s.Aspect }))
	})
	if !ok {
		return x, false, nil
	}
	x.Message = openingText(r, f)
	for _, of := range []struct {
		clerk *agent.Agent
		text  *string
	}{{now, &x.Before}, {then, &x.After}} {
		c := memory.Conversation{ID: h.ID, Exchanges: slices.Clone(before)}
		if _, err := of.clerk.Reply(r.Context(), &c, agent.Input{Session: h.Session, Changes: slices.Clone(changes)}); err != nil {
			return x, false, err
		}
		*of.text = d.posedText(r, s, c.Last().Questions)
	}
	return x, true, nil
}

// pageOf finds the first page that stands in a history and is so: the exchanges before it,
// and the changes that led to it.
func pageOf(h *journal.History, is func(scope []string, posed []memory.Posed) bool) (before []memory.Exchange, changes []search.Change, ok bool) {
	for i := range h.Events {
		e := &h.Events[i]
		if e.Undone || e.Kind != journal.Exchanged {
			continue
		}
		c := memory.Conversation{Exchanges: append(slices.Clip(before), *e.Exchange)}
		need := c.Need()
		if is(need.Scope, e.Exchange.Questions) {
			return before, e.Exchange.Changes, true
		}
		before = c.Exchanges
	}
	return nil, nil, false
}

// posedText says what a page asks: of a merge the options of its aspect, else the aspects
// in their order.
func (d *Desk) posedText(r *Request, s *control.Setting, posed []memory.Posed) string {
	var out []string
	for i := range posed {
		q := &posed[i]
		if s.Kind != control.KindMerge {
			aspect, _ := d.topicNames(r, insight.Topic{Category: s.Category, Aspect: q.Answer.Key})
			out = append(out, aspect)
		} else if q.Answer.Key == s.Aspect {
			out = append(out, q.Answer.Labels...)
		}
	}
	if len(out) == 0 {
		return r.Words.T("desk.foresee.not-asked")
	}
	return strings.Join(out, insight.Between)
}

// finding says how many products each value of a merge finds now, and all of them then.
func (d *Desk) finding(r *Request, s *control.Setting, now, then *agent.Agent) (string, error) {
	w := r.Words
	var each []string
	for _, v := range s.Values {
		n, err := d.having(r.Context(), now, s, v)
		if err != nil {
			return "", err
		}
		each = append(each, w.N("desk.foresee.value-finds", n, "Value", v))
	}
	all, err := d.having(r.Context(), then, s, s.Name)
	return w.N("desk.foresee.merge-finds", all, "Each", strings.Join(each, w.T("language.comma"))), err
}

// having counts the products that a clerk finds by a value, in the setting's category or in
// all of them.
func (d *Desk) having(ctx context.Context, clerk *agent.Agent, s *control.Setting, value string) (n int, err error) {
	for _, c := range d.Store.Categories() {
		if s.Category != "" && s.Category != c.Path {
			continue
		}
		shelf, err := clerk.Shelf(ctx, c.Path)
		if err != nil {
			return 0, err
		}
		column := shelf.Column(s.Aspect)
		if column == nil {
			continue
		}
		codes := column.Find(&catalog.Condition{Key: s.Aspect, Values: []string{value}})
		for row := range shelf.Rows() {
			n += insight.Indicator(slices.ContainsFunc(column.Row(row), func(c uint32) bool { return slices.Contains(codes, c) }))
		}
	}
	return n, nil
}
