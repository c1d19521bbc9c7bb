package desk

import (
	"bytes"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"shopclerk/views"
	"strings"
	"testing"
	"time"

	"github.com/alexedwards/argon2id"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shopclerk/agent/journal"
	"shopclerk/agent/shop/password"
	view "shopclerk/views/desk"
	"shopclerk/words"
)

const rightPassword = "correct horse battery staple"

// testHash is a hash of rightPassword, the cheapest that is taken.
var testHash = func() string {
	h, err := argon2id.CreateHash(rightPassword, &argon2id.Params{Memory: 19 << 10, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32})
	if err != nil {
		panic(err)
	}
	return h
}()

// clock is a clock that stands still until it is moved.
type clock struct{ now time.Time }

func (c *clock) time() time.Time { return c.now }

func (c *clock) pass(d time.Duration) { c.now = c.now.Add(d) }

// door is a desk without a shop: its login can be knocked at.
type door struct {
	*testing.T
	desk   *Desk
	clock  *clock
	cookie *http.Cookie
}

func knock(t *testing.T) *door {
	t.Helper()
	c := &clock{time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC)}
	book, err := journal.Open(t.Context(), filepath.Join(t.TempDir(), "journal.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := book.Close(); err != nil {
			t.Error(err)
		}
	})
	d, err := New(Config{Hash: testHash, Shop: "Larkfield", Now: c.time, Journal: book})
	if err != nil {
		t.Fatal(err)
	}
	return &door{T: t, desk: d, clock: c}
}

// ask sends a request to a handler with the cookie that the door was given.
func (d *door) ask(h func(http.ResponseWriter, *http.Request, string) error, method, address string, form url.Values, from string) (*http.Response, error) {
	d.Helper()
	r := httptest.NewRequest(method, address, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if d.cookie != nil {
		r.AddCookie(d.cookie)
	}
	w := httptest.NewRecorder()
	err := h(w, r, from)
	out := w.Result()
	for _, k := range out.Cookies() {
		if d.cookie = k; k.MaxAge < 0 {
			d.cookie = nil
		}
	}
	return out, err
}

// say sends a password and returns the status.
func (d *door) say(typed, from string) int {
	d.Helper()
	resp, err := d.ask(d.desk.login, http.MethodPost, loginPath, url.Values{view.FieldPassword: {typed}}, from)
	if err != nil {
		d.Fatal(err)
	}
	return resp.StatusCode
}

// enters reports whether the desk lets the cookie in.
func (d *door) enters() bool {
	d.Helper()
	in := false
	_, err := d.ask(d.desk.inside(func(http.ResponseWriter, *http.Request) error { in = true; return nil }), http.MethodGet, Root, nil, "")
	if err != nil {
		d.Fatal(err)
	}
	return in
}

func TestLogin(t *testing.T) {
	d := knock(t)
	if d.enters() {
		t.Fatal("the desk is open to strangers")
	}
	for _, wrong := range []string{"", "correct horse battery stapl", rightPassword + " ", strings.Repeat("x", 10_000)} {
		if status := d.say(wrong, "192.0.2.1"); status != http.StatusForbidden || d.cookie != nil {
			t.Errorf("a password of %d bytes: status %d, cookie %v", len(wrong), status, d.cookie)
		}
	}
	if status := d.say(rightPassword, "192.0.2.1"); status != http.StatusSeeOther || !d.enters() {
		t.Fatalf("the password: status %d", status)
	}
	if k := d.cookie; !k.HttpOnly || k.SameSite != http.SameSiteStrictMode || k.Path != Root || k.Secure || len(k.Value) < 43 {
		t.Errorf("cookie %v", k)
	}
	d.desk.Secure = true
	if k := d.desk.cookie("x", sessionTime); !k.Secure || k.Name != "__Host-desk" || k.Path != "/" {
		t.Error("the cookie goes over plain HTTP")
	}

	// another login has another id, and the first one is of no use any more
	first := d.cookie
	d.say(rightPassword, "192.0.2.2")
	second := d.cookie
	if first.Value == second.Value {
		t.Error("the id stays the same")
	}
	if d.cookie = first; d.enters() {
		t.Error("the id from before the login still lets in")
	}
	d.cookie = second

	if _, err := d.ask(d.desk.inside(d.desk.logout), http.MethodPost, logoutPath, nil, ""); err != nil || d.cookie != nil {
		t.Fatalf("logout: %v, cookie %v", err, d.cookie)
	}
	if d.cookie = second; d.enters() {
		t.Error("the session goes on after the logout")
	}
}

func TestStrangersAreRefused(t *testing.T) {
	d := knock(t)
	for _, route := range d.desk.Routes() {
		if route.Path == loginPath {
			continue
		}
		resp, err := d.ask(route.Handle, route.Method, "/desk/conversations/x?turn=2", nil, "")
		switch {
		case route.Method == http.MethodPost:
			if err == nil {
				t.Errorf("%s %s: no error", route.Method, route.Path)
			}
		case err != nil || resp.StatusCode != http.StatusSeeOther || resp.Header.Get("Location") != loginPath+"?next=%2Fdesk%2Fconversations%2Fx%3Fturn%3D2":
			t.Errorf("%s %s: status %d to %q, %v", route.Method, route.Path, resp.StatusCode, resp.Header.Get("Location"), err)
		}
		if c := resp.Header.Get("Cache-Control"); c != "no-store" {
			t.Errorf("%s %s: Cache-Control %q", route.Method, route.Path, c)
		}
	}
}

func TestSessionsExpire(t *testing.T) {
	d := knock(t)
	d.say(rightPassword, "192.0.2.1")
	d.clock.pass(journal.SignInIdle - time.Second)
	if !d.enters() {
		t.Fatal("the session ends before its time")
	}
	d.clock.pass(journal.SignInIdle)
	if d.enters() {
		t.Error("an idle session goes on")
	}
	d.say(rightPassword, "192.0.2.1")
	for range int(sessionTime/(journal.SignInIdle/2)) - 1 {
		if d.clock.pass(journal.SignInIdle / 2); !d.enters() {
			t.Fatal("a session in use ends before its time")
		}
	}
	if d.clock.pass(journal.SignInIdle / 2); d.enters() {
		t.Error("a session goes on for ever")
	}
}

func TestLoginsAreLimited(t *testing.T) {
	d := knock(t)
	for range loginLimits.Site.Burst {
		if status := d.say("wrong", "192.0.2.1"); status != http.StatusForbidden {
			t.Fatalf("status %d", status)
		}
	}
	resp, err := d.ask(d.desk.login, http.MethodPost, loginPath, url.Values{view.FieldPassword: {rightPassword}}, "192.0.2.1")
	if err != nil || resp.StatusCode != http.StatusTooManyRequests || resp.Header.Get("Retry-After") != "30" || d.cookie != nil {
		t.Fatalf("the password after %d tries: status %d, Retry-After %q, %v", loginLimits.Site.Burst, resp.StatusCode, resp.Header.Get("Retry-After"), err)
	}
	if status := d.say(rightPassword, "192.0.2.2"); status != http.StatusSeeOther {
		t.Errorf("from another address: status %d", status)
	}
	d.clock.pass(loginLimits.Site.Every)
	if status := d.say(rightPassword, "192.0.2.1"); status != http.StatusSeeOther {
		t.Errorf("later: status %d", status)
	}
}

// Who knocks and who comes in is logged, and not what was typed.
func TestLoginsAreLogged(t *testing.T) {
	var log bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	defer slog.SetDefault(before)
	d := knock(t)
	d.say("not the password", "192.0.2.1")
	d.say(rightPassword, "192.0.2.2")
	for _, line := range []string{`"a wrong password for the desk" from=192.0.2.1`, `"somebody logged in at the desk" name=desk from=192.0.2.2`} {
		if !strings.Contains(log.String(), line) {
			t.Errorf("the log has no %s", line)
		}
	}
	if strings.Contains(log.String(), "not the") || strings.Contains(log.String(), rightPassword) {
		t.Errorf("the log says: %s", &log)
	}
}

func TestNoDeskWithoutAPassword(t *testing.T) {
	for _, hash := range []string{"", "x"} {
		if _, err := New(Config{Hash: hash}); !errors.Is(err, password.ErrHash) {
			t.Errorf("with the hash %q: %v", hash, err)
		}
	}
}

func TestNextStaysInTheDesk(t *testing.T) {
	for address, want := range map[string]string{
		"/desk": "/desk", "/desk/questions?period=7": "/desk/questions?period=7", "/desk/conversations/a?turn=2#x": "/desk/conversations/a?turn=2#x",
		"": "/desk", "/": "/desk", "/c/x": "/desk", "/desks": "/desk", "//evil.example/desk/": "/desk", "https://evil.example/desk/x": "/desk",
		"/desk/../c/x": "/desk", "/desk/%2e%2e/c/x": "/desk", `/desk/\evil.example`: "/desk", "/desk//evil.example": "/desk", "desk/x": "/desk",
		"javascript:alert(1)": "/desk", "/\t/evil.example": "/desk", "/desk/login": "/desk", "/desk/logout": "/desk", "?next=/": "/desk",
	} {
		if got := nextAddress(address); got != want {
			t.Errorf("%q leads to %q, want %q", address, got, want)
		}
	}
}

func FuzzNext(f *testing.F) {
	for _, s := range []string{"/desk", "//x/desk", "/desk/%2f/x", "/desk?x=//y", "\x00/desk", "/desk/ /x"} {
		f.Add(s)
	}
	base, err := url.Parse("https://shop.example/desk/login")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, address string) {
		u, err := base.Parse(nextAddress(address))
		if err != nil || u.Host != base.Host || u.Scheme != base.Scheme || u.Path != Root && !strings.HasPrefix(u.Path, Root+"/") {
			t.Errorf("%q leads to %v, %v", address, u, err)
		}
	})
}

func TestReadPeriod(t *testing.T) {
	now := time.Date(2026, 5, 4, 23, 59, 0, 0, time.FixedZone("", -7200)) // already the 5th of UTC
	span := func(from, to string) string { return from + " " + to }
	for query, want := range map[string]string{
		"":                              span("2026-04-08", "2026-05-05"),
		"period=7":                      span("2026-04-29", "2026-05-05"),
		"from=2026-01-01&to=2026-01-31": span("2026-01-01", "2026-01-31"),
		"from=2026-01-31&to=2026-01-01": span("2026-01-01", "2026-01-31"),
		"from=2026-05-01":               span("2026-05-01", "2026-05-05"),
		"from=2027-05-01":               span("2027-05-01", "2027-05-01"),
		"to=2026-01-28&period=90":       span("2026-01-01", "2026-01-28"),
		"period=0":                      "", "period=367": "", "period=x": "", "from=yesterday": "", "from=2020-01-01": "",
		"from=0001-01-01&to=0001-01-02": span("0001-01-01", "0001-01-02"),
	} {
		q, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		p, err := readPeriod(q, now)
		got := ""
		if err == nil {
			got = span(p.From.Format(time.DateOnly), p.Last().Format(time.DateOnly))
		}
		if got != want {
			t.Errorf("%q is %q (%v), want %q", query, got, err, want)
		}
		if want == "" && (views.ComplaintDetail(words.English, err) == "" || !errors.Is(err, views.ErrBad)) {
			t.Errorf("%q: %v does not tell the merchandiser", query, err)
		}
	}
}

// A period's fields read back as the period, and the one before touches it.
func TestPeriodsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now := time.Unix(rapid.Int64Range(0, 4e9).Draw(t, "now"), 0).UTC()
		first := now.Truncate(dayLength).AddDate(0, 0, -rapid.IntRange(0, 1000).Draw(t, "ago"))
		p := Period{first, first.AddDate(0, 0, rapid.IntRange(1, mostDays).Draw(t, "days"))}
		back, err := readPeriod(p.fields(now), now)
		if err != nil || !back.same(p) {
			t.Fatalf("%v came back as %v, %v", p, back, err)
		}
		if b := p.Before(); !b.To.Equal(p.From) || b.Days() != p.Days() {
			t.Fatalf("before %v is %v", p, b)
		}
		if n := p.Day(p.To.Add(-1)); n != p.Days()-1 {
			t.Fatalf("the last day of %v is day %d", p, n)
		}
	})
}

func TestAddresses(t *testing.T) {
	now := time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC)
	q := url.Values{"period": {"7"}, "category": {"A/B"}, "x": {"1"}, "format": {"csv"}, "table": {"t"}}
	r := &Request{Request: httptest.NewRequest(http.MethodGet, "/desk/questions?"+q.Encode(), nil), Now: now, Category: "A/B", query: q, Period: daysBack(7, now)}
	got := []string{r.To("/desk"), r.To("/desk/x", "turn", "2"), r.With("x", ""), r.With("x", "2", "period", "28")}
	want := []string{"/desk?category=A%2FB&period=7", "/desk/x?category=A%2FB&period=7&turn=2", "/desk/questions?category=A%2FB&period=7", "/desk/questions?category=A%2FB&period=28&x=2"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(q["format"]) == 0 || q.Get("period") != "7" {
		t.Error("an address changed the request")
	}
}
