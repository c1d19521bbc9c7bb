package views

import (
	"cmp"
	"context"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"shopclerk/agent"
	"shopclerk/agent/answer"
	"shopclerk/agent/memory"
	"shopclerk/agent/voice"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/static"
	"shopclerk/words"
)

// Presenter presents in one language. It computes nothing new.
type Presenter struct {
	*words.Language
	Shop       string             // its name
	Categories []catalog.Category // all that are sold from
}

// Conversation is one as it stood at a version.
type Conversation struct {
	*memory.Conversation
	Version int
}

// RecentConversation is one of a shopper's latest conversations.
type RecentConversation struct {
	ID, Title string
	Updated   time.Time
}

// Page is what pages of a title have in common.
func (p *Presenter) Page(title string) Page {
	return Page{Title: title, Shop: p.Shop, Home: "/", Assets: Assets{
		Style: static.URL("app.css"), HTMX: static.URL("htmx.js"), App: static.URL("app.js"), Icon: static.URL("icon.svg"),
	}}
}

// ToStart leads to the start page.
func (p *Presenter) ToStart() Link { return Link{Text: p.T("page.to-start"), URL: "/"} }

// ToConversation leads back to the conversation at an address.
func (p *Presenter) ToConversation(address string) Link {
	return Link{Text: p.T("page.to-conversation"), URL: address}
}

// Start presents the start page. The faces are the products that stand for categories.
func (p *Presenter) Start(recent []RecentConversation, faces map[string]catalog.Product, now time.Time) Start {
	s := Start{Page: p.Page(""), Say: Message{Form: Form{Action: "/c"}, MaxLength: LongestMessage, Suggest: "/suggest"}}
	categories := slices.Clone(p.Categories)
	slices.SortStableFunc(categories, func(a, b catalog.Category) int { return cmp.Compare(b.Size, a.Size) })
	for i := range categories {
		s.Products += categories[i].Size
	}
	s.Categories, s.All = categoryTiles(categories, faces)
	if len(categories) > 0 {
		if face, ok := faces[categories[0].Path]; ok {
			s.Say.Hint = p.T("start.example", "Example", example(p.Language, &categories[0], &face))
		}
	}
	for _, r := range recent {
		s.Recent = append(s.Recent, Recent{Title: r.Title, Detail: ago(p.Language, now.Sub(r.Updated)), URL: "/c/" + r.ID, Delete: DeleteURL(r.ID)})
	}
	return s
}

const (
	// tilesShown is how many categories the start page shows as tiles where it does
	// not show all: three rows on a laptop.
	tilesShown = 15
	// mostTiles is up to how many categories all are shown as tiles: a few more than
	// tilesShown are not worth a second list.
	mostTiles = 20
)

// categoryTiles presents the categories, which come largest first: all as tiles where they are
// few, else the largest, and all of them as a list by name.
func categoryTiles(categories []catalog.Category, faces map[string]catalog.Product) (tiles, all []Category) {
	present := func(list []catalog.Category) (out []Category) {
		for _, c := range list {
			tile := Category{Name: c.Name, Count: c.Size, Picture: Picture{URL: faces[c.Path].Image}, Begin: Form{
				Action: "/c", Hidden: []Field{{Name: FieldCategory, Value: c.Path}},
			}}
			if tile.Picture.URL == "" {
				tile.Picture.URL = "/tile/" + url.PathEscape(c.Path) + ".svg"
			}
			out = append(out, tile)
		}
		return out
	}
	if len(categories) <= mostTiles {
		return present(categories), nil
	}
	byName := slices.Clone(categories)
	slices.SortStableFunc(byName, func(a, b catalog.Category) int {
		return strings.Compare(catalog.FoldCase(a.Name), catalog.FoldCase(b.Name))
	})
	return present(categories[:tilesShown]), present(byName)
}

// ago says how long past something is, roughly.
func ago(w *words.Language, d time.Duration) string {
	switch {
	case d < time.Minute:
		return w.T("start.now")
	case d < time.Hour:
		return w.N("start.minutes-ago", int(d.Minutes()))
	case d < 24*time.Hour:
		return w.N("start.hours-ago", int(d.Hours()))
	}
	return w.N("start.days-ago", int(d.Hours()/24))
}

// Talk presents a conversation and its list.
//
// named are the products that the latest answers name.
func (p *Presenter) Talk(ctx context.Context, c *Conversation, t *agent.Turn, l Listing, named []catalog.Product, v Viewer) Talk {
	alone := c.OnlyErrands() || c.Unlisted() && len(t.Products) == 0 // which who asks for a list all the same has
	state := []Field{{Name: FieldVersion, Value: strconv.Itoa(c.Version)}}
	if !alone && l.in(t) != search.ByRelevance {
		state = append(state, Field{Name: FieldSort, Value: string(l.Order)})
	}
	if !alone && l.Show > l.Page {
		state = append(state, Field{Name: FieldShow, Value: strconv.Itoa(l.Show)})
	}
	form := func(action string, more ...Field) Form {
		return Form{Action: "/c/" + c.ID + "/" + action, Hidden: append(slices.Clip(state), more...)}
	}
	talk := Talk{
		Alone:   alone,
		Errands: p.errands(c, v, form),
		Say:     Message{Form: form("say"), MaxLength: LongestMessage},
	}
	edit := editing(c, l)
	talk.Earlier, talk.Latest = conversationLines(p.Language, c.Conversation, edit, v)
	answered := ""
	if last := c.Last(); last != nil {
		answered = answersAnnouncement(last, v)
		below := answering{p, named, pageOf(c, t, l), form}
		talk.Latest = below.more(last, v, talk.Latest)
	}
	if alone {
		talk.Announcement = joinSentences(answered, p.announced(&talk.Errands))
		if talk.Title = p.about(c.Conversation, v); !c.OnlyErrands() {
			talk.Title = Title(p.Language, c.Conversation, &t.Need, v)
		}
		talk.Errands.Open.Headed = talk.Errands.Open.Title == talk.Title
		talk.Say.Hint = p.T("doing.hint")
		if talk.Errands.Open.Title == "" {
			talk.Say.Hint = p.T("doing.hint-next")
		}
		return talk
	}
	talk.Title = Title(p.Language, c.Conversation, &t.Need, v)
	talk.Understood.Chips = needChips(p.Language, &t.Need, edit, func(change int) Form {
		return form("drop", Field{Name: FieldChange, Value: strconv.Itoa(change)})
	})
	final := irreversible(c.Last())
	talk.Understood.Final = final && v.Own
	if len(c.Exchanges) > 1 && !final {
		talk.Understood.Undo = form("undo")
	}
	if !t.Need.Empty() {
		talk.Understood.Reset = form("reset")
	}
	talk.Questions = questionsForm(p.Language, t.Questions, form("answer"))
	for i := range talk.Questions.Asks {
		talk.Questions.Asks[i].Values = t.Unlisted(&t.Questions[i], mostListed)
	}
	talk.Questions.Fit, talk.Questions.Count = t.Fit(), "/c/"+c.ID+"/fit"
	if t.Need.Quiet {
		talk.Ask = form("ask")
	}
	talk.Results = p.results(c, t, l)
	talk.Results.Facets = facetsOf(p.Language, t, form("facet"))
	if t.Ranking.Open == 0 {
		talk.Results.Remedies = remediesOf(p.Language, talk.Understood.Chips)
	}
	listed := Announce(ctx, talk.Results.Total, talk.Results.Full, len(t.Questions)) + AnnounceFitted(ctx, talk.Results.Fitted)
	if answered != "" && len(c.Last().Changes) == 0 {
		listed = "" // it is as it was
	}
	talk.Announcement = joinSentences(answered, p.announced(&talk.Errands), listed)
	return talk
}

// Unkept presents the answer of a turn that could not be written down, of which nothing is
// left: whatever goes on from it begins anew. Its list has a page of so many products.
func (p *Presenter) Unkept(ctx context.Context, c *Conversation, t *agent.Turn, named []catalog.Product, page int) Talk {
	all := p.Talk(ctx, c, t, Listing{Order: search.ByRelevance, Page: page, Show: page}, named, Viewer{})
	talk := Talk{Title: all.Title, Announcement: all.Announcement}
	talk.Say = Message{Form: Form{Action: "/c"}, MaxLength: LongestMessage, Hint: p.T("start.search-hint")}
	for _, l := range all.Latest {
		l.More.Categories, l.More.Offers = nil, nil
		talk.Latest = append(talk.Latest, l)
	}
	for _, chip := range all.Understood.Chips {
		talk.Understood.Chips = append(talk.Understood.Chips, Chip{Kind: chip.Kind, Text: chip.Text})
	}
	talk.Results = Results{
		Total: all.Results.Total, Full: all.Results.Full, Sections: all.Results.Sections, Pictures: all.Results.Pictures,
		Notes: append([]string{p.T("talk.unkept")}, all.Results.Notes...),
	}
	return talk
}

// mostListed is how many values the field of "something else" completes: 300 are some ten
// kilobytes before they are compressed.
const mostListed = 300

// joinSentences makes one text of sentences; empty ones are none.
func joinSentences(sentences ...string) string {
	return strings.Join(slices.DeleteFunc(sentences, func(s string) bool { return s == "" }), " ")
}

// longestTitle is how many letters the title of a conversation has at the most: so many
// stand on a line of a phone.
const longestTitle = 48

// Title says what a conversation is about: where the clerk looks, or the words. What a
// message that had something done said is for the shopper alone.
func Title(w *words.Language, c *memory.Conversation, n *search.Need, v Viewer) string {
	if len(n.Scope) > 0 {
		names := make([]string, len(n.Scope))
		for i, path := range n.Scope {
			names[i] = catalog.LastLevel(path)
		}
		if len(names) > 3 {
			return w.T("talk.and-more", "Names", strings.Join(names[:3], ", "))
		}
		return strings.Join(names, ", ")
	}
	if q := n.Query(); q != "" {
		return answer.Shorten(q, longestTitle)
	}
	if len(c.Exchanges) > 0 && c.Exchanges[0].Said != "" && (v.Own || len(c.Exchanges[0].Errands) == 0) {
		return answer.Shorten(c.Exchanges[0].Said, longestTitle)
	}
	return w.T("talk.all-products")
}

// Recalled titles a conversation among others: what it is about, and what was asked of
// it by now, as far as there is room.
func Recalled(w *words.Language, c *memory.Conversation) string {
	need := c.Need()
	if c.OnlyErrands() {
		return cmp.Or(answer.Shorten(c.Exchanges[0].Said, longestTitle), w.T("doing.heading"))
	}
	out, between := Title(w, c, &need, Viewer{Own: true}), ": "
	for _, chip := range needChips(w, &need, func(int) string { return "" }, func(int) Form { return Form{} }) {
		if chip.Kind != ChipLimit && chip.Kind != ChipWish {
			continue
		}
		if longer := out + between + chip.Text; utf8.RuneCountInString(longer) <= longestTitle {
			out, between = longer, w.T("language.comma")
		}
	}
	return out
}

// needChips presents all that the need holds, each with the ways to change it and out.
func needChips(w *words.Language, n *search.Need, edit func(change int) string, drop func(change int) Form) []Chip {
	var out []Chip
	add := func(kind ChipKind, text string, change int) {
		if text != "" {
			out = append(out, Chip{Kind: kind, Text: text, Edit: edit(change), Drop: drop(change)})
		}
	}
	if len(n.Scope) > 0 {
		names := make([]string, len(n.Scope))
		for i, path := range n.Scope {
			names[i] = catalog.LastLevel(path)
		}
		add(ChipScope, strings.Join(names, ", "), n.ScopeChange)
	}
	for _, l := range n.Limits {
		add(ChipLimit, l.Text, l.Change)
	}
	for _, e := range n.Evidence {
		text := e.Text
		switch a := &e.Answer; {
		case a.Skipped(), a.None:
			continue // nothing to go by, and nothing to take away
		}
		add(ChipWish, text, e.Change)
	}
	for _, words := range n.Without {
		add(ChipLimit, w.T("talk.not-values", "Values", words.Text), words.Change)
	}
	if n.Like != nil {
		add(ChipWish, n.Like.Text, n.Like.Change)
	}
	for _, words := range n.Words {
		add(ChipWords, words.Text, words.Change)
	}
	return out
}

// remediesOf offers to take away what leaves nothing over: the limits, latest first.
func remediesOf(w *words.Language, chips []Chip) []Remedy {
	var out []Remedy
	for i := len(chips) - 1; i >= 0; i-- {
		if c := chips[i]; c.Kind == ChipLimit {
			out = append(out, Remedy{Text: w.T("list.drop", "What", c.Text), Form: c.Drop})
		}
	}
	return out
}

// questionsForm presents the posed questions as one form.
func questionsForm(w *words.Language, posed []memory.Posed, form Form) Questions {
	q := Questions{Form: form}
	for i := range posed {
		ask := posedQuestion(&posed[i], QuestionName(i))
		ask.Because = becauseOf(w, &posed[i], i)
		for _, term := range voice.Terms(w, &posed[i]) {
			ask.Terms = append(ask.Terms, Term(term))
		}
		q.Asks = append(q.Asks, ask)
	}
	return q
}

// posedQuestion presents a posed question, with what its answer ticks.
func posedQuestion(p *memory.Posed, name string) Question {
	q := Question{
		Name: name, Text: p.Text, Help: p.Help, Any: p.Any, None: p.Answer.None,
		Other: Rest{Label: p.Other.Label, Count: p.Other.Count, Checked: p.Answer.Other},
	}
	for o, choice := range p.Options {
		q.Options = append(q.Options, Option{
			Value: strconv.Itoa(o), Label: choice.Label, Count: choice.Count, Checked: slices.Contains(p.Answer.Picked, o),
		})
	}
	return q
}

// becauseOf presents why a question was asked that stands below so many others.
func becauseOf(w *words.Language, p *memory.Posed, above int) Because {
	e := voice.Explain(w, p, above)
	return Because{Effect: e.Effect, Unknown: e.Unknown}
}

// longestExample bounds the value in an example, in characters: with its category and
// its price it fits a phone's search box.
const longestExample = 12

// example is what a shopper could say to find a product: its kind, the value of it that
// people can tell best, and a round price above its own. Values that have fewer products
// each than there are of them are names, such as those of series, and no examples.
func example(w *words.Language, category *catalog.Category, p *catalog.Product) string {
	parts := []string{category.Name}
	best := catalog.Aspect{}
	for _, a := range category.Aspects {
		if !a.Askable || a.Kind == catalog.Numeric || a.Kind == catalog.Flag || a.Key == catalog.KeyBrand ||
			a.Distinct*a.Distinct > category.Size || a.Answerable <= best.Answerable {
			continue
		}
		if v := p.Of(a.Key); len(v) > 0 && utf8.RuneCountInString(v[0].Text) <= longestExample {
			best, parts = a, []string{category.Name, v[0].Text}
		}
	}
	if cost := p.Price.Major(); cost > 0 {
		step := max(1, math.Pow(10, math.Floor(math.Log10(cost)))/2)
		parts = append(parts, w.T("start.under", "Price", strconv.Itoa(int(math.Ceil(cost/step)*step))))
	}
	return strings.Join(parts, w.T("language.comma"))
}
