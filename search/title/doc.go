// Package title tells what a product's title says of it beyond having a query's
// words: whether they name the thing or what it is for. "Toner cartridge for laser
// printers" has all the words of "laser printer", and is none.
//
// A title is read once into hashed terms ([Parse]); a query is held against the titles
// that compete for it ([Match]), because which of its words names the thing is told by
// where those titles have it. All of it is arithmetic.
package title
