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
	each    []string             // lists in a JSON object whose elements are variants
	note    func(string)         // takes what a person should know of the stream; nil for nobody
	legacy  *legacy              // of texts that are no UTF-8; nil until one is met
	told    bool                 // that texts are in it
}

// remark notes what a person should know of the stream.
func (s *sink) remark(text string) {
	if s.note != nil {
		s.note(text)
	}
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

// valid returns text as valid UTF-8: what is none is read in the stream's legacy encoding,
// text by text, so that files put together from several are read too. Bytes that have no
// meaning there are reported.
func (s *sink) valid(at Place, text []byte) ([]byte, error) {
	if utf8.Valid(text) {
		return text, nil
	}
	if s.legacy == nil {
		s.legacy = detectLegacy(text)
	}
	if !s.told {
		s.told = true
		s.remark(fmt.Sprintf("not UTF-8 from line %d: it is read as %s", at.Line, s.legacy.name))
	}
	good, err := s.legacy.decoder.Bytes(text)
	if err != nil || !utf8.Valid(good) {
		good = bytes.ToValidUTF8(text, []byte("\uFFFD"))
	}
	if !bytes.ContainsRune(good, utf8.RuneError) {
		return good, nil
	}
	return good, s.problem(at, InvalidUTF8, "bad bytes were replaced by \uFFFD, as in %s; save the file as UTF-8", excerpt(good, int64(bytes.IndexRune(good, utf8.RuneError))))
}
