package insight

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"shopclerk/agent/journal"
)

func TestNormal(t *testing.T) {
	for text, want := range map[string]string{
		"  Dark\tGREY! ":   "dark grey",
		"16GB":             "16 gb",
		"16 gb,":           "16 gb",
		"1,5 m – 2.0 m":    "1.5 m 2.0 m",
		"café-crème":       "cafe creme",
		"Ａ４":               "a 4",
		"…":                "",
		"لون أزرق":         "لون ازرق",
		"weiß/schwarz":     "weiß schwarz",
		"<b>bold</b>":      "b bold b",
		"no. 5":            "no 5",
		"USB-C 3.2, black": "usb c 3.2 black",
	} {
		if got := normalize(text); got != want {
			t.Errorf("normal(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestNormalIsStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		once := normalize(rapid.String().Draw(t, "text"))
		if again := normalize(once); again != once && !strings.ContainsFunc(once, func(r rune) bool { return r > 0x24F }) {
			t.Fatalf("%q, then %q", once, again)
		}
	})
}

func TestCluster(t *testing.T) {
	var texts []typedText
	for i, text := range []string{
		"walnut", "Walnut ", "walnutt", "wallnut", "WALNUT",
		"16 gb", "16GB", "18 GB",
		"dark grey", "grey, dark", "dark gray",
		"red", "bed",
		"stainless steel", "stainles steal",
		journal.Redacted, "?!",
	} {
		texts = append(texts, typedText{text, fmt.Sprintf("c%02d", i)})
	}
	clusters, _, unreadable := cluster(texts)
	if unreadable != 2 {
		t.Errorf("%d unreadable, want the redacted text and the marks", unreadable)
	}
	var got []string
	for _, c := range clusters {
		got = append(got, fmt.Sprintf("%s %d", c.Text(), c.Count))
	}
	want := []string{"WALNUT 5", "dark gray 3", "16 gb 2", "stainles steal 2", "18 GB 1", "bed 1", "red 1"}
	if !slices.Equal(got, want) {
		t.Errorf("clusters\n%q, want\n%q", got, want)
	}
	if ids := clusters[0].Conversations; !slices.Equal(ids, []string{"c00", "c01", "c02", "c03", "c04"}) {
		t.Errorf("conversations of walnut: %q", ids)
	}
}

// Whatever is typed in whatever order: every text is in one cluster, the clusters
// are the same, and no member is farther from its cluster's first than a slip.
func TestClusterIsAPartition(t *testing.T) {
	word := rapid.SampledFrom([]string{"walnut", "wallnut", "oak", "oaks", "16", "18", "gb", "grey", "gray", "graey", "dark", "…"})
	rapid.Check(t, func(t *rapid.T) {
		var texts []typedText
		for i := range rapid.IntRange(0, 25).Draw(t, "n") {
			words := rapid.SliceOfN(word, 1, 3).Draw(t, "words")
			texts = append(texts, typedText{strings.Join(words, " "), fmt.Sprint(i)})
		}
		clusters, _, unreadable := cluster(texts)
		shuffled := rapid.Permutation(texts).Draw(t, "shuffled")
		again, _, _ := cluster(shuffled)
		sum := unreadable
		for i, c := range clusters {
			sum += c.Count
			spelled := 0
			for _, s := range c.Spellings {
				spelled += s.Count
				if words := sortedWords(s.Text); !isVariant(c.words, words) {
					t.Fatalf("%q is in the cluster of %q", s.Text, c.words)
				}
			}
			if spelled != c.Count || len(c.Conversations) != c.Count {
				t.Fatalf("cluster %q: %d typed, %d spelled, in %d conversations", c.Text(), c.Count, spelled, len(c.Conversations))
			}
			if again[i].Text() != c.Text() || again[i].Count != c.Count {
				t.Fatalf("in another order: %q %d, was %q %d", again[i].Text(), again[i].Count, c.Text(), c.Count)
			}
		}
		if sum != len(texts) {
			t.Fatalf("%d of %d texts", sum, len(texts))
		}
	})
}
