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
	// Of Shopify's rows the first names all columns that have a value somewhere near;
	// of nested objects those of a kind follow each other soon.
	const enough = 100
	streams, err := sampleStreams(ctx, paths, Mapping{}, enough, enough)
	if err != nil {
		return Mapping{}, inf, false, err
	}
	i := slices.IndexFunc(dialects, func(d *dialect) bool {
		return slices.ContainsFunc(streams, func(s *streamSample) bool { return d.speaks(s.Format, s.names()) })
	})
	if i < 0 {
		return Mapping{}, inf, false, nil
	}
	found := dialects[i]
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
	if found.Made {
		inf.Fields = len(names)
		if p := m.Price; p != nil && p.Currency == "" {
			p.Assumed, _, err = assumption(ctx, paths, found, names)
		}
		return m, inf, true, err
	}
	for i, fields := range m.narrow(names, found.columns()) {
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
	streams, err := sampleStreams(ctx, paths, Mapping{}, enough, enough)
	if err != nil {
		return "", "", err
	}
	code, why = gather(streams).assumedCurrency()
	if why == "" && d.translated(names) {
		return "EUR", " because of the language of its header", nil
	}
	return code, why, nil
}

// narrow keeps of the mapping's fields, by role, those that a feed has, as it spells
// them, and returns them; a role of which it has none keeps its first, for messages.
func (m *Mapping) narrow(names []string, c *columns) (kept []Fields) {
	fields := m.fields()
	for _, f := range append(fields[:], &m.Group) {
		var has Fields
		for _, field := range *f {
			for _, n := range names {
				if (fold(n) == fold(field) || c.name(n) != "" && c.name(n) == c.name(field)) && !slices.Contains(has, n) {
					has = append(has, n)
				}
			}
		}
		if has != nil {
			*f = has
		} else if len(*f) > 1 {
			*f = (*f)[:1]
		}
		kept = append(kept, has)
	}
	return kept
}

// currencyOf returns the currency that the prices of a sample name, "" for none.
func currencyOf(streams []*streamSample, fields Fields) string {
	rule := &PriceRule{}
	for _, name := range fields {
		for _, s := range streams {
			for _, e := range s.entries {
				for _, f := range e {
					if f.key != name {
						continue
					}
					if p, err := rule.price(catalog.Text(firstOf(f.value).String()), ""); err == nil && p.Known() {
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
		if own := c.name(n); own != "" && tight(own) != tight(n) && d.Name != "shopify" {
			translated++
		}
	}
	return translated > 5
}
