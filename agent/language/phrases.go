package language

import (
	"fmt"
	"slices"
	"strings"
)

// Role is what a phrase of the language does in a message, whatever the catalogue. A
// phrase can have several roles; who looks says which count.
type Role uint8

// The roles. Their phrases stand in the file phrases.txt of each language.
const (
	None         Role = iota
	Filler            // carries nothing by itself: articles, politeness, wanting
	Link              // a preposition between a thing and what it is for or has
	And               //
	Or                //
	Negate            // what comes next is not wanted
	Exclude           // as Negate, and reaches over "and"
	Whatever          // "any": the aspect named next does not matter
	AtMost            // an upper bound, before its amount
	AtLeast           // a lower bound, likewise
	Roughly           // the amount is not meant exactly
	AtMostAfter       // an upper bound, after its amount only: "or less"
	AtLeastAfter      // a lower bound, after its amount only: "or more"
	Between           // opens "between a and b"
	To                // joins the two ends of a range
	Money             // the amount is a price
	Budget            // the amount is the most to be spent
	Ask               // opens a question: "is", "does", "how", "which"
	Forget            // what is named next no longer matters
	Spend             // verbs of paying, between a bound and its negation
	Turn              // a negation that turns the bound behind it: "shouldnt exceed"
	Ascending         // the lowest first
	Descending        // the highest first
	Prefer            // asks which is better: "worth it", "would you take"
	Possess           // "my": what comes next is the shopper's own
	Than              // between a comparison and what it is held against
	For               // a preposition between a thing and what it is for
	Stocked           // wants what is in stock
	Retract           // takes back what was said right before, for what comes next: "no wait"
	Talk              // says nothing of products by itself, and that is all
)

// roleNames are the sections of phrases.txt, by role.
var roleNames = [...]string{
	Filler: "filler", Link: "link", And: "and", Or: "or", Negate: "negate", Exclude: "exclude", Whatever: "whatever",
	AtMost: "at-most", AtLeast: "at-least", Roughly: "roughly", AtMostAfter: "at-most-after",
	AtLeastAfter: "at-least-after", Between: "between", To: "to", Money: "money",
	Budget: "budget",
	Ask:    "ask", Forget: "forget",
	Spend: "spend", Turn: "turn", Ascending: "ascending", Descending: "descending",
	Prefer: "prefer", Possess: "possess", Than: "than", For: "for", Stocked: "stocked", Retract: "retract", Talk: "talk",
}

// Phrases finds phrases of a language in a message.
type Phrases struct {
	roles  map[string][]Role // ascending
	words  map[string]bool   // that say nothing of products: those that are phrases, and what phrases have that is no thing
	tokens int               // of the longest phrase
}

func newPhrases(code string) *Phrases {
	p := &Phrases{roles: map[string][]Role{}, words: map[string]bool{}}
	name := code + "/phrases.txt"
	for _, s := range sections(name, table(code, "phrases.txt")) {
		r := slices.Index(roleNames[:], s.name)
		if r <= int(None) {
			panic(fmt.Sprintf("%s: unknown section %q", name, s.name))
		}
		for _, item := range s.items {
			p.add(item, Role(r))
		}
	}
	return p
}

// add adds a phrase and returns its key.
func (p *Phrases) add(phrase string, r Role) string {
	toks := Tokenize(phrase)
	p.tokens = max(p.tokens, len(toks))
	key := formKey(toks)
	p.roles[key] = append(p.roles[key], r)
	p.words[key] = p.words[key] || len(toks) == 1
	return key
}

// learn takes the words of longer phrases that are no things for such as say nothing of products: "glass of"
// makes no filler of "glass".
func (p *Phrases) learn(thing func(form string) bool) {
	for key := range p.roles {
		for w := range strings.FieldsSeq(key) {
			p.words[w] = p.words[w] || !thing(w)
		}
	}
}

// Longest returns the longest phrase at token i that has one of the wanted roles, and
// that role; next is i when there is none.
func (p *Phrases) Longest(toks []Token, i int, wanted Roles) (next int, found Role) {
	next = i
	var buffer [128]byte
	key := buffer[:0]
	for j := i; j < len(toks) && j < i+p.tokens; j++ {
		if j > i {
			key = append(key, ' ')
		}
		key = append(key, toks[j].Form...)
		for _, r := range p.roles[string(key)] {
			if wanted.Has(r) {
				next, found = j+1, r
			}
		}
	}
	return next, found
}

// Has reports whether a phrase of one of some roles begins at token i.
func (p *Phrases) Has(toks []Token, i int, roles ...Role) bool {
	_, role := p.Longest(toks, i, RolesOf(roles...))
	return role != None
}

// Anywhere reports whether a phrase of one of some roles begins at any of the tokens.
func (p *Phrases) Anywhere(toks []Token, roles ...Role) bool {
	for i := range toks {
		if p.Has(toks, i, roles...) {
			return true
		}
	}
	return false
}

// Knows reports whether a word says nothing of products.
func (p *Phrases) Knows(form string) bool { return p.words[form] }

// Roles is a set of roles.
type Roles uint64

// RolesOf makes a set.
func RolesOf(list ...Role) Roles {
	var s Roles
	for _, r := range list {
		s |= 1 << r
	}
	return s
}

// Has reports whether a role is in the set.
func (s Roles) Has(r Role) bool { return s&(1<<r) != 0 }

// Is reports whether a word by itself has a role.
func (p *Phrases) Is(form string, role Role) bool { return slices.Contains(p.roles[form], role) }
