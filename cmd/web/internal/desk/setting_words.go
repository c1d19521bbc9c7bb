package desk

import (
	"strings"

	"shopclerk/agent"
	"shopclerk/agent/control"
	"shopclerk/agent/insight"
	"shopclerk/catalog"
	"shopclerk/words"
)

// kindName is what a kind of setting is called.
func kindName(w *words.Language, k control.Kind) string {
	switch k {
	case control.KindWording:
		return w.T("desk.controls.wording")
	case control.KindPlace:
		return w.T("desk.controls.place")
	case control.KindMerge:
		return w.T("desk.controls.merge")
	case control.KindSynonym:
		return w.T("desk.controls.synonym")
	case control.KindReading:
		return w.T("desk.controls.reading")
	case control.KindRule:
		return w.T("desk.controls.rule")
	case control.KindProduct:
		return w.T("desk.controls.product")
	case control.KindPack:
		return w.T("desk.controls.pack")
	case control.KindBanner:
		return w.T("desk.controls.banner")
	case control.KindWelcome:
		return w.T("desk.controls.welcome")
	case control.KindFace:
		return w.T("desk.controls.face")
	case control.KindExperiment:
		return w.T("desk.controls.experiment")
	}
	return string(k)
}

// categoryName is what a category is called, "" being every one.
func categoryName(w *words.Language, path string) string {
	if path == "" {
		return w.T("desk.controls.every-category")
	}
	return agent.CategoryName(path)
}

// slotText says what a setting is about: "Merged values: Colour, Grey".
func (d *Desk) slotText(w *words.Language, s control.Slot) string {
	if s.Kind == control.KindExperiment {
		return kindName(w, s.Kind)
	}
	return w.T("desk.controls.slot", "Kind", kindName(w, s.Kind), "What", d.slotName(w, s))
}

// slotIn says what a setting is about, and in which category.
func (d *Desk) slotIn(w *words.Language, s control.Slot) string {
	if s.Kind == control.KindExperiment {
		return kindName(w, s.Kind)
	}
	return w.T("desk.controls.slot-in", "Kind", kindName(w, s.Kind), "What", d.slotName(w, s), "Category", categoryName(w, s.Category))
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
	switch s.Kind {
	case control.KindPack:
		var out []string
		for _, key := range s.Values {
			out = append(out, d.aspectName(insight.Topic{Category: s.Category, Aspect: key}))
		}
		return strings.Join(out, insight.Between)
	case control.KindBanner:
		text := w.T("language.quoted", "Text", s.Text)
		if len(s.Values) > 0 {
			text = w.T("desk.controls.where-wanted", "Text", text, "Values", strings.Join(s.Values, w.T("language.comma")))
		}
		return lasting(w, s, text)
	case control.KindFace:
		return s.Text
	case control.KindWording, control.KindWelcome:
		var out []string
		if s.Text != "" {
			out = append(out, w.T("language.quoted", "Text", s.Text))
		}
		if s.Help != "" {
			out = append(out, w.T("desk.controls.with-help", "Help", s.Help))
		}
		return strings.Join(out, " ")
	case control.KindPlace:
		return placeName(w, s.Place)
	case control.KindReading:
		if s.Place == control.Never {
			return w.T("desk.controls.not-heard")
		}
		return w.T("language.quoted", "Text", s.Text)
	case control.KindProduct:
		return lasting(w, s, map[control.Place]string{control.First: w.T("desk.controls.pinned"), control.Never: w.T("desk.controls.hidden")}[s.Place])
	case control.KindRule:
		return lasting(w, s, map[control.Place]string{control.Early: w.T("desk.controls.further-up"), control.Late: w.T("desk.controls.further-down")}[s.Place])
	case control.KindExperiment:
		arms := make([]string, len(s.Arms))
		for i, a := range s.Arms {
			arms[i] = w.T("desk.controls.arm-text", "Arm", a.Name, "Policy", a.Policy, "Share", catalog.FormatNumber(100*a.Share))
		}
		return s.Name + ": " + strings.Join(arms, w.T("language.comma"))
	}
	return strings.Join(s.Values, w.T("language.comma"))
}

// placeName says when an aspect is asked about.
func placeName(w *words.Language, p control.Place) string {
	switch p {
	case control.First:
		return w.T("desk.controls.ask-first")
	case control.Early:
		return w.T("desk.controls.ask-early")
	case control.Never:
		return w.T("desk.controls.ask-never")
	}
	return string(p)
}

// lasting says where something stands, and when.
func lasting(w *words.Language, s *control.Setting, place string) string {
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

// problemText says what is wrong and what helps.
func problemText(w *words.Language, p *control.Problem) string {
	switch p.Reason {
	case control.Missing:
		return w.T("desk.problem.missing")
	case control.TooLong:
		return w.T("desk.problem.too-long", "Most", p.Detail)
	case control.TooMany:
		return w.T("desk.problem.too-many", "Most", p.Detail)
	case control.Unprintable:
		return w.T("desk.problem.unprintable")
	case control.Unknown:
		return w.T("desk.problem.unknown", "What", p.Detail)
	case control.Nameless:
		return w.T("desk.problem.nameless")
	case control.AlreadyMerged:
		return w.T("desk.problem.already-merged", "What", p.Detail)
	case control.LabelTaken:
		return w.T("desk.problem.label-taken", "What", p.Detail)
	case control.OneValue:
		return w.T("desk.problem.one-value")
	case control.Twice:
		return w.T("desk.problem.twice", "What", p.Detail)
	case control.NoPlace:
		return w.T("desk.problem.no-place")
	case control.Elsewhere:
		return w.T("desk.problem.elsewhere", "Category", p.Detail)
	case control.NoDay:
		return w.T("desk.problem.no-day", "What", p.Detail)
	case control.Backwards:
		return w.T("desk.problem.backwards")
	case control.NoPolicy:
		return w.T("desk.problem.no-policy", "What", p.Detail)
	case control.BadShare:
		return w.T("desk.problem.bad-share", "Arm", p.Detail)
	case control.NotWhole:
		return w.T("desk.problem.not-whole", "Sum", p.Detail)
	case control.Running:
		return w.T("desk.problem.running", "Experiment", p.Detail)
	case control.NoSuchEntry:
		return w.T("desk.problem.no-such-entry", "Number", p.Detail)
	case control.AlreadyUndone:
		return w.T("desk.problem.already-undone", "Number", p.Detail)
	}
	return p.Error()
}
