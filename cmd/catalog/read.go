package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"shopclerk/agent"
	"shopclerk/catalog"
	"shopclerk/catalog/feed"
	"shopclerk/search/index"
)

// readCommand tells how the clerk of a catalogue reads a message.
type readCommand struct {
	Data     string `required:"" env:"SHOPCLERK_DATA" placeholder:"DIR" help:"Data directory of the catalogue."`
	Language string `default:"en" enum:"en,de" help:"Language of the page, for messages that show none."`
	List     bool   `help:"Read it as when products are on screen, and not as the first message."`
	Message  string `arg:"" help:"What a shopper says."`
}

// likeliest is how many intents of a part are printed.
const likeliest = 3

// Run implements the command.
func (c *readCommand) Run(ctx context.Context, s streams) (err error) {
	shop, err := index.Open(ctx, c.Data, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, shop.Close()) }()
	clerk, err := agent.Hire(ctx, shop.Engine)
	if err != nil {
		return err
	}
	explain(s.out, clerk.Config().Reader, c.Message, c.Language, c.List)
	return nil
}

const (
	// shownProblems is how many problems are printed as they are met: a screen's.
	shownProblems = 20
	// keptProblems is how many are stored for `catalog show`: enough to see what
	// is wrong with a feed, however large.
	keptProblems = 1000
	// namedFiles is how many files left out are named.
	namedFiles = 5
)

// reading reads feeds for an import, which wants them several times. Only the
// first time do problems count.
type reading struct {
	paths     []string
	mapping   feed.Mapping
	tolerated tolerance
	about     *provenance
	notes     io.Writer

	begun    bool
	expected int // products in all, as far as can be told; 0 before the first time
	shown    int
	unshown  feed.Counts
}

// read is an [index.Source].
func (r *reading) read(ctx context.Context, yield func(catalog.Record) error) error {
	record := func(rec catalog.Record, _ feed.Place) error { return yield(rec) }
	if r.begun {
		_, err := feed.Read(ctx, r.paths, r.mapping, feed.Options{MaxErrors: -1}, record)
		return err
	}
	r.begun = true
	sum, err := feed.Read(ctx, r.paths, r.mapping, feed.Options{
		MaxErrors: r.tolerated.count, MaxShare: r.tolerated.share, OnProblem: r.complain,
		Progress: func(bytesRead, bytesTotal int64, records int) {
			if bytesRead > 0 {
				r.expected = int(float64(records) * float64(bytesTotal) / float64(bytesRead))
			}
		},
	}, record)
	r.about.read(sum, &r.mapping)
	if r.unshown.Total() > 0 {
		r.note("and %s", r.unshown)
	}
	if n := len(sum.Left); n > 0 {
		named := strings.Join(sum.Left[:min(n, namedFiles)], ", ")
		if n > namedFiles {
			named += fmt.Sprintf(" and %d more", n-namedFiles)
		}
		r.note("Not read, because they are no feed files, not of this mapping, or links out of the folder: %s", named)
	}
	return err
}

// complain prints and keeps a problem.
func (r *reading) complain(p feed.Problem) {
	if r.shown < shownProblems {
		r.shown++
		r.note("%s", p)
	} else {
		r.unshown[p.Kind]++
	}
	if len(r.about.Told) == keptProblems {
		return
	}
	message := p.Message
	if p.Place.Element > 0 {
		message = fmt.Sprintf("item %d: %s", p.Place.Element, message)
	}
	r.about.Told = append(r.about.Told, fmt.Sprintf("%s:%d: %s: %s", p.Place.File, p.Place.Line, p.Kind, message))
}

// note writes a line. It is lost if that fails: problems are also stored, and the import
// matters more.
func (r *reading) note(format string, args ...any) { _, _ = fmt.Fprintf(r.notes, format+"\n", args...) }

// reported passes progress on with the estimate in place of an unknown total.
func (r *reading) reported(report index.Progress) index.Progress {
	return func(stage string, done, total int) {
		if total == 0 && done > 0 {
			total = max(done+1, r.expected) // done is not all: the end is told apart
		}
		report(stage, done, total)
	}
}

// tolerance is how many products an import may lose: a number, a share as "5%", or any
// number as "-1". The zero value is none.
type tolerance struct {
	count int
	share float64
}

// UnmarshalText reads a flag.
func (t *tolerance) UnmarshalText(text []byte) error {
	s := strings.TrimSpace(string(text))
	if share, ok := strings.CutSuffix(s, "%"); ok {
		f, err := strconv.ParseFloat(strings.TrimSpace(share), 64)
		if err != nil || f < 0 || f > 100 {
			return fmt.Errorf("%q is no share of products such as \"5%%\"", s)
		}
		*t = tolerance{feed.DefaultMaxErrors, f / 100}
		return nil
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		return fmt.Errorf("%q is neither a number of products nor a share such as \"5%%\"", s)
	}
	*t = tolerance{count: n}
	return nil
}

// remedied adds to the error of an import that loses too many products what helps.
func remedied(err error, m *feed.Mapping) error {
	if errors.Is(err, index.ErrShrunk) {
		return fmt.Errorf("%w. Is the feed whole? If it is, --yes imports it", err)
	}
	var many *feed.TooManyProblems
	if !errors.As(err, &many) {
		return err
	}
	if many.Problems.Cut() > 0 {
		return fmt.Errorf("%w. Fetch or mend the files named above, or leave them out; --max-errors -1 imports the rest", err)
	}
	var remedy string
	switch many.Problems.Most() {
	case feed.DuplicateID:
		remedy = fmt.Sprintf("%s is not the id of one product: take \"id\" out of the mapping (--print-map writes it, --map reads it), or name a better field", strings.Join(m.ID, " or "))
	case feed.MissingTitle:
		remedy = fmt.Sprintf("many products have no %s: name another \"title\" in the mapping (--print-map writes it, --map reads it)", strings.Join(m.Title, " or "))
	case feed.TooLong, feed.Malformed:
		remedy = "see the first of them above: the file may be cut off or not what its name says"
	}
	return fmt.Errorf("%w. %s; or let --max-errors -1 import the rest", err, remedy)
}
