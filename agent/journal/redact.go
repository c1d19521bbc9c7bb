package journal

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
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
// A shopper who goes back and on from there says again what was said, and one who goes on
// from another's conversation copies it: those copies are as old as that moment.
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
	return done, errors.Join(append(damage, j.db.Erase(ctx))...)
}

// place is how far redaction has come.
type place struct{ at, seq int64 }

// redactSome rewrites the next few events and returns the place of the last, nil
// when there are no more.
func (j *Journal) redactSome(ctx context.Context, before time.Time, after place, damage *[]error) (done int, last *place, err error) {
	err = j.db.Transact(ctx, func(tx *sql.Tx) (err error) {
		done, last, err = j.rewrite(ctx, tx, damage, `SELECT seq, at, kind, payload FROM event
			WHERE redacted = 0 AND at < $1 AND (at, seq) > ($2, $3) ORDER BY at, seq LIMIT $4`, before.UnixMicro(), after.at, after.seq, redactStep)
		return err
	})
	return done, last, err
}

// redactCopies takes the texts out of what others copied of a conversation, or of all
// those of a session, and of what was copied of those copies.
func (j *Journal) redactCopies(ctx context.Context, tx *sql.Tx, id, session string, damage *[]error) error {
	_, _, err := j.rewrite(ctx, tx, damage, `WITH RECURSIVE copy (id, events) AS (
			SELECT c.id, c.copied FROM conversation c JOIN conversation o ON c.origin = o.id WHERE (o.id = $1 OR o.session = $2) AND c.session <> o.session
			UNION ALL
			SELECT c.id, CASE WHEN c.copied < copy.events THEN c.copied ELSE copy.events END FROM conversation c JOIN copy ON c.origin = copy.id)
		SELECT e.seq, e.at, e.kind, e.payload FROM event e WHERE e.redacted = 0
			AND EXISTS (SELECT 1 FROM copy WHERE copy.id = e.conversation AND e.version <= copy.events)
		ORDER BY e.seq`, id, session)
	return err
}

// rewrite takes the texts out of the events that a query finds, and returns how many and
// the place of the last, nil where there are none.
func (j *Journal) rewrite(ctx context.Context, tx *sql.Tx, damage *[]error, query string, args ...any) (done int, last *place, err error) {
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
	for _, e := range events {
		payload, err := redact(e.kind, e.payload)
		if err != nil {
			*damage = append(*damage, j.db.Wrap("redacting events", j.db.Damaged(fmt.Sprintf("event %d: %v", e.seq, err))))
			continue
		}
		if _, err := tx.ExecContext(ctx, `UPDATE event SET payload = $1, redacted = 1 WHERE seq = $2`, string(payload), e.seq); err != nil {
			return 0, nil, err
		}
		done++
	}
	return done, &events[len(events)-1].place, nil
}

// redact takes the texts out of an event's payload.
func redact(kind Kind, payload []byte) ([]byte, error) {
	switch kind {
	case Undone:
		return payload, nil
	case Exchanged:
		var e dialog.Exchange
		if err := json.Unmarshal(payload, &e); err != nil {
			return nil, err
		}
		blank(&e.Said)
		blank(&e.Reply)
		blank(&e.Tells)
		blanks(e.Typed)
		blanks(e.Unplaced)
		for i := range e.Changes {
			redactChange(&e.Changes[i])
		}
		for i := range e.Acts {
			redactAct(&e.Acts[i])
		}
		for i := range e.Errands {
			redactErrand(&e.Errands[i])
		}
		return json.Marshal(&e)
	}
	return nil, fmt.Errorf("no such kind of event: %q", kind)
}

// redactChange takes out of a change what came from a message. A label that was
// ticked or clicked is the catalogue's; a scope was clicked when no words of a
// message led to it.
func redactChange(ch *search.Change) {
	if ch.Op == search.Answered || ch.Op == search.SetScope && ch.Said == "" {
		return
	}
	blank(&ch.Text)
	blank(&ch.Said)
	blanks(ch.Words)
}

// redactAct takes out of an act what was said and what was answered. What it was about
// stays: kind, products, aspect, topic and categories.
func redactAct(a *dialog.Act) {
	blank(&a.Text)
	blank(&a.Words)
	a.Offers = nil
}

// blank leaves an empty text empty: that nothing was said is no text.
func blank(s *string) {
	if *s != "" {
		*s = Redacted
	}
}

func blanks(texts []string) {
	for i := range texts {
		blank(&texts[i])
	}
}

// redactErrand leaves of an errand what tells of no person, place or thing: the tools and
// parameters, in how many steps it was asked about, how it ended and the number of the order.
// One that was still open cannot be carried out any more.
func redactErrand(e *dialog.Errand) {
	was := *e
	*e = dialog.Errand{
		Task:  tools.Task{ID: was.Task.ID, Words: was.Task.Words, Tool: was.Task.Tool, Confirmed: was.Task.Confirmed, Refused: was.Task.Refused},
		Title: was.Title, Say: was.Say, Shown: was.Shown, Ending: was.Ending, Deed: was.Deed,
		Decision: tools.Decision{Do: was.Decision.Do, Clarity: was.Decision.Clarity, Call: redactCall(was.Decision.Call), Preview: was.Decision.Preview},
	}
	blank(&e.Task.Words)
	blank(&e.Say)
	blank(&e.Decision.Preview)
	if e.Deed != nil {
		blank(&e.Deed.Text)
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
