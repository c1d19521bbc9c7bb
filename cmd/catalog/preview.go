package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/term"

	"shopclerk/catalog"
	"shopclerk/catalog/caption"
	"shopclerk/catalog/discover"
	"shopclerk/catalog/feed"
	"shopclerk/static"
	"shopclerk/views"
	"shopclerk/words"
)

const (
	// previewed is how many products are shown: a screen's, and enough to see a column
	// that went astray.
	previewed = 5
	// previewReach is how many products are read for it, to know attributes by.
	previewReach = 3000
	// previewAttributes is how many attributes a card tells, as in the shop.
	previewAttributes = 4
)

// errPreviewed ends the reading for the preview.
var errPreviewed = errors.New("previewed")

// preview shows five products as they will stand in the shop, and asks whether to go on
// where somebody can answer.
func (c *importCommand) preview(ctx context.Context, s streams, m feed.Mapping) (goOn bool, err error) {
	cards, assumed, err := finishedCards(ctx, c.Paths, m)
	if err != nil {
		return false, err
	}
	var b strings.Builder
	if len(cards) > 0 {
		fmt.Fprintf(&b, "The first products as they will stand in the shop:\n")
	}
	for i := range cards {
		printCard(&b, &cards[i])
	}
	if assumed {
		fmt.Fprintf(&b, "\n%s\n", assumption(m.Price.Assumed))
	}
	if _, err := s.out.Write([]byte(b.String())); err != nil {
		return false, err
	}
	if c.Preview != "" {
		page, err := views.Render(words.With(ctx, words.English), views.Preview("Preview", static.Text("app.css"), cards))
		if err != nil {
			return false, err
		}
		if err := os.WriteFile(c.Preview, page, 0o644); err != nil {
			return false, fmt.Errorf("writing the preview: %w", err)
		}
		fmt.Fprintf(s.notes, "The cards are in %s\n", c.Preview)
	}
	if c.Yes || c.Map != "" || !term.IsTerminal(int(os.Stdin.Fd())) || !isTerminal(s.out) {
		return true, nil
	}
	fmt.Fprint(s.out, "Import like this? [Y/n] ")
	answer, err := bufio.NewReader(os.Stdin).ReadString('\n')
	if err != nil {
		return false, fmt.Errorf("reading the answer: %w", err)
	}
	answer = strings.ToLower(strings.TrimSpace(answer))
	if answer == "" || strings.HasPrefix(answer, "y") || strings.HasPrefix(answer, "j") {
		return true, nil
	}
	fmt.Fprintln(s.out, "Nothing was imported. --print-map writes what was inferred as a mapping file; --map reads it when it is edited.")
	return false, nil
}

func isTerminal(w any) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// finishedCards reads the first products of the feeds and makes the cards of a few, of as
// many categories as there are.
// assumed: their prices are in a currency that is assumed.
func finishedCards(ctx context.Context, paths []string, m feed.Mapping) (cards []views.Card, assumed bool, err error) {
	records := map[string][]catalog.Record{}
	var order []string
	n := 0
	sum, err := feed.Read(ctx, paths, m, feed.Options{MaxErrors: -1}, func(r catalog.Record, _ feed.Place) error {
		if records[r.Category] == nil {
			order = append(order, r.Category)
		}
		records[r.Category] = append(records[r.Category], r)
		if n++; n == previewReach {
			return errPreviewed
		}
		return nil
	})
	if err != nil && !errors.Is(err, errPreviewed) {
		return nil, false, ctx.Err() // the import meets the same trouble, and says what becomes of it
	}
	for round := 0; len(cards) < min(previewed, n); round++ {
		for _, category := range order {
			list := records[category]
			if round >= len(list) || len(cards) == previewed {
				continue
			}
			p := discover.NewProfile(m.Hints(category))
			for i := range list {
				p.Add(&list[i])
			}
			cards = append(cards, finishedCard(p.Schema(), &list[round*max(1, len(list)/previewed)%len(list)], len(cards)))
		}
	}
	return cards, sum.Assumed > 0, nil
}

// finishedCard makes the card of one product.
func finishedCard(schema *discover.Schema, r *catalog.Record, i int) views.Card {
	product := schema.Product(r)
	w := words.English
	card := views.Card{
		ID: fmt.Sprintf("p%d", i+1), URL: product.Link, Title: product.Title, Brand: product.Brand,
		Picture: views.Picture{URL: product.Image},
	}
	if product.Price.Known() {
		card.Price = w.Money(w.Fixed(product.Price.Major(), 2), product.Price.Currency)
	}
	if product.Rating > 0 {
		card.Rating, card.Ratings = w.Fixed(product.Rating, 1), product.Ratings
	}
	if product.Category != "" {
		card.Attributes = append(card.Attributes, views.Attribute{Label: "Category", Value: product.Category})
	}
	askable := slices.DeleteFunc(slices.Clone(schema.Aspects), func(a catalog.Aspect) bool {
		return !a.Askable || a.Key == catalog.KeyBrand || a.Key == catalog.KeyPrice || a.Key == catalog.KeyRating
	})
	for i := range askable {
		a := &askable[i]
		if values := product.Of(a.Key); len(values) > 0 && len(card.Attributes) <= previewAttributes {
			card.Attributes = append(card.Attributes, views.Attribute{Label: a.Label, Value: caption.Values(w, a, values)})
		}
	}
	return card
}

// printCard writes a card as text.
func printCard(b *strings.Builder, c *views.Card) {
	fmt.Fprintf(b, "\n  %s\n", cut(c.Title, textWidth-2))
	var offer []string
	for _, s := range []string{c.Brand, c.Price} {
		if s != "" {
			offer = append(offer, s)
		}
	}
	if c.Price == "" {
		offer = append(offer, "no price")
	}
	if c.Rating != "" {
		offer = append(offer, fmt.Sprintf("%s of 5 (%d)", c.Rating, c.Ratings))
	}
	fmt.Fprintf(b, "    %s\n", cut(strings.Join(offer, " · "), textWidth-4))
	for _, a := range c.Attributes {
		fmt.Fprintf(b, "    %s\n", cut(a.Label+": "+a.Value, textWidth-4))
	}
	if c.Picture.URL != "" {
		fmt.Fprintf(b, "    %s\n", cut("picture "+c.Picture.URL, textWidth-4))
	}
}
