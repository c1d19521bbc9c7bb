// Package metric measures rankings against human judgments: NDCG, MRR, HIT and
// recall, with confidence intervals.
//
// It is pure. A ranking is a list of product ids, the best first; a judgment
// is a grade from 0 (irrelevant) to 3 (exact). A product that nobody judged
// counts as irrelevant, and a query that got no answer scores zero. A query
// none of whose judged products is relevant says nothing about a ranking, and
// is left out of every mean: see [Judgments.Queries].
package metric
