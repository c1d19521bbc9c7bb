// Package spell corrects what was typed by the words of a catalogue: misspelt words,
// words run together and words torn apart. It is arithmetic over a list of words;
// what products have a word, or two together, is asked of whoever knows.
//
// A word that the catalogue lacks is replaced by the likeliest of those that are
// near. A word that the catalogue has is never taken away: where another spelling
// is far commoner, or two words are one compound elsewhere, that form is added
// beside it. Damerau's distance (A technique for computer detection and correction
// of spelling errors, 1964) says what is near: he found four in five errors to be
// one letter wrong, missing or too many, or two neighbours exchanged.
package spell
