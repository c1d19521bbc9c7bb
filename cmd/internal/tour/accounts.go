package tour

import (
	"crypto/rand"

	"shopclerk/cmd/internal/visitor"
)

// accounts are made.
var accounts = []step{
	{name: "sign-in", alike: true, want: "form[action='/account/sign-in']", do: get("/account")},
	{name: "register", want: "form[action='/account/register']", do: follow(".account a[href='/account/register']", 0)},
	{name: "account", want: "form[action='/account/password']", do: register},
	{name: "account-to-delete", alike: true, want: "form[action='/mine/delete']", do: follow("a[href='/mine/delete']", 0)},
}

// register makes an account under an address that nobody has yet.
func register(w *walk, p *visitor.Page) (*visitor.Page, error) {
	f, err := p.Form("form[action='/account/register']")
	if err != nil {
		return nil, err
	}
	secret := rand.Text()
	f.Fields.Set("email", rand.Text()+"@example.com")
	f.Fields.Set("chosen", secret)
	f.Fields.Set("again", secret)
	return w.shopper.Send(w.ctx, f)
}
