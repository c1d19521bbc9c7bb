package feed

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"

	"shopclerk/catalog/discover"
)

const (
	// SampleSize is about how many products of each file [Infer] looks at: enough to
	// tell an id from a value that merely rarely repeats, and read in well under a
	// second.
	SampleSize = 2000
	// sampleReach is how many products of a file are read to take the sample from. The
	// first of a file are often of one category, and the sample is to have them all.
	sampleReach = 40_000
	// sampleCells bounds the values that are kept: a feed with 10,000 columns is told
	// by fewer products.
	sampleCells = 2_000_000
)

// Infer guesses a mapping from products taken evenly from each file, and says what it
// guessed and why. What fills a role is found from what the values are and what the
// fields are called, all roles together: see [choose]. A field keeps out of trouble: what
// nothing speaks for stays an attribute, and no role is filled without its values
// fitting.
//
// It returns [ErrNoProducts] when no field can be a title.
func Infer(ctx context.Context, paths []string) (Mapping, Inference, error) {
	var inf Inference
	streams, err := sampleStreams(ctx, paths, SampleSize, sampleReach)
	if err != nil {
		return Mapping{}, inf, err
	}
	// A folder may hold files that are no products at all, such as judgments or
	// stock movements. They are told by having no field that could be a title.
	var skip []string
	if slices.ContainsFunc(streams, (*streamSample).titled) {
		streams = slices.DeleteFunc(streams, func(s *streamSample) bool {
			if s.titled() {
				return false
			}
			skip = append(skip, path.Base(s.Name))
			inf.Left = append(inf.Left, s.Name)
			return true
		})
	}
	g := gather(streams)
	for _, s := range streams {
		inf.Samples = append(inf.Samples, s.Sample)
	}
	m, err := g.mapping(&inf)
	if err != nil {
		return Mapping{}, inf, err
	}
	m.Skip = skip
	return m, inf, nil
}

// streamSample is the sample of one stream.
type streamSample struct {
	Sample
	header  []string // of a table
	entries [][]fieldValue
	every   int // one of so many products is taken
	cells   int
}

// names returns the names of the fields, in the order of the header and of their first
// appearance.
func (s *streamSample) names() []string {
	names := slices.Clone(s.header)
	seen := map[string]bool{}
	for _, n := range names {
		seen[n] = true
	}
	for _, e := range s.entries {
		for _, f := range e {
			if !seen[f.key] {
				seen[f.key] = true
				names = append(names, f.key)
			}
		}
	}
	return names
}

// titled reports whether the stream has a field that is named like a title and
// that most of its products have.
func (s *streamSample) titled() bool {
	titles := map[string]bool{}
	for _, name := range s.names() {
		read := readName(name)
		titles[name] = read.of("title") >= 0.7
	}
	n := 0
	for _, e := range s.entries {
		n += discover.Indicator(slices.ContainsFunc(e, func(f fieldValue) bool { return titles[f.key] }))
	}
	return n > 0 && n*10 >= len(s.entries)*8
}

// sampleStreams takes about n products of every stream, evenly from its first ones, as far as
// reach goes. Streams of nothing are left out.
func sampleStreams(ctx context.Context, paths []string, n, reach int) ([]*streamSample, error) {
	files, _, err := sources(paths, Mapping{})
	if err != nil {
		return nil, err
	}
	var streams []*streamSample
	var troubles []string
	s := &scanner{ctx: ctx, opts: Options{MaxErrors: -1, OnProblem: func(p Problem) {
		const most = 5 // that a person reads
		if len(troubles) < most {
			troubles = append(troubles, p.String())
		}
	}}, sum: &Summary{}}
	s.begin = func(name, format string) {
		streams = append(streams, &streamSample{Sample: Sample{Name: name, Format: format}, every: 1})
	}
	s.header = func(names []string) { streams[len(streams)-1].header = slices.Clone(names) }
	s.note = func(text string) {
		last := streams[len(streams)-1]
		last.Notes = append(last.Notes, text)
	}
	s.emit = func(e *entry) error {
		last := streams[len(streams)-1]
		if last.Records == reach {
			return errEnough
		}
		last.Records++
		last.take(e.fields, n)
		return nil
	}
	if err := s.scan(files); err != nil {
		return nil, err
	}
	streams = slices.DeleteFunc(streams, func(s *streamSample) bool {
		if s.Records == 0 && len(troubles) == 0 {
			troubles = append(troubles, s.Name+": it has no product")
		}
		return s.Records == 0
	})
	if len(streams) == 0 {
		return nil, fmt.Errorf("%w\n%s", ErrNoProducts, strings.Join(troubles, "\n"))
	}
	return streams, nil
}

// take keeps every so many-th product, and of those kept every second when there are too
// many: a systematic sample, which is the same for the same file.
func (s *streamSample) take(fields []fieldValue, n int) {
	if (s.Records-1)%s.every != 0 {
		return
	}
	s.entries = append(s.entries, slices.Clone(fields))
	s.cells += len(fields)
	const few = 100
	for len(s.entries) > n+n/2 || s.cells > sampleCells && len(s.entries) > few {
		kept := s.entries[:0]
		s.cells = 0
		for i, e := range s.entries {
			if i%2 == 0 {
				kept = append(kept, e)
				s.cells += len(e)
			}
		}
		clear(s.entries[len(kept):])
		s.entries = kept
		s.every *= 2
	}
}

// gathered is the statistics of all streams.
type gathered struct {
	streams  []*streamSample
	products int           // of the sample
	fields   []*fieldStats // by first appearance
	byName   map[string]*fieldStats

	// mute says how far the names of the fields say nothing, 0..1: in a table without
	// header, or in a language that is not in the table, values alone decide.
	mute float64
}

func gather(streams []*streamSample) *gathered {
	g := &gathered{streams: streams, byName: map[string]*fieldStats{}}
	for _, s := range streams {
		for _, e := range s.entries {
			for _, f := range e {
				name := fold(f.key)
				stats := g.byName[name]
				if stats == nil {
					stats = newFieldStats(f.key, len(g.fields))
					g.byName[name] = stats
					g.fields = append(g.fields, stats)
				}
				stats.add(g.products, f.value)
			}
			g.products++
		}
	}
	silent := 0
	for _, f := range g.fields {
		f.close(g.products)
		silent += discover.Indicator(f.blank || len(f.scores) == 0)
	}
	const known, unknown = 0.4, 0.8 // shares of silent names at which names still decide, and no longer
	g.mute = min(1, max(0, (float64(silent)/float64(max(1, len(g.fields)))-known)/(unknown-known)))
	return g
}

// mapping makes the mapping and tells the inference about it.
func (g *gathered) mapping(inf *Inference) (Mapping, error) {
	var m Mapping
	c := g.choose()
	if c.fields["title"] == nil || len(g.fields) == 1 && !g.streams[0].titled() { // lines of any text are a table of one column
		names := g.streams[0].names()
		const most = 8 // that a person reads
		return m, fmt.Errorf("%w: none of the fields of %s (%s) can be a title. Say which is in a mapping file (--map)", ErrNoProducts, g.streams[0].Name, strings.Join(names[:min(len(names), most)], ", "))
	}
	if f := c.fields["stock"]; f != nil && f.of("outofstock") >= 0.7 {
		m.StockReversed = true
		inf.Notes = append(inf.Notes, fmt.Sprintf("stock: a yes in %s is read as out of stock", f.name))
	}
	if c.fields["price"] != nil {
		m.Price = &PriceRule{}
	}
	if f := c.fields["rating"]; f != nil {
		m.Rating = &RatingRule{Scale: ratingScale(f)}
	}
	for role, names := range m.fields() {
		if f := c.fields[role]; f != nil && role != "category" {
			*names = Fields{f.name}
			inf.Guesses = append(inf.Guesses, Guess{role, f.name, c.why(role)})
		}
	}
	if m.Price != nil {
		g.price(c.fields["price"], m.Price, inf)
	}
	if m.ID == nil {
		inf.Notes = append(inf.Notes, "no field is unique: ids are derived from file name, title and attributes. They change when those do; \"id\" in a mapping names a field instead")
	}
	g.category(c, &m, inf)
	m.Attributes = g.attributes(c, inf)
	slices.SortFunc(inf.Guesses, func(a, b Guess) int {
		return slices.Index(roles, a.Role) - slices.Index(roles, b.Role)
	})
	return m, nil
}

// genericStems are names that say "feed", not what is in it.
var genericStems = []string{"products", "product", "items", "catalog", "catalogue", "feed", "export", "data", "part", "page", "all", "full", "dump", "batch", "chunk"}

// filesAreCategories reports whether each file seems to hold the category it is
// named after: several files, each named by words, and not by the same words
// with different numbers.
func (g *gathered) filesAreCategories() bool {
	if len(g.streams) < 2 {
		return false
	}
	seen := map[string]bool{}
	for _, s := range g.streams {
		name := strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) {
				return unicode.ToLower(r)
			}
			return -1
		}, baseStem(s.Name))
		if len(name) < 2 || seen[name] || slices.Contains(genericStems, name) {
			return false
		}
		seen[name] = true
	}
	return true
}

func ratingScale(f *fieldStats) float64 {
	for i := range f.cells {
		if f.cells[i].points > 0 {
			return f.cells[i].points
		}
	}
	_, largest := f.median()
	switch {
	case largest <= 5:
		return 5
	case largest <= 10:
		return 10
	}
	return 100
}
