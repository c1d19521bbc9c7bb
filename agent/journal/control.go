package journal

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"shopclerk/agent/durable"
)

// Control is one act of a merchandiser that changes how the shop asks and lists. The
// journal keeps them in order and knows no more of them: what they mean is their
// payload's business. They are kept for ever; undoing one is another.
type Control struct {
	Seq     int64           `json:"seq"` // from 1, ascending; the journal's to set
	At      time.Time       `json:"at"`  // UTC, to the microsecond; the journal's to set
	Who     string          `json:"who"`
	Kind    string          `json:"kind"`
	Payload json.RawMessage `json:"payload"`
}

// AppendControls adds controls, all or none and in order, when expected is the Seq
// of the latest, 0 before the first; it returns the new latest. When it returns nil
// they are on disk. [ErrConflict] reports that others were added meanwhile; then
// nothing is stored.
func (j *Journal) AppendControls(ctx context.Context, expected int64, controls ...Control) (int64, error) {
	for i := range controls {
		if err := controls[i].check(); err != nil {
			return 0, fmt.Errorf("recording control %d of %d: %w", i+1, len(controls), err)
		}
	}
	var latest int64
	err := j.file.Transact(ctx, func(tx *sql.Tx) error {
		if err := tx.QueryRowContext(ctx, `SELECT coalesce(max(seq), 0) FROM control`).Scan(&latest); err != nil {
			return err
		}
		if latest != expected {
			return fmt.Errorf("%w: the latest control is number %d, not %d", ErrConflict, latest, expected)
		}
		now := j.Now().UnixMicro()
		for _, c := range controls {
			err := tx.QueryRowContext(ctx, `INSERT INTO control (at, who, kind, payload) VALUES (?, ?, ?, ?) RETURNING seq`,
				now, c.Who, c.Kind, string(c.Payload)).Scan(&latest)
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return 0, j.file.Wrap("recording controls", err)
	}
	return latest, nil
}

// check refuses what could not be read again.
func (c *Control) check() error {
	switch {
	case c.Who == "":
		return errors.New("it says not whose it is")
	case c.Kind == "":
		return errors.New("it has no kind")
	case !json.Valid(c.Payload):
		return errors.New("its payload is not JSON")
	}
	return nil
}

// Controls returns the controls after a Seq, oldest first; after 0 all of them.
func (j *Journal) Controls(ctx context.Context, after int64) ([]Control, error) {
	out, err := durable.List(ctx, j.file.Readers, func(rows *sql.Rows) (c Control, err error) {
		var at int64
		var payload []byte
		err = rows.Scan(&c.Seq, &at, &c.Who, &c.Kind, &payload)
		c.At, c.Payload = fromMicro(at), payload
		return c, err
	}, `SELECT seq, at, who, kind, payload FROM control WHERE seq > ? ORDER BY seq`, after)
	return out, j.file.Wrap("reading controls", err)
}
