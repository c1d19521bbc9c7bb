// Package understand reads a shopper's message without a language model: it
// finds in it what the catalogue itself calls its categories, aspects and
// values, the amounts, and what the shopper does not want, and makes
// [search.Change]s of them.
//
// A [Vocabulary] is built once from a catalogue; what it does is pure:
//
//   - [Vocabulary.Clauses] takes a message apart into what it does, by the model of acts
//     of the message's language; [Vocabulary.Why] tells what a clause was judged by.
//   - [Vocabulary.Understand] reads a clause that says what is wanted.
//   - [Vocabulary.Asked] reads a clause that asks about products: which of those shown,
//     and what of them.
//
// A clause is cut into tokens (letters and digits apart, marks of quotation left out), compounds that nothing has as
// a whole are divided, misspelt words are corrected, and tokens are joined to segments (the
// longest phrase of the catalogue, of the language's grammar, or amount). What the clause is
// about is decided first because what a value means depends on it; the clause is then
// segmented again with the meanings of those categories alone, how the shopper stands to
// what is named is told, and amounts and values are placed.
//
// # What is weighed
//
// Three things are learned of examples, and can be told by their parts (`catalog read
// --explain`): what a clause does (agent/language, the model of acts), what kind of product
// it is about (aim.go), and how the shopper stands to what it names (stance.go).
//
//   - A clause is about categories that it names, about those that a thing is sold in, about
//     what it points to without naming it (cued.go: "my feet are cold at the office"), about
//     what its words lead to, or it leaves things as they stood, or the thing is not sold.
//     Each of these is an aim; its share of the belief comes of its evidence: how it is
//     named, what the words find in the whole shop, which other words are values there,
//     what stood before, and what the rules of grammar alone would say ([reader.wanted]).
//   - What is named is wanted, ruled out, no longer asked for, or only mentioned: "navy, I
//     look awful in yellow", "the hood isn't that important". Everything is taken for
//     wanted unless the model is plainly sure of another stance.
//
// # Other languages than the catalogue's
//
// Where the message's language has a dictionary into English, a segment means what the
// catalogue calls the first of its English names that the catalogue has; that counts as
// less direct than the catalogue's own words. What is left is searched for in English, where
// the dictionary knows the word and the catalogue does not know the shopper's.
//
// # What becomes what
//
//   - A category's name, or that of a level above categories, sets the scope. So
//     does the tail of a name ("cooler"): as many categories as end so. "Keyboard
//     and mouse" are two, "women's shoes" are where both meet. It replaces the
//     scope that stood. Where most of what is of a type called so stands elsewhere, four
//     blouses under Blouses and a hundred among the tops, it is a thing and no category.
//   - A value or the name of a flag becomes a wish. The values of one aspect in
//     a message make one wish, which any of them fulfils, whether "or" or "and"
//     joins them: people say "black and white" of a choice as well as of a thing.
//   - An amount becomes a condition on the aspect named beside it, or on the
//     aspect of its dimension whose numbers it fits best. A bound or a range is a
//     limit; a plain number is a wish, for 2.4 % more or less; "about" is a wish
//     for 15 % more or less.
//   - A strict bound leaves itself out of what is counted ("fewer than 8 pieces"), and of
//     nothing that is measured or paid. "2x16 GB" is 32 GB.
//   - A currency, a word such as "budget", or a bound or range without any unit
//     makes it a price. An amount of money without a bound is "about".
//   - A negated value is a limit; a negated flag limits to "no".
//   - What is said not to matter ("any colour", "brand doesn't matter") takes back what was
//     said of it and is an answer like "no preference": it is not asked about (waive.go).
//   - Two words name a value or a flag in whatever form they stand: "height adjustable"
//     where the catalogue has "electric height adjustment"; degrees and abbreviations are
//     names too, "fully modular" of the value "all" of "modular cables", "mATX" (phrases.go).
//   - Sizes are compared as they are written: "155x220" is "155 × 220 cm". German calls things
//     by a number, "140er Lüfter", which is the measure that most of them have so much of; what
//     is said by mistake gives way, "32 inch, no wait, 40" (sized.go). A bound may go further,
//     "under 100, or 120 if need be", and what shall bear "up to 120 kg" bears that at least
//     (alternatives.go).
//   - How old somebody is wishes for what is for children, or says nothing of products; nor
//     does how many are wanted, or who for (leftover.go).
//   - A thing, the name of a kind of product that the language knows, sets the scope
//     where no category is called so: to the categories that it is a value of their type
//     in, whose titles end with it, or that its broader name names in full ("sneakers" in
//     a shop of shoes). A thing that is found nowhere is [Reading.Unsold], with the
//     categories nearest to it, and the clause changes nothing of the scope.
//   - A use or a trouble without a thing ("something for hiking") can set the scope to the
//     few categories that the language says are for it. Where it speaks for several and
//     for none plainly, nothing is set and they are in [Reading.Kinds].
//   - Words that describe what is wanted, in a category or none, and are in the products'
//     texts are words for retrieval, in the shopper's spelling and order; everyday words
//     carry nothing; words that the catalogue does not have are [Reading.Unplaced]. Which
//     of the former are a value of nothing is in [Reading.Loose]: those that no product of
//     the categories has are told and left out as well, by whoever can look them up.
//
// A category named in full makes the scope certain ([Reading.Certain]); by the end of its
// name alone ("lamp" of "projector lamp") it can be doubted by whoever knows what the
// words find. [Context.Query] reads a query that is no part of a conversation: whatever it
// names is looked for, sold or not.
//
// # When it is not sure
//
// A wrong condition costs the shopper more than a missing one, because retrieval
// still sees the words. So:
//
//   - A number without unit, bound or aspect is a word: "rtx 4070", "iphone 12".
//     So is one that is written together with letters that are no unit
//     ("tn-2110", "1440p"), one that counts an unknown plural ("at least 3
//     ports") and a range in which nothing costs ("24-27").
//   - A category before an unknown noun describes that noun ("mouse pad"), and
//     after a thing that others are made for it means that thing's accessory
//     ("phone case"): both stay words. See [reader.wanted].
//   - Where a word fits two aspects about equally well, the likelier becomes the
//     wish and the word is kept for retrieval as well. An amount that does is
//     never a limit.
//   - In the whole shop, without any category, a value is words: Apple makes
//     things, and others fit what Apple makes. On icecat's judged queries, wishes
//     read there cost 0.15 of nDCG@10. What is not wanted, and amounts with a
//     unit, are read all the same.
//   - A value that no product in scope has is a word.
//   - An unknown word that is negated is neither a condition nor a word, because
//     retrieval would look for it: it goes to [Reading.Barred] for the clerk to
//     say so. The same holds for a known value that an unknown word follows: "no
//     red lights" must not rule out red.
//   - A word is corrected only when it is in no vocabulary, has four letters, and
//     one is a single edit away (two from seven letters on). See [language.ShortWord] and
//     [Vocabulary.WithKnown].
package understand
