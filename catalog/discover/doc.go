// Package discover learns a catalogue nobody prepared. From raw
// [catalog.Record]s it finds, per category, which aspects exist, how their
// values are spelled and which of them a shopper can be asked about; it turns
// records into [catalog.Product]s by what it learned; and where the feed lacks
// them it induces brands and product types.
//
// An import reads its records twice. The first pass feeds [Openings] and
// [InduceTypes] where those are needed and one [Profile] per category; then
// [Profile.Schema] decides, once per attribute, from the evidence of the whole
// category; the second pass calls [Schema.Product]. Deciding per attribute and
// not per value is what keeps "1,000" and "10,100,1000" apart: the column says
// whether a comma groups digits, marks decimals or separates values.
//
// The package is pure: a Profile's Schema and the induced Brands and Types are a function
// of the sequence of records.
package discover
