package views_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"shopclerk/views"
)

// each runs a check over every story's document.
func each(t *testing.T, check func(t *testing.T, doc *goquery.Document)) {
	for _, s := range stories() {
		t.Run(s.Name, func(t *testing.T) {
			doc, err := goquery.NewDocumentFromReader(bytes.NewReader(render(t, s.Page)))
			if err != nil {
				t.Fatal(err)
			}
			check(t, doc)
		})
	}
}

func outer(s *goquery.Selection) string {
	h, err := goquery.OuterHtml(s)
	if err != nil {
		return err.Error()
	}
	return h[:min(len(h), 160)]
}

func TestIDs(t *testing.T) {
	each(t, func(t *testing.T, doc *goquery.Document) {
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
	})
}

func TestControlsAreLabelled(t *testing.T) {
	each(t, func(t *testing.T, doc *goquery.Document) {
		doc.Find("input:not([type=hidden]), textarea, select").Each(func(_ int, s *goquery.Selection) {
			label := doc.Find("label").FilterFunction(func(_ int, l *goquery.Selection) bool {
				return l.AttrOr("for", "") == s.AttrOr("id", "-")
			}).AddSelection(s.Closest("label"))
			if strings.TrimSpace(label.Text()) == "" {
				t.Errorf("no label: %s", outer(s))
			}
		})
		doc.Find("button, a[href]").Each(func(_ int, s *goquery.Selection) {
			if strings.TrimSpace(s.Text()) == "" && s.AttrOr("aria-label", "") == "" {
				t.Errorf("no name: %s", outer(s))
			}
		})
		doc.Find("fieldset").Each(func(_ int, s *goquery.Selection) {
			if strings.TrimSpace(s.ChildrenFiltered("legend").Text()) == "" {
				t.Errorf("no legend: %s", outer(s))
			}
		})
	})
}

func TestFormsWorkWithoutScript(t *testing.T) {
	each(t, func(t *testing.T, doc *goquery.Document) {
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
	})
}

func TestHeadingsInOrder(t *testing.T) {
	each(t, func(t *testing.T, doc *goquery.Document) {
		level := 0
		doc.Find("h1, h2, h3, h4, h5, h6").Each(func(i int, s *goquery.Selection) {
			l := int(goquery.NodeName(s)[1] - '0')
			if i == 0 && l != 1 || i > 0 && (l == 1 || l > level+1) {
				t.Errorf("heading of level %d after %d: %s", l, level, outer(s))
			}
			level = l
		})
	})
}

func TestPicturesKeepTheirPlace(t *testing.T) {
	each(t, func(t *testing.T, doc *goquery.Document) {
		doc.Find("img").Each(func(_ int, s *goquery.Selection) {
			for _, attr := range []string{"width", "height", "alt"} {
				if _, ok := s.Attr(attr); !ok {
					t.Errorf("no %s: %s", attr, outer(s))
				}
			}
		})
	})
}

// linked are the attributes that hold an address.
var linked = []string{"href", "src", "action", "formaction", "srcset", "xlink:href"}

// Nothing on any page, hostile props included, is a script or a style of its own.
func TestNothingInline(t *testing.T) {
	each(t, func(t *testing.T, doc *goquery.Document) {
		doc.Find("style, iframe, object, embed, base").Each(func(_ int, s *goquery.Selection) {
			t.Errorf("inline: %s", outer(s))
		})
		doc.Find("script").Each(func(_ int, s *goquery.Selection) {
			if src := s.AttrOr("src", ""); s.Text() != "" || src != assets.HTMX && src != assets.App && src != deskAssets.Script {
				t.Errorf("script of its own: %s", outer(s))
			}
		})
		doc.Find("*").Each(func(_ int, s *goquery.Selection) {
			for _, a := range s.Nodes[0].Attr {
				if strings.HasPrefix(a.Key, "on") || strings.HasPrefix(a.Key, "hx-on") || a.Key == "style" {
					t.Errorf("inline %s: %s", a.Key, outer(s))
				}
				if slices.Contains(linked, a.Key) && !harmless(a.Val) {
					t.Errorf("%s leads to %q", a.Key, a.Val)
				}
			}
		})
	})
}

// harmless judges an address as a browser reads it: control characters and space
// before the scheme do not count, nor does letter case.
func harmless(address string) bool {
	clean := strings.ToLower(strings.Map(func(r rune) rune {
		if r <= ' ' {
			return -1
		}
		return r
	}, address))
	scheme, _, found := strings.Cut(clean, ":")
	if !found || strings.ContainsAny(scheme, "/?#") {
		return true
	}
	return scheme == "http" || scheme == "https"
}

func TestHostileTextIsShownAsText(t *testing.T) {
	const boo = `<script>alert("boo")</script>`
	for _, s := range stories() {
		if !strings.HasSuffix(s.Name, "-hostile") {
			continue
		}
		doc, err := goquery.NewDocumentFromReader(bytes.NewReader(render(t, s.Page)))
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(doc.Find("body").Text(), boo); n < 3 {
			t.Errorf("%s: the hostile text is shown %d times", s.Name, n)
		}
		if doc.Find("img[onerror], img[src=x]").Length() > 0 {
			t.Errorf("%s: a text has become an element", s.Name)
		}
	}
}

// No address from outside makes a link that runs something.
func FuzzAddresses(f *testing.F) {
	for _, s := range []string{
		"", "/p/1", "p/1", "?a=b", "#x", "//shop.example/a", "https://shop.example/a?b=c#d", "HTTP://shop.example",
		"javascript:alert(1)", " javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:alert(1)", "\x01javascript:alert(1)",
		"data:text/html,x", "vbscript:x", "mailto:a@b", "file:///etc/passwd", "javascript&colon;alert(1)", "&#106;avascript:alert(1)", "\"><script>", "%6aavascript:x",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, address string) {
		b := render(t, views.ProductPage(views.Product{
			Back: views.Link{Text: "back", URL: address}, Shop: views.Link{Text: "shop", URL: address}, Picture: views.Picture{URL: address},
		}))
		doc, err := html.Parse(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		for n := range doc.Descendants() {
			for _, a := range n.Attr {
				if slices.Contains(linked, a.Key) && !harmless(a.Val) || strings.HasPrefix(a.Key, "on") {
					t.Errorf("%q made %s=%q", address, a.Key, a.Val)
				}
			}
		}
	})
}
