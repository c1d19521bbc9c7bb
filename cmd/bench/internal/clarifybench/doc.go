// Package clarifybench evaluates when package tools asks before it acts: the setting
// of ClarifyBench (SAGE-Agent, "Structured Uncertainty guided Clarification for LLM
// Agents", and Argus) and of NoisyToolBench, without a language model or with one.
//
// The domains and their cases are data (data/bench/domains). A case is one to three
// requests over one state:
//
//   - explicit: the words say the whole call;
//   - ambiguous: up to three required arguments are not said;
//   - infeasible: one argument is replaced by one that is impossible now, by the
//     papers' rules of corruption.
//
// The strategies decide about candidate calls, those that a simulated model proposed for
// the words; agents that ask a model propose their own. Whatever a strategy did, the state
// goes on as if the intended call had been carried out, so that every strategy meets the
// same requests and differences can be taken in pairs.
//
// Unlike in the papers, words are made by rule and not by a model; only required
// arguments are hidden, since whoever does not mention an optional one has said all
// that is needed; and calls are equal when all their arguments are.
package clarifybench
