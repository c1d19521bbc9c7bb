// Package reply words the agent's replies: what a search found ([Found]), the text of
// questions, of their options and of why they are asked ([QuestionText], [NamingOf],
// [OptionLabel], [ExplainQuestion]), answers to questions about products ([Answer]), and
// amounts and values as shoppers read them ([Amount], [Values], [Condition]).
//
// An answer says what the catalogue says, with names, values and units, or that the
// catalogue does not say it. Every number in an answer is a value of the catalogue or a
// count of its products, a yes has a value behind it, and what only a description says is
// quoted. An answer does not change the need; it may offer a change.
//
// The strings are in package words. The package is pure: package understand finds which
// products and aspects a question is about.
package reply
