package canned

import (
	"shopclerk/views"
	"shopclerk/views/desk"
)

// deskShop is the form of what the shop tells of one topic, with a text that the
// merchandiser typed and that is too long in one language.
func deskShop(typed string) desk.SettingForm {
	return desk.SettingForm{
		Form:    views.Form{Action: "/desk/shop/returns"},
		Problem: "Nothing was saved. The field below says why.",
		Groups: []desk.FieldGroup{{Fields: []desk.FormField{
			{Kind: desk.LinesField, Name: "text-en", Label: "English", Lang: "en", Hint: "One paragraph of plain text.", Value: typed, Most: 1000},
			{Kind: desk.LinesField, Name: "text-de", Label: "Deutsch", Lang: "de", Hint: "One paragraph of plain text.", Value: typed, Most: 1000, Problem: "This is too long. Shorten it to 1000 characters."},
		}}},
		Save: "Save", Look: "Show what shoppers will read", LookURL: "/desk/shop/returns", Back: views.Link{Text: "Back to all topics", URL: "/desk/shop"},
		Spoken: desk.Spoken{Title: "What shoppers read", List: []desk.Utterance{{Label: "English", Lang: "en", Text: typed}, {Label: "Deutsch", Lang: "de", Text: typed}}},
	}
}
