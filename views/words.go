package views

import (
	"context"
	"net/http"
	"strings"

	"shopclerk/words"
)

// What the templates add to their props is looked up in the room words. Here is
// what a single string does not say: lists of counts, and the strings of kinds.

// Announce is the sentence that tells a change of the list to a shopper who does
// not see it: so many products, so many of them full matches, so many questions.
func Announce(ctx context.Context, total, full, questions int) string {
	parts := []string{words.T(ctx, "list.no-products-now")}
	if total > 0 {
		parts[0] = words.N(ctx, "list.products-now", total)
	}
	if full > 0 {
		parts = append(parts, words.N(ctx, "list.full-matches", full))
	}
	if questions > 0 {
		parts = append(parts, words.N(ctx, "list.questions", questions))
	}
	return strings.Join(parts, words.T(ctx, "language.comma")) + "."
}

// AnnounceFitted is what a screen reader says of what the last step did; nothing for
// the zero Fitted.
func AnnounceFitted(ctx context.Context, f Fitted) string {
	if f == (Fitted{}) {
		return ""
	}
	return " " + words.N(ctx, "list.did-fit", f.Before, "Now", f.Now)
}

// found heads the list.
func found(ctx context.Context, total, full int) string {
	products := words.N(ctx, "page.products", total)
	switch {
	case total == 0:
		return words.T(ctx, "list.none-found")
	case full == 0:
		return products
	}
	return words.T(ctx, "list.found", "Products", products, "Full", words.N(ctx, "list.full-matches", full))
}

// filters labels the rail, with how many facets narrow the list.
func filters(ctx context.Context, ticked int) string {
	if ticked == 0 {
		return words.T(ctx, "facets.title")
	}
	return words.T(ctx, "facets.title-ticked", "Ticked", ticked)
}

// rated spells a rating for a screen reader.
func rated(ctx context.Context, rating string, ratings int) string {
	if ratings == 0 {
		return words.T(ctx, "card.rated", "Rating", rating)
	}
	return words.N(ctx, "card.rated-by", ratings, "Rating", rating)
}

// fits counts what of all that was asked for a product meets.
func fits(ctx context.Context, verdicts []Verdict) string {
	met := 0
	for _, v := range verdicts {
		if v.Kind == Met {
			met++
		}
	}
	if met == len(verdicts) {
		return words.T(ctx, "product.meets-all")
	}
	return words.N(ctx, "card.meets", len(verdicts), "Met", met)
}

// kept says how long what is stored of a shopper is kept: so many days, and what
// they typed so many; 0 for ever.
func kept(ctx context.Context, days, textDays int) string {
	s := words.T(ctx, "mine.kept")
	if days > 0 {
		s = words.N(ctx, "mine.kept-days", days)
	}
	if textDays > 0 && (days == 0 || textDays < days) {
		s += " " + words.N(ctx, "mine.text-days", textDays)
	}
	return s
}

// rest says what "something else" stands for, with a capital where it begins with
// these words.
func rest(ctx context.Context, r Rest) string {
	capital := words.T(ctx, "questions.something-else")
	if r.Label == "" {
		return capital
	}
	if more, ok := strings.CutPrefix(r.Label, words.T(ctx, "talk.something-else")); ok {
		return capital + more
	}
	return r.Label
}

// notice is a heading, what there is to say, and what to do: as ids of words.
type notice struct{ heading, message, remedy string }

// notice says what is about to be deleted; its remedy is the button.
func (d Doom) notice() notice {
	if d == DoomConversation {
		return notice{"mine.delete-conversation-title", "mine.delete-conversation-text", "mine.delete-conversation-go"}
	}
	return notice{"mine.delete-all-title", "mine.delete-all-text", "mine.delete-all"}
}

// statuses tell HTTP statuses to a shopper. Those without words of their own are told as
// their class: the request's fault (4xx) or the shop's.
var statuses = map[int]notice{
	http.StatusBadRequest:            {"error.bad", "error.bad-text", "error.bad-remedy"},
	http.StatusNotFound:              {"error.not-found", "error.not-found-text", "error.not-found-remedy"},
	http.StatusForbidden:             {"error.foreign", "error.foreign-text", "error.foreign-remedy"},
	http.StatusConflict:              {"error.conflict", "error.conflict-text", "error.conflict-remedy"},
	http.StatusRequestEntityTooLarge: {"error.long", "error.long-text", "error.long-remedy"},
	http.StatusTooManyRequests:       {"error.fast", "error.fast-text", "error.fast-remedy"},
	http.StatusInternalServerError:   {"error.broken", "error.broken-text", "error.broken-remedy"},
	http.StatusServiceUnavailable:    {"error.unready", "error.unready-text", "error.unready-remedy"},
	http.StatusInsufficientStorage:   {"error.full", "error.full-text", "error.full-remedy"},
}

// trouble tells what became of the request.
func (e Error) trouble() notice {
	if e.Away {
		return notice{"error.away", "error.away-text", "error.away-remedy"}
	}
	n, known := statuses[e.Status]
	switch {
	case known:
		return n
	case e.Status >= 400 && e.Status < 500:
		return statuses[http.StatusBadRequest]
	}
	return statuses[http.StatusInternalServerError]
}

// The ids of what names speakers, chips, verdicts, and heads sections and suggestions, by
// their kind.
var (
	speakerWords = map[Speaker]string{Clerk: "talk.clerk", Shopper: "talk.you"}
	chipWords    = map[ChipKind]string{ChipScope: "talk.scope", ChipLimit: "talk.limit", ChipWish: "talk.wish", ChipWords: "talk.searched"}
	verdictWords = map[VerdictKind]string{Met: "card.matched", Missed: "card.missed", Unknown: "card.not-told"}
	sectionWords = map[SectionKind]string{FullMatches: "list.full", NearMatches: "list.near", AllProducts: "list.all"}
)
