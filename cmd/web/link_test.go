package main

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"shopclerk/views"
)

// Whoever has the link of another's conversation can look at it. What they do goes on in
// a copy of their own: the conversation stays as it was, its owner's export has nothing
// of theirs, and theirs has what they went on from.
func TestLinkShows(t *testing.T) {
	for name, do := range map[string]func(stranger *visitor, p *sheet) *sheet{
		"say":    func(v *visitor, p *sheet) *sheet { return v.say(p, "a xylocarp one under 80") },
		"undo":   func(v *visitor, p *sheet) *sheet { return v.submit(p, formUndo, nil) },
		"answer": func(v *visitor, p *sheet) *sheet { return v.submit(p, formAnswer, url.Values{"q0": {"0"}}) },
		"drop":   func(v *visitor, p *sheet) *sheet { return v.submit(p, formDrop, nil) },
		"reset":  func(v *visitor, p *sheet) *sheet { return v.submit(p, formReset, nil) },
		"go back and say": func(v *visitor, p *sheet) *sheet {
			return v.say(v.get(p.at.Path+"?v=1"), "a xylocarp one")
		},
		"as a fragment": func(v *visitor, p *sheet) *sheet {
			r := v.request(http.MethodPost, p.at.Path+"/say", url.Values{"message": {"a xylocarp one"}, views.FieldVersion: {"2"}})
			r.Header.Set("HX-Request", "true")
			return v.do(r)
		},
	} {
		t.Run(name, func(t *testing.T) {
			doors := demoShop(t)
			owner, stranger := visit(t, doors), visit(t, doors)
			p := owner.say(owner.begin("backpack"), "not black")
			before := owner.export()
			got := do(stranger, stranger.get(p.at.Path))
			if got.status != http.StatusOK || !strings.HasPrefix(got.at.Path, "/c/") || got.at.Path == p.at.Path {
				t.Fatalf("it led to %s with status %d", got.at, got.status)
			}
			was, err := json.Marshal(before)
			if err != nil {
				t.Fatal(err)
			}
			if now, err := json.Marshal(owner.export()); err != nil || string(now) != string(was) {
				t.Errorf("the owner's export became %s, %v", now, err)
			}
			theirs := stranger.export()
			if len(theirs.Conversations) != 1 || "/c/"+theirs.Conversations[0].ID != got.at.Path {
				t.Fatalf("the stranger has %d conversations", len(theirs.Conversations))
			}
			again := stranger.say(got, "a large one")
			if again.at.Path != got.at.Path || len(stranger.export().Conversations) != 1 {
				t.Errorf("the copy goes on at %s, from %s", again.at, got.at)
			}
			if seen := owner.get(p.at.Path); seen.status != http.StatusOK || strings.Contains(string(seen.body), "xylocarp") {
				t.Errorf("the owner sees what the stranger said, status %d", seen.status)
			}
		})
	}
}

// What somebody does with the products of another's conversation is theirs, and nothing of
// that conversation's.
func TestClicksInAnothersConversation(t *testing.T) {
	doors := demoShop(t)
	owner, stranger := visit(t, doors), visit(t, doors)
	p := owner.begin("backpack")
	stranger.begin("suitcase") // who has no session is not noted
	for _, v := range []*visitor{owner, stranger} {
		card, ok := v.get(p.at.RequestURI()).Find(".card a").Attr("href")
		if !ok {
			t.Fatal("no product is listed")
		}
		v.submit(v.get(card), formPut, url.Values{views.FieldQuantity: {"1"}})
	}
	for v, want := range map[*visitor]string{owner: strings.TrimPrefix(p.at.Path, "/c/"), stranger: ""} {
		noted := v.export().Interactions
		if len(noted) != 2 {
			t.Fatalf("noted are %v", noted)
		}
		for _, i := range noted {
			if i.Conversation != want || (i.Version > 0) != (want != "") || (i.Position > 0) != (want != "") {
				t.Errorf("%s is of the conversation %q, want %q: %+v", i.Act, i.Conversation, want, i)
			}
		}
	}
}
