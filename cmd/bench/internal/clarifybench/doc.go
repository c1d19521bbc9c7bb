// Package clarifybench evaluates when package tools asks before it acts: the setting
// of ClarifyBench (SAGE-Agent, "Structured Uncertainty guided Clarification for LLM
// Agents", and Argus) and of NoisyToolBench, without a language model or with one.
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
// A case is one to three such requests over one state. The strategies decide about
// candidate calls, which a simulated model proposes for the words ([Proposer]); agents
// that ask a model propose their own. Whatever a strategy did, the state goes on as if
// the intended call had been carried out, so that every strategy meets the same requests
// and differences can be taken in pairs.
//
// Unlike in the papers, words are made by rule and not by a model; only required
// arguments are hidden, since whoever does not mention an optional one has said all
// that is needed; and calls are equal when all their arguments are.
package clarifybench
