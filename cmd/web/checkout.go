package main

import (
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"shopclerk/agent/shop"
	"shopclerk/agent/tools"
	"shopclerk/catalog"
	"shopclerk/views"
	"shopclerk/words"
)

// checkout shows the page on which the basket is ordered, with what is known of the shopper.
func (s *server) checkout(c echo.Context) error {
	t, err := s.toolsOf(c.Request().Context(), s.known(c), nil)
	if err != nil {
		return err
	}
	return s.showCheckout(c, http.StatusOK, t, views.Checkout{Token: random(16)})
}

// showCheckout shows a checkout, or the basket where nothing is in it.
func (s *server) showCheckout(c echo.Context, status int, t *shop.Tools, page views.Checkout) error {
	page.Place, page.Lines, page.Deliveries = t.Placing(), t.Lines(), t.Deliveries()
	if len(page.Lines) == 0 {
		return s.toBasket(c)
	}
	w := words.From(c.Request().Context())
	for _, o := range page.Place.Check(tools.Arguments{shop.ParamBasket: page.Place.Parameters[0].Domain.Values[0].Of}) {
		page.Faults = map[string]string{"": o.Say(w, "")}
	}
	var ids []string
	for _, l := range page.Lines {
		ids = append(ids, l.Article.ID)
	}
	var err error
	if page.Products, err = s.namedByID(c, ids); err != nil {
		return err
	}
	page.Page, page.Origin = s.frame(c, w.T("checkout.title")), &views.Origin{Place: readPlace(c)}
	return s.private(c, status, views.CheckoutPage(page))
}

// placeOrder orders the basket: once, however often the form is sent.
func (s *server) placeOrder(c echo.Context) error {
	ctx, field := c.Request().Context(), c.Request().PostFormValue
	token := field(views.FieldToken)
	if token == "" {
		return views.BadRequest("error.no-form")
	}
	person := s.session(c)
	t, err := s.toolsOf(ctx, person, s.noting(c, person))
	if err != nil {
		return err
	}
	call, faults := views.ReadCheckout(words.From(ctx), t.Placing(), field)
	if len(faults) == 0 {
		done, err := t.Execute(ctx, call, call.Key(token))
		refused := (*tools.Failure)(nil)
		switch {
		case err == nil:
			return c.Redirect(http.StatusSeeOther, views.PlacedURL(done.Order.ID))
		case !errors.As(err, &refused):
			return err
		}
		if refused.Parameter == shop.ParamBasket { // no field has it
			refused.Parameter = ""
		}
		faults[refused.Parameter] = catalog.Capital(refused.Reason) + "."
	}
	return s.showCheckout(c, http.StatusUnprocessableEntity, t, views.Checkout{Token: token, Sent: field, Faults: faults})
}
