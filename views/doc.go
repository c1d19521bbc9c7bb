// Package views draws the shop's pages. A component stands in a templ file, and beside it, in a
// Go file, what it computes. Templates read the values of the catalogue, of searches and of orders
// as they are; what a page shows of a conversation, a [Presenter] builds in one language. Neither
// opens anything, looks anything up or asks a clock; what a page needs to know the handlers have
// read before. What the forms and addresses of pages send back is read here as
// well, because their fields are named here.
//
// Every control is a plain form or link and works without JavaScript. Those that htmx
// sends (hx-boost) are answered with a page as well, of which it takes the part that
// changes (hx-select) and puts it in the place of what is there.
//
// How pages look lives in the style sheet of the package static. Their golden files are those
// of the dialogues of cmd/web.
//
// The pages need no inline script and no inline style, so a content security
// policy can forbid both. Texts are escaped, and an address that is neither
// relative nor http(s) is not linked.
package views

//go:generate go tool templ generate
