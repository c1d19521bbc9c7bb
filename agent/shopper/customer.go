package shopper

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"shopclerk/agent/memory"
	"shopclerk/catalog"
)

// Customer is a [Shopper] who does more than answer: opens the conversation, looks
// through lists, opens, compares and buys products, changes their mind and leaves.
// One customer has one conversation. Equal sources of randomness and equal pages
// give equal behaviour.
type Customer struct {
	Shopper
	Habits Habits

	opened   []string // ids, in order
	nearest  float64  // likeness of the best product opened
	target   bool     // the target was opened
	compared bool
	bought   bool
}

// NewCustomer returns a customer of some kind who is after a product.
func NewCustomer(target *catalog.Product, h Habits, rng *rand.Rand) *Customer {
	return &Customer{Shopper: Shopper{Target: target, Rand: rng}, Habits: h}
}

// Opening is how a conversation begins: with a message, or with a click on the
// target's category.
type Opening struct{ Message, Category string }

// lost is the share of shoppers who look for something that this kind of shop
// does not have.
const lost = 0.04

// openings are the ways to open with words, by how many values of the target they
// name and whether they are misspelt, and how common they are. Most people begin
// with little: what they are after, and one thing about it.
var openings = []struct {
	values   int
	misspelt bool
	share    float64
}{{0, false, 0.28}, {1, false, 0.44}, {2, false, 0.14}, {3, false, 0.05}, {1, true, 0.09}}

// Open begins the conversation.
func (c *Customer) Open() Opening {
	switch {
	case c.Rand.Float64() >= c.Habits.Types:
		return Opening{Category: c.Target.Category}
	case c.Rand.Float64() < lost/c.Habits.Types:
		return Opening{Message: nowhere[c.Rand.IntN(len(nowhere))]}
	}
	draw := c.Rand.Float64()
	for _, o := range openings {
		if draw -= o.share; draw < 0 {
			message := c.words(o.values, true)
			if o.misspelt {
				message = misspell(message, c.Rand)
			}
			return Opening{Message: message}
		}
	}
	return Opening{Message: c.words(0, true)}
}

// words asks for the target by up to n of its values that are words, and by its
// category's name where wanted.
func (c *Customer) words(n int, category bool) string {
	var values []string
	for _, a := range c.Target.Attributes {
		if v := a.Values[0]; a.Key != catalog.KeyBrand && v.Number == 0 && v.Text != "yes" && v.Text != "no" {
			values = append(values, v.Text)
		}
	}
	c.Rand.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
	values = values[:min(n, len(values))]
	if category || len(values) == 0 {
		values = append(values, strings.ToLower(catalog.LastLevel(c.Target.Category)))
	}
	return strings.Join(values, " ")
}

// Step is what a customer does next.
type Step int

// The steps.
const (
	Leave   Step = iota
	Answer       // fill in the form of questions
	SkipAll      // send it empty
	Hush         // ask for no more questions: "just show me"
	Say          // type something
	Undo         // take the last turn back
)

// mostTurns ends a conversation: nobody goes on for ever.
const mostTurns = 9

// Next decides what to do once the list of a turn, counted from 1, has been looked
// through: likeness is how near the list came to what is sought, 0..1, and asked
// whether questions stand beside it.
func (c *Customer) Next(turn int, likeness float64, asked bool) Step {
	leaves := c.Habits.Leaves*(1.3-likeness) + 0.03*float64(turn-1)
	switch {
	case c.bought:
		leaves = 0.9
	case c.target:
		leaves = 0.6
	}
	if turn >= mostTurns || c.Rand.Float64() < leaves {
		return Leave
	}
	if c.Rand.Float64() < c.Habits.Impulse || !asked {
		draw := c.Rand.Float64()
		switch {
		case turn > 1 && draw < 0.25:
			return Undo
		case asked && draw < 0.4:
			return SkipAll
		case asked && draw < 0.5:
			return Hush
		case !asked && draw > 0.8:
			return Leave
		}
		return Say
	}
	return Answer
}

// Form is a form of questions as it was filled in.
type Form struct {
	Given []memory.Given
	Typed []string      // under "something else", by question, "" for the others; nil where nothing was
	Took  time.Duration // from seeing the questions to sending them
}

// Message is what was typed, as the page sends it.
func (f *Form) Message() string {
	return strings.Join(slices.DeleteFunc(slices.Clone(f.Typed), func(t string) bool { return t == "" }), ", ")
}

// fatigue is what each question on a form adds to the probability that it is left
// out: those below are read by fewer.
const fatigue = 0.04

// Fill fills in a form.
func (c *Customer) Fill(questions []memory.Posed) Form {
	var f Form
	for i, truth := range c.Shopper.Answer(questions) { // truthful, and none left out
		q := &questions[i]
		t := topicOf(q.Answer.Key)
		skip, slip, cares := c.Rand.Float64(), c.Rand.Float64(), c.Rand.Float64()
		g := memory.Given{Question: i}
		switch {
		case skip < c.Habits.Skip+fatigue*float64(i) || skip > 1-(1-t.knows)*(1-c.Habits.Skip):
			f.Took += c.lasts(1)
			continue
		case slip < c.Habits.Wrong:
			g.Picked = []int{c.slip(upTo(len(q.Answer.Options)))}
		case cares >= t.cares:
			g.None = true
		default:
			g = truth
			if c.Habits.Terse && len(g.Picked) > 1 {
				g.Picked = []int{c.slip(g.Picked)}
			}
			if text := c.types(q.Answer.Key, &g); text != "" {
				g.Other = false // the words say it better
				if f.Typed == nil {
					f.Typed = make([]string, len(questions))
				}
				f.Typed[i] = text
				f.Took += c.lasts(2 * c.Habits.Pace)
			}
		}
		f.Given = append(f.Given, g)
		f.Took += c.lasts(c.Habits.Pace)
	}
	return f
}

// positionBias are the shares of clicks by an option's position where any would do:
// MIMICS-Duo, panes of five options. Those further down fare as the last.
var positionBias = []float64{0.31, 0.22, 0.22, 0.19, 0.07}

// slip draws one of some options by their positions alone.
func (c *Customer) slip(positions []int) int {
	shares := make([]float64, len(positions))
	total := 0.0
	for i, p := range positions {
		total += positionBias[min(p, len(positionBias)-1)]
		shares[i] = total
	}
	return positions[pick(shares, c.Rand)]
}

// upTo lists the numbers from 0 below n.
func upTo(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// types is what is typed under "something else", "" for nothing.
func (c *Customer) types(key string, g *memory.Given) string {
	draw, which := c.Rand.Float64(), c.Rand.IntN(1<<20)
	if wishes := unheard[key]; len(wishes) > 0 && draw < 0.03 {
		*g = memory.Given{Question: g.Question, Other: true}
		return dress(wishes[which%len(wishes)], which/len(wishes))
	}
	if !g.Other || draw < 0.45 {
		return ""
	}
	values := c.Target.Of(key)
	if len(values) == 0 || values[0].Number != 0 {
		return ""
	}
	return dress(values[0].Text, which)
}

// dress writes the same wish as different people do.
func dress(text string, how int) string {
	switch how % 5 {
	case 0:
		return strings.ToUpper(text)
	case 1:
		return text + " please"
	case 2:
		return text + "!"
	}
	return text
}

// Message is what a customer types in the course of a conversation: a price not to
// go beyond, or something that is true of what is sought.
func (c *Customer) Message() string {
	if c.Target.Price.Known() && c.Rand.Float64() < 0.35 {
		cap := c.Target.Price.Major() * (1.05 + 0.4*c.Rand.Float64())
		unit := math.Pow(10, math.Floor(math.Log10(cap))) / 2
		cap = math.Ceil(cap/unit) * unit
		return fmt.Sprintf(corrected[c.Rand.IntN(len(corrected))], catalog.FormatNumber(cap))
	}
	if c.Rand.Float64() < 0.15 {
		return "anything else?"
	}
	return c.words(1, false)
}

// lasts draws a duration about a median in seconds: the logarithms of the times
// that people take are about normal, with a deviation of 0.5.
func (c *Customer) lasts(seconds float64) time.Duration {
	return time.Duration(seconds * math.Exp(0.5*c.Rand.NormFloat64()) * float64(time.Second))
}

// Ponders is how long a step takes beside a form: typing, or finding a button.
func (c *Customer) Ponders(s Step) time.Duration {
	if s == Say {
		return c.lasts(9)
	}
	return c.lasts(3)
}
