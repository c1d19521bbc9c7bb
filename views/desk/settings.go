package desk

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"shopclerk/agent/settings"
	"shopclerk/views"
)

// Names of fields of the settings' forms, beside those of the entries' own parts.
const (
	FieldBase    = "base"    // the version that a form was made of
	FieldEntry   = "entry"   // place of the entry in its list there; missing: it is a new one
	FieldBy      = "by"      // name of whoever saves
	FieldFind    = "find"    // words that products are looked for by
	FieldLook    = "look"    // its presence: the form is to be shown with what the chosen parts allow
	FieldPreview = "preview" // its presence: with what the entry changes
	FieldRemove  = "remove"  // its presence: the entry is to be taken out
	FieldVersion = "version" // to go back to
	FieldFile    = "file"    // a document to import
)

// SettingForm is the form of one entry of the settings.
type SettingForm struct {
	Page     Page
	Action   string // address of the form
	Hint     string
	Beside   []views.Link // forms about the same
	Fields   []SettingField
	Base     int64
	Entry    int // −1: a new one
	By       string
	Problems []string // why it is not saved
	Preview  *Section // what shoppers get now, and would get then; nil: it was not asked for
}

// SettingField is one part of an entry.
type SettingField struct {
	settings.Part
	Values  []string // given
	Options []Choice // of a list; of one value what completes it
	Find    string   // of products: the words
}

// Choice is one of a list.
type Choice struct{ Value, Text string }

func (f *SettingField) has(value string) bool { return slices.Contains(f.Values, value) }

// inputs are the types of a line's field, by whether it is a day.
var inputs = map[bool]string{false: "text", true: "date"}

// text is what is given, a line each.
func (f *SettingField) text() string { return strings.Join(f.Values, "\n") }

// looks reports whether the form is shown anew for what is chosen.
func (f *SettingField) looks() bool {
	return f.About && (f.Sort == settings.Path || f.Sort == settings.Key || f.Sort == settings.Topic)
}

// Settings is the page of what is set.
type Settings struct {
	Kinds    []Section // a card for each entry, whose text is what it refers to that does not exist; a link to the form
	Base     int64
	Saved    int64 // the version that was just saved; 0: none was
	Problem  string
	Versions []Version // newest first
}

// Version is one version of the settings.
type Version struct {
	Number  int64
	At      time.Time
	Who     string
	JSON    string
	Changed []string // what it added and took out, in words
}

func number(n int64) string { return strconv.FormatInt(n, 10) }

// moment words a time.
func moment(t time.Time) string { return t.Format("2006-01-02 15:04") }
