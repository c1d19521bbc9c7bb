package visitor

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const page = `<form id="f" method="post" action="/send?a=1">
<input type="hidden" name="v" value="3"><input name="q" value="red"><textarea name="t">a &amp; b</textarea>
<input type="checkbox" name="c" value="1"><input type="checkbox" name="c" value="2" checked><input type="checkbox" name="on" checked>
<input type="radio" name="r" value="x"><input type="radio" name="r" value="y" checked>
<select name="s"><option value="1">one</option><option value="2" selected>two</option></select>
<select name="first"><option>only</option><option>other</option></select>
<input name="off" value="x" disabled><input value="nameless"><input type="submit" name="go" value="1">
</form><input form="f" name="outside" value="in"><form method="get" action="/look?old=1"><input name="n" value="5"></form>
<a href="/a">A</a><a href="/b">  B
b </a><a href="/a">again</a><a>none</a>`

func shop(t *testing.T) *Visitor {
	t.Helper()
	doors := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			http.SetCookie(w, &http.Cookie{Name: "session", Value: "s1"})
			fmt.Fprint(w, page)
		case "/send":
			http.Redirect(w, r, "/look?"+"sent="+url.QueryEscape(r.FormValue("t")), http.StatusSeeOther)
		case "/look":
			fmt.Fprint(w, "<p>"+r.URL.RawQuery+"</p>")
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(doors.Close)
	v, err := New(doors.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestForm(t *testing.T) {
	v := shop(t)
	p, err := v.Get(t.Context(), "/")
	if err != nil {
		t.Fatal(err)
	}
	f, err := p.Form("form")
	if err != nil {
		t.Fatal(err)
	}
	want := Form{Method: http.MethodPost, Action: "/send?a=1", Fields: url.Values{
		"v": {"3"}, "q": {"red"}, "t": {"a & b"}, "c": {"2"}, "on": {"on"}, "r": {"y"}, "s": {"2"}, "first": {"only"}, "outside": {"in"},
	}, Boxes: url.Values{"c": {"1", "2"}, "on": {"on"}, "r": {"x", "y"}}}
	if diff := cmp.Diff(want, f); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, err := p.Form("form.none"); !errors.Is(err, ErrNoForm) {
		t.Errorf("a form that is not there: %v", err)
	}
	if _, err := p.Form("a"); !errors.Is(err, ErrNoForm) {
		t.Errorf("a link is taken for a form: %v", err)
	}
}

func TestSend(t *testing.T) {
	v := shop(t)
	p, err := v.Get(t.Context(), "/")
	if err != nil {
		t.Fatal(err)
	}
	if c := v.Cookies(p); len(c) != 1 || c[0].Value != "s1" {
		t.Errorf("cookies %v", c)
	}
	for selector, want := range map[string]string{"form[method=post]": "/look?sent=a+%26+b", "form[method=get]": "/look?n=5"} {
		f, err := p.Form(selector)
		if err != nil {
			t.Fatal(err)
		}
		after, err := v.Send(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		if after.Address() != want || after.Status != http.StatusOK {
			t.Errorf("%s led to %s with status %d, want %s", selector, after.Address(), after.Status, want)
		}
	}
	if p, err := v.Get(t.Context(), "/nowhere"); err != nil || p.Status != http.StatusNotFound {
		t.Errorf("an error page: status %d, %v", p.Status, err)
	}
	if _, err := v.Get(t.Context(), "http://elsewhere.example/"); err == nil {
		t.Error("the visitor leaves the shop")
	}
}

func TestLinksAndTexts(t *testing.T) {
	p, err := shop(t).Get(t.Context(), "/")
	if err != nil {
		t.Fatal(err)
	}
	links, err := p.Links("a")
	if err != nil {
		t.Fatal(err)
	}
	texts, err := p.Texts("a")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([][]string{{"/a", "/b"}, {"A", "B b", "again", "none"}}, [][]string{links, texts}); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestNewWantsAnAddress(t *testing.T) {
	for _, address := range []string{"", "localhost", "/path", "http://", "::"} {
		if _, err := New(address, nil); err == nil {
			t.Errorf("%q passes for an address", address)
		}
	}
}
