package desk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"shopclerk/agent/desk/control"
	"shopclerk/agent/journal"
)

// Board holds the log of controls as far as this process has read it, and keeps the
// clerk under them. What is done here holds for the next turn of this process; a
// process beside it learns of it by [Board.Follow]. It is safe for concurrent use.
type Board struct {
	Journal *journal.Journal
	Apply   func(*control.Controls) error // puts controls in force

	doing sync.Mutex // one reads or adds at a time
	mu    sync.Mutex
	log   control.Log
}

// Log returns the log as it is in force. It is not to be changed.
func (b *Board) Log() control.Log {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.log
}

// Refresh reads what was added to the log since, and puts it in force. An entry that
// can not be read leaves what was in force: a newer program wrote it.
func (b *Board) Refresh(ctx context.Context) error {
	b.doing.Lock()
	defer b.doing.Unlock()
	return b.refresh(ctx)
}

func (b *Board) refresh(ctx context.Context) error {
	log := b.Log()
	added, err := b.Journal.Controls(ctx, log.Version())
	if err != nil || len(added) == 0 {
		return err
	}
	log = slices.Clip(log)
	for _, c := range added {
		act, err := control.Decode(c.Kind, c.Payload)
		if err != nil {
			return fmt.Errorf("control %d of %s: %w", c.Seq, c.Who, err)
		}
		log = append(log, control.Entry{Sequence: c.Seq, At: c.At, Who: c.Who, Act: act})
	}
	if err := b.Apply(log.Controls()); err != nil {
		return fmt.Errorf("putting control %d in force: %w", log.Version(), err)
	}
	b.mu.Lock()
	b.log = log
	b.mu.Unlock()
	return nil
}

// attemptsToAdd is how often an act is judged and added anew when somebody else has
// added another meanwhile: people are not that many.
const attemptsToAdd = 5

// Do judges an act, adds it to the log and puts it in force. What can not be done is
// a [*control.Problem]; then nothing is stored.
func (b *Board) Do(ctx context.Context, who string, act control.Act, shop control.Shop) error {
	b.doing.Lock()
	defer b.doing.Unlock()
	var err error
	for range attemptsToAdd {
		if err := b.refresh(ctx); err != nil {
			return err
		}
		log := b.Log()
		if err := log.Judge(act, shop); err != nil {
			return err
		}
		err = b.add(ctx, log.Version(), who, act)
		if err == nil {
			return b.refresh(context.WithoutCancel(ctx)) // it is stored: it holds, whoever has left
		}
		if !errors.Is(err, journal.ErrConflict) {
			return err
		}
	}
	return err
}

// add stores an act that has been judged: one that has not may hold what can not be
// written, such as a share that is no number.
func (b *Board) add(ctx context.Context, after int64, who string, act control.Act) error {
	kind, payload, err := act.Encode()
	if err != nil {
		return fmt.Errorf("writing a control: %w", err)
	}
	_, err = b.Journal.AppendControls(ctx, after, journal.Control{Who: who, Kind: kind, Payload: payload})
	return err
}

// FollowEvery is how often another process's controls are looked for: one look at
// the end of an index each time.
const FollowEvery = time.Second
