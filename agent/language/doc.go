// Package language is what is known of languages, whatever a shop sells: tokens, number
// words, units and amounts, days, what is quoted and what is a name (text.go), the phrases
// by which people say what they want and do not want, dictionaries into English, in which
// most catalogues are written, and what kind of act a message is. It is used by whoever
// reads words: needs, errands and tools.
//
// A language is a folder of tables beside this file. In tables of sections an item may leave
// choices open: "(stay|keep (it|)) under" is three phrases (table.go).
//
//	language.txt   how it writes: decimal sign, stemmer, compounds
//	phrases.txt    phrases by role (phrases.go says what each role is for)
//	numbers.tsv    number words, scales, ordinals
//	errands.txt    the small words of instructions and answers (errands.go)
//	pointers.txt   words that point at what is shown (pointers.go)
//	calls.txt      those that the values of a call are read by (calls.go)
//	endings.tsv    endings in which words for one thing differ (roots.go); irregular.tsv: verbs
//	dimensions.tsv words of measure ("heavy, heavier, heaviest") and what they measure
//	functions.txt  words that give the language away
//	generic.txt    nouns that name no product: "something", "present"
//	common.txt     everyday words that are neither products nor typing errors
//	parts.txt      nouns that make a part or accessory of what stands before them
//	products.tsv   names of product types, with broader ones (English alone; data/lexicon has it)
//	kinds.tsv      values with broader ones: navy is a blue (English alone)
//	people.tsv     who is a woman, and who a man: broader concepts (English alone)
//	uses.tsv       what things are used for, and words that tell it (topics.go; English alone)
//	cues.tsv       things, and what people say who need one and do not name it (hints.go)
//	situations.tsv what somebody says who needs a thing and does not name it (hints.go)
//	words.tsv      what a word means in English (not for English; data/lexicon has it)
//
// Whoever reads needs and answers asks a [Language]; whoever reads errands and calls takes
// the lists of every language together ([ErrandWords], [CallWords], [Root]),
// because instructions are short and shoppers mix languages in them. A further language
// is a further folder: nothing here names one but English, in which catalogues are.
//
// Units and currencies are spelled in all languages together (units.tsv,
// currencies.tsv). Nothing here reads a clock or touches the world.
package language
