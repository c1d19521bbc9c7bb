package main

import (
	"bytes"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/labstack/echo/v4"

	"shopclerk/agent/journal"
	"shopclerk/cmd/internal/live"
	"shopclerk/cmd/web/internal/desk"
)

const deskPassword = "correct horse battery staple"

// deskHash is the cheapest hash of deskPassword that the desk takes.
const deskHash = "$argon2id$v=19$m=19456,t=2,p=1$nEv8FPo0/+0uHbBNxFQoLw$q/HXwRLcrsXYVtiibqSwDe4ylVMbhl3/gCJPdxrZBPE"

// deskDoors opens the demonstration shop with a desk, and returns a shopper's visit.
func deskDoors(t *testing.T) *visitor {
	t.Helper()
	s, err := openDemo()
	if err != nil {
		t.Fatal(err)
	}
	return visit(t, openConfigured(t, config{Name: "Shopclerk", DeskPasswordHash: deskHash}, s, filepath.Join(t.TempDir(), "journal.db")))
}

// staying does not follow redirects.
func (v *visitor) staying() *visitor {
	client := *v.client
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	out := *v
	out.client = &client
	return &out
}

// stranger is somebody else at the same shop.
func stranger(v *visitor) *visitor {
	v.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		v.t.Fatal(err)
	}
	return &visitor{t: v.t, client: &http.Client{Jar: jar, Transport: v.client.Transport}, base: v.base}
}

// logIn says the password.
func (v *visitor) logIn() {
	v.t.Helper()
	p := v.staying().post("/desk/login", url.Values{"password": {deskPassword}})
	if p.status != http.StatusSeeOther || p.header.Get("Location") != desk.Root {
		v.t.Fatalf("the login answers %d and leads to %q", p.status, p.header.Get("Location"))
	}
}

// deskRoutes are the router's routes below the desk's root, with something in place
// of their parameters.
func deskRoutes(t *testing.T, c config) []*echo.Route {
	t.Helper()
	s, err := openDemo()
	if err != nil {
		t.Fatal(err)
	}
	server, err := newServer(c, live.Fixed(s.clerk.Clone(), s.shop.Catalogue), keptFiles{journal: &journal.Journal{}})
	if err != nil {
		t.Fatal(err)
	}
	var out []*echo.Route
	for _, r := range server.router().Routes() {
		if r.Path == desk.Root || strings.HasPrefix(r.Path, desk.Root+"/") {
			r.Path = parameter.ReplaceAllString(r.Path, "x")
			out = append(out, r)
		}
	}
	slices.SortFunc(out, func(a, b *echo.Route) int { return strings.Compare(a.Path+a.Method, b.Path+b.Method) })
	return out
}

var parameter = regexp.MustCompile(`:[a-z]+`)

// Every route but the login refuses whoever has not said the password: those who come
// from nowhere, shoppers with their cookie, and those with a made-up one.
func TestDeskRefusesStrangers(t *testing.T) {
	shopper := deskDoors(t)
	shopper.begin("backpack")
	forger := stranger(shopper)
	u, err := url.Parse(shopper.base)
	if err != nil {
		t.Fatal(err)
	}
	forger.client.Jar.SetCookies(u, []*http.Cookie{{Name: "desk", Value: strings.Repeat("A", 43), Path: desk.Root}})
	routes := deskRoutes(t, config{DeskPasswordHash: deskHash})
	if len(routes) < 8 {
		t.Fatalf("only %d routes", len(routes))
	}
	for _, r := range routes {
		if r.Path == desk.Root+"/login" {
			continue
		}
		for who, v := range map[string]*visitor{"anonymous": stranger(shopper), "a shopper": shopper, "a forger": forger} {
			t.Run(r.Method+" "+r.Path+" "+who, func(t *testing.T) {
				p := v.staying().do(v.request(r.Method, r.Path, nil))
				leads := p.status == http.StatusSeeOther && strings.HasPrefix(p.header.Get("Location"), "/desk/login")
				looks := r.Method == http.MethodGet || r.Method == http.MethodHead
				if looks && !leads || !looks && p.status != http.StatusUnauthorized {
					t.Errorf("status %d, location %q", p.status, p.header.Get("Location"))
				}
				if c := p.header.Get("Cache-Control"); c != "no-store" {
					t.Errorf("Cache-Control %q", c)
				}
				guarded(t, p)
			})
		}
	}
}

// Other methods than those listed do nothing, whoever asks.
func TestDeskHasNoOtherMethods(t *testing.T) {
	v := deskDoors(t)
	v.logIn()
	listed := map[string]bool{}
	for _, r := range deskRoutes(t, config{DeskPasswordHash: deskHash}) {
		listed[r.Path+" "+r.Method] = true
	}
	for at := range listed {
		path, _, _ := strings.Cut(at, " ")
		for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
			if listed[path+" "+method] {
				continue
			}
			if p := v.staying().do(v.request(method, path, nil)); p.status != http.StatusMethodNotAllowed && p.status != http.StatusNotFound {
				t.Errorf("%s %s: status %d", method, path, p.status)
			}
		}
	}
}

// Another site can not act in a merchandiser's name.
func TestDeskRefusesOtherSites(t *testing.T) {
	v := deskDoors(t)
	v.logIn()
	for _, r := range deskRoutes(t, config{DeskPasswordHash: deskHash}) {
		if r.Method == http.MethodGet || r.Method == http.MethodHead {
			continue
		}
		for name, header := range map[string]http.Header{"metadata": {"Sec-Fetch-Site": {"cross-site"}}, "sister": {"Sec-Fetch-Site": {"same-site"}}, "origin": {"Origin": {"https://elsewhere.example"}}} {
			t.Run(r.Path+" "+name, func(t *testing.T) {
				request := v.request(r.Method, r.Path, url.Values{"password": {deskPassword}})
				for k, values := range header {
					request.Header[k] = values
				}
				if p := v.staying().do(request); p.status != http.StatusForbidden {
					t.Errorf("status %d", p.status)
				}
			})
		}
	}
	if p := v.staying().get("/desk/conversations"); p.status != http.StatusOK {
		t.Errorf("another site ended the session: status %d", p.status)
	}
}

func TestDeskIsOffWithoutAPassword(t *testing.T) {
	if got := deskRoutes(t, config{}); len(got) != 0 {
		t.Errorf("%d routes of a desk that nobody can enter", len(got))
	}
	v := visit(t, demoShop(t))
	for _, r := range deskRoutes(t, config{DeskPasswordHash: deskHash}) {
		if p := v.staying().do(v.request(r.Method, r.Path, nil)); p.status != http.StatusNotFound {
			t.Errorf("%s %s: status %d", r.Method, r.Path, p.status)
		}
	}
}

func TestBadHashes(t *testing.T) {
	for hash, fine := range map[string]bool{"": true, deskHash: true, "secret": false} {
		c := config{Language: "en", DeskPasswordHash: hash}
		if err := c.Validate(); (err == nil) != fine {
			t.Errorf("%q: %v", hash, err)
		}
	}
}

// After the login a merchandiser is where they wanted to go, and what a shopper said
// and saw a moment ago is there.
func TestDeskShowsAConversation(t *testing.T) {
	v := deskDoors(t)
	shown := v.begin(opening)
	p := v.post("/desk/login", url.Values{"password": {deskPassword}, "next": {"/desk/conversations?q=backpack"}})
	if p.at.RequestURI() != "/desk/conversations?q=backpack" || p.status != http.StatusOK {
		t.Fatalf("the login leads to %s, status %d", p.at.RequestURI(), p.status)
	}
	guarded(t, p)
	link := p.Find("#conversations tbody th a")
	if link.Length() != 1 || strings.TrimSpace(link.Text()) != opening {
		t.Fatalf("the list has %q", p.texts("#conversations tbody th"))
	}
	replay := v.get(link.AttrOr("href", ""))
	if got := replay.texts(".replay-list .shown li a"); !cmp.Equal(got, shown.titles()) {
		t.Errorf("the replay lists %q, the shopper saw %q", got, shown.titles())
	}
	if got, want := replay.texts(".asked h3"), shown.texts(".question legend"); !slices.EqualFunc(got, want, func(g, w string) bool { return strings.Contains(w, g) }) {
		t.Errorf("the replay asks %q, the shopper saw %q", got, want)
	}
	if got := replay.texts(".line-said"); !cmp.Equal(got, []string{opening}) {
		t.Errorf("the shopper said %q", got)
	}

	none := v.get("/desk/conversations?q=bicycle")
	if none.Find("#conversations").Length() != 0 || none.Find(".empty").Length() != 1 {
		t.Error("a search for what nobody said finds something, or says nothing")
	}
	file := v.get("/desk/conversations?format=csv")
	if lines := bytes.Split(bytes.TrimSpace(file.body), []byte("\r\n")); len(lines) != 2 || !bytes.Contains(lines[1], []byte(opening)) {
		t.Errorf("as CSV: %s", file.body)
	}
	for path, status := range map[string]int{
		"/desk/conversations?period=0": 400, "/desk/conversations?acts=dance": 400, "/desk/conversations?category=Nowhere": 404,
		"/desk/conversations/x": 404, link.AttrOr("href", "") + "?turn=2": 404, "/desk/nothing": 404,
	} {
		helps(t, v.get(path), status)
	}
}

// Where a second factor is asked of all, nobody is let in by less, at the start and later.
func TestSecondFactorOfAll(t *testing.T) {
	const factor = ":GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
	file := filepath.Join(t.TempDir(), "people")
	for _, tc := range []struct {
		people, hash string
		fine         bool
	}{
		{"ann:set:" + deskHash + factor, "", true}, {"ann:set:" + deskHash + factor, deskHash, true},
		{"ann:set:" + deskHash + factor + "\nbob:read:" + deskHash, "", false}, {"# nobody yet", deskHash, false},
	} {
		if err := os.WriteFile(file, []byte(tc.people), 0o600); err != nil {
			t.Fatal(err)
		}
		c := config{DeskPeople: file, DeskPasswordHash: tc.hash, DeskSecondFactor: true}
		if people, err := c.people(); (err == nil) != tc.fine || tc.fine && len(people) != 1 {
			t.Errorf("%s with the password %q: %v, %v", tc.people, tc.hash, people, err)
		}
	}
	for _, tc := range []struct {
		config
		fine bool
	}{{config{DeskPasswordHash: deskHash, DeskSecondFactor: true}, false}, {config{DeskSecondFactor: true}, true}, {config{DeskPasswordHash: deskHash}, true}} {
		if _, err := tc.people(); (err == nil) != tc.fine {
			t.Errorf("%t: %v", tc.DeskSecondFactor, err)
		}
	}
}
