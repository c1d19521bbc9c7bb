package desk

import (
	"maps"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"shopclerk/agent/desk/control"
	"shopclerk/catalog"
)

// The fields of a setting, in a form and in the address that fills the form in.
const (
	fieldAspect = "aspect"
	fieldName   = "name"
	fieldText   = "text"
	fieldHelp   = "help"
	fieldPlace  = "place"
	fieldValues = "values" // one a line
	fieldValue  = "value"  // one of them, any number of times
	fieldFirst  = "first"  // a day
	fieldLast   = "last"
	fieldTried  = "tried" // the form was sent, and refused
	fieldClear  = "clear" // the button that takes the setting away
)

// textFields declares the fields that hold one text of a setting.
var textFields = []struct {
	at   control.Field
	name string
	of   func(*control.Setting) *string
}{
	{control.AtCategory, fieldCategory, func(s *control.Setting) *string { return &s.Category }},
	{control.AtAspect, fieldAspect, func(s *control.Setting) *string { return &s.Aspect }},
	{control.AtName, fieldName, func(s *control.Setting) *string { return &s.Name }},
	{control.AtText, fieldText, func(s *control.Setting) *string { return &s.Text }},
	{control.AtHelp, fieldHelp, func(s *control.Setting) *string { return &s.Help }},
	{control.AtPlace, fieldPlace, func(s *control.Setting) *string { return (*string)(&s.Place) }},
	{control.AtFrom, fieldFirst, func(s *control.Setting) *string { return (*string)(&s.From) }},
	{control.AtTo, fieldLast, func(s *control.Setting) *string { return (*string)(&s.To) }},
}

// armField names a field of an experiment's arm, from 1.
func armField(arm int, what string) string { return "arm" + strconv.Itoa(arm) + "-" + what }

// packField names the field of a pack's aspect, from 0.
func packField(n int) string { return "asked" + strconv.Itoa(n+1) }

// The fields of an arm.
const (
	armName     = "name"
	armPolicy   = "policy"
	armShare    = "share"    // in percent
	armSettings = "settings" // as "name = number, name = number"
)

// contents are the fields that hold what is set, and not what it is set of.
func contents() []string {
	out := []string{fieldText, fieldHelp, fieldPlace, fieldValues, fieldValue, fieldFirst, fieldLast}
	for n := range control.MostPacked {
		out = append(out, packField(n))
	}
	for arm := range control.MostArms {
		for _, what := range []string{armName, armPolicy, armShare, armSettings} {
			out = append(out, armField(arm+1, what))
		}
	}
	return out
}

// readSetting reads a setting as it was typed. It refuses nothing: what is wrong with
// it is [control.Log.Judge]'s to say.
func readSetting(kind control.Kind, q url.Values) *control.Setting {
	line := func(name string) string { return strings.TrimSpace(q.Get(name)) }
	s := &control.Setting{Kind: kind}
	if kind == control.KindExperiment {
		s.Arms = readArms(q)
	}
	if !settingKinds[kind].everywhere {
		s.Category = line(fieldCategory)
	}
	if kind == control.KindPack {
		list := strings.Split(q.Get(fieldValues), "\n")
		for i := range control.MostPacked {
			list = append(list, q.Get(packField(i)))
		}
		// what stands there twice is [control.Log.Judge]'s to tell
		s.Values = slices.DeleteFunc(list, func(s string) bool { return s == "" })
	}
	if settingKinds[kind].has(control.AtValues) {
		s.Values = readLines(append(strings.Split(q.Get(fieldValues), "\n"), q[fieldValue]...))
	}
	for _, f := range textFields {
		if settingKinds[kind].has(f.at) {
			*f.of(s) = line(f.name)
		}
	}
	return s
}

// cleared is what takes a setting away.
func cleared(s *control.Setting) *control.Setting {
	return &control.Setting{Kind: s.Kind, Category: s.Category, Aspect: s.Aspect, Name: s.Name}
}

// readLines leaves out empty lines, and what stands there twice letter for letter.
func readLines(lines []string) []string {
	var out []string
	for _, l := range lines {
		if l = strings.TrimSpace(l); l != "" && !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	return out
}

// readArms reads the arms of which anything was typed but the policy, which has
// always one chosen.
func readArms(q url.Values) []control.Arm {
	var out []control.Arm
	for i := range control.MostArms {
		get := func(what string) string { return strings.TrimSpace(q.Get(armField(i+1, what))) }
		if get(armName) == "" && get(armShare) == "" && get(armSettings) == "" {
			continue
		}
		a := control.Arm{Name: get(armName), Policy: get(armPolicy), Share: readNumber(strings.TrimSuffix(get(armShare), "%")) / 100}
		for _, pair := range strings.FieldsFunc(get(armSettings), func(r rune) bool { return r == ',' || r == ';' || r == '\n' }) {
			name, value, _ := strings.Cut(pair, "=")
			if a.Settings == nil {
				a.Settings = map[string]float64{}
			}
			a.Settings[strings.TrimSpace(name)] = readNumber(value)
		}
		out = append(out, a)
	}
	return out
}

// readNumber reads a number with a point or a comma, NaN where it is none.
func readNumber(text string) float64 {
	n, err := strconv.ParseFloat(strings.Replace(strings.TrimSpace(text), ",", ".", 1), 64)
	if err != nil {
		return math.NaN()
	}
	return n
}

// settingFields is the address's query, or the form, that [readSetting] reads a
// setting from.
func settingFields(s *control.Setting) url.Values {
	q := url.Values{}
	set := func(name, value string) {
		if value != "" {
			q.Set(name, value)
		}
	}
	for _, f := range textFields {
		set(f.name, *f.of(s))
	}
	set(fieldValues, strings.Join(s.Values, "\n"))
	for i, a := range s.Arms {
		set(armField(i+1, armName), a.Name)
		set(armField(i+1, armPolicy), a.Policy)
		set(armField(i+1, armShare), catalog.FormatNumber(100*a.Share))
		set(armField(i+1, armSettings), spellSettings(a.Settings))
	}
	return q
}

// spellSettings writes a policy's settings as they are typed, by name.
func spellSettings(settings map[string]float64) string {
	names := slices.Sorted(maps.Keys(settings))
	for i, name := range names {
		names[i] = name + " = " + strconv.FormatFloat(settings[name], 'g', -1, 64)
	}
	return strings.Join(names, ", ")
}

// settingPath is the page of a kind of setting.
func settingPath(kind control.Kind) string { return controlsSection.path() + "/" + string(kind) }

// settingAddress is the page of the setting that a slot has, or would have.
func settingAddress(s control.Slot) string {
	return buildAddress(settingPath(s.Kind), settingFields(&control.Setting{Kind: s.Kind, Category: s.Category, Aspect: s.Aspect, Name: s.Name}))
}
