package memory_test

import (
	"bytes"
	"compress/flate"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"shopclerk/agent/memory"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
)

var offers = []memory.Offer{{Text: "Keep only red ones", Changes: []search.Change{
	{Op: search.AddLimit, Text: "red", Condition: &catalog.Condition{Key: "colour", Values: []string{"red"}}},
}}}

// A packed conversation goes on as the one that was packed: it has the same need, and
// an answer to its questions makes the same changes.
func TestPack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var c memory.Conversation
		for range rapid.IntRange(0, 4).Draw(t, "turns") {
			c.Exchanges = append(c.Exchanges, someTurn(t, &c))
		}
		if last := c.Last(); last != nil {
			last.Questions = []memory.Posed{posed("colour", 3), posed("size", 2)}
			last.Shown = []string{"lamp-1"}
			last.Questions[1].Other.Label = "L or XL"
			last.Acts = []memory.Act{{Kind: memory.Social, Text: "Hello."}, {Kind: memory.AskProduct, Text: "I do not know.", Offers: offers}}
		}
		packed, err := c.Pack()
		if err != nil {
			t.Fatal(err)
		}
		back, err := memory.Unpack(packed)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.Need(), back.Need(), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("the need (-before +after):\n%s", diff)
		}
		if c.Last() == nil {
			return
		}
		given := []memory.Given{{Question: 0, Picked: []int{rapid.IntRange(0, 2).Draw(t, "option")}}, {Question: 1, Other: true}}
		want, err := c.Answers(words.English, given)
		if err != nil {
			t.Fatal(err)
		}
		got, err := back.Answers(words.English, given)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" || !cmp.Equal(back.Last().Shown, c.Last().Shown) {
			t.Fatalf("the answers (-before +after):\n%s", diff)
		}
		taken, err := back.Offered(1, 0)
		if diff := cmp.Diff(offers[0].Changes, taken); diff != "" || err != nil {
			t.Fatalf("the offer, %v (-before +after):\n%s", err, diff)
		}
	})
}

// repacked is what a conversation is once it was packed and unpacked.
func repacked(t *testing.T, c *memory.Conversation) *memory.Conversation {
	t.Helper()
	packed, err := c.Pack()
	if err != nil {
		t.Fatal(err)
	}
	got, err := memory.Unpack(packed)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// Of what was said before the last exchange it is remembered what was taken back, and no act
// is told again.
func TestPackActs(t *testing.T) {
	hello, undo := memory.Act{Kind: memory.Social, Text: "Hello.", Topic: "hello"}, memory.Act{Kind: memory.Undo, Text: "Taken back."}
	c := memory.Conversation{Exchanges: []memory.Exchange{{Acts: []memory.Act{hello, undo}}, {Acts: []memory.Act{hello}}}}
	got := repacked(t, &c)
	want := []memory.Exchange{{Acts: []memory.Act{{Kind: memory.Undo}}}, {Acts: []memory.Act{{Kind: memory.Social, Topic: "hello"}}}}
	if diff := cmp.Diff(want, got.Exchanges); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestUnpackOfWhatIsNone(t *testing.T) {
	for name, text := range map[string]string{"no JSON": "{", "too much": `{"id":"` + strings.Repeat("a", 2<<20) + `"}`} {
		var packed bytes.Buffer
		to, err := flate.NewWriter(&packed, flate.BestCompression)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := to.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if err := to.Close(); err != nil {
			t.Fatal(err)
		}
		if c, err := memory.Unpack(packed.Bytes()); err == nil {
			t.Errorf("%s: %v", name, c)
		}
	}
	if c, err := memory.Unpack([]byte("not compressed")); err == nil {
		t.Errorf("not compressed: %v", c)
	}
}
