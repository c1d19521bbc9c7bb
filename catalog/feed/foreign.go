package feed

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"shopclerk/data"
)

// foreignKind is a kind of file that holds no feed: a row of data/feeds/columns/foreign.json.
type foreignKind struct {
	At     int    // offset of Begins
	Begins string // a character a byte; "?" stands for any, and the case of letters does not matter
	Is, Do string // for a person
}

// foreignKinds are those that files begin with, and those of zip archives, by how the name
// of a member begins. The longer beginning comes first.
var foreignKinds = embeddedTable[struct{ Files, Members []foreignKind }](data.ForeignFiles)

func (k *foreignKind) error() error { return fmt.Errorf("it is %s: %s", k.Is, k.Do) }

// foreign returns an error that says what a file is and what to do with it, by its
// beginning, where that is none of a feed.
func foreign(head []byte) error {
	text := bytes.TrimSpace(head)
	switch {
	case len(head) == 0:
		return errors.New("it is empty: fetch it again")
	case len(text) == 0:
		return errors.New("it holds nothing but white space: fetch it again")
	}
	unlike := unlikeText(head)
	for _, k := range foreignKinds.Files {
		if (k.begin(head) || k.begin(text)) && (unlike != nil || !isWord(k.Begins)) {
			return k.error()
		}
	}
	return unlike
}

// isWord reports whether a text may well begin with a pattern.
func isWord(pattern string) bool {
	return strings.IndexFunc(pattern, func(r rune) bool { return r != '?' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) < 0
}

func (k *foreignKind) begin(head []byte) bool {
	for i, c := range []rune(k.Begins) {
		if i += k.At; i >= len(head) || c != '?' && c != rune(head[i]) && !(unicode.IsLetter(c) && c < utf8.RuneSelf && c|0x20 == rune(head[i]|0x20)) {
			return false
		}
	}
	return true
}

// unlikeText returns an error for a beginning with bytes that no text of one byte or
// several has.
func unlikeText(head []byte) error {
	var zeros [2]int // at even and at odd offsets
	control := 0
	for i, c := range head {
		switch {
		case c == 0:
			zeros[i%2]++
		case c < ' ' && !bytes.ContainsRune([]byte("\t\n\v\f\r\x1b"), rune(c)) && bytes.IndexByte(separators, c) < 0:
			control++
		}
	}
	const most = 0.02 // share of control characters; texts have a stray one
	even, odd := zeros[0], zeros[1]
	switch all := even + odd; {
	case all == 0 && float64(control) <= most*float64(len(head)):
		return nil
	case all == len(head):
		return errors.New("it holds nothing but zero bytes, as after a broken download or a full disk: fetch it again")
	case all >= len(head)/4 && (even*20 < odd || odd*20 < even):
		return errors.New("it has two or four bytes a character, and no mark that says so: save it as UTF-8")
	case all > 0:
		return fmt.Errorf("it is not text: byte %d is zero. A feed is JSON, CSV, TSV or XML, alone or in a .zip or .gz", bytes.IndexByte(head, 0)+1)
	}
	return errors.New("it is not text, but data of an unknown kind. A feed is JSON, CSV, TSV or XML, alone or in a .zip or .gz")
}
