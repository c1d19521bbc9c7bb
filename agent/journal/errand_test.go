package journal_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"shopclerk/agent/dialog"
	"shopclerk/agent/journal"
	"shopclerk/agent/tools"
)

// mark stands in every text of an errand that was said, or that may name somebody.
const mark = "§"

var (
	private = rapid.Custom(func(t *rapid.T) string { return mark + text.Draw(t, "text") })
	name    = rapid.SampledFrom([]string{"", "order", "street", tools.WhichTool})
	given   = rapid.OneOf(private.AsAny(), number.AsAny(), rapid.Bool().AsAny(), rapid.SliceOfN(private.AsAny(), 1, 2).AsAny())
	call    = rapid.Custom(func(t *rapid.T) tools.Call {
		return tools.Call{Tool: name.Draw(t, "tool"), Arguments: rapid.MapOfN(rapid.SampledFrom([]string{"order", "street"}), given, 0, 2).Draw(t, "arguments")}
	})
	values = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) tools.Value {
		return tools.Value{Of: given.Draw(t, "of"), Label: private.Draw(t, "label")}
	}), 0, 2)
	objection = rapid.Custom(func(t *rapid.T) tools.Objection {
		return tools.Objection{Parameter: "street", Value: given.Draw(t, "value"), Reason: private.Draw(t, "reason"), Possible: values.Draw(t, "possible"), Because: tools.Failed}
	})
	observation = rapid.Custom(func(t *rapid.T) tools.Observation {
		if rapid.Bool().Draw(t, "failed") {
			return tools.Observation{Failure: &tools.Failure{Call: call.Draw(t, "call"), Parameter: "street", Reason: private.Draw(t, "reason"), Possible: values.Draw(t, "possible")}}
		}
		return tools.Observation{Reply: &tools.Reply{Aspect: "street", Value: given.Draw(t, "value"), Words: private.Draw(t, "words"), Not: rapid.SliceOfN(given, 0, 2).Draw(t, "not")}}
	})
	inquiry = rapid.Custom(func(t *rapid.T) dialog.Inquiry {
		q := dialog.Inquiry{Text: "Which street?", Options: rapid.SliceOfN(private, 0, 2).Draw(t, "options")}
		q.Question = tools.Question{Aspect: "street", Kind: tools.Text, Not: rapid.Ptr(objection, true).Draw(t, "not")}
		for _, v := range values.Draw(t, "values") {
			q.Question.Options = append(q.Question.Options, tools.Option{Value: v})
		}
		return q
	})
	errand = rapid.Custom(func(t *rapid.T) dialog.Errand {
		e := dialog.Errand{
			Task: tools.Task{
				ID: "t1", Words: private.Draw(t, "words"), Log: rapid.SliceOfN(observation, 0, 2).Draw(t, "log"),
				Candidates: rapid.SliceOfN(rapid.Custom(func(t *rapid.T) tools.Proposal { return tools.Proposal{Call: call.Draw(t, "call")} }), 0, 2).Draw(t, "candidates"),
			},
			Title: "cancel an order", Say: private.Draw(t, "say"), Inquiries: rapid.SliceOfN(inquiry, 0, 2).Draw(t, "inquiries"),
			Decision: tools.Decision{
				Do: tools.Confirm, Clarity: tools.Wrong, Call: rapid.Ptr(call, true).Draw(t, "call"), Preview: private.Draw(t, "preview"),
				Objections: rapid.SliceOfN(objection, 0, 2).Draw(t, "objections"), Unplaced: rapid.SliceOfN(private, 0, 2).Draw(t, "unplaced"),
			},
			Ending: rapid.SampledFrom([]dialog.Ending{"", dialog.Done, dialog.Dropped}).Draw(t, "ending"),
		}
		if e.Ending == dialog.Done {
			e.Deed = &dialog.Deed{Tool: "cancel_order", Text: private.Draw(t, "text"), Order: "W1003", Key: "k"}
		}
		return e
	})
)

// Whatever an errand was about, redaction leaves none of its texts, and the
// conversation still loads, with as many errands, as far as they went.
func TestRedactErrands(t *testing.T) {
	j := fresh(t)
	rapid.Check(t, func(r *rapid.T) {
		id := start(t, j, alice)
		said := dialog.Exchange{Said: "something", Errands: rapid.SliceOfN(errand, 1, 3).Draw(r, "errands")}
		add(t, j, id, 0, journal.Exchange(said))
		before := load(t, j, id)
		if _, err := j.Redact(t.Context(), time.Now().Add(time.Hour)); err != nil {
			r.Fatal(err)
		}
		after := load(t, j, id)
		text, err := json.Marshal(after.Exchanges)
		if err != nil {
			r.Fatal(err)
		}
		if strings.Contains(string(text), mark) {
			r.Fatalf("a text is left: %s", text)
		}
		for i, e := range after.Errands() {
			was := before.Errands()[i]
			if e.Ending != was.Ending || e.Title != was.Title || e.Decision.Do != was.Decision.Do || len(e.Task.Log) != len(was.Task.Log) || (e.Deed == nil) != (was.Deed == nil) {
				r.Fatalf("errand %d of %+v became %+v", i, was, e)
			}
		}
	})
}

// kept are the texts of an errand that redaction leaves: names of tools and
// parameters, keys and kinds, and what is said in the shop's own words.
var kept = []string{
	"task.id", "task.tool", "task.confirmed", "task.refused", "task.candidates.tool", "task.log.reply.aspect", "task.log.failure.call.tool", "task.log.failure.parameter",
	"title", "ending", "shown", "deed.tool", "deed.order", "deed.product", "deed.key", "decision.do", "decision.clarity", "decision.call.tool",
	"inquiries.text", "inquiries.question.kind", "inquiries.question.aspect", "inquiries.question.tool", "inquiries.question.label",
}

// A text that is added to an errand some day is either redacted or known to be kept.
func TestNoTextOfAnErrandIsForgotten(t *testing.T) {
	j := fresh(t)
	id := start(t, j, alice)
	var e dialog.Errand
	fill(reflect.ValueOf(&e).Elem())
	add(t, j, id, 0, journal.Exchange(dialog.Exchange{Errands: []dialog.Errand{e}}))
	if _, err := j.Redact(t.Context(), time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(load(t, j, id).Errands()[0])
	if err != nil {
		t.Fatal(err)
	}
	var tree any
	if err := json.Unmarshal(text, &tree); err != nil {
		t.Fatal(err)
	}
	for _, path := range marked(tree, "") {
		if !slices.Contains(kept, path) {
			t.Errorf("redaction leaves %s", path)
		}
	}
}

// fill puts the mark into every text that a value can hold.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(mark)
	case reflect.Interface:
		v.Set(reflect.ValueOf(mark))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	case reflect.Map:
		if v.Type().Elem().Kind() == reflect.Interface {
			v.Set(reflect.MakeMap(v.Type()))
			v.SetMapIndex(reflect.ValueOf("street"), reflect.ValueOf(mark))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i))
		}
	}
}

// marked lists the places of a JSON tree that hold the mark.
func marked(tree any, at string) []string {
	var out []string
	switch tree := tree.(type) {
	case string:
		if strings.Contains(tree, mark) {
			out = append(out, strings.TrimPrefix(at, "."))
		}
	case []any:
		for _, of := range tree {
			out = append(out, marked(of, at)...)
		}
	case map[string]any:
		for name, of := range tree {
			out = append(out, marked(of, at+"."+name)...)
		}
	}
	return out
}
