// Package tools decides what to do with an instruction: which tool it means, with
// which arguments, and whether to carry the call out, to ask first, to have it
// confirmed, or to decline. Package clarify does the choosing, unchanged: candidates
// are calls, aspects are parameters, answers shrink domains. The formulas and their
// names are those of SAGE-Agent (Suri et al., "Structured Uncertainty Guided
// Clarification for LLM Agents") and Argus; the kinds of unclear instruction are
// those of Wang et al. ("Learning to Ask").
//
// What is known of words, whatever the tools, is package language's: the lists that
// values are read by, roots, words for the same, numbers, measures and dates (lists.go).
//
// # The life of an instruction
//
// A [Tool] is declared once, with the [Domain] of each [Parameter]; a [Kit] holds the
// tools that there are now. Somebody says "cancel the lamp", and a [Task] begins.
// [Kit.Decide] takes it through these stages, at every turn anew:
//
//  1. The words are taken apart: tokens, quotations, dates, quantities ([language.Text]).
//  2. BM25 over names, titles, purposes and examples says which tools fit, by the roots
//     of words, words for the same and verbs of several words (fit.go), and so does the
//     likeness of meaning (vector.go). None that shares a word is [Beyond] the tools:
//     decline, and say what there is. Whoever knows the tool says so ([Task].Tool).
//  3. For each tool that fits, passages of the words claim to be values of its
//     parameters, by name, form, unit, or by pointing: "the second one", "the
//     cheaper one", "it" (claim.go and cue.go; listed.go, strange.go, noun.go, flag.go,
//     numbers.go and texts.go by kind; refer.go, context.go), or by what the tool itself
//     finds (find.go). The strongest claims that do not overlap win. What nothing was
//     said of stays ⊥, and so does what was said vaguely: "some folder" (vague.go).
//  4. So a reading is made: a tool, and for each parameter the values that are still
//     possible (reading.go). The log of the task is folded into it: answers take
//     values away, or what was said before ([Reply].Anew), failures do too (fold.go). Then domains and preconditions are
//     held against it, as they are now. What is impossible is [Wrong]: ask about
//     just that, and say why.
//  5. Readings are expanded into calls with every value in place (expand.go), the
//     belief of SAGE-Agent's definition 3. Of endless domains a few unknown values
//     stand for all.
//  6. What the calls differ in are the aspects (belief.go). The policy of the
//     [Rule] chooses what to ask, or nothing (question.go).
//  7. Where it asks nothing, and one call holds enough of the belief and is possible
//     in every part, that call is carried out; if it can not be undone, once exactly
//     this call was confirmed (decide.go).
//
// Tools of strangers do not say how people ask for them. Of what is read for these the
// evidence is weighed (certain.go): which tool is meant is told by all of it, and not by how
// well names fit alone; words that are about nothing that a tool does are [Beyond] it; where
// one tool is well ahead its whole call is confirmed in place of a question for the tool; and
// a call that may not be meant is confirmed first ([Rule].Trust).
//
// An instruction to do several things is cut into its parts first ([Kit.Clauses]), and for
// strangers' tools into the calls that are asked for ([Kit.Instructions]);
// [Kit.Fits] tells how far one is about the tools at all, for whoever has other uses
// for words. Calls that somebody else's agent proposes enter at stage 4
// ([Task].Candidates): what they say is not known is ⊥, and values that are written in
// several ways are one (propose.go). Package schema reads declarations and calls as
// others write them.
//
// [Run] carries a call out through an [Executor]. A [Failure] becomes part of the
// task's log, and the next decision mends it or asks about exactly the parameter at
// fault; the same call is never tried twice.
//
// # What is promised
//
//   - Asking has no effects: a decision is a function of task, scene, rule and kit.
//   - Nothing is carried out with a required parameter that is missing or impossible
//     now, nothing that can not be undone without its confirmation.
//   - An answer takes calls away and adds none, except where it contradicts all:
//     then what was read into the words is given up.
//   - An aspect is asked about at most twice, so that every task ends.
//   - A repeated submission has the same idempotency key.
//
// Nothing here reads a clock, draws a random number or touches the world.
package tools
