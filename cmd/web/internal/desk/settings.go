package desk

import (
	"slices"

	"shopclerk/agent/desk/control"
	"shopclerk/catalog"
)

// settingKindSpec declares a kind of setting: what it is called, and what there is to fill in.
// Its page, what is read of a form or an address, and how it is told follow from this.
type settingKindSpec struct {
	name, lead string // ids of words
	look       string // id of what the button says that shows the page for what is typed; empty: none
	everywhere bool   // it is of no category
	fields     []settingField
}

// has reports whether a field is among those to fill in.
func (k settingKindSpec) has(at control.Field) bool {
	return slices.ContainsFunc(k.fields, func(f settingField) bool { return f.at == at })
}

// settingField declares a field of a setting's form. What it looks like follows from at.
type settingField struct {
	at          control.Field
	label, hint string                    // ids of words; the hint may be empty
	most        int                       // characters; 0: as many as one likes
	languages   bool                      // it is one of the languages
	aspects     func(catalog.Aspect) bool // of an aspect: those that there are to choose from
	places      []placeOf                 // of a place
}

// placeOf is a place with the id of what it is called.
type placeOf struct {
	control.Place
	name string
}

// name is that of the field in a form, and in an address.
func (f settingField) name() string {
	for _, x := range textFields {
		if x.at == f.at {
			return x.name
		}
	}
	return string(f.at)
}

func anyAspect(catalog.Aspect) bool      { return true }
func namedAspect(a catalog.Aspect) bool  { return a.Kind != catalog.Numeric }
func mergedAspect(a catalog.Aspect) bool { return namedAspect(a) && a.Kind != catalog.Flag }

func aspectField(of func(catalog.Aspect) bool) settingField {
	return settingField{at: control.AtAspect, label: "desk.controls.aspect", aspects: of}
}

// The fields that several kinds have.
var (
	languageField = settingField{at: control.AtName, label: "desk.controls.language", languages: true}
	meantField    = settingField{at: control.AtName, label: "desk.controls.meant", hint: "desk.controls.meant-hint", most: control.LongestName}
	firstField    = settingField{at: control.AtFrom, label: "desk.controls.first-day", hint: "desk.controls.first-day-hint"}
	lastField     = settingField{at: control.AtTo, label: "desk.controls.last-day", hint: "desk.controls.last-day-hint"}
)

// settingKinds declares every kind.
var settingKinds = map[control.Kind]settingKindSpec{
	control.KindWording: {name: "desk.controls.wording", lead: "desk.controls.wording-lead", look: "desk.controls.preview", fields: []settingField{
		aspectField(anyAspect), languageField,
		{at: control.AtText, label: "desk.controls.text", hint: "desk.controls.text-hint", most: control.LongestText},
		{at: control.AtHelp, label: "desk.controls.help", hint: "desk.controls.help-hint", most: control.LongestHelp},
	}},
	control.KindPlace: {name: "desk.controls.place", lead: "desk.controls.place-lead", look: "desk.controls.foresee", fields: []settingField{
		aspectField(anyAspect),
		{at: control.AtPlace, label: "desk.controls.when-asked", places: []placeOf{
			{control.First, "desk.controls.ask-first"}, {control.Early, "desk.controls.ask-early"}, {control.Never, "desk.controls.ask-never"},
		}},
	}},
	// its fields are numbered: see settingForm.packed
	control.KindPack: {name: "desk.controls.pack", lead: "desk.controls.pack-lead", look: "desk.controls.foresee"},
	control.KindMerge: {name: "desk.controls.merge", lead: "desk.controls.merge-lead", look: "desk.controls.look", fields: []settingField{
		aspectField(mergedAspect),
		{at: control.AtName, label: "desk.controls.label", hint: "desk.controls.label-hint", most: control.LongestName},
		{at: control.AtValues, label: "desk.controls.merged", hint: "desk.controls.merged-hint"},
	}},
	control.KindSynonym: {name: "desk.controls.synonym", lead: "desk.controls.synonym-lead", look: "desk.controls.look", fields: []settingField{
		aspectField(namedAspect), meantField,
		{at: control.AtValues, label: "desk.controls.said", hint: "desk.controls.said-hint"},
	}},
	control.KindReading: {name: "desk.controls.reading", lead: "desk.controls.reading-lead", look: "desk.controls.foresee", everywhere: true, fields: []settingField{
		{at: control.AtName, label: "desk.controls.phrase", hint: "desk.controls.phrase-hint", most: control.LongestName},
		{at: control.AtText, label: "desk.controls.read-as", hint: "desk.controls.read-as-hint", most: control.LongestText},
		{at: control.AtPlace, label: "desk.controls.or", places: []placeOf{{"", "desk.controls.read-so"}, {control.Never, "desk.controls.not-heard"}}},
	}},
	control.KindProduct: {name: "desk.controls.product", lead: "desk.controls.product-lead", fields: []settingField{
		{at: control.AtName, label: "desk.controls.product-id", hint: "desk.controls.product-id-hint"},
		{at: control.AtPlace, label: "desk.controls.where-shown", places: []placeOf{{control.First, "desk.controls.pinned"}, {control.Never, "desk.controls.hidden"}}},
		firstField, lastField,
	}},
	control.KindRule: {name: "desk.controls.rule", lead: "desk.controls.rule-lead", look: "desk.controls.look", fields: []settingField{
		aspectField(namedAspect), meantField,
		{at: control.AtPlace, label: "desk.controls.where-shown", places: []placeOf{{control.Early, "desk.controls.further-up"}, {control.Late, "desk.controls.further-down"}}},
		firstField, lastField,
	}},
	control.KindBanner: {name: "desk.controls.banner", lead: "desk.controls.banner-lead", fields: []settingField{
		{at: control.AtText, label: "desk.controls.banner-text", hint: "desk.controls.banner-text-hint", most: control.LongestHelp},
		languageField, aspectField(namedAspect),
		{at: control.AtValues, label: "desk.controls.banner-values", hint: "desk.controls.banner-values-hint"},
		firstField, lastField,
	}},
	control.KindWelcome: {name: "desk.controls.welcome", lead: "desk.controls.welcome-lead", everywhere: true, fields: []settingField{
		languageField,
		{at: control.AtText, label: "desk.controls.welcome-text", hint: "desk.controls.welcome-hint", most: control.LongestText},
		{at: control.AtHelp, label: "desk.controls.welcome-help", hint: "desk.controls.welcome-hint", most: control.LongestHelp},
	}},
	control.KindFace: {name: "desk.controls.face", lead: "desk.controls.face-lead", fields: []settingField{
		{at: control.AtText, label: "desk.controls.product-id", hint: "desk.controls.product-id-hint"},
	}},
	// its arms are numbered: see settingForm.arms
	control.KindExperiment: {name: "desk.controls.experiment", lead: "desk.controls.experiment-lead", everywhere: true, fields: []settingField{
		{at: control.AtName, label: "desk.controls.experiment-name", hint: "desk.controls.experiment-name-hint", most: control.LongestName},
	}},
}
