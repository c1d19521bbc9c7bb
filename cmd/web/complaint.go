package main

import "shopclerk/words"

// complaint is an error that tells the shopper what exactly was wrong with a request:
// a string of the room words, with its values.
type complaint struct {
	kind   error // errBad or errLong
	id     string
	values []any
}

func bad(id string, values ...any) error     { return &complaint{errBad, id, values} }
func tooLong(id string, values ...any) error { return &complaint{errLong, id, values} }

// Error is in English, for the log.
func (c *complaint) Error() string {
	return c.kind.Error() + ": " + words.English.T(c.id, c.values...)
}

func (c *complaint) Unwrap() error { return c.kind }
