package desk

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"shopclerk/agent"
	"shopclerk/agent/desk/control"
	"shopclerk/agent/desk/insight"
	"shopclerk/agent/journal"
	"shopclerk/agent/understand"
	"shopclerk/search"
	view "shopclerk/views/desk"
)

const (
	// foreseenDays is how far back messages are read again: those of a month tell what
	// is usual.
	foreseenDays = 28
	// mostReread is how many different messages are read again: a page has 200 ms, and
	// reading one twice takes about one.
	mostReread = 60
	// mostForeseen is how many of them are shown, with what they would find.
	mostForeseen = 5
)

// foresee reads the journal's messages again that a setting of words is about, or asks
// anew on the pages that one of questions is about, with and without it: what it would have
// changed. The zero Foresight of other settings, and of what can not be set.
func (d *Desk) foresee(r *Request, s *control.Setting) (view.Foresight, error) {
	var said []string
	switch s.Kind {
	case control.KindSynonym:
		said = s.Values
	case control.KindReading:
		said = []string{s.Name}
	}
	asks := slices.Contains([]control.Kind{control.KindPlace, control.KindPack, control.KindMerge}, s.Kind)
	var p *control.Problem
	log := d.Board.Log()
	if err := log.Judge(control.Act{Set: s}, d.shop(r.Context())); s.Empty() || len(said) == 0 && !asks || errors.As(err, &p) {
		return view.Foresight{}, nil
	}
	now, then := d.Clerk.Clone(), d.Clerk.Clone()
	next := append(slices.Clip(log), control.Entry{Sequence: log.Version() + 1, Act: control.Act{Set: s}})
	if err := errors.Join(now.Apply(log.Controls()), then.Apply(next.Controls())); err != nil {
		return view.Foresight{}, err
	}
	if asks {
		return d.foreseeAsked(r, s, now, then)
	}
	w := r.Words
	messages, times := d.saying(r.Now, said)
	out := view.Foresight{Title: w.T("desk.foresee.title"), Head: view.Foreseen{
		Message: w.T("desk.foresee.message"), Before: w.T("desk.foresee.before"), After: w.T("desk.foresee.after"),
	}}
	read, changed, understood := 0, 0, 0
	for i, message := range messages[:min(len(messages), mostReread)] {
		before, after := now.Reads(r.Context(), message), then.Reads(r.Context(), message)
		read += times[i]
		x := view.Foreseen{Message: message, Before: d.readText(r, &before), After: d.readText(r, &after)}
		if x.Before == x.After {
			continue
		}
		changed += times[i]
		if len(after.Unplaced)+len(after.Unsold) < len(before.Unplaced)+len(before.Unsold) {
			understood += times[i]
		}
		if len(out.List) < mostForeseen {
			if err := addFound(r.Context(), w.T, &x.Before, now, before); err != nil {
				return out, err
			}
			if err := addFound(r.Context(), w.T, &x.After, then, after); err != nil {
				return out, err
			}
			out.List = append(out.List, x)
		}
	}
	out.Text = w.T("desk.foresee.none", "Days", foreseenDays)
	if read > 0 {
		out.Text = w.N("desk.foresee.text", read, "Days", foreseenDays, "Changed", w.Number(changed), "Understood", w.Number(understood))
	}
	return out, nil
}

// addFound adds to what was read how many products it finds.
func addFound(ctx context.Context, say func(string, ...any) string, text *string, clerk *agent.Agent, r understand.Reading) error {
	if len(r.Unsold) > 0 {
		return nil // the clerk says so, and searches for nothing
	}
	turn, err := clerk.Look(ctx, needOf(&r), search.Page{Limit: 1})
	if err == nil {
		*text = say("desk.foresee.finds", "Read", *text, "Products", turn.Fit())
	}
	return err
}

// needOf is the need that a reading alone makes.
func needOf(r *understand.Reading) search.Need {
	changes := slices.Clone(r.Changes)
	for i := range changes {
		changes[i].ID = i + 1
	}
	return search.Fold(changes)
}

// readText says what the clerk made of a message.
func (d *Desk) readText(r *Request, x *understand.Reading) string {
	list := func(words []string) string { return strings.Join(words, r.Words.T("language.comma")) }
	if len(x.Unsold) > 0 {
		return r.Words.T("desk.foresee.unsold", "Words", list(x.Unsold))
	}
	need := needOf(x)
	where, wanted := d.demandOf(insight.Wording(&need))
	parts := slices.DeleteFunc([]string{where, wanted}, func(s string) bool { return s == "" })
	if len(x.Unplaced) > 0 {
		parts = append(parts, r.Words.T("desk.foresee.left", "Words", list(x.Unplaced)))
	}
	if len(parts) == 0 {
		return r.Words.T("desk.foresee.nothing")
	}
	return strings.Join(parts, insight.Between)
}

// saying lists the messages of the last days that say one of some phrases, the commonest
// first, and how often.
func (d *Desk) saying(now time.Time, phrases []string) (messages []string, times []int) {
	phrases = slices.Clone(phrases)
	for i, p := range phrases {
		phrases[i] = strings.ToLower(p)
	}
	count := map[string]int{}
	for _, f := range d.Insight.Facts(insight.Period{From: now.AddDate(0, 0, -foreseenDays), To: now.AddDate(0, 0, 1)}) {
		for i := range f.Turns {
			t := &f.Turns[i]
			if t.Said == "" || t.Said == journal.Redacted {
				continue
			}
			said := strings.ToLower(t.Said)
			if slices.ContainsFunc(phrases, func(p string) bool { return strings.Contains(said, p) }) {
				count[t.Said]++
			}
		}
	}
	messages = slices.SortedFunc(maps.Keys(count), func(a, b string) int { return cmp.Or(cmp.Compare(count[b], count[a]), strings.Compare(a, b)) })
	for _, m := range messages {
		times = append(times, count[m])
	}
	return messages, times
}
