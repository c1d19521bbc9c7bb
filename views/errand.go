package views

import (
	"slices"
	"strconv"

	"shopclerk/agent/dialog"
	"shopclerk/agent/shop"
	"shopclerk/agent/tools"
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

// undo is the form that takes back what an errand changed in the basket; one without an action
// for other errands.
func (e *Errands) undo(of *dialog.Errand) (out Form) {
	if d := of.Deed; d != nil && d.Undoes {
		from := Origin{Place: e.At}
		out = Form{Action: "/basket/undo", Hidden: from.hidden(Field{FieldDeed, d.Key})}
	}
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
func errandWay(w *words.Language, at Place, e *dialog.Errand) Link {
	if e.Ending == dialog.Passed {
		from := Origin{Place: at}
		return Link{Text: w.T("doing.way-checkout"), URL: from.Address(CheckoutPath)}
	}
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
	if in.Question.Not != nil {
		q.Help = in.Question.Not.Say(w, in.Question.Label)
	}
	for _, label := range in.Options {
		q.Options = append(q.Options, dialog.Choice{Label: label})
	}
	return q
}

// boundText spells a bound of a number for its field, "" where it is open.
func boundText(bound any) string {
	if n, ok := bound.(float64); ok {
		return strconv.FormatFloat(n, 'f', -1, 64)
	}
	return ""
}

// deeds are what an exchange did: what only told something does not count.
func deeds(e *dialog.Exchange) (out []*dialog.Deed) {
	if e == nil {
		return nil
	}
	for i := range e.Errands {
		if d := e.Errands[i].Deed; d != nil && d.Tool != shop.OrderStatus && d.Tool != shop.ShowBasket {
			out = append(out, d)
		}
	}
	return out
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
