// Package proclare is the evaluation of ProductAgent's benchmark PROCLARE, without
// a language model: simulated shoppers who want one product each, and the share of
// them whose product is on the first page.
//
// The traditional setting ([Shop.Search]) asks once: queries made of sampled
// products, or judged real ones, are answered by every retriever.
//
// The conversational setting ([Shop.Talk]) lets a shopper answer the clerk's
// questions and scores the list after every turn. Three things can be exchanged:
// the policy that chooses questions, the statistics that it chooses them on
// (Talk.Statistics), and who makes the list ([Lists]). The list never decides what is
// asked next, so one conversation is scored by all lists at once, and they are
// compared in pairs.
//
// The policy productagent with statistics by SQL and the list "lexical" is the
// paper's own agent as far as it can be had without a model; its choices are
// documented at [productAgent], [statistics] and [keywords].
//
// Everything but the times is a function of the data directory and the seed:
// shoppers are seeded by their number, and sums are taken in their order, so that
// any number of processors finds the same.
package proclare
