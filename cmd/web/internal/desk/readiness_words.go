package desk

import (
	"math"
	"strings"

	"shopclerk/agent/desk/readiness"
	"shopclerk/words"
)

// duplicateWords are the ids of why values look the same; of other reasons it is punctuation.
var duplicateWords = map[readiness.Reason]string{
	readiness.Amount: "desk.readiness.why-amount", readiness.Variant: "desk.readiness.why-variant", readiness.Plural: "desk.readiness.why-plural",
	readiness.Synonym: "desk.readiness.why-synonym", readiness.Typo: "desk.readiness.why-typo",
}

// troubleText says what is the matter with an aspect, and what helps.
func troubleText(w *words.Language, a *readiness.Aspect, t *readiness.Trouble) (what, remedy string) {
	percent := Spell(Share, t.Number, w)
	switch t.Kind {
	case readiness.Gaps:
		return w.T("desk.readiness.gaps-what", "Share", percent), w.N("desk.readiness.gaps-remedy", a.Missing)
	case readiness.Agree:
		return w.T("desk.readiness.agree-what", "Share", percent), w.T("desk.readiness.agree-remedy")
	case readiness.TooMany:
		return w.T("desk.readiness.many-what", "Share", percent), w.T("desk.readiness.many-remedy")
	case readiness.Prose:
		return w.T("desk.readiness.prose-what", "Length", w.Number(int(math.Round(t.Number)))), w.T("desk.readiness.prose-remedy")
	case readiness.Hard:
		return w.T("desk.readiness.hard-what", "Share", percent), w.T("desk.readiness.hard-remedy")
	case readiness.Units:
		return w.T("desk.readiness.units-what", "Values", strings.Join(t.Texts, " · ")), w.T("desk.readiness.units-remedy")
	case readiness.NoNumber:
		return w.N("desk.readiness.nonumber-what", int(t.Number)), w.T("desk.readiness.nonumber-remedy")
	}
	return w.T("desk.readiness.unasked-what", "Why", strings.Join(t.Texts, " ")), w.T("desk.readiness.unasked-remedy")
}
