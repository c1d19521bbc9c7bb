// Package catalog holds the words of the shelf: a [Record] as a feed tells it, a
// [Product] as the shop keeps it, the [Aspect]s it can be asked about and the
// [Shelf] that holds one category's values as dictionary-encoded columns.
//
// The package is pure: it reads no file, no clock and draws no random number.
// Readers live in catalog/feed, the generated demonstration shop in
// catalog/demo, the discovery of aspects and categories in catalog/discover and
// the store in catalog/sqlite.
package catalog
