// Package language is what is known of languages, whatever a shop sells: tokens, number
// words, units and amounts, the phrases by which people say what they want and do not
// want, dictionaries into English, in which most catalogues are written, and what kind
// of act a message is. It is used by whoever reads words: needs, errands and tools.
//
// A language is a folder of tables beside this file:
//
//	phrases.txt    phrases by role (phrases.go says what each role is for)
//	numbers.tsv    number words, scales, ordinals
//	dimensions.tsv words of measure ("heavy, heavier, heaviest") and what they measure
//	functions.txt  words that give the language away
//	generic.txt    nouns that name no product: "something", "present"
//	common.txt     everyday words that are neither products nor typing errors
//	parts.txt      nouns that make a part or accessory of what stands before them
//	products.tsv   names of product types, with broader ones (English alone)
//	kinds.tsv      values with broader ones: navy is a blue (English alone)
//	uses.tsv       uses, and the things that they point to (English alone)
//	words.tsv      what a word means in English (not for English)
//	examples.tsv   messages with the act of each clause, from which is learned:
//	acts.tsv       the model of acts; `bench acts --learn` writes it, by hand nobody does
//
// Units and currencies are spelled in all languages together (units.tsv,
// currencies.tsv). Nothing here reads a clock or touches the world.
package language
