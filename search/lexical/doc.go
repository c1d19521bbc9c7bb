// Package lexical finds products by their words: BM25 over the fields of a
// product, in Bleve indexes on disk or in memory, one per group of categories.
//
// Bleve keeps the inverted index (analysis, postings, merging, crash-safe
// files). The scores are computed here, from its postings, because Bleve's own
// BM25 cannot give the same answer twice or across indexes: it takes the number
// of distinct terms for the length of a field, so a score changes when segments
// are merged; it counts the documents that contain a term per index, so a word
// that is common in one group and rare in another scores higher where it is
// rare; and it multiplies by the inverse document frequency twice. Here every
// statistic is exact and covers all groups, so a score means the same whichever
// groups were searched, and an index that is rebuilt answers as before.
//
// The score is BM25F (Robertson, Zaragoza and Taylor, "Simple BM25 extension to
// multiple weighted fields", 2004): a term's frequencies in the fields are
// normalised by each field's length, weighted, added, and saturated once. A
// word repeated in title and description therefore does not count twice in full.
package lexical
