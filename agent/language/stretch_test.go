package language

import "testing"

// TestDrawnOut checks words that were drawn out, and hearts beside amounts.
func TestDrawnOut(t *testing.T) {
	for said, want := range map[string]string{
		"heyyy": "hey", "Nooooo": "no", "sooo goood": "so god", "bitteee": "bitte", "schiff": "schiff", "aaa": "aaa",
		"thx <3": "thx <3", "love it <3!": "love it <3 !", "<3 ms": "< 3 ms", "under <3": "under <3", "<30": "< 30", "<3.5 kg": "< 3.5 kg", "<33": "<33",
		"<3€": "< 3 €", "<3 %": "< 3 %", "<3,5 kg": "< 3,5 kg", "aaah": "ah", "sooo": "so", "hmmm schöööön": "hm schon", "<35 euros": "< 35 euros", "looool aabb": "lol aabb",
	} {
		got := ""
		for i, tok := range Tokenize(said) {
			if i > 0 {
				got += " "
			}
			got += tok.Form
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", said, got, want)
		}
	}
}
