package reply

import (
	"strings"

	"shopclerk/search"
	"shopclerk/words"
)

// Found words the result of a search: how many products meet the whole need, what was
// relaxed, which words were searched as text alone, and notes of the reading.
func Found(w *words.Language, n *search.Need, scope *search.Scope, r *search.Ranking, notes []string) string {
	var s []string
	texts := n.Texts()
	left := r.Relaxed
	if len(left) == 0 {
		left = scope.Relaxed
	}
	mention := func(found string) {
		s = append(s, found)
		switch {
		case len(texts) == 0 || r.Saying == r.Full:
		case r.Saying == 0:
			s = append(s, w.T("reply.mention-none", "Words", Quotes(w, texts)))
		default:
			s = append(s, w.N("reply.mention", r.Saying, "Words", Quotes(w, texts)))
		}
	}
	switch {
	case len(n.Named()) > 0:
		s = append(s, w.N("reply.named", r.Full))
	case r.Open == 0:
		s = append(s, w.T("reply.nothing-left"))
	case len(texts) > 0 && r.Full == 0 && scope.Found == 0:
		s = append(s, w.T("reply.no-words", "Words", Quotes(w, texts)))
	case len(left) > 0:
		s = append(s, w.T("reply.closest", "Wishes", strings.Join(left, w.T("language.comma"))))
	case len(texts) > 0 && r.Full == 0:
		s = append(s, w.T("reply.closest-words", "Words", Quotes(w, texts)))
	case n.OnlyWords() && len(texts) > 0:
		s = append(s, w.N("reply.mention-all", r.Full, "Words", Quotes(w, texts)))
	case len(n.Wanted()) == 0:
		mention(w.N("reply.to-choose", r.Open))
	default:
		mention(w.N("reply.has-all", r.Full))
	}
	return strings.Join(append(s, notes...), " ")
}

// mostQuoted is how many pieces of a message a sentence quotes: somebody may paste a page.
const mostQuoted = 6

// Quotes joins words, each in quotation marks.
func Quotes(w *words.Language, list []string) string {
	quoted := make([]string, min(len(list), mostQuoted))
	for i := range quoted {
		quoted[i] = w.T("language.quoted", "Text", list[i])
	}
	if len(list) > mostQuoted {
		quoted[mostQuoted-1] += " …"
	}
	return strings.Join(quoted, w.T("language.comma"))
}
