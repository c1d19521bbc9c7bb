// Package lexical finds products by their words: BM25F over the fields of a product, in one
// Bleve index on disk or in memory, which has a product's category as a field.
//
// Bleve keeps the inverted index (analysis, postings, merging, crash-safe files). This package
// traverses its postings and scores them. There are two other ways, and both were measured:
//
// Bleve's top 1,000 rescored by our BM25F gives the same nDCG@10 to three digits. At 66,778
// products a search takes 1.2 times as long at the median and 2.3 times at the 99th
// percentile, because Bleve's own scorer visits every posting of every field before the
// thousand are known, where occurrences of a term that were read once are scored from memory.
//
// Bleve's own scores find less (docs/decisions.md has the figures), and change when
// segments are merged, because the length of a field is the number of its distinct terms. Here
// every statistic is exact, and an index that is rebuilt answers as before.
//
// The score is BM25F (Robertson, Zaragoza and Taylor, "Simple BM25 extension to multiple weighted
// fields", 2004): a term's frequencies in the fields are normalised by each field's length,
// weighted, added, and saturated once. A word repeated in title and description therefore does not
// count twice in full. Terms are taken one after the other, the rarest first; those that cannot
// lift another product among the best any more only add to the products found (MaxScore: Turtle and
// Flood, "Query evaluation: strategies and optimizations", 1995).
package lexical
