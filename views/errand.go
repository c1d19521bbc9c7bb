package views

import (
	"slices"
	"strconv"

	"shopclerk/agent/dialog"
	"shopclerk/agent/shop"
	"shopclerk/agent/tools"
	"shopclerk/catalog"
	"shopclerk/words"
)

// Errands are what a shopper wants done beside finding products, as it stands after
// the latest exchange: what ended in it, the one thing that the clerk waits for, and
// what comes after that. The zero Errands is not shown.
//
// The form of what is asked sends what [Questions] sends, and [FieldDrop] where the
// shopper gives the errand up; that of a confirmation sends [FieldConfirm].
type Errands struct {
	At     Place
	List   []dialog.Errand // those to be shown, oldest first
	Asked  *dialog.Errand  // the one of them that the clerk asks about; nil for none
	Headed bool            // the page's own heading names that
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

// errands presents what is being done for the shopper. Somebody else sees that there
// is something, and nothing of it.
func (k *talker) errands() Errands {
	out := Errands{At: k.at}
	if k.own {
		out.Asked = k.conversation.Waiting()
		for _, e := range k.conversation.Errands() {
			if e.Open() || errandText(&e) != "" {
				out.List = append(out.List, e)
			}
		}
	} else if k.conversation.OnlyErrands() {
		out.List = []dialog.Errand{{Ending: dialog.Declined, Say: k.T("doing.other-conversation")}}
	}
	return out
}

// waiting lists the errands that come later, each to be dropped.
func (e *Errands) waiting() []*dialog.Errand {
	var out []*dialog.Errand
	for i := range e.List {
		if it := &e.List[i]; it.Open() && it.Task.ID != e.Asked.Task.ID {
			out = append(out, it)
		}
	}
	return out
}

// form is a form about an errand.
func (e *Errands) form(of *dialog.Errand, action string) Form {
	return e.At.form(action, Field{FieldTask, of.Task.ID})
}

// undo is the form that takes back what an errand changed of a product in the basket; one without
// an action for other errands.
func (e *Errands) undo(of *dialog.Errand) (out Form) {
	d := of.Deed
	if d == nil || d.Product == "" || d.Product == shop.Everything {
		return out
	}
	if out.Action = "/basket/change"; d.Tool == shop.RemoveFromBasket {
		out.Action = "/basket"
	}
	from := Origin{Place: e.At}
	out.Hidden = from.hidden(Field{FieldProduct, d.Product}, Field{FieldQuantity, strconv.Itoa(d.Before)})
	return out
}

// errandText is what became of an errand, or what was asked about one that is open.
func errandText(e *dialog.Errand) string {
	if e.Deed != nil {
		return e.Deed.Text
	}
	return e.Say
}

// errandWay leads from what became of an errand to where it can be looked at.
func errandWay(w *words.Language, e *dialog.Errand) Link {
	order, tool := "", ""
	switch call := e.Decision.Call; {
	case e.Deed != nil:
		order, tool = e.Deed.Order, e.Deed.Tool
	case e.Ending == dialog.Declined && call != nil: // why not, its page tells
		order = call.Arguments.Text(FieldOrder)
	}
	if order != "" {
		return Link{Text: w.T("doing.way-order", "Number", order), URL: OrderURL(order)}
	}
	switch tool {
	case shop.AddToBasket, shop.RemoveFromBasket, shop.ChangeBasket, shop.ShowBasket:
		return Link{Text: w.T("doing.way-basket"), URL: "/basket"}
	}
	return Link{}
}

// note tells what is wrong with what was said, unless a question tells it; "" where nothing is.
func (e *Errands) note(w *words.Language) string {
	d, asked := e.Asked.Decision, e.Asked.Inquiries
	if d.Do == tools.Confirm {
		return ""
	}
	d.Questions = nil // they are asked one by one
	d.Objections = slices.DeleteFunc(slices.Clone(d.Objections), func(o tools.Objection) bool {
		return slices.ContainsFunc(asked, func(q dialog.Inquiry) bool { return q.Question.Not != nil && q.Question.Aspect == o.Parameter })
	})
	if len(d.Objections) == 0 && len(e.Asked.Decision.Objections) > 0 {
		d.Unplaced = nil // an objection is told, and the rest of the words belongs to it
	}
	return d.Say(w)
}

// confirmWords are the ids of a confirmation's yes, which names the deed, and of its no, by the
// tool; those of "" are any other's.
var confirmWords = map[string][2]string{
	shop.PlaceOrder: {"doing.yes-place", "doing.no-place"}, shop.CancelOrder: {"doing.yes-cancel", "doing.no-cancel"},
	shop.ReturnItems: {"doing.yes-return", "doing.no-return"}, "": {"doing.yes", "doing.no"},
}

// confirmButtons are the ids of the words of a decision's confirmation.
func confirmButtons(d *tools.Decision) [2]string {
	if d.Call != nil && confirmWords[d.Call.Tool][0] != "" {
		return confirmWords[d.Call.Tool]
	}
	return confirmWords[""]
}

// inquiry presents a question about an errand as the questions about products are.
func inquiry(w *words.Language, in *dialog.Inquiry, name string) Question {
	q := Question{Posed: dialog.Posed{Text: in.Text}, Name: name, About: &in.Question}
	if autocompleteTokens[in.Question.Aspect] != "" && len(in.Options) == 0 {
		q.Text = catalog.Capital(in.Question.Label) // a form's lines go by their names
	}
	if in.Question.Not != nil {
		q.Help = in.Question.Not.Say(w, in.Question.Label)
	}
	for _, label := range in.Options {
		q.Options = append(q.Options, dialog.Choice{Label: label})
	}
	return q
}

// autocompleteTokens are the tokens by which a browser completes what is asked of a person.
var autocompleteTokens = map[string]string{
	"name": "name", "email": "email", "street": "address-line1", "extra": "address-line2",
	"zip": "postal-code", "city": "address-level2", "region": "address-level1", "country": "country-name",
}

// boundText spells a bound of a number for its field, "" where it is open.
func boundText(bound any) string {
	if n, ok := bound.(float64); ok {
		return strconv.FormatFloat(n, 'f', -1, 64)
	}
	return ""
}

// irreversible reports whether an exchange did something that can not be taken back by undo.
// What only told something does not count.
func irreversible(e *dialog.Exchange) bool {
	return e != nil && slices.ContainsFunc(e.Errands, func(e dialog.Errand) bool {
		return e.Deed != nil && e.Deed.Tool != shop.OrderStatus && e.Deed.Tool != shop.ShowBasket
	})
}

// announced is what a screen reader says of errands once the page has changed.
func (k *talker) announced(e *Errands) string {
	var out []string
	for i := range e.List {
		if it := &e.List[i]; !it.Open() {
			out = append(out, errandText(it))
		}
	}
	switch {
	case e.Asked == nil:
	case e.Asked.Decision.Do == tools.Confirm:
		out = append(out, k.T("doing.confirm", "Text", e.Asked.Decision.Preview))
	case len(e.Asked.Inquiries) > 0:
		out = append(out, k.T("doing.ask", "Text", inquiry(k.Language, &e.Asked.Inquiries[0], "").Text))
	}
	return joinSentences(out...)
}
