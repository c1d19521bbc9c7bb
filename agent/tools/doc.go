// Package tools decides what to do about a call of a tool that somebody wants: carry it
// out, ask first, have it confirmed, or decline. Package clarify does the choosing:
// candidates are calls, aspects are parameters, answers shrink domains. The formulas and
// their names are those of SAGE-Agent (Suri et al., "Structured Uncertainty Guided
// Clarification for LLM Agents") and Argus; the kinds of unclear instruction are those of
// Wang et al. ("Learning to Ask").
//
// # The life of a task
//
// A [Tool] is declared once, with the [Domain] of each [Parameter]; a [Kit] holds the
// tools that there are now. A [Task] begins with candidate calls ([Task].Candidates): whoever
// proposes them reads the words. [Kit.Decide] takes it through these stages, at every turn anew:
//
//  1. Candidates become readings: a tool, and for each parameter the values that are still
//     possible (propose.go). Values that say they are not known are ⊥, and a value that is
//     written in several ways is one. Samples of one proposer are pooled argument by
//     argument (pool.go). Where the proposer may make values up ([Rule].Ground), each argument is
//     looked up in words, context and results (ground.go, passage.go), as people write and say it
//     (spoken.go): that gives its certainty, what stands nowhere is asked about, and of several
//     candidates the one counts most that explains more of the words. Words that negate, ask, report
//     or take back instruct nothing (instruct.go).
//  2. Answers in words are values by what they are called, a number, a day, or the text itself
//     (answer.go).
//  3. The log of the task is folded into the readings: answers take values away, and so do
//     failures (fold.go). Then domains and preconditions are held against them, as they are
//     now. What is impossible is [Wrong]: ask about just that, and say why.
//  4. Readings are expanded into calls with every value in place (expand.go), the belief of
//     SAGE-Agent's definition 3. Of endless domains a few unknown values stand for all.
//  5. What the calls differ in are the aspects (belief.go). The policy of the [Rule] chooses
//     what to ask, or nothing (question.go).
//  6. Where it asks nothing, and one call holds enough of the belief and is possible in
//     every part, that call is carried out; if it cannot be undone, once exactly this call
//     was confirmed (decide.go).
//
// Whoever asked carries the call out. A [Failure] of it becomes part of the task's log, and
// the next decision asks about exactly the parameter at fault; the same call is
// never tried twice. Package schema reads declarations and calls as others write them.
//
// # Promises
//
//   - Asking has no effects: a decision is a function of task, rule and kit.
//   - Nothing is carried out with a required parameter that is missing or impossible
//     now, nothing that cannot be undone without its confirmation.
//   - An answer takes calls away and adds none, except where it contradicts all:
//     then what was read is given up.
//   - An aspect is asked about at most twice, so that every task ends.
//   - A repeated submission has the same idempotency key.
//
// Nothing here reads a clock, draws a random number or touches the world.
package tools
