package main

import (
	"net/http"
	"path/filepath"
	"testing"

	"shopclerk/cmd/internal/browser"
	"shopclerk/cmd/internal/tour"
)

// Every story is a page like those of the shop: on the smallest phone nothing of it
// is wider than the screen or out of anybody's reach. Some of them are states that a
// shop is seldom in.
func TestStories(t *testing.T) {
	t.Parallel()
	s, err := openDemo()
	if err != nil {
		t.Fatal(err)
	}
	doors := openConfigured(t, config{Name: "Shopclerk", Storybook: true}, s, filepath.Join(t.TempDir(), "journal.db"))
	book := visit(t, doors).get("/storybook")
	if n := book.Find("a[href^='" + storybookPrefix + "']").Length(); n != len(stories()) {
		t.Fatalf("the storybook lists %d of %d stories", n, len(stories()))
	}
	stops := []tour.Stop{{Name: "contents", Address: "/storybook", Status: http.StatusOK}}
	for _, s := range stories() {
		stops = append(stops, tour.Stop{Name: s.Name, Address: storybookPrefix + s.Name, Status: http.StatusOK})
	}
	b := openTab(t, doors, browser.SmallPhone, true)
	b.each(stops, func(s *tour.Stop) {
		if s.Name == "product-hostile" {
			b.expect("https://pictures.example/") // its picture is nowhere
		}
		b.fits()
		b.accessible(inAll)
	})
}

// A shop that is open to shoppers shows no stories.
func TestNoStorybook(t *testing.T) {
	v := visit(t, demoShop(t))
	for _, path := range []string{"/storybook", storybookPrefix + "start", "/canned/keyboard.svg"} {
		if p := v.get(path); p.status != http.StatusNotFound {
			t.Errorf("GET %s: status %d", path, p.status)
		}
	}
}
