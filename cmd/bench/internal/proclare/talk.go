package proclare

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"

	"shopclerk/agent"
	"shopclerk/agent/clarify"
	"shopclerk/agent/dialog"
	"shopclerk/agent/shopper"
	"shopclerk/catalog"
	"shopclerk/cmd/internal/progress"
)

// Visit is one shopper's conversation.
type Visit struct {
	Whole map[string]float64     // figures of the whole by name
	Turns map[string][][]float64 // those of turns: none, one or several at each
	Asked map[string]float64     // how many questions were about an aspect
}

// The figures of conversations, beside [Hit] and [MRR] after the opening and each turn, of lists
// as [Named] has them. A conversation that ended early keeps its last list.
const (
	Questions = "questions" // how many were asked

	// Again is how alike each question is to the most alike of earlier turns, 0..1
	// (see [alike]), from the second turn.
	Again = "again"

	// Of people: something that the person takes, before leaving; questions read; products looked at.
	Found, Read, Looked = "found", "questions read", "products looked at"
)

// Named is the name of a figure of a list.
func Named(list, figure string) string {
	if list == Own {
		return figure
	}
	return list + " " + figure
}

// Talk lets all shoppers of a condition talk to the clerk.
func (s *Shop) Talk(ctx context.Context, t *Talk) ([]Visit, error) {
	if t.Policy == ModelPolicy && (s.Model == nil || t.Statistics != FromBelief || t.Person != "") {
		return nil, fmt.Errorf("the policy %s asks a model, makes its own statistics, and talks to shoppers only: --model-url names one", ModelPolicy)
	}
	targets, err := s.uniform(ctx, t.Shoppers, t.Seed)
	if err != nil {
		return nil, err
	}
	out := make([]Visit, len(targets))
	err = progress.Each(ctx, len(targets), s.Progress, func(i int) (err error) {
		if out[i], err = s.visit(ctx, t, &targets[i], uint64(i)); err != nil {
			return fmt.Errorf("shopper %d: %w", i, err)
		}
		return nil
	})
	return out, err
}

// replier is a clerk as a simulated shopper meets it.
type replier func(context.Context, *dialog.Conversation, agent.Input) (*agent.Turn, error)

// hire returns a clerk for one conversation under the condition.
func (s *Shop) hire(ctx context.Context, t *Talk, target *catalog.Product, number uint64, opening string) (replier, *statistics, error) {
	c := s.Clerk.Config()
	if s.Model != nil && t.Policy != ModelPolicy {
		c.Model = s.Model
	}
	c.PolicyName = t.Policy
	c.Questions, c.Options, c.Page = t.Questions, t.Options, Page
	c.Seed = t.Seed<<20 + number // every shopper meets another chance
	st := &statistics{ctx: ctx, shop: s, source: t.Statistics, opening: opening, rng: rand.New(rand.NewPCG(t.Seed, 1<<40+number))}
	var err error
	switch {
	case t.Statistics == FromNothing:
		c.Policy = clarify.PolicyFunc(blind)
		return agent.New(c).Reply, st, nil
	case t.Policy == policyProductAgent:
		c.Policy = clarify.PolicyFunc(productAgent)
	case t.Policy == ModelPolicy:
		st.counts = map[string]float64{QueriesAsked: 0, QueriesFailed: 0, QueriesInvalid: 0, QueriesTrivial: 0, QueriesRelaxed: 0}
		c.Policy = clarify.PolicyFunc(st.ask)
		return st.instruct(c), st, nil
	case t.Policy == policyOracle:
		return oracle(c, target), st, nil
	default:
		c.Policy, err = clarify.Configure(t.Policy, t.Set)
	}
	if t.Statistics != FromBelief {
		return st.instruct(c), st, err
	}
	return agent.New(c).Reply, st, err
}

// hearing takes a reply and returns what is said next, or that the conversation is over.
type hearing func(turn int, reply *agent.Turn) (in agent.Input, on bool, err error)

// visit lets one shopper, or person, talk to a clerk for the condition's turns.
func (s *Shop) visit(ctx context.Context, t *Talk, target *catalog.Product, number uint64) (Visit, error) {
	v := Visit{Whole: map[string]float64{}, Turns: map[string][][]float64{}, Asked: map[string]float64{}}
	opening := catalog.LastLevel(target.Category)
	if t.Opening == OpenQuery {
		opening = shopper.Query(target, shopper.Vague, rand.New(rand.NewPCG(t.Seed, 1<<41+number)))
	}
	clerk, st, err := s.hire(ctx, t, target, number, opening)
	if err != nil {
		return v, err
	}
	var c dialog.Conversation
	rng := rand.New(rand.NewPCG(t.Seed, 1+number))
	var hear hearing
	if t.Person == "" {
		hear = s.asked(ctx, t, target, rng, &v, st, &c)
	} else if hear, err = s.met(ctx, t, target, rng, &v); err != nil {
		return v, err
	}
	in, on := agent.Input{Message: opening}, true
	for turn := 0; on && turn <= t.Turns; turn++ {
		reply, err := clerk(ctx, &c, in)
		if err == nil {
			in, on, err = hear(turn, reply)
		}
		if err != nil {
			return v, fmt.Errorf("turn %d: %w", turn, err)
		}
	}
	maps.Copy(v.Whole, st.counts)
	return v, nil
}

// asked is a shopper who answers the questions of every turn with the next. A clerk that asks
// nothing has ended the conversation.
func (s *Shop) asked(ctx context.Context, t *Talk, target *catalog.Product, rng *rand.Rand, v *Visit, st *statistics, c *dialog.Conversation) hearing {
	person := shopper.Shopper{Target: target, Wrong: t.Wrong, Skip: t.Skip, Rand: rng}
	v.Whole[Questions] = 0
	return func(turn int, reply *agent.Turn) (in agent.Input, on bool, err error) {
		if err := s.score(ctx, t, v, st, turn, reply, target.Ref); err != nil || turn == t.Turns || len(reply.Questions) == 0 {
			return in, false, err
		}
		v.ask(c, reply.Questions)
		return agent.Input{Answered: true, Answers: person.Answer(reply.Questions)}, true, nil
	}
}

// score notes where the target stands on every list after a turn.
func (s *Shop) score(ctx context.Context, t *Talk, v *Visit, st *statistics, turn int, reply *agent.Turn, target catalog.Ref) error {
	v.rank(t, Own, turn, listed(reply.Ranking.Items), target)
	query := keywords(st.opening, &reply.Need)
	if st.counts != nil && len(t.Lists) > 0 {
		query = st.query(&reply.Need)
	}
	for _, name := range t.Lists {
		found, err := s.retrieve(ctx, name, query, reply.Need.Scope, Depth)
		if err != nil {
			return fmt.Errorf("listing by %s: %w", name, err)
		}
		v.rank(t, name, turn, found, target)
	}
	if t.Probe {
		for name, value := range probe(reply) {
			v.Turns[name] = append(v.Turns[name], []float64{value})
		}
	}
	return nil
}

// rank notes the place of the target on the first page of a list, of this turn and those to come.
func (v *Visit) rank(t *Talk, list string, turn int, refs []catalog.Ref, target catalog.Ref) {
	found := map[string]float64{Hit: 0, MRR: 0}
	if at := slices.Index(refs[:min(Page, len(refs))], target); at >= 0 {
		found[Hit], found[MRR] = 1, 1/float64(at+1)
	}
	for figure, value := range found {
		name := Named(list, figure)
		v.Turns[name] = append(v.Turns[name][:turn], slices.Repeat([][]float64{{value}}, t.Turns+1-turn)...)
	}
}

// ask notes the questions of a turn. The conversation's last exchange is that turn.
func (v *Visit) ask(c *dialog.Conversation, questions []dialog.Posed) {
	earlier := c.Exchanges[:len(c.Exchanges)-1]
	var again []float64
	for i := range questions {
		v.Asked[questions[i].Answer.Key]++
		likeness := 0.0
		for _, x := range earlier {
			for j := range x.Questions {
				likeness = max(likeness, alike(&questions[i], &x.Questions[j]))
			}
		}
		again = append(again, likeness)
	}
	v.Whole[Questions] += float64(len(questions))
	if len(earlier) > 0 {
		v.Turns[Again] = append(v.Turns[Again], again)
	}
}

// alike returns how alike two questions read, 0..1: the F1 of the words of their
// text and options, each word as often as it occurs in both. The paper takes
// BERTScore's F1 of the same texts (appendix A.3), which matches tokens by a
// model's similarity rather than by identity; without the model the measure is
// blind to synonyms, which a clerk who words by rule does not produce.
func alike(a, b *dialog.Posed) float64 {
	rest, words := wording(a), wording(b)
	all, both := len(rest)+len(words), 0
	for _, w := range words {
		if i := slices.Index(rest, w); i >= 0 {
			rest = slices.Delete(rest, i, i+1)
			both++
		}
	}
	return 2 * float64(both) / float64(max(1, all))
}

// wording is a question as one list of words, its text and then its options.
func wording(q *dialog.Posed) []string {
	text := q.Text
	for _, o := range q.Options {
		text += " " + o.Label
	}
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && r != '.'
	})
}

// Talk is a condition of the conversational setting. Its tags are those of the
// command line: a condition is its flags.
type Talk struct {
	Shoppers  int `default:"500" help:"Number of simulated shoppers."`
	Turns     int `default:"5" help:"Turns after the opening."`
	Questions int `default:"3" help:"Questions a turn."`
	Options   int `default:"5" help:"Options a question."`

	Policy     string             `default:"joint" enum:"${policies}" help:"How questions are chosen: ${enum}."`
	Set        map[string]float64 `mapsep:"," placeholder:"NAME=VALUE" help:"Settings of the policy, with their defaults: ${settings}."`
	Statistics string             `default:"belief" enum:"${sources}" help:"What questions are chosen on: ${enum}."`
	Lists      []string           `default:"" enum:"${lists}" placeholder:"NAME,..." help:"Lists to score beside the clerk's, made by a query of the answers' words: ${enum}."`
	Probe      bool               `help:"Count the attribute queries that find nothing."`

	Opening string  `default:"category" enum:"category,query" help:"What the shopper says first: the category's name, or a query made of the product."`
	Wrong   float64 `default:"0" help:"Probability that an answer is a random option."`
	Skip    float64 `default:"0" help:"Probability that a question is not answered."`
	Person  string  `default:"" enum:",phone,desktop" help:"Let people talk who know, read and put up with what people do, at that screen; found is what they find before leaving."`
	Seed    uint64  `default:"1" help:"Seed of targets, answers and the random policy."`
}

// OpenQuery is a Talk's Opening by a query made of the product.
const OpenQuery = "query"

// The policies that only the evaluation has.
const (
	policyProductAgent = "productagent"
	policyOracle       = "oracle"
)

// Policies lists what Talk.Policy may be, sorted.
func Policies() []string {
	return slices.Sorted(slices.Values(append(clarify.Policies(), policyProductAgent, ModelPolicy, policyOracle)))
}

// Validate reports numbers that make no condition.
func (t *Talk) Validate() error {
	if t.Shoppers < 1 || t.Turns < 0 || t.Questions < 1 || t.Options < 2 || t.Options > clarify.MaxOptions {
		return fmt.Errorf("shoppers and questions are at least 1, turns at least 0 and options 2 to %d", clarify.MaxOptions)
	}
	return nil
}

// Vars are what the tags' ${…} stand for.
func Vars() map[string]string {
	var settings []string
	for _, name := range clarify.Policies() {
		for _, s := range clarify.Settings(name) {
			settings = append(settings, fmt.Sprintf("%s %s=%v", name, s.Name, *s.Value))
		}
	}
	return map[string]string{
		"settings": strings.Join(settings, ", "),
		"policies": strings.Join(Policies(), ","),
		"sources":  strings.Join([]string{FromBelief, FromSQL, Lexical, Vector, FromRandom, FromNothing}, ","),
		"lists":    strings.Join(Lists(), ","),
	}
}

// The two screens of Talk.Person.
const (
	onPhone   = "phone"
	onDesktop = "desktop"
)

// othersDrawn is how many products a person who changes a wish has seen elsewhere.
const othersDrawn = 40

// met is a person who talks to the clerk until they find something, or leave.
func (s *Shop) met(ctx context.Context, t *Talk, target *catalog.Product, rng *rand.Rand, v *Visit) (hearing, error) {
	nature := shopper.Phone()
	if t.Person == onDesktop {
		nature = shopper.Desktop()
	}
	c, err := s.Catalogue.CategoryOf(target.Ref)
	if err != nil {
		return nil, fmt.Errorf("the target's category: %w", err)
	}
	shelf, err := s.Shelf(ctx, target.Category)
	if err != nil {
		return nil, err
	}
	person := shopper.NewPerson(nature, target, c.Aspects, rng)
	refs := make([]catalog.Ref, min(othersDrawn, shelf.Rows()))
	for i := range refs {
		refs[i] = shelf.Refs[rng.IntN(shelf.Rows())]
	}
	others, err := s.Catalogue.Products(ctx, refs)
	maps.Copy(v.Whole, map[string]float64{Found: 0, Read: 0, Looked: 0})
	seen := map[catalog.Ref]bool{}
	return func(_ int, reply *agent.Turn) (in agent.Input, on bool, err error) {
		looks := nature.Looks
		if len(reply.Questions) == 0 { // whoever is asked nothing looks on, or leaves
			for looks < Page && rng.Float64() < nature.Scrolls {
				looks += nature.Looks
			}
		}
		var refs []catalog.Ref
		for _, item := range reply.Ranking.Items[:min(looks, len(reply.Ranking.Items))] {
			if !seen[item.Ref] {
				seen[item.Ref] = true
				refs = append(refs, item.Ref)
			}
		}
		products, err := s.Catalogue.Products(ctx, refs)
		if err != nil {
			return in, false, fmt.Errorf("looking at products: %w", err)
		}
		for i := range products {
			v.Whole[Looked]++
			if person.Accepts(&products[i]) {
				v.Whole[Found] = 1
				return in, false, nil
			}
		}
		if len(reply.Questions) == 0 {
			return in, false, nil
		}
		if said := person.Change(others); said != "" {
			return agent.Input{Message: said}, true, nil
		}
		in.Answered = true
		for i := nature.Cards; i < len(reply.Questions); i++ {
			in.Answers = append(in.Answers, dialog.Given{Question: i, Unread: true})
		}
		for i := range reply.Questions[:min(nature.Cards, len(reply.Questions))] {
			v.Whole[Read]++
			given, words, useful := person.Reads(i, &reply.Questions[i])
			if person.Leaves(useful) {
				return in, false, nil
			}
			if words != "" {
				in.Message = words
				continue
			}
			in.Answers = append(in.Answers, given)
		}
		return in, true, nil
	}, err
}
