package api

import (
	"net/http"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Admit lets a request to another handler through that has a key, as often as its rate
// allows, and names the key's holder; otherwise it has answered the request.
func (a *API) Admit(w http.ResponseWriter, r *http.Request) (holder string, ok bool) {
	in := &request{Request: r}
	if err := a.admit(&operation{}, w, in); err != nil {
		fail(w, r, err)
		return "", false
	}
	return in.caller.Name, true
}

// Addresses paces requests that have no key by where they come from. It is safe for
// concurrent use.
type Addresses struct {
	rate float64
	// of tells where a request comes from; behind a proxy that is not its RemoteAddr.
	of  func(*http.Request) string
	now func() time.Time

	mu    sync.Mutex
	seen  map[string]*rate.Limiter
	swept time.Time // when those who were quiet were last forgotten
}

// mostAddresses is how many addresses are paced each by itself, at some 150 bytes each.
// Where more come at once they share one rate: a server that is asked from everywhere
// is not to run out of memory.
const mostAddresses = 10_000

// NewAddresses lets every address ask so many times a second in the long run, above 0.
func NewAddresses(perSecond float64, of func(*http.Request) string, now func() time.Time) *Addresses {
	return &Addresses{rate: perSecond, of: of, now: now, seen: map[string]*rate.Limiter{}}
}

// Admit lets a request through, of nobody in particular, as often as its address may
// ask; otherwise it has answered the request.
func (a *Addresses) Admit(w http.ResponseWriter, r *http.Request) (holder string, ok bool) {
	now := a.now()
	if err := pace(w, a.limiter(a.of(r), now), now, "An address"); err != nil {
		fail(w, r, err)
		return "", false
	}
	return "", true
}

// limiter is the one of an address.
func (a *Addresses) limiter(address string, now time.Time) *rate.Limiter {
	address = network(address)
	a.mu.Lock()
	defer a.mu.Unlock()
	if l := a.seen[address]; l != nil {
		return l
	}
	if len(a.seen) >= mostAddresses && now.Sub(a.swept) >= burstSeconds*time.Second {
		a.swept = now
		for of, l := range a.seen { // who was quiet for long enough is like one who never came
			if l.TokensAt(now) >= float64(l.Burst()) {
				delete(a.seen, of)
			}
		}
	}
	if len(a.seen) >= mostAddresses {
		address = ""
	}
	if a.seen[address] == nil {
		a.seen[address] = limiter(a.rate)
	}
	return a.seen[address]
}

// network is whom an address belongs to: itself, and of version 6 the network of 64 bits
// that one customer has all addresses of (RFC 6177).
func network(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	if ip = ip.Unmap(); ip.Is4() {
		return ip.String()
	}
	prefix, err := ip.WithZone("").Prefix(64)
	if err != nil {
		return address
	}
	return prefix.String()
}
