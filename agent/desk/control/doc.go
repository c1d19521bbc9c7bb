// Package control is what a merchandiser changes about how the shop asks and lists:
// the wording of questions, which aspects are asked about first or never, values
// that are one and the same, words that shoppers use for them, words that are read as
// others or not at all, products that are pinned or hidden, those with a value that stand
// further up or down, sentences above lists, what the start page says and shows, and which
// policy which share of the sessions gets.
//
// What was done is a [Log] of entries, each of which sets something or undoes an
// earlier entry, and [Log.Controls] folds it into the [Controls] in force, as a
// conversation's changes fold into its need. An entry is never changed: undoing it
// gives the controls as if it had never been made, and undoing that undo brings it
// back. The version of the controls is the sequence of the latest entry.
//
// What is said of a category holds in it, and what is said of "" in every category
// that has nothing of its own to say. Where a shopper looks in several categories,
// what all of them say holds, and where they differ what is said of "".
//
// The room is pure: the day comes in as a value, and whoever stores the log is
// elsewhere.
package control
