package feed

import (
	"cmp"
	"context"
	"slices"
)

// Recognise tells whether the files are in a format that is known, by the names of
// their fields, and returns its mapping with the fields that the files have. It
// reports false for files that are not, whose mapping must be inferred.
//
// Streams of another format among them, such as a list of prices, are left out.
func Recognise(ctx context.Context, paths []string) (Mapping, Inference, bool, error) {
	var inf Inference
	// Of Shopify's rows the first names all columns that have a value somewhere near;
	// of nested objects those of a kind follow each other soon.
	const enough = 200
	streams, err := sampleStreams(ctx, paths, enough, enough)
	if err != nil {
		return Mapping{}, inf, false, err
	}
	i := slices.IndexFunc(presets, func(p *preset) bool {
		return slices.ContainsFunc(streams, func(s *streamSample) bool { return p.recognises(s.Format, s.names()) })
	})
	if i < 0 {
		return Mapping{}, inf, false, nil
	}
	found := presets[i]
	m, err := Shipped(found.Name)
	if err != nil {
		return m, inf, false, err
	}
	inf.Format = found.Title
	var names []string
	for _, s := range streams {
		inf.Samples = append(inf.Samples, s.Sample)
		for _, n := range s.names() {
			if !slices.Contains(names, n) {
				names = append(names, n)
			}
		}
	}
	inf.Guesses = m.narrow(names, found.columns())
	inf.Fields = len(names) - len(inf.Guesses)
	if m.Price != nil {
		gather(streams).currency(m.Price, &inf)
	}
	return m, inf, true, nil
}

// narrow keeps of the mapping's fields those that a feed has, as it spells them, and
// returns them; a role of which it has none keeps its first, for messages.
func (m *Mapping) narrow(names []string, c *columns) (kept []Guess) {
	fields := m.fields()
	for _, role := range roles {
		f := fields[role]
		if f == nil {
			continue
		}
		var has Fields
		for _, field := range *f {
			for _, n := range names {
				if (fold(n) == fold(field) || c.name(n) != "" && c.name(n) == cmp.Or(c.name(field), field)) && !slices.Contains(has, n) {
					has = append(has, n)
					kept = append(kept, Guess{role, n, "known of the format"})
				}
			}
		}
		if has != nil {
			*f = has
		} else if len(*f) > 1 {
			*f = (*f)[:1]
		}
	}
	return kept
}
