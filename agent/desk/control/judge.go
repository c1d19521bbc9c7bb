package control

import (
	"cmp"
	"fmt"
	"maps"
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

func newProblem(f Field, r Reason, detail string) error { return &Problem{f, r, detail} }

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
	return newProblem(AtName, Unknown, s.Name)
}

func (l Log) judgeUndo(sequence int64) error {
	if l.Entry(sequence) == nil {
		return newProblem(AtUndo, NoSuchEntry, fmt.Sprint(sequence))
	}
	if _, gone := l.Undone()[sequence]; gone {
		return newProblem(AtUndo, AlreadyUndone, fmt.Sprint(sequence))
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
				return newProblem(AtName, Twice, other.Name)
			}
			for _, v := range s.Values {
				if other.holds(v) {
					return newProblem(AtValues, AlreadyMerged, v+", "+other.Name)
				}
			}
		}
	case KindExperiment:
		if now := before.At(slot); now != nil && now.Name == s.Name && !slices.EqualFunc(now.Arms, s.Arms, sameArm) {
			return newProblem(AtName, Running, s.Name)
		}
	}
	return nil
}

// kindSpec declares what a setting of a kind holds.
type kindSpec struct {
	everywhere bool                       // it is of no category, and of no aspect
	aspect     bool                       // it is of an aspect
	optional   bool                       // which may be missing
	values     bool                       // whose values have names
	places     []Place                    // one of which it has; nil: none
	name, text int                        // characters that they may have, of which a name has one; 0: whatever more lets pass
	more       func(*Setting, Shop) error // looks at the rest; may be nil
}

// kindSpecs declares every kind.
var kindSpecs = map[Kind]kindSpec{
	KindWording:    {aspect: true, text: LongestText},
	KindPlace:      {aspect: true, places: []Place{First, Early, Never}},
	KindPack:       {more: (*Setting).judgePack},
	KindMerge:      {aspect: true, values: true, name: LongestName, more: (*Setting).judgeValues},
	KindSynonym:    {aspect: true, values: true, name: LongestName, more: (*Setting).judgeValues},
	KindReading:    {everywhere: true, places: []Place{"", Never}, name: LongestName, text: LongestText, more: (*Setting).judgeReading},
	KindProduct:    {places: []Place{First, Never}, more: (*Setting).judgeSold},
	KindRule:       {aspect: true, values: true, places: []Place{Early, Late}, more: (*Setting).judgeRule},
	KindBanner:     {aspect: true, optional: true, values: true, text: LongestHelp, more: (*Setting).judgeBanner},
	KindWelcome:    {everywhere: true, text: LongestText},
	KindFace:       {more: (*Setting).judgeSold},
	KindExperiment: {everywhere: true, name: LongestName, more: (*Setting).judgeExperiment},
}

// judge looks at a setting by itself.
func (s *Setting) judge(shop Shop) error {
	of, known := kindSpecs[s.Kind]
	switch {
	case !known:
		return newProblem(AtKind, Unknown, string(s.Kind))
	case s.Empty():
		return nil
	case of.everywhere && (s.Category != "" || s.Aspect != ""):
		return newProblem(AtCategory, Unknown, s.Category)
	}
	if err := s.judgeAspect(of, shop); err != nil {
		return err
	}
	switch {
	case of.name > 0 && s.Name == "":
		return newProblem(AtName, Missing, "")
	case of.places != nil && !slices.Contains(of.places, s.Place):
		return newProblem(AtPlace, NoPlace, string(s.Place))
	}
	err := cmp.Or(judgeText(AtName, s.Name, of.name), judgeText(AtText, s.Text, of.text), judgeText(AtHelp, s.Help, LongestHelp))
	if err == nil && of.more != nil {
		err = of.more(s, shop)
	}
	return cmp.Or(err, s.judgeDays())
}

// judgeAspect looks for category and aspect in the catalogue.
func (s *Setting) judgeAspect(of kindSpec, shop Shop) error {
	known, found, named := of.everywhere, s.Aspect == catalog.KeyCategory && s.Category == "", false
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
		return newProblem(AtCategory, Unknown, s.Category)
	case !of.aspect || of.optional && s.Aspect == "":
		return nil
	case s.Aspect == "":
		return newProblem(AtAspect, Missing, "")
	case !found:
		return newProblem(AtAspect, Unknown, s.Aspect)
	case of.values && !named:
		return newProblem(AtAspect, Nameless, s.Aspect)
	}
	return nil
}

// judgeValues looks at a merge or a synonym.
func (s *Setting) judgeValues(shop Shop) error {
	if len(s.Values) > MostValues {
		return newProblem(AtValues, TooMany, fmt.Sprint(MostValues))
	}
	for i, v := range s.Values {
		if err := judgeText(AtValues, v, LongestName); err != nil {
			return err
		}
		if strings.TrimSpace(v) == "" {
			return newProblem(AtValues, Missing, "")
		}
		if containsValue(s.Values[:i], v) {
			return newProblem(AtValues, Twice, v)
		}
		if s.Kind == KindMerge && !shop.Has(s.Category, s.Aspect, v) {
			return newProblem(AtValues, Unknown, v)
		}
	}
	if s.Kind == KindSynonym {
		return nil
	}
	if len(s.Values) < 2 {
		return newProblem(AtValues, OneValue, "")
	}
	if !s.holds(s.Name) && shop.Has(s.Category, s.Aspect, s.Name) {
		return newProblem(AtName, LabelTaken, s.Name)
	}
	return nil
}

// judgeSold looks in the category for the product that is placed, or whose picture stands
// for it.
func (s *Setting) judgeSold(shop Shop) error {
	id, at := s.Name, AtName
	if s.Kind == KindFace {
		id, at = s.Text, AtText
	}
	category, ok := shop.Sold(id)
	switch {
	case id == "":
		return newProblem(at, Missing, "")
	case !ok:
		return newProblem(at, Unknown, id)
	case s.Category != category:
		return newProblem(AtCategory, Elsewhere, category)
	}
	return nil
}

// judgeRule looks for the value that a rule is of.
func (s *Setting) judgeRule(shop Shop) error {
	switch {
	case s.Name == "":
		return newProblem(AtName, Missing, "")
	case !shop.Has(s.Category, s.Aspect, s.Name):
		return newProblem(AtName, Unknown, s.Name)
	}
	return nil
}

// judgePack looks for the aspects of a pack in the catalogue.
func (s *Setting) judgePack(shop Shop) error {
	if len(s.Values) > MostPacked {
		return newProblem(AtValues, TooMany, fmt.Sprint(MostPacked))
	}
	for i, key := range s.Values {
		if slices.Contains(s.Values[:i], key) {
			return newProblem(AtValues, Twice, key)
		}
		one := Setting{Category: s.Category, Aspect: key}
		if err := one.judgeAspect(kindSpec{aspect: true}, shop); err != nil {
			return newProblem(AtValues, Unknown, key)
		}
	}
	return nil
}

// judgeBanner looks at what has to be wanted for a sentence.
func (s *Setting) judgeBanner(shop Shop) error {
	if (s.Aspect == "") != (len(s.Values) == 0) {
		return newProblem(map[bool]Field{true: AtAspect, false: AtValues}[s.Aspect == ""], Missing, "")
	}
	for _, v := range s.Values {
		if !shop.Has(s.Category, s.Aspect, v) {
			return newProblem(AtValues, Unknown, v)
		}
	}
	return nil
}

// judgeReading looks at what is read in place of words.
func (s *Setting) judgeReading(Shop) error {
	switch {
	case s.Place == Never && s.Text != "":
		return newProblem(AtPlace, NoPlace, string(s.Place))
	case !strings.ContainsFunc(s.Name, inWord):
		return newProblem(AtName, Unprintable, s.Name)
	}
	return nil
}

// judgeDays looks at the days on which a setting holds.
func (s *Setting) judgeDays() error {
	switch {
	case !s.From.valid():
		return newProblem(AtFrom, NoDay, string(s.From))
	case !s.To.valid():
		return newProblem(AtTo, NoDay, string(s.To))
	case s.To != "" && s.To < s.From:
		return newProblem(AtTo, Backwards, "")
	}
	return nil
}

func (d Day) valid() bool {
	t, err := time.Parse(time.DateOnly, string(d))
	return d == "" || err == nil && DayOf(t) == d
}

// judgeExperiment looks at the arms.
func (s *Setting) judgeExperiment(Shop) error {
	if len(s.Arms) > MostArms {
		return newProblem(AtArms, TooMany, fmt.Sprint(MostArms))
	}
	sum := 0.0
	for i, a := range s.Arms {
		if a.Name == "" {
			return newProblem(AtArms, Missing, "")
		}
		if err := judgeText(AtArms, a.Name, LongestName); err != nil {
			return err
		}
		if slices.ContainsFunc(s.Arms[:i], func(b Arm) bool { return b.Name == a.Name }) {
			return newProblem(AtArms, Twice, a.Name)
		}
		if _, err := clarify.Configure(a.Policy, a.Settings); err != nil {
			return newProblem(AtArms, NoPolicy, a.Name+": "+err.Error())
		}
		if !(a.Share > 0) { // so that what is no number is none
			return newProblem(AtArms, BadShare, a.Name)
		}
		sum += a.Share
	}
	if !(math.Abs(sum-1) <= shareRounded) {
		return newProblem(AtArms, NotWhole, catalog.FormatNumber(100*sum)+" %")
	}
	return nil
}

func sameArm(a, b Arm) bool {
	return a.Name == b.Name && a.Policy == b.Policy && a.Share == b.Share && maps.Equal(a.Settings, b.Settings)
}

// judgeText looks at a text that shoppers or the merchandiser will read; 0 characters
// bound nothing.
func judgeText(f Field, text string, longest int) error {
	if longest == 0 {
		return nil
	}
	if utf8.RuneCountInString(text) > longest {
		return newProblem(f, TooLong, fmt.Sprint(longest))
	}
	if !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl) {
		return newProblem(f, Unprintable, "")
	}
	return nil
}
