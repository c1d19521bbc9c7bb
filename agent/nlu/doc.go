// Package nlu reads messages: text → tokens → tags → spans → links → changes. It is learned, and
// works in shops that it never saw.
//
//  1. The tagger ([Tagger.Tag]) gives every part of a message its intent and its spans, typed and
//     with polarity: three linear chains over words, their writing and neighbours, and what the
//     catalogue and the thesaurus know of them ([Fact]).
//  2. [Reader.Read] completes the spans where words alone are plain: amounts with a unit
//     ([language.Amounts]), values that are written with numbers or hyphens, words for an extreme,
//     and what the catalogue has a name for. The intent of a part is weighed by its words as a
//     whole too. A copied list of specifications is read line by line.
//  3. The lexicon links spans to categories, values and aspects, or to none ([Lexicon.Link]): by
//     whole names, their ends and parts, compounds, spelling, and what words mean (the thesaurus
//     of data/nlu). The weights are learned (data/nlu/README.md). Brands and series go by their own
//     spelling.
//  4. [Reader.Assemble] makes changes of the need: kinds become the scope, properties and amounts
//     conditions of its aspects, limits where a line was drawn. What is linked to nothing ranks.
//     Where no kind is named, what shoppers say who need things of a category speaks for it; what
//     is not plain is asked.
//
// The data is in data/reading and data/nlu; `bench learn links` and `bench learn reader` make the
// weights anew, to the byte. The package reads no file and no clock.
package nlu
