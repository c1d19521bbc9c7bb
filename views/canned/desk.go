package canned

import (
	"context"
	"io"
	"math"

	"github.com/a-h/templ"

	"shopclerk/views"
	"shopclerk/views/chart"
	"shopclerk/views/desk"
)

// Desk returns the pages of the merchandiser's desk, and every part that they are
// made of.
func Desk(a desk.Assets) []Story {
	login := desk.Login{Shop: "Larkfield & Daughters", Home: "/", Assets: a, Form: views.Form{Action: "/desk/login"}}
	wrong, wait := login, login
	wrong.Wrong, wrong.Form.Hidden = true, []views.Field{{Name: "next", Value: "/desk/questions?period=7"}}
	wait.Wait = 30
	controls, hostileControls := deskControls("Which shade?"), deskControls(script)
	return []Story{
		{"desk-login", desk.LoginPage(login)},
		{"desk-login-wrong", desk.LoginPage(wrong)},
		{"desk-login-wait", desk.LoginPage(wait)},
		{"desk-today", deskPage(a, "Today", desk.AnswersView(deskAnswers("blurple")))},
		{"desk-today-hostile", deskPage(a, script, desk.AnswersView(deskAnswers(script)))},
		{"desk-report", deskPage(a, "Questions", desk.ReportView(deskReport("colour")))},
		{"desk-report-empty", deskPage(a, "Questions", desk.ReportView(emptyReport()))},
		{"desk-report-hostile", deskPage(a, script, desk.ReportView(deskReport(script)))},
		{"desk-conversations", deskPage(a, "Conversations", desk.ConversationsView(deskTalks("a backpack under 150, not black")))},
		{"desk-conversations-empty", deskPage(a, "Conversations", desk.ConversationsView(noTalks()))},
		{"desk-controls", deskPage(a, "Controls", controls[0])},
		{"desk-controls-none", deskPage(a, "Controls", desk.HistoryView(desk.History{Empty: "Nothing has been changed yet."}))},
		{"desk-controls-hostile", deskPage(a, "Controls", hostileControls[0])},
		{"desk-setting", deskPage(a, "Merged values", controls[1])},
		{"desk-setting-hostile", deskPage(a, "Merged values", hostileControls[1])},
		{"desk-shop", deskPage(a, "Returns", desk.SettingView(deskShop("You can send things back within 30 days, unused.")))},
		{"desk-shop-hostile", deskPage(a, "Returns", desk.SettingView(deskShop(script)))},
		{"desk-orders", deskPage(a, "Orders", desk.OrdersView(deskOrders("Thornbury desk lamp (black)")))},
		{"desk-orders-empty", deskPage(a, "Orders", desk.OrdersView(noOrders()))},
		{"desk-orders-hostile", deskPage(a, "Orders", desk.OrdersView(deskOrders(script)))},
		{"desk-order", deskPage(a, "Order W31", desk.OrderView(deskOrder("Thornbury desk lamp (black)")))},
		{"desk-order-hostile", deskPage(a, "Order W31", desk.OrderView(deskOrder(script)))},
		{"desk-replay", deskPage(a, "Turn 2 of 3", desk.ReplayView(deskReplay("a backpack under 150, not black", "Trailhead 35")))},
		{"desk-replay-redacted", deskPage(a, "Turn 2 of 3", desk.ReplayView(redactedReplay()))},
		{"desk-replay-hostile", deskPage(a, "Turn 2 of 3", desk.ReplayView(deskReplay(script, script)))},
	}
}

// deskPage puts a part into the desk's frame.
func deskPage(a desk.Assets, title string, body templ.Component) templ.Component {
	p := desk.Page{
		Title: title, Lead: "What was asked, and what came of it.", Shop: "Larkfield & Daughters", Home: "/", Assets: a, Logout: "/desk/logout",
		Nav: []desk.NavEntry{{Text: "Overview", URL: "/desk"}, {Text: "Questions", URL: "/desk/questions", Current: true}, {Text: "Conversations", URL: "/desk/conversations"},
			{Text: "Readiness", URL: "/desk/readiness"}, {Text: "Controls", URL: "/desk/controls"}, {Text: "Experiments", URL: "/desk/experiments"}},
		Picker: desk.Picker{
			Action: "/desk/questions", Hidden: []views.Field{{Name: "sort-aspects", Value: "-shown"}},
			Periods:    []desk.Choice{{Text: "7 days", URL: "?period=7"}, {Text: "28 days", URL: "?period=28", Chosen: true}, {Text: "90 days", URL: "?period=90"}},
			From:       "2026-04-07",
			To:         "2026-05-04",
			Against:    "Compared with 2026-03-10 to 2026-04-06. Days are of UTC.",
			Categories: []desk.Choice{{Text: "All categories"}, {Value: "Outdoor > Backpacks", Text: "Backpacks", Chosen: true}},
		},
	}
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		return desk.Frame(p).Render(templ.WithChildren(ctx, body), w)
	})
}

func deskReport(name string) desk.Report {
	days := chart.Lines{
		Title: "Conversations", Description: "Conversations by day. The table beneath has the numbers.",
		X: chart.Axis{Max: 3, Ticks: chart.Steps(0, 3, 1), Names: []string{"05-01", "05-02", "05-03", "05-04"}}, Y: chart.Scale("conversations", 37, nil),
		Series: []chart.Series{
			{Name: "This period", Points: []chart.Point{{X: 0, Y: 12}, {X: 1, Y: 37}, {X: 2, Y: math.NaN()}, {X: 3, Y: 20}}},
			{Name: "The period before", Points: []chart.Point{{X: 0, Y: 9}, {X: 1, Y: 11}, {X: 2, Y: 15}, {X: 3, Y: 8}}},
		},
	}
	beside := chart.Bars{
		Title: "Wanted and there", Description: "Shares by value.", Label: "share", Max: 0.5, Names: []string{"black", "blue", name},
		Bars: []chart.Series{{Name: "answers", Points: []chart.Point{{Y: 0.5}, {Y: 0.3}, {Y: 0.2}}}, {Name: "catalogue", Points: []chart.Point{{Y: 0.4}, {Y: 0.1}, {Y: 0.5}}}},
	}
	effect := chart.Bars{
		Title: "Effect on clicks", Description: "Differences by aspect.", Label: "difference", Min: -0.2, Max: 0.2, Names: []string{"size", name},
		Bars: []chart.Series{{Name: "effect", Points: []chart.Point{{Y: 0.05, Low: -0.02, High: 0.12}, {Y: -0.1, Low: -0.2, High: -0.01}}}},
	}
	turns := chart.Lines{
		Title: "Clicks", Description: "Shares by turn.", X: chart.Axis{Label: "turn", Min: 1, Max: 3, Ticks: chart.Steps(1, 3, 1)}, Y: chart.Scale("share", 0.6, nil),
		Series: []chart.Series{{Name: "Clicks", Points: []chart.Point{{X: 1, Y: 0.2, Low: 0.1, High: 0.3}, {X: 2, Y: 0.5, Low: 0.3, High: 0.6}, {X: 3, Y: 0.4}}}},
	}
	numbers := desk.Table{
		ID: "aspects", Caption: "Aspects", Counts: "Questions that were shown, once for each time.", CSV: "/desk/questions?format=csv&table=aspects", Note: "2 of 14.",
		Columns: []desk.Column{{Label: "Aspect", Sort: "?sort-aspects=aspect"}, {Label: "Shown", Number: true, Sort: "?sort-aspects=shown", Sorted: "descending"},
			{Label: "Effect", Number: true, Sort: "?sort-aspects=-effect", Help: "Difference of the share of clicks."}},
		Rows: []desk.Row{
			{Cells: []desk.Cell{{Text: name, URL: "/desk/questions/colour", Note: "Backpacks"}, {Text: "1,234"}, {Text: "+5.0 %", Note: "−2.0 % to +12.0 %"}}},
			{Cells: []desk.Cell{{Text: "size"}, {Text: "20"}, {Text: "–"}}, Help: "How large it is."},
		},
	}
	small := func(id string) desk.Table {
		return desk.Table{ID: id, Caption: "The numbers", Columns: []desk.Column{{Label: "Day"}, {Label: "This period", Number: true}}, Rows: []desk.Row{{Cells: []desk.Cell{{Text: "2026-05-01"}, {Text: "12"}}}}}
	}
	return desk.Report{
		Tiles: []desk.Tile{
			{Label: "Conversations", Value: "1,204", Change: "+12.0 %", Trend: desk.Up, Before: "1,075 in the period before", Counts: "Conversations that began in the period.", URL: "/desk/conversations"},
			{Label: "Found nothing", Value: "3.1 %", Change: "−1.0 points", Trend: desk.Down, Before: "4.1 % in the period before", Counts: "Turns at which no product had all that was asked for."},
			{Label: "Turns", Value: "3.2", Before: "Not known of the period before"},
		},
		Sections: []desk.Section{
			{ID: "days", Title: "By day", Figures: []desk.Figure{{ID: "by-day", Title: "Conversations by day", Counts: "By the day on which they began.", Charts: []chart.Chart{days}, Table: small("by-day-numbers")}}},
			{ID: "turns", Title: "Clicks by turn", Text: "The first turn answers what was said first.", Figures: []desk.Figure{{ID: "by-turn", Title: "Clicks by turn", Charts: []chart.Chart{turns}, Table: small("by-turn-numbers")}}},
			{ID: "colour", Title: name, Text: name, Tables: []desk.Table{numbers},
				Figures: []desk.Figure{{ID: "demand", Title: "Demand beside supply", Charts: []chart.Chart{beside}, Table: small("demand-numbers")}, {ID: "effects", Title: "Effects", Charts: []chart.Chart{effect, effect}, Table: small("effect-numbers")}}},
		},
	}
}

func emptyReport() desk.Report {
	return desk.Report{Sections: []desk.Section{
		{ID: "none", Title: "Questions", Empty: desk.Empty{Title: "Nothing was asked", Text: "No conversation began in this period.", Command: "catalog demo --with-journal", Link: views.Link{Text: "The last 90 days", URL: "?period=90"}}},
		{ID: "table", Title: "Aspects", Tables: []desk.Table{{ID: "aspects", Caption: "Aspects", Empty: "No aspect was asked about."}}},
	}}
}

func deskTalks(said string) desk.Conversations {
	return desk.Conversations{
		Search: deskSearch(said), Found: "380 conversations",
		Table: desk.Table{
			ID: "conversations", Caption: "Conversations", Counts: "Conversations that began in the period, latest first.", CSV: "/desk/conversations?format=csv&table=conversations",
			Columns: []desk.Column{{Label: "What was said first"}, {Label: "Began", Whole: true}, {Label: "Category"}, {Label: "Turns", Number: true}, {Label: "Questions", Number: true}, {Label: "Answered", Number: true}, {Label: "Outcome"}, {Label: "Session"}},
			Rows: []desk.Row{
				{Cells: []desk.Cell{{Text: said, URL: "/desk/conversations/k7q2"}, {Text: "2026-05-04 08:59"}, {Text: "Backpacks"}, {Text: "3"}, {Text: "6"}, {Text: "4"}, {Text: "In the basket"}, {Text: "k7q2mm"}}},
				{Cells: []desk.Cell{{Text: "Text no longer kept", URL: "/desk/conversations/p0xm"}, {Text: "2026-05-03 17:20"}, {Text: "Whole shop"}, {Text: "1"}, {Text: "3"}, {Text: "0"}, {Text: "No click"}, {Text: "ab7de2"}}},
			},
		},
		Pager: desk.Pager{Position: "26–50 of 380", Previous: views.Link{Text: "Later", URL: "?page=1"}, Next: views.Link{Text: "Earlier", URL: "?page=3"}},
	}
}

func deskSearch(said string) desk.Search {
	return desk.Search{
		Action: "/desk/conversations", Hidden: []views.Field{{Name: "period", Value: "28"}}, Clear: "/desk/conversations",
		Fields: []desk.FormField{{Name: "q", Label: "Said", Value: said, Hint: "words, all of them"},
			{Name: "acts", Label: "Clicks", Choices: []desk.Choice{{Text: "Any"}, {Value: "opened", Text: "Opened a product", Chosen: true}}}},
	}
}

func noTalks() desk.Conversations {
	return desk.Conversations{
		Search: desk.Search{Action: "/desk/conversations", Fields: []desk.FormField{{Name: "q", Label: "Said"}}},
		Empty:  desk.Empty{Title: "No conversations in this period", Text: "Nobody has talked to the clerk on these days."},
	}
}

func deskReplay(said, title string) desk.Replay {
	return desk.Replay{
		Facts: []desk.Fact{{Term: "Session", Value: "k7q2mm"}, {Term: "Shown", Value: "2026-05-04 08:59:12"}, {Term: "Experiment", Value: "asking/entropy", URL: "/desk/experiments"}},
		Turns: []desk.Choice{{Text: "1", URL: "?turn=1"}, {Text: "2", URL: "?turn=2", Chosen: true}, {Text: "3", URL: "?turn=3"}},
		Back:  views.Link{Text: "All conversations", URL: "/desk/conversations"},
		Pager: desk.Pager{Previous: views.Link{Text: "Turn before", URL: "?turn=1"}, Next: views.Link{Text: "Next turn", URL: "?turn=3"}},

		Before: []string{"Came from turn 1 after 34.0 s.", "Sent the form with the questions."}, Said: desk.Said{Text: said},
		Acts: replayActs(said, title), Reply: desk.Said{Text: "12 backpacks fit. " + title}, Relaxed: "Nothing had all of it. Left out: red.", Unasked: "No question was asked.",
		Questions: []desk.ReplayQuestion{
			{Text: "Which colour?", Help: "The colour of the outside.", Facts: "Aspect colour · chosen by joint · 1.53 bits expected", Outcome: "Answered with something else.",
				Options: []desk.ReplayOption{{Label: title, Count: "12 products", Ticked: true}, {Label: "blue", Count: "1 product"}, {Label: "Something else"}, {Label: "No preference"}}, Typed: desk.Said{Text: said}},
			{Text: "Which size?", Facts: "Aspect size · chosen by joint · 0.92 bits expected", Outcome: "The form was not sent.", Options: []desk.ReplayOption{{Label: "20 to 30 l"}, {Label: "No preference"}}},
		},
		List: desk.ReplayList{Heading: "The list: 12 of 128 products fit", Products: []desk.ReplayProduct{
			{Title: title, ID: "bp-17", URL: "/p/bp-17", Acts: []string{"opened after 12.0 s", "put in the basket after 1.2 min"}},
			{Title: "No longer in the catalogue", ID: "bp-99"},
		}},
		Errands: replayErrands(title),
		Others:  []desk.ReplayProduct{{Title: title, ID: "bp-40", URL: "/p/bp-40", Acts: []string{"compared after 20.0 s"}}},
		After:   []string{"Went back to turn 1 after 1.0 min."},
	}
}

// replayActs are those of a message that did much at once.
func replayActs(said, title string) []desk.ReplayAct {
	return []desk.ReplayAct{
		{Kind: "Said what they are after"},
		{Kind: "Asked about a product", Facts: "Waterproof · the catalogue does not say", Answer: desk.Said{Text: "The catalogue does not say. " + title},
			Products: []desk.ReplayProduct{{Title: title, ID: "bp-17", URL: "/p/bp-17"}, {Title: "No longer in the catalogue", ID: "bp-99"}},
			Offers:   []string{"Keep only waterproof ones", title}},
		{Kind: "Wants what is not sold", Facts: said, Answer: desk.Said{Text: "This text is no longer kept.", Gone: true}},
	}
}

func redactedReplay() desk.Replay {
	r := deskReplay("", "Trailhead 35")
	gone := desk.Said{Text: "This text is no longer kept.", Gone: true}
	r.Said, r.Reply, r.Questions, r.Relaxed, r.Others = gone, gone, nil, "", nil
	r.Acts = []desk.ReplayAct{{Kind: "Asked about the shop", Facts: "delivery · nothing says so", Answer: gone}}
	r.List = desk.ReplayList{Heading: "The list", Empty: "No product was shown."}
	return r
}

// deskAnswers are the three answers of the first page.
func deskAnswers(word string) []desk.Answer {
	links := []views.Link{{Text: "Conversations", URL: "/desk/conversations?trouble=left"}, {Text: "Change it", URL: "/desk/controls/place?aspect=series"}}
	return []desk.Answer{
		{ID: "leave", Question: "Which question makes people leave?", More: views.Link{Text: "All questions", URL: "/desk/questions"}, Items: []desk.Item{
			{Text: "Series in Backpacks: 31.0 % leave there, 2.4 times as many as usual.", Why: "Asked 212 times. That is more than chance.", Links: links},
			{Text: "Material in Backpacks: 18.0 % leave there, 1.3 times as many as usual.", Why: "Asked 180 times. That may be chance.", Links: links},
		}},
		{ID: "lack", Question: "What do people ask for that we do not have?", Headline: "Everything that was asked for was there, as far as the journal tells."},
		{ID: "next", Question: "What should I do next?", Items: []desk.Item{{
			Text: "Understand “" + word + "” as Colour, navy", Why: "Said 13 times and not understood, as in “a " + word + " bag”; 9 of 11 who went on asked for that then.",
			Effect: "Would have concerned about 11 conversations of the period.", Links: links[:1], Button: "Do it",
			Do: views.Form{Action: "/desk/controls/synonym", Hidden: []views.Field{{Name: "aspect", Value: "colour"}, {Name: "name", Value: "navy"}, {Name: "values", Value: word}}},
		}}},
	}
}
