// Package clarify decides whether to ask, and what. It serves any choice among
// candidates: products on a shelf, or calls of a tool. It sees neither. It sees
// [Field]s (what each candidate says of an aspect, as integer codes), weights, and
// the answers so far.
//
//   - [Evidence] turns answers into a log-likelihood per candidate (belief.go).
//   - [Field.Patterns] maps candidates to what they would tick (field.go).
//   - [Options] makes a question's options on the current belief (options.go,
//     ranges.go).
//   - [Entropy] and a joint [Partition] give a question its [Worth]
//     (worth.go); [AnswerScale] takes off what shoppers cannot answer.
//   - A [Policy] chooses the questions, or none: [Joint] is ours, [Sage] and [Argus]
//     are the papers' (their formulas in papers.go), entropy, frequency and
//     random are baselines. [Configure] makes one.
//   - A [Question] carries what it is expected to bring.
//
// Everything is arithmetic: no clock, no I/O, and randomness only from a source
// that is passed in. Equal inputs give equal questions on any number of processors.
package clarify
