package nlu

import (
	"slices"
	"strings"

	"shopclerk/agent/language"
)

// Intent is what a part of a message does. The values are those of data/reading.
type Intent uint8

// The intents.
const (
	Need       Intent = iota // says what is wanted, or more of it
	Revise                   // changes or takes back what was said
	Answer                   // answers what was asked
	Compare                  // asks what tells products apart, or which is better
	AskProduct               // asks about products shown or named
	AskShop                  // asks about the shop
	AskStock                 // asks whether the shop has something
	Sort                     // wants an order, or the extreme of one
	Undo                     // takes a step back
	Restart                  // begins anew
	Task                     // wants something done
	Social                   // greets, thanks, jokes, complains
	Unclear                  // nothing can be made of it
	intents    = int(Unclear) + 1
)

var intentNames = [intents]string{"need", "revise", "answer", "compare", "ask_product", "ask_shop", "ask_stock", "sort", "undo", "restart", "errand", "social", "unclear"}

func (i Intent) String() string { return intentNames[i] }

// Type is what a span is. The values are those of data/reading.
type Type uint8

// The types of spans.
const (
	Kind  Type = iota // the kind of product
	Is                // a property
	For               // a use, occasion, place or person
	Fits              // what the product must work or go with
	Max               // an amount that bounds from above
	Min               // an amount that bounds from below
	About             // an amount that is approximate
	Eq                // an amount that is exact
	Range             // two amounts
	Of                // the aspect that an amount or a wish is about
	Qty               // how many pieces are wanted
	Ref               // points at products shown, or at what was said
	Rel               // relative to what is shown
	By                // an order or extreme
	Ask               // what is asked about a product
	Shop              // what is asked about the shop
	Do                // what is to be done
	types = int(Do) + 1
)

var typeNames = [types]string{"kind", "is", "for", "fits", "max", "min", "about", "eq", "range", "of", "qty", "ref", "rel", "sort", "ask", "shop", "do"}

func (t Type) String() string { return typeNames[t] }

// Polarity is how a shopper stands to what a span says.
type Polarity uint8

// The polarities, with their marks in data/reading.
const (
	Want       Polarity = iota // no mark
	Exclude                    // "!": not wanted, or an instruction that is refused
	Prefer                     // "~": wanted if it can be had
	Drop                       // "-": does not matter, or is taken back
	polarities = int(Drop) + 1
)

var polarityMarks = [polarities]string{"", "!", "~", "-"}

func (p Polarity) String() string { return polarityMarks[p] }

// Span is a typed stretch of tokens [From, To).
type Span struct {
	From, To int
	Type     Type
	Polarity Polarity
	Score    float64 // probability that the span is of this type, 0..1
}

// Part is a stretch of tokens [From, To) that does one thing, with its spans in order.
type Part struct {
	From, To int
	Intent   Intent
	Shares   [intents]float64 // belief over the intents; sums to 1
	Topic    string           // of Social, AskShop, AskProduct and Task: what of it, of a question perhaps a task, as data/reading names it
	Deed     string           // the likeliest topic of Task, whether or not the part is plainly about one
	Spans    []Span
}

// Fact is a set of what the catalogue and the dictionaries know of a token, without its word: what
// makes the tagger work in a shop that it never saw.
type Fact uint32

// The facts. A phrase is matched by stems, the longest match of a kind wins.
const (
	NamesCategory Fact = 1 << iota // in a whole name of a category
	HeadsCategory                  // the last word of a category's name: "cooler" of "CPU Cooler"
	InCategory                     // another word of a category's name
	NamesValue                     // in a whole value of an aspect
	InValue                        // in a part of a value
	NamesBrand                     // in a whole brand or series
	NamesAspect                    // in the label of an aspect
	NamesUnit                      // a unit of measure or currency
	KnownKind                      // in a phrase that the dictionaries know for a kind of product
	KnownValue                     // in a phrase that the dictionaries know for a value
	KnownUse                       // in a phrase that the dictionaries know for a use or a person
	_
	_
	EndsKind   // ends with a kind that the dictionaries know, as compounds do
	BeginsFact // the first token of its phrase
)

// Marked is a message with its marks, as data/reading has it.
type Marked struct {
	Text   string
	Tokens []language.Token
	Parts  []Part
}

// Unmark parses the marked form of a message. Unknown marks are text.
func Unmark(m string) Marked {
	type edge struct {
		at  int
		tag string
	}
	var text strings.Builder
	var acts []edge
	var spans [][2]edge
	open := edge{at: -1}
	for i := 0; i < len(m); {
		switch c := m[i]; {
		case c == '<':
			if end := strings.IndexByte(m[i:], '>'); end > 0 && slices.Index(intentNames[:], m[i+1:i+end]) >= 0 {
				acts = append(acts, edge{text.Len(), m[i+1 : i+end]})
				i += end + 1
				continue
			}
		case c == '[' && open.at < 0:
			if end := strings.IndexByte(m[i:], ':'); end > 0 && slices.Index(typeNames[:], strings.TrimLeft(m[i+1:i+end], "!~-")) >= 0 {
				open = edge{text.Len(), m[i+1 : i+end]}
				i += end + 1
				continue
			}
		case c == ']' && open.at >= 0:
			spans = append(spans, [2]edge{open, {at: text.Len()}})
			open.at = -1
			i++
			continue
		}
		text.WriteByte(m[i])
		i++
	}
	out := Marked{Text: text.String()}
	out.Tokens = language.Tokenize(out.Text)
	token := func(at int) int { // the first token that ends behind a byte
		k := 0
		for k < len(out.Tokens) && out.Tokens[k].End <= at {
			k++
		}
		return k
	}
	for i, a := range acts {
		to := len(out.Tokens)
		if i+1 < len(acts) {
			to = token(acts[i+1].at)
		}
		p := Part{From: token(a.at), To: to, Intent: Intent(slices.Index(intentNames[:], a.tag))}
		p.Shares[p.Intent] = 1
		for _, s := range spans {
			from, to := token(s[0].at), token(s[1].at-1)+1
			if from < p.From || from >= p.To || to > len(out.Tokens) || to <= from {
				continue
			}
			name := strings.TrimLeft(s[0].tag, "!~-")
			polarity := slices.Index(polarityMarks[:], strings.TrimSuffix(s[0].tag, name))
			p.Spans = append(p.Spans, Span{From: from, To: to, Type: Type(slices.Index(typeNames[:], name)), Polarity: Polarity(max(0, polarity)), Score: 1})
		}
		out.Parts = append(out.Parts, p)
	}
	return out
}
