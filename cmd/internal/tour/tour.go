// Package tour leads to every page of a running shop, in every state that a page of
// the shop can be in: what must hold of all pages is checked on them, and pictures
// are taken of them.
package tour

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"shopclerk/cmd/internal/visitor"
)

// Stop is a page in a state.
type Stop struct {
	Name    string // lower case, words joined by "-": unique
	Address string // of the shop, such as "/basket"
	Status  int    // that it is answered with
	Alike   bool   // made of the same parts as a stop before
	Cookies []*http.Cookie
}

// step leads from one page to the next. What comes first in a walk is given no page.
type step struct {
	name   string // of the stop; empty for a page on the way
	want   string // a selector that shows that the page is in the state meant
	status int    // 0: 200
	alike  bool
	do     func(*walk, *visitor.Page) (*visitor.Page, error)
}

// walk is one shopper's way.
type walk struct {
	ctx     context.Context
	shopper *visitor.Visitor
	opening string
}

// errLost reports a page that is not in the state that its stop is for: the page has
// changed, or the shop has nothing to show it with.
var errLost = errors.New("the tour does not find its way")

// Shop makes a tour of the shop at an address such as "http://localhost:8080". The
// opening is the first message: one that products and questions answer. The stops
// are looked at in their order, each with its cookies.
func Shop(ctx context.Context, address, opening string) ([]Stop, error) {
	var out []Stop
	for _, steps := range [][]step{newcomer, talk, goods, errands, accounts, lost} {
		stops, err := stroll(ctx, address, opening, steps)
		if err != nil {
			return nil, err
		}
		out = append(out, stops...)
	}
	return out, nil
}

func stroll(ctx context.Context, address, opening string, steps []step) ([]Stop, error) {
	shopper, err := visitor.New(address, nil)
	if err != nil {
		return nil, err
	}
	w := &walk{ctx, shopper, opening}
	var page *visitor.Page
	var out []Stop
	for i, s := range steps {
		at := s.name
		if at == "" {
			at = fmt.Sprintf("step %d", i+1)
		}
		if page, err = s.do(w, page); err != nil {
			return nil, fmt.Errorf("going to %s: %w", at, err)
		}
		if want := max(s.status, http.StatusOK); page.Status != want {
			return nil, fmt.Errorf("%w: %s at %s has status %d, not %d", errLost, at, page.Address(), page.Status, want)
		}
		if s.want != "" {
			if found, err := page.Texts(s.want); err != nil || len(found) == 0 {
				return nil, fmt.Errorf("%w: %s at %s has no %s", errLost, at, page.Address(), errors.Join(fmt.Errorf("%q", s.want), err))
			}
		}
		if s.name != "" {
			out = append(out, Stop{s.name, page.Address(), page.Status, s.alike, shopper.Cookies(page)})
		}
	}
	return out, nil
}

// get opens an address.
func get(address string) func(*walk, *visitor.Page) (*visitor.Page, error) {
	return func(w *walk, _ *visitor.Page) (*visitor.Page, error) { return w.shopper.Get(w.ctx, address) }
}

// below opens an address that begins with the page's own path.
func below(rest string) func(*walk, *visitor.Page) (*visitor.Page, error) {
	return func(w *walk, p *visitor.Page) (*visitor.Page, error) { return w.shopper.Get(w.ctx, p.URL.Path+rest) }
}

// follow follows the n-th link of a selector, from 0.
func follow(selector string, n int) func(*walk, *visitor.Page) (*visitor.Page, error) {
	return func(w *walk, p *visitor.Page) (*visitor.Page, error) {
		links, err := p.Links(selector)
		if err != nil {
			return nil, err
		}
		if n >= len(links) {
			return nil, fmt.Errorf("%w: %d links %s at %s, and number %d is wanted", errLost, len(links), selector, p.Address(), n+1)
		}
		return w.shopper.Get(w.ctx, links[n])
	}
}

// send sends a form with a field filled in, or as it stands where the name is empty.
func send(selector, name, value string) func(*walk, *visitor.Page) (*visitor.Page, error) {
	return func(w *walk, p *visitor.Page) (*visitor.Page, error) {
		f, err := p.Form(selector)
		if err != nil {
			return nil, err
		}
		if name != "" {
			f.Fields.Set(name, value)
		}
		return w.shopper.Send(w.ctx, f)
	}
}

// tick sends a form with the first n boxes of a field ticked.
func tick(selector, name string, n int) func(*walk, *visitor.Page) (*visitor.Page, error) {
	return func(w *walk, p *visitor.Page) (*visitor.Page, error) {
		f, err := p.Form(selector)
		if err != nil {
			return nil, err
		}
		if len(f.Boxes[name]) < n {
			return nil, fmt.Errorf("%w: %d boxes %q in %s at %s, and %d are wanted", errLost, len(f.Boxes[name]), name, selector, p.Address(), n)
		}
		f.Fields[name] = f.Boxes[name][:n]
		return w.shopper.Send(w.ctx, f)
	}
}

// say types a message.
func say(text string) func(*walk, *visitor.Page) (*visitor.Page, error) {
	return send(composer, "message", text)
}

// composer is where a message is typed, on the start page and in a conversation.
const composer = "form:has(#message)"
