package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"shopclerk/catalog"
	"shopclerk/words"
)

// Bounds of a document: a question must be read at a glance, help in a breath.
const (
	MostBytes   = 1 << 20
	longestName = 200 // characters of a query, a word or an id
	longestText = 120 // of a question
	longestHelp = 300
)

// Parse reads a document; an empty one sets nothing. An error names the line or the entry
// and the remedy of everything that is wrong.
func Parse(text []byte) (*Settings, error) {
	if len(text) > MostBytes {
		return nil, fmt.Errorf("the document has %d bytes: at most %d are taken", len(text), MostBytes)
	}
	s := &Settings{}
	if len(bytes.TrimSpace(text)) == 0 {
		return s, nil
	}
	if !utf8.Valid(text) {
		return nil, errors.New("the document is not UTF-8: save it in that encoding")
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(s); err != nil {
		return nil, located(text, d.InputOffset(), err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("line %d: something follows the document: take it out", line(text, d.InputOffset()))
	}
	return s, s.check()
}

// located adds the line and the remedy to an error of decoding.
func located(text []byte, offset int64, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("line %d: not JSON (%w): look for a missing or spare comma, quote or bracket", line(text, syntax.Offset), err)
	case errors.As(err, &kind):
		return fmt.Errorf("line %d: %s holds a %s where a %s belongs", line(text, kind.Offset), kind.Field, kind.Value, kind.Type.Kind())
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("line %d: the document ends too early: close its brackets", line(text, int64(len(text))))
	}
	if name, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		return fmt.Errorf("line %d: %s is no setting: correct the name, or take it out", line(text, offset), name)
	}
	return err
}

// line returns the number of the line that an offset lies in, from 1.
func line(text []byte, offset int64) int {
	return 1 + bytes.Count(text[:min(int(offset), len(text))], []byte("\n"))
}

// checker collects what is wrong with a document.
type checker struct {
	errs []error
	seen map[string]string // place of an entry by what it is about
}

func (c *checker) bad(place, format string, args ...any) {
	c.errs = append(c.errs, fmt.Errorf("%s: "+format, append([]any{place}, args...)...))
}

// text checks a required text.
func (c *checker) text(place, value string, most int) {
	switch {
	case strings.TrimSpace(value) == "":
		c.bad(place, "is missing: fill it in")
	case utf8.RuneCountInString(value) > most:
		c.bad(place, "is longer than %d characters: shorten it", most)
	case strings.ContainsFunc(value, unicode.IsControl):
		c.bad(place, "has characters that cannot be shown: type it anew")
	}
}

// list checks a required list of texts.
func (c *checker) list(place string, values []string) {
	if len(values) == 0 {
		c.bad(place, "is empty: name at least one")
	}
	for i, v := range values {
		c.text(fmt.Sprintf("%s[%d]", place, i), v, longestName)
	}
}

// once checks that no other entry is about the same.
func (c *checker) once(place string, about ...string) {
	key := strings.Join(append([]string{strings.Split(place, "[")[0]}, about...), "\x00")
	if before, ok := c.seen[key]; ok {
		c.bad(place, "is about the same as %s: leave one out", before)
		return
	}
	c.seen[key] = place
}

// check returns everything that is wrong with the settings.
func (s *Settings) check() error {
	c := &checker{seen: map[string]string{}}
	at := func(part string, i int) string { return fmt.Sprintf("%s[%d]", part, i) }
	for i, y := range s.Synonyms {
		p := at("synonyms", i)
		c.text(p+".aspect", y.Aspect, longestName)
		c.text(p+".means", y.Means, longestName)
		c.list(p+".words", y.Words)
	}
	for i, r := range s.Redirects {
		p := at("redirects", i)
		c.text(p+".query", r.Query, longestName)
		c.once(p, folded(r.Query))
		if (r.Category == "") == (r.URL == "") {
			c.bad(p, "needs either a category or a url")
		} else if r.URL != "" && !reachable(r.URL) {
			c.bad(p+".url", "is no address: write https://…, or a path of the shop such as /p/ID")
		}
	}
	for i, n := range s.Pins {
		p := at("pins", i)
		if (n.Category == "") == (n.Query == "") {
			c.bad(p, "needs either a category or a query")
		}
		c.once(p, n.Category, folded(n.Query))
		c.list(p+".products", n.Products)
	}
	for i, id := range s.Hidden {
		c.text(at("hidden", i), id, longestName)
	}
	for i, w := range s.Wording {
		p := at("wording", i)
		c.text(p+".aspect", w.Aspect, longestName)
		c.text(p+".text", w.Text, longestText)
		if w.Help != "" {
			c.text(p+".help", w.Help, longestHelp)
		}
		if w.Language != "" && words.Lookup(w.Language) == nil {
			c.bad(p+".language", "%q is no language of the shop: leave it out for all, or name one such as en", w.Language)
		}
		c.once(p, w.Category, w.Aspect, w.Language)
	}
	for i, q := range s.Questions {
		p := at("questions", i)
		c.text(p+".aspect", q.Aspect, longestName)
		if q.Ask != First && q.Ask != Never {
			c.bad(p+".ask", "is %q: write first or never", q.Ask)
		}
		c.once(p, q.Category, q.Aspect)
	}
	return errors.Join(c.errs...)
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
	for _, r := range s.set().Redirects {
		if u, err := url.Parse(r.URL); err == nil && u.Host != "" {
			out = append(out, u.Scheme+"://"+u.Host)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Unknown lists the places of entries whose category or aspect the catalogue does not have.
// They do no harm: the next import may bring what they name.
func (s *Settings) Unknown(categories []catalog.Category) []string {
	var out []string
	look := func(part string, i int, category, aspect string) {
		within, known := category == "", aspect == ""
		for _, c := range categories {
			if category == "" || c.Path == category {
				_, has := c.Aspect(aspect)
				within, known = true, known || has
			}
		}
		switch {
		case !within:
			out = append(out, fmt.Sprintf("%s[%d]: the catalogue has no category %q", part, i, category))
		case !known:
			out = append(out, fmt.Sprintf("%s[%d]: the catalogue has no aspect %q there", part, i, aspect))
		}
	}
	for i, y := range s.Synonyms {
		look("synonyms", i, y.Category, y.Aspect)
	}
	for i, r := range s.Redirects {
		look("redirects", i, r.Category, "")
	}
	for i, p := range s.Pins {
		look("pins", i, p.Category, "")
	}
	for i, w := range s.Wording {
		look("wording", i, w.Category, w.Aspect)
	}
	for i, q := range s.Questions {
		look("questions", i, q.Category, q.Aspect)
	}
	return out
}
