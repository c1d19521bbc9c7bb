package reply_test

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"shopclerk/agent/reply"
	"shopclerk/catalog"
	"shopclerk/words"
)

// asked is a random question about a random list, with few values, so that they meet
// often. Its numbers are far from the counts of its products.
type asked struct {
	question reply.Question
	list     reply.List
	products []catalog.Product
}

func anAsked() *rapid.Generator[asked] {
	keys := []string{"a", "b", "c", "d", catalog.KeyBrand, catalog.KeyPrice, catalog.KeyRating, catalog.KeyStock, reply.KeyDescription, "nowhere"}
	kinds := map[string]catalog.Kind{"a": catalog.Single, "b": catalog.Multi, "c": catalog.Numeric, "d": catalog.Flag}
	phrases := []string{"red", "dark red", "not red", "blue", "80 PLUS Gold", "", "weather. proof", "größe"}
	return rapid.Custom(func(t *rapid.T) asked {
		var aspects []catalog.Aspect
		for _, key := range keys[:7] {
			a := catalog.Aspect{Key: key, Label: strings.ToUpper(key), Kind: catalog.Single}
			if k, ok := kinds[key]; ok {
				a.Kind = k
			}
			if key == "c" || key == catalog.KeyPrice || key == catalog.KeyRating {
				a.Kind, a.Unit = catalog.Numeric, rapid.SampledFrom([]string{"", "kg"}).Draw(t, "unit")
			}
			if key == catalog.KeyPrice {
				a.Unit = "EUR"
			}
			aspects = append(aspects, a)
		}
		measure := rapid.SampledFrom([]float64{101.5, 250, 310.25, 990})
		phrase := rapid.SampledFrom(phrases)
		var products []catalog.Product
		for i := range rapid.IntRange(1, 9).Draw(t, "products") {
			p := catalog.Product{
				Ref: catalog.Ref(i + 1), ID: fmt.Sprintf("id%d", 700+i), Category: "Things", Stock: rapid.SampledFrom([]int{-1, 0, 120}).Draw(t, "stock"),
				Title: rapid.SampledFrom([]string{"Thing", "Thing 360", "", "Things Inc.", strings.Repeat("Long thing ", 8)}).Draw(t, "title"),
				Brand: phrase.Draw(t, "brand"), Description: "All of 650 pieces. " + phrase.Draw(t, "description") + ".",
			}
			if rapid.Bool().Draw(t, "priced") {
				p.Price = catalog.Price{Minor: rapid.SampledFrom([]int64{10050, 25000, 80000}).Draw(t, "price"), Currency: rapid.SampledFrom([]string{"EUR", "USD"}).Draw(t, "currency")}
			}
			if rapid.Bool().Draw(t, "rated") {
				p.Rating, p.Ratings = rapid.SampledFrom([]float64{3.25, 4.5, 5}).Draw(t, "rating"), rapid.SampledFrom([]int{0, 130}).Draw(t, "ratings")
			}
			for _, key := range keys[:4] {
				if rapid.IntRange(0, 2).Draw(t, "has none") == 0 {
					continue
				}
				var cell []catalog.Value
				switch kinds[key] {
				case catalog.Numeric:
					cell = numbers(measure.Draw(t, "number"))
					if high := measure.Draw(t, "high"); high > cell[0].Number && rapid.Bool().Draw(t, "range") {
						cell = append(cell, numbers(high)...)
					}
				case catalog.Flag:
					cell = text(rapid.SampledFrom([]string{"yes", "no"}).Draw(t, "flag"))
				case catalog.Multi:
					cell = text(slices.Compact(slices.Sorted(slices.Values(rapid.SliceOfN(phrase, 1, 3).Draw(t, "values"))))...)
				default:
					cell = text(phrase.Draw(t, "value"))
				}
				p.Attributes = append(p.Attributes, catalog.Attribute{Key: key, Values: cell})
			}
			products = append(products, p)
		}
		list := listOf(aspects, products)
		if rapid.Bool().Draw(t, "some fit") {
			list.Fits = rapid.SliceOfN(rapid.Bool(), len(products), len(products)).Draw(t, "fits")
		}
		if rapid.IntRange(0, 5).Draw(t, "no list") == 0 {
			list = reply.List{}
		}
		q := reply.Question{
			Kind:     reply.Kind(rapid.IntRange(1, 6).Draw(t, "kind")),
			Products: rapid.SliceOfN(rapid.SampledFrom(products), 0, 6).Draw(t, "asked"),
			Aspects:  rapid.SliceOfN(rapid.SampledFrom(keys), 0, 3).Draw(t, "aspects"),
			Down:     rapid.Bool().Draw(t, "down"), Among: rapid.Bool().Draw(t, "among"),
			Words: rapid.SampledFrom(append(phrases, "pieces", "A")).Draw(t, "words"),
		}
		if rapid.Bool().Draw(t, "conditioned") {
			q.Condition = &catalog.Condition{Key: rapid.SampledFrom(keys).Draw(t, "condition")}
			switch q.Condition.Key {
			case "c", catalog.KeyPrice, catalog.KeyRating:
				q.Condition.Range = catalog.AtMost(measure.Draw(t, "bound"))
			case "d":
				q.Condition.Values = []string{rapid.SampledFrom([]string{"yes", "no"}).Draw(t, "wanted")}
			default:
				q.Condition.Values = rapid.SliceOfN(phrase, 0, 2).Draw(t, "wanted")
			}
		}
		return asked{q, list, products}
	})
}

var digits = regexp.MustCompile(`\d+(?:[.,]\d+)?`)

// knownNumbers are those of the products and the question, as either language spells
// them.
func (a *asked) knownNumbers() map[string]bool {
	out := map[string]bool{"5": true} // of five stars
	add := func(s string) {
		for _, n := range digits.FindAllString(s, -1) {
			out[n], out[strings.Replace(n, ".", ",", 1)] = true, true
		}
	}
	counted := len(a.products)
	for i := range a.products {
		p := &a.products[i]
		add(p.ID + " " + p.Title + " " + p.Description + " " + p.Brand)
		add(fmt.Sprintf("%d %d %.1f %s", p.Stock, p.Ratings, p.Rating, catalog.FormatNumber(p.Rating)))
		add(fmt.Sprintf("%.2f %s", p.Price.Major(), catalog.FormatNumber(p.Price.Major())))
		for _, attribute := range p.Attributes {
			counted += len(attribute.Values)
			for _, v := range attribute.Values {
				add(v.Text)
			}
		}
	}
	for n := range counted + 1 {
		add(strconv.Itoa(n)) // a count of products, or of values not shown
	}
	add(a.question.Words)
	if c := a.question.Condition; c != nil {
		add(strings.Join(c.Values, " "))
		if c.Range != nil {
			add(catalog.FormatNumber(*c.Range.High) + " " + fmt.Sprintf("%.2f", *c.Range.High))
		}
	}
	return out
}

// An answer has no number that is not in the products or the question, but counts of
// products and values; it is the same whenever the same is asked, and changes nothing that it is
// given.
func TestAnswersInventNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := anAsked().Draw(t, "asked")
		known := a.knownNumbers()
		for _, w := range words.Languages() {
			before := fmt.Sprintf("%#v %#v", a.question, a.list.Fits)
			act := reply.Answer(w, a.question, a.list)
			for _, n := range digits.FindAllString(act.Text, -1) {
				if !known[n] {
					t.Fatalf("%s: nobody said %s: %q", w.Code(), n, act.Text)
				}
			}
			if strings.TrimSpace(act.Text) == "" || strings.Contains(act.Text, "  ") || strings.Contains(act.Text, "..") {
				t.Fatalf("%s: it says %q", w.Code(), act.Text)
			}
			if again := reply.Answer(w, a.question, a.list); !reflect.DeepEqual(again, act) {
				t.Fatalf("%s: asked again it says %+v, before %+v", w.Code(), again, act)
			}
			if after := fmt.Sprintf("%#v %#v", a.question, a.list.Fits); after != before {
				t.Fatalf("%s: what was asked has changed", w.Code())
			}
		}
	})
}

// A yes has a value behind it.
func TestYesHasEvidence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := anAsked().Draw(t, "asked")
		a.question.Kind = reply.Tell
		act := reply.Answer(words.English, a.question, a.list)
		if !strings.HasPrefix(act.Text, "Yes") {
			return
		}
		holds := func(c *catalog.Condition) bool {
			return slices.ContainsFunc(a.question.Products, func(p catalog.Product) bool {
				own := p.Of(c.Key)
				switch {
				case c.Key == catalog.KeyBrand && p.Brand != "":
					own = text(p.Brand)
				case c.Key == catalog.KeyPrice && p.Price.Known():
					own = numbers(p.Price.Major())
				case c.Key == catalog.KeyRating && p.Rating > 0:
					own = numbers(p.Rating)
				case c.Key == catalog.KeyStock && p.Stock > 0:
					own = text("yes")
				case c.Key == reply.KeyDescription:
					own = text(strings.TrimSuffix(p.Description, "."))
				}
				return c.Holds(own)
			})
		}
		if c := a.question.Condition; c != nil && !holds(c) {
			t.Fatalf("without evidence it says %q", act.Text)
		}
		flag := &catalog.Condition{Key: "d", Values: []string{"yes"}}
		stock := &catalog.Condition{Key: catalog.KeyStock, Values: []string{"yes"}}
		if a.question.Condition == nil && !holds(flag) && !holds(stock) {
			t.Fatalf("without evidence it says %q", act.Text)
		}
	})
}

// The extreme is that of the rows that fit, by brute force.
func TestExtremeIsExtreme(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := anAsked().Draw(t, "asked")
		a.question.Kind, a.question.Among, a.question.Aspects = reply.Extreme, false, []string{"c"}
		if a.list.Shelf == nil {
			return
		}
		best, found := 0.0, false
		var want []string
		for row, p := range a.products {
			own := p.Of("c")
			if len(own) == 0 || a.list.Fits != nil && !a.list.Fits[row] {
				continue
			}
			n := own[len(own)-1].Number
			if a.question.Down {
				n = own[0].Number
			}
			switch {
			case !found || a.question.Down && n < best || !a.question.Down && n > best:
				best, found, want = n, true, []string{p.ID}
			case n == best:
				want = append(want, p.ID)
			}
		}
		if !found {
			return
		}
		act := reply.Answer(words.English, a.question, a.list)
		if want = want[:min(len(want), reply.Tied)]; !slices.Equal(act.Products, want) {
			t.Fatalf("the extreme is %v, by brute force %v: %q", act.Products, want, act.Text)
		}
		if !strings.Contains(act.Text, catalog.FormatNumber(best)) {
			t.Fatalf("it does not say %v: %q", best, act.Text)
		}
	})
}
