package tour

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"shopclerk/cmd/internal/visitor"
)

// deskRoot begins the addresses of the merchandiser's desk.
const deskRoot = "/desk"

// ErrPassword reports that the desk does not let the tour in.
var ErrPassword = errors.New("the desk refuses the password")

// Desk makes a tour of the merchandiser's desk: the login, every section of its
// navigation, and of every section the first page that leads deeper, and so on. What
// a section shows depends on the journal.
func Desk(ctx context.Context, address, password string) ([]Stop, error) {
	v, err := visitor.New(address, nil)
	if err != nil {
		return nil, err
	}
	page, err := v.Get(ctx, deskRoot+"/login")
	if err != nil {
		return nil, err
	}
	stops := []Stop{{"desk-login", page.Address(), page.Status, false, nil}}
	f, err := page.Form("form:has(input[type=password])")
	if err != nil {
		return nil, fmt.Errorf("logging in to the desk: %w", err)
	}
	f.Fields.Set("password", password)
	if page, err = v.Send(ctx, f); err != nil {
		return nil, fmt.Errorf("logging in to the desk: %w", err)
	}
	if _, err := page.Form("form:has(input[type=password])"); err == nil {
		return nil, fmt.Errorf("%w: status %d", ErrPassword, page.Status)
	}
	sections, err := page.Links("nav.desk-nav a[href^='" + deskRoot + "']")
	if err != nil {
		return nil, err
	}
	seen := []string{deskRoot + "/login", deskRoot + "/logout"}
	for _, section := range sections {
		for to, name := section, ""; to != ""; {
			at, err := url.Parse(to)
			if err != nil {
				return nil, fmt.Errorf("reading an address of the desk: %w", err)
			}
			if name == "" {
				name = strings.ReplaceAll(strings.Trim(at.Path, "/"), "/", "-")
			} else {
				name += "-one"
			}
			seen = append(seen, at.Path)
			if page, err = v.Get(ctx, to); err != nil {
				return nil, fmt.Errorf("going to %s: %w", name, err)
			}
			if page.Status != http.StatusOK {
				return nil, fmt.Errorf("%w: %s at %s has status %d", errLost, name, to, page.Status)
			}
			stops = append(stops, Stop{name, page.Address(), page.Status, false, v.Cookies(page)})
			if to, err = deeper(page, at.Path, seen); err != nil {
				return nil, err
			}
		}
	}
	return stops, nil
}

// deeper is the page's first link to a page below its own path that was not seen yet,
// "" for none.
func deeper(p *visitor.Page, path string, seen []string) (string, error) {
	links, err := p.Links("main a[href^='" + deskRoot + "/']")
	if err != nil {
		return "", err
	}
	for _, l := range links {
		u, err := url.Parse(l)
		if err == nil && path != deskRoot && strings.HasPrefix(u.Path, path+"/") && !slices.Contains(seen, u.Path) && u.Query().Get("format") == "" {
			return l, nil
		}
	}
	return "", nil
}
