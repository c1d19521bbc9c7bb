package language

import "sync"

// Calls are the small words by which the values of a call are read out of an
// instruction. They stand in the file calls.txt of each language.
type Calls struct {
	Stop      Words    // carry no meaning that tells tools or values apart
	Courteous Words    // stand before a deed and say nothing
	Dull      Words    // in names of parameters, and say nothing about their values
	Both      Words    // for two
	Wholes    Words    // for all that there is
	Announces Words    // before a passage: "the message is"
	Namely    Words    // before a name
	Carriers  Words    // begin an answer, before its value: "I'd like to go to Boston"
	Thanks    Words    // end one
	Freely    Words    // in the names of parameters whose values are said or written out
	Shapeless Words    // in the names of parameters, and tell a person nothing of what is wanted
	Except    Phrasing // how an answer begins that says what it is not
}

// CallWords are those of every language together.
var CallWords = sync.OnceValue(func() *Calls {
	c := &Calls{}
	collect("calls.txt", c, codes()...)
	return c
})
