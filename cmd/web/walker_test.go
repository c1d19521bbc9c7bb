package main

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

// A walker is a browser without a window and without scripts: it keeps cookies, follows
// redirects, and sends forms with what stands in their fields. It looks at one page at a time: its methods are
// not to be called at the same time.
type walker struct {
	client *http.Client
	base   *url.URL
}

// newWalker opens a browser on the shop at an address such as "http://localhost:8080".
// Walkers may share a transport.
func newWalker(address string, transport http.RoundTripper) (*walker, error) {
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
	return &walker{&http.Client{Jar: jar, Transport: transport}, base}, nil
}

// Cookies returns what the walker sends with a request of the page: names and values.
func (v *walker) Cookies(p *walkedPage) []*http.Cookie { return v.client.Jar.Cookies(p.URL) }

// Get loads the page at an address of the shop, such as "/basket".
func (v *walker) Get(ctx context.Context, address string) (*walkedPage, error) {
	return v.do(ctx, http.MethodGet, address, nil)
}

// Send sends a form.
func (v *walker) Send(ctx context.Context, f walkedForm) (*walkedPage, error) {
	if f.Method == http.MethodGet {
		address, _, _ := strings.Cut(f.Action, "?")
		return v.do(ctx, f.Method, address+"?"+f.Fields.Encode(), nil)
	}
	return v.do(ctx, f.Method, f.Action, f.Fields)
}

func (v *walker) do(ctx context.Context, method, address string, fields url.Values) (*walkedPage, error) {
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
	p := &walkedPage{Status: resp.StatusCode, Header: resp.Header, URL: resp.Request.URL}
	if p.body, err = io.ReadAll(resp.Body); err != nil {
		return nil, fmt.Errorf("reading %s: %w", p.URL.Path, err)
	}
	return p, nil
}

// walkedPage is a page as it arrived, after redirects. An error page is a page, too.
type walkedPage struct {
	Status int
	Header http.Header
	URL    *url.URL
	body   []byte
	doc    *goquery.Document
}

// Address is the page's, without the host.
func (p *walkedPage) Address() string { return p.URL.RequestURI() }

// Document returns what the page holds. It is read when it is first asked for, so
// that whoever times an answer times the shop and not the reading.
func (p *walkedPage) Document() (*goquery.Document, error) {
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
type walkedForm struct {
	Method string
	Action string
	Fields url.Values
	// Boxes are what could be ticked: the values by the name of the field.
	Boxes url.Values
}

// errNoForm reports that a page does not have a form.
var errNoForm = errors.New("the page has no such form")

// Form returns the page's first form that fits the selector, with what its fields
// hold. Buttons send nothing; who presses one with a name adds it to the fields.
func (p *walkedPage) Form(selector string) (walkedForm, error) {
	all, err := p.Forms(selector)
	if err != nil {
		return walkedForm{}, err
	}
	if len(all) == 0 {
		return walkedForm{}, fmt.Errorf("%s at %s: %w", selector, p.Address(), errNoForm)
	}
	return all[0], nil
}

// Forms returns all forms of the page that fit the selector.
func (p *walkedPage) Forms(selector string) ([]walkedForm, error) {
	doc, err := p.Document()
	if err != nil {
		return nil, err
	}
	var out []walkedForm
	doc.Find(selector).Filter("form").Each(func(_ int, form *goquery.Selection) {
		f := walkedForm{Method: strings.ToUpper(form.AttrOr("method", http.MethodGet)), Action: form.AttrOr("action", p.Address()),
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
func (f *walkedForm) add(s *goquery.Selection) {
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
func (p *walkedPage) Links(selector string) ([]string, error) {
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
func (p *walkedPage) Texts(selector string) ([]string, error) {
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
