package password

import (
	"math"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Allowance is how often something may be tried: so many times at once, and then
// once in a while.
type Allowance struct {
	Burst int
	Every time.Duration
}

func (a Allowance) limiter() *rate.Limiter { return rate.NewLimiter(rate.Every(a.Every), a.Burst) }

// mostKept bounds the memory of who has tried lately, at a few megabytes. Beyond it the
// strangers share one allowance, so that it takes thousands of networks that try all
// the time to keep others from trying.
const mostKept = 1 << 14

// Attempts limits tries of a password, by a key: the network that they come from, or
// the account that they are for. It is safe for concurrent use.
type Attempts struct {
	each Allowance

	mu     sync.Mutex
	kept   map[string]*rate.Limiter
	others *rate.Limiter
	all    *rate.Limiter // nil: no common allowance
}

// NewAttempts limits the tries under each key, and those of all together; the zero
// Allowance for all sets no common limit.
func NewAttempts(each, all Allowance) *Attempts {
	a := &Attempts{each: each, kept: map[string]*rate.Limiter{}, others: each.limiter()}
	if all != (Allowance{}) {
		a.all = all.limiter()
	}
	return a
}

// Allow counts a try under a key and returns how long to wait before it, 0 when it
// may be made now. A try that has to wait is not counted.
func (a *Attempts) Allow(key string, now time.Time) time.Duration {
	a.mu.Lock()
	defer a.mu.Unlock()
	mine := a.of(key, now)
	if wait := until(mine, now); wait > 0 {
		return wait // before the common allowance: one address does not use up everybody's
	}
	if a.all != nil {
		if wait := until(a.all, now); wait > 0 {
			return wait
		}
		a.all.AllowN(now, 1)
	}
	mine.AllowN(now, 1)
	return 0
}

// until is how long it takes until a limiter lets one more pass.
func until(l *rate.Limiter, now time.Time) time.Duration {
	missing := 1 - l.TokensAt(now)
	if missing <= 0 {
		return 0
	}
	return time.Duration(math.Ceil(missing / float64(l.Limit()) * float64(time.Second)))
}

// of returns the allowance of a key.
func (a *Attempts) of(key string, now time.Time) *rate.Limiter {
	if l := a.kept[key]; l != nil {
		return l
	}
	if len(a.kept) >= mostKept {
		for k, l := range a.kept {
			if l.TokensAt(now) >= float64(a.each.Burst) { // as good as one that was never seen
				delete(a.kept, k)
			}
		}
	}
	if len(a.kept) >= mostKept {
		return a.others
	}
	l := a.each.limiter()
	a.kept[key] = l
	return l
}

// Network is the key of an address: an IPv4 address is one, and of IPv6 the /64 that
// one household or server is given. What is no address is one too, all of it.
func Network(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return ""
	}
	bits := 64
	if ip = ip.Unmap().WithZone(""); ip.Is4() {
		bits = 32
	}
	p, err := ip.Prefix(bits)
	if err != nil {
		return ""
	}
	return p.String()
}
