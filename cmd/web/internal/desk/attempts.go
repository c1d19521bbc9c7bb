package desk

import (
	"math"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// How fast passwords may be tried. From one address: five at once and then one in
// half a minute, which a person who has forgotten does not notice much. From
// everywhere: twenty at once and then one in five seconds, so that a thousand
// addresses guess some 17,000 times a day. Whoever makes that many also keeps
// merchandisers from logging in; those who are logged in go on.
const (
	burstEach, eachEvery = 5, 30 * time.Second
	burstAll, allEvery   = 20, 5 * time.Second
	// mostAddresses bounds the memory of addresses. Beyond it the strangers share one
	// allowance.
	mostAddresses = 1024
)

// attempts limits tries of the password.
type attempts struct {
	mu     sync.Mutex
	each   map[netip.Prefix]*rate.Limiter
	others *rate.Limiter
	all    *rate.Limiter
}

func newAttempts() *attempts {
	return &attempts{each: map[netip.Prefix]*rate.Limiter{}, others: one(), all: rate.NewLimiter(rate.Every(allEvery), burstAll)}
}

// one is the allowance of one address.
func one() *rate.Limiter { return rate.NewLimiter(rate.Every(eachEvery), burstEach) }

// allow counts a try from an address and returns how long to wait before it, 0 when
// it may be made now. A try that has to wait is not counted.
func (a *attempts) allow(address string, now time.Time) time.Duration {
	a.mu.Lock()
	defer a.mu.Unlock()
	mine := a.of(address, now)
	if wait := until(mine, now); wait > 0 {
		return wait // before the common allowance: one address does not use up everybody's
	}
	if wait := until(a.all, now); wait > 0 {
		return wait
	}
	mine.AllowN(now, 1)
	a.all.AllowN(now, 1)
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

// of returns the allowance of an address.
func (a *attempts) of(address string, now time.Time) *rate.Limiter {
	network := network(address)
	if l := a.each[network]; l != nil {
		return l
	}
	if len(a.each) >= mostAddresses {
		for k, l := range a.each {
			if l.TokensAt(now) >= burstEach { // as good as one that was never seen
				delete(a.each, k)
			}
		}
	}
	if len(a.each) >= mostAddresses {
		return a.others
	}
	l := one()
	a.each[network] = l
	return l
}

// network is what counts as one address: an IPv4 address, and of IPv6 the /64 that
// one household or server is given. What is no address is one too, all of it.
func network(address string) netip.Prefix {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return netip.Prefix{}
	}
	bits := 64
	if ip = ip.Unmap().WithZone(""); ip.Is4() {
		bits = 32
	}
	p, err := ip.Prefix(bits)
	if err != nil {
		return netip.Prefix{}
	}
	return p
}
