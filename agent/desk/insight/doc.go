// Package insight folds journaled conversations into the merchandiser's numbers: an
// overview ([Summarise]), what became of the questions ([Questions]), of their options
// ([Options]) and of what shoppers wanted done ([Errands]), what they said and the shop had
// nothing for ([Hear]), what they want beside what the catalogue has ([Compare]),
// experiments ([Judge]), and days unlike others ([Judged]).
//
// [Book] keeps a digest of every conversation, its [Facts], up to date with the
// journal; everything else is a function of some Facts. The numbers of a period are
// those of the conversations that began in it, with all that happened in them since:
// so every share is one of whole conversations, and two periods never count the same
// thing twice. A period is compared with the one before by taking the numbers of
// both, and [Difference].
//
// What was shown counts, also when the shopper went back afterwards: an undone turn
// is a turn, and an answer taken back is an answer, marked as taken back.
// Conversations that are deleted are gone at the next refresh. Texts that the
// journal no longer keeps count as texts that nobody can read.
package insight
