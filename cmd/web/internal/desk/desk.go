// Package desk answers the addresses of the merchandiser's desk: /desk and all below.
// It is plain net/http: the server mounts what [Desk.Routes] lists on its router.
//
// # A page
//
// A page is a function of a [Request] that returns a [Page]: a title, and either a
// [view.Report] of tiles, figures and tables or a template of its own. routes.go
// lists all of them. The frame around them reads period, category and order of rows
// from the address, draws the navigation and the pickers, and sends any [Table] of a
// page as CSV. A table declares its columns, a report its figures, a control its fields
// (settings.go) and the search its choices (criteria.go): what is shown, sorted, sent and
// linked follows from that. A page that changes something answers a POST and returns where to go.
//
// # Who may enter
//
// People who are named in a file, each with a role, a password and a second factor; as
// long as nobody is, whoever knows the one password that the configuration holds as a
// hash. Every route but the login asks for a session first, and every action for a role;
// there is no route that could forget to, because [Desk.Routes] adds the questions to all
// it lists. Without people and a hash there is no desk.
package desk

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	"shopclerk/agent/desk/insight"
	"shopclerk/agent/journal"
	ordersdb "shopclerk/agent/shop/orders/sqlite"
	"shopclerk/agent/shop/password"
	"shopclerk/cmd/internal/live"
)

// Config is what the desk is made of.
type Config struct {
	Hash    string   // of the one password: see [password.Hasher]; empty: there are people
	First   []Person // who may enter; none: who knows the one password. See [Desk.SetPeople]
	Shop    string   // the shop's name
	Secure  bool     // the cookie is for HTTPS only
	Journal *journal.Journal
	Insight *insight.Book // of the journal; every page finds it refreshed
	Live    *live.Shop    // what is sold; a page is made of one generation of it
	Board   *Board        // what merchandisers have set
	Orders  *ordersdb.Store
	// ShopFile is what the shop tells of itself; nil: nothing, and nothing can be told.
	ShopFile *ShopFile
	// Synonyms are groups of words that mean the same: what readiness knows beyond
	// the catalogue. None will do.
	Synonyms [][]string
	Now      func() time.Time // nil: the clock
}

// Desk is the merchandiser's desk. It is safe for concurrent use.
type Desk struct {
	Config
	*live.Generation // that a page is made of, whose clerk's shelves settings are judged against; nil outside of pages
	*room
}

// room is what all requests share.
type room struct {
	people  atomic.Pointer[[]Person]      // nil or none: the one password
	warming atomic.Pointer[chan struct{}] // closed once [Desk.Warm] is done; nil: it was not begun
	guard   *password.Guard
	hasher  *password.Hasher
	reports reportCache
	kept    memo
}

// mostHashing bounds the memory that logins take: 64 MiB each.
const mostHashing = 2

// loginLimits are how fast passwords may be tried. From one network or site: five at once and
// then one in half a minute, which a person who has forgotten does not notice much. From
// everywhere: twenty at once and then one in five seconds, so that a thousand addresses
// guess some 17,000 times a day; of one person ten, and then one in a minute: a second
// factor has a million codes, of which three hold at a time. Merchandisers have a few tries
// from elsewhere still, and those who are logged in go on.
var loginLimits = password.Limits{
	Site:    password.Allowance{Burst: 5, Every: 30 * time.Second},
	Network: password.Allowance{Burst: 5, Every: 30 * time.Second},
	Name:    password.Allowance{Burst: 10, Every: time.Minute},
	All:     password.Allowance{Burst: 20, Every: 5 * time.Second},
}

// New makes a desk. A hash that is none is [password.ErrHash].
func New(c Config) (*Desk, error) {
	if len(c.First) == 0 {
		if err := password.CheckHash(c.Hash); err != nil {
			return nil, fmt.Errorf("opening the desk: %w", err)
		}
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	d := &Desk{Config: c, room: &room{
		guard:  password.NewGuard(loginLimits),
		hasher: password.NewHasher(mostHashing, password.Full),
	}}
	d.SetPeople(c.First)
	return d, nil
}

var (
	// ErrStranger reports a request that needs a login.
	ErrStranger = errors.New("not logged in")
	// ErrForbidden reports what somebody's role does not allow.
	ErrForbidden = errors.New("not allowed at the desk")
	// ErrNotFound reports that there is no such thing at the desk.
	ErrNotFound = errors.New("not found at the desk")
)

// Route is one method of one address.
type Route struct {
	Method string
	Path   string // a parameter is ":name"; the server sets it as a path value of the request
	// Handle answers. from is the network address of whoever asks. What it returns as
	// an error has not been answered.
	Handle func(w http.ResponseWriter, r *http.Request, from string) error
}

// Routes lists every route of the desk. All but the login's refuse whoever is not
// logged in.
func (d *Desk) Routes() []Route {
	routes := []Route{
		{http.MethodGet, loginPath, d.showLogin},
		{http.MethodHead, loginPath, d.showLogin},
		{http.MethodPost, loginPath, d.login},
		{http.MethodPost, logoutPath, d.inside(d.logout)},
	}
	for _, p := range pages {
		show := d.inside(d.show(p))
		routes = append(routes, Route{http.MethodGet, p.path, show}, Route{http.MethodHead, p.path, show})
	}
	for _, a := range actions {
		routes = append(routes, Route{http.MethodPost, a.path, d.inside(d.may(a.role, d.act(a)))})
	}
	return routes
}

// handler answers a request of somebody who is logged in.
type handler func(w http.ResponseWriter, r *http.Request) error

// inside lets only those through who are logged in: others are led to the login when
// they want to look, and refused when they want to change something.
func (d *Desk) inside(next handler) func(http.ResponseWriter, *http.Request, string) error {
	return func(w http.ResponseWriter, r *http.Request, _ string) error {
		noStore(w)
		person, known, err := d.known(r)
		switch {
		case err != nil:
			return err
		case known:
			return next(w, r.WithContext(context.WithValue(r.Context(), personKey{}, person)))
		case r.Method == http.MethodGet || r.Method == http.MethodHead:
			http.Redirect(w, r, loginFor(r.URL), http.StatusSeeOther)
			return nil
		}
		return fmt.Errorf("%s %s: %w", r.Method, r.URL.Path, ErrStranger)
	}
}

// noStore keeps what the desk answers out of every cache.
func noStore(w http.ResponseWriter) { w.Header().Set("Cache-Control", "no-store") }
