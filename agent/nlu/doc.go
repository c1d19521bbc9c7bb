// Package nlu reads messages: text → tokens → tags → spans → links → changes. It is learned, and
// works in shops that it never saw.
//
//  1. The tagger ([Tagger.Tag]) gives every part of a message its intent and its spans, typed and
//     with polarity: three linear chains over words, their writing and neighbours, and what the
//     catalogue and the thesaurus know of them ([Fact]). A model of whole clauses, a multinomial
//     logistic regression over their words and spans, weighs the intent too and tells its topic.
//  2. [Reader.Read] completes the spans where words alone are plain: amounts with a unit
//     ([language.Amounts]), values that are written with numbers or hyphens, words for an extreme,
//     and what the catalogue has a name for. A copied list of specifications is read line by line.
//  3. The lexicon links spans to categories, values and aspects, or to none ([Lexicon.Link]): by
//     whole names, their ends and parts, compounds, spelling, and what words mean (the thesaurus
//     of data/nlu). The weights are learned (data/nlu/README.md). Brands and series go by their own
//     spelling.
//  4. [Reader.Assemble] makes changes of the need. Which categories a clause is about is weighed in
//     one place ([Reader.Aims]): those that spans name, that its words find, and that are needed by
//     who says such things. Those that are plain become the scope; else the likeliest are offered.
//     Properties and amounts become conditions of the scope's aspects, limits where a line was
//     drawn. What is linked to nothing ranks.
//
// The data is in data/reading and data/nlu. `bench learn links`, `bench learn reader` and
// `bench learn kinds` make the weights anew, from what the package exports for learning: [View],
// [Chains], [Thesaurus] and [Lexicon.Candidates]. The package reads no file and no clock.
package nlu
