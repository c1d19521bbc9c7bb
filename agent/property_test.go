package agent_test

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"shopclerk/agent"
	"shopclerk/agent/dialog"
	"shopclerk/catalog"
	"shopclerk/search"
)

// needs are messages over the small shop, in both languages; "_" is a number.
var needs = []string{
	"black kettle", "kettles under _ euros", "a lamp in brass", "floor lamps", "not plastic", "in red", "at least 1.5 l", "Lumo or Nara",
	"steel please", "dimmable table lamps up to €_", "between 20 and _ euros", "about _ euros", "nothing over _ euros", "no, white instead",
	"glass", "cheaper", "at least _ cm high", "retro", "actually _ euros",
	"schwarzer Wasserkocher", "Wasserkocher unter _ Euro", "eine Stehlampe", "kein Plastik", "in Rot", "mindestens 1,5 l", "aus Stahl bitte",
	"dimmbare Tischlampe bis _ €", "zwischen 20 und _ Euro", "etwa _ Euro", "mehr als _ Euro möchte ich nicht ausgeben", "doch lieber weiß", "billiger",
}

// a conversation that has begun, and how it went on.
func begun(t *rapid.T, a *agent.Agent) (*dialog.Conversation, []string) {
	c := &dialog.Conversation{}
	var said []string
	say := func(in agent.Input) {
		if _, err := a.Reply(t.Context(), c, in); err != nil {
			t.Fatalf("%q: %v", in.Message, err)
		}
	}
	say(browse(rapid.SampledFrom([]string{kettles, tableLamps}).Draw(t, "category")))
	for range rapid.IntRange(0, 3).Draw(t, "messages") {
		message := aNeed(t)
		said = append(said, message)
		say(agent.Input{Message: message})
	}
	return c, said
}

func aNeed(t *rapid.T) string {
	return strings.ReplaceAll(rapid.SampledFrom(needs).Draw(t, "need"), "_", strconv.Itoa(rapid.IntRange(21, 200).Draw(t, "number")))
}

// priced reports whether a product of the shop has a price.
func priced(t *rapid.T, a *agent.Agent, price float64) bool {
	shelves, err := a.Config().Engine.Shelves(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(shelves, func(s *catalog.Shelf) bool {
		c := s.Column(catalog.KeyPrice)
		return c != nil && slices.ContainsFunc(c.Values, func(v catalog.Value) bool { return v.Number == price })
	})
}

// aNumber finds numbers in messages of both languages.
var aNumber = regexp.MustCompile(`\d+(?:[.,]\d+)?`)

// Every number of a demand comes from a message, from a product that was shown, or from
// what stood, but for the tolerance of "about", and for "cheaper" where no product shown has
// a price: it is held against what stood, or is a wish for the cheapest prices there are.
func TestNoNumberIsInvented(t *testing.T) {
	a := clerk(t, true)
	rapid.Check(t, func(t *rapid.T) {
		c, said := begun(t, a)
		var known []float64
		for _, message := range said {
			for _, text := range aNumber.FindAllString(message, -1) {
				n, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", "."), 64)
				if err != nil {
					t.Fatal(err)
				}
				known = append(known, n)
			}
		}
		for i := range c.Exchanges {
			for _, ch := range c.Exchanges[i].Changes {
				if ch.Condition == nil || ch.Condition.Range == nil {
					continue
				}
				low, high := ch.Condition.Range.Bounds()
				for _, n := range []float64{low, high} {
					if ch.Op == search.AddWish && ch.Condition.Key == catalog.KeyPrice && priced(t, a, n) {
						continue
					}
					if !math.IsInf(n, 0) && !stems(n, known) {
						t.Fatalf("%q: %s has the number %v, of %v", said, describe(&ch), n, known)
					}
				}
			}
			known = append(known, figures(t, a, c.Exchanges[i].Shown)...)
		}
	})
}

// stems reports whether a number is one of those known, or the end of the band of one:
// 2.4 % about a plain number, 15 % about one that was said with "about", and a fifth
// less for "cheaper".
func stems(n float64, known []float64) bool {
	for _, k := range known {
		for _, share := range []float64{0, 0.024, 0.15, 0.2} {
			for _, end := range []float64{k * (1 - share), k * (1 + share)} {
				if math.Abs(n-end) <= 1e-6*math.Max(1, end) {
					return true
				}
			}
		}
	}
	return false
}

// figures are the numbers of products.
func figures(t *rapid.T, a *agent.Agent, ids []string) []float64 {
	t.Helper()
	refs, err := a.Config().Engine.Store().Refs(t.Context(), ids)
	if err != nil {
		t.Fatal(err)
	}
	var list []catalog.Ref
	for _, ref := range refs {
		list = append(list, ref)
	}
	products, err := a.Config().Engine.Store().Products(t.Context(), list)
	if err != nil {
		t.Fatal(err)
	}
	var out []float64
	for _, p := range products {
		out = append(out, float64(p.Price.Minor)/100)
		for _, at := range p.Attributes {
			for _, v := range at.Values {
				out = append(out, v.Number)
			}
		}
	}
	return out
}

// describe spells a change for a person.
func describe(ch *search.Change) string { return fmt.Sprintf("%s %q", ch.Op, ch.Text) }
