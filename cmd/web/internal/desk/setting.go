package desk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"shopclerk/agent/clarify"
	"shopclerk/agent/desk/control"
	"shopclerk/agent/desk/insight"
	"shopclerk/agent/voice"
	"shopclerk/catalog"
	"shopclerk/views"
	view "shopclerk/views/desk"
	"shopclerk/words"
)

// settingKind reads the kind of setting that an address is of.
func settingKind(r *Request) (control.Kind, error) {
	kind := control.Kind(r.PathValue("kind"))
	if !slices.Contains(control.Kinds, kind) {
		return "", fmt.Errorf("%w: there are no controls called %q", ErrNotFound, kind)
	}
	return kind, nil
}

// set sets what the form says, or takes it away. What can not be set leads back to
// the form, which says why, with all that was typed.
func (d *Desk) set(r *Request) (string, error) {
	kind, err := settingKind(r)
	if err != nil {
		return "", err
	}
	if err := r.ParseForm(); err != nil {
		return "", fmt.Errorf("%w: %w", views.ErrBad, err)
	}
	s := readSetting(kind, r.PostForm)
	if r.PostForm.Has(fieldClear) {
		s = cleared(s)
	}
	err = d.Board.Do(r.Context(), r.Who, control.Act{Set: s}, d.shop(r.Context()))
	var p *control.Problem
	if errors.As(err, &p) {
		back := r.PostForm
		back.Del(fieldClear)
		back.Set(fieldTried, "1")
		return settingPath(kind) + "?" + back.Encode(), nil
	}
	if err != nil {
		return "", err
	}
	return buildAddress(controlsSection.path(), url.Values{}, fieldDone, doneSet, fieldCategory, s.Category), nil
}

// setting is the page of one setting's form: filled in with what its address says,
// else with what is in force.
func (d *Desk) setting(r *Request) (*Page, error) {
	kind, err := settingKind(r)
	if err != nil {
		return nil, err
	}
	w := r.Words
	q := r.query
	s := readSetting(kind, q)
	log := d.Board.Log()
	now := log.Controls().At(s.Slot())
	if now != nil && !slices.ContainsFunc(contents(), q.Has) {
		s = now
		q = settingFields(s)
	}
	f := settingForm{desk: d, request: r, setting: s, typed: q}
	if r.query.Has(fieldTried) {
		errors.As(log.Judge(control.Act{Set: s}, d.shop(r.Context())), &f.problem)
	}
	form := view.SettingForm{
		Form:   views.Form{Action: settingPath(kind)},
		Groups: f.groups(),
		Save:   w.T("desk.controls.save"),
		Back:   views.Link{Text: w.T("desk.controls.back"), URL: buildAddress(controlsSection.path(), url.Values{}, fieldCategory, s.Category)},
	}
	if !settingKinds[kind].everywhere {
		form.Form.Hidden = []views.Field{{Name: fieldCategory, Value: s.Category}}
	}
	form.LookURL = settingPath(kind)
	if f.problem != nil {
		form.Problem = w.T("desk.controls.not-set")
		if !f.placed {
			form.Problem = problemText(w, f.problem)
		}
	}
	if now != nil {
		form.Clear = w.T("desk.controls.clear")
	}
	if look := settingKinds[kind].look; look != "" {
		form.Look = w.T(look)
	}
	switch kind {
	case control.KindWording:
		if form.Preview, err = d.preview(r.Context(), w, s); err != nil {
			return nil, err
		}
	case control.KindMerge, control.KindSynonym, control.KindRule:
		if form.Values, err = d.values(r.Context(), w, s); err != nil {
			return nil, err
		}
	}
	if form.Foresight, err = d.foresee(r, s); err != nil {
		return nil, err
	}
	title := w.T(settingKinds[kind].name)
	if !settingKinds[kind].everywhere {
		title = w.T("desk.controls.title-of", "Kind", title, "Category", categoryName(w, s.Category))
	}
	return &Page{
		Title:      title,
		Lead:       w.T(settingKinds[kind].lead),
		ByCategory: !settingKinds[kind].everywhere,
		Keep:       append(contents(), fieldName),
		Body:       view.SettingView(form),
	}, nil
}

// settingForm makes the fields of a setting.
type settingForm struct {
	desk    *Desk
	request *Request
	setting *control.Setting
	typed   url.Values // what the fields hold
	problem *control.Problem
	placed  bool // a field shows the problem
}

// groups are the fields of the setting's kind.
func (f *settingForm) groups() []view.FieldGroup {
	var out []view.FormField
	for _, x := range settingKinds[f.setting.Kind].fields {
		out = append(out, f.field(x))
	}
	switch f.setting.Kind {
	case control.KindExperiment:
		return append([]view.FieldGroup{{Fields: out}}, f.arms()...)
	case control.KindPack:
		out = f.packed()
	}
	return []view.FieldGroup{{Fields: out}}
}

// field fills a field in.
func (f *settingForm) field(x settingField) view.FormField {
	w := f.request.Words
	out := view.FormField{Name: x.name(), Label: w.T(x.label), Most: x.most, Value: f.typed.Get(x.name())}
	if x.hint != "" {
		out.Hint = w.T(x.hint)
	}
	switch {
	case x.at == control.AtAspect:
		out.Kind, out.Choices = view.ChoiceField, f.aspects(x.aspects)
	case x.at == control.AtValues:
		out.Kind, out.Value = view.LinesField, strings.Join(f.setting.Values, "\n")
	case x.at == control.AtFrom || x.at == control.AtTo:
		out.Kind = view.DayField
	case x.languages:
		out.Kind, out.Choices = view.ChoiceField, languageChoices(w)
	case x.at == control.AtPlace:
		out.Kind = view.RadioField
		for _, p := range x.places {
			out.Choices = append(out.Choices, view.Choice{Value: string(p.Place), Text: w.T(p.name)})
		}
	}
	for i := range out.Choices {
		out.Choices[i].Chosen = out.Choices[i].Value == out.Value
	}
	return f.place(x.at, out)
}

// packed are the fields of a pack's aspects, in their order.
func (f *settingForm) packed() []view.FormField {
	var out []view.FormField
	choices := f.aspects(anyAspect)
	for i := range control.MostPacked {
		field := view.FormField{Kind: view.ChoiceField, Name: packField(i), Label: f.request.Words.T("desk.controls.packed", "Number", strconv.Itoa(i+1)), Choices: slices.Clone(choices)}
		for k := range field.Choices {
			field.Choices[k].Chosen = i < len(f.setting.Values) && field.Choices[k].Value == f.setting.Values[i]
		}
		if i == 0 {
			field = f.place(control.AtValues, field)
		}
		out = append(out, field)
	}
	return out
}

// place puts the problem beside the field that it is of.
func (f *settingForm) place(at control.Field, field view.FormField) view.FormField {
	if f.problem != nil && f.problem.Field == at {
		field.Problem = problemText(f.request.Words, f.problem)
		f.placed = true
	}
	return field
}

// mostAspects is how many aspects a field offers: a catalogue of many categories has
// thousands, and those of few products are set within their category.
const mostAspects = 300

// aspects are the choices among the aspects of the category, of all categories for "": those
// of most categories there, by their label.
func (f *settingForm) aspects(which func(catalog.Aspect) bool) []view.Choice {
	w := f.request.Words
	label, in := map[string]string{}, map[string]int{}
	for _, c := range f.desk.Store.Categories() {
		if f.setting.Category != "" && c.Path != f.setting.Category {
			continue
		}
		for _, a := range c.Aspects {
			if which(a) && (a.Askable || a.Key == f.setting.Aspect) {
				label[a.Key] = cmp.Or(label[a.Key], a.Label)
				in[a.Key]++
			}
		}
	}
	if f.setting.Category == "" && (f.setting.Kind == control.KindWording || f.setting.Kind == control.KindPlace) {
		label[catalog.KeyCategory] = w.T("desk.controls.kind-of-product")
		in[catalog.KeyCategory] = len(f.desk.Store.Categories())
	}
	keys := slices.SortedFunc(maps.Keys(label), func(a, b string) int { return cmp.Or(cmp.Compare(in[b], in[a]), cmp.Compare(a, b)) })
	keys = keys[:min(len(keys), mostAspects)]
	slices.SortFunc(keys, func(a, b string) int {
		return cmp.Or(cmp.Compare(strings.ToLower(label[a]), strings.ToLower(label[b])), cmp.Compare(a, b))
	})
	choices := []view.Choice{{Text: w.T("desk.controls.choose")}}
	for _, key := range keys {
		choices = append(choices, view.Choice{Value: key, Text: label[key]})
	}
	return choices
}

// languageChoices are the languages that a wording can be in.
func languageChoices(w *words.Language) []view.Choice {
	out := []view.Choice{{Text: languageName(w, "")}}
	for _, l := range words.Languages() {
		out = append(out, view.Choice{Value: l.Code(), Text: l.Name()})
	}
	return out
}

// arms are the fields of an experiment's arms.
func (f *settingForm) arms() []view.FieldGroup {
	w := f.request.Words
	hint := w.T("desk.controls.arms-hint")
	var out []view.FieldGroup
	for i := range control.MostArms {
		var policies []view.Choice
		for _, p := range clarify.Policies() {
			policies = append(policies, view.Choice{Value: p, Text: p, Chosen: p == cmp.Or(f.typed.Get(armField(i+1, armPolicy)), "joint")})
		}
		plain := func(what, label, hint string) view.FormField {
			name := armField(i+1, what)
			return view.FormField{Name: name, Label: label, Hint: hint, Value: f.typed.Get(name)}
		}
		first := plain(armName, w.T("desk.controls.arm-name"), "")
		if i == 0 {
			first.Hint = hint
			first = f.place(control.AtArms, first)
		}
		out = append(out, view.FieldGroup{Legend: w.T("desk.controls.arm", "Number", strconv.Itoa(i+1)), Fields: []view.FormField{
			first,
			plain(armShare, w.T("desk.controls.share"), ""),
			{Kind: view.ChoiceField, Name: armField(i+1, armPolicy), Label: w.T("desk.controls.policy"), Choices: policies},
			plain(armSettings, w.T("desk.controls.settings"), w.T("desk.controls.settings-hint")),
		}})
	}
	return out
}

// previewedOptions is how many options a preview shows: as many as a question has.
const previewedOptions = 5

// preview shows a question as it is worded, with the commonest values of its aspect.
func (d *Desk) preview(ctx context.Context, w *words.Language, s *control.Setting) (view.Preview, error) {
	if s.Aspect == "" {
		return view.Preview{}, nil
	}
	aspect := catalog.Aspect{Key: s.Aspect, Label: d.aspectName(insight.Topic{Category: s.Category, Aspect: s.Aspect})}
	out := view.Preview{Title: w.T("desk.controls.preview-title"), Help: s.Help}
	if s.Category != "" {
		shelf, err := d.Clerk.Shelf(ctx, s.Category)
		if err != nil {
			return view.Preview{}, err
		}
		if c := shelf.Column(s.Aspect); c != nil {
			aspect = c.Aspect
			if c.Aspect.Kind == catalog.Single || c.Aspect.Kind == catalog.Multi {
				list, _ := commonest(c, previewedOptions)
				for _, v := range list {
					out.Options = append(out.Options, v.Text)
				}
			}
		}
	}
	own := voice.Question(w, &aspect)
	out.Text = cmp.Or(s.Text, own)
	if s.Text != "" {
		out.Own = w.T("desk.controls.own-words", "Question", own)
	}
	return out, nil
}

// commonest lists a column's values that most products have, and how many there are
// besides.
func commonest(c *catalog.Column, most int) (list []view.Named, more int) {
	counts := c.Counts()
	for code, v := range c.Values {
		list = append(list, view.Named{Text: v.Text, Count: counts[code]})
	}
	slices.SortStableFunc(list, func(a, b view.Named) int { return cmp.Compare(b.Count, a.Count) })
	return list[:min(most, len(list))], max(0, len(list)-most)
}

// valuesListed is how many values stand beside the form: those to merge are common
// ones, or look like them and are found by readiness.
const valuesListed = 100

// values lists those of the setting's aspect as the catalogue has them.
func (d *Desk) values(ctx context.Context, w *words.Language, s *control.Setting) (view.Values, error) {
	if s.Category == "" || s.Aspect == "" {
		return view.Values{}, nil
	}
	shelf, err := d.Clerk.Config().Engine.Shelf(ctx, s.Category)
	if err != nil {
		return view.Values{}, err
	}
	c := shelf.Column(s.Aspect)
	if c == nil || c.Aspect.Kind == catalog.Numeric {
		return view.Values{}, nil
	}
	out := view.Values{Title: w.T("desk.controls.values-of", "Aspect", c.Aspect.Label)}
	var more int
	if out.List, more = commonest(c, valuesListed); more > 0 {
		out.More = w.N("desk.controls.values-more", more)
	}
	return out, nil
}
