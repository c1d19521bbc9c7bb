package control

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"shopclerk/catalog"
)

// Controls are what is in force at a version of the log. They are read-only and
// safe for concurrent use; nil controls leave everything to the clerk.
type Controls struct {
	version int64
	slots   map[Slot]Standing
	ordered []Standing
	said    *regexp.Regexp    // the phrases of readings, the longest first; nil: there are none
	reads   map[string]string // what each is read as, by the phrase in lower case
}

// Standing is a setting in force and the entry that set it.
type Standing struct {
	Sequence int64
	*Setting
}

// sort makes the order of [Controls.Standing].
func (c *Controls) sort() {
	for _, s := range c.slots {
		c.ordered = append(c.ordered, s)
	}
	slices.SortFunc(c.ordered, func(a, b Standing) int {
		return cmp.Or(
			strings.Compare(a.Category, b.Category),
			cmp.Compare(slices.Index(Kinds, a.Kind), slices.Index(Kinds, b.Kind)),
			strings.Compare(a.Aspect, b.Aspect),
			strings.Compare(a.Name, b.Name))
	})
	var phrases []string
	c.reads = map[string]string{}
	for _, s := range c.ordered {
		if s.Kind == KindReading {
			phrases = append(phrases, strings.Join(strings.Fields(s.Name), " "))
			c.reads[strings.ToLower(phrases[len(phrases)-1])] = s.Text
		}
	}
	slices.SortFunc(phrases, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), strings.Compare(a, b)) })
	for i, p := range phrases {
		phrases[i] = strings.ReplaceAll(regexp.QuoteMeta(p), " ", `\s+`)
	}
	if len(phrases) > 0 {
		c.said = regexp.MustCompile(`(?i)` + strings.Join(phrases, "|"))
	}
}

// Read returns a message as the clerk is to read it: whole words and phrases that
// readings name, in any case, replaced by what they are read as, each once. Where nothing
// is left, nothing was said.
func (c *Controls) Read(message string) string {
	if c == nil || c.said == nil {
		return message
	}
	var b strings.Builder
	from := 0
	for _, at := range c.said.FindAllStringIndex(message, -1) {
		before, _ := utf8.DecodeLastRuneInString(message[:at[0]])
		after, _ := utf8.DecodeRuneInString(message[at[1]:])
		if inWord(before) || inWord(after) {
			continue
		}
		b.WriteString(message[from:at[0]])
		b.WriteString(c.reads[strings.ToLower(strings.Join(strings.Fields(message[at[0]:at[1]]), " "))])
		from = at[1]
	}
	b.WriteString(message[from:])
	return strings.TrimSpace(b.String())
}

// inWord reports whether a rune beside a phrase makes it a part of a longer word.
func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// Rules lists the rules that hold in a scope on a day: those of every category, and in a
// single category its own.
func (c *Controls) Rules(scope []string, on Day) []*Setting {
	var out []*Setting
	for _, s := range c.Standing() {
		if s.Kind == KindRule && s.On(on) && (s.Category == "" || len(scope) == 1 && scope[0] == s.Category) {
			out = append(out, s.Setting)
		}
	}
	return out
}

// Banners lists the sentences that stand above a list on a day, for a reader of a language:
// those of every category and, in a single one, its own. wanted tells whether one of some
// values of an aspect is wanted.
func (c *Controls) Banners(scope []string, language string, on Day, wanted func(aspect string, values []string) bool) []string {
	var out []string
	for _, s := range c.Standing() {
		if s.Kind != KindBanner || !s.On(on) || s.Category != "" && !(len(scope) == 1 && scope[0] == s.Category) {
			continue
		}
		own := s.Slot()
		own.Name = language
		if s.Name == language || s.Name == "" && c.At(own) == nil {
			if s.Aspect == "" || wanted(s.Aspect, s.Values) {
				out = append(out, s.Text)
			}
		}
	}
	return out
}

// Pack lists the aspects that are asked about before all others in a scope, in their order.
func (c *Controls) Pack(scope []string) []string {
	return c.agreed(scope, func(category string) Standing {
		return c.slots[Slot{Kind: KindPack, Category: category}]
	}, func(a, b *Setting) bool { return slices.Equal(a.Values, b.Values) }).Values
}

// Welcome returns the start page's heading and what stands under it, for a reader of a
// language: either may be empty, the shop's usual one.
func (c *Controls) Welcome(language string) (text, help string) {
	for _, name := range []string{language, ""} {
		if s := c.At(Slot{Kind: KindWelcome, Name: name}); s != nil {
			return s.Text, s.Help
		}
	}
	return "", ""
}

// Faces returns the ids of the products whose pictures stand for categories, by path.
func (c *Controls) Faces() map[string]string {
	out := map[string]string{}
	for _, s := range c.Standing() {
		if s.Kind == KindFace {
			out[s.Category] = s.Text
		}
	}
	return out
}

// Version is the sequence of the latest entry folded, 0 for none.
func (c *Controls) Version() int64 {
	if c == nil {
		return 0
	}
	return c.version
}

// Standing lists the settings in force: by category, kind, aspect and name.
func (c *Controls) Standing() []Standing {
	if c == nil {
		return nil
	}
	return c.ordered
}

// At returns the setting of a slot, nil when nothing is set.
func (c *Controls) At(s Slot) *Setting {
	if c == nil {
		return nil
	}
	return c.slots[s].Setting
}

// Wording is a question in a merchandiser's words.
type Wording struct {
	Text, Help string // either may be empty: the clerk's own question, no help
	Sequence   int64  // the entry that worded it; 0: nothing was set
}

// Wording returns the words for a question about an aspect in a scope, for a reader
// of a language; the zero Wording when nothing is set.
func (c *Controls) Wording(scope []string, aspect, language string) Wording {
	s := c.agreed(scope, func(category string) Standing {
		if s, ok := c.slots[Slot{KindWording, category, aspect, language}]; ok {
			return s
		}
		return c.slots[Slot{KindWording, category, aspect, ""}]
	}, func(a, b *Setting) bool { return a.Text == b.Text && a.Help == b.Help })
	return Wording{s.Text, s.Help, s.Sequence}
}

// Place returns where an aspect stands among the questions in a scope.
func (c *Controls) Place(scope []string, aspect string) Place {
	return c.agreed(scope, func(category string) Standing {
		return c.slots[Slot{Kind: KindPlace, Category: category, Aspect: aspect}]
	}, func(a, b *Setting) bool { return a.Place == b.Place }).Place
}

// agreed finds what holds in a scope: what all its categories say, else what is
// said of every category. Where nothing is, its setting is empty.
func (c *Controls) agreed(scope []string, of func(category string) Standing, same func(a, b *Setting) bool) Standing {
	none := Standing{Setting: &Setting{}}
	if c == nil || len(c.slots) == 0 {
		return none
	}
	every := of("")
	if every.Setting == nil {
		every = none
	}
	all := every
	for i, category := range scope {
		s := of(category)
		if s.Setting == nil {
			s = every
		}
		if s == none || i > 0 && !same(s.Setting, all.Setting) {
			return every
		}
		all = s
	}
	return all
}

// Groups lists the merged values of an aspect in a category, by label. A value that
// a category's own merge has is not in those of every category.
func (c *Controls) Groups(category, aspect string) []catalog.Group {
	if c == nil {
		return nil
	}
	var out []catalog.Group
	taken := func(value string) bool {
		return slices.ContainsFunc(out, func(g catalog.Group) bool { return containsValue(g.Values, value) })
	}
	add := func(of string) {
		for _, s := range c.ordered {
			if s.Kind != KindMerge || s.Category != of || s.Aspect != aspect {
				continue
			}
			g := catalog.Group{Label: s.Name}
			for _, v := range s.Values {
				if !taken(v) {
					g.Values = append(g.Values, v)
				}
			}
			if len(g.Values) > 0 {
				out = append(out, g)
			}
		}
	}
	add(category)
	if category != "" {
		add("")
	}
	slices.SortFunc(out, func(a, b catalog.Group) int { return strings.Compare(a.Label, b.Label) })
	return out
}

// Alias is words for values, beside the catalogue's own.
type Alias struct {
	Category, Aspect string
	Name             string   // what the words mean, as it is shown
	Values           []string // the same as the catalogue has it
	Words            []string
}

// Aliases lists the words that shoppers use: synonyms, and the labels of merged
// values that the catalogue does not have.
func (c *Controls) Aliases() []Alias {
	var out []Alias
	for _, s := range c.Standing() {
		switch s.Kind {
		case KindSynonym:
			values := []string{s.Name}
			for _, g := range c.Groups(s.Category, s.Aspect) {
				if catalog.Same(g.Label, s.Name) || containsValue(g.Values, s.Name) {
					values = g.Values
				}
			}
			out = append(out, Alias{s.Category, s.Aspect, s.Name, values, s.Values})
		case KindMerge:
			if !s.holds(s.Name) {
				out = append(out, Alias{s.Category, s.Aspect, s.Name, s.Values, []string{s.Name}})
			}
		}
	}
	return out
}

// Pinned lists the products that stand first in a category's lists on a day, in the
// order in which they were pinned.
func (c *Controls) Pinned(category string, on Day) []string {
	pins := slices.DeleteFunc(c.products(First, on), func(s Standing) bool { return s.Category != category })
	slices.SortStableFunc(pins, func(a, b Standing) int { return cmp.Compare(a.Sequence, b.Sequence) })
	return productIDs(pins)
}

// Hidden lists the products that are not shown on a day, sorted.
func (c *Controls) Hidden(on Day) []string {
	hidden := productIDs(c.products(Never, on))
	slices.Sort(hidden)
	return slices.Compact(hidden)
}

// Hides reports whether a product is not shown on a day.
func (c *Controls) Hides(product string, on Day) bool { return slices.Contains(c.Hidden(on), product) }

func (c *Controls) products(at Place, on Day) []Standing {
	return slices.DeleteFunc(slices.Clone(c.Standing()), func(s Standing) bool { return s.Kind != KindProduct || s.Place != at || !s.On(on) })
}

func productIDs(list []Standing) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = s.Name
	}
	return out
}
