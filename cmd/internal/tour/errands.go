package tour

import (
	"fmt"

	"github.com/PuerkitoBio/goquery"

	"shopclerk/cmd/internal/visitor"
)

// errands are had done: something is ordered, looked up and nearly called off. Most
// of what they show is among the canned pages as well.
var errands = []step{
	{do: begin},
	{do: send(".put", "", "")},
	{do: get("/basket")},
	{name: "errand-asked", want: ".errand .entry", do: send(".basket form[action='/errand']", "", "")},
	{name: "errand-to-confirm", alike: true, want: toConfirm, do: enterAddress},
	{name: "errand-done", alike: true, want: ".ended-done", do: send(toConfirm, "confirm", "yes")},
	{name: "errand-beside-search", alike: true, want: ".card", do: say("cancel my order and show me suitcases")},
	{name: "orders", alike: true, want: ".order-entry", do: get("/orders")},
	{name: "order", want: ".order-trail", do: follow(".order-entry a", 0)},
	{name: "errand-alone", alike: true, want: ".shop-alone .errand", do: send(".order-steps form:has([value=change_address])", "", "")},
}

// toConfirm is the form that asks whether something shall be done.
const toConfirm = "form[action$='/errand/confirm']"

// lives is where the tour's parcels go, by the tokens that browsers complete fields by.
var lives = map[string]string{
	"name": "Ann Porter", "address-line1": "1 Mill Lane", "postal-code": "YO1 7AA", "address-level2": "York",
}

// enterAddress answers what an order asks of a person, until it is to be confirmed.
func enterAddress(w *walk, p *visitor.Page) (*visitor.Page, error) {
	for range mostAnswers {
		if forms, err := p.Forms(toConfirm); err != nil || len(forms) > 0 {
			return p, err
		}
		f, err := p.Form(".errand form")
		if err != nil {
			return nil, err
		}
		doc, err := p.Document()
		if err != nil {
			return nil, err
		}
		doc.Find(".errand input[type=text]").Each(func(_ int, s *goquery.Selection) {
			f.Fields.Set(s.AttrOr("name", ""), lives[s.AttrOr("autocomplete", "")])
		})
		if p, err = w.shopper.Send(w.ctx, f); err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("%w: at %s an order still asks after %d answers", errLost, p.Address(), mostAnswers)
}
