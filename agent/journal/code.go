package journal

import (
	"context"

	"shopclerk/agent/durable"
)

// UseCode notes that a person at the desk enters by the code of a step of time, and
// reports whether neither it nor a later one has been used.
func (j *Journal) UseCode(ctx context.Context, person string, step int64) (fresh bool, err error) {
	n, err := durable.Changed(j.file.Writer.ExecContext(ctx, `INSERT INTO code (person, step) VALUES (?, ?)
		ON CONFLICT (person) DO UPDATE SET step = excluded.step WHERE excluded.step > code.step`, person, step))
	return n > 0, j.file.Wrap("using a code", err)
}
