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
	if more, found := strings.CutPrefix(r.Label, words.T(ctx, "talk.something-else")); found {
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

// trouble tells an HTTP status to a shopper. Statuses without words of their own
// are told as their class: the request's fault (4xx) or the shop's.
func (e Error) trouble() notice {
	switch status := e.Status; {
	case e.Away:
		return notice{"error.away", "error.away-text", "error.away-remedy"}
	case status == http.StatusNotFound:
		return notice{"error.not-found", "error.not-found-text", "error.not-found-remedy"}
	case status == http.StatusForbidden:
		return notice{"error.foreign", "error.foreign-text", "error.foreign-remedy"}
	case status == http.StatusConflict:
		return notice{"error.conflict", "error.conflict-text", "error.conflict-remedy"}
	case status == http.StatusRequestEntityTooLarge:
		return notice{"error.long", "error.long-text", "error.long-remedy"}
	case status == http.StatusTooManyRequests:
		return notice{"error.fast", "error.fast-text", "error.fast-remedy"}
	case status >= 400 && status < 500:
		return notice{"error.bad", "error.bad-text", "error.bad-remedy"}
	case status == http.StatusServiceUnavailable:
		return notice{"error.unready", "error.unready-text", "error.unready-remedy"}
	case status == http.StatusInsufficientStorage:
		return notice{"error.full", "error.full-text", "error.full-remedy"}
	}
	return notice{"error.broken", "error.broken-text", "error.broken-remedy"}
}

// hint says what could be typed.
func (m *Message) hint(ctx context.Context) string {
	if m.Hint != "" {
		return m.Hint
	}
	return words.T(ctx, "talk.message-hint")
}

// label is the id of what names a speaker.
func (s Speaker) label() string {
	if s == Clerk {
		return "talk.clerk"
	}
	return "talk.you"
}

// label is the id of what names the kind of a chip.
func (k ChipKind) label() string {
	switch k {
	case ChipScope:
		return "talk.scope"
	case ChipLimit:
		return "talk.limit"
	case ChipWish:
		return "talk.wish"
	}
	return "talk.searched"
}

// label is the id of how what was asked for came out.
func (k VerdictKind) label() string {
	switch k {
	case Met:
		return "card.matched"
	case Missed:
		return "card.missed"
	}
	return "card.not-told"
}

// label is the id of what heads a section.
func (k SectionKind) label() string {
	switch k {
	case FullMatches:
		return "list.full"
	case NearMatches:
		return "list.near"
	}
	return "list.all"
}
