package canned

import "shopclerk/views"

func start(p views.Page) views.Start {
	s := views.Start{
		Page:     p,
		Say:      views.Message{Form: views.Form{Action: "/c"}, MaxLength: 500, Suggest: "/suggest"},
		Pictures: true,
		Recent: []views.Recent{
			{Title: "Keyboards: quiet, under €80", Detail: "20 minutes ago, 4 turns", URL: "/c/k7q2", Delete: "/c/k7q2/delete"},
			{Title: "Something for a small, dark hallway", Detail: "yesterday, 2 turns", URL: "/c/p0xm", Delete: "/c/p0xm/delete"},
		},
		Stored: views.Stored{Days: 365, TextDays: 90, Export: "/mine", Delete: "/mine/delete"},
	}
	for _, c := range []struct {
		name, picture string
		count         int
	}{
		{"Keyboards", "keyboard", 2971},
		{"Headphones", "headphones", 2815},
		{"Desk lamps", "lamp", 640},
		{"Case fans", "", 2148},
		{"Uninterruptible power supplies", "", 1},
		{"Graphics cards", "keyboard", 4918},
		{"Loudspeakers", "headphones", 309},
		{"Floor lamps", "lamp", 66778},
	} {
		tile := views.Category{
			Name: c.name, Count: c.count,
			Begin: views.Form{Action: "/c", Hidden: []views.Field{{Name: "category", Value: c.name}}},
		}
		if c.picture != "" {
			tile.Picture = picture(c.picture)
		}
		s.Categories = append(s.Categories, tile)
	}
	s.All = s.Categories
	return s
}

func startEmpty(p views.Page) views.Start {
	return views.Start{Page: p, Empty: views.Empty{Command: "catalog demo --data shop"}}
}
