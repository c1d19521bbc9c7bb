package canned

import "shopclerk/views"

func edit(change string) string { return "/c/k7q2?v=3&edit=" + change + "#edit" }

// editTurn is a conversation in which an earlier answer is open to be given anew.
func editTurn() views.Talk {
	t := laterTurn()
	for i := range t.Understood.Chips {
		t.Understood.Chips[i].Edit = edit(t.Understood.Chips[i].Drop.Hidden[0].Value)
	}
	t.Latest = []views.Line{
		{From: views.Shopper, Answers: []views.Given{
			{Text: "Which connection? Wireless", Edit: edit("4")},
			{Text: "Which colour? no preference", Edit: edit("7")},
			{Text: "Which layout? ISO"}, // taken back since
		}, Text: "not white"},
		t.Latest[1],
	}
	ask := questions()[0]
	ask.Because, ask.None, ask.Other.Checked = views.Because{}, false, true
	t.Edit = views.Edit{Form: to("edit", "v", "3", "change", "4"), Ask: ask, Cancel: "/c/k7q2?v=3"}
	cards := t.Results.Sections[1].Cards
	cards[0].Moved, cards[1].Moved = views.Moved{New: true}, views.Moved{Up: 3}
	cards[0].Picked = true
	return t
}

// editWordsTurn is a conversation in which a limit is open to be said in other words.
func editWordsTurn() views.Talk {
	t := plainTurn()
	t.Edit = views.Edit{Form: to("edit", "v", "3", "change", "3"), Text: "Noise level at most 25 dB", MaxLength: 500, Cancel: "/c/k7q2?v=3"}
	return t
}

// quietTurn is a conversation whose shopper wants no questions.
func quietTurn() views.Talk {
	t := firstTurn()
	t.Questions, t.Ask = views.Questions{}, to("ask", "v", "3")
	t.Latest = []views.Line{{From: views.Shopper, Text: "Just show me"}, t.Latest[1]}
	return t
}

func suggestions() views.Suggestions {
	return views.Suggestions{Groups: []views.SuggestionGroup{
		{Kind: views.SuggestCategories, List: []views.Suggestion{
			{Text: "Keyboards", Detail: "Computers", Count: 2971, Send: "category=Keyboards"},
			{Text: "Keyboard stands", Count: 1, Send: "category=Keyboard+stands"},
		}},
		{Kind: views.SuggestValues, List: []views.Suggestion{
			{Text: "Keyed Mortice", Detail: "Brand in Locks", Count: 12, Send: "aspect=brand&category=Locks&value=Keyed+Mortice"},
		}},
		{Kind: views.SuggestProducts, List: []views.Suggestion{
			{Text: "Larkfield Keystone 87", Detail: "Keyboards", Picture: picture("keyboard"), URL: "/p/kb-1"},
			{Text: hebrew, URL: "/p/kb-9"},
		}},
	}}
}

func hostileSuggestions() views.Suggestions {
	return views.Suggestions{Groups: []views.SuggestionGroup{
		{Kind: views.SuggestCategories, List: []views.Suggestion{
			{Text: script, Detail: script, Count: 3, Send: quotes}, {Text: quotes, Detail: script, Send: script},
		}},
		{Kind: views.SuggestProducts, List: []views.Suggestion{{Text: long + long, Detail: long, URL: address, Picture: views.Picture{URL: address}}}},
	}}
}
