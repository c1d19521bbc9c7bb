package api

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/agnivade/levenshtein"

	"shopclerk/catalog"
)

// requestID is the header by which an answer is found in the log.
const requestID = "X-Request-Id"

// Problem is an error as programs get it: problem details of RFC 9457, with the
// extension members errors and request.
type Problem struct {
	Type    string  `json:"type"`
	Title   string  `json:"title"`
	Status  int     `json:"status"`
	Detail  string  `json:"detail"`
	Errors  []Fault `json:"errors,omitempty"`
	Request string  `json:"request,omitempty"` // as the header X-Request-Id has it
	Kind    Kind    `json:"-"`
}

// Fault is one thing that is wrong with a request.
type Fault struct {
	In          string   `json:"in"`                    // "body", "query", "path" or "header"
	At          string   `json:"at"`                    // in a body a JSON pointer (RFC 6901), else the parameter's name
	Detail      string   `json:"detail"`                // what is wrong, and what would be right
	Suggestions []string `json:"suggestions,omitempty"` // what was perhaps meant, likeliest first
}

// Error tells the whole problem, for the log.
func (p *Problem) Error() string {
	text := p.Kind.name + ": " + p.Detail
	for _, f := range p.Errors {
		text += fmt.Sprintf("; %s %s: %s", f.In, f.At, f.Detail)
	}
	return text
}

// Kind is a kind of problem.
type Kind struct {
	name   string
	status int
	title  string
}

// uri identifies the kind. It is a fragment of the contract, whose Problem lists them.
func (k Kind) uri() string { return Root + "/openapi.json#" + k.name }

// The kinds of problem.
var (
	Malformed        = Kind{"malformed", http.StatusBadRequest, "The body is no JSON"}
	Invalid          = Kind{"invalid", http.StatusBadRequest, "The request does not keep the contract"}
	UnknownCategory  = Kind{"unknown-category", http.StatusBadRequest, "The shop has no such category"}
	UnknownAspect    = Kind{"unknown-aspect", http.StatusBadRequest, "The categories have no such aspect"}
	UnknownValue     = Kind{"unknown-value", http.StatusBadRequest, "The aspect has no such value"}
	UnknownQuestion  = Kind{"unknown-question", http.StatusBadRequest, "No such question is open"}
	UnknownOption    = Kind{"unknown-option", http.StatusBadRequest, "The question has no such option"}
	UnknownChange    = Kind{"unknown-change", http.StatusBadRequest, "The conversation holds no such change"}
	UnknownErrand    = Kind{"unknown-errand", http.StatusBadRequest, "No such errand waits for this"}
	UnknownOffer     = Kind{"unknown-offer", http.StatusBadRequest, "The reply before made no such offer"}
	NothingSaid      = Kind{"nothing-said", http.StatusBadRequest, "There is nothing to reply to"}
	InvalidState     = Kind{"invalid-state", http.StatusBadRequest, "The state is not one that this key was given"}
	ExpiredState     = Kind{"expired-state", http.StatusBadRequest, "The state is too old"}
	TooLong          = Kind{"conversation-too-long", http.StatusBadRequest, "The conversation has grown too long"}
	InvalidCursor    = Kind{"invalid-cursor", http.StatusBadRequest, "The cursor is not one of this search"}
	ExpiredCursor    = Kind{"expired-cursor", http.StatusBadRequest, "The cursor is too old"}
	Unauthorized     = Kind{"unauthorized", http.StatusUnauthorized, "A key is needed"}
	Forbidden        = Kind{"forbidden", http.StatusForbidden, "The key is for something else"}
	NotFound         = Kind{"not-found", http.StatusNotFound, "There is no such thing"}
	MethodNotAllowed = Kind{"method-not-allowed", http.StatusMethodNotAllowed, "The address is not asked this way"}
	TooLarge         = Kind{"too-large", http.StatusRequestEntityTooLarge, "The body is too large"}
	UnsupportedMedia = Kind{"unsupported-media-type", http.StatusUnsupportedMediaType, "The body is not declared to be JSON"}
	TooManyRequests  = Kind{"too-many-requests", http.StatusTooManyRequests, "Too many requests"}
	Internal         = Kind{"internal", http.StatusInternalServerError, "Something went wrong"}
	Busy             = Kind{"busy", http.StatusServiceUnavailable, "The shop is busy"}
)

// kinds lists them all, for the contract.
var kinds = []Kind{
	Malformed, Invalid, UnknownCategory, UnknownAspect, UnknownValue, UnknownQuestion, UnknownOption, UnknownChange,
	UnknownErrand, UnknownOffer, NothingSaid, InvalidState, ExpiredState, TooLong, InvalidCursor, ExpiredCursor, Unauthorized, Forbidden, NotFound,
	MethodNotAllowed, TooLarge, UnsupportedMedia, TooManyRequests, Internal, Busy,
}

// problem makes a problem; its detail says what is wrong and what to do.
func problem(k Kind, detail string, values ...any) *Problem {
	return &Problem{Kind: k, Detail: fmt.Sprintf(detail, values...)}
}

// at adds the place of what is wrong.
func (p *Problem) at(in, at string, suggestions ...string) *Problem {
	p.Errors = append(p.Errors, Fault{In: in, At: at, Detail: p.Detail, Suggestions: suggestions})
	return p
}

// placed gives what is wrong its place, where the error is a problem.
func placed(err error, in, at string) error {
	var p *Problem
	if errors.As(err, &p) {
		for i := range p.Errors {
			p.Errors[i].In, p.Errors[i].At = in, at
		}
	}
	return err
}

// jsonPointer is a JSON pointer to a part of the body.
func jsonPointer(steps ...any) string {
	escape := strings.NewReplacer("~", "~0", "/", "~1")
	out := ""
	for _, s := range steps {
		switch s := s.(type) {
		case int:
			out += "/" + strconv.Itoa(s)
		case string:
			out += "/" + escape.Replace(s)
		}
	}
	return out
}

const (
	// mostSuggestions is how many names are suggested: more are a list to read.
	mostSuggestions = 3
	// nearEdits is the share of a name's letters that may differ in what is suggested
	// for it, and at least two: beyond it, names have nothing to do with each other.
	nearEdits = 1. / 3
)

// near lists the offered names that are most like the wanted one, likeliest first: by
// the letters that differ (Levenshtein's distance), case aside, and of paths by their
// last levels. A name that begins with the wanted one counts as near however long it is.
func near(wanted string, offered []string) []string {
	type candidate struct {
		name  string
		edits int
	}
	folded := catalog.FoldCase(catalog.LastLevel(wanted))
	most := max(2, int(nearEdits*float64(len(folded))))
	var found []candidate
	for _, name := range offered {
		f := catalog.FoldCase(catalog.LastLevel(name))
		edits := most
		if !strings.HasPrefix(f, folded) {
			if edits = abs(len(f) - len(folded)); edits <= most { // no less can differ
				edits = levenshtein.ComputeDistance(f, folded)
			}
		}
		if edits <= most {
			found = append(found, candidate{name, edits})
		}
	}
	slices.SortFunc(found, func(a, b candidate) int { return cmp.Or(a.edits-b.edits, strings.Compare(a.name, b.name)) })
	var out []string
	for _, c := range found {
		if len(out) < mostSuggestions && !slices.Contains(out, c.name) {
			out = append(out, c.name)
		}
	}
	return out
}

func abs(n int) int { return max(n, -n) }

// send writes a value as JSON.
func send(w http.ResponseWriter, status int, media string, value any) {
	var body bytes.Buffer
	encoder := json.NewEncoder(&body)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic(fmt.Errorf("writing an answer: %w", err)) // the answers' types are all of JSON
	}
	w.Header().Set("Content-Type", media)
	w.WriteHeader(status)
	if _, err := w.Write(body.Bytes()); err != nil {
		slog.Debug("the program left before the answer", "error", err)
	}
}
