package control

import (
	"slices"
	"time"
)

// Entry is one act of a merchandiser.
type Entry struct {
	Sequence int64     // from 1, ascending
	At       time.Time // UTC
	Who      string
	Act
}

// Act is what an entry does: one of the two.
type Act struct {
	Set  *Setting
	Undo int64 // sequence of an earlier entry
}

// Log is everything that was ever done, by ascending sequence.
type Log []Entry

// Version returns the sequence of the latest entry, 0 of an empty log.
func (l Log) Version() int64 {
	if len(l) == 0 {
		return 0
	}
	return l[len(l)-1].Sequence
}

// Entry returns the entry of a sequence, nil when the log has none.
func (l Log) Entry(sequence int64) *Entry {
	i, ok := slices.BinarySearchFunc(l, sequence, func(e Entry, s int64) int { return int(e.Sequence - s) })
	if !ok {
		return nil
	}
	return &l[i]
}

// Undone tells of every entry that does not stand which entry undid it. An undo
// that was itself undone has no say.
func (l Log) Undone() map[int64]int64 {
	out := map[int64]int64{}
	for _, e := range slices.Backward(l) {
		if _, gone := out[e.Sequence]; e.Undo != 0 && e.Undo < e.Sequence && !gone {
			out[e.Undo] = e.Sequence
		}
	}
	return out
}

// Controls folds the log into the controls in force.
func (l Log) Controls() *Controls {
	c := &Controls{version: l.Version(), slots: map[Slot]Standing{}}
	undone := l.Undone()
	for _, e := range l {
		if _, gone := undone[e.Sequence]; gone || e.Set == nil {
			continue
		}
		if slot := e.Set.Slot(); e.Set.Empty() {
			delete(c.slots, slot)
		} else {
			c.slots[slot] = Standing{e.Sequence, e.Set}
		}
	}
	c.sort()
	return c
}

// slot returns what an entry changes: of an undo what the undone entry did.
func (l Log) slot(e *Entry) (Slot, bool) {
	for e != nil && e.Set == nil {
		if e.Undo >= e.Sequence {
			return Slot{}, false
		}
		e = l.Entry(e.Undo)
	}
	if e == nil {
		return Slot{}, false
	}
	return e.Set.Slot(), true
}

// Event is an entry with what it changed.
type Event struct {
	Entry
	Slot
	Before, After *Setting // nil: nothing was set
	UndoneBy      int64    // the entry that undid it; 0: it stands
}

// History tells what every entry changed, the latest first.
func (l Log) History() []Event {
	undone := l.Undone()
	of := map[Slot]Log{} // what was done to a slot so far, undoings included
	out := make([]Event, 0, len(l))
	for i := range l {
		e := &l[i]
		slot, ok := l.slot(e)
		if !ok {
			continue
		}
		event := Event{Entry: *e, Slot: slot, UndoneBy: undone[e.Sequence]}
		event.Before = of[slot].Controls().slots[slot].Setting
		of[slot] = append(of[slot], *e)
		event.After = of[slot].Controls().slots[slot].Setting
		out = append(out, event)
	}
	slices.Reverse(out)
	return out
}
