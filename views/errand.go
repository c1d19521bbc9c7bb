package views

import (
	"shopclerk/agent/memory"
	"shopclerk/agent/shop/orders/counter"
	"shopclerk/agent/tools"
	"shopclerk/catalog"
	"slices"
	"strconv"
	"strings"
)

// Errands are what a shopper wants done beside finding products, as it stands after
// the latest exchange: what ended in it, the one thing that the clerk waits for, and
// what comes after that. The zero Errands is not shown.
type Errands struct {
	Ended   []Ended // oldest first
	Open    Errand
	Waiting []Offer // errands that come later, each to be dropped
}

// Any reports whether there is anything to show.
func (e *Errands) Any() bool {
	return len(e.Ended) > 0 || e.Open.Title != "" || len(e.Waiting) > 0
}

// Ended is an errand that came to its end.
type Ended struct {
	Done bool // else nothing was changed
	Text string
	Way  Link // to the order or the basket it is about, or to where it can be looked up
}

// Errand is one thing that the clerk asks about, or asks whether to do. Without a
// Title it is not shown; with Asks it is a form of questions, else a confirmation.
//
// The form of questions sends what [Questions] sends, and [FieldDrop] where the
// shopper gives the errand up. That of a confirmation sends [FieldConfirm].
type Errand struct {
	Title   string   // what is to be done: "Cancel an order"
	Headed  bool     // the page's own heading says so
	Notes   []string // what is wrong with what was said, whole sentences
	Form    Form
	Asks    []Question
	Preview string // what exactly will happen
	Yes, No string // what the buttons of a confirmation say
}

// Entry is a field that an answer is typed into: an answer of its own where there are
// no options, else what "something else" stands for.
type Entry struct {
	Number    bool   // else a text
	Unit      string // after a number; may be empty
	Low, High string // bounds of a number; empty where there are none
	Complete  string // what the browser may complete it with, a token of HTML: "postal-code"
}

// What the forms of errands send beside answers.
const (
	FieldDrop    = "drop"    // its presence: the shopper gives the errand up
	FieldConfirm = "confirm" // ConfirmYes or ConfirmNo
	ConfirmYes   = "yes"
	ConfirmNo    = "no"
)

// longestEntry is how much can be typed where nothing else is said, in characters.
const longestEntry = 200

// Viewer is who looks at a conversation: what they see of it beside its products.
type Viewer struct {
	Own    bool // it is theirs: their errands are shown
	Missed bool // the last form came without an answer
}

// errands presents what is being done for the shopper. Somebody else sees that there
// is something, and nothing of it.
func (p *Presenter) errands(c *Conversation, v Viewer, form func(action string, more ...Field) Form) Errands {
	var out Errands
	if !v.Own {
		if c.OnlyErrands() {
			out.Ended = []Ended{{Text: p.T("doing.other-conversation")}}
		}
		return out
	}
	asked := c.Waiting()
	for i := range c.Errands() {
		e := &c.Errands()[i]
		task := Field{Name: FieldTask, Value: e.Task.ID}
		switch {
		case !e.Open():
			if text := errandOutcome(e); text != "" {
				out.Ended = append(out.Ended, Ended{Done: e.Ending == memory.Done, Text: text, Way: p.way(e)})
			}
		case e == asked:
			out.Open = p.open(e, v, form, task)
		default:
			out.Waiting = append(out.Waiting, Offer{Text: e.Title, Form: form("errand/drop", task)})
		}
	}
	return out
}

// errandOutcome is what became of an errand that has ended.
func errandOutcome(e *memory.Errand) string {
	if e.Deed != nil {
		return e.Deed.Text
	}
	return e.Say
}

// way leads from what became of an errand to where it can be looked at.
func (p *Presenter) way(e *memory.Errand) Link {
	order, tool := "", ""
	switch call := e.Decision.Call; {
	case e.Deed != nil:
		order, tool = e.Deed.Order, e.Deed.Tool
	case e.Ending == memory.Declined && call != nil: // why not, its page tells
		order = call.Arguments.Text(FieldOrder)
	}
	if order != "" {
		return Link{Text: p.T("doing.way-order", "Number", order), URL: OrderURL(order)}
	}
	switch tool {
	case counter.AddToBasket, counter.RemoveFromBasket, counter.ChangeBasket, counter.ShowBasket:
		return Link{Text: p.T("doing.way-basket"), URL: "/basket"}
	}
	return Link{}
}

// open presents the errand that the clerk asks about.
func (p *Presenter) open(e *memory.Errand, v Viewer, form func(action string, more ...Field) Form, task Field) Errand {
	out := Errand{Title: catalog.Capital(e.Title)}
	if e.Decision.Do == tools.Confirm {
		out.Form, out.Preview = form("errand/confirm", task), e.Decision.Preview
		out.Yes, out.No = p.buttons(e)
		return out
	}
	out.Form = form("errand", task)
	if v.Missed {
		out.Notes = append(out.Notes, p.T("doing.missed"))
	}
	out.Notes = append(out.Notes, p.remarks(e)...)
	for i := range e.Inquiries {
		out.Asks = append(out.Asks, p.inquiry(&e.Inquiries[i], InquiryName(i)))
	}
	return out
}

// remarks tell what is wrong with what was said, unless a question tells it.
func (p *Presenter) remarks(e *memory.Errand) []string {
	d := e.Decision
	d.Questions = nil // they are asked one by one
	d.Objections = slices.DeleteFunc(slices.Clone(d.Objections), func(o tools.Objection) bool {
		return slices.ContainsFunc(e.Inquiries, func(q memory.Inquiry) bool { return q.Question.Not != nil && q.Question.Aspect == o.Parameter })
	})
	if len(d.Objections) == 0 && len(e.Decision.Objections) > 0 {
		d.Unplaced = nil // an objection is told, and the rest of the words belongs to it
	}
	if text := d.Say(p.Language); text != "" {
		return []string{text}
	}
	return nil
}

// buttons are the words of a confirmation's yes, which names the deed, and of its no.
func (p *Presenter) buttons(e *memory.Errand) (yes, no string) {
	tool := ""
	if e.Decision.Call != nil {
		tool = e.Decision.Call.Tool
	}
	switch tool {
	case counter.PlaceOrder:
		return p.T("doing.yes-place"), p.T("doing.no-place")
	case counter.CancelOrder:
		return p.T("doing.yes-cancel"), p.T("doing.no-cancel")
	case counter.ReturnItems:
		return p.T("doing.yes-return"), p.T("doing.no-return")
	}
	return p.T("doing.yes"), p.T("doing.no")
}

// inquiry presents a question about an errand as the questions about products are.
func (p *Presenter) inquiry(in *memory.Inquiry, name string) Question {
	q := &in.Question
	out := Question{
		Name: name, Text: in.Text, One: !q.Several, Closed: !q.Open, Needed: !q.Skip,
		Entry: entryOf(q),
	}
	if autocompleteTokens[q.Aspect] != "" && len(in.Options) == 0 {
		out.Text = catalog.Capital(q.Label) // a form's lines go by their names
	}
	if q.Not != nil {
		out.Help = q.Not.Say(p.Language, q.Label)
	}
	for i, label := range in.Options {
		out.Options = append(out.Options, Option{Value: strconv.Itoa(i), Label: label})
	}
	return out
}

// autocompleteTokens are the tokens by which a browser completes what is asked of a person.
var autocompleteTokens = map[string]string{
	"name": "name", "email": "email", "street": "address-line1", "extra": "address-line2",
	"zip": "postal-code", "city": "address-level2", "region": "address-level1", "country": "country-name",
}

// entryOf is the field that a question's answer is typed into.
func entryOf(q *tools.Question) Entry {
	e := Entry{Unit: q.Unit, Complete: autocompleteTokens[q.Aspect]}
	if len(q.Options) == 0 && q.Kind == tools.Number {
		e.Number = true
		if low, ok := q.Low.(float64); ok {
			e.Low = strconv.FormatFloat(low, 'f', -1, 64)
		}
		if high, ok := q.High.(float64); ok {
			e.High = strconv.FormatFloat(high, 'f', -1, 64)
		}
	}
	return e
}

// irreversible reports whether an exchange did something that can not be taken back by undo.
// What only told something does not count.
func irreversible(e *memory.Exchange) bool {
	return e != nil && slices.ContainsFunc(e.Errands, func(e memory.Errand) bool {
		return e.Deed != nil && e.Deed.Tool != counter.OrderStatus && e.Deed.Tool != counter.ShowBasket
	})
}

// announced is what a screen reader says of errands once the page has changed.
func (p *Presenter) announced(e *Errands) string {
	var out []string
	for _, it := range e.Ended {
		out = append(out, it.Text)
	}
	switch {
	case len(e.Open.Asks) > 0:
		out = append(out, p.T("doing.ask", "Text", e.Open.Asks[0].Text))
	case e.Open.Title != "":
		out = append(out, p.T("doing.confirm", "Text", e.Open.Preview))
	}
	return strings.Join(out, " ")
}

// about says what a conversation of nothing but errands is about.
func (p *Presenter) about(c *memory.Conversation, v Viewer) string {
	if v.Own {
		for i := len(c.Exchanges) - 1; i >= 0; i-- {
			for _, e := range c.Exchanges[i].Errands {
				if e.Title != "" {
					return catalog.Capital(e.Title)
				}
			}
		}
	}
	return p.T("talk.title")
}

// errandTitles names what the shopper had done or asked for by clicks in an exchange.
func errandTitles(e *memory.Exchange) []Given {
	var out []Given
	for i := range e.Errands {
		out = append(out, Given{Text: catalog.Capital(e.Errands[i].Title)})
	}
	return out
}

// errandReplies are what became of errands in an exchange that has passed, and what was asked
// about the others then.
func errandReplies(e *memory.Exchange) []string {
	var out []string
	for i := range e.Errands {
		text := e.Errands[i].Say
		if !e.Errands[i].Open() {
			text = errandOutcome(&e.Errands[i])
		}
		if text != "" {
			out = append(out, text)
		}
	}
	return out
}
