package admit

import (
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Paces bound how often each of many may ask. They are safe for concurrent use.
type Paces struct {
	rate  rate.Limit
	burst int

	mu    sync.Mutex
	seen  map[string]*rate.Limiter
	swept time.Time // when those who were quiet were last forgotten
}

// mostPaced is how many are paced each by itself, at some 150 bytes each. Where more
// come at once they share one pace: a server that is asked from everywhere is not to
// run out of memory.
const mostPaced = 10_000

// NewPaces lets each ask so many times a second in the long run, above 0, and so many
// times at once who was quiet before.
func NewPaces(perSecond float64, burst int) *Paces {
	return &Paces{rate: rate.Limit(perSecond), burst: burst, seen: map[string]*rate.Limiter{}}
}

// Asker is somebody who is paced.
type Asker struct {
	Of  *Paces
	Who string
}

// Take lets askers ask n times, at most their bursts, or tells when the first that may not
// yet may.
func Take(n int, now time.Time, askers ...Asker) (wait time.Duration) {
	for _, a := range askers {
		if wait := a.Of.take(a.Who, n, now); wait > 0 {
			return wait
		}
	}
	return 0
}

// take counts in this process.
func (p *Paces) take(who string, n int, now time.Time) (wait time.Duration) {
	reservation := p.limiter(who, now).ReserveN(now, n)
	if wait = reservation.DelayFrom(now); wait > 0 {
		reservation.CancelAt(now)
	}
	return wait
}

func (p *Paces) limiter(who string, now time.Time) *rate.Limiter {
	p.mu.Lock()
	defer p.mu.Unlock()
	if l := p.seen[who]; l != nil {
		return l
	}
	// who was quiet for long enough is like one who never came
	quiet := time.Duration(float64(p.burst) / float64(p.rate) * float64(time.Second))
	if len(p.seen) >= mostPaced && now.Sub(p.swept) >= quiet {
		p.swept = now
		for of, l := range p.seen {
			if l.TokensAt(now) >= float64(l.Burst()) {
				delete(p.seen, of)
			}
		}
	}
	if len(p.seen) >= mostPaced {
		who = ""
	}
	if p.seen[who] == nil {
		p.seen[who] = rate.NewLimiter(p.rate, p.burst)
	}
	return p.seen[who]
}

// Network is whom an address belongs to: itself, and of version 6 the network of 64 bits
// that one customer has all addresses of (RFC 6177).
func Network(address string) string {
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
