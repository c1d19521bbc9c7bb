package journal

import "context"

// UseCode notes that a person at the desk enters by the code of a step of time, and
// reports whether neither it nor a later one has been used.
func (j *Journal) UseCode(ctx context.Context, person string, step int64) (fresh bool, err error) {
	n, err := j.deleted(ctx, `INSERT INTO code (person, step) VALUES (?, ?)
		ON CONFLICT (person) DO UPDATE SET step = excluded.step WHERE excluded.step > code.step`, person, step)
	if err != nil {
		return false, j.file.Wrap("using a code", err)
	}
	return n > 0, nil
}
