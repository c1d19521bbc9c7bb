// Package index stands between a catalogue's truth and what is derived from it.
// [Build] imports records into a data directory: it surveys and profiles them,
// converts them, trains the embedder and writes store, vectors and lexical index
// beside the ones in use, then swaps them in. [Open] opens a data directory for
// searching and rebuilds what is missing or damaged; shelves and vectors are loaded
// when they are first asked for.
//
// A data directory holds catalog.db (the truth), lexical-VERSION (derived from the
// catalogue of that version) and prices.db, what was set of prices and stock since the import.
package index
