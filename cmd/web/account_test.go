package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/shop/orders"
	"shopclerk/cmd/internal/live"
	"shopclerk/cmd/web/internal/present"
	"shopclerk/views"
)

const annsPassword = "correct horse battery staple"

// branch is a shop whose files a test can look into. Its clock for tries of passwords
// goes a minute on with every try, unless stopped.
type branch struct {
	*server
	doors   *httptest.Server
	dir     string // of its files
	stopped bool
}

func openBranch(t *testing.T, c config) *branch {
	t.Helper()
	s, err := openDemo()
	if err != nil {
		t.Fatal(err)
	}
	clerk := s.clerk.Clone()
	b := &branch{dir: t.TempDir()}
	if b.server, err = newServer(c, live.Fixed(clerk, s.shop.Catalogue), openFilesAt(t, b.dir)); err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	b.tries.now = func() time.Time {
		if !b.stopped {
			now = now.Add(time.Minute)
		}
		return now
	}
	t.Cleanup(b.work(t.Context()))
	b.doors = serving(t, b.handler())
	return b
}

// register makes an account, as its page does.
func (v *visitor) register(email, secret string) *sheet {
	v.t.Helper()
	return v.submit(v.get("/account/register"), "form[action='/account/register']",
		url.Values{views.FieldEmail: {email}, views.FieldChosen: {secret}, views.FieldAgain: {secret}})
}

// signIn signs in, as its page does.
func (v *visitor) signIn(email, secret string) *sheet {
	v.t.Helper()
	return v.submit(v.get("/account"), "form[action='/account/sign-in']", url.Values{views.FieldEmail: {email}, views.FieldPassword: {secret}})
}

// signedIn reports whether the account's page is that of an address.
func (v *visitor) signedIn(email string) bool {
	v.t.Helper()
	return slices.Contains(v.get("/account").texts(".account b"), email)
}

// order places an order for a person, of a lamp.
func (b *branch) order(t *testing.T, person string) orders.Order {
	t.Helper()
	o, err := b.orders.Place(t.Context(), orders.Act{Key: random(16), Person: person, Call: json.RawMessage(`{"tool":"place_order"}`)},
		func(p orders.Person) (orders.Placement, error) {
			p.Name, p.Address = "Ann Porter", orders.Address{Street: "1 Mill Lane", City: "York", Zip: "YO1 7AA"}
			return orders.Placement{Person: p, Order: orders.Order{Status: orders.Placed, Name: p.Name, Address: p.Address,
				Lines: []orders.Line{{Article: orders.Article{ID: "lamp", Product: "lamp", Title: "Lamp"}, Quantity: 1}}}}, nil
		})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// What a guest has goes along into the account, is there on another device, and is gone
// from the browser that signs out.
func TestGuestBecomesAccount(t *testing.T) {
	b := openBranch(t, config{Name: "Shopclerk"})
	v, phone := visit(t, b.doors), visit(t, b.doors)
	p := v.begin("backpack")
	v.post("/basket", url.Values{present.FieldProduct: {productOf(t, p.Find(".card h4 a").First().AttrOr("href", ""))}, views.FieldQuantity: {"2"}})
	guest, before := v.export(), v.cookie(t)
	o := b.order(t, guest.Session)

	if got := v.register("Ann@example.com", annsPassword); got.status != http.StatusOK || got.at.Path != "/account" || !v.signedIn("Ann@example.com") {
		t.Fatalf("registering led to %s with status %d: %q", got.at, got.status, got.texts(".field-problem"))
	}
	if phone.signIn(" ANN@example.com", annsPassword); !phone.signedIn("Ann@example.com") {
		t.Fatal("not signed in on the phone")
	}
	for name, on := range map[string]*visitor{"the laptop": v, "the phone": phone} {
		all := on.export()
		if all.Session == guest.Session || all.Account == nil || all.Account.Email != "Ann@example.com" || len(all.Account.SignIns) != 2 {
			t.Errorf("on %s the account is %+v", name, all.Account)
		}
		if len(all.Conversations) != 1 || len(all.Basket) != 1 || all.Basket[0].Quantity != 2 || len(all.Orders.Orders) != 1 || all.Orders.Orders[0].ID != o.ID {
			t.Errorf("on %s there are %d conversations, the basket %v and the orders %v", name, len(all.Conversations), all.Basket, all.Orders.Orders)
		}
		if p := on.get("/orders/" + o.ID); p.status != http.StatusOK || p.header.Get("Cache-Control") != "no-store" {
			t.Errorf("on %s the order has status %d, Cache-Control %q", name, p.status, p.header.Get("Cache-Control"))
		}
	}
	if v.cookie(t) == before {
		t.Error("signing in leaves the cookie as it was")
	}

	inside := v.cookie(t)
	v.submit(v.get("/account"), "form[action='/account/sign-out']", nil)
	base, err := url.Parse(v.base)
	if err != nil {
		t.Fatal(err)
	}
	for name, cookie := range map[string]string{"after signing out": "", "of the guest before": before, "of the time inside": inside, "that is the account's id": phone.export().Session} {
		if cookie != "" {
			v.client.Jar.SetCookies(base, []*http.Cookie{{Name: sessionCookie, Value: cookie, Path: "/"}})
		}
		all := v.export()
		if len(all.Conversations)+len(all.Basket)+len(all.Orders.Orders)+len(all.Orders.Trail) != 0 || all.Account != nil || v.signedIn("Ann@example.com") {
			t.Errorf("with the cookie %s: %+v", name, all)
		}
		if p := v.get("/orders/" + o.ID); p.status != http.StatusNotFound {
			t.Errorf("with the cookie %s the order has status %d", name, p.status)
		}
	}
	if !phone.signedIn("Ann@example.com") {
		t.Error("signing out of one browser signs out of another")
	}
}

// Changing the password signs out everywhere else, and old cookies with it.
func TestChangePassword(t *testing.T) {
	b := openBranch(t, config{})
	v, phone := visit(t, b.doors), visit(t, b.doors)
	v.register("ann@example.com", annsPassword)
	phone.signIn("ann@example.com", annsPassword)
	change := func(now, chosen, again string) *sheet {
		return v.submit(v.get("/account"), "form[action='/account/password']",
			url.Values{views.FieldPassword: {now}, views.FieldChosen: {chosen}, views.FieldAgain: {again}})
	}
	const chosen = "another horse, another staple"
	for _, tc := range []struct{ name, now, chosen, again, field string }{
		{"wrong", chosen, chosen, chosen, "password"}, {"short", annsPassword, "short", "short", "chosen"}, {"two", annsPassword, chosen, chosen + "x", "again"},
	} {
		p := change(tc.now, tc.chosen, tc.again)
		if p.status != http.StatusUnprocessableEntity || p.Find("#"+tc.field+"[aria-invalid=true][aria-describedby*="+tc.field+"-problem]").Length() != 1 || p.Find("[aria-invalid]").Length() != 1 {
			t.Errorf("%s: status %d, problems %q", tc.name, p.status, p.texts(".field-problem"))
		}
	}
	before := v.cookie(t)
	if p := change(annsPassword, chosen, chosen); p.at.Path != "/account" || len(p.texts(".account [role=status]")) == 0 || v.cookie(t) == before {
		t.Errorf("changing led to %s, the cookie is another: %t", p.at, v.cookie(t) != before)
	}
	if !v.signedIn("ann@example.com") || phone.signedIn("ann@example.com") {
		t.Error("signed in are others than who changed it")
	}
	if p := phone.signIn("ann@example.com", annsPassword); p.status != http.StatusForbidden {
		t.Errorf("the old password has status %d", p.status)
	}
}

// A browser that is signed in signs another out, and none of another account. What
// happens to an account is logged, and nothing that was typed.
func TestSignedInElsewhere(t *testing.T) {
	var log bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	defer slog.SetDefault(before)
	b := openBranch(t, config{Name: "Shopclerk"})
	v, phone, other := visit(t, b.doors), visit(t, b.doors), visit(t, b.doors)
	v.register("ann@example.com", annsPassword)
	id := v.export().Session
	other.register("bob@example.com", annsPassword)
	phone.signIn("ann@example.com", "not the password")
	phone.signIn("ann@example.com", annsPassword)
	const end = "form[action='/account/end']"
	page := v.get("/account")
	if n := page.Find(end).Length(); n != 1 {
		t.Fatalf("%d other browsers are signed in", n)
	}
	stolen := url.Values{fieldSession: {page.Find(end+" input").AttrOr("value", "")}}
	if other.post("/account/end", stolen); !phone.signedIn("ann@example.com") {
		t.Error("somebody else signed the phone out")
	}
	if v.submit(page, end, nil); phone.signedIn("ann@example.com") || !v.signedIn("ann@example.com") {
		t.Error("the phone is signed in still, or the laptop no more")
	}
	for _, line := range []string{`"somebody signed in" account=` + id + " from=127.0.0.1", `"a sign-in was refused" from=127.0.0.1`, `"a session was ended from another" account=` + id} {
		if !strings.Contains(log.String(), line) {
			t.Errorf("the log has no %s", line)
		}
	}
	if regexp.MustCompile(`example.com|password=|battery|not the`).MatchString(log.String()) {
		t.Errorf("the log says: %s", &log)
	}
}

// Everything goes at one button, which says what stays; then nobody sees it any more.
func TestDeleteAccount(t *testing.T) {
	b := openBranch(t, config{Name: "Shopclerk"})
	v, phone := visit(t, b.doors), visit(t, b.doors)
	v.register("ann@example.com", annsPassword)
	phone.signIn("ann@example.com", annsPassword)
	v.begin("backpack")
	id := v.export().Session
	over, underWay := b.order(t, id), b.order(t, id)
	if _, err := b.orders.Serve(t.Context(), orders.Act{Key: "cancel", Person: "shop", Call: json.RawMessage(`{}`)}, over.ID, func(o orders.Order) (orders.Order, error) {
		return o.Cancel("")
	}); err != nil {
		t.Fatal(err)
	}
	ask := v.get(v.get("/account").Find("a[href='/mine/delete']").AttrOr("href", ""))
	text := ask.Find("main").Text()
	if !strings.Contains(text, "ann@example.com") || !strings.Contains(text, underWay.ID) || strings.Contains(text, over.ID) || ask.header.Get("Cache-Control") != "no-store" {
		t.Errorf("before deleting the page says: %s", text)
	}
	if wrong := v.submit(ask, formDelete, url.Values{views.FieldPassword: {"something else"}}); wrong.status != http.StatusForbidden || !v.signedIn("ann@example.com") {
		t.Errorf("deleting with a wrong password has status %d", wrong.status)
	}
	if none := v.submit(ask, formDelete, nil); none.status != http.StatusForbidden || len(v.export().Conversations) != 1 {
		t.Errorf("deleting without a password has status %d", none.status)
	}
	if done := v.submit(ask, formDelete, url.Values{views.FieldPassword: {annsPassword}}); done.status != http.StatusOK || v.signedIn("ann@example.com") || phone.signedIn("ann@example.com") {
		t.Errorf("deleting has status %d", done.status)
	}
	if p := v.signIn("ann@example.com", annsPassword); p.status != http.StatusForbidden {
		t.Errorf("signing in again has status %d", p.status)
	}
	for _, tc := range []struct {
		order orders.Order
		name  string
	}{{over, ""}, {underWay, "Ann Porter"}} {
		o, err := b.orders.Find(t.Context(), tc.order.ID)
		if err != nil || o.Name != tc.name || o.Person == id {
			t.Errorf("of %s stays %+v, %v", tc.order.ID, o, err)
		}
		if p := phone.get("/orders/" + tc.order.ID); p.status != http.StatusNotFound {
			t.Errorf("%s has status %d", tc.order.ID, p.status)
		}
	}
	v.register("ann@example.com", annsPassword)
	if all := v.export(); len(all.Conversations)+len(all.Orders.Orders) != 0 {
		t.Errorf("the address's next owner sees %+v", all)
	}
}

// What is typed wrong is told at its field; what is hostile is text.
func TestRegisterProblems(t *testing.T) {
	b := openBranch(t, config{})
	visit(t, b.doors).register("taken@example.com", annsPassword)
	for _, tc := range []struct{ name, email, secret, field string }{
		{"no address", "ann", annsPassword, "email"},
		{"taken", "Taken@EXAMPLE.com", annsPassword, "email"},
		{"a line end", "ann@example.com\r\nBcc: all@example.com", annsPassword, "email"},
		{"markup", `"><script>alert(1)</script>@x`, "short", "chosen"},
		{"SQL", `' OR 1=1; DROP TABLE account; --`, annsPassword, "email"},
		{"very long", strings.Repeat("a", 30<<10) + "@example.com", annsPassword, "email"},
		{"a very long password", "ann@example.com", strings.Repeat("pass word ", 2000), "chosen"},
		{"an easy password", "ann@example.com", "111111111111111", "chosen"},
		{"no UTF-8", "\xff\xfe", "\xff\xfe", "email"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			v := visit(t, b.doors)
			p := v.register(tc.email, tc.secret)
			if p.status != http.StatusUnprocessableEntity || p.Find("#"+tc.field+"[aria-invalid=true]").Length() != 1 || p.Find("[aria-invalid]").Length() != 1 {
				t.Errorf("status %d, problems %q", p.status, p.texts(".field-problem"))
			}
			if len(tc.secret) > 5 && bytes.Contains(p.body, []byte(tc.secret)) {
				t.Error("the page has the password")
			}
			harmless(t, p)
		})
	}
	for _, email := range []string{"smile😀@example.com", "o'brien+shop@example.com"} {
		v := visit(t, b.doors)
		if v.register(email, "пароль из 四つの言葉"); !v.signedIn(email) {
			t.Errorf("%s is not signed in", email)
		}
	}
}

// What the account's pages answer tells nothing that their visitor does not know, and is
// kept by nobody.
func TestAccountIsPrivate(t *testing.T) {
	b := openBranch(t, config{Secure: true})
	client := b.doors.Client()
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	v := &visitor{t: t, client: client, base: b.doors.URL} // no jar: the cookie is for HTTPS only
	ann := url.Values{views.FieldEmail: {"ann@example.com"}, views.FieldPassword: {annsPassword}, views.FieldChosen: {annsPassword}, views.FieldAgain: {annsPassword}}
	registered := v.post("/account/register", ann)
	cookies := (&http.Response{Header: registered.header}).Cookies()
	if registered.status != http.StatusSeeOther || len(cookies) != 1 {
		t.Fatalf("registering has status %d and %d cookies", registered.status, len(cookies))
	}
	if k := cookies[0]; !k.HttpOnly || !k.Secure || k.SameSite != http.SameSiteLaxMode || k.Path != "/" || k.Domain != "" || k.MaxAge <= 0 || !strings.HasPrefix(k.Name, "__Host-") {
		t.Errorf("the cookie is %s", k.Raw)
	}
	inside := func(method, path string, form url.Values) *sheet {
		r := v.request(method, path, form)
		r.AddCookie(&http.Cookie{Name: cookies[0].Name, Value: cookies[0].Value})
		return v.do(r)
	}
	if got := v.get("/").header.Get("Strict-Transport-Security"); !strings.HasPrefix(got, "max-age=") {
		t.Errorf("by TLS alone: %q", got)
	}
	if chosen := v.post("/language", url.Values{fieldLanguage: {"de"}}).header.Get("Set-Cookie"); !strings.HasPrefix(chosen, "__Host-language=de;") {
		t.Errorf("the language's cookie is %s", chosen)
	}
	for _, p := range []*sheet{
		v.get("/account"), v.get("/account/register"), v.post("/account/sign-in", url.Values{}), v.post("/account/register", url.Values{}),
		inside(http.MethodGet, "/account", nil), inside(http.MethodPost, "/account/password", url.Values{}), inside(http.MethodGet, "/mine", nil), inside(http.MethodGet, "/mine/delete", nil), inside(http.MethodGet, "/", nil),
	} {
		if got := p.header.Get("Cache-Control"); got != "no-store" {
			t.Errorf("%s, status %d: Cache-Control %q", p.at, p.status, got)
		}
		if bytes.Contains(p.body, []byte(cookies[0].Value)) {
			t.Errorf("%s tells the cookie's secret", p.at)
		}
	}
	if p := v.post("/account/sign-in?"+ann.Encode(), url.Values{}); p.status != http.StatusForbidden {
		t.Errorf("a password in the address has status %d", p.status)
	}

	// an address that is known and one that is not
	answer := func(email string) string {
		p := v.post("/account/sign-in", url.Values{views.FieldEmail: {email}, views.FieldPassword: {"not the password"}})
		return fmt.Sprint(p.status, " ", strings.ReplaceAll(string(p.body), email, "EMAIL"))
	}
	if diff := cmp.Diff(answer("ann@example.com"), answer("bob@example.com")); diff != "" {
		t.Errorf("the answers differ (-known +unknown):\n%s", diff)
	}
	if p := inside(http.MethodPost, "/account/sign-in", url.Values{views.FieldEmail: {"ann@example.com"}, views.FieldPassword: {"wrong"}}); p.status != http.StatusForbidden {
		t.Errorf("signing in again with a wrong password has status %d", p.status)
	}
}

// Whoever guesses has to wait, whether there is an account or not, and then the right
// password waits as well.
func TestGuessing(t *testing.T) {
	for _, email := range []string{"ann@example.com", "nobody@example.com"} {
		t.Run(email, func(t *testing.T) {
			b := openBranch(t, config{})
			if _, err := b.accounts.Register(t.Context(), "ann@example.com", annsPassword); err != nil {
				t.Fatal(err)
			}
			b.stopped = true
			v := visit(t, b.doors)
			for i := range triesOf.Network.Burst {
				if p := v.signIn(email, fmt.Sprint("guess ", i)); p.status != http.StatusForbidden || p.Find(".account [role=alert]").Length() != 1 {
					t.Fatalf("guess %d has status %d", i+1, p.status)
				}
			}
			p := v.signIn(email, annsPassword)
			if p.status != http.StatusTooManyRequests || p.header.Get("Retry-After") != "10" || v.signedIn("ann@example.com") {
				t.Errorf("status %d, Retry-After %q", p.status, p.header.Get("Retry-After"))
			}
			for _, path := range []string{"/account/register", "/account/sign-in"} {
				if p := v.post(path, url.Values{views.FieldEmail: {"new@example.com"}}); p.status != http.StatusTooManyRequests || len(p.texts(".field-problem")) != 1 {
					t.Errorf("%s has status %d", path, p.status)
				}
			}
		})
	}
}

// One address is guarded against many networks, however it is spelled, and others are
// not held up by it: nor is its owner, who comes from yet another.
func TestGuessingFromEverywhere(t *testing.T) {
	server := &server{metrics: newMetrics(), tries: newTries(nil)}
	noon := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	server.tries.now = func() time.Time { return noon }
	router := server.router()
	try := func(network int, email string) int {
		r := httptest.NewRequest(http.MethodPost, "/account/sign-in", nil)
		r.RemoteAddr = fmt.Sprintf("192.0.2.%d:1234", network)
		return server.tries.wait(router.NewContext(r, httptest.NewRecorder()), email)
	}
	for i := range 4 * triesOf.Name.Burst { // three of each network are its own
		if wait := try(i/4, []string{"ann@example.com", " ANN@Example.com"}[i%2]); wait != 0 {
			t.Fatalf("try %d waits %d s", i+1, wait)
		}
	}
	for _, tc := range []struct {
		email string
		want  int
	}{{"ann@example.com", 0}, {"ann@example.com", 0}, {" Ann@example.com", 0}, {"ann@example.com", 60}, {"Ann@example.com", 60}, {"bob@example.com", 0}, {"no address", 0}} {
		if wait := try(100, tc.email); wait != tc.want {
			t.Errorf("%q waits %d s, want %d", tc.email, wait, tc.want)
		}
	}
}

// What is in a cookie, and a password, is in no file.
func TestNoFileHoldsASecret(t *testing.T) {
	b := openBranch(t, config{Name: "Shopclerk"})
	v := visit(t, b.doors)
	v.begin("backpack")
	guest := v.cookie(t)
	b.order(t, v.export().Session)
	v.register("ann@example.com", annsPassword)
	for name, secret := range map[string]string{"the guest's cookie": guest, "the account's cookie": v.cookie(t), "the password": annsPassword} {
		if !regexp.MustCompile(`^[a-z2-7]{26}$`).MatchString(secret) && secret != annsPassword {
			t.Fatalf("%s is %q", name, secret)
		}
		for file, text := range filesOf(t, b) {
			if bytes.Contains(text, []byte(secret)) {
				t.Errorf("%s holds %s", file, name)
			}
		}
	}
}

// filesOf reads copies of a branch's files.
func filesOf(t *testing.T, b *branch) map[string][]byte {
	t.Helper()
	to, out := filepath.Join(t.TempDir(), "backup"), map[string][]byte{}
	if err := (&backup{Data: b.dir, To: to}).Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, name := range databases {
		text, err := os.ReadFile(filepath.Join(to, name))
		if err != nil || len(text) == 0 {
			t.Fatalf("%s: %d bytes, %v", name, len(text), err)
		}
		out[name] = text
	}
	return out
}
