package views

import (
	"net/http"
	"strconv"
	"strings"
)

// The voice of the pages. Every word that the templates add to their props is in
// this file.
//
//   - Short. A button is a verb and its object; a heading is a noun.
//   - Concrete. "17 full matches", not "great matches"; the number when there is one.
//   - It never pretends: the clerk does not think, love, hope or recommend, says
//     what it does not know, and calls a near match a near match.
//   - It speaks to one person, in the present tense. The clerk is "I", the shopper "you".
//   - Trouble comes with a way out in the same breath, and without an apology.
//   - Sentences end with a full stop; labels, headings and buttons do not.
const (
	wordsWelcome     = "Say what you are after."
	wordsPromise     = "Products show at once. Then I ask the question or two that narrow them down the most."
	wordsSkipLink    = "Skip to the page’s content"
	wordsSearchLabel = "What are you after?"
	wordsSearchHint  = "For example: red backpack under 80, not polyester"
	wordsSearchGo    = "Find products"
	wordsCategories  = "Or start with a category"
	wordsRecent      = "Go on with a conversation"
	wordsEmptyTitle  = "No products yet"
	wordsEmptyText   = "The shop has no catalogue to search. Run this, then reload the page:"

	wordsConversation = "Conversation"
	wordsEarlier      = "Earlier in this conversation"
	wordsYou          = "You"
	wordsClerk        = "Clerk"
	wordsUnderstood   = "What I go by"
	wordsNothing      = "Nothing yet. Everything is shown."
	wordsScope        = "Looking in"
	wordsLimit        = "Must"
	wordsWish         = "Wish"
	wordsSearched     = "In the text"
	wordsUndo         = "Undo"
	wordsReset        = "Start over"
	wordsMessage      = "Message to the clerk"
	wordsMessageHint  = "Add or change a wish"
	wordsSend         = "Send"

	wordsQuestions = "Questions"
	wordsTickAny   = "Tick any that suit you. Questions without an answer count as skipped."
	wordsOther     = "Something else"
	wordsOtherText = "In your own words:"
	wordsNone      = "No preference"
	wordsAnswer    = "Show better matches"
	wordsSkip      = "Skip these questions"
	wordsBecause   = "Why this question?"
	wordsAnAnswer  = "The answer"
	wordsLeaves    = "leaves"
	wordsRivals    = "Why not another?"
	wordsBit       = "One bit halves what there is to choose from."

	wordsFull      = "Full matches"
	wordsFullNote  = "They meet everything you asked for."
	wordsNear      = "Near matches"
	wordsNearNote  = "Each differs in what its card says."
	wordsAll       = "Products"
	wordsDiffers   = "Differs:"
	wordsMatched   = "as you asked"
	wordsNoPrice   = "Price unknown"
	wordsUnrated   = "Not rated"
	wordsWhy       = "Why it is here"
	wordsShare     = "Share of its score"
	wordsNoneFound = "Nothing fits"
	wordsRemedies  = "No product meets all of this. One of these will show some again:"
	wordsNoRemedy  = "No product meets this. Say it in other words, or start over."

	wordsCategory    = "Category"
	wordsAsked       = "What you asked for"
	wordsNotTold     = "unknown"
	wordsDetails     = "All details"
	wordsDetail      = "Detail"
	wordsValue       = "Value"
	wordsDescription = "Description"

	wordsSimilar     = "Similar products"
	wordsSimilarNote = "What they have in common with it counts by how rare it is."

	wordsCompare       = "Compare"
	wordsCompareTicked = "Compare the ticked"
	wordsCompareTitle  = "Side by side"
	wordsCompareNone   = "Nothing to compare yet. Tick up to four products in a list."
	wordsCompareOne    = "One product has no difference to show. Add another."
	wordsCompareAdd    = "Add a product"
	wordsWithout       = "Take away"
	wordsNothingTold   = "Not told"
	wordsMissed        = "not as you asked"

	wordsBasket         = "Basket"
	wordsBasketEmpty    = "Nothing is in your basket."
	wordsQuantity       = "Quantity"
	wordsPut            = "Put in basket"
	wordsChangeQuantity = "Change"
	wordsTakeOut        = "Remove"
	wordsInBasket       = "It is in your basket."
	wordsGone           = "The shop does not have it any more."
	wordsEach           = "each"
	wordsTotal          = "Total"

	wordsStored     = "What is kept of you"
	wordsStoredText = "Your conversations, your basket and which products you opened, under a random number in a cookie. No name and no address."
	wordsExport     = "Download all of it"
	wordsDeleteAll  = "Delete all of it"
	wordsDelete     = "Delete this conversation"

	wordsTrouble = "That did not go through. Nothing is lost: send it again, or reload the page."
	wordsRequest = "Request number:"
)

// wordsRemove labels the button that takes a chip away.
func wordsRemove(chip string) string { return "Remove " + chip }

// wordsDeleteThis labels the way to delete one of several conversations.
func wordsDeleteThis(title string) string { return "Delete the conversation “" + title + "”" }

// wordsKept says how long what is stored of a shopper is kept: so many days, and
// what they typed so many; 0 for ever.
func wordsKept(days, textDays int) string {
	s := "It is kept until you delete it."
	if days > 0 {
		s = "A conversation is kept for " + plural(days, "day", "days") + " after its last turn."
	}
	if textDays > 0 && (days == 0 || textDays < days) {
		s += " What you typed is taken out after " + plural(textDays, "day", "days") + "."
	}
	return s
}

// doom is what a page says before something is deleted.
type doom struct{ Heading, Message, Button string }

// words tells what is about to be deleted.
func (d Doom) words() doom {
	if d == DoomConversation {
		return doom{"Delete this conversation?", "All that was said, asked and ticked in it goes, and its address stops working. There is no way back.", "Delete the conversation"}
	}
	return doom{"Delete all that is kept of you?", "Your conversations, your basket and which products you opened go, and the cookie that tells they are yours. There is no way back.", "Delete all of it"}
}

// wordsJump leads from the conversation to the list, where they are not side by
// side.
func wordsJump(total int) string { return "See " + Products(total) }

// wordsFound heads the list.
func wordsFound(total, full int) string {
	if total == 0 {
		return wordsNoneFound
	}
	if full == 0 {
		return Products(total)
	}
	return Products(total) + " · " + fullMatches(full)
}

// wordsRated spells a rating for a screen reader.
func wordsRated(rating string, ratings int) string {
	if ratings == 0 {
		return rating + " of 5 stars"
	}
	return rating + " of 5 stars, " + plural(ratings, "rating", "ratings")
}

// wordsEarlierLines heads the folded part of a conversation.
func wordsEarlierLines(n int) string { return wordsEarlier + " (" + strconv.Itoa(n) + ")" }

// wordsFit counts what of all that was asked for a product meets.
func wordsFit(verdicts []Verdict) string {
	met := 0
	for _, v := range verdicts {
		if v.Kind == Met {
			met++
		}
	}
	if met == len(verdicts) {
		return "It meets everything you asked for."
	}
	return "It meets " + grouped(met) + " of " + plural(len(verdicts), "thing", "things") + " you asked for."
}

// words says of what was asked for how it came out.
func (k VerdictKind) words() string {
	switch k {
	case Met:
		return wordsMatched
	case Missed:
		return wordsMissed
	}
	return wordsNotTold
}

// wordsOf names what a control is for, and then the product it is of.
func wordsOf(what, product string) string { return what + ": " + product }

// Pieces spells a number of pieces: "1 piece", "12 pieces".
func Pieces(n int) string { return plural(n, "piece", "pieces") }

// Announce is the sentence that tells a change of the list to a shopper who does
// not see it: so many products, so many of them full matches, so many questions.
func Announce(total, full, questions int) string {
	s := Products(total) + " now"
	if total == 0 {
		s = "No products now"
	}
	if full > 0 {
		s += ", " + fullMatches(full)
	}
	if questions > 0 {
		s += ", " + plural(questions, "question", "questions")
	}
	return s + "."
}

// Products spells a number of products: "1 product", "66,778 products".
func Products(n int) string { return plural(n, "product", "products") }

// wordsRest says what "something else" stands for, with a capital where it begins
// with these words.
func wordsRest(r Rest) string {
	if r.Label == "" {
		return wordsOther
	}
	if more, found := strings.CutPrefix(r.Label, strings.ToLower(wordsOther)); found {
		return wordsOther + more
	}
	return r.Label
}

// wordsOfProducts is the noun after a number of products that stands by itself.
func wordsOfProducts(n int) string {
	if n == 1 {
		return "product"
	}
	return "products"
}

func fullMatches(n int) string { return plural(n, "full match", "full matches") }

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return grouped(n) + " " + many
}

// grouped spells a number with a comma between thousands.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// trouble is what an error page says.
type trouble struct{ Heading, Message, Remedy string }

// wordsTroubleFor tells an HTTP status to a shopper. Statuses without words of
// their own are told as their class: the request's fault (4xx) or the shop's.
func wordsTroubleFor(status int) trouble {
	switch {
	case status == http.StatusNotFound:
		return trouble{"Not here", "There is no page at this address. The conversation or product may be gone.", "Check the address, or begin a new conversation."}
	case status == http.StatusForbidden:
		return trouble{"Not from here", "Another site sent this in your name, so I did not do it.", "Open the shop itself and go on there."}
	case status == http.StatusConflict:
		return trouble{"Gone on elsewhere", "This conversation went on with another click or in another tab.", "Go back to it: it shows where it is now."}
	case status == http.StatusRequestEntityTooLarge:
		return trouble{"Too long", "The message is longer than I can read.", "Go back and say it in fewer words."}
	case status == http.StatusTooManyRequests:
		return trouble{"Too fast", "More requests came from you than I can answer.", "Wait a minute, then go back and try again."}
	case status >= 400 && status < 500:
		return trouble{"Not understood", "The shop could not read what your browser sent.", "Go back, reload the page and try again."}
	case status == http.StatusServiceUnavailable:
		return trouble{"Not ready", "The shop is starting, or its catalogue is being replaced.", "Reload the page in a moment."}
	}
	return trouble{"Something broke", "The shop made a mistake, and it is in the log.", "Your conversation is kept: go back and try again."}
}

// words names a speaker.
func (s Speaker) words() string {
	if s == Clerk {
		return wordsClerk
	}
	return wordsYou
}

// words names the kind of a chip.
func (k ChipKind) words() string {
	switch k {
	case ChipScope:
		return wordsScope
	case ChipLimit:
		return wordsLimit
	case ChipWish:
		return wordsWish
	}
	return wordsSearched
}

// words heads a section.
func (k SectionKind) words() string {
	switch k {
	case FullMatches:
		return wordsFull
	case NearMatches:
		return wordsNear
	}
	return wordsAll
}

// note says what the cards of a section have in common.
func (k SectionKind) note() string {
	switch k {
	case FullMatches:
		return wordsFullNote
	case NearMatches:
		return wordsNearNote
	}
	return ""
}
