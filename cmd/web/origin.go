package main

import (
	"cmp"
	"errors"
	"math"
	"net/url"
	"strconv"

	"github.com/labstack/echo/v4"

	"shopclerk/agent/journal"
	"shopclerk/search"
	"shopclerk/views"
)

const (
	// fieldConversation is the parameter by which a page knows the conversation it was
	// reached from.
	fieldConversation = "c"
	// fieldCard is the position in that conversation's list, from 1, that the way back
	// leads to.
	fieldCard = "card"
)

// place is where in a conversation a shopper was: all that it takes to come back
// exactly there. The zero place is none.
type place struct {
	conversation string // its id
	version      int    // 0: where it is now
	order        search.Order
	show         int // products shown; 0: a page
	card         int // position in the list that was left, from 1; 0: none
}

// placed reads a place from a request: from the address of a conversation, or from
// what a page reached from there carries. What can not be true is left out.
func placed(c echo.Context) place {
	p := place{conversation: cmp.Or(c.Param("id"), c.FormValue(fieldConversation))}
	if !journal.ValidID(p.conversation) {
		return place{}
	}
	p.version = natural(c.FormValue(fieldVersion), math.MaxInt32)
	if o := search.Order(c.FormValue(fieldSort)); orderWords[o].name != "" {
		p.order = o
	}
	p.show = natural(c.FormValue(fieldShow), mostShown)
	p.card = cmp.Or(natural(c.FormValue(fieldCard), mostShown), natural(c.FormValue(queryPosition), mostShown))
	return p
}

// place is where a shopper is who looks at a card of the list.
func (l listing) place(c *journal.Conversation, card int) place {
	p := place{conversation: c.ID, version: c.Version, order: l.order, card: card}
	if l.show > l.page {
		p.show = l.show
	}
	return p
}

// fields is what an address or a form reached from here carries.
func (p *place) fields() []views.Field {
	if p.conversation == "" {
		return nil
	}
	out := []views.Field{{Name: fieldConversation, Value: p.conversation}}
	number := func(name string, n int) {
		if n > 0 {
			out = append(out, views.Field{Name: name, Value: strconv.Itoa(n)})
		}
	}
	number(fieldVersion, p.version)
	if p.order != search.ByRelevance {
		out = append(out, views.Field{Name: fieldSort, Value: string(p.order)})
	}
	number(fieldShow, p.show)
	number(fieldCard, p.card)
	return out
}

// back is the address of the place, with these products ticked to be compared.
func (p *place) back(ticked ...string) string {
	q := url.Values{views.FieldPick: ticked}
	for _, f := range p.fields() {
		if f.Name != fieldConversation && f.Name != fieldCard {
			q.Set(f.Name, f.Value)
		}
	}
	address := "/c/" + p.conversation
	if encoded := q.Encode(); encoded != "" {
		address += "?" + encoded
	}
	if p.card > 0 {
		address += "#p" + strconv.Itoa(p.card)
	}
	return address
}

// origin is where a shopper comes from when they look at products: a conversation,
// or none.
type origin struct {
	place
	need search.Need
	back views.Link
}

// from reads where a shopper comes from. A conversation that is not there any
// more is none: its products still are.
func (s *server) from(c echo.Context) (origin, error) {
	ctx := c.Request().Context()
	none := origin{back: s.presenter(c).toStart()}
	o := origin{place: placed(c)}
	if o.conversation == "" {
		return none, nil
	}
	conversation, err := s.journal.Load(ctx, o.conversation)
	if err == nil && o.version > conversation.Version {
		o.version = 0
	}
	if err == nil && o.version > 0 && o.version < conversation.Version {
		conversation, err = s.journal.At(ctx, o.conversation, o.version)
	}
	if errors.Is(err, journal.ErrNotFound) {
		return none, nil
	}
	if err != nil {
		return none, err
	}
	o.need = s.presenter(c).legible(conversation.Need())
	o.back = s.presenter(c).toConversation(o.place.back())
	return o, nil
}

// hidden is what a form sent from here carries.
func (o *origin) hidden(more ...views.Field) []views.Field { return append(more, o.fields()...) }

// address adds the query of an origin to a path.
func (o *origin) address(path string, more ...string) string {
	q := url.Values{}
	for _, f := range o.fields() {
		q.Add(f.Name, f.Value)
	}
	for i := 0; i+1 < len(more); i += 2 {
		q.Add(more[i], more[i+1])
	}
	if len(q) == 0 {
		return path
	}
	return path + "?" + q.Encode()
}
