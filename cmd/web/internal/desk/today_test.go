package desk

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"shopclerk/agent"
	"shopclerk/agent/desk/control"
	"shopclerk/agent/journal"
	"shopclerk/agent/memory"
	"shopclerk/agent/understand"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
)

// misheard are conversations in which nobody understood "anthra", after which most asked
// for grey; some want what is not sold, or to know what the shop does not tell; and those
// asked about the colour leave, while those who are asked nothing open a lamp.
func misheard() (out []*told) {
	wish := func(value string) []search.Change {
		return []search.Change{{ID: 2, Op: search.AddWish, Condition: &catalog.Condition{Key: "colour", Values: []string{value}}}}
	}
	for i := range 10 {
		x := lamps("an anthra lamp")
		x.Unplaced = []string{"anthra"}
		again := memory.Exchange{Said: "grey then", Changes: wish([]string{"grey", "grey", "grey", "grey", "black"}[i%5]), Shown: []string{"lamp0"}, Fit: 1, Total: 40}
		out = append(out, tell().exchange(x).wait(10*time.Second).exchange(again).act(journal.Opened, "lamp0", 2))
	}
	for range 6 {
		out = append(out, tell().exchange(memory.Exchange{Said: "trampoline", Total: 80, Acts: []memory.Act{{Kind: memory.NotSold, Words: "trampoline", Nearest: []string{"Home > Lamps"}}}}))
	}
	for range 4 {
		out = append(out, tell().exchange(memory.Exchange{Said: "do you deliver?", Acts: []memory.Act{{Kind: memory.AskShop, Topic: "delivery", Text: "I do not know."}}}))
	}
	for range 40 {
		silent := lamps("lamp")
		silent.Questions = nil
		out = append(out, tell().exchange(lamps("lamp")), tell().exchange(silent).act(journal.Opened, "lamp1", 1))
	}
	for i, c := range out {
		c.h.Session = fmt.Sprint("session", i)
	}
	return out
}

func TestToday(t *testing.T) {
	d := lampDesk(t, misheard()...)
	r := request("en", "")
	leave, lack := d.leavingAnswer(r), d.lackingAnswer(r)
	if len(leave.Items) != 1 || !strings.HasPrefix(leave.Items[0].Text, "Colour in Lamps: 80.0 % leave there") || leave.Items[0].Why != "Asked 50 times. That is more than chance." {
		t.Errorf("leaving: %+v", leave)
	}
	var said []string
	for _, x := range lack.Items {
		said = append(said, x.Text)
	}
	if want := []string{
		"“anthra” was said 10 times, and not understood.", "“trampoline” was asked for 6 times, and is not sold here.",
		"“Delivery” was asked about 4 times, and the shop has not told it.",
	}; !slices.Equal(said, want) {
		t.Errorf("lacking: %q", said)
	}
}

// Advice comes by its effect, and does what it says.
func TestAdvice(t *testing.T) {
	d := lampDesk(t, misheard()...)
	r := request("en", "")
	list, err := d.advise(r)
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, a := range list {
		said = append(said, fmt.Sprintf("%s %.1f", a.text, a.effect))
	}
	// 50 of the 100 conversations leave at their first page, so that of the 50 asked 25 would,
	// and 40 do
	if want := []string{
		"Stop asking about Colour in Lamps 15.0", "Understand “anthra” as Colour, grey 8.0", "Stock “trampoline”, or lead to what is nearest 6.0",
		"Tell shoppers about: Delivery 4.0",
	}; len(said) != len(want) || !slices.EqualFunc(said, want, strings.HasPrefix) {
		t.Errorf("advice %q", said)
	}
	log := d.Board.Log()
	for _, a := range list[:2] {
		item := a.item(r)
		form := url.Values{}
		for _, f := range item.Do.Hidden {
			form.Set(f.Name, f.Value)
		}
		kind := control.Kind(strings.TrimPrefix(item.Do.Action, controlsSection.path()+"/"))
		s := readSetting(kind, form)
		if err := log.Judge(control.Act{Set: s}, d.shop(t.Context())); err != nil {
			t.Errorf("%s can not be set: %v", a.text, err)
		}
		log = append(log, control.Entry{Sequence: log.Version() + 1, Act: control.Act{Set: s}})
	}
	now := log.Controls()
	if now.Place([]string{"Home > Lamps"}, "colour") != control.Never || now.Aliases()[0].Words[0] != "anthra" {
		t.Errorf("in force: %+v", now.Standing())
	}
	// what is done is not advised again
	d.Board.log = log
	if list, err = d.advise(r); err != nil || slices.ContainsFunc(list, func(a advice) bool { return strings.HasPrefix(a.text, "Stop") }) {
		t.Errorf("advised again: %+v, %v", list, err)
	}
}

// A setting of words is tried on what was said before it is saved.
func TestForesee(t *testing.T) {
	d := lampDesk(t, misheard()...)
	var err error
	if d.Clerk, err = agent.Hire(t.Context(), search.NewEngine(d.Store, nil, nil), understand.Synonyms{}); err != nil {
		t.Fatal(err)
	}
	r := request("en", "")
	r.Now = began.Add(time.Hour)
	r.Request = r.WithContext(words.With(t.Context(), r.Words))
	for _, tc := range []struct {
		name   string
		set    control.Setting
		text   string
		before string
		after  string
	}{
		{"a synonym", control.Setting{Kind: control.KindSynonym, Aspect: "colour", Name: "grey", Values: []string{"anthra"}},
			"Said 10 times in the last 28 days. Read otherwise: 10. More of it understood: 10.", "not understood: anthra", "Colour: grey"},
		{"a redirect", control.Setting{Kind: control.KindReading, Name: "anthra", Text: "black"},
			"Said 10 times in the last 28 days. Read otherwise: 10. More of it understood: 10.", "not understood: anthra", "black"},
		{"an unheard word", control.Setting{Kind: control.KindReading, Name: "anthra", Place: control.Never},
			"Said 10 times in the last 28 days. Read otherwise: 10. More of it understood: 10.", "not understood: anthra", "Lamps"},
		{"what nobody said", control.Setting{Kind: control.KindReading, Name: "zeppelin", Text: "lamp"},
			"Nobody has said it in the last 28 days, as far as messages are kept.", "", ""},
		{"what can not be set", control.Setting{Kind: control.KindSynonym, Aspect: "colour", Name: "teal", Values: []string{"anthra"}}, "", "", ""},
	} {
		f, err := d.foresee(r, &tc.set)
		if err != nil || f.Text != tc.text || (len(f.List) > 0) != (tc.after != "") {
			t.Errorf("%s: %+v, %v", tc.name, f, err)
			continue
		}
		if len(f.List) > 0 && (!strings.Contains(f.List[0].Before, tc.before) || !strings.Contains(f.List[0].After, tc.after) || strings.Contains(f.List[0].After, tc.before)) {
			t.Errorf("%s: %+v", tc.name, f.List)
		}
	}
}
