package agent

import (
	"slices"
	"strings"

	"shopclerk/agent/dialog"
	"shopclerk/agent/language"
	"shopclerk/agent/understand"
	"shopclerk/catalog"
	"shopclerk/search"
)

// Taking back: what was said no longer matters, is no longer ruled out, or is one of several
// that would do.

// forget drops what was said of what a clause names: an aspect, a value, or the words
// themselves. It reports whether there was something to drop.
func (h *heard) forget(text string) bool {
	text = understand.ButKept(text, h.tongue)
	in := h.context()
	asked := h.f.reader.Asked(text, in)
	keys := slices.Clone(asked.Aspects)
	if m := asked.Measure; m != nil && m.Dimension.Name == "price" || understand.SaysMoney(text, h.tongue) {
		keys = append(keys, catalog.KeyPrice)
	}
	if understand.SaysMoney(text, h.tongue) && strings.ContainsAny(text, "0123456789") {
		return false // "take 50 off the budget"
	}
	var dropped drops
	need := &in.Need
	wished := func(e *search.Evidence) bool { // for the very value that is named, of several of its aspect
		return e.Said && len(e.Answer.Options) == 1 && slices.ContainsFunc(e.Answer.Options[0].Values, func(v string) bool {
			return asked.Condition != nil && e.Answer.Key == asked.Condition.Key && slices.Contains(asked.Condition.Values, v) ||
				asked.Condition == nil && understand.EndsWith(v, text, h.tongue) // "forget the light" of "rear light"
		})
	}
	for i := range need.Evidence {
		if e := &need.Evidence[i]; wished(e) {
			dropped.add(e.Change)
			keys = slices.DeleteFunc(keys, func(key string) bool { return key == e.Answer.Key })
		}
	}
	if named := asked.Condition; named != nil && len(named.Values) > 0 && len(dropped) == 0 { // "leave out the glass ones", of steel
		keys = slices.DeleteFunc(keys, func(key string) bool { return key == named.Key })
	}
	for _, l := range need.Limits {
		if slices.Contains(keys, l.Condition.Key) {
			dropped.add(l.Change)
		}
	}
	for _, e := range need.Evidence {
		if slices.Contains(keys, e.Answer.Key) {
			dropped.add(e.Change)
		}
	}
	said := strings.ToLower(text)
	traits := understand.Traits(text, h.tongue)
	for _, e := range need.Evidence { // of a colour among the tags
		if e.Said && len(e.Answer.Options) == 1 && slices.Contains(traits, understand.Trait(e.Answer.Options[0].Values)) {
			dropped.add(e.Change)
		}
	}
	for _, w := range need.Words {
		if strings.Contains(said, strings.ToLower(w.Text)) || slices.Contains(traits, language.English().Trait(w.Text)) {
			dropped.add(w.Change)
		}
	}
	if len(asked.Scope) > 0 && slices.ContainsFunc(asked.Scope, func(p string) bool { return slices.Contains(need.Scope, p) }) && len(dropped) == 0 {
		h.changes = append(h.changes, search.Change{Op: search.Reset}) // "forget shoes"
		h.act(dialog.Act{Kind: dialog.Revise})
		return true
	}
	if len(dropped) == 0 {
		return false
	}
	h.changes = append(h.changes, dropped...)
	if asked.Condition == nil && len(asked.Aspects) == 1 && slices.Contains(keys, asked.Aspects[0]) { // and no preference is an answer
		h.changes = append(h.changes, search.Change{Op: search.Answered, Text: text, Answer: &search.Answer{Key: asked.Aspects[0], None: true}})
	}
	h.act(dialog.Act{Kind: dialog.Revise})
	return true
}

// allow takes back that something was ruled out. It reports whether it was.
func (h *heard) allow(c *understand.Clause) bool {
	in := h.context()
	asked := h.f.reader.Asked(c.Text, in)
	named := func(v string) bool {
		if asked.Condition != nil && slices.Contains(asked.Condition.Values, v) {
			return true
		}
		return strings.Contains(strings.ToLower(c.Text), strings.ToLower(v))
	}
	var out drops
	for _, l := range in.Need.Limits {
		flag := len(l.Condition.Values) == 1 && l.Condition.Values[0] == "no" && slices.Contains(asked.Aspects, l.Condition.Key)
		if flag || l.Not && slices.ContainsFunc(l.Condition.Values, named) {
			out.add(l.Change)
		}
	}
	for _, w := range in.Need.Without {
		if named(w.Text) {
			out.add(w.Change)
		}
	}
	if len(out) == 0 {
		return false
	}
	h.changes = append(h.changes, out...)
	h.act(dialog.Act{Kind: dialog.Revise})
	return true
}

// widened reads a clause that allows more than was wished for: "huawei would be fine too",
// after Samsung. It is false where nothing of the kind was.
func (h *heard) widened(c *understand.Clause) (r understand.Reading, ok bool) {
	in := h.context()
	r = h.f.reader.Understand(c.Text, in)
	for i := range r.Changes {
		ch := &r.Changes[i]
		if ch.Op != search.AddWish || ch.Not || ch.Also || ch.Condition.Range != nil {
			continue
		}
		for _, e := range in.Need.Evidence {
			if !e.Said || e.Answer.Key != ch.Condition.Key || len(e.Answer.Options) != 1 || len(e.Answer.Options[0].Values) == 0 {
				continue
			}
			values := slices.Clone(e.Answer.Options[0].Values)
			for _, v := range ch.Condition.Values {
				if !slices.Contains(values, v) {
					values = append(values, v)
				}
			}
			if len(values) == len(e.Answer.Options[0].Values) {
				continue
			}
			ch.Condition, ok = &catalog.Condition{Key: e.Answer.Key, Values: values}, true
			ch.Text = e.Text + h.words.T("language.or") + strings.TrimPrefix(ch.Text, h.aspect(e.Answer.Key).Label+": ")
		}
	}
	return r, ok
}
