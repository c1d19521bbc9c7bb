package api

import (
	"fmt"
	"math"
	"net/http"
	"strconv"
	"time"

	"shopclerk/cmd/web/internal/admit"
)

// Admit lets a request to another handler through that has a key, as often as its rate
// allows, and names the key's holder; otherwise it has answered the request.
func (a *API) Admit(w http.ResponseWriter, r *http.Request) (holder string, ok bool) {
	in := &request{Request: r}
	if err := a.admit(&operation{}, w, in); err != nil {
		fail(w, r, err)
		return "", false
	}
	return in.caller.Holder(), true
}

// Addresses paces requests that have no key by where they come from. It is safe for
// concurrent use.
type Addresses struct {
	rate  float64
	paces *admit.Paces
	// of tells where a request comes from; behind a proxy that is not its RemoteAddr.
	of  func(*http.Request) string
	now func() time.Time
}

// NewAddresses lets every address ask so many times a second in the long run, above 0.
func NewAddresses(perSecond float64, of func(*http.Request) string, now func() time.Time) *Addresses {
	return &Addresses{perSecond, admit.NewPaces(perSecond, burst(perSecond)), of, now}
}

// Admit lets a request through, of nobody in particular, as often as its address may
// ask; otherwise it has answered the request.
func (a *Addresses) Admit(w http.ResponseWriter, r *http.Request) (holder string, ok bool) {
	if wait := admit.Take(1, a.now(), admit.Asker{Of: a.paces, Who: admit.Network(a.of(r))}); wait > 0 {
		fail(w, r, tooFast(w, wait, "An address", a.rate))
		return "", false
	}
	return "", true
}

// tooFast refuses what comes too soon, and says when to come again; who is a noun phrase.
func tooFast(w http.ResponseWriter, wait time.Duration, who string, perSecond float64) error {
	return problem(TooManyRequests, "%s may ask %v times a second. Ask again in %s s.", who, perSecond, after(w, wait))
}

// Refuse answers a request that is not worked on.
func Refuse(w http.ResponseWriter, r *http.Request, refusal *admit.Refusal) {
	kind, why := Busy, "More is asked of the shop than it can answer now"
	if refusal.Status() == TooManyRequests.status {
		kind, why = TooManyRequests, "You ask for more at once than is your share"
	}
	fail(w, r, problem(kind, "%s. Nothing was done: ask again in %s s.", why, after(w, refusal.After)))
}

// after tells in the header Retry-After when to come again, in whole seconds.
func after(w http.ResponseWriter, wait time.Duration) string {
	seconds := strconv.Itoa(max(1, int(math.Ceil(wait.Seconds()))))
	w.Header().Set("Retry-After", seconds)
	return seconds
}

// paced refuses what a key's holder asks too soon.
func (a *API) paced(w http.ResponseWriter, k *Key) error {
	if wait := admit.Take(1, a.Now(), admit.Asker{Of: a.paces, Who: k.Holder()}); wait > 0 {
		return tooFast(w, wait, fmt.Sprintf("The key %q", k.Name), a.Rate)
	}
	return nil
}
