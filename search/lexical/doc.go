// Package lexical finds products by their words: BM25 over the fields of a
// product, in Bleve indexes on disk or in memory, one per group of categories.
//
// Bleve keeps the inverted index (analysis, postings, merging, crash-safe
// files). The scores are computed here, from its postings, because Bleve's own
// BM25 cannot give the same answer twice or across indexes: it takes the number
// of distinct terms for the length of a field, so a score changes when segments
// are merged; it counts the documents that contain a term per index, so a word
// that is common in one group and rare in another scores higher where it is
// rare; and it multiplies by the inverse document frequency twice, and takes the
// square root of a term's frequency. Here every statistic is exact and covers all
// groups, so a score means the same whichever groups were searched, and an index
// that is rebuilt answers as before.
//
// It finds less, too. nDCG@10 of the same terms in the same index, of one group,
// with the same boosts (TestBleveScores; 95 % intervals of the paired difference):
//
//	                         icecat, 34 queries          crowdflower, 261 queries
//	ours                     .803                        .760
//	without coverage         .795 −.008 (−.026 to .001)  .760 −.000 (−.001 to .001)
//	nor boosts               .784 −.020 (−.057 to .014)  .737 −.023 (−.032 to −.015)
//	Bleve's BM25             .718 −.085 (−.162 to −.026) .755 −.005 (−.021 to .011)
//	Bleve's BM25, no boosts  .711 −.092 (−.175 to −.027) .733 −.027 (−.044 to −.009)
//	Bleve's tf-idf           .737 −.066 (−.119 to −.020) .758 −.002 (−.018 to .014)
//
// Bleve is asked the better of two ways there: each field for all terms, rather
// than for each term in all fields.
//
// The score is BM25F (Robertson, Zaragoza and Taylor, "Simple BM25 extension to
// multiple weighted fields", 2004): a term's frequencies in the fields are
// normalised by each field's length, weighted, added, and saturated once. A
// word repeated in title and description therefore does not count twice in full.
package lexical
