package feed

import (
	"bytes"
	"fmt"
	"io"
	"unicode/utf8"
)

// sink takes what a reader finds in one stream.
type sink struct {
	name    string // of the stream, for places
	limit   int    // bytes of one product's text
	entry   *entry
	emit    func(*entry) error   // its errors are halts
	report  func(Problem) error  // its errors are halts
	at      io.ReaderAt          // the stream where it is a file that is not packed, else nil
	size    int64                // of at
	columns func(names []string) // nil, or told the columns of a table
	// object, where a format sets it, takes the text of a JSON object instead of emit
	// its flattened fields: what is nested there is more than one product's.
	object func(at Place, text []byte) error
}

func (s *sink) place(line, element int) Place { return Place{s.name, line, element} }

func (s *sink) problem(at Place, kind Kind, format string, args ...any) error {
	return s.report(Problem{at, kind, fmt.Sprintf(format, args...)})
}

// tooLong reports text that is longer than one product may be.
func (s *sink) tooLong(at Place, what string, size int64) error {
	return s.problem(at, TooLong, "%s has %s, more than the %s one product may have; it was skipped. Is a line break missing, or a picture embedded?",
		what, bytesText(size), bytesText(int64(s.limit)))
}

// valid returns text as valid UTF-8 and reports where it was not.
func (s *sink) valid(at Place, text []byte) ([]byte, error) {
	if utf8.Valid(text) {
		return text, nil
	}
	good := bytes.ToValidUTF8(text, []byte("\uFFFD"))
	return good, s.problem(at, InvalidUTF8, "bad bytes were replaced by \uFFFD, as in %s; save the file as UTF-8", replaced(good))
}

// replaced quotes the text around the first replacement.
func replaced(text []byte) string {
	const around = 15
	i := bytes.IndexRune(text, utf8.RuneError)
	from, to := max(0, i-around), min(len(text), i+around)
	return fmt.Sprintf("%q", bytes.ToValidUTF8(text[from:to], nil))
}
