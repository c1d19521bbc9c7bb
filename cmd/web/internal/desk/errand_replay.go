package desk

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"shopclerk/agent/desk/insight"
	"shopclerk/agent/journal"
	"shopclerk/agent/memory"
	"shopclerk/agent/shop/orders/counter"
	"shopclerk/agent/tools"
	"shopclerk/views"
	view "shopclerk/views/desk"
)

// errands presents what was to be done at the turn, and what the shopper and the clerk
// did about it since the page before. It names parameters, and only such values as
// were offered and are nobody's own: no address, no name, no way to pay.
func (p *player) errands() []view.ReplayErrand {
	n := newToolNames(p.Words)
	asking := false // the first open errand is asked about, the others wait
	var out []view.ReplayErrand
	for i := range p.turn().exchange.Errands {
		e := &p.turn().exchange.Errands[i]
		if e.Task.ID == "" {
			continue // one instruction too many in a message: it was not begun
		}
		r := errandReplay{player: p, names: n, errand: e, before: p.carried(e.Task.ID)}
		r.did()
		r.came(asking)
		asking = asking || e.Open()
		shown := view.ReplayErrand{Title: r.names.tool(r.tool()), Shopper: r.shopper, Clerk: r.clerk}
		if e.Deed != nil && e.Deed.Order != "" {
			shown.Order = views.Link{Text: p.Words.T("desk.errands.to-order", "Number", e.Deed.Order), URL: orderPath(e.Deed.Order)}
		}
		out = append(out, shown)
	}
	return out
}

// confides reports whether what was typed holds something of the shopper's own.
func (p *player) confides() bool {
	return insight.Confides(p.turn().exchange, p.origin().Errands, counter.Personal)
}

// carried is an errand as it stood on the page that the shopper came from, nil where
// it was not there.
func (p *player) carried(task string) *memory.Errand {
	before := p.origin().Errands
	if i := slices.IndexFunc(before, func(e memory.Errand) bool { return e.Task.ID == task }); i >= 0 {
		return &before[i]
	}
	return nil
}

// errandReplay says what happened to an errand at a turn.
type errandReplay struct {
	*player
	names          toolNames
	errand, before *memory.Errand // before is nil where it began at the turn
	shopper, clerk []string
}

func (r *errandReplay) tool() string {
	switch e := r.errand; {
	case e.Deed != nil:
		return e.Deed.Tool
	case e.Decision.Call != nil && e.Decision.Clarity != tools.Beyond:
		return e.Decision.Call.Tool
	}
	return ""
}

func (r *errandReplay) parameter(name string) string { return r.names.parameter(r.tool(), name) }

// did says what the shopper did.
func (r *errandReplay) did() {
	w, task := r.Words, &r.errand.Task
	was := tools.Task{}
	switch {
	case r.before != nil:
		was = r.before.Task
	case task.Words == "":
		r.shopper = append(r.shopper, w.T("desk.errands.clicked"))
	default:
		r.shopper = append(r.shopper, w.T("desk.errands.wanted"))
	}
	for _, o := range task.Log[min(len(was.Log), len(task.Log)):] {
		if o.Reply != nil {
			r.shopper = append(r.shopper, r.reply(o.Reply))
		} else if o.Failure != nil {
			r.clerk = append(r.clerk, w.T("desk.errands.failure", "Reason", obstacleText(w, insight.Obstacle{Reason: o.Failure.Reason, Because: tools.Failed})))
		}
	}
	if task.Confirmed != was.Confirmed && task.Confirmed != "" {
		r.shopper = append(r.shopper, w.T("desk.errands.said-yes"))
	}
	switch {
	case r.errand.Ending == memory.Dropped:
		r.shopper = append(r.shopper, w.T("desk.errands.gave-up"))
	case r.errand.Ending == memory.Refused || task.Refused != was.Refused && task.Refused != "":
		r.shopper = append(r.shopper, w.T("desk.errands.said-no"))
	}
}

// reply says what was answered.
func (r *errandReplay) reply(reply *tools.Reply) string {
	w, name := r.Words, r.parameter(reply.Aspect)
	switch {
	case reply.None:
		return w.T("desk.errands.answer-none", "Parameter", name)
	case reply.Value != nil:
		return w.T("desk.errands.answer", "Parameter", name, "Value", r.value(reply))
	case reply.Words != "":
		return w.T("desk.errands.answer-words", "Parameter", name)
	}
	return w.T("desk.errands.answer-not", "Parameter", name)
}

// value is what was chosen, as it was offered.
func (r *errandReplay) value(reply *tools.Reply) string {
	var labels []string
	if r.before != nil {
		chosen, several := reply.Value.([]any)
		if !several {
			chosen = []any{reply.Value}
		}
		for i := range r.before.Inquiries {
			q := &r.before.Inquiries[i]
			if q.Question.Aspect != reply.Aspect || asksPersonal(&q.Question) {
				continue
			}
			for k, o := range q.Question.Options {
				if k < len(q.Options) && q.Options[k] != journal.Redacted && slices.ContainsFunc(chosen, func(of any) bool { return reflect.DeepEqual(of, o.Value.Of) }) {
					labels = append(labels, q.Options[k])
				}
			}
		}
	}
	if len(labels) == 0 {
		return r.Words.T("desk.errands.private")
	}
	return strings.Join(labels, r.Words.T("language.comma"))
}

// asksPersonal reports whether the values that a question asks for are a shopper's own.
func asksPersonal(q *tools.Question) bool {
	return q.Kind == tools.Text || q.Kind == tools.Opaque || counter.Personal(q.Aspect)
}

// came says what the clerk made of it, where an errand before this one is asked about
// or not.
func (r *errandReplay) came(asking bool) {
	w, e := r.Words, r.errand
	say := func(text string) { r.clerk = append(r.clerk, text) }
	for _, o := range e.Decision.Objections {
		why := obstacleText(w, insight.Obstacle{Reason: o.Reason, Because: o.Because})
		if o.Parameter == "" {
			say(w.T("desk.errands.objection", "Reason", why))
		} else {
			say(w.T("desk.errands.objection-of", "Parameter", r.parameter(o.Parameter), "Reason", why))
		}
	}
	switch {
	case e.Ending == memory.Done:
		say(w.T("desk.errands.did"))
	case e.Ending == memory.Declined:
		say(w.T("desk.errands.declines", "Reason", w.T(cmp.Or(declinedWords[e.Decision.Clarity], "desk.errands.failing"))))
	case e.Ending != "":
	case asking:
		say(w.T("desk.errands.waits"))
	case e.Decision.Do == tools.Confirm:
		say(w.T("desk.errands.confirming"))
	default:
		for i := range e.Inquiries {
			q := &e.Inquiries[i]
			say(w.T("desk.errands.asks", "Parameter", r.parameter(q.Question.Aspect)))
			if len(q.Options) > 0 && !asksPersonal(&q.Question) && !slices.Contains(q.Options, journal.Redacted) {
				say(w.T("desk.errands.offered", "Options", strings.Join(q.Options, w.T("language.comma"))))
			}
		}
	}
}

// declinedWords are the ids of why the clerk declined; otherwise it failed.
var declinedWords = map[tools.Clarity]string{
	tools.Beyond: "desk.errands.not-here", tools.Wrong: "desk.errands.refusing", tools.Missing: "desk.errands.lacking",
}
