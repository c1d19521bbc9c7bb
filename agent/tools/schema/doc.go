// Package schema reads declarations of tools and calls of them as models and their
// frameworks write them: in the function formats of OpenAI, in Anthropic's, and in that
// of the Model Context Protocol. It writes JSON Schema of tools, too.
//
// Declarations of strangers are read leniently. What is odd about one (a default that
// its own enumeration does not hold, a pattern of another dialect, a type that there is
// not) is left out, the rest is kept, and a note says so: nobody's other tools suffer.
//
// JSON Schema is read as far as a person can be asked about it: types, enumerations
// (enum, const, and oneOf or anyOf of constants with titles), bounds, formats, patterns,
// defaults, references within the document. Objects inside objects become parameters
// with dots in their names. What is left, such as lists of objects, becomes a parameter
// of the kind [tools.Opaque]: it is checked against its schema and can be passed on, and
// is asked about as a whole.
package schema
