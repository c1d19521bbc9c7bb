package main

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"shopclerk/views"
)

// Who knows an order's number and e-mail address finds it again in another browser; who does
// not, finds nothing, and cannot try for long.
func TestOrderIsFoundAgain(t *testing.T) {
	b := openBranch(t, config{Name: "Shopclerk"})
	o := b.order(t, "elsewhere")
	v := visit(t, b.doors)
	find := func(number, email string) *sheet {
		return v.submit(v.get(views.OrdersPath), "form.find-order", url.Values{views.FieldOrder: {number}, views.FieldEmail: {email}})
	}
	for _, wrong := range [][2]string{{o.ID, "bob@example.com"}, {"S9", "ann@example.com"}, {"<b>", "\x00"}} {
		if p := find(wrong[0], wrong[1]); p.status != http.StatusNotFound || p.Find("form.find-order [role=alert]").Length() != 1 {
			t.Errorf("%q: status %d, %q", wrong, p.status, p.texts("form.find-order"))
		}
	}
	if p := find(" "+o.ID, "Ann@example.com "); p.status != http.StatusOK || p.at.Path != views.OrderURL(o.ID) {
		t.Errorf("found: %s with status %d", p.at, p.status)
	}
	if p := v.get(views.OrdersPath); len(p.texts(".order-entry")) != 1 {
		t.Errorf("the orders are %q", p.texts(".order-entry"))
	}
	last := find("S9", "ann@example.com")
	if last.status == http.StatusNotFound {
		last = find("S9", "ann@example.com")
	}
	if last.status != http.StatusTooManyRequests || last.header.Get("Retry-After") == "" {
		t.Errorf("the sixth try: status %d", last.status)
	}
	if got := visit(t, b.doors).get(views.OrdersPath); strings.Contains(string(got.body), o.ID) {
		t.Error("a stranger sees it")
	}
}
