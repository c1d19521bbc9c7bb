package merchant

import (
	"strings"
	"testing"

	"shopclerk/words"
)

// larkfield is a shop that has told some of it.
func larkfield() *Info {
	return &Info{
		Countries: []string{"AT", "DE"},
		Reach:     Reach{Email: "hello@example.com", Phone: "+43 1 234 56 78", Hours: "Mon–Fri 9–17", Address: "Ring 1, 1010 Wien"},
		Texts: map[string]map[string]string{
			Delivery: {"en": "It takes two days.", "de": "Es dauert zwei Tage."},
			Payment:  {"de": "Mit PayPal und auf Rechnung."},
			Contact:  {"en": "Write to hello@example.com."},
		},
	}
}

func TestAnswer(t *testing.T) {
	en, de := words.English, words.Lookup("de")
	mail := &Info{Reach: Reach{Email: "hello@example.com"}}
	for _, tc := range []struct {
		name  string
		info  *Info
		words *words.Language
		topic string
		want  string
		known bool
	}{
		{"text and countries", larkfield(), en, Delivery, "It takes two days. The shop delivers to: Austria, Germany.", true},
		{"the same in German", larkfield(), de, Delivery, "Es dauert zwei Tage. Der Shop liefert nach: Österreich, Deutschland.", true},
		{"countries alone", &Info{Countries: []string{"CH"}}, de, Delivery, "Der Shop liefert nach: Schweiz.", true},
		{"in another language", larkfield(), en, Payment, "Mit PayPal und auf Rechnung.", true},
		{"not told", larkfield(), en, Warranty, "The shop has not told me what warranty it gives. Ask the shop: hello@example.com, +43 1 234 56 78 (Mon–Fri 9–17).", false},
		{"not given, in German", mail, de, Payment, "Wie Sie zahlen können, hat der Shop mir nicht gesagt. Fragen Sie den Shop: hello@example.com.", false},
		{"nothing told", nil, en, Payment, "The shop has not told me how you can pay. Please ask the shop itself.", false},
		{"hours of those who answer", larkfield(), en, Hours, "Somebody at the shop answers at these hours: Mon–Fri 9–17.", true},
		{"hours with a full stop", &Info{Reach: Reach{Hours: "9 a.m. to 5 p.m."}}, en, Hours, "Somebody at the shop answers at these hours: 9 a.m. to 5 p.m.", true},
		{"an address is no store", larkfield(), en, Store, "The shop has not told me whether there is a store to visit. Its address is Ring 1, 1010 Wien. Ask the shop: hello@example.com, +43 1 234 56 78 (Mon–Fri 9–17).", false},
		{"what the text says is not said again", larkfield(), en, Contact, "Write to hello@example.com. This is how to reach a person at the shop: +43 1 234 56 78 (Mon–Fri 9–17), Ring 1, 1010 Wien.", true},
		{"nor is a number", &Info{Reach: larkfield().Reach, Texts: map[string]map[string]string{Contact: {"en": "Call +43 1 234 56 78, or write to hello@example.com at Ring 1, 1010 Wien."}}}, en, Contact, "Call +43 1 234 56 78, or write to hello@example.com at Ring 1, 1010 Wien.", true},
		{"a person, in no words of the shop's", mail, de, Contact, "So erreichen Sie im Shop einen Menschen: hello@example.com.", true},
		{"a person at an address alone", &Info{Reach: Reach{Address: "Ring 1, 1010 Wien"}}, en, Contact, "This is how to reach a person at the shop: Ring 1, 1010 Wien.", true},
		{"nobody to talk to", nil, de, Contact, "Ich bin ein Programm. Wie man dort einen Menschen erreicht, hat der Shop mir nicht gesagt.", false},
		{"no topic", mail, en, "weather", "I do not know that: the shop has not told me. Ask the shop: hello@example.com.", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			text, known := tc.info.Answer(tc.words, tc.topic)
			if text != tc.want || known != tc.known {
				t.Errorf("got %q, known %v\nwant %q, known %v", text, known, tc.want, tc.known)
			}
		})
	}
}

// Every topic has a sentence of its own, in every language.
func TestTopics(t *testing.T) {
	for _, l := range words.Languages() {
		seen := map[string]string{}
		for topic := range unknown {
			text, known := (*Info)(nil).Answer(l, topic)
			if other := seen[text]; other != "" || known || !strings.HasSuffix(text, ".") {
				t.Errorf("%s, %s: %q is missing or that of %q too", l.Code(), topic, text, other)
			}
			seen[text] = topic
		}
	}
}
