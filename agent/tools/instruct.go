package tools

import (
	"slices"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/agent/nlu"
)

// The features of a sentence that may instruct a tool, in [0,1].
const (
	always     = iota
	bidding    // the tool's verb stands at its beginning
	unnamed    // no sentence has the verb
	refused    // what is to be done is marked as refused by the reader
	negated    // a negation stands before the verb
	past       // the verb is in a form of the past
	questioned // it is a question, is not put politely, and the tool does more than to read
	supposing  // it supposes something before the verb
	notNow     // it speaks of another time
	askShare   // of the belief of the reader: a question
	talkShare  // talk
	signs
)

var signNames = [signs]string{"bias", "begins with the verb", "verb not said", "refused", "negated", "past", "question", "supposes", "not now", "ask", "talk"}

// InstructionFeatures lists the names of the features that tell whether words instruct a tool.
func InstructionFeatures() []string { return signNames[:] }

// instructs returns the features of the sentence of the words that most instructs a tool, and how likely
// the words want it called. Of sentences those with the tool's verb count, if there are any.
func (p *passage) instructs(t *Tool) (best [signs]float64, certainty float64) {
	if p == nil || len(p.toks) == 0 {
		return best, 1
	}
	l := language.Detect(p.toks, language.English())
	if p.parts == nil {
		p.parts = nlu.TaggerFor(l).Tag(p.toks[:min(len(p.toks), mostTagged)], nil, "", false)
	}
	verbs := map[string]bool{}
	for _, name := range []string{t.Name, t.Title} {
		if words := language.NameWords(name); len(words) > 0 {
			verbs[language.Root(words[0])] = true
		}
	}
	certainty = -1
	var named [signs]float64 // the sentence with the verb that most instructs
	least := -1.0
	for from := 0; from < len(p.toks); {
		to := from + 1
		for to < len(p.toks) && !(strings.Contains(".!?;", p.toks[to-1].Form) && (!p.toks[to].Glued)) {
			to++
		}
		at := -1
		for i := from; i < to; i++ {
			noun := i > from && (errands().The.Is(p.toks[i-1].Form) || errands().Own.Is(p.toks[i-1].Form))
			means := func(w string) bool { return verbs[language.Root(w)] }
			if (means(p.toks[i].Stem) || l.Translates() && slices.ContainsFunc(l.English(p.toks[i].Form), means)) && !p.inName(i) && !noun {
				at = i
				break
			}
		}
		s := p.sentence(l, t, from, to, at)
		c := logistic(s[:], weights().instruction[:])
		if c > certainty {
			best, certainty = s, c
		}
		if at >= 0 && c > least {
			named, least = s, c
		}
		from = to
	}
	if named[negated]+named[refused]+named[past] > 0 { // whatever else is wanted, this is not
		return named, least
	}
	return best, certainty
}

// mostTagged is how many tokens of the words the reader tags, for the sake of time.
const mostTagged = 256

// inName reports whether a token is glued to others, as those of a file's name are.
func (p *passage) inName(i int) bool {
	return p.toks[i].Glued && i > 0 && p.toks[i-1].Form != "'" || i+1 < len(p.toks) && p.toks[i+1].Glued && p.toks[i+1].Kind != language.Mark
}

// sentence are the features of tokens [from, to), of which at is the tool's verb, −1 for none.
func (p *passage) sentence(l *language.Language, t *Tool, from, to, at int) (s [signs]float64) {
	set := func(f int, is bool) {
		if is {
			s[f] = 1
		}
	}
	s[always] = 1
	forms := make([]string, 0, to-from)
	for i := from; i < to; i++ {
		forms = append(forms, p.toks[i].Form)
	}
	manners := errands().Manners.Begin(forms)
	end := at - from
	if at < 0 {
		end = min(len(forms), manners+3)
	}
	words := language.Forms(strings.Join(forms[:max(end, 0)], " "))
	polite := len(words) - len(errands().Manners.Strip(words))
	set(unnamed, at < 0)
	for i := from; i < from+max(end, 0); i++ {
		if errands().No.Begin(forms[i-from:]) > 0 || l.Has(p.toks, i, language.Negate, language.Exclude) {
			set(negated, s[negated] > 0 || end-(i-from) <= 5 || at < 0)
		}
		set(supposing, errands().Supposes.Begin(forms[i-from:]) > 0)
	}
	for i := range forms {
		if l.Translates() && l.Has(p.toks, from+i, language.Negate) { // "lösche sie nicht"
			s[negated] = 1
		}
		set(notNow, errands().NotNow.Begin(forms[i:]) > 0)
	}
	if at >= 0 {
		tok := &p.toks[at]
		set(past, !slices.ContainsFunc(language.NameWords(t.Name+" "+t.Title), func(w string) bool { return w == tok.Form }) &&
			(strings.HasSuffix(tok.Form, "ed") || !strings.HasPrefix(tok.Form, language.Root(tok.Stem))))
		set(bidding, s[past] == 0 && (polite == len(words) || end == 0))
		set(questioned, t.Effect != Reads && l.Has(p.toks, from, language.Ask) && errands().Manners.Begin(forms) < 2 && (s[past] > 0 || p.toks[to-1].Form == "?"))
	}
	n := 0.0
	for i := range p.parts {
		part := &p.parts[i]
		if part.To <= from || part.From >= to || at >= 0 && (at < part.From || at >= part.To) {
			continue
		}
		for _, span := range part.Spans {
			set(refused, span.Type == nlu.Do && span.Polarity == nlu.Exclude && (at < 0 || span.From <= at && at < span.To+2))
		}
		s[askShare] += part.Shares[nlu.AskProduct] + part.Shares[nlu.AskShop] + part.Shares[nlu.AskStock]
		s[talkShare] += part.Shares[nlu.Social] + part.Shares[nlu.Unclear]
		n++
	}
	for _, f := range []int{askShare, talkShare} {
		s[f] /= max(n, 1)
	}
	if t.Effect == Reads || at < 0 {
		s[askShare] = 0
	}
	return s
}
