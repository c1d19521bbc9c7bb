package feed

import (
	"html"
	"strings"
	"unicode"

	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"shopclerk/catalog/discover"
)

// blocks are the elements that begin a new line where text is laid out.
var blocks = map[atom.Atom]bool{
	atom.Br: true, atom.P: true, atom.Div: true, atom.Li: true, atom.Ul: true, atom.Ol: true, atom.Tr: true, atom.Table: true,
	atom.H1: true, atom.H2: true, atom.H3: true, atom.H4: true, atom.H5: true, atom.H6: true,
	atom.Section: true, atom.Article: true, atom.Blockquote: true, atom.Dt: true, atom.Dd: true, atom.Hr: true,
}

// unseen are the elements whose content is not text.
var unseen = map[atom.Atom]bool{atom.Script: true, atom.Style: true, atom.Head: true, atom.Template: true, atom.Iframe: true, atom.Noscript: true}

// plainText turns a feed's text into plain text: tags go, a block element leaves a
// line break, entities are decoded, runs of white space become one space or one
// line break, control characters go. A "<" that begins no element of HTML stays.
func plainText(s string) string {
	if strings.IndexByte(s, '<') >= 0 {
		s = strip(s)
	} else if strings.IndexByte(s, '&') >= 0 {
		s = html.UnescapeString(s)
	}
	return tidy(s)
}

// oneLine is plain text on one line.
func oneLine(s string) string {
	return strings.ReplaceAll(plainText(s), "\n", " ")
}

func strip(s string) string {
	var b strings.Builder
	z := nethtml.NewTokenizer(strings.NewReader(s))
	var skipping atom.Atom
	for {
		kind := z.Next()
		if kind == nethtml.ErrorToken {
			if skipping == 0 {
				b.Write(z.Raw()) // a tag cut off by the end of the text
			}
			return b.String()
		}
		raw := string(z.Raw()) // before Token, which may overwrite it
		token := z.Token()
		switch {
		case skipping != 0:
			if kind == nethtml.EndTagToken && token.DataAtom == skipping {
				skipping = 0
			}
		case kind == nethtml.TextToken:
			b.WriteString(token.Data)
		case kind == nethtml.CommentToken || kind == nethtml.DoctypeToken:
		case unseen[token.DataAtom] && kind == nethtml.StartTagToken:
			skipping = token.DataAtom
		case blocks[token.DataAtom]:
			b.WriteByte('\n')
		case token.DataAtom == 0 && !strings.ContainsAny(token.Data, ":-"):
			b.WriteString(raw) // "a<b", "<none>": not an element
		case token.DataAtom == atom.Td || token.DataAtom == atom.Th:
			b.WriteByte(' ')
		}
	}
}

// tidy merges white space and removes control characters and marks of no width, which
// are pasted along.
func tidy(s string) string {
	return discover.Tidy(strings.Map(func(r rune) rune {
		switch {
		case r == '\u200b', r == '\ufeff', r == '\u200e', r == '\u200f', unicode.IsControl(r) && !unicode.IsSpace(r):
			return -1
		}
		return r
	}, s))
}
