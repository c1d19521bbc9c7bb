// Package visitor is a browser without a window and without scripts: it keeps
// cookies, follows redirects, and sends forms with what stands in their fields.
// Who uses it depends on what pages offer, not on how their forms are made.
package visitor

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"
)

// Visitor is one shopper's browser. It looks at one page at a time: its methods are
// not to be called at the same time.
type Visitor struct {
	client *http.Client
	base   *url.URL
}

// New opens a browser on the shop at an address such as "http://localhost:8080".
// Visitors may share a transport.
func New(address string, transport http.RoundTripper) (*Visitor, error) {
	base, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("reading the shop's address: %w", err)
	}
	if base.Host == "" {
		return nil, fmt.Errorf("%q is no address of a shop: one begins with http:// or https://", address)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	return &Visitor{&http.Client{Jar: jar, Transport: transport}, base}, nil
}

// Cookies returns what the visitor sends with a request of the page: names and values.
func (v *Visitor) Cookies(p *Page) []*http.Cookie { return v.client.Jar.Cookies(p.URL) }

// Get loads the page at an address of the shop, such as "/basket".
func (v *Visitor) Get(ctx context.Context, address string) (*Page, error) {
	return v.do(ctx, http.MethodGet, address, nil)
}

// Send sends a form.
func (v *Visitor) Send(ctx context.Context, f Form) (*Page, error) {
	if f.Method == http.MethodGet {
		address, _, _ := strings.Cut(f.Action, "?")
		return v.do(ctx, f.Method, address+"?"+f.Fields.Encode(), nil)
	}
	return v.do(ctx, f.Method, f.Action, f.Fields)
}

func (v *Visitor) do(ctx context.Context, method, address string, fields url.Values) (*Page, error) {
	to, err := v.base.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("reading an address: %w", err)
	}
	if to.Host != v.base.Host {
		return nil, fmt.Errorf("%s leads out of the shop", address)
	}
	var body io.Reader
	if fields != nil {
		body = strings.NewReader(fields.Encode())
	}
	r, err := http.NewRequestWithContext(ctx, method, to.String(), body)
	if err != nil {
		return nil, err
	}
	if fields != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	resp, err := v.client.Do(r)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	p := &Page{Status: resp.StatusCode, Header: resp.Header, URL: resp.Request.URL}
	if p.body, err = io.ReadAll(resp.Body); err != nil {
		return nil, fmt.Errorf("reading %s: %w", p.URL.Path, err)
	}
	return p, nil
}

// Page is a page as it arrived, after redirects. An error page is a page, too.
type Page struct {
	Status int
	Header http.Header
	URL    *url.URL
	body   []byte
	doc    *goquery.Document
}

// Address is the page's, without the host.
func (p *Page) Address() string { return p.URL.RequestURI() }

// Document returns what the page holds. It is read when it is first asked for, so
// that whoever times an answer times the shop and not the reading.
func (p *Page) Document() (*goquery.Document, error) {
	if p.doc == nil {
		doc, err := goquery.NewDocumentFromReader(bytes.NewReader(p.body))
		if err != nil {
			return nil, fmt.Errorf("reading the page at %s: %w", p.Address(), err)
		}
		p.doc = doc
	}
	return p.doc, nil
}

// Form is a form and what it would send as it stands.
type Form struct {
	Method string
	Action string
	Fields url.Values
	// Boxes are what could be ticked: the values by the name of the field.
	Boxes url.Values
}

// ErrNoForm reports that a page does not have a form.
var ErrNoForm = errors.New("the page has no such form")

// Form returns the page's first form that fits the selector, with what its fields
// hold. Buttons send nothing; who presses one with a name adds it to the fields.
func (p *Page) Form(selector string) (Form, error) {
	all, err := p.Forms(selector)
	if err != nil {
		return Form{}, err
	}
	if len(all) == 0 {
		return Form{}, fmt.Errorf("%s at %s: %w", selector, p.Address(), ErrNoForm)
	}
	return all[0], nil
}

// Forms returns all forms of the page that fit the selector.
func (p *Page) Forms(selector string) ([]Form, error) {
	doc, err := p.Document()
	if err != nil {
		return nil, err
	}
	var out []Form
	doc.Find(selector).Filter("form").Each(func(_ int, form *goquery.Selection) {
		f := Form{Method: strings.ToUpper(form.AttrOr("method", http.MethodGet)), Action: form.AttrOr("action", p.Address()),
			Fields: url.Values{}, Boxes: url.Values{}}
		fields := form.Find("input, textarea, select")
		if id := form.AttrOr("id", ""); id != "" {
			fields = fields.AddSelection(doc.Find("input, textarea, select").FilterFunction(func(_ int, s *goquery.Selection) bool {
				return s.AttrOr("form", "") == id
			}))
		}
		fields.Each(func(_ int, s *goquery.Selection) { f.add(s) })
		out = append(out, f)
	})
	return out, nil
}

// add adds a field the way a browser sends it.
func (f *Form) add(s *goquery.Selection) {
	name, named := s.Attr("name")
	if _, disabled := s.Attr("disabled"); !named || disabled {
		return
	}
	switch kind := s.AttrOr("type", "text"); {
	case s.Is("textarea"):
		f.Fields.Add(name, s.Text())
	case s.Is("select"):
		chosen := s.Find("option[selected]")
		if chosen.Length() == 0 {
			chosen = s.Find("option").First()
		}
		f.Fields.Add(name, chosen.AttrOr("value", chosen.Text()))
	case kind == "checkbox" || kind == "radio":
		value := s.AttrOr("value", "on")
		f.Boxes.Add(name, value)
		if _, ticked := s.Attr("checked"); ticked {
			f.Fields.Add(name, value)
		}
	case slices.Contains([]string{"submit", "button", "reset", "image", "file"}, kind):
	default:
		f.Fields.Add(name, s.AttrOr("value", ""))
	}
}

// Links returns the addresses that the elements of a selector lead to, in the
// page's order, each once.
func (p *Page) Links(selector string) ([]string, error) {
	doc, err := p.Document()
	if err != nil {
		return nil, err
	}
	var out []string
	doc.Find(selector).Each(func(_ int, s *goquery.Selection) {
		if href, ok := s.Attr("href"); ok && href != "" && !slices.Contains(out, href) {
			out = append(out, href)
		}
	})
	return out, nil
}

// Texts returns what the elements of a selector say, without the space around it.
func (p *Page) Texts(selector string) ([]string, error) {
	doc, err := p.Document()
	if err != nil {
		return nil, err
	}
	var out []string
	doc.Find(selector).Each(func(_ int, s *goquery.Selection) {
		out = append(out, strings.Join(strings.Fields(s.Text()), " "))
	})
	return out, nil
}
