package desk

import (
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

// kind is one kind of settings: the entries of one list of the document, with the form that
// makes them.
type kind struct {
	name, list  string // of its address, and of its list
	title, hint string // ids of texts
	parts       []part
	preview     previewer
}

// part is one part of an entry.
type part struct {
	name, label, hint string // of the document and ids of texts
	as                view.As
	key               bool // entries that agree in all of these are one
}

var (
	category = part{"category", "desk.category", "desk.set.category-hint", view.AsChosen, true}
	aspect   = part{"aspect", "desk.set.aspect", "desk.set.aspect-hint", view.AsChosen, true}
	query    = part{"query", "desk.set.query", "desk.set.query-hint", view.AsText, true}
	said     = part{"words", "desk.set.words", "desk.set.words-hint", view.AsLines, false}
	language = part{"language", "desk.set.language", "desk.set.language-hint", view.AsOne, true}
)

// kinds are the kinds of settings, in the order of the page.
var kinds = []kind{
	{"synonym", "synonyms", "desk.set.synonym", "desk.set.synonym-hint", []part{
		said, category, aspect, {"means", "desk.set.means", "desk.set.means-hint", view.AsText, true},
	}, (*preview).messages},
	{"redirect", "redirects", "desk.set.redirect", "desk.set.redirect-hint", []part{
		query, {"category", "desk.category", "desk.set.to-category", view.AsOne, false}, {"url", "desk.set.url", "desk.set.url-hint", view.AsText, false},
	}, (*preview).messages},
	{"stop", "stops", "desk.set.stop", "desk.set.stop-hint", []part{said}, (*preview).messages},
	{"rank", "ranking", "desk.set.rank", "desk.set.rank-hint", []part{
		{"act", "desk.set.act", "desk.set.act-hint", view.AsOne, true}, query, category,
		{"products", "desk.set.products", "desk.set.products-hint", view.AsWares, false},
		{"from", "desk.set.from", "desk.set.from-hint", view.AsDay, true}, {"to", "desk.set.to", "desk.set.to-hint", view.AsDay, true},
	}, (*preview).list},
	{"name", "names", "desk.set.name", "desk.set.name-hint", []part{
		category, aspect, {"name", "desk.set.called", "desk.set.called-hint", view.AsText, false}, language,
		{"values", "desk.set.values", "desk.set.values-hint", view.AsAny, false},
	}, (*preview).question},
	{"question", "wording", "desk.set.wording", "desk.set.wording-hint", []part{
		category, aspect, {"text", "desk.set.text", "desk.set.text-hint", view.AsText, false},
		{"help", "desk.set.help", "desk.set.help-hint", view.AsText, false}, language,
	}, (*preview).question},
	{"ask", "questions", "desk.set.ask", "desk.set.ask-hint", []part{
		category, aspect, {"ask", "desk.set.when", "desk.set.when-hint", view.AsOne, false},
	}, (*preview).questions},
	{"group", "groups", "desk.set.group", "desk.set.group-hint", []part{
		category, aspect, {"name", "desk.set.option", "desk.set.option-hint", view.AsText, true}, language,
		{"values", "desk.set.values", "desk.set.grouped-hint", view.AsAny, false},
	}, (*preview).question},
	{"start", "start", "desk.set.start", "desk.set.start-hint", []part{
		language, {"sentences", "desk.set.sentences", "desk.set.sentences-hint", view.AsLines, false},
		{"categories", "desk.set.categories", "desk.set.categories-hint", view.AsAny, false},
	}, (*preview).start},
	{"fact", "facts", "desk.set.fact", "desk.set.fact-hint", []part{
		{"topic", "desk.set.topic", "desk.set.topic-hint", view.AsOne, true}, {"language", "desk.set.language", "desk.set.fact-language", view.AsOne, true},
		{"text", "desk.set.answer", "desk.set.answer-hint", view.AsLong, false},
	}, (*preview).messages},
}

// several reports whether a part is a list of texts.
func (p *part) several() bool {
	return p.as == view.AsLines || p.as == view.AsAny || p.as == view.AsWares
}

// edit is an entry that a form is about.
type edit struct {
	*kind
	now      settings.Document
	form     url.Values
	entry    int // its place among those of its kind; −1: a new one
	base     int64
	problems []string
	shown    *view.Section
}

// adopt fills the form of a new entry with what is set about the same, which the entry then adds to,
// and that of one that stands with it where nothing was posted.
func (e *edit) adopt(posted bool) {
	list := e.now[e.list]
	if e.entry < 0 {
		e.entry = slices.IndexFunc(list, func(o settings.Entry) bool {
			made, known := e.made(), e.name == "stop"
			for _, p := range e.parts {
				if p.key && !slices.Equal(made.Of(p.name), o.Of(p.name)) || p.name == "values" && (made[p.name] == nil) != (o[p.name] == nil) {
					return false
				}
				known = known || p.key && made[p.name] != nil
			}
			return known && (e.name != "name" || len(o.Of("values")) == 0 || slices.Equal(made.Of("name"), o.Of("name")))
		})
	} else if posted {
		return
	}
	if e.entry < 0 {
		return
	}
	for _, p := range e.parts {
		for _, v := range list[e.entry].Of(p.name) {
			if given := e.form[p.name]; len(given) == 0 || given[0] == "" && !p.several() {
				e.form[p.name] = []string{v}
			} else if p.several() && !slices.Contains(e.texts(&p), v) {
				e.form[p.name] = append(e.form[p.name], v)
			}
		}
	}
}

// texts are what the form gives of a part.
func (e *edit) texts(p *part) []string {
	var out []string
	for _, given := range e.form[p.name] {
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
	for _, p := range e.parts {
		switch texts := e.texts(&p); {
		case len(texts) == 0:
		case p.several():
			out[p.name] = texts
		default:
			out[p.name] = strings.Join(texts, " ")
		}
	}
	return out
}

// with returns the document with an entry in the place of the form's, or without that where it is nil,
// and the place.
func (e *edit) with(made settings.Entry) (settings.Document, int) {
	out, list, place := maps.Clone(e.now), slices.Clone(e.now[e.list]), e.entry
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
	out[e.list] = list
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
		if rest, ok := strings.CutPrefix(line, fmt.Sprintf("%s[%d]", e.list, place)); ok {
			line = strings.TrimPrefix(rest, ": ") + remedy
			for _, p := range e.parts {
				if of, ok := strings.CutPrefix(rest, "."+p.name); ok {
					line = t.words.T(p.label) + of
				}
			}
			for i, other := range e.now[e.list] { // for whoever does not know their places
				line = strings.ReplaceAll(line, fmt.Sprintf("%s[%d]", e.list, i), t.words.T("language.quoted", "Text", t.entry(e.kind, other)))
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
		Page: d.page(l.T(e.title), settingsRoot), Action: settingsRoot + "/" + e.name, Hint: l.T(e.hint),
		Base: e.base, Entry: e.entry, By: e.form.Get(view.FieldBy), Problems: e.problems, Preview: e.shown,
	}
	for _, k := range kinds {
		if about := []string{"question", "ask", "group"}; k.name != e.name && slices.Contains(about, k.name) && slices.Contains(about, e.name) {
			f.Beside = append(f.Beside, views.Link{Text: l.T(k.title), URL: view.SettingURL(k.name, "category", e.form.Get("category"), "aspect", e.form.Get("aspect"))})
		}
	}
	for _, p := range e.parts {
		field := view.SettingField{Name: p.name, Label: l.T(p.label), Hint: l.T(p.hint), As: p.as, Values: e.texts(&p)}
		var err error
		if field.Options, err = t.options(e, &p); err != nil {
			return f, err
		}
		if p.as == view.AsWares {
			field.Find = strings.TrimSpace(e.form.Get(view.FieldFind))
		}
		f.Fields = append(f.Fields, field)
	}
	return f, nil
}

// options lists what a part of an entry can be, as far as that is a list.
func (t *telling) options(e *edit, p *part) ([]view.Choice, error) {
	all := view.Choice{Text: t.words.T("desk.set.whole-shop")}
	of, about := e.form.Get("category"), e.form.Get("aspect")
	switch p.name {
	case "category":
		return append([]view.Choice{all}, t.categories()...), nil
	case "categories":
		return t.categories(), nil
	case "aspect":
		return append([]view.Choice{{Text: "—"}}, t.aspects(of, about)...), nil
	case "means", "values":
		return t.values(of, about, e.texts(p))
	case "products":
		return t.wares(e)
	case "language":
		out := []view.Choice{{Text: t.words.T("desk.set.any-language")}}
		if e.name == "fact" {
			out = nil
		}
		for _, l := range words.Languages() {
			out = append(out, view.Choice{Value: l.Code(), Text: l.Name()})
		}
		return out, nil
	case "act":
		return []view.Choice{{Value: settings.Pin, Text: t.words.T("desk.set.pin")}, {Value: settings.Boost, Text: t.words.T("desk.set.boost")},
			{Value: settings.Bury, Text: t.words.T("desk.set.bury")}, {Value: settings.Hide, Text: t.words.T("desk.set.hide")}}, nil
	case "ask":
		return []view.Choice{{Value: settings.First, Text: t.words.T("desk.set.first")}, {Value: settings.Never, Text: t.words.T("desk.set.never")}}, nil
	case "topic":
		var out []view.Choice
		for _, topic := range merchant.Topics() {
			out = append(out, view.Choice{Value: topic, Text: t.topic(topic)})
		}
		return out, nil
	}
	return nil, nil
}
