package desk

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"shopclerk/agent/settings"
	"shopclerk/agent/shop/merchant"
	"shopclerk/views"
	view "shopclerk/views/desk"
	"shopclerk/words"
)

// edit is an entry that a form is about.
type edit struct {
	*settings.Kind
	now      settings.Document
	form     url.Values
	entry    int // its place among those of its kind; −1: a new one
	base     int64
	problems []string
	shown    *view.Section
}

// quote fills an answer in that the form has none of, with what the shop's file says, by topic and
// language. What it says about another topic than the chosen one is none.
func (e *edit) quote(texts map[string]map[string]string, posted bool) {
	for _, of := range texts {
		if slices.Contains(slices.Collect(maps.Values(of)), e.form.Get("text")) {
			e.form.Del("text")
		}
	}
	e.adopt(posted)
	if e.form.Get("text") == "" {
		e.form.Set("text", texts[e.form.Get("topic")][e.form.Get("language")])
	}
}

// adopt fills the form of a new entry with what is set about the same, which the entry then adds to,
// and that of one that stands with it where nothing was posted.
func (e *edit) adopt(posted bool) {
	list := e.now[e.List]
	if e.entry < 0 {
		e.entry = slices.IndexFunc(list, func(o settings.Entry) bool {
			made, known := e.made(), e.List == "stops"
			for _, p := range e.Parts {
				if key := p.About && !p.Several; key && !slices.Equal(made.Of(p.Name), o.Of(p.Name)) || p.Name == "values" && (made[p.Name] == nil) != (o[p.Name] == nil) {
					return false
				} else if key && made[p.Name] != nil {
					known = true
				}
			}
			return known && (len(o.Of("values")) == 0 || slices.Equal(made.Of("name"), o.Of("name")))
		})
	} else if posted {
		return
	}
	if e.entry < 0 {
		return
	}
	for _, p := range e.Parts {
		for _, v := range list[e.entry].Of(p.Name) {
			if given := e.form[p.Name]; len(given) == 0 || given[0] == "" && !p.Several {
				e.form[p.Name] = []string{v}
			} else if p.Several && !slices.Contains(e.texts(p.Name), v) {
				e.form[p.Name] = append(e.form[p.Name], v)
			}
		}
	}
}

// texts are what the form gives of a part.
func (e *edit) texts(part string) []string {
	var out []string
	for _, given := range e.form[part] {
		for _, text := range strings.Split(given, "\n") {
			if text = strings.TrimSpace(text); text != "" && !slices.Contains(out, text) {
				out = append(out, text)
			}
		}
	}
	return out
}

// made is the entry that the form makes.
func (e *edit) made() settings.Entry {
	out := settings.Entry{}
	for _, p := range e.Parts {
		switch texts := e.texts(p.Name); {
		case len(texts) == 0:
		case p.Several:
			out[p.Name] = texts
		default:
			out[p.Name] = strings.Join(texts, " ")
		}
	}
	return out
}

// with returns the document with an entry in the place of the form's, or without that where it is nil,
// and the place.
func (e *edit) with(made settings.Entry) (settings.Document, int) {
	out, list, place := maps.Clone(e.now), slices.Clone(e.now[e.List]), e.entry
	switch {
	case place >= 0 && made == nil:
		list = slices.Delete(list, place, place+1)
	case place >= 0:
		list[place] = made
	case made != nil:
		place, list = len(list), append(list, made)
	}
	if out == nil {
		out = settings.Document{}
	}
	out[e.List] = list
	return out, place
}

// check returns the document as the form makes it, and what is wrong with the entry: each line
// names a field and a remedy.
func (e *edit) check(t *telling) (text string, s *settings.Settings, err error) {
	made := e.made()
	if e.form.Has(view.FieldRemove) {
		made = nil
	}
	lists, place := e.with(made)
	out, err := json.MarshalIndent(lists, "", "  ")
	if err != nil {
		return "", nil, err
	}
	s, err = settings.Parse(out)
	var wrong []error
	tell := func(line, remedy string) {
		if rest, ok := strings.CutPrefix(line, fmt.Sprintf("%s[%d]", e.List, place)); ok {
			line = strings.TrimPrefix(rest, ": ") + remedy
			for _, p := range e.Parts {
				if of, ok := strings.CutPrefix(rest, "."+p.Name); ok {
					line = t.words.T(p.Label) + of
				}
			}
			for i, other := range e.now[e.List] { // for whoever does not know their places
				line = strings.ReplaceAll(line, fmt.Sprintf("%s[%d]", e.List, i), t.words.T("language.quoted", "Text", t.entry(e.Kind, other)))
			}
			wrong = append(wrong, errors.New(line))
		}
	}
	if err != nil {
		for line := range strings.SplitSeq(err.Error(), "\n") {
			tell(line, "")
		}
	} else if made != nil {
		for _, line := range lists.Unknown(t) {
			tell(line, ": choose another")
		}
	}
	return string(out), s, errors.Join(append(wrong, err)[:max(len(wrong), 1)]...)
}

// form presents an entry as it is filled in.
func (d *Desk) form(r *http.Request, e *edit) (view.SettingForm, error) {
	ctx, l := r.Context(), words.From(r.Context())
	t := d.telling(ctx)
	f := view.SettingForm{
		Page: d.page(l.T(e.Title), settingsRoot), Action: settingsRoot + "/" + e.Name, Hint: l.T(e.Hint),
		Base: e.base, Entry: e.entry, By: e.form.Get(view.FieldBy), Problems: e.problems, Preview: e.shown,
	}
	for _, k := range settings.Kinds {
		if about := []string{"question", "ask", "group"}; k.Name != e.Name && slices.Contains(about, k.Name) && slices.Contains(about, e.Name) {
			f.Beside = append(f.Beside, views.Link{Text: l.T(k.Title), URL: link("/settings/"+k.Name, "category", e.form.Get("category"), "aspect", e.form.Get("aspect"))})
		}
	}
	for _, p := range e.Parts {
		options, err := t.options(e, &p)
		if err != nil {
			return f, err
		}
		f.Fields = append(f.Fields, view.SettingField{Part: p, Values: e.texts(p.Name), Options: options, Find: strings.TrimSpace(e.form.Get(view.FieldFind))})
	}
	return f, nil
}

// chosen are the ids of what can be chosen, beside it.
var chosen = map[settings.Sort][]view.Choice{
	settings.Act: {{Value: settings.Pin, Text: "desk.set.pin"}, {Value: settings.Boost, Text: "desk.set.boost"},
		{Value: settings.Bury, Text: "desk.set.bury"}, {Value: settings.Hide, Text: "desk.set.hide"}},
	settings.When: {{Value: settings.First, Text: "desk.set.first"}, {Value: settings.Never, Text: "desk.set.never"}},
}

// options lists what a part of an entry can be, as far as that is a list.
func (t *telling) options(e *edit, p *settings.Part) (out []view.Choice, err error) {
	switch category, aspect := e.form.Get("category"), e.form.Get("aspect"); p.Sort {
	case settings.Path:
		if !p.Several {
			out = []view.Choice{{Text: t.words.T("desk.set.whole-shop")}}
		}
		for _, c := range t.Categories() {
			out = append(out, view.Choice{Value: c.Path, Text: c.Path})
		}
	case settings.Key:
		return append([]view.Choice{{Text: "—"}}, t.aspects(category, aspect)...), nil
	case settings.Value:
		return t.values(category, aspect, e.texts(p.Name))
	case settings.Product:
		return t.wares(e)
	case settings.Code:
		if !p.Needed {
			out = []view.Choice{{Text: t.words.T("desk.set.any-language")}}
		}
		for _, l := range words.Languages() {
			out = append(out, view.Choice{Value: l.Code(), Text: l.Name()})
		}
	case settings.Topic:
		for _, topic := range merchant.Topics() {
			out = append(out, view.Choice{Value: topic, Text: t.words.T(cmp.Or(topicNames[topic], topic))})
		}
	default:
		for _, c := range chosen[p.Sort] {
			out = append(out, view.Choice{Value: c.Value, Text: t.words.T(c.Text)})
		}
	}
	return out, nil
}
