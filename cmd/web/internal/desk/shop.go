package desk

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"shopclerk/agent/shop/merchant"
	"shopclerk/views"
	view "shopclerk/views/desk"
	"shopclerk/words"
)

// partReach is the part of the shop's information that is no topic: how to reach it, and
// where it delivers.
const partReach = "reach"

// fieldCountries is the field of where the shop delivers, one country a line.
const fieldCountries = "countries"

// triedUnwritten is what the field tried holds where there was nothing wrong with what
// was typed, but the file could not be written.
const triedUnwritten = "unwritten"

// textField names the field of a topic's text in a language.
func textField(l *words.Language) string { return "text-" + l.Code() }

// partPath is the page of a topic, or of partReach.
func partPath(part string) string { return shopSection.path() + "/" + part }

// readPart reads which part of the shop's information an address is of.
func readPart(r *Request) (string, error) {
	part := r.PathValue("part")
	if _, ok := merchant.Lookup(part); !ok && part != partReach {
		return "", fmt.Errorf("%w: shoppers ask nothing called %q about the shop", ErrNotFound, part)
	}
	return part, nil
}

// shopPage is the page of all that the shop tells of itself.
func (d *Desk) shopPage(r *Request) (*Page, error) {
	w, info := r.Words, d.ShopFile.Info()
	p := &Page{Title: w.T("desk.shop.title"), Lead: w.T("desk.shop.lead")}
	if info.None() && d.ShopFile.Err() == nil {
		p.add(r, "start", "desk.shop.start", "").Empty = view.Empty{
			Title: w.T("desk.shop.none"), Text: w.T("desk.shop.none-text"),
			Link: views.Link{Text: w.T("desk.shop.begin"), URL: partPath(partReach)},
		}
	}
	p.add(r, partReach, "desk.shop.reach", "").More = view.LinksView([]view.Described{{
		Link: views.Link{Text: w.T("desk.shop.reach-edit"), URL: partPath(partReach)}, Text: reachText(w, info),
	}})
	p.add(r, "topics-all", "desk.shop.topics", "desk.shop.topics-text", topicsTable(r, info))
	p.add(r, "file", "desk.shop.file", "desk.shop.file-text")
	notice, problem := d.shopNotice(r)
	p.Body = templ.Join(view.NoticeView(notice, problem), view.ReportView(p.Report))
	return p, nil
}

// shopNotice says what the last step did, or what is wrong with the file.
func (d *Desk) shopNotice(r *Request) (text string, problem bool) {
	if err := d.ShopFile.Err(); err != nil {
		return r.Words.T("desk.shop.damaged", "Why", err.Error()), true
	}
	if r.query.Get(fieldDone) == doneSet {
		return r.Words.T("desk.shop.done"), false
	}
	return "", false
}

// reachText sums up how to reach the shop, and where it delivers.
func reachText(w *words.Language, info *merchant.Info) string {
	var out []string
	for _, topic := range []string{merchant.Contact, merchant.Delivery} {
		text, known := info.With(topic, nil).Answer(w, topic)
		if known {
			out = append(out, text)
		}
	}
	return cmp.Or(strings.Join(out, " "), w.T("desk.shop.not-told"))
}

// topicsTable is a row for every topic, with what shoppers read who ask about it.
func topicsTable(r *Request, info *merchant.Info) *Table {
	w := r.Words
	type c = columnSpec[merchant.Topic]
	return newTable(r, "topics", "desk.shop.topics", "desk.shop.topics-counts", "", merchant.Topics(),
		c{"topic", "desk.shop.topic", Text, "", func(t *merchant.Topic) Cell { return Name(t.Label(w)).To(partPath(t.ID)) }},
		c{"asked", "desk.shop.asked", Text, "", textCell(func(t *merchant.Topic) string { return t.Asked(w) })},
		c{"told", "desk.shop.told", Text, "", textCell(func(t *merchant.Topic) string { return toldIn(w, info, t.ID) })},
		c{"read", "desk.shop.read", Text, "", textCell(func(t *merchant.Topic) string {
			text, _ := info.Answer(w, t.ID)
			return text
		})},
	).long("asked", "read")
}

// toldIn says in which languages the shop tells about a topic.
func toldIn(w *words.Language, info *merchant.Info, topic string) string {
	var told []string
	for _, l := range words.Languages() {
		if info.Text(topic, l.Code()) != "" {
			told = append(told, l.Name())
		}
	}
	if _, known := info.Answer(w, topic); known && len(told) == 0 {
		return w.T("desk.shop.by-reach")
	}
	return cmp.Or(strings.Join(told, w.T("language.comma")), w.T("desk.shop.not-told"))
}

// edited is what a form, or the address of one, makes of what the shop tells.
func edited(info *merchant.Info, part string, q url.Values) *merchant.Info {
	if part == partReach {
		var reach merchant.Reach
		for _, f := range merchant.ReachFields {
			*f.Of(&reach) = q.Get(f.Name)
		}
		return info.WithReach(reach, readLines(strings.Split(q.Get(fieldCountries), "\n")))
	}
	texts := map[string]string{}
	for _, l := range words.Languages() {
		texts[l.Code()] = q.Get(textField(l))
	}
	return info.With(part, texts)
}

// partFields is the form that [edited] reads: what a part holds now.
func partFields(w *words.Language, info *merchant.Info, part string) url.Values {
	q := url.Values{}
	if part == partReach {
		if info == nil {
			return q
		}
		for _, f := range merchant.ReachFields {
			q.Set(f.Name, *f.Of(&info.Reach))
		}
		var names []string
		for _, code := range info.Countries {
			names = append(names, merchant.CountryName(w, code))
		}
		q.Set(fieldCountries, strings.Join(names, "\n"))
		return q
	}
	for _, l := range words.Languages() {
		q.Set(textField(l), info.Text(part, l.Code()))
	}
	return q
}

// tell saves what the form says. What can not be told, or not be written, leads back to
// the form, which says why, with all that was typed.
func (d *Desk) tell(r *Request) (string, error) {
	part, err := readPart(r)
	if err != nil {
		return "", err
	}
	if d.ShopFile == nil {
		return "", fmt.Errorf("%w: there is no file for what the shop tells", ErrNotFound)
	}
	if err := r.ParseForm(); err != nil {
		return "", fmt.Errorf("%w: %w", views.ErrBad, err)
	}
	problems, err := d.ShopFile.Change(func(now *merchant.Info) *merchant.Info { return edited(now, part, r.PostForm) })
	if err == nil && len(problems) == 0 {
		return shopSection.path() + "?" + url.Values{fieldDone: {doneSet}}.Encode(), nil
	}
	back := r.PostForm
	back.Set(fieldTried, "1")
	if err != nil {
		slog.ErrorContext(r.Context(), "what the shop tells of itself was not saved", "error", err)
		if !errors.Is(err, ErrDamaged) {
			back.Set(fieldTried, triedUnwritten)
		}
	}
	return partPath(part) + "?" + back.Encode(), nil
}

// shopPart is the page of one form about the shop: filled in with what its address says,
// else with what is in force, beside what shoppers will read.
func (d *Desk) shopPart(r *Request) (*Page, error) {
	part, err := readPart(r)
	if err != nil {
		return nil, err
	}
	w, info := r.Words, d.ShopFile.Info()
	f := partForm{words: w, typed: partFields(w, info, part)}
	for name := range r.query {
		if strings.HasPrefix(name, "text-") || reachWords[name].label != "" {
			f.typed = r.query
		}
	}
	tidy, problems := edited(info, part, f.typed).Tidy()
	tried := r.query.Get(fieldTried)
	if tried != "" {
		f.problems = problems
	}
	form := view.SettingForm{
		Form: views.Form{Action: partPath(part)},
		Save: w.T("desk.shop.save"),
		Look: w.T("desk.shop.look"), LookURL: partPath(part),
		Back:   views.Link{Text: w.T("desk.shop.back"), URL: shopSection.path()},
		Spoken: utterances(w, tidy, part),
	}
	p := &Page{Title: w.T("desk.shop.reach"), Lead: w.T("desk.shop.reach-lead")}
	if topic, ok := merchant.Lookup(part); ok {
		form.Groups = []view.FieldGroup{{Fields: f.texts(part)}}
		p.Title, p.Lead = topic.Label(w), w.T("desk.shop.topic-lead", "Asked", topic.Asked(w))
	} else {
		form.Groups = []view.FieldGroup{{Fields: f.reach()}}
	}
	switch err := d.ShopFile.Err(); {
	case err != nil:
		form.Problem = w.T("desk.shop.damaged", "Why", err.Error())
	case tried == triedUnwritten:
		form.Problem = w.T("desk.shop.unwritten")
	case len(f.problems) > 0:
		form.Problem = w.T("desk.shop.not-saved")
	}
	p.Body = view.SettingView(form)
	return p, nil
}

// utterances is what shoppers read, in every language, of the topics that a part tells of.
func utterances(w *words.Language, info *merchant.Info, part string) view.Spoken {
	out := view.Spoken{Title: w.T("desk.shop.spoken")}
	about := []string{part}
	if part == partReach {
		about = []string{merchant.Contact, merchant.Hours, merchant.Delivery}
	}
	for _, id := range about {
		topic, _ := merchant.Lookup(id)
		for _, l := range words.Languages() {
			label := l.Name()
			if part == partReach {
				label = w.T("desk.shop.topic-in", "Topic", topic.Label(w), "Language", label)
			}
			text, _ := info.Answer(l, id)
			out.List = append(out.List, view.Utterance{Label: label, Lang: l.Code(), Text: text})
		}
	}
	return out
}

// reachWords are the ids of what the fields of partReach are called, and of their hints,
// which may be empty.
var reachWords = map[string]struct{ label, hint string }{
	"email":        {"desk.shop.email", ""},
	"phone":        {"desk.shop.phone", ""},
	"hours":        {"desk.shop.hours", "desk.shop.hours-hint"},
	"url":          {"desk.shop.url", "desk.shop.url-hint"},
	"address":      {"desk.shop.address", "desk.shop.address-hint"},
	fieldCountries: {"desk.shop.countries", "desk.shop.countries-hint"},
}

// partForm makes the fields of a form about the shop.
type partForm struct {
	words    *words.Language
	typed    url.Values // what the fields hold
	problems []*merchant.Problem
}

// field fills a field in, and puts beside it the first of what is wrong with it. at is
// what the file calls it.
func (f *partForm) field(at string, field view.FormField) view.FormField {
	field.Value = f.typed.Get(field.Name)
	if i := slices.IndexFunc(f.problems, func(p *merchant.Problem) bool { return p.Field == at }); i >= 0 {
		field.Problem = f.problems[i].Text(f.words)
	}
	return field
}

func (f *partForm) texts(topic string) []view.FormField {
	var out []view.FormField
	for _, l := range words.Languages() {
		out = append(out, f.field("topic."+topic+"."+l.Code(), view.FormField{
			Kind: view.LinesField, Name: textField(l), Lang: l.Code(), Most: merchant.LongestText,
			Label: l.Name(), Hint: f.words.T("desk.shop.text-hint"),
		}))
	}
	return out
}

func (f *partForm) reach() []view.FormField {
	var out []view.FormField
	add := func(at, name string, field view.FormField) {
		field.Name, field.Label = name, f.words.T(reachWords[name].label)
		if hint := reachWords[name].hint; hint != "" {
			field.Hint = f.words.T(hint)
		}
		out = append(out, f.field(at, field))
	}
	for _, x := range merchant.ReachFields {
		add("reach."+x.Name, x.Name, view.FormField{Most: merchant.LongestReach})
	}
	add(fieldCountries, fieldCountries, view.FormField{Kind: view.LinesField})
	return out
}
