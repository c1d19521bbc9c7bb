package feed

import (
	"context"
	"fmt"
	"slices"

	"shopclerk/catalog"
)

// Recognise tells whether the files are in a format that is known, by the names of
// their fields, and returns its mapping with the fields that the files have. It
// reports false for files that are not, whose mapping must be inferred.
//
// Streams of another format among them, such as a list of prices, are left out.
func Recognise(ctx context.Context, paths []string) (Mapping, Inference, bool, error) {
	var inf Inference
	streams, err := glance(ctx, paths)
	if err != nil {
		return Mapping{}, inf, false, err
	}
	var found *dialect
	for _, d := range dialects() {
		if slices.ContainsFunc(streams, func(s *glanced) bool { return d.speaks(s.Format, s.names) }) {
			found = d
			break
		}
	}
	if found == nil {
		return Mapping{}, inf, false, nil
	}
	m, err := Shipped(found.name)
	if err != nil {
		return m, inf, false, err
	}
	inf.Format = found.title
	var names []string
	for _, s := range streams {
		inf.Samples = append(inf.Samples, s.Sample)
		for _, n := range s.names {
			if !slices.Contains(names, n) {
				names = append(names, n)
			}
		}
	}
	if found.made {
		inf.Fields = len(names)
		if p := m.Price; p != nil && p.Currency == "" {
			p.Assumed, _, err = assumption(ctx, paths, found, names)
		}
		return m, inf, true, err
	}
	used := m.narrow(names, found.columns())
	roleNames := []string{"id", "title", "description", "category", "brand", "price", "currency", "image", "link", "rating", "ratings", "stock", "group"}
	for i, fields := range used {
		for _, f := range fields {
			inf.Guesses = append(inf.Guesses, Guess{roleNames[i], f, "known of the format"})
		}
	}
	inf.Fields = len(names) - len(inf.Guesses)
	if p := m.Price; p != nil && p.Currency == "" && len(p.CurrencyField) == 0 {
		p.Currency = currencyOf(streams, p.Field)
	}
	if p := m.Price; p != nil && p.Currency == "" {
		var why string
		if p.Assumed, why, err = assumption(ctx, paths, found, names); len(p.CurrencyField) == 0 {
			inf.Notes = append(inf.Notes, assumed(p.Assumed, why))
		}
	}
	return m, inf, true, err
}

// assumed says that a currency is a guess, why, and how to say another.
func assumed(code, why string) string {
	return fmt.Sprintf("price: nothing names a currency, %s is assumed%s; --currency names another, or \"price.currency\" in a mapping", code, why)
}

// assumption guesses the currency of a recognised feed as that of any other is guessed,
// and then by the language of its headers.
func assumption(ctx context.Context, paths []string, d *dialect, names []string) (code, why string, err error) {
	const enough = 200 // entries
	streams, err := sample(ctx, paths, Mapping{}, enough, enough)
	if err != nil {
		return "", "", err
	}
	code, why = gather(streams).assumedCurrency()
	if why == "" && d.translated(names) {
		return "EUR", " because of the language of its header", nil
	}
	return code, why, nil
}

// glanced is what the beginning of a stream shows.
type glanced struct {
	Sample
	names  []string // of its fields, by first appearance
	values map[string][]string
}

// glance reads the first entries of every stream as they come, without any dialect.
func glance(ctx context.Context, paths []string) ([]*glanced, error) {
	// Of Shopify's rows the first names all columns that have a value somewhere near;
	// of nested objects those of a kind follow each other soon.
	const enough = 100
	files, _, err := sources(paths, Mapping{})
	if err != nil {
		return nil, err
	}
	var streams []*glanced
	s := &scanner{ctx: ctx, opts: Options{MaxErrors: -1}, sum: &Summary{}, want: Mapping{}.reads}
	s.begin = func(name, format string) {
		streams = append(streams, &glanced{Sample: Sample{Name: name, Format: format}, values: map[string][]string{}})
	}
	s.header = func(names []string) {
		g := streams[len(streams)-1]
		for _, n := range names {
			g.see(n)
		}
	}
	s.emit = func(e *entry) error {
		g := streams[len(streams)-1]
		if g.Records == enough {
			return errEnough
		}
		g.Records++
		for _, f := range e.fields {
			g.see(f.key)
			g.values[f.key] = append(g.values[f.key], e.text(f.key))
		}
		return nil
	}
	if err := s.scan(files); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(streams, func(g *glanced) bool { return g.Records == 0 && len(g.names) == 0 }), nil
}

func (g *glanced) see(name string) {
	if _, ok := g.values[name]; !ok {
		g.names = append(g.names, name)
		g.values[name] = nil
	}
}

// narrow keeps of the mapping's fields, by role, those that a feed has, as it spells
// them, and returns them; a role of which it has none keeps its first, for messages.
func (m *Mapping) narrow(names []string, c *columns) []Fields {
	one := func(f *Fields) Fields {
		var kept Fields
		for _, field := range *f {
			for _, n := range names {
				if (fold(n) == fold(field) || c.name(n) != "" && c.name(n) == c.name(field)) && !slices.Contains(kept, n) {
					kept = append(kept, n)
				}
			}
		}
		if kept != nil {
			*f = kept
		} else if len(*f) > 1 {
			*f = (*f)[:1]
		}
		return kept
	}
	out := []Fields{one(&m.ID), one(&m.Title), one(&m.Description), one(&m.Category), one(&m.Brand), nil, nil, one(&m.Image), one(&m.Link), nil, nil, one(&m.Stock), one(&m.Group)}
	if m.Price != nil {
		out[5], out[6] = one(&m.Price.Field), one(&m.Price.CurrencyField)
	}
	if m.Rating != nil {
		out[9], out[10] = one(&m.Rating.Field), one(&m.Rating.Count)
	}
	return out
}

// currencyOf returns the currency that the prices of a sample name, "" for none.
func currencyOf(streams []*glanced, fields Fields) string {
	for _, s := range streams {
		for _, f := range fields {
			for _, v := range s.values[f] {
				if r := (&PriceRule{}); v != "" {
					if p, err := r.price(catalog.Text(v), ""); err == nil && p.Known() {
						return p.Currency
					}
				}
			}
		}
	}
	return ""
}

// translated reports whether the headers are in another language than the format's own:
// those into which the formats here are translated are of countries with the euro.
func (d *dialect) translated(names []string) bool {
	c := d.columns()
	translated := 0
	for _, n := range names {
		if own := c.name(n); own != "" && tight(own) != tight(n) && d.name != "shopify" {
			translated++
		}
	}
	return translated > 5
}
