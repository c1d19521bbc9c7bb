package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A whole errand on a phone: something is found, put in the basket by words, ordered,
// looked for and called off.
func TestErrandsInTheBrowser(t *testing.T) {
	t.Parallel()
	for _, scripts := range []bool{true, false} {
		t.Run(fmt.Sprintf("scripts=%t", scripts), func(t *testing.T) {
			t.Parallel()
			b := openTab(t, demoShop(t), phone, scripts)
			b.open("/")
			b.write("#message", opening)
			b.turn(func() { b.click(".search button") })
			title := b.titles()[0]

			b.tell("put the first one in my basket")
			b.told(title)
			if got := b.texts(".basket-count"); !slices.Equal(got, []string{"1"}) {
				t.Errorf("the basket counts %q", got)
			}
			b.tell("order it")
			b.address()
			if got := b.texts(".preview"); len(got) != 1 || !strings.Contains(got[0], title) || !strings.Contains(got[0], "York") {
				t.Fatalf("what is to be confirmed is %q", got)
			}
			b.turn(func() { b.click(".errand .answer .primary") })
			b.told(title)
			if len(b.titles()) != 10 {
				t.Errorf("after an order the list is %q", b.titles())
			}

			b.tell("where is my order")
			b.told("not been shipped")
			b.tell("cancel my order")
			if len(b.texts(".errand .option-none")) > 0 { // a reason, if one likes
				b.click("label[for=e1-none]")
				b.turn(func() { b.click(".errand .answer .primary") })
			}
			if got := b.texts(".errand .answer .primary"); !slices.Equal(got, []string{"Cancel the order"}) {
				t.Fatalf("the yes says %q: %q", got, b.texts(".errands"))
			}
			b.turn(func() { b.click(".errand .answer .primary") })
			b.told("cancelled")
			b.turn(func() { b.click(".ended a") })
			if got := b.texts(".status"); !slices.Equal(got, []string{"Cancelled"}) {
				t.Errorf("the order is %q", got)
			}
		})
	}
}

// tell sends a message in a conversation.
func (b *tab) tell(text string) {
	b.t.Helper()
	b.write("#message", text)
	b.turn(func() { b.click(sendButton) })
}

// told checks what was said of an errand that came to its end.
func (b *tab) told(text string) {
	b.t.Helper()
	if got := b.texts(".ended-done"); len(got) != 1 || !strings.Contains(got[0], text) {
		b.t.Fatalf("the page says %q, want %q", append(got, b.texts(".errands, .line-clerk")...), text)
	}
}

// address answers what an order asks of a person, until it is to be confirmed.
func (b *tab) address() {
	b.t.Helper()
	for range 5 {
		if len(b.texts(".preview")) > 0 {
			return
		}
		for token, text := range map[string]string{"name": "Ann Porter", "email": "ann@example.com", "address-line1": "1 Mill Lane", "postal-code": "YO1 7AA", "address-level2": "York"} {
			if field := ".errand input[autocomplete=" + token + "]"; eval[bool](b, fmt.Sprintf("!!document.querySelector(%q)", field)) {
				b.write(field, text)
			}
		}
		b.turn(func() { b.click(".errand .answer .primary") })
	}
	b.t.Fatalf("an order still asks %q", b.texts(".errands"))
}
