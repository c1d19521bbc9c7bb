package password

import (
	"net/netip"
	"slices"
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

// attempts limits tries by a key. It is safe for concurrent use.
type attempts struct {
	each Allowance

	mu     sync.Mutex
	kept   map[string]*rate.Limiter
	others *rate.Limiter
}

func newAttempts(each Allowance) *attempts {
	return &attempts{each: each, kept: map[string]*rate.Limiter{}, others: each.limiter()}
}

// reserve counts a try under a key.
func (a *attempts) reserve(key string, now time.Time) *rate.Reservation {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.of(key, now).ReserveN(now, 1)
}

// try is one under a key of one kind.
type try struct {
	of  *attempts
	key string
}

// allow counts a try under all of its keys, and returns how long to wait before it, 0 when
// it may be made now. A try that has to wait is counted under none; whoever waits under
// one key is not remembered under those after it.
func allow(now time.Time, tries ...try) time.Duration {
	var counted []*rate.Reservation
	for _, t := range tries {
		r := t.of.reserve(t.key, now)
		counted = append(counted, r)
		if wait := r.DelayFrom(now).Round(time.Microsecond); wait > 0 {
			for _, r := range slices.Backward(counted) {
				r.CancelAt(now)
			}
			return wait
		}
	}
	return 0
}

// Limits are how fast passwords may be tried.
type Limits struct {
	Site    Allowance // by those of one site: of IPv6 a /48, which a customer may have all of
	Network Allowance // by those of one [Network]
	Name    Allowance // for one name, wherever from
	All     Allowance // for all names, wherever from; the zero Allowance: as the others say
}

// own is how often a site may try a name whatever others do, so that nobody who tries
// from elsewhere keeps its owner out. A site more is three guesses more.
var own = Allowance{Burst: 3, Every: 10 * time.Minute}

// Guard limits how fast passwords are tried. It is safe for concurrent use.
type Guard struct {
	site, network, own, name, all *attempts
}

// NewGuard makes a guard of its own counts.
func NewGuard(l Limits) *Guard {
	g := &Guard{site: newAttempts(l.Site), network: newAttempts(l.Network), own: newAttempts(own),
		name: newAttempts(l.Name)}
	if l.All != (Allowance{}) {
		g.all = newAttempts(l.All)
	}
	return g
}

// Wait counts a try from an address for a name, and returns how long to wait before it, 0
// when it may be made now. A try that has to wait is not counted. The name "" is one that
// all share, and only All limits how often it is tried.
func (g *Guard) Wait(address, name string, now time.Time) time.Duration {
	site := prefix(address, 48)
	from := []try{{g.site, site}, {g.network, Network(address)}}
	wait := allow(now, append(from, try{g.own, site + " " + name})...)
	if wait == 0 {
		return 0
	}
	if g.all != nil {
		from = append(from, try{g.all, ""})
	}
	if name != "" || g.all == nil {
		from = append(from, try{g.name, name})
	}
	return allow(now, from...)
}

// of returns the allowance of a key.
func (a *attempts) of(key string, now time.Time) *rate.Limiter {
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
func Network(address string) string { return prefix(address, 64) }

// prefix is an IPv4 address, or the first bits of one of IPv6.
func prefix(address string, bits int) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return ""
	}
	if ip = ip.Unmap().WithZone(""); ip.Is4() {
		bits = 32
	}
	p, err := ip.Prefix(bits)
	if err != nil {
		return ""
	}
	return p.String()
}
