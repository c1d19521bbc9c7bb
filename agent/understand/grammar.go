package understand

import "strings"

// role is what a word or phrase of the language, rather than of the catalogue,
// does in a message.
type role uint8

const (
	none     role = iota
	filler        // politeness and glue: carries nothing
	link          // a preposition: what follows belongs to what stands before
	and           //
	or            //
	negate        // the next value is not wanted
	exclude       // as negate, and reaches over "and"
	whatever      // "any": the aspect named next does not matter
	atMost        // an upper bound, before or after its amount
	atLeast       // a lower bound, likewise
	roughly       // the amount is not meant exactly
	atMost2       // an upper bound, after its amount only: "or less"
	atLeast2      // a lower bound, after its amount only: "or more"
	roughly2      // after its amount only: "or so"
	between       // opens "between a and b"
	to            // joins the two ends of a range
	money         // the amount is a price
	budget        // the amount is the most to be spent
	cheap         // wants a low price
	cheaper       // wants a lower price than those shown
	dearer        // wants a higher price than those shown
	others        // wants products that have not been shown
	reset         // start over
	hush          // wants no more questions
	justShow      // likewise, when nothing is asked for beside it: else it is glue
)

// english holds the phrases by role, divided by commas, as [fold] spells them:
// without apostrophes. The longest phrase at a place wins, so "no more than" is
// a bound and no negation.
var english = map[role]string{
	filler: `a, an, the, this, that, these, those, it, its, likes, liked, wish, possible, ever, matter, matters, i, im, ive, id, ill, me, my, mine, we, our, us, you, your, u,
		he, she, his, her, they, them, their, is, are, am, be, been, being, was, were, do, does, did, have, has, had, having,
		can, could, would, will, shall, should, might, must, may, lets, let, get, got, give, show, find, see, need, needs, want,
		wants, wanted, wanna, gonna, buy, purchase, order, looking, look, search, searching, shopping, shop, seeking, browse,
		please, pls, plz, thanks, thank, cheers, sorry, hi, hello, hey, hiya, yo, greetings, dear, ok, okay, yes, yeah, yep,
		yup, sure, well, so, then, just, only, also, too, very, really, quite, pretty, rather, maybe, perhaps, possibly,
		ideally, preferably, prefer, like, love, some, something, someone, somebody, stuff, thing, things, one, ones, item, items,
		product, products, there, here, what, which, who, whom, whose, how, where, when, why, if, as, at, by, but, than, more,
		most, less, much, many, lot, lots, any, bit, kind, sort, type of, kind of, sort of, now, today, recommend, suggest,
		suggestion, suggestions, recommendation, recommendations, help, good, best, better, nice, great, perfect, decent, cool,
		lovely, ideal, top rated, wondering, thinking, hoping, trying, available, sell, selling, carry, stock, stocked, go, going,
		think, know, about, around, under, over, below, above, up, from, between, into, out, off, no thanks, no thank you,
		not sure, im not sure, no idea, no problem, no matter, no preference, not important, not really, why not, if not,
		or not, whether or not, dont know, i dont know, dont mind, cant, cannot, dont, doesnt, isnt it, not bad, at all,
		good morning, good evening, good afternoon, good day, looking for, look for, search for, searching for, shopping for,
		in search of, in the market for, need for, asking for, hoping for, on the lookout for, interested in, in need of,
		what about, how about, in terms of, when it comes to, as well, as well as, a lot of, lots of, a couple of,
		a pair of, pair of, pairs of, a set of, other, another, others, everything, anything, nothing, all, least, both,
		either, such, eg, ie, etc, still, even, again, actually, basically, literally, kinda, sorta, say, said, tell, mean,
		means, make it, made, to be, to buy, to get, to have, to see, to find, would like to, want to, need to, going to`,
	link: `for, with, to, on, in, of, inside, onto, compatible with, fits, fitting, made for, made of, made from, goes with,
		that fits, to fit, works with, using, via`,
	and: `and, n, plus`,
	or:  `or, nor, and / or`,
	negate: `no, not, non, isnt, arent, wont, never, neither, nothing in, nothing with, nothing, dont want, do not want, dont need,
		do not need, didnt want, dont like, do not like, doesnt have, does not have, dont have, hate, dislike, avoid, avoiding,
		not a fan of, not into, not interested in, not with, not in, not from, not by, not made of, not too, not so, not that, not very,
		not any, dont show me, do not show me, free of, no more of, neither of, must not have, must not be, should not be,
		shouldnt be, cant be, cannot be, cant have, can not be, is not, are not`,
	exclude: `without, w / o, wo, except, except for, excluding, exclude, anything but, everything but, all but, any but, but not,
		anything except, everything except, other than, anything other than, something other than, apart from, instead of,
		rather than, minus, lacking, without any, no more`,
	whatever: `any, whatever, dont care about, do not care about, dont mind about, no preference on, no preference for,
		no preference about, no matter what, no matter which, any kind of, regardless of, irrespective of, whichever`,
	atMost: `under, below, less than, at most, max, maximum, up to, upto, no more than, not more than, not over, not above,
		no over, nothing over, nothing above, no higher than, not higher than, no greater than, cheaper than, within, lower than, fewer than, smaller than,
		shorter than, lighter than, not exceeding, less then, a maximum of, maximum of, max of, inside of, <, < =, ≤, = <,
		slower than, thinner than, narrower than, not bigger than, not larger than, no bigger than, no larger than, no longer than,
		dont want to spend more than, cant spend more than, cannot spend more than, wont pay more than, nothing more than`,
	atLeast: `over, above, more than, at least, min, minimum, from, starting at, starting from, greater than, higher than, bigger than,
		larger than, longer than, wider than, taller than, heavier than, faster than, no less than, not less than, not under, not below,
		nothing under, nothing below, no under, no smaller than, not smaller than, a minimum of, minimum of, min of, more then, >, > =, ≥, = >, upwards of, exceeding,
		or more than, no shorter than`,
	roughly: `about, around, roughly, approximately, approx, circa, ca, somewhere around, close to, near, nearly, almost, ~,
		in the region of, in the range of, some, more or less, or about, or around`,
	atMost2:  `or less, or under, or below, or cheaper, or lower, or fewer, or smaller, tops, and under, and below, and less, at the most, or lighter, or shorter`,
	atLeast2: `or more, or over, or above, or higher, or bigger, or larger, or greater, or better, or longer, and up, and over, and above, and more, plus, +, upwards, or faster`,
	roughly2: `or so, ish, - ish, or thereabouts, give or take`,
	between:  `between, anywhere between, somewhere between, in between, ranging from, anywhere from, somewhere from`,
	to:       `to, -, –, —, until, till, thru, through, . .`,
	money:    `price, prices, priced, pricing, price range, price of, price tag, cost, costs, costing, spend, spending, pay, paying, price point, worth`,
	budget: `budget, budget of, a budget of, on a budget of, with a budget of, can spend, can afford, afford, price limit, limit of,
		price cap, willing to pay, willing to spend, want to spend, able to spend`,
	cheap: `cheap, inexpensive, affordable, low cost, low price, low priced, low - cost, low - priced, low - budget, low budget, on a budget, budget friendly,
		budget - friendly, not expensive, not too expensive, not so expensive, not that expensive, not very expensive, economical, cheapest, lowest price, cheapish, not pricey,
		without breaking the bank, wont break the bank`,
	cheaper: `cheaper, cheaper ones, cheaper one, less expensive, less pricey, lower price, lower priced, lower prices, too expensive, too pricey,
		too much money, too dear, thats too expensive, anything cheaper, something cheaper, more affordable`,
	dearer: `more expensive, pricier, higher priced, higher price, more premium, too cheap, higher end, more upmarket`,
	others: `anything else, something else, something different, anything different, show me others, show others, show me other,
		show me more, show more, see more, see others, other options, more options, other ones, different ones, others please,
		other products, more products, more results, other results, next page, none of these, none of those, none of them,
		not these, not those, not any of these, not any of those, i dont like these, dont like these, dont like any of these, dont like any of them,
		other suggestions, more suggestions, what else, any others, any other ones, any other options, some others, another one, another option,
		other choices, more choices, other alternatives, alternatives, something other than these, anything other than these, different options, anything else like this`,
	reset: `start over, start again, new search, start a new search, start from scratch, from scratch, begin again, clear all, clear everything, forget everything,
		forget it, forget that, forget all that, forget all of that, reset everything, reset all, reset search, reset the search, start anew, start fresh,
		lets start over, lets start again, restart the search`,
	hush: `stop asking, stop asking me, stop asking questions, stop asking me questions, quit asking, no more questions, no questions, no further questions,
		dont ask questions, dont ask me questions, do not ask questions, do not ask me questions, dont ask me, dont ask me anything, without questions,
		enough questions, enough with the questions, enough of the questions, skip the questions, skip questions, stop the questions, ask me nothing more`,
	justShow: `just show me, just show them, just show me them, just show products, just show the products, just show me products, just show me the products,
		just show the list, just show me the list, just show me what you have, just show me what you got, just show what you have, just list them`,
}

// alone lists words that are commands only when nothing else is said: "next" is
// also a brand, and a "reset button" is no command.
var alone = map[string]role{
	"reset": reset, "restart": reset, "clear": reset,
	"more": others, "another": others, "others": others, "next": others, "different": others, "other": others,
}

// maxPhrase is the number of tokens of the longest phrase.
const maxPhrase = 7

// grammar finds phrases in a message. A phrase may have several roles; who looks
// says which count.
type grammar struct {
	roles map[string][]role // ascending
	words map[string]bool   // every word of every phrase
}

// language is the grammar of English.
var language = newGrammar(english)

func newGrammar(phrases map[role]string) *grammar {
	g := &grammar{roles: map[string][]role{}, words: map[string]bool{}}
	for r := filler; r <= justShow; r++ {
		for _, p := range strings.Split(phrases[r], ",") {
			fields := strings.Fields(p)
			key := strings.Join(fields, " ")
			if key == "" {
				continue
			}
			g.roles[key] = append(g.roles[key], r)
			for _, w := range fields {
				g.words[w] = true
			}
		}
	}
	return g
}

// at calls visit for every phrase that begins at token i, shortest first, with
// the token after it and its roles in ascending order.
func (g *grammar) at(toks []token, i int, visit func(next int, roles []role)) {
	var buffer [96]byte
	key := buffer[:0]
	for j := i; j < len(toks) && j < i+maxPhrase; j++ {
		if j > i {
			key = append(key, ' ')
		}
		key = append(key, toks[j].form...)
		if roles, ok := g.roles[string(key)]; ok {
			visit(j+1, roles)
		}
	}
}

// longest returns the longest phrase at token i that has one of the wanted
// roles, and that role; next is i when there is none.
func (g *grammar) longest(toks []token, i int, wanted roleSet) (next int, found role) {
	next = i
	g.at(toks, i, func(end int, roles []role) {
		for _, r := range roles {
			if wanted.has(r) {
				next, found = end, r
			}
		}
	})
	return next, found
}

// roleSet is a set of roles.
type roleSet uint32

func rolesOf(roles ...role) roleSet {
	var s roleSet
	for _, r := range roles {
		s |= 1 << r
	}
	return s
}

func (s roleSet) has(r role) bool { return s&(1<<r) != 0 }
