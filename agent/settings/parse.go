package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds of a document: a question must be read at a glance, help in a breath.
const (
	MostBytes   = 1 << 20
	longestName = 200 // characters of a query, a word or an id
	longestText = 120 // of a question
	longestHelp = 300
	longestFact = 2000 // of an answer about the shop
)

// Parse reads a document; an empty one sets nothing. An error names the line or the entry
// and the remedy of everything that is wrong.
func Parse(text []byte) (*Settings, error) {
	s := &Settings{}
	switch {
	case len(text) > MostBytes:
		return nil, fmt.Errorf("the document has %d bytes: at most %d are taken", len(text), MostBytes)
	case len(bytes.TrimSpace(text)) == 0:
		return s, nil
	case !utf8.Valid(text):
		return nil, errors.New("the document is not UTF-8: save it in that encoding")
	}
	err := json.Unmarshal(text, &s.Lists)
	var syntax *json.SyntaxError
	var sort *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return nil, fmt.Errorf("line %d: not JSON (%w): look for a missing or spare comma, quote or bracket", line(text, syntax.Offset), err)
	case errors.As(err, &sort):
		return nil, fmt.Errorf("line %d: a %s stands where lists of entries belong: export the settings for an example", line(text, sort.Offset), sort.Value)
	}
	if wrong := s.Lists.check(); len(wrong) > 0 {
		return s, errors.New(strings.Join(wrong, "\n"))
	}
	return s, nil
}

// line returns the number of the line that an offset lies in, from 1.
func line(text []byte, offset int64) int {
	return 1 + bytes.Count(text[:min(int(offset), len(text))], []byte("\n"))
}

// reachable reports whether a redirect can lead to an address.
func reachable(address string) bool {
	u, err := url.Parse(address)
	if err != nil || strings.ContainsFunc(address, unicode.IsSpace) || strings.ContainsAny(address, `;,'\`) {
		return false
	}
	return u.Scheme == "https" && u.Host != "" && u.User == nil || u.Scheme == "" && u.Host == "" && strings.HasPrefix(u.Path, "/")
}

// Origins lists the origins outside the shop that redirects lead to, sorted.
func (s *Settings) Origins() []string {
	var out []string
	for _, r := range s.of("redirects") {
		if u, err := url.Parse(r.Text("url")); err == nil && u.Host != "" {
			out = append(out, u.Scheme+"://"+u.Host)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
