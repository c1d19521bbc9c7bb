package views

import (
	"bytes"
	"context"
	"fmt"
	"net/url"

	"github.com/a-h/templ"
)

// Render draws a component to a buffer, so that status and headers are written
// only once the page is known to be whole.
func Render(ctx context.Context, c templ.Component) ([]byte, error) {
	var b bytes.Buffer
	if err := c.Render(ctx, &b); err != nil {
		return nil, fmt.Errorf("rendering: %w", err)
	}
	return b.Bytes(), nil
}

// Address is what the desk's pages put into an href, src or action attribute: a
// relative, http or https address as it came, and nothing in place of any other.
func Address(s string) templ.SafeURL { return address(s) }

// address returns what may stand in an href, src or action attribute: a relative,
// http or https address as it came, and nothing in place of any other. templ's own
// check lets mailto, tel and ftp pass, which a product feed has no use for.
func address(s string) templ.SafeURL {
	u, err := url.Parse(s)
	if err != nil {
		return ""
	}
	switch u.Scheme {
	case "", "http", "https":
		return templ.SafeURL(s)
	}
	return ""
}
