// Package views draws the shop's pages: [StartPage], [TurnPage], [ProductPage],
// [ComparePage], [BasketPage], [OrdersPage], [OrderPage] and [ErrorPage]. Each takes
// one struct of ready-to-show props and computes nothing: whoever fills the props has
// already chosen, counted, sorted and spelled what is shown. What templates add to
// their props they look up in the package words, in the language of the context; of
// the shop they import nothing else.
//
// Every control is a plain form or link and works without JavaScript. Those that htmx
// sends (hx-boost) are answered with a page as well, of which it takes the part that
// changes (hx-select) and puts it in the place of what is there.
//
// How pages look lives in the style sheet of the package static. To see every page
// with made-up props, look at the package canned, whose stories are also the golden
// tests.
//
// The pages need no inline script and no inline style, so a content security
// policy can forbid both. Texts are escaped, and an address that is neither
// relative nor http(s) is not linked.
package views

//go:generate go tool templ generate
