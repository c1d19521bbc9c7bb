package views

import (
	"context"
	"shopclerk/agent"
	"shopclerk/agent/memory"
	"shopclerk/catalog"
	"shopclerk/search"
	"slices"
	"strconv"
	"strings"
)

// Turn is the page of one conversation: the one page of the shop.
type Turn struct {
	Page Page
	Shop Talk
}

// Talk is everything that changes from turn to turn.
type Talk struct {
	Alone        bool   // nothing was searched for so far, and there is no list
	Title        string // what the conversation is about: "Mechanical keyboards"
	Announcement string // what a screen reader says once the list has changed; see [Announce]
	Earlier      []Line // folded away, oldest first
	Latest       []Line // the last exchange, oldest first
	Delete       string // address of the page that deletes the conversation; empty where the shopper may not
	Understood   Understood
	Errands      Errands
	Questions    Questions
	Edit         Edit // stands in the place of the questions
	Ask          Form // asks questions again; zero unless the shopper wanted no more
	Say          Message
	Results      Results
}

// Conversation is one as it stood at a version.
type Conversation struct {
	*memory.Conversation
	Version int
}

// Talk presents a conversation and its list.
//
// named are the products that the latest answers name.
func (p *Presenter) Talk(ctx context.Context, c *Conversation, t *agent.Turn, l Listing, named []catalog.Product, v Viewer) Talk {
	alone := c.OnlyErrands() || c.Unlisted() && len(t.Products) == 0 // which who asks for a list all the same has
	place := Place{Conversation: c.ID, Version: c.Version}
	if !alone {
		place = l.Place(c, 0)
		place.Order = l.in(t)
	}
	state := place.state()
	form := func(action string, more ...Field) Form {
		return Form{Action: "/c/" + c.ID + "/" + action, Hidden: append(slices.Clip(state), more...)}
	}
	talk := Talk{
		Alone:   alone,
		Errands: p.errands(c, v, form),
		Say:     Message{Form: form("say")},
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
	talk.Say = Message{Form: Form{Action: "/c"}, Hint: p.T("start.search-hint")}
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

// joinSentences makes one text of sentences; empty ones are none.
func joinSentences(sentences ...string) string {
	return strings.Join(slices.DeleteFunc(sentences, func(s string) bool { return s == "" }), " ")
}
