package feed

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"
)

// SampleSize is how many products of each file [Infer] looks at: enough to tell
// an id from a value that merely rarely repeats, and read in well under a second.
const SampleSize = 2000

// Infer guesses a mapping from the names and values of the fields in the first
// products of each file, and says what it guessed. A field keeps out of trouble:
// what nothing speaks for stays an attribute, and no role is filled without its
// values fitting.
//
// It returns [ErrNoProducts] when no field can be a title.
func Infer(ctx context.Context, paths []string) (Mapping, Inference, error) {
	var inf Inference
	// A folder may hold files that are no products at all, such as judgments or
	// stock movements. They are told by having no field that could be a title.
	const glance = 200
	first, err := sample(ctx, paths, Mapping{}, glance)
	if err != nil {
		return Mapping{}, inf, err
	}
	var skip []string
	if slices.ContainsFunc(first, (*streamSample).titled) {
		for _, s := range first {
			if !s.titled() {
				skip = append(skip, path.Base(s.Name))
				inf.Left = append(inf.Left, s.Name)
			}
		}
	}
	streams, err := sample(ctx, paths, Mapping{Skip: skip}, SampleSize)
	if err != nil {
		return Mapping{}, inf, err
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
	entries [][]field
}

// titled reports whether the stream has a field that is named like a title and
// that most of its products have.
func (s *streamSample) titled() bool {
	n := 0
	for _, e := range s.entries {
		if slices.ContainsFunc(e, func(f field) bool { return slices.Contains(titleNames, fold(f.key)) }) {
			n++
		}
	}
	return n > 0 && n*10 >= len(s.entries)*8
}

// sample reads the first n products of every stream.
func sample(ctx context.Context, paths []string, m Mapping, n int) ([]*streamSample, error) {
	files, _, err := sources(paths, m)
	if err != nil {
		return nil, err
	}
	var streams []*streamSample
	s := &scanner{ctx: ctx, opts: Options{MaxErrors: -1}, sum: &Summary{}, want: m.reads}
	s.begin = func(name, format string) {
		streams = append(streams, &streamSample{Sample: Sample{Name: name, Format: format}})
	}
	s.emit = func(e *entry) error {
		last := streams[len(streams)-1]
		if last.Records == n {
			return errEnough
		}
		last.Records++
		last.entries = append(last.entries, slices.Clone(e.fields))
		return nil
	}
	if err := s.scan(files); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(streams, func(s *streamSample) bool { return s.Records == 0 }), nil
}

// gathered is the statistics of all streams.
type gathered struct {
	streams  []*streamSample
	products int
	fields   []*fieldStats // by first appearance
	byName   map[string]*fieldStats
}

func gather(streams []*streamSample) *gathered {
	g := &gathered{streams: streams, byName: map[string]*fieldStats{}}
	for _, s := range streams {
		g.products += s.Records
		for _, e := range s.entries {
			for _, f := range e {
				name := fold(f.key)
				stats := g.byName[name]
				if stats == nil {
					stats = newFieldStats(f.key, len(g.fields))
					g.byName[name] = stats
					g.fields = append(g.fields, stats)
				}
				stats.add(f.value)
			}
		}
	}
	return g
}

// mapping makes the mapping and tells the inference about it.
func (g *gathered) mapping(inf *Inference) (Mapping, error) {
	if name := g.knownFormat(); name != "" {
		return g.shipped(name, inf)
	}
	var m Mapping
	taken := map[*fieldStats]bool{}
	found := map[string]*fieldStats{}
	for _, guess := range guesses {
		f := guess.choose(g.fields, taken, g.products)
		switch {
		case f == nil && guess.role == "title":
			f = unnamedTitle(g.fields, taken, g.products)
		case f == nil && guess.role == "description":
			f = longText(g.fields, taken)
		}
		if f == nil {
			continue
		}
		taken[f] = true
		found[guess.role] = f
		why := percent(f.present, g.products)
		if guess.why != nil {
			why = guess.why(f, g.products)
		}
		inf.Guesses = append(inf.Guesses, Guess{guess.role, f.name, why})
	}
	if found["title"] == nil {
		return m, fmt.Errorf("inferring a mapping: no field can be a title: %w. Say which it is in a mapping file", ErrNoProducts)
	}
	one := func(role string) Fields {
		if f := found[role]; f != nil {
			return Fields{f.name}
		}
		return nil
	}
	m.ID, m.Title, m.Description = one("id"), one("title"), one("description")
	m.Category, m.Brand, m.Image, m.Link, m.Stock = one("category"), one("brand"), one("image"), one("link"), one("stock")
	if f := found["price"]; f != nil {
		m.Price = g.price(f, found["currency"], inf)
	}
	if f := found["rating"]; f != nil {
		m.Rating = &RatingRule{Field: Fields{f.name}, Scale: ratingScale(f), Count: one("ratings")}
	}
	if m.ID == nil {
		inf.Notes = append(inf.Notes, "no field is unique: ids are derived from file name, title and attributes. They change when those do; \"id\" in a mapping names a field instead")
	}
	if m.Category == nil {
		if g.filesAreCategories() {
			m.CategoryFrom = "file"
			inf.Guesses = append(inf.Guesses, Guess{"category", "file name", fmt.Sprintf("%d files, named by words", len(g.streams))})
		} else {
			inf.Notes = append(inf.Notes, "no field is a category: product types are found from titles and attributes on import")
		}
	}
	m.Attributes = g.attributes(taken, inf)
	sortGuesses(inf.Guesses)
	return m, nil
}

// sortGuesses puts the guesses into the order in which people think of products.
func sortGuesses(list []Guess) {
	order := []string{"id", "title", "description", "category", "brand", "price", "currency", "image", "link", "rating", "ratings", "stock"}
	slices.SortStableFunc(list, func(a, b Guess) int {
		return cmp.Compare(slices.Index(order, a.Role), slices.Index(order, b.Role))
	})
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
		}, stem(s.Name))
		if len(name) < 2 || seen[name] || slices.Contains(genericStems, name) {
			return false
		}
		seen[name] = true
	}
	return true
}

func ratingScale(f *fieldStats) float64 {
	_, largest := f.median()
	switch {
	case largest <= 5:
		return 5
	case largest <= 10:
		return 10
	}
	return 100
}
