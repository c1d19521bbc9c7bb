package feed

import (
	"errors"
	"fmt"
	"strings"
)

// ErrNoProducts is returned by [Read] when the files hold nothing that could be read
// as a product, so that nobody replaces a catalogue with an empty one.
var ErrNoProducts = errors.New("no products")

// Place says where in a feed something stands.
type Place struct {
	File    string // the path as given; a member of an archive follows after "/"
	Line    int    // from 1; 0 when it concerns the whole file
	Element int    // position in a JSON array or among XML items, from 1; 0 elsewhere
}

// String spells the place as editors and compilers do: "file:line".
func (p Place) String() string {
	switch {
	case p.Line == 0:
		return p.File
	case p.Element == 0:
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return fmt.Sprintf("%s:%d (item %d)", p.File, p.Line, p.Element)
}

// Kind sorts problems.
type Kind uint8

// The kinds of problem. The comment says what becomes of the product.
const (
	Malformed       Kind = iota // text that does not parse: left out
	TooLong                     // longer than Options.MaxRecord: left out
	MissingTitle                // left out, for nobody could tell what it is
	MissingID                   // the mapped id field is empty: kept, with a derived id
	DuplicateID                 // the first is kept, this one left out
	Repeated                    // the same product once more, by id and title: left out, and nothing is lost
	NegativePrice               // kept without a price
	UnreadablePrice             // kept without a price
	InvalidUTF8                 // kept, bad bytes replaced by U+FFFD
	CutOff                      // the file ends or breaks in the middle: the rest of it is left out
	ZipBomb                     // the rest of the archive is left out
	UnreadableFile              // the file is left out
	kinds
)

var kindNames = [kinds]string{
	"malformed", "too long", "missing title", "missing id", "duplicate id", "repeated", "negative price", "unreadable price", "invalid UTF-8",
	"cut off", "suspicious archive", "unreadable file",
}

// String names the kind in lower case, as reports print it.
func (k Kind) String() string { return kindNames[k] }

// Problem is something wrong with a feed: what, where, and what to do about it.
type Problem struct {
	Place   Place
	Kind    Kind
	Message string // a sentence for a person: what was found, what was done, what helps
}

// String is the problem on one line: place, kind and message.
func (p Problem) String() string {
	return fmt.Sprintf("%s: %s: %s", p.Place, p.Kind, p.Message)
}

// Counts holds the number of problems of each kind, indexed by [Kind].
type Counts [kinds]int

// Total returns the number of problems of all kinds.
func (c Counts) Total() int {
	n := 0
	for _, k := range c {
		n += k
	}
	return n
}

// String lists what occurred, in the order of the kinds: "3 malformed, 1 too
// long". It is "none" when nothing did.
func (c Counts) String() string {
	var parts []string
	for k, n := range c {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, Kind(k)))
		}
	}
	if parts == nil {
		return "none"
	}
	return strings.Join(parts, ", ")
}

// losing are the kinds by which a product is lost, or a file of them. The others are worth
// a note: the product is kept, or was there already.
var losing = []Kind{Malformed, TooLong, MissingTitle, DuplicateID, CutOff, ZipBomb, UnreadableFile}

// Cut returns how many of the problems lost all that follows them in a file: nobody knows
// how many products.
func (c Counts) Cut() int { return c[CutOff] + c[ZipBomb] + c[UnreadableFile] }

// Lost returns how many of the problems lost a product, or more.
func (c Counts) Lost() int {
	n := 0
	for _, k := range losing {
		n += c[k]
	}
	return n
}

// Most returns the kind that lost most products; of equals the first.
func (c Counts) Most() Kind {
	most := losing[0]
	for _, k := range losing {
		if c[k] > c[most] {
			most = k
		}
	}
	return most
}

// TooManyProblems is the error by which [Read] stops where a feed loses more products than
// Options tolerate, or a part of a file.
type TooManyProblems struct {
	Problems  Counts
	Products  int // read and kept
	Tolerated int
}

// Error says how many were lost, how many are tolerated, and by what they were lost.
func (e *TooManyProblems) Error() string {
	if e.Problems.Cut() > 0 {
		return fmt.Sprintf("the feed is not whole (%s; %d products read)", e.Problems, e.Products)
	}
	return fmt.Sprintf("too many problems: %d products would be lost, and %d are tolerated (%s; %d read)", e.Problems.Lost(), e.Tolerated, e.Problems, e.Products)
}

// halt carries an error of the caller's (or of the problem count) through the
// readers, so that it is not mistaken for trouble with the file at hand.
type halt struct{ error }

func (h halt) Unwrap() error { return h.error }
