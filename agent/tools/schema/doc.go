// Package schema reads declarations of tools and calls of them as models and their
// frameworks write them.
//
// Declarations of strangers are read leniently: what is odd about one is left out with a
// note, and the rest is kept. JSON Schema is read as far as a person can be asked about it:
// types, enumerations, bounds, formats, patterns, defaults, references within the document.
// Objects inside objects become parameters with dots in their names. What is left, such as
// lists of objects, becomes a parameter of the kind [tools.Opaque]: it is checked against
// its schema and asked about as a whole.
package schema
