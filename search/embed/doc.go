// Package embed turns texts into vectors whose cosine says how alike the texts
// are, with a model that is trained on the catalogue itself: latent semantic
// analysis (Deerwester et al., 1990). Words and the letter groups inside them
// are weighted by how rare they are, and a truncated singular value
// decomposition finds the directions in which products vary most, so that
// words used of the same products come to lie close together. No network, no
// account and no model file are needed.
//
// Training is deterministic: the same texts and options give the same model,
// on one processor or on many.
package embed
