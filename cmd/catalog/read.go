package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"shopclerk/agent"
	"shopclerk/agent/language"
	"shopclerk/agent/understand"
	"shopclerk/catalog"
	"shopclerk/catalog/feed"
	"shopclerk/data"
	"shopclerk/search"
	"shopclerk/search/index"
	"shopclerk/words"
)

// readCommand tells how the clerk of a catalogue reads a message.
type readCommand struct {
	Data     string `required:"" env:"SHOPCLERK_DATA" placeholder:"DIR" help:"Data directory of the catalogue."`
	Language string `default:"en" enum:"en,de" help:"Language of the page, for messages that show none."`
	List     bool   `help:"Read it as when products are on screen, and not as the first message."`
	Explain  bool   `help:"Print what adds most to the likeliest act of each clause."`
	Learned  bool   `hidden:"" help:"Read it by the reader that is learned."`
	Message  string `arg:"" help:"What a shopper says."`
}

const (
	// likeliest is how many acts of a clause are printed: the next has a share that
	// changes nothing.
	likeliest = 3
	// explained is how many features of an act are printed: a score has a hundred, most
	// of them next to nothing.
	explained = 8
)

// Run implements the command.
func (c *readCommand) Run(ctx context.Context, s streams) (err error) {
	shop, err := index.Open(ctx, c.Data, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, shop.Close()) }()
	if c.Learned {
		reader, err := agent.LearnedReader(ctx, shop.Engine)
		if err != nil {
			return err
		}
		explain(s.out, reader, c.Message, c.Language, c.List)
		return nil
	}
	known, err := understand.ParseSynonyms(data.Synonyms)
	if err != nil {
		return fmt.Errorf("reading synonyms: %w", err)
	}
	clerk, err := agent.Hire(ctx, shop.Engine, known)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(s.out)
	c.print(ctx, w, clerk)
	return w.Flush()
}

// print writes each clause with its likeliest acts and what is read in it. A clause is
// read against the need that those before it make.
func (c *readCommand) print(ctx context.Context, w *bufio.Writer, clerk *agent.Agent) {
	page := words.Lookup(c.Language)
	tongue := language.Detect(language.Tokenize(c.Message), language.Of(c.Language))
	at := language.AtStart
	if c.List {
		at = language.AtList
	}
	fmt.Fprintf(w, "Language: %s\n", tongue.Code)
	in := understand.Context{Currency: clerk.Config().Currency, Language: page, Tongue: tongue}
	var changes []search.Change
	reader := clerk.Config().Reader
	clauses := reader.Clauses(c.Message, tongue, at)
	for i := range clauses {
		clause := &clauses[i]
		fmt.Fprintf(w, "\n%d. %s\n   %s\n", i+1, clause.Text, likeliestActs(clause))
		if v, ok := clerk.Config().Reader.(*understand.Vocabulary); ok && c.Explain {
			for _, p := range firstItems(v.Why(clause, clause.Label(), tongue, at), explained) {
				fmt.Fprintf(w, "     %+5.2f  %s\n", p.Points, p.Feature)
			}
		}
		in.Need = search.Fold(changes)
		if asks(clause) {
			printAsked(w, reader.Asked(clause.Text, in))
			continue
		}
		if v, ok := clerk.Config().Reader.(*understand.Vocabulary); ok && c.Explain {
			printAims(w, v.Aims(clause.Text, in))
		}
		r := reader.Understand(clause.Text, in)
		printReading(w, r)
		for _, ch := range r.Changes {
			ch.ID = len(changes) + 1
			changes = append(changes, ch)
		}
	}
}

// printAims writes the ways to take what a clause is about, with what tells most of each.
func printAims(w *bufio.Writer, aims []understand.Aim) {
	for i := range firstItems(aims, likeliest) {
		a := &aims[i]
		fmt.Fprintf(w, "   about    %.2f %s %s\n", a.Share, a.Kind, strings.Join(a.Scope, ", "))
		for _, p := range firstItems(a.Why(), explained) {
			fmt.Fprintf(w, "     %+5.2f  %s\n", p.Points, p.Feature)
		}
	}
}

// likeliestActs names the likeliest acts of a clause with their shares, the best with its topic.
func likeliestActs(c *understand.Clause) string {
	kinds := slices.SortedFunc(maps.Keys(c.Shares), func(a, b string) int {
		return cmp.Or(cmp.Compare(c.Shares[b], c.Shares[a]), cmp.Compare(a, b))
	})
	out := make([]string, 0, likeliest)
	for i, kind := range firstItems(kinds, likeliest) {
		name := kind
		if i == 0 {
			name = c.Label()
		}
		out = append(out, fmt.Sprintf("%s %.2f", name, c.Shares[kind]))
	}
	return strings.Join(out, ", ")
}

// asks reports whether a clause is read as a question about products.
func asks(c *understand.Clause) bool { return c.Act == "ask_product" || c.Act == "compare" }

// printReading writes the changes that a clause makes, and what it came to beside them.
func printReading(w *bufio.Writer, r understand.Reading) {
	for i := range r.Changes {
		fmt.Fprintf(w, "   %-8s %s\n", r.Changes[i].Op, change(&r.Changes[i]))
	}
	for _, line := range []struct {
		name string
		list []string
	}{{"unplaced", r.Unplaced}, {"not sold", r.Unsold}, {"nearest", r.Nearest}, {"remark", r.Notes}} {
		if len(line.list) > 0 {
			fmt.Fprintf(w, "   %-8s %s\n", line.name, strings.Join(line.list, ", "))
		}
	}
}

// change tells a change as its chip does, and its condition in the catalogue's terms.
func change(c *search.Change) string {
	text := cmp.Or(c.Text, strings.Join(c.Words, ", "))
	if c.Condition == nil {
		return text
	}
	demand := c.Condition.Key + " "
	if c.Not {
		demand += "not "
	}
	if r := c.Condition.Range; r != nil {
		low, high := r.Bounds()
		demand += fmt.Sprintf("%.6g to %.6g", low, high)
	} else {
		demand += strings.Join(c.Condition.Values, " | ")
	}
	return text + "  (" + demand + ")"
}

// printAsked writes what a clause asks about.
func printAsked(w *bufio.Writer, a understand.Asked) {
	line := func(name, text string) {
		if text != "" {
			fmt.Fprintf(w, "   %-8s %s\n", name, text)
		}
	}
	places := ""
	if len(a.Places) > 0 {
		places = strings.Trim(fmt.Sprint(a.Places), "[]")
	}
	line("places", places)
	line("aspects", strings.Join(firstItems(a.Aspects, likeliest), ", "))
	line("value", a.Value)
	line("words", a.Words)
	line("among", strings.Join(a.Scope, ", "))
}

// firstItems returns the first n items, or as many as there are.
func firstItems[T any](items []T, n int) []T { return items[:min(n, len(items))] }

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
		r.note("Not read, because they are no feed files or not of this mapping: %s", named)
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
	var many *feed.TooManyProblems
	if !errors.As(err, &many) {
		return err
	}
	remedy := "see above which file it is"
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
