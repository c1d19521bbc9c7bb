package control

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"shopclerk/agent/clarify"
	"shopclerk/catalog"
)

// Bounds of what can be set. A question must be read at a glance, help in a breath.
const (
	LongestText  = 120 // characters of a question
	LongestHelp  = 300 // of the help under it
	LongestName  = 100 // of a label, a value, a word
	MostValues   = 50  // merged into one, or words for one
	MostPacked   = 5   // aspects of a pack: more than people answer
	MostArms     = 5
	shareRounded = 1e-6 // by which the shares may miss 1
)

// Field names the part of a setting that a problem lies in.
type Field string

// The fields.
const (
	AtKind     Field = "kind"
	AtCategory Field = "category"
	AtAspect   Field = "aspect"
	AtName     Field = "name"
	AtText     Field = "text"
	AtHelp     Field = "help"
	AtPlace    Field = "place"
	AtValues   Field = "values"
	AtFrom     Field = "from"
	AtTo       Field = "to"
	AtArms     Field = "arms"
	AtUndo     Field = "undo"
)

// Reason says what is wrong and what to do about it.
type Reason string

// The reasons.
const (
	Missing       Reason = "is missing: fill it in"
	TooLong       Reason = "is too long: shorten it"
	TooMany       Reason = "has too many: leave some out"
	Unprintable   Reason = "has characters that can not be shown: type it anew"
	Unknown       Reason = "is not in the catalogue: choose one that is"
	Nameless      Reason = "has no names, such as an aspect of numbers or of yes and no: choose another aspect"
	AlreadyMerged Reason = "has a value that another merge of the aspect has: take it from one of them"
	LabelTaken    Reason = "is a value of its own that the merge leaves out: add it to the values, or choose another label"
	OneValue      Reason = "has fewer than two values to merge: add one"
	Twice         Reason = "has the same twice: leave one out"
	NoPlace       Reason = "is none of the places: choose one"
	Elsewhere     Reason = "is a product of another category: choose that category"
	NoDay         Reason = "is no day: write it as 2026-01-31"
	Backwards     Reason = "ends before it begins: exchange the days"
	NoPolicy      Reason = "names no policy, or a setting that the policy does not have"
	BadShare      Reason = "has a share that is not above 0"
	NotWhole      Reason = "has shares that do not sum to 100 %"
	Running       Reason = "names an experiment that runs with other arms, whose sessions would change sides: give the new one another name"
	NoSuchEntry   Reason = "names no entry of the log"
	AlreadyUndone Reason = "names an entry that has been undone already"
)

// Problem is why an act can not be done.
type Problem struct {
	Field  Field
	Reason Reason
	Detail string // what it is about: a value, an arm's name, the policies there are; may be empty
}

// Error tells the place, and the remedy.
func (p *Problem) Error() string {
	if p.Detail == "" {
		return fmt.Sprintf("%s %s", p.Field, p.Reason)
	}
	return fmt.Sprintf("%s %s (%s)", p.Field, p.Reason, p.Detail)
}

func problem(f Field, r Reason, detail string) error { return &Problem{f, r, detail} }

// Shop is what settings are judged against.
type Shop struct {
	Categories []catalog.Category
	// Has reports whether a product of the category, of any for "", has the value.
	Has func(category, aspect, value string) bool
	// Sold returns the category of a product, false when there is no such product.
	Sold func(id string) (category string, ok bool)
}

// Judge reports the first reason why an act can not be the next of the log, as a
// [*Problem]; nil when it can. Taking something away can not be wrong but by its
// slot, so that what a new import has left without meaning can be cleared.
func (l Log) Judge(act Act, shop Shop) error {
	if act.Set == nil {
		if err := l.judgeUndo(act.Undo); err != nil {
			return err
		}
	} else if err := cmp.Or(act.Set.judge(shop), l.Controls().judgeMeant(act.Set, shop)); err != nil {
		return err
	}
	next := append(slices.Clip(l), Entry{Sequence: l.Version() + 1, Act: act})
	slot, _ := next.slot(&next[len(next)-1])
	return next.Controls().clash(slot, l.Controls())
}

// judgeMeant looks for what a synonym means: a value, or the label of merged ones.
func (c *Controls) judgeMeant(s *Setting, shop Shop) error {
	if s.Kind != KindSynonym || s.Empty() || shop.Has(s.Category, s.Aspect, s.Name) {
		return nil
	}
	if slices.ContainsFunc(c.Groups(s.Category, s.Aspect), func(g catalog.Group) bool { return catalog.Same(g.Label, s.Name) }) {
		return nil
	}
	return problem(AtName, Unknown, s.Name)
}

func (l Log) judgeUndo(sequence int64) error {
	if l.Entry(sequence) == nil {
		return problem(AtUndo, NoSuchEntry, fmt.Sprint(sequence))
	}
	if _, gone := l.Undone()[sequence]; gone {
		return problem(AtUndo, AlreadyUndone, fmt.Sprint(sequence))
	}
	return nil
}

// clash reports what in a slot does not go with the rest of the controls, or with
// what was in force before.
func (c *Controls) clash(slot Slot, before *Controls) error {
	s := c.At(slot)
	if s == nil {
		return nil
	}
	switch s.Kind {
	case KindMerge:
		for _, other := range c.ordered {
			if other.Kind != KindMerge || other.Category != s.Category || other.Aspect != s.Aspect || other.Name == s.Name {
				continue
			}
			if catalog.Same(other.Name, s.Name) {
				return problem(AtName, Twice, other.Name)
			}
			for _, v := range s.Values {
				if other.holds(v) {
					return problem(AtValues, AlreadyMerged, v+", "+other.Name)
				}
			}
		}
	case KindExperiment:
		if now := before.At(slot); now != nil && now.Name == s.Name && !slices.EqualFunc(now.Arms, s.Arms, sameArm) {
			return problem(AtName, Running, s.Name)
		}
	}
	return nil
}

// judge looks at a setting by itself.
func (s *Setting) judge(shop Shop) error {
	if !slices.Contains(Kinds, s.Kind) {
		return problem(AtKind, Unknown, string(s.Kind))
	}
	if s.Empty() {
		return nil
	}
	if s.Kind == KindExperiment {
		return s.judgeExperiment()
	}
	if s.Kind == KindReading {
		return s.judgeReading()
	}
	if s.Kind == KindWelcome {
		return s.judgeWelcome()
	}
	if err := s.judgeAspect(shop); err != nil {
		return err
	}
	switch s.Kind {
	case KindRule:
		switch {
		case s.Place != Early && s.Place != Late:
			return problem(AtPlace, NoPlace, string(s.Place))
		case s.Name == "":
			return problem(AtName, Missing, "")
		case !shop.Has(s.Category, s.Aspect, s.Name):
			return problem(AtName, Unknown, s.Name)
		}
		return s.judgeDays()
	case KindWording:
		return cmp.Or(judgeText(AtText, s.Text, LongestText), judgeText(AtHelp, s.Help, LongestHelp))
	case KindPlace:
		if s.Place != First && s.Place != Early && s.Place != Never {
			return problem(AtPlace, NoPlace, string(s.Place))
		}
		return nil
	case KindProduct:
		return s.judgeProduct(shop, s.Name, AtName)
	case KindFace:
		return s.judgeProduct(shop, s.Text, AtText)
	case KindPack:
		return s.judgePack(shop)
	case KindBanner:
		return s.judgeBanner(shop)
	}
	return s.judgeValues(shop)
}

// judgeAspect looks for category and aspect in the catalogue.
func (s *Setting) judgeAspect(shop Shop) error {
	known, found, named := false, s.Aspect == catalog.KeyCategory && s.Category == "", false
	for i := range shop.Categories {
		if c := &shop.Categories[i]; s.Category == "" || s.Category == c.Path {
			known = true
			if a, ok := c.Aspect(s.Aspect); ok {
				found = true
				named = named || a.Kind != catalog.Numeric && (a.Kind != catalog.Flag || s.Kind != KindMerge)
			}
		}
	}
	switch {
	case !known:
		return problem(AtCategory, Unknown, s.Category)
	case s.Kind == KindProduct || s.Kind == KindFace || s.Kind == KindPack || s.Kind == KindBanner && s.Aspect == "":
		return nil
	case s.Aspect == "":
		return problem(AtAspect, Missing, "")
	case !found:
		return problem(AtAspect, Unknown, s.Aspect)
	case !named && s.Kind != KindWording && s.Kind != KindPlace:
		return problem(AtAspect, Nameless, s.Aspect)
	}
	return nil
}

// judgeValues looks at a merge or a synonym.
func (s *Setting) judgeValues(shop Shop) error {
	if s.Name == "" {
		return problem(AtName, Missing, "")
	}
	if err := judgeText(AtName, s.Name, LongestName); err != nil {
		return err
	}
	if len(s.Values) > MostValues {
		return problem(AtValues, TooMany, fmt.Sprint(MostValues))
	}
	for i, v := range s.Values {
		if err := judgeText(AtValues, v, LongestName); err != nil {
			return err
		}
		if strings.TrimSpace(v) == "" {
			return problem(AtValues, Missing, "")
		}
		if contains(s.Values[:i], v) {
			return problem(AtValues, Twice, v)
		}
		if s.Kind == KindMerge && !shop.Has(s.Category, s.Aspect, v) {
			return problem(AtValues, Unknown, v)
		}
	}
	if s.Kind == KindSynonym {
		return nil
	}
	if len(s.Values) < 2 {
		return problem(AtValues, OneValue, "")
	}
	if !s.holds(s.Name) && shop.Has(s.Category, s.Aspect, s.Name) {
		return problem(AtName, LabelTaken, s.Name)
	}
	return nil
}

// judgeProduct looks at a product that is placed, or whose picture stands for a category.
func (s *Setting) judgeProduct(shop Shop, id string, at Field) error {
	category, ok := shop.Sold(id)
	switch {
	case id == "":
		return problem(at, Missing, "")
	case !ok:
		return problem(at, Unknown, id)
	case s.Category != category:
		return problem(AtCategory, Elsewhere, category)
	case s.Kind == KindProduct && s.Place != First && s.Place != Never:
		return problem(AtPlace, NoPlace, string(s.Place))
	}
	return s.judgeDays()
}

// judgePack looks for the aspects of a pack in the catalogue.
func (s *Setting) judgePack(shop Shop) error {
	if len(s.Values) > MostPacked {
		return problem(AtValues, TooMany, fmt.Sprint(MostPacked))
	}
	for i, key := range s.Values {
		if slices.Contains(s.Values[:i], key) {
			return problem(AtValues, Twice, key)
		}
		one := Setting{Kind: KindPlace, Category: s.Category, Aspect: key, Place: First}
		if err := one.judge(shop); err != nil {
			return problem(AtValues, Unknown, key)
		}
	}
	return nil
}

// judgeBanner looks at a sentence, and at what has to be wanted for it.
func (s *Setting) judgeBanner(shop Shop) error {
	if (s.Aspect == "") != (len(s.Values) == 0) {
		return problem(map[bool]Field{true: AtAspect, false: AtValues}[s.Aspect == ""], Missing, "")
	}
	for _, v := range s.Values {
		if !shop.Has(s.Category, s.Aspect, v) {
			return problem(AtValues, Unknown, v)
		}
	}
	return cmp.Or(judgeText(AtText, s.Text, LongestHelp), s.judgeDays())
}

// judgeWelcome looks at what the start page says.
func (s *Setting) judgeWelcome() error {
	if s.Category != "" || s.Aspect != "" {
		return problem(AtCategory, Unknown, s.Category)
	}
	return cmp.Or(judgeText(AtText, s.Text, LongestText), judgeText(AtHelp, s.Help, LongestHelp))
}

// judgeReading looks at what is read in place of words.
func (s *Setting) judgeReading() error {
	switch {
	case s.Name == "":
		return problem(AtName, Missing, "")
	case s.Category != "" || s.Aspect != "":
		return problem(AtCategory, Unknown, s.Category)
	case s.Place != "" && (s.Place != Never || s.Text != ""):
		return problem(AtPlace, NoPlace, string(s.Place))
	case !strings.ContainsFunc(s.Name, within):
		return problem(AtName, Unprintable, s.Name)
	}
	return cmp.Or(judgeText(AtName, s.Name, LongestName), judgeText(AtText, s.Text, LongestText))
}

// judgeDays looks at the days on which a setting holds.
func (s *Setting) judgeDays() error {
	switch {
	case !s.From.valid():
		return problem(AtFrom, NoDay, string(s.From))
	case !s.To.valid():
		return problem(AtTo, NoDay, string(s.To))
	case s.To != "" && s.To < s.From:
		return problem(AtTo, Backwards, "")
	}
	return nil
}

func (d Day) valid() bool {
	t, err := time.Parse(time.DateOnly, string(d))
	return d == "" || err == nil && DayOf(t) == d
}

func (s *Setting) judgeExperiment() error {
	if s.Name == "" {
		return problem(AtName, Missing, "")
	}
	if err := judgeText(AtName, s.Name, LongestName); err != nil {
		return err
	}
	if len(s.Arms) > MostArms {
		return problem(AtArms, TooMany, fmt.Sprint(MostArms))
	}
	sum := 0.0
	for i, a := range s.Arms {
		if a.Name == "" {
			return problem(AtArms, Missing, "")
		}
		if err := judgeText(AtArms, a.Name, LongestName); err != nil {
			return err
		}
		if slices.ContainsFunc(s.Arms[:i], func(b Arm) bool { return b.Name == a.Name }) {
			return problem(AtArms, Twice, a.Name)
		}
		if _, err := clarify.Configure(a.Policy, a.Settings); err != nil {
			return problem(AtArms, NoPolicy, a.Name+": "+err.Error())
		}
		if !(a.Share > 0) { // so that what is no number is none
			return problem(AtArms, BadShare, a.Name)
		}
		sum += a.Share
	}
	if !(math.Abs(sum-1) <= shareRounded) {
		return problem(AtArms, NotWhole, catalog.FormatNumber(100*sum)+" %")
	}
	return nil
}

func sameArm(a, b Arm) bool {
	if a.Name != b.Name || a.Policy != b.Policy || a.Share != b.Share || len(a.Settings) != len(b.Settings) {
		return false
	}
	for k, v := range a.Settings {
		if w, ok := b.Settings[k]; !ok || v != w {
			return false
		}
	}
	return true
}

// judgeText looks at a text that shoppers or the merchandiser will read.
func judgeText(f Field, text string, longest int) error {
	if utf8.RuneCountInString(text) > longest {
		return problem(f, TooLong, fmt.Sprint(longest))
	}
	if !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl) {
		return problem(f, Unprintable, "")
	}
	return nil
}
