package views

import "strconv"

// What the list says of its filters, its order and its end; the rules of the voice
// are in words.go.
const (
	wordsFilters = "Filters"
	wordsApply   = "Show what fits"
	wordsFrom    = "From"
	wordsTo      = "To"
	wordsOrders  = "Sort by"
	wordsFitNow  = "fit"
)

// wordsFilter labels the rail, with how many facets narrow the list.
func wordsFilter(ticked int) string {
	if ticked == 0 {
		return wordsFilters
	}
	return wordsFilters + " (" + strconv.Itoa(ticked) + ")"
}

// wordsMoreValues unfolds further values.
func wordsMoreValues(n int) string { return strconv.Itoa(n) + " more" }

// wordsOtherValues says how to get at values that are not on offer.
func wordsOtherValues(n int) string {
	if n == 1 {
		return "1 rarer value: name it in a message."
	}
	return grouped(n) + " rarer values: name one in a message."
}

// wordsFitted tells what the last step did, in words.
func wordsFitted(f Fitted) string {
	return plural(f.Before, "product", "products") + " did fit, now " + grouped(f.Now) + "."
}

// AnnounceFitted is what a screen reader says of it; nothing for the zero Fitted.
func AnnounceFitted(f Fitted) string {
	if f == (Fitted{}) {
		return ""
	}
	return " " + wordsFitted(f)
}
