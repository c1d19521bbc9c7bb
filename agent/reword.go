package agent

import (
	"context"

	"shopclerk/agent/language"
	"shopclerk/agent/memory"
	"shopclerk/words"
)

// Wordsmith says sentences in other words: a language model. It is asked last in a turn,
// and what it says is shown only where it is faithful
// ([understand.Vocabulary.Faithful]).
type Wordsmith interface {
	// Reword returns the sentences in other words, in their order; "" for one that it
	// leaves, or that fits makes nothing of. It may end with the first that does not fit.
	Reword(ctx context.Context, talk, language string, sentences []string, fits func(i int, worded string) bool) (worded []string, failed string)
}

// reword puts a turn's questions, its answers about products and what it tells of the
// list in other words, where there is a wordsmith. What merchandisers have worded stays
// as it is, and so does all that is said of orders and of the shop.
func (a *Agent) reword(ctx context.Context, f *override, talk string, t *Turn, out *memory.Consulted) {
	if a.config.Wordsmith == nil {
		return
	}
	var said []*string
	for i := range t.Questions {
		if q := &t.Questions[i]; q.Worded == 0 {
			said = append(said, &q.Text)
		}
	}
	for i := range t.Acts {
		if k := t.Acts[i].Kind; (k == memory.AskProduct || k == memory.Compare) && t.Acts[i].Text != "" {
			said = append(said, &t.Acts[i].Text)
		}
	}
	if t.Tells != "" {
		said = append(said, &t.Tells)
	}
	if len(said) == 0 {
		return
	}
	plain := make([]string, len(said))
	for i := range said {
		plain[i] = *said[i]
	}
	w := words.From(ctx)
	tongue := language.Of(w.Code())
	worded, failed := a.config.Wordsmith.Reword(ctx, talk, w.Code(), plain, func(i int, text string) bool {
		return f.reader.Faithful(plain[i], text, tongue)
	})
	out.Wording = &memory.Wording{Sentences: len(said), Failed: failed}
	for i := range worded {
		if worded[i] != "" && i < len(said) && f.reader.Faithful(plain[i], worded[i], tongue) {
			*said[i] = worded[i]
			out.Wording.Reworded++
		}
	}
}
