package tools

import "shopclerk/agent/language"

// What is known of words, whatever the tools: the lists that values are read by, those
// of answers and of what points at things, and words for the same. They are read at their
// first use: a program that starts to copy files does without.
var (
	lists   = language.CallWords
	errands = language.ErrandWords
	alike   = language.Alike
)

// alikeWeight is what a word counts for a tool that says another word for the same: less
// than its own, so that a tool that uses the person's words is preferred.
const alikeWeight = 0.5
