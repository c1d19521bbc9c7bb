package desk

import (
	"strings"

	"shopclerk/agent/desk/control"
	"shopclerk/agent/desk/insight"
	"shopclerk/catalog"
	"shopclerk/words"
)

// categoryName is what a category is called, "" being every one.
func categoryName(w *words.Language, path string) string {
	if path == "" {
		return w.T("desk.controls.every-category")
	}
	return catalog.LastLevel(path)
}

// slotText says what a setting is about: "Merged values: Colour, Grey".
func (d *Desk) slotText(w *words.Language, s control.Slot) string {
	if s.Kind == control.KindExperiment {
		return w.T(settingKinds[s.Kind].name)
	}
	return w.T("desk.controls.slot", "Kind", w.T(settingKinds[s.Kind].name), "What", d.slotName(w, s))
}

// slotIn says what a setting is about, and in which category.
func (d *Desk) slotIn(w *words.Language, s control.Slot) string {
	if s.Kind == control.KindExperiment {
		return d.slotText(w, s)
	}
	return w.T("desk.controls.slot-in", "Kind", w.T(settingKinds[s.Kind].name), "What", d.slotName(w, s), "Category", categoryName(w, s.Category))
}

// slotName is what a setting of a kind is about.
func (d *Desk) slotName(w *words.Language, s control.Slot) string {
	aspect := d.aspectName(insight.Topic{Category: s.Category, Aspect: s.Aspect})
	switch {
	case s.Kind == control.KindProduct || s.Kind == control.KindReading:
		return s.Name
	case s.Kind == control.KindPack || s.Kind == control.KindFace:
		return categoryName(w, s.Category)
	case s.Kind == control.KindWelcome || s.Kind == control.KindBanner && s.Aspect == "":
		return languageName(w, s.Name)
	case s.Kind == control.KindMerge || s.Kind == control.KindSynonym || s.Kind == control.KindRule:
		return w.T("desk.controls.named", "Aspect", aspect, "Name", s.Name)
	case (s.Kind == control.KindWording || s.Kind == control.KindBanner) && s.Name != "":
		return w.T("desk.controls.named", "Aspect", aspect, "Name", languageName(w, s.Name))
	}
	return aspect
}

// languageName is what a language calls itself, "" being any.
func languageName(w *words.Language, code string) string {
	if code == "" {
		return w.T("desk.controls.any-language")
	}
	if l := words.Lookup(code); l != nil {
		return l.Name()
	}
	return code
}

// settingText says what is set; nil is nothing.
func (d *Desk) settingText(w *words.Language, s *control.Setting) string {
	if s == nil || s.Empty() {
		return w.T("desk.controls.nothing")
	}
	if s.Place != "" {
		return whileText(w, s, placeName(w, s))
	}
	quoted := w.T("language.quoted", "Text", s.Text)
	switch s.Kind {
	case control.KindPack:
		var out []string
		for _, key := range s.Values {
			out = append(out, d.aspectName(insight.Topic{Category: s.Category, Aspect: key}))
		}
		return strings.Join(out, insight.Between)
	case control.KindBanner:
		if len(s.Values) > 0 {
			quoted = w.T("desk.controls.where-wanted", "Text", quoted, "Values", strings.Join(s.Values, w.T("language.comma")))
		}
		return whileText(w, s, quoted)
	case control.KindFace:
		return s.Text
	case control.KindWording, control.KindWelcome:
		var out []string
		if s.Text != "" {
			out = append(out, quoted)
		}
		if s.Help != "" {
			out = append(out, w.T("desk.controls.with-help", "Help", s.Help))
		}
		return strings.Join(out, " ")
	case control.KindReading:
		return quoted
	case control.KindExperiment:
		arms := make([]string, len(s.Arms))
		for i, a := range s.Arms {
			arms[i] = w.T("desk.controls.arm-text", "Arm", a.Name, "Policy", a.Policy, "Share", catalog.FormatNumber(100*a.Share))
		}
		return s.Name + ": " + strings.Join(arms, w.T("language.comma"))
	}
	return strings.Join(s.Values, w.T("language.comma"))
}

// placeName says where a setting puts something.
func placeName(w *words.Language, s *control.Setting) string {
	for _, f := range settingKinds[s.Kind].fields {
		for _, p := range f.places {
			if p.Place == s.Place {
				return w.T(p.name)
			}
		}
	}
	return string(s.Place)
}

// whileText says where something stands, and when.
func whileText(w *words.Language, s *control.Setting, place string) string {
	switch {
	case s.From != "" && s.To != "":
		return w.T("desk.controls.from-to", "Place", place, "From", string(s.From), "To", string(s.To))
	case s.From != "":
		return w.T("desk.controls.from-on", "Place", place, "From", string(s.From))
	case s.To != "":
		return w.T("desk.controls.until", "Place", place, "To", string(s.To))
	}
	return place
}

// problemWords are the ids of what is wrong and what helps, and what such a sentence calls
// the detail, where it tells it.
var problemWords = map[control.Reason]struct{ id, detail string }{
	control.Missing:       {"desk.problem.missing", ""},
	control.TooLong:       {"desk.problem.too-long", "Most"},
	control.TooMany:       {"desk.problem.too-many", "Most"},
	control.Unprintable:   {"desk.problem.unprintable", ""},
	control.Unknown:       {"desk.problem.unknown", "What"},
	control.Nameless:      {"desk.problem.nameless", ""},
	control.AlreadyMerged: {"desk.problem.already-merged", "What"},
	control.LabelTaken:    {"desk.problem.label-taken", "What"},
	control.OneValue:      {"desk.problem.one-value", ""},
	control.Twice:         {"desk.problem.twice", "What"},
	control.NoPlace:       {"desk.problem.no-place", ""},
	control.Elsewhere:     {"desk.problem.elsewhere", "Category"},
	control.NoDay:         {"desk.problem.no-day", "What"},
	control.Backwards:     {"desk.problem.backwards", ""},
	control.NoPolicy:      {"desk.problem.no-policy", "What"},
	control.BadShare:      {"desk.problem.bad-share", "Arm"},
	control.NotWhole:      {"desk.problem.not-whole", "Sum"},
	control.Running:       {"desk.problem.running", "Experiment"},
	control.NoSuchEntry:   {"desk.problem.no-such-entry", "Number"},
	control.AlreadyUndone: {"desk.problem.already-undone", "Number"},
}

// problemText says what is wrong and what helps.
func problemText(w *words.Language, p *control.Problem) string {
	switch x := problemWords[p.Reason]; {
	case x.id == "":
		return p.Error()
	case x.detail == "":
		return w.T(x.id)
	default:
		return w.T(x.id, x.detail, p.Detail)
	}
}
