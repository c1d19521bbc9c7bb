// Package readiness tells a merchandiser how ready a category is to be asked about:
// which aspects too few products have, which have values that nobody can choose
// from, which values look like the same one spelled twice, and what mending each
// would gain a shopper, in the terms of the core that chooses questions.
//
// It is pure: a [Report] depends on the shelf alone. It changes nothing; a
// merchandiser judges what it suggests.
package readiness
