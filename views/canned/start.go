package canned

import (
	"strconv"

	"shopclerk/views"
)

// tilesShown is how many categories the shop shows as tiles where there are many.
const tilesShown = 15

// start is the start page of a shop with so many categories.
func start(p views.Page, categories int) views.Start {
	s := views.Start{
		Page: p,
		Say:  views.Message{Form: views.Form{Action: "/c"}, MaxLength: 500, Suggest: "/suggest", Hint: "e.g. Keyboards, quiet, under 80"},
		Recent: []views.Recent{
			{Title: "Keyboards: quiet, under €80", Detail: "20 minutes ago, 4 turns", URL: "/c/k7q2", Delete: "/c/k7q2/delete"},
			{Title: "Something for a small, dark hallway", Detail: "yesterday, 2 turns", URL: "/c/p0xm", Delete: "/c/p0xm/delete"},
		},
		Stored: views.Stored{Days: 365, TextDays: 90, Export: "/mine", Delete: "/mine/delete"},
	}
	some := []struct {
		name, picture string
		count         int
	}{
		{"Floor lamps", "lamp", 66778},
		{"Graphics cards", "keyboard", 4918},
		{"Keyboards", "keyboard", 2971},
		{"Headphones", "headphones", 2815},
		{"Case fans", "", 2148},
		{"Desk lamps", "lamp", 640},
		{"Uninterruptible power supplies", "", 1},
	}
	for i := range categories {
		c := some[i%len(some)]
		if i >= len(some) {
			c.name += " " + strconv.Itoa(i/len(some)+1)
		}
		tile := views.Category{
			Name: c.name, Count: c.count,
			Begin: views.Form{Action: "/c", Hidden: []views.Field{{Name: "category", Value: c.name}}},
		}
		if c.picture != "" {
			tile.Picture = picture(c.picture)
		}
		s.Categories = append(s.Categories, tile)
		s.Products += c.count
	}
	if categories > tilesShown {
		s.All, s.Categories = s.Categories, s.Categories[:tilesShown]
	}
	return s
}

func startEmpty(p views.Page) views.Start {
	return views.Start{Page: p, Empty: views.Empty{Command: "catalog demo --data shop"}}
}
