package feed

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// readJSONLines reads JSON Lines: one object a line; blank lines are passed over.
func readJSONLines(s *sink, r io.Reader) error {
	in := newLines(r, s.limit)
	for {
		l, err := in.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		at := s.place(l.number, 0)
		if l.tooLong(s.limit) {
			if err := s.tooLong(at, "the line", l.size); err != nil {
				return err
			}
			continue
		}
		text := bytes.TrimSpace(l.text)
		if len(text) == 0 {
			continue
		}
		if l.open && text[0] == '{' && !json.Valid(text) {
			return s.problem(at, CutOff, "the file ends in the middle of this product; what follows is missing. Fetch it again")
		}
		if err := s.parse(at, text); err != nil {
			return err
		}
	}
}

// parse parses and emits one JSON object.
func (s *sink) parse(at Place, text []byte) error {
	text, err := s.valid(at, text)
	if err != nil {
		return err
	}
	s.entry.reset(at)
	if err := parseObject(s.entry, text, s.each); err != nil {
		return s.problem(at, Malformed, "%v; the product was left out", err)
	}
	return s.emit(s.entry)
}
