package journal

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"shopclerk/agent/dialog"
	"shopclerk/agent/store"
	"shopclerk/agent/tools"
	"shopclerk/search"
)

// Redacted stands where a text was that is no longer kept.
const Redacted = "…"

// redactStep is how many events one transaction of Redact rewrites: few enough that
// a shopper's turn does not wait noticeably behind it.
const redactStep = 100

// Redact takes the free text out of the events from before a moment, oldest first,
// and returns how many it rewrote. [Redacted] stands in place of what was said, of
// the words that were read from it, of the clerk's replies, which may quote them, and
// of the texts of errands. What was offered and not taken goes altogether: it was
// worded after what was said. All else stays: what was asked, shown and ticked, which
// aspects and categories were demanded and with what values. The conversation loads,
// at every version, and folds to the same need but for those texts.
//
// What is taken out is overwritten, as by [Journal.Delete]. Interrupted, Redact
// keeps what it has done. A damaged event is left as it is and reported as
// [ErrUnusable] once the others are done.
//
// A shopper who goes back and on from there says again what was said: that is as old as that
// moment.
func (j *Journal) Redact(ctx context.Context, before time.Time) (int, error) {
	var done int
	var damage []error
	for after := (&place{}); after != nil; {
		n, next, err := j.redactSome(ctx, before, *after, &damage)
		done += n
		if err != nil {
			return done, errors.Join(append(damage, j.db.Wrap("redacting events", err))...)
		}
		after = next
	}
	return done, errors.Join(append(damage, j.erased(ctx, "redacting events", nil))...)
}

// place is how far redaction has come.
type place struct{ at, seq int64 }

// redactSome rewrites the next few events and returns the place of the last, nil
// when there are no more.
func (j *Journal) redactSome(ctx context.Context, before time.Time, after place, damage *[]error) (done int, last *place, err error) {
	err = j.db.Transact(ctx, func(tx *sql.Tx) (err error) {
		done, last, err = j.rewrite(ctx, tx, damage, false, `SELECT seq, at, kind, payload FROM event
			WHERE redacted = 0 AND at < $1 AND (at, seq) > ($2, $3) ORDER BY at, seq LIMIT $4`, before.UnixMicro(), after.at, after.seq, redactStep)
		return err
	})
	return done, last, err
}

// rewrite takes the texts out of the events that a query finds, all or those that are not the
// shopper's own, and returns how many and the place of the last, nil where there are none.
func (j *Journal) rewrite(ctx context.Context, tx *sql.Tx, damage *[]error, keepOwn bool, query string, args ...any) (done int, last *place, err error) {
	type event struct {
		place
		kind    Kind
		payload []byte
	}
	events, err := store.List(ctx, tx, func(rows *sql.Rows) (e event, err error) {
		err = rows.Scan(&e.seq, &e.at, &e.kind, &e.payload)
		return e, err
	}, query, args...)
	if err != nil || len(events) == 0 {
		return 0, nil, err
	}
	redacted := 1
	if keepOwn {
		redacted = 0
	}
	for _, e := range events {
		payload, err := redact(e.kind, e.payload, keepOwn)
		if err != nil {
			*damage = append(*damage, j.db.Wrap("redacting events", j.db.Damaged(fmt.Sprintf("event %d: %v", e.seq, err))))
			continue
		}
		if _, err := tx.ExecContext(ctx, `UPDATE event SET payload = $1, redacted = $2 WHERE seq = $3`, string(payload), redacted, e.seq); err != nil {
			return 0, nil, err
		}
		done++
	}
	return done, &events[len(events)-1].place, nil
}

// redact takes the texts out of an event's payload. What its shopper wrote, and words of that,
// are left where they are to be kept.
func redact(kind Kind, payload []byte, keepOwn bool) ([]byte, error) {
	switch kind {
	case Undone, Cut:
		return payload, nil
	case Exchanged:
		var e dialog.Exchange
		if err := json.Unmarshal(payload, &e); err != nil {
			return nil, err
		}
		var own redactor
		if keepOwn {
			own = redactor(e.Said)
		}
		own.exchange(&e)
		return json.Marshal(&e)
	}
	return nil, fmt.Errorf("no such kind of event: %q", kind)
}

// redactor takes texts out of an exchange, but for those that are part of it.
type redactor string

func (r redactor) exchange(e *dialog.Exchange) {
	r.blank(&e.Said, &e.Reply, &e.Tells)
	r.blanks(e.Typed)
	r.blanks(e.Unplaced)
	for i := range e.Changes {
		r.change(&e.Changes[i])
	}
	for i := range e.Acts { // what they were about stays: kind, products, aspect, topic and categories
		r.blank(&e.Acts[i].Text, &e.Acts[i].Words)
		e.Acts[i].Offers = nil
	}
	for i := range e.Errands {
		redactErrand(&e.Errands[i])
	}
}

// change takes out of a change what came from a message. A label that was
// ticked or clicked is the catalogue's; a scope was clicked when no words of a
// message led to it.
func (r redactor) change(ch *search.Change) {
	if ch.Op == search.Answered || ch.Op == search.SetScope && ch.Said == "" {
		return
	}
	r.blank(&ch.Text, &ch.Said)
	r.blanks(ch.Words)
}

// blank leaves an empty text empty: that nothing was said is no text.
func (r redactor) blank(texts ...*string) {
	for _, s := range texts {
		if *s != "" && (r == "" || !strings.Contains(strings.ToLower(string(r)), strings.ToLower(*s))) {
			*s = Redacted
		}
	}
}

func (r redactor) blanks(texts []string) {
	for i := range texts {
		r.blank(&texts[i])
	}
}

// redactErrand leaves of an errand what tells of no person, place or thing: the tools and
// parameters, in how many steps it was asked about, how it ended and the number of the order.
// One that was still open cannot be carried out any more.
func redactErrand(e *dialog.Errand) {
	was := *e
	*e = dialog.Errand{
		Task:  tools.Task{ID: was.Task.ID, Words: was.Task.Words, Confirmed: was.Task.Confirmed, Refused: was.Task.Refused},
		Title: was.Title, Say: was.Say, Shown: was.Shown, Ending: was.Ending, Deed: was.Deed,
		Decision: tools.Decision{Do: was.Decision.Do, Clarity: was.Decision.Clarity, Call: redactCall(was.Decision.Call), Preview: was.Decision.Preview},
	}
	redactor("").blank(&e.Task.Words, &e.Say, &e.Decision.Preview)
	if e.Deed != nil {
		redactor("").blank(&e.Deed.Text)
	}
	for _, p := range was.Task.Candidates {
		e.Task.Candidates = append(e.Task.Candidates, tools.Proposal{Call: *redactCall(&p.Call)})
	}
	for _, o := range was.Task.Log {
		step := tools.Observation{}
		if o.Reply != nil {
			step.Reply = &tools.Reply{Aspect: o.Reply.Aspect, Words: Redacted}
		}
		if o.Failure != nil {
			step.Failure = &tools.Failure{Call: *redactCall(&o.Failure.Call), Parameter: o.Failure.Parameter, Reason: Redacted}
		}
		e.Task.Log = append(e.Task.Log, step)
	}
	for _, q := range was.Inquiries {
		e.Inquiries = append(e.Inquiries, dialog.Inquiry{Text: q.Text, Question: tools.Question{
			Aspect: q.Question.Aspect, Tool: q.Question.Tool, Label: q.Question.Label, Kind: q.Question.Kind, Open: true}})
	}
}

// redactCall returns a call whose arguments are no values.
func redactCall(c *tools.Call) *tools.Call {
	if c == nil {
		return nil
	}
	out := &tools.Call{Tool: c.Tool, Arguments: tools.Arguments{}}
	for name := range c.Arguments {
		out.Arguments[name] = Redacted
	}
	return out
}
