package discover

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Japanese and Chinese titles have no blanks between words. What a thing is stands last in
// its run of characters there ("ゲーミングマウス", "男士跑步鞋"), so that names of products
// are the ends that many runs have in common, behind many different characters: where one
// word ends and the next begins, what comes before is open (accessor variety, Feng, Chen,
// Deng and Zheng 2004). Those ends are learned from the titles themselves; a run is cut,
// from its end, where the longest of them begins.
//
// The gap we know of: words of shops that many titles end with ("新款", new) are ends too,
// and a name that the catalogue has only once is no word.

// segments cut runs of characters into words. Nil cuts nothing.
type segments struct {
	ends    map[string]bool
	longest int // of them, in characters
}

const (
	// longestEnd bounds a word: "電子レンジ" has five characters, "ワイヤレスイヤホン" nine.
	longestEnd = 9
	// minEnd is how many titles must have an end, or one in endShare of them.
	minEnd, endShare = 3, 2000
	// minBefore is how many different characters must stand before an end, or nothing.
	minBefore = 3
	// minUnspaced is the share of titles with a run of unspacedRun characters from which
	// a catalogue is taken to be written without blanks.
	minUnspaced, unspacedRun = 0.2, 4
	// mostTitles is from how many titles ends are learned.
	mostTitles = 20_000
)

// unspaced reports whether a character is of a script that puts no blanks between words.
func unspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || r == 'ー' || r == '々'
}

// runs yields the runs of a text: of unspaced characters, or of others.
func runs(text string, yield func(run string, isUnspaced bool)) {
	for text != "" {
		first, _ := utf8.DecodeRuneInString(text)
		is := unspaced(first)
		n := strings.IndexFunc(text, func(r rune) bool { return unspaced(r) != is })
		if n < 0 {
			n = len(text)
		}
		yield(text[:n], is)
		text = text[n:]
	}
}

// learnSegments learns ends from titles; nil where they have blanks.
func learnSegments(docs []*document) *segments {
	type end struct {
		titles int
		before []rune // that stand before it, 0 for nothing; at most minBefore
	}
	found := map[string]*end{}
	with, looked := 0, 0
	for _, d := range docs[:min(len(docs), mostTitles)] {
		looked++
		long := false
		seen := map[string]bool{}
		runs(d.bare(), func(run string, is bool) {
			if !is {
				return
			}
			characters := []rune(run)
			long = long || len(characters) >= unspacedRun
			for n := 1; n <= min(longestEnd, len(characters)); n++ {
				at := len(characters) - n
				text := string(characters[at:])
				e := found[text]
				if e == nil {
					e = &end{}
					found[text] = e
				}
				before := rune(0)
				if at > 0 {
					before = characters[at-1]
				}
				if len(e.before) < minBefore && !strings.ContainsRune(string(e.before), before) {
					e.before = append(e.before, before)
				}
				if !seen[text] {
					seen[text] = true
					e.titles++
				}
			}
		})
		if long {
			with++
		}
	}
	if looked == 0 || share(with, looked) < minUnspaced {
		return nil
	}
	s := &segments{ends: map[string]bool{}}
	for text, e := range found {
		n := utf8.RuneCountInString(text)
		first, _ := utf8.DecodeRuneInString(text)
		switch {
		case e.titles < max(minEnd, looked/endShare) || len(e.before) < minBefore:
		case n == 1 && !unicode.Is(unicode.Han, first): // a syllable is no word
		case first == 'ー' || strings.ContainsRune("ァィゥェォッャュョぁぃぅぇぉっゃゅょ", first): // no word begins with one
		default:
			s.ends[text] = true
			s.longest = max(s.longest, n)
		}
	}
	return s
}

// cut returns the words of a run, the last first.
func (s *segments) cut(run string) []string {
	var out []string
	for rest := []rune(run); len(rest) > 0; {
		n := min(s.longest, len(rest))
		for n > 0 && !s.ends[string(rest[len(rest)-n:])] {
			n--
		}
		if n == 0 { // what is left is one word that is known no better
			return append(out, string(rest))
		}
		out = append(out, string(rest[len(rest)-n:]))
		rest = rest[:len(rest)-n]
	}
	return out
}

// split cuts the words of a title at the ends that are known.
func (s *segments) split(ws []titleWord) []titleWord {
	var out []titleWord
	for _, w := range ws {
		if !strings.ContainsFunc(w.text, unspaced) {
			out = append(out, w)
			continue
		}
		breaks := w.breaks
		runs(w.text, func(run string, is bool) {
			if !is {
				part := strings.TrimFunc(run, notWord)
				breaks = breaks || part != run
				if part != "" {
					out = append(out, titleWord{text: part, key: wordKey(part), lower: w.lower, caps: w.caps, breaks: breaks, code: strings.ContainsFunc(part, unicode.IsDigit)})
					breaks = !strings.HasSuffix(run, part)
				}
				return
			}
			words := s.cut(run)
			for i := len(words) - 1; i >= 0; i-- {
				out = append(out, titleWord{text: words[i], key: words[i], lower: true, breaks: breaks})
				breaks = false
			}
		})
	}
	return out
}

// offer is what shops put in thick brackets: "free shipping", "limited".
var offer = regexp.MustCompile(`【[^】]*】`)

// bare is the title without offers and, where it is written into what follows, the brand.
func (d *document) bare() string {
	title := offer.ReplaceAllString(d.title, " ")
	if strings.ContainsFunc(d.brand, unspaced) {
		title = strings.Replace(title, d.brand, " ", 1)
	}
	return title
}

// segment cuts the words of a document.
func (d *document) segment(s *segments) {
	if s == nil {
		return
	}
	d.words, d.prose = s.split(withoutBrand(titleWords(d.bare()), d.brand)), s.split(d.prose)
	d.features = slices.DeleteFunc(d.features, func(f feature) bool { return f.block == titleBlock || f.block == proseBlock })
	d.say(titleBlock, d.words)
	d.say(proseBlock, d.prose)
}

// say adds the words of a text to the features, each once.
func (d *document) say(b block, ws []titleWord) {
	seen := map[string]bool{}
	for i := range ws {
		if key := ws[i].key; !ws[i].code && !seen[key] {
			seen[key] = true
			d.features = append(d.features, feature{b, key})
		}
	}
}
