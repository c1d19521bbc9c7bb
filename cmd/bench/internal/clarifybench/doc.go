// Package clarifybench evaluates when package tools asks before it acts: the setting
// of ClarifyBench (SAGE-Agent, "Structured Uncertainty guided Clarification for LLM
// Agents", and Argus), without a language model.
//
// The domains are tables (data/bench/domains) that one small state machine simulates: tools
// read and change sets of things and numbers, and the domains of their parameters
// follow. Cases are drawn from seeds: a call that is possible in the present state,
// the words for it, and what the split does to them:
//
//   - explicit: the words say the whole call;
//   - ambiguous: up to three required arguments are not said;
//   - infeasible: one argument is replaced by one that is impossible now, by the
//     papers' rules of corruption.
//
// A case is one to three such requests over one state. Whatever a strategy did, the
// state goes on as if the intended call had been carried out, so that every strategy
// meets the same requests and differences can be taken in pairs.
//
// Beside the strategies that compare, Argus without its parts, SAGE-Agent by its λ,
// strategies that ask all they have to ask in one message, and an oracle that knows
// what was not said are played for tables of their own ([Strategies]). The same cases
// are played in other words ([Wording]) and with vague answers, and real
// conversations are read turn by turn ([Turns]).
//
// What is unlike the papers: words are made by rule and not by a model; only required
// arguments are hidden, since whoever does not mention an optional one has said all
// that is needed; and calls are equal when all their arguments are.
package clarifybench
