package desk

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

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

// As is how a part of an entry is filled in.
type As uint8

// The ways to fill in a part.
const (
	AsText   As = iota // a line
	AsLines            // several texts, a line each
	AsLong             // a paragraph
	AsDay              // a day
	AsOne              // one of a list
	AsAny              // any of a list that is shown
	AsChosen           // one of a list that the form is shown anew for
	AsWares            // products, found by words
)

// SettingField is one part of an entry.
type SettingField struct {
	Name, Label, Hint string
	As                As
	Values            []string // given
	Options           []Choice // of a list; of AsText what completes it
	Find              string   // of AsWares: the words
}

// Choice is one of a list.
type Choice struct{ Value, Text string }

func (f *SettingField) has(value string) bool { return slices.Contains(f.Values, value) }

// text is what is given, a line each.
func (f *SettingField) text() string { return strings.Join(f.Values, "\n") }

// kind is the type of the field of a line.
func (f *SettingField) kind() string {
	if f.As == AsDay {
		return "date"
	}
	return "text"
}

// Settings is the page of what is set.
type Settings struct {
	Kinds    []SettingKind
	Base     int64
	Saved    int64 // the version that was just saved; 0: none was
	Before   int64 // the version before it
	Problem  string
	Versions []Version // newest first
}

// SettingKind lists the entries of one kind.
type SettingKind struct {
	Title, Hint string
	URL         string // of the form
	Entries     []SettingEntry
}

// SettingEntry is one entry in words.
type SettingEntry struct {
	Text    string
	Unknown []string // what it refers to that does not exist
	URL     string   // of its form
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

// SettingURL is the address of the form of a kind, filled with parts of an entry: names and values
// in turn.
func SettingURL(kind string, parts ...string) string {
	q := url.Values{}
	for i := 0; i+1 < len(parts); i += 2 {
		q.Add(parts[i], parts[i+1])
	}
	return Root + "/settings/" + kind + "?" + q.Encode()
}
