package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// checkMarkup checks what axe-core does not: that a page is usable without scripts, keeps the
// place of its pictures, and has neither scripts nor styles of its own.
func checkMarkup(t *testing.T, s stop) {
	t.Helper()
	for _, check := range []func(*testing.T, *goquery.Document){uniqueIDs, labelled, sentWithoutScripts, headingsInOrder, picturesKeepTheirPlace, nothingInline} {
		check(t, s.page.Document)
	}
}

func outer(s *goquery.Selection) string {
	h, err := goquery.OuterHtml(s)
	if err != nil {
		return err.Error()
	}
	return h[:min(len(h), 160)]
}

func uniqueIDs(t *testing.T, doc *goquery.Document) {
	seen := map[string]bool{}
	doc.Find("[id]").Each(func(_ int, s *goquery.Selection) {
		id := s.AttrOr("id", "")
		if seen[id] || id == "" || strings.ContainsAny(id, " \t\n") {
			t.Errorf("id %q is empty, not unique or has a space", id)
		}
		seen[id] = true
	})
	for _, attr := range []string{"for", "aria-labelledby", "aria-describedby"} {
		doc.Find("[" + attr + "]").Each(func(_ int, s *goquery.Selection) {
			for _, id := range strings.Fields(s.AttrOr(attr, "")) {
				if !seen[id] {
					t.Errorf("%s names no element: %s", attr, outer(s))
				}
			}
		})
	}
}

func labelled(t *testing.T, doc *goquery.Document) {
	doc.Find("input:not([type=hidden]), textarea, select").Each(func(_ int, s *goquery.Selection) {
		label := doc.Find("label").FilterFunction(func(_ int, l *goquery.Selection) bool {
			return l.AttrOr("for", "") == s.AttrOr("id", "-")
		}).AddSelection(s.Closest("label"))
		if strings.TrimSpace(label.Text()) == "" {
			t.Errorf("no label: %s", outer(s))
		}
	})
	doc.Find("fieldset").Each(func(_ int, s *goquery.Selection) {
		if strings.TrimSpace(s.ChildrenFiltered("legend").Text()) == "" {
			t.Errorf("no legend: %s", outer(s))
		}
	})
}

func sentWithoutScripts(t *testing.T, doc *goquery.Document) {
	doc.Find("form").Each(func(_ int, s *goquery.Selection) {
		method := s.AttrOr("method", "")
		if method != "post" && method != "get" || s.Find("button[type=submit]").Length() == 0 {
			t.Errorf("not a form that is sent at a button: %s", outer(s))
		}
	})
	doc.Find("[hx-boost]").Each(func(_ int, s *goquery.Selection) {
		for _, part := range []string{"hx-target", "hx-select"} {
			if doc.Find(s.Closest("["+part+"]").AttrOr(part, "-")).Length() != 1 {
				t.Errorf("a step in no part of the page: %s", outer(s))
			}
		}
	})
}

func headingsInOrder(t *testing.T, doc *goquery.Document) {
	level := 0
	doc.Find("h1, h2, h3, h4, h5, h6").Each(func(i int, s *goquery.Selection) {
		l := int(goquery.NodeName(s)[1] - '0')
		if i == 0 && l != 1 || i > 0 && (l == 1 || l > level+1) {
			t.Errorf("heading of level %d after %d: %s", l, level, outer(s))
		}
		level = l
	})
}

func picturesKeepTheirPlace(t *testing.T, doc *goquery.Document) {
	doc.Find("img").Each(func(_ int, s *goquery.Selection) {
		for _, attr := range []string{"width", "height", "alt"} {
			if _, ok := s.Attr(attr); !ok {
				t.Errorf("no %s: %s", attr, outer(s))
			}
		}
	})
}

// linked are the attributes that hold an address.
var linked = []string{"href", "src", "action", "formaction", "srcset", "xlink:href"}

func nothingInline(t *testing.T, doc *goquery.Document) {
	doc.Find("style, iframe, object, embed, base, script:not([src^='/static/'])").Each(func(_ int, s *goquery.Selection) {
		t.Errorf("inline: %s", outer(s))
	})
	doc.Find("*").Each(func(_ int, s *goquery.Selection) {
		for _, a := range s.Nodes[0].Attr {
			if strings.HasPrefix(a.Key, "on") || strings.HasPrefix(a.Key, "hx-on") || a.Key == "style" {
				t.Errorf("inline %s: %s", a.Key, outer(s))
			}
			if slices.Contains(linked, a.Key) && !harmlessAddress(a.Val) {
				t.Errorf("%s leads to %q", a.Key, a.Val)
			}
		}
	})
}

// harmlessAddress judges an address as a browser reads it: control characters and space
// before the scheme do not count, nor does letter case.
func harmlessAddress(address string) bool {
	clean := strings.ToLower(strings.Map(func(r rune) rune {
		if r <= ' ' {
			return -1
		}
		return r
	}, address))
	scheme, _, found := strings.Cut(clean, ":")
	return !found || strings.ContainsAny(scheme, "/?#") || scheme == "http" || scheme == "https"
}
