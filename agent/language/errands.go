package language

import "sync"

// Errands are the small words by which an instruction is told from a search, and an
// answer from both. They stand in the file errands.txt of each language.
type Errands struct {
	Manners  Phrasing // before what is wanted: "could you please"
	Yes      Phrasing
	No       Phrasing
	Hold     Phrasing // neither yet: "wait"; or only under a condition: "but"
	Whatever Phrasing // it does not matter
	Thanks   Phrasing // says nothing
	Things   Phrasing // what shoppers have here: "order", "parcel"
	Basket   Phrasing // those of them that things are put in
	Orders   Phrasing // said of ordering, and not of the basket
	Address  Phrasing // words for where things go
	Own      Phrasing // "my"
	The      Phrasing // points at something known
	It       Phrasing // stands for something
	OneOf    Phrasing // stands for a thing after what tells it apart: "the black one"
	Tells    Phrasing // what tells one apart by its place, its number or by comparison; ordinals are added
	Supposes Phrasing // makes it a supposition
	NotNow   Phrasing // says when, and that is not now

	// how many it is to be of what was just put in the basket
	MoreOf     Phrasing // beside a number, that it is added: "one more"
	FewerOf    Phrasing // that it is taken away: "one less"
	RatherThan Phrasing // before how many it was: "instead of four"

}

// ErrandWords are those of every language together, because shoppers use more than one.
var ErrandWords = sync.OnceValue(func() *Errands {
	e := &Errands{}
	collect("errands.txt", e, codes()...)
	for _, l := range Languages() {
		for w := range l.ordinals {
			e.Tells.Add([]string{w})
		}
	}
	return e
})
