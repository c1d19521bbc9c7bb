package shopper

import (
	"math"
	"slices"
	"time"

	"shopclerk/catalog"
)

// Deed is what a customer does with products of a list.
type Deed int

// The deeds.
const (
	Opens    Deed = iota // opens one product's page
	Compares             // puts products side by side
	Buys                 // puts one product in the basket
)

// Act is a deed with products.
type Act struct {
	Deed      Deed
	Products  []string      // ids; one unless compared
	Positions []int         // of each in the list it was opened from, from 1; 0 when it is of an earlier list
	After     time.Duration // since the act before, or since the list was shown
}

// Examination is the probability that a shopper looks at the product at a position
// of a list, from 1: position^−eyes, as the position-based click model has it
// (Craswell et al., "An experimental comparison of click position-bias models",
// 2008; an exponent of about 1 is Joachims, Swaminathan and Schnabel's, "Unbiased
// learning-to-rank with biased feedback", 2017).
func Examination(position int, eyes float64) float64 { return math.Pow(float64(position), -eyes) }

// What becomes of a product that was looked at. Likeness counts by its square: what
// is half like the product sought is seldom worth a click.
const (
	attracts    = 0.25 // opens a product that is nearly like the one sought
	opensTarget = 0.70 // opens the product sought itself
	settles     = 0.30 // buys the product sought, once open
	strays      = 0.03 // buys one nearly like it
	weighs      = 0.30 // compares, with several open
	decides     = 0.25 // buys after comparing, if the product sought is among them
)

// mostOpened is how many products a customer opens from one list.
const mostOpened = 3

// Browse looks through a list and returns what is done with its products, in order,
// and how near the list came to what is sought: the likeness of the best product
// that was looked at, 0..1.
func (c *Customer) Browse(list []catalog.Product) (acts []Act, likeness float64) {
	pause := time.Duration(0)
	opened := 0
	for i := range list {
		p := &list[i]
		looks, clicks := c.Rand.Float64(), c.Rand.Float64()
		if looks >= Examination(i+1, c.Habits.Eyes) {
			continue
		}
		pause += c.lasts(1.2)
		like := Likeness(p, c.Target)
		likeness = max(likeness, like)
		tempts := attracts * like * like
		if p.ID == c.Target.ID {
			tempts = opensTarget
		}
		if clicks >= tempts || opened == mostOpened || slices.Contains(c.opened, p.ID) || c.bought {
			continue
		}
		acts = append(acts, Act{Opens, []string{p.ID}, []int{i + 1}, pause})
		pause = c.lasts(20)
		opened++
		c.opened = append(c.opened, p.ID)
		c.nearest = max(c.nearest, like)
		c.target = c.target || p.ID == c.Target.ID
		buys := strays * math.Pow(like, 6)
		if p.ID == c.Target.ID {
			buys = settles
		}
		if c.Rand.Float64() < buys {
			c.bought = true
			acts = append(acts, Act{Buys, []string{p.ID}, []int{i + 1}, pause})
			pause = c.lasts(4)
		}
	}
	return c.compare(list, acts, pause), likeness
}

// mostCompared is how many products stand side by side at most.
const mostCompared = 4

// compare puts what was opened side by side, now and then.
func (c *Customer) compare(list []catalog.Product, acts []Act, pause time.Duration) []Act {
	if len(acts) == 0 || c.bought || c.compared || len(c.opened) < 2 || c.Rand.Float64() >= weighs {
		return acts
	}
	c.compared = true
	a := Act{Deed: Compares, Products: slices.Clone(c.opened[max(0, len(c.opened)-mostCompared):]), After: pause}
	for _, id := range a.Products {
		a.Positions = append(a.Positions, rankOf(list, id))
	}
	acts = append(acts, a)
	if c.target && c.Rand.Float64() < decides && slices.Contains(a.Products, c.Target.ID) {
		c.bought = true
		acts = append(acts, Act{Buys, []string{c.Target.ID}, []int{rankOf(list, c.Target.ID)}, c.lasts(25)})
	}
	return acts
}

// rankOf is a product's place in a list from 1, 0 when it has none.
func rankOf(list []catalog.Product, id string) int {
	return 1 + slices.IndexFunc(list, func(p catalog.Product) bool { return p.ID == id })
}

// nearNumber is the ratio of two numbers up to which they count as alike: a price
// of 90 is like one of 100.
const nearNumber = 1.15

// Likeness is the share of the target's aspects in which a product agrees with it,
// 0..1: in one text value at least, or in the number up to 15 %. A product of
// another category is nothing like it.
func Likeness(p, target *catalog.Product) float64 {
	if p.ID == target.ID {
		return 1
	}
	if p.Category != target.Category || len(target.Attributes) == 0 {
		return 0
	}
	agree := 0
	for _, a := range target.Attributes {
		if shareValue(p, target, a.Key) {
			agree++
		}
	}
	return float64(agree) / float64(len(target.Attributes))
}

func similarValues(x, y catalog.Value) bool {
	if x.Number > 0 && y.Number > 0 {
		return max(x.Number, y.Number)/min(x.Number, y.Number) <= nearNumber
	}
	return catalog.Same(x.Text, y.Text)
}
