package understand

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shopclerk/agent/language"
	"shopclerk/catalog"
	"shopclerk/search"
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata from what is read now")

// TestDialogues reads the messages of testdata/*.dialogue. A block is
//
//	@scope Keyboard; Mouse       categories in scope before the message
//	@shown 20 30 45              prices on the shopper's page
//	@said 4 color Black          an earlier wish, change 4, about an aspect, and for what
//	@limit 5 price 60            an earlier limit, change 5: at most 60
//	@revising                    the message changes what was said
//	@sorting                     words of measure are about the order of the list
//	@leads Keyboard              the category that all words lead to
//	> the message
//	a change per line, as changeLine spells it
//
// where all but the message are optional.
func TestDialogues(t *testing.T) {
	files, err := filepath.Glob("testdata/*.dialogue")
	if err != nil || len(files) == 0 {
		t.Fatalf("no dialogues: %v", err)
	}
	total := 0
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".dialogue")
		v := readVocabulary(t, name)
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		currency := "EUR"
		if name == "fashion" {
			currency = "USD"
		}
		var rewritten []string
		for _, text := range strings.Split(strings.TrimSpace(string(data)), "\n\n") {
			b := parseBlock(t, text)
			if b.message == "" {
				rewritten = append(rewritten, text)
				continue
			}
			total++
			b.in.Currency = currency
			at := v
			if b.leads != "" {
				at = leadsTo(v, b.leads)
			}
			reading := at.Understand(b.message, b.in)
			got := readingLines(reading)
			rewritten = append(rewritten, strings.Join(append(b.head, got...), "\n"))
			if *update {
				continue
			}
			t.Run(name+"/"+b.message, func(t *testing.T) {
				if diff := cmp.Diff(b.want, got); diff != "" {
					t.Errorf("%q (-want +got):\n%s", b.message, diff)
				}
				checkSpans(t, v, b.message, reading)
			})
		}
		if *update {
			if err := os.WriteFile(file, []byte(strings.Join(rewritten, "\n\n")+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	if total < 120 {
		t.Errorf("%d messages, want at least 120", total)
	}
}

// block is one message with what surrounds it.
type block struct {
	head    []string // the lines up to the message
	message string
	in      Context
	leads   string
	want    []string
}

func parseBlock(t *testing.T, text string) block {
	t.Helper()
	var b block
	for _, line := range strings.Split(text, "\n") {
		fields := strings.Fields(line)
		switch {
		case b.message != "":
			b.want = append(b.want, line)
			continue
		case strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "> "):
			b.message = line[2:]
			if strings.HasPrefix(b.message, `"\`) || strings.HasPrefix(b.message, `"\u`) {
				m, err := strconv.Unquote(b.message)
				if err != nil {
					t.Fatalf("unquoting %s: %v", b.message, err)
				}
				b.message = m
			}
		case fields[0] == "@scope":
			b.in.Need.Scope = strings.Split(strings.TrimPrefix(line, "@scope "), "; ")
		case fields[0] == "@revising":
			b.in.Revising = true
		case fields[0] == "@sorting":
			b.in.Sorting = true
		case fields[0] == "@leads":
			b.leads = strings.TrimPrefix(line, "@leads ")
		case fields[0] == "@shown":
			for i, f := range fields[1:] {
				p, err := strconv.Atoi(f)
				if err != nil {
					t.Fatal(err)
				}
				b.in.Shown = append(b.in.Shown, Shown{ID: fmt.Sprintf("p%d", i+1), Price: catalog.Price{Minor: int64(p) * 100, Currency: "EUR"}})
			}
		case fields[0] == "@said" || fields[0] == "@limit":
			id, err := strconv.Atoi(fields[1])
			if err != nil {
				t.Fatal(err)
			}
			if fields[0] == "@said" {
				e := search.Evidence{Change: id, Answer: search.Answer{Key: fields[2]}}
				if value := strings.Join(fields[3:], " "); value != "" {
					e.Said, e.Answer.Options, e.Answer.Picked = true, []catalog.Condition{{Key: fields[2], Values: []string{value}}}, []int{0}
				}
				b.in.Need.Evidence = append(b.in.Need.Evidence, e)
				break
			}
			most, err := strconv.ParseFloat(fields[3], 64)
			if err != nil {
				t.Fatal(err)
			}
			b.in.Need.Limits = append(b.in.Need.Limits, search.Limit{Change: id, Condition: catalog.Condition{Key: fields[2], Range: catalog.AtMost(most)}})
		default:
			t.Fatalf("unknown line %q", line)
		}
		b.head = append(b.head, line)
	}
	return b
}

func readingLines(r Reading) []string {
	var lines []string
	for _, c := range r.Changes {
		lines = append(lines, changeLine(c))
	}
	if len(r.Unplaced) > 0 {
		lines = append(lines, "unplaced ["+strings.Join(r.Unplaced, "] [")+"]")
	}
	for _, n := range r.Notes {
		lines = append(lines, "note "+n)
	}
	if len(lines) == 0 {
		return []string{"nothing"}
	}
	return lines
}

// changeLine spells a change for a person, its chip at the end.
func changeLine(c search.Change) string {
	chip := fmt.Sprintf("  {%s}", c.Text)
	switch c.Op {
	case search.Reset:
		return "reset"
	case search.Hush:
		return "hush"
	case search.SkipSeen:
		return "skip " + strings.Join(c.Refs, " ")
	case search.Drop:
		return fmt.Sprintf("drop %d", c.Target)
	case search.SetScope:
		return "scope " + strings.Join(c.Categories, "; ") + chip
	case search.Answered:
		return "no preference " + c.Answer.Key + chip
	case search.AddWords:
		return "words [" + strings.Join(c.Words, "] [") + "]"
	case search.Without:
		return "without [" + strings.Join(c.Words, "] [") + "]"
	}
	not := ""
	if c.Not {
		not = "not "
	}
	cond := c.Condition
	if cond.Range == nil {
		return fmt.Sprintf("%s %s%s = %s%s", c.Op, not, cond.Key, strings.Join(cond.Values, ", "), chip)
	}
	low, high := "", ""
	if cond.Range.Low != nil {
		low = catalog.FormatNumber(*cond.Range.Low) + " "
	}
	if cond.Range.High != nil {
		high = " " + catalog.FormatNumber(*cond.Range.High)
		if !cond.Range.Closed {
			high = " below" + high
		}
	}
	return fmt.Sprintf("%s %s%s %s..%s%s", c.Op, not, cond.Key, low, high, chip)
}

// checkSpans checks that nothing of a message is lost: every letter and digit is
// in one span, and what a span says became of it did.
func checkSpans(t rapid.TB, v *Vocabulary, message string, r Reading) {
	t.Helper()
	end := 0
	words := ""
	for _, c := range r.Changes {
		if c.Op == search.AddWords || c.Op == search.Without {
			words += "\x00" + strings.Join(c.Words, "\x00") + "\x00"
		}
	}
	refused := strings.Join(r.Unplaced, "\x00")
	covered := make([]bool, len(message))
	for _, s := range r.Spans {
		if s.Start < end || s.End <= s.Start || s.End > len(message) {
			t.Fatalf("%q: span %+v overlaps or leaves the message", message, s)
		}
		end = s.End
		for i := s.Start; i < s.End; i++ {
			covered[i] = true
		}
		text := strings.Join(strings.Fields(message[s.Start:s.End]), " ")
		switch s.As {
		case Placed:
			if s.Change < 0 || s.Change >= len(r.Changes) || r.Changes[s.Change].Op == search.AddWords {
				t.Errorf("%q: %q is part of no change", message, text)
			}
		case Word:
			if !strings.Contains(words, text) && !inEnglish(words, text) {
				t.Errorf("%q: %q is not among the words %q", message, text, words)
			}
		case Refused:
			if !strings.Contains(refused, text) {
				t.Errorf("%q: %q is not among the unplaced %q", message, text, refused)
			}
		case Filler:
			for _, tok := range language.Tokenize(text) {
				if !language.English().Knows(tok.Form) && !language.Of("de").Knows(tok.Form) && !language.English().Common[tok.Form] && !language.English().Common[tok.Stem] && !language.English().Generic[tok.Stem] && !misspelt(v, tok.Form) && !v.mereTalk(language.English(), tok.Form) && !v.mereTalk(language.Of("de"), tok.Form) && tok.Form != "free" && tok.Kind == language.Word {
					t.Errorf("%q: %q was taken for filler", message, tok.Form)
				}
			}
		case Moot:
		default:
			t.Errorf("%q: %q is undecided", message, text)
		}
	}
	for i, r := range message {
		if (unicode.IsLetter(r) || language.Digit(r)) && !covered[i] {
			t.Fatalf("%q: %q at %d is in no span", message, r, i)
		}
	}
	for i, c := range r.Changes {
		if c.ID != 0 || c.Turn != 0 {
			t.Errorf("change %d has ID %d and turn %d", i, c.ID, c.Turn)
		}
		if c.Op == search.AddWords && i != len(r.Changes)-1 {
			t.Errorf("the words are change %d of %d", i, len(r.Changes))
		}
		if c.Op == search.SetScope && !slices.IsSorted(c.Categories) {
			t.Errorf("scope %q is not sorted", c.Categories)
		}
	}
}

// inEnglish reports whether the words have what a text means in English, or its parts apart.
func inEnglish(words, text string) bool {
	return !slices.ContainsFunc(language.Tokenize(text), func(tok language.Token) bool {
		meant := append(language.Of("de").English(tok.Form), tok.Form)
		return tok.Form != "x" && !slices.ContainsFunc(meant, func(m string) bool { return strings.Contains(language.Fold(words), m) })
	})
}

// misspelt reports whether a word was meant to be one of a language's phrases, or an
// everyday word, by any of the corrections that there are.
func misspelt(v *Vocabulary, form string) bool {
	meant := []string{form}
	if stem, ok := v.words.Correct(form); ok {
		meant = append(meant, stem)
	}
	for _, l := range language.Languages() {
		if m, ok := l.Correct(form); ok {
			meant = append(meant, m)
		}
	}
	return slices.ContainsFunc(meant, func(m string) bool {
		return slices.ContainsFunc(language.Languages(), func(l *language.Language) bool {
			stem := language.Singular(m)
			return l.Knows(m) || l.Common[m] || l.Common[stem] || l.Generic[m] || l.Generic[stem]
		})
	})
}
