package shopper

import "math/rand/v2"

// Habits are how a kind of shopper behaves around the clerk. Rates are
// probabilities in [0,1].
type Habits struct {
	Name  string
	Share float64 // of all shoppers; those of [Kinds] sum to 1

	Wrong float64 // of a tick that is not meant
	Skip  float64 // of leaving a question out that could be answered
	Terse bool    // ticks one option of those that are true, by where it stands

	Types   float64 // of opening with words rather than with a category
	Leaves  float64 // of giving up after a turn that shows nothing like what is sought
	Impulse float64 // of changing course at a turn: typing, undoing, skipping all

	Pace float64 // seconds that answering a question takes, the median
	Eyes float64 // exponent of the position bias of looking, see [Examination]
}

// Kinds lists the kinds of shoppers that a simulated shop has. The shares and rates
// are assumptions, chosen so that all a desk tells of has something to show; the
// position bias is measured elsewhere, see [Examination] and positionBias.
func Kinds() []Habits {
	return []Habits{
		{Name: "decided", Share: 0.40, Wrong: 0.01, Skip: 0.04, Types: 0.60, Leaves: 0.06, Impulse: 0.10, Pace: 4, Eyes: 0.5},
		{Name: "terse", Share: 0.25, Wrong: 0.03, Skip: 0.10, Terse: true, Types: 0.45, Leaves: 0.10, Impulse: 0.12, Pace: 2.5, Eyes: 0.7},
		{Name: "careless", Share: 0.15, Wrong: 0.18, Skip: 0.08, Terse: true, Types: 0.50, Leaves: 0.14, Impulse: 0.18, Pace: 2, Eyes: 0.8},
		{Name: "reluctant", Share: 0.20, Wrong: 0.02, Skip: 0.45, Types: 0.70, Leaves: 0.20, Impulse: 0.22, Pace: 5, Eyes: 0.6},
	}
}

// topic is how shoppers take to questions about an aspect.
type topic struct {
	knows float64 // share of those who can say anything
	cares float64 // share, of those, to whom it matters
}

// topics are the aspects that shoppers take to differently from most.
var topics = map[string]topic{
	"brand": {0.97, 0.75}, "price": {0.98, 0.95}, "colour": {0.99, 0.92}, "color": {0.99, 0.92}, "category": {1, 1},
	"series": {0.45, 0.6}, "decorative_attribute": {0.8, 0.55}, "specification": {0.7, 0.9}, "style": {0.93, 0.8},
}

// elsewhere is what holds for all other aspects.
var elsewhere = topic{0.9, 0.88}

func topicOf(key string) topic {
	if t, ok := topics[key]; ok {
		return t
	}
	return elsewhere
}

// unheard are wishes that a shop may not be able to meet, by aspect: what shoppers
// type under "something else" beside what the shop has.
var unheard = map[string][]string{
	"colour":   {"turquoise", "lavender", "burgundy", "mint green"},
	"material": {"bamboo", "hemp", "recycled plastic"},
	"function": {"solar powered", "app control", "self cleaning"},
	"style":    {"art deco", "gothic"},
	"brand":    {"no name", "something local"},
}

// nowhere are things that shoppers look for in the wrong shop.
var nowhere = []string{
	"snowblower", "birdseed", "inkjet cartridges", "trampoline", "aquarium pump", "lawnmower", "toothbrush", "inflatable kayak", "drone",
	"ukulele", "hammock",
}

// corrected are ways to name a limit, in the words of a message.
var corrected = []string{"under %s", "not more than %s", "max %s", "below %s please"}

// Draw draws a kind of shopper by the shares of [Kinds].
func Draw(rng *rand.Rand) Habits {
	kinds := Kinds()
	draw := rng.Float64()
	for _, k := range kinds {
		if draw -= k.Share; draw < 0 {
			return k
		}
	}
	return kinds[len(kinds)-1]
}
