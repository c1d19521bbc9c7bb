package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"shopclerk/catalog/feed"
)

// tolerance is how many products an import may lose: a number, a share as "5%", or any
// number as "-1". The zero value is none.
type tolerance struct {
	count int
	share float64
}

// UnmarshalText reads a flag.
func (t *tolerance) UnmarshalText(text []byte) error {
	s := strings.TrimSpace(string(text))
	if share, ok := strings.CutSuffix(s, "%"); ok {
		f, err := strconv.ParseFloat(strings.TrimSpace(share), 64)
		if err != nil || f < 0 || f > 100 {
			return fmt.Errorf("%q is no share of products such as \"5%%\"", s)
		}
		*t = tolerance{feed.DefaultMaxErrors, f / 100}
		return nil
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		return fmt.Errorf("%q is neither a number of products nor a share such as \"5%%\"", s)
	}
	*t = tolerance{count: n}
	return nil
}

// remedied adds to the error of an import that loses too many products what helps.
func remedied(err error, m *feed.Mapping) error {
	var many *feed.TooManyProblems
	if !errors.As(err, &many) {
		return err
	}
	var remedy string
	switch many.Problems.Most() {
	case feed.DuplicateID:
		remedy = fmt.Sprintf("%s is not the id of one product: take \"id\" out of the mapping (--print-map writes it, --map reads it), or name a better field", strings.Join(m.ID, " or "))
	case feed.MissingTitle:
		remedy = fmt.Sprintf("many products have no %s: name another \"title\" in the mapping (--print-map writes it, --map reads it)", strings.Join(m.Title, " or "))
	case feed.TooLong, feed.Malformed:
		remedy = "see the first of them above: the file may be cut off or not what its name says"
	default:
		remedy = "see above which file it is"
	}
	return fmt.Errorf("%w. %s; or let --max-errors -1 import the rest", err, remedy)
}
