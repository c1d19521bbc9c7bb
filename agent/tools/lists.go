package tools

import "shopclerk/agent/language"

// What is known of words, whatever the tools: the lists that values are read by, those
// of answers and of what points at things, words for the same, and the words of dates.
var (
	lists   = language.CallWords()
	errands = language.ErrandWords()
	alike   = language.Alike()
	dates   = language.Dates()
)

// alikeWeight is what a word counts for a tool that says another word for the same: less
// than its own, so that a tool that uses the person's words is preferred.
const alikeWeight = 0.5

// phrasal is how far the words of a verb of several may stand apart: "throw the page out".
const phrasal = 4
