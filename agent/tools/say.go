package tools

import (
	"cmp"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/words"
)

// Say puts a decision into words: what is wrong, what happens, or what is asked.
// What is to be carried out is not announced: its result is. The questions' options
// are not in it; [Question.Say] asks them one by one.
func (d *Decision) Say(w *words.Language) string {
	var out []string
	for i := range d.Objections {
		out = append(out, d.Objections[i].Say(w, d.Objections[i].About))
	}
	switch d.Do {
	case Ask:
		if len(d.Objections) == 0 {
			for _, u := range d.Unplaced {
				out = append(out, w.T("tools.unplaced", "Said", u))
			}
		}
		for i := range d.Questions {
			out = append(out, d.Questions[i].Say(w))
		}
	case Confirm:
		out = append(out, w.T("tools.confirm", "What", d.Preview))
	case Decline:
		if len(d.Objections) == 0 {
			out = append(out, d.decline(w))
		}
	}
	return strings.Join(out, " ")
}

// decline says why nothing is done.
func (d *Decision) decline(w *words.Language) string {
	switch {
	case d.Clarity == Beyond && len(d.Offers) == 0:
		return w.T("tools.beyond-all")
	case d.Clarity == Beyond:
		var titles []string
		for _, o := range d.Offers {
			titles = append(titles, o.Text())
		}
		return w.T("tools.beyond", "List", strings.Join(titles, w.T("language.comma")))
	case d.Clarity == Missing && len(d.Lacking) > 0:
		return w.T("tools.needs", "Parameter", d.Lacking[0])
	case d.Clarity == Clear:
		return w.T("tools.refused")
	}
	return w.T("tools.unsure")
}

// Say asks the question, without its options.
func (q *Question) Say(w *words.Language) string {
	if q.Aspect == WhichTool {
		return w.T("tools.which-tool")
	}
	var ask string
	switch {
	case !speaking(q.Label):
		return w.T("tools.bare", "Parameter", q.Label, "Title", strings.Join(language.NameWords(q.Tool), " "))
	case q.Kind == Boolean:
		return w.T("tools.yes-no", "Parameter", q.Label)
	case q.Kind == Finite || q.Kind == Date || q.Several || len(q.Options) > 0:
		ask = w.T("tools.which", "Parameter", q.Label)
	default:
		ask = w.T("tools.what", "Parameter", q.Label)
	}
	switch bounds := len(q.Options) == 0; {
	case bounds && q.Low != nil && q.High != nil:
		ask += " " + w.T("tools.range", "Low", spell(q.Low), "High", spell(q.High))
	case bounds && q.Low != nil:
		ask += " " + w.T("tools.from", "Low", spell(q.Low))
	case bounds && q.High != nil:
		ask += " " + w.T("tools.up-to", "High", spell(q.High))
	}
	return ask
}

// Say puts an objection to a parameter, by what a person calls it, into words.
func (o *Objection) Say(w *words.Language, label string) string {
	value := cmp.Or(o.Label, spell(o.Value))
	if o.Reason != "" {
		if o.Parameter == "" || o.Value == nil {
			return w.T("tools.call-impossible", "Reason", o.Reason)
		}
		return w.T("tools.impossible", "Value", value, "Parameter", label, "Reason", o.Reason)
	}
	if o.Because == "" || o.Because == Failed && o.Parameter == "" {
		return w.T("tools.call-failed")
	}
	return w.T(objections[o.Because], "Value", value, "Parameter", label, "List", strings.Join(o.fields(), w.T("language.comma")))
}

// objections are the ids of the sentences that say what is wrong with a value.
var objections = map[Because]string{
	Unlisted: "tools.unlisted", TooLow: "tools.too-low", TooHigh: "tools.too-high", OffStep: "tools.off-step",
	WrongKind: "tools.wrong-kind", WrongForm: "tools.wrong-form", TooLong: "tools.too-long", TooShort: "tools.too-short",
	Lacks: "tools.lacks", Nothing: "tools.nothing", Failed: "tools.failed",
}

// Preview says what a complete call will do, and whether it can be undone: in the tool's own
// words, or by its title and arguments.
func (k *Kit) Preview(c Call, w *words.Language) string {
	t := k.Tool(c.Tool)
	if t.Preview != nil {
		return t.Preview(c.Arguments)
	}
	var args []string
	known := Arguments{}
	for i := range t.Parameters {
		p := &t.Parameters[i]
		of := c.Arguments[p.Name]
		if of == nil {
			continue
		}
		args = append(args, w.T("tools.argument", "Parameter", p.label(), "Value", p.Domain.At(known).text(of)))
		known[p.Name] = of
	}
	text := w.T("tools.preview-plain", "Title", t.title())
	if len(args) > 0 {
		text = w.T("tools.preview", "Title", t.title(), "Arguments", strings.Join(args, w.T("language.comma")))
	}
	if t.Effect == Irreversible {
		text += " " + w.T("tools.final")
	}
	return text
}
