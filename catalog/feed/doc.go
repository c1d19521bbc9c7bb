// Package feed reads product feeds: files in which a shop tells what it sells.
//
// [Read] turns files and folders into [catalog.Record] values, one by one and in
// file order, under a [Mapping] that says which field is the title, which the
// price and which are attributes. [Infer] guesses a mapping from the data where
// nobody wrote one, and says what it guessed and why.
//
// # The way of a product
//
// A file passes three doors:
//
//	bytes → text of one product → entry (flat fields) → catalog.Record
//
// Unpacking (gzip, zip) and text encoding come first, behind limits that stop an
// archive built to fill a disk. Then a splitter cuts the stream into the text of
// one product each: a line, an element of a JSON array, a row, an XML item. It
// holds one product at a time and nothing longer than [Options.MaxRecord], and
// it finds the next product after a broken or an endless one. A parser turns the
// text into flat fields: nested objects become dotted keys. Last, the mapping
// gives every field its role.
//
// # Formats
//
// JSON Lines, JSON arrays (also inside an object, as in {"products": […]}), tables with the
// separator sniffed, with or without a header, JSON inside their cells; XML, as RSS and Atom
// of Google Merchant or by elements of any name; any of these alone or inside .zip or .gz;
// Parquet and JSON-LD. What is no UTF-8 is read in the encoding that it shows, line by line.
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
// [Recognise] knows what shop systems export by the names of its fields: Shopify
// (its table and its bulk operations), WooCommerce, Magento, PrestaShop, BigCommerce,
// Google Merchant (feed and API), schema.org, the Agentic Commerce Protocol (flat and
// nested) and nested JSON with a list of variants. Where a format writes a product as
// several rows or objects, a dialect stands between the parser and the mapping:
//
//	entry → dialect → entries, each a product or a part of one → catalog.Record
//
// # Variants
//
// Parts of one product, as a dialect or the mapping's "group" tells them, become one
// record with [catalog.Variant] values: its attributes are all that some variant has,
// its price is the lowest. Parts may lie anywhere in the files; a reading of their own
// counts them first, so that a product is given as soon as its last part has come.
//
// # Trouble
//
// Whatever is wrong with one product becomes a [Problem] with file and line, is
// counted, and does not stop the reading until more products are lost than [Options]
// tolerate. A product that is kept, if without a price or under a derived id, is not lost.
package feed
