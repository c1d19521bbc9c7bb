// Package feed reads product feeds: files in which a shop tells what it sells.
//
// [Read] turns files and folders into [catalog.Record] values, one by one and in
// file order, under a [Mapping] that says which field is the title, which the
// price and which are attributes. [Infer] guesses a mapping from the data where
// nobody wrote one, and says what it guessed and why.
//
// # The way of a product
//
//	bytes → text of one product → entry (flat fields) → entries of one part each → catalog.Record
//
// Unpacking (gzip, zip) and text encoding come first, behind limits that stop an
// archive built to fill a disk. Then one of five readers (tables, JSON, JSON Lines, XML,
// Parquet) cuts the stream into products, holds one at a time and nothing longer than
// [Options.MaxRecord], and flattens it: nested objects become dotted keys. A preset, where
// the format is one that shop systems export, makes of it one entry for each part of a
// product. Last, the mapping gives every field its role.
//
// # What fields mean
//
// [Infer] takes a sample evenly from each file and scores every field for every role:
// what its values are (how unique, how they grow, numbers, currencies, addresses, prose),
// how they go with other fields (a brand begins titles, a code renames a name, a price is
// at most the price beside it), and what it is called, by a table of names in some twenty
// languages. The weights are data, fitted to labelled feeds by a test of this package. A
// role may be a join of fields, the first of several, or a part of a value. What is no
// role and means nothing to a shopper (row numbers, codes, dates of scraping, counts of
// clicks, other prices) is no attribute.
//
// [Recognise] knows what shop systems export by the names of its fields. What is particular
// to a format is data: data/feeds/columns/formats.json and a mapping.
//
// # Variants
//
// Parts of one product, as a preset or the mapping's "group" tells them, become one
// record with [catalog.Variant] values: its attributes are all that some variant has,
// its price is the lowest. Parts may lie anywhere in the files; a reading of their own
// counts them first, so that a product is given as soon as its last part has come.
//
// # Trouble
//
// Whatever is wrong with one product becomes a [Problem] with file and line, is
// counted, and does not stop the reading until more products are lost than [Options]
// tolerate. A product that is kept, if without a price or under a derived id, is not lost.
// A file that ends or breaks in the middle, or that cannot be read, has lost nobody knows
// how many products: no number of them is tolerated for it.
package feed
