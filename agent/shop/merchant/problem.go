package merchant

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"shopclerk/words"
)

// Bounds of what the shop tells, in characters. An answer is read in a conversation: a
// thousand characters are eight lines on a desktop and a whole screen of a phone.
const (
	LongestText    = 1000
	LongestReach   = 200 // each of [Reach]
	longestCountry = 60  // as it was typed; the longest name has 44
)

// Reason is why something can not be told.
type Reason int

// The reasons.
const (
	TooLong Reason = iota
	NoEmail
	NoPhone
	NoURL
	NoCountry
	NoTopic
	NoLanguage
	NoField // a name that the file does not know
	NoText  // a number, a list or a table where a text belongs
	NoList  // the same where a list of texts belongs
	NoTable // the same where a table belongs
)

// Problem is something of an [Info] that is not right.
type Problem struct {
	Field  string // as the file names it: "reach.email", "topic.payment.en", "countries"
	Reason Reason
	Value  string // what is wrong with it: the value, or the name that is none
}

// Error is in English, for the file and the log.
func (p *Problem) Error() string { return p.Field + ": " + p.Text(words.English) }

// problemWords are the ids of what is wrong and what helps.
var problemWords = [...]string{
	TooLong: "shop.problem.too-long", NoEmail: "shop.problem.no-email", NoPhone: "shop.problem.no-phone", NoURL: "shop.problem.no-url",
	NoCountry: "shop.problem.no-country", NoTopic: "shop.problem.no-topic", NoLanguage: "shop.problem.no-language",
	NoField: "shop.problem.no-field", NoText: "shop.problem.no-text", NoList: "shop.problem.no-list", NoTable: "shop.problem.no-table",
}

// Text says what is wrong, and what helps.
func (p *Problem) Text(w *words.Language) string {
	var known []string
	switch p.Reason {
	case NoTopic:
		known = topicIDs()
	case NoLanguage:
		for _, l := range words.Languages() {
			known = append(known, l.Code())
		}
	case NoField:
		known = []string{knownFields}
	}
	return w.T(problemWords[p.Reason], "Most", p.Value, "Value", p.Value, "Known", strings.Join(known, w.T("language.comma")))
}

// topicIDs are those of all topics.
func topicIDs() []string {
	out := make([]string, len(topics))
	for i, t := range topics {
		out[i] = t.ID
	}
	return out
}

// Tidy returns a copy as it is kept, without spare white space, empty texts and
// countries that stand there twice, and what is wrong with it, in the order of the
// file. An Info without problems may be put in force; tidying it again changes nothing.
func (i *Info) Tidy() (*Info, []*Problem) {
	if i == nil {
		return &Info{}, nil
	}
	var problems []*Problem
	bad := func(field string, r Reason, value string) {
		problems = append(problems, &Problem{Field: field, Reason: r, Value: value})
	}
	fits := func(field, text string, most int) bool {
		if utf8.RuneCountInString(text) > most {
			bad(field, TooLong, strconv.Itoa(most))
			return false
		}
		return true
	}
	out := &Info{}
	for _, c := range i.Countries {
		c = toParagraph(c)
		code, ok := Country(c)
		switch {
		case c == "":
		case !fits("countries", c, longestCountry):
		case !ok:
			bad("countries", NoCountry, c)
		case !slices.Contains(out.Countries, code):
			out.Countries = append(out.Countries, code)
		}
	}
	for _, f := range ReachFields {
		field, text := "reach."+f.Name, toParagraph(*f.Of(&i.Reach))
		*f.Of(&out.Reach) = text
		if text != "" && fits(field, text, LongestReach) && f.fits != nil && !f.fits(text) {
			bad(field, f.reason, text)
		}
	}
	for _, topic := range slices.Sorted(maps.Keys(i.Texts)) {
		field := "topic." + topic
		if _, ok := Lookup(topic); !ok {
			bad(field, NoTopic, topic)
			continue
		}
		for _, code := range slices.Sorted(maps.Keys(i.Texts[topic])) {
			text := toParagraph(i.Texts[topic][code])
			switch {
			case words.Lookup(code) == nil:
				bad(field+"."+code, NoLanguage, code)
			case text != "":
				fits(field+"."+code, text, LongestText)
				if out.Texts[topic] == nil {
					out = out.With(topic, map[string]string{})
				}
				out.Texts[topic][code] = text
			}
		}
	}
	return out, problems
}

// toParagraph makes one paragraph of a text, without what can not be shown: texts stand in
// the clerk's sentences.
func toParagraph(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, ""))
	return strings.Join(strings.Fields(text), " ")
}

// isEmail tells an e-mail address from a slip of the keyboard. Whether it is anybody's
// only a letter would tell.
func isEmail(text string) bool {
	name, host, ok := strings.Cut(text, "@")
	return ok && name != "" && !strings.ContainsAny(text, " ,;<>\"") && !strings.Contains(host, "@") &&
		strings.Contains(strings.Trim(host, "."), ".") && !strings.HasSuffix(host, ".") && !strings.HasPrefix(host, ".") && !strings.Contains(host, "..")
}

// isPhone reports whether a text can be dialled: three digits at least, as short numbers
// have, and else what numbers are written with.
func isPhone(text string) bool {
	digits := 0
	for _, r := range text {
		switch {
		case '0' <= r && r <= '9':
			digits++
		case !strings.ContainsRune("+()/-–. ", r):
			return false
		}
	}
	return digits >= 3
}

// isURL reports whether a text is a whole address of the web.
func isURL(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Hostname() != "" && !strings.Contains(text, " ")
}
