package feed

import (
	"bytes"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/gogs/chardet"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
)

// legacy is an encoding from before Unicode.
type legacy struct {
	name    string // as web pages call it
	decoder *encoding.Decoder
}

// detectLegacy finds out in which encoding a text is that is no UTF-8. A few bytes tell
// nothing: they are taken for Windows-1252, in which most such files are and of which
// Latin-1 is a part.
func detectLegacy(text []byte) *legacy {
	const few = 8 // bytes beyond ASCII
	beyond := 0
	for _, c := range text {
		if c >= utf8.RuneSelf {
			beyond++
		}
	}
	if beyond >= few {
		if r, err := chardet.NewTextDetector().DetectBest(text); err == nil {
			if l := legacyNamed(r.Charset); l != nil {
				return l
			}
		}
	}
	return &legacy{"windows-1252", charmap.Windows1252.NewDecoder()}
}

// legacyNamed returns the encoding of a name, nil for UTF-8 and for one that nobody
// knows.
func legacyNamed(name string) *legacy {
	if strings.EqualFold(name, "GB-18030") {
		name = "gb18030"
	}
	e, err := htmlindex.Get(name)
	if err != nil {
		return nil
	}
	canonical, err := htmlindex.Name(e)
	if err != nil || strings.HasPrefix(canonical, "utf") {
		return nil
	}
	return &legacy{canonical, e.NewDecoder()}
}

var declaredEncoding = regexp.MustCompile(`^<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']`)

// legacyOf returns the encoding that a file's beginning is in where that is no
// UTF-8, or that its XML declaration names; nil when it has neither.
func legacyOf(head []byte) *legacy {
	if m := declaredEncoding.FindSubmatch(bytes.TrimSpace(head)); m != nil {
		return legacyNamed(string(m[1]))
	}
	if head = trimPartial(head); utf8.Valid(head) {
		return nil
	}
	return detectLegacy(head)
}

// trimPartial cuts off a character that the end of the glance cuts in two.
func trimPartial(b []byte) []byte {
	for i := 1; i <= utf8.UTFMax && i <= len(b); i++ {
		if utf8.RuneStart(b[len(b)-i]) {
			if !utf8.FullRune(b[len(b)-i:]) {
				return b[:len(b)-i]
			}
			break
		}
	}
	return b
}
