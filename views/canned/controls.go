package canned

import (
	"github.com/a-h/templ"

	"shopclerk/views"
	"shopclerk/views/desk"
)

// deskControls are the parts of the pages that set something, with a text that the
// merchandiser typed.
func deskControls(typed string) []templ.Component {
	deed := func(number, before, after string) desk.Deed {
		return desk.Deed{
			Number: number, When: "2026-05-04 08:59", Who: "desk", What: "Wording of a question: " + typed, Link: "/desk/controls/wording?aspect=colour",
			Before: before, After: after, Button: "Undo",
			Undo: views.Form{Action: "/desk/controls/undo", Hidden: []views.Field{{Name: "entry", Value: number}}},
		}
	}
	undone := deed("1", "nothing", typed)
	undone.Undo, undone.Note = views.Form{}, "Undone by 3"
	history := desk.History{
		Caption: "History", CSV: "/desk/controls?format=csv&table=history", Older: views.Link{Text: "Earlier", URL: "/desk/controls?older=1#history"},
		Rows: []desk.Deed{deed("3", typed, "nothing"), undone},
	}
	form := desk.SettingForm{
		Form:    views.Form{Action: "/desk/controls/merge", Hidden: []views.Field{{Name: "category", Value: "Outdoor > Backpacks"}}},
		Problem: "Nothing was set. The field below says why.",
		Groups: []desk.FieldGroup{
			{Fields: []desk.FormField{
				{Kind: desk.ChoiceField, Name: "aspect", Label: "Aspect", Choices: []desk.Choice{{Text: "Choose"}, {Value: "colour", Text: "Colour", Chosen: true}}},
				{Kind: desk.LineField, Name: "name", Label: "Shown as", Hint: "One of the values, or another name for them.", Value: typed, Most: 100, Problem: "“" + typed + "” stands there twice. Leave one out."},
				{Kind: desk.LinesField, Name: "values", Label: "Values to merge", Value: "slate\n" + typed},
				{Kind: desk.RadioField, Name: "place", Label: "Where it stands", Choices: []desk.Choice{{Value: "first", Text: "Pinned", Chosen: true}, {Value: "never", Text: "Hidden"}}},
				{Kind: desk.DayField, Name: "last", Label: "Last day", Hint: "That day is included.", Value: "2026-05-31"},
			}},
			{Legend: "Arm 1", Fields: []desk.FormField{{Name: "arm1-name", Label: "Name", Value: typed}}},
		},
		Save: "Put in force", Look: "Preview", LookURL: "/desk/controls/merge", Clear: "Take away", Back: views.Link{Text: "Back to the controls", URL: "/desk/controls"},
		Preview: desk.Preview{Title: "As shoppers will see it", Text: typed, Help: typed, Options: []string{"slate", typed}, Own: "Without a wording the clerk asks: Which colour?"},
		Foresight: desk.Foresight{
			Title: "What it would have changed", Text: "Said 13 times in the last 28 days. Read otherwise: 13. More of it understood: 13.",
			Head: desk.Foreseen{Message: "Message", Before: "Read now as", After: "Read then as"},
			List: []desk.Foreseen{{Message: typed, Before: "not understood: " + typed, After: "Colour: slate (full matches: 24)"}},
		},
		Values: desk.Values{Title: "Values of Colour", List: []desk.Named{{Text: "slate", Count: 24}, {Text: typed, Count: 1204}}, More: "3 more values are not listed."},
	}
	links := []desk.Described{{Link: views.Link{Text: "Merged values", URL: "/desk/controls/merge"}, Text: "Several values shown as one."}}
	return []templ.Component{
		templ.Join(desk.NoticeView("It is in force.", false), desk.LinksView(links), desk.HistoryView(history)),
		desk.SettingView(form),
	}
}
