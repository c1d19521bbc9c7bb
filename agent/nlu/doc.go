// Package nlu reads messages: text → tokens → tags → spans → links → changes. The tagger
// ([Tagger]) gives every part of a message its intent and its typed spans; the lexicon links spans
// to categories, aspects and values of the catalogue, or to none ([Lexicon.Link]); amounts become
// ranges; the assembly makes changes of the need of them.
package nlu
