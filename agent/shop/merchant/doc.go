// Package merchant is what the shop has told the clerk about itself: whether it
// delivers to Austria, how one pays, what happens to what does not fit.
//
// Shoppers ask about the closed list of [Topics]. The shop answers each in its own
// words, in the languages that the clerk speaks, and tells how to reach it and where it
// delivers. [Info] holds that, [Info.Answer] is what the clerk says, and what it was
// not told it does not know: it says so, with the way to ask the shop. Which topic a
// message means is decided elsewhere.
//
// The file shop.toml is its form on disk: [Parse] and [Info.Encode].
package merchant
