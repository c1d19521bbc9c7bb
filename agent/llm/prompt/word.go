package prompt

import (
	"context"
	_ "embed" // the task
	"fmt"
	"strconv"
	"strings"

	"shopclerk/agent"
	"shopclerk/agent/llm"
)

// Wordsmith words sentences by a model. It is an [agent.Wordsmith].
type Wordsmith struct{ Client *llm.Client }

var _ agent.Wordsmith = Wordsmith{}

//go:embed word.txt
var wordTask string

// Reword implements [agent.Wordsmith]. The model's words are read as they come, and it is
// cut off at the first line that does not fit: what it goes on to say is not wanted.
func (s Wordsmith) Reword(ctx context.Context, talk, language string, sentences []string, fits func(int, string) bool) ([]string, string) {
	var text strings.Builder
	for i, sentence := range sentences {
		fmt.Fprintf(&text, "%d. %s\n", i+1, strings.Join(strings.Fields(sentence), " "))
	}
	said, err := s.Client.Say(ctx, llm.Request{
		Talk: talk, Task: wordTask + "\n" + llm.Fenced + "\nThe language is " + language + ".", Text: llm.Fence("sentences", text.String()),
	}, func(text string) bool {
		lines := strings.Split(text, "\n")
		if len(lines) < 2 {
			return true
		}
		i, worded := numbered(lines[len(lines)-2], len(sentences)) // the last is not ended
		return worded == "" || fits(i, worded)
	})
	out := make([]string, len(sentences))
	for line := range strings.Lines(said) {
		if i, worded := numbered(line, len(out)); worded != "" && fits(i, worded) {
			out[i] = worded
		}
	}
	if err != nil {
		return nil, reason(err)
	}
	return out, ""
}

// numbered takes a line apart into the index of its sentence, of n, and its words; "" for
// a line that has none.
func numbered(line string, n int) (int, string) {
	number, words, ok := strings.Cut(strings.TrimSpace(line), ". ")
	i, err := strconv.Atoi(number)
	if !ok || err != nil || i < 1 || i > n {
		return 0, ""
	}
	return i - 1, strings.TrimSpace(words)
}
