package views

import (
	"errors"

	"shopclerk/words"
)

var (
	// ErrBad reports a request that no page of ours sends.
	ErrBad = errors.New("bad request")
	// ErrLong reports a text longer than the shop reads.
	ErrLong = errors.New("too long")
)

// complaint is an error with a string of the room words, and its values.
type complaint struct {
	kind   error // ErrBad or ErrLong
	id     string
	values []any
}

// BadRequest is an [ErrBad] that tells what was wrong: a string of the room words, with its values.
func BadRequest(id string, values ...any) error { return &complaint{ErrBad, id, values} }

// TooLong is an [ErrLong] that tells so.
func TooLong(id string, values ...any) error { return &complaint{ErrLong, id, values} }

// ComplaintDetail is what an error tells, in a language; "" where it complains of nothing.
func ComplaintDetail(w *words.Language, err error) string {
	c := new(complaint)
	if !errors.As(err, &c) {
		return ""
	}
	return w.T(c.id, c.values...)
}

// Error is in English, for the log.
func (c *complaint) Error() string {
	return c.kind.Error() + ": " + words.English.T(c.id, c.values...)
}

func (c *complaint) Unwrap() error { return c.kind }
