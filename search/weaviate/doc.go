// Package weaviate keeps all products of a catalogue in a Weaviate cluster (1.35), of which
// a data directory then holds a sample: [Client] is the cluster, [Class] one imported
// catalogue in it, with words, vectors and filters over all attributes. It speaks plain
// HTTP, and asks another node where one does not answer.
//
// Words are analysed here, as search/lexical does it, and Weaviate splits them at spaces
// alone: both find by the same terms. An attribute is a property of its own: texts folded,
// numbers as the ends of a range.
package weaviate
