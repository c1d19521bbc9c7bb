package desk

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"shopclerk/agent/dialog"
	"shopclerk/agent/journal"
	"shopclerk/agent/store"
	"shopclerk/search"
	"shopclerk/views"
	view "shopclerk/views/desk"
)

// perPage is how many conversations a page lists.
const perPage = 50

// The turns of a conversation, and what was done with products in it.
const (
	turnsQuery = `SELECT t.n, t.version, t.at, t.category, e.payload FROM turn t JOIN event e ON e.conversation = t.conversation AND e.version = t.version
		WHERE t.conversation = $1 ORDER BY t.n`
	deedsQuery = `SELECT version, act, product, at FROM interaction WHERE conversation = $1 ORDER BY seq`
)

// sought are the parameters of conversations.sql that an address has beside the days and the
// category: a question by its category (in), aspect, outcome and picked option; what was typed, by
// the kind of finding, its text, what it is about and its category (in); a product and what was done with it; that
// something was ordered; and whether a question was answered.
var sought = []string{"text", "aspect", "in", "outcome", "option", "word", "of", "about", "product", "act", "ordered", "answered"}

// found is a row of conversations.sql.
type found struct {
	id             string
	created        int64
	turns          int
	said, category string
	ordered        bool
}

// find returns the conversations of a time and category that an address seeks, newest first.
func (d *Desk) find(ctx context.Context, q url.Values, from, to int64, most, after int) ([]found, error) {
	option := q.Get("option")
	if option != "" {
		option = quoted(option)
	}
	return read(ctx, d, "conversations", func(t *found) []any { return []any{&t.id, &t.created, &t.turns, &t.said, &t.category, &t.ordered} }, to, q.Get("aspect"), q.Get("word"), q.Get("product"), from, q.Get("in"), q.Get("outcome"), option, q.Get("of"), q.Get("about"), q.Get("act"),
		q.Get("ordered"), strings.ToLower(strings.TrimSpace(q.Get("text"))), q.Get("category"), q.Get("answered"), most, after)
}

// quoted returns a text as an element of a JSON list.
func quoted(text string) string {
	var out strings.Builder
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	_ = e.Encode(text) // a text can be encoded
	return strings.TrimSpace(out.String())
}

// conversations lists the conversations of a filter, newest first.
func (r *report) conversations() {
	q, l := r.URL.Query(), r.words
	r.page = r.Desk.page(l.T("desk.conversations"), Root+"/conversations")
	after, _ := strconv.Atoi(q.Get("after")) // what is no number is the beginning
	after = max(0, after)
	most := perPage
	if r.csv() != "" {
		most = mostRows
	}
	list, err := r.find(r.Context(), q, r.from, r.to, most+1, after)
	r.err = cmp.Or(r.err, err)
	s := view.Section{ID: "conversations", Title: r.page.Title, Table: view.Table{Head: r.heads("desk.began", "desk.said", "desk.category", "desk.turns", "desk.orders.ordered")}}
	for _, t := range list[:min(most, len(list))] {
		began, ordered := r.moment(t.created), view.Cell{}
		began.URL = Root + "/conversation/" + t.id
		if t.ordered {
			ordered.Text = l.T("desk.orders.yes")
		}
		s.Table.Rows = append(s.Table.Rows, []view.Cell{began, {Text: t.said}, {Text: t.category}, number(t.turns), ordered})
	}
	if what := r.behind(q); what != "" {
		s.Lead = l.T("desk.conversations-of", "What", what)
	}
	s.Links = []views.Link{{Text: l.T("desk.export"), URL: address(Root+"/conversations.jsonl", q)}}
	if len(list) > most {
		q.Set("after", strconv.Itoa(after+perPage))
		s.Links = append(s.Links, views.Link{Text: l.T("desk.older"), URL: address(Root+"/conversations", q)})
	}
	r.filter.Searchable = true
	r.add(s)
}

// behind words what an address seeks beside days, category and text.
func (r *report) behind(q url.Values) string {
	var out []string
	for _, name := range sought {
		if value := q.Get(name); value != "" && name != "text" {
			if outcome := view.Outcome(value); name == "outcome" && outcome != "" {
				value = r.words.T(outcome)
			}
			if name == "aspect" {
				value = label(r.categories, q.Get("in"), value)
			}
			out = append(out, value)
		}
	}
	return strings.Join(out, " · ")
}

// conversation replays one.
func (d *Desk) conversation(w http.ResponseWriter, request *http.Request, _ string) error {
	r, err := d.begin(w, request)
	if err != nil {
		return err
	}
	id := r.PathValue("id")
	var turns []view.Turn
	err = d.replay(r.Context(), id, func(t view.Turn) error {
		t.At = t.At.In(r.zone)
		turns = append(turns, t)
		return nil
	})
	if err != nil {
		return err
	}
	if len(turns) == 0 {
		return fmt.Errorf("conversation %s: %w", id, journal.ErrNotFound)
	}
	return send(w, request, http.StatusOK, view.ConversationPage(d.page(r.words.T("desk.conversation"), Root+"/conversations"), turns, Root+"/conversations.jsonl?id="+id))
}

// export sends conversations as JSON Lines, a line a turn.
func (d *Desk) export(w http.ResponseWriter, r *http.Request, _ string) error {
	p, err := d.begin(w, r)
	if err != nil {
		return err
	}
	list := []found{{id: r.URL.Query().Get("id")}}
	if list[0].id == "" {
		if list, err = d.find(r.Context(), r.URL.Query(), p.from, p.to, mostRows, 0); err != nil {
			return err
		}
	}
	w.Header().Set("Content-Type", "application/jsonl; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="conversations.jsonl"`)
	return d.write(r.Context(), w, list)
}

// deeds reads what was done with products in a conversation, by its versions, and when the last of
// it was.
func (d *Desk) deeds(ctx context.Context, id string) (out map[int][]view.Deed, last int64, err error) {
	out = map[int][]view.Deed{}
	err = store.Each(ctx, d.Versions.DB.Reader, func(row *sql.Rows) error {
		var version int
		var at int64
		var deed view.Deed
		err := row.Scan(&version, &deed.What, &deed.Product, &at)
		out[version], last = append(out[version], deed), max(last, at)
		return err
	}, deedsQuery, id)
	return out, last, err
}

// replay yields the turns of a conversation, each when the one after it tells what became of its
// questions.
func (d *Desk) replay(ctx context.Context, id string, yield func(view.Turn) error) (err error) {
	defer func() { err = d.Versions.DB.Wrap("replaying conversations", err) }()
	deeds, last, err := d.deeds(ctx, id)
	if err != nil {
		return err
	}
	orders, err := d.orders(ctx, id)
	if err != nil {
		return err
	}
	var before *view.Turn
	var asked []dialog.Posed
	end := func(next *dialog.Exchange) error {
		if before == nil {
			return nil
		}
		for i := range asked {
			before.Questions = append(before.Questions, replayed(&asked[i], next, before.At.UnixMicro() <= last))
		}
		return yield(*before)
	}
	err = store.Each(ctx, d.Versions.DB.Reader, func(row *sql.Rows) error {
		t := view.Turn{Conversation: id}
		var version int
		var at int64
		var payload []byte
		if err := row.Scan(&t.N, &version, &at, &t.Category, &payload); err != nil {
			return err
		}
		var e dialog.Exchange
		if err := json.Unmarshal(payload, &e); err != nil {
			return d.Versions.DB.Damaged(fmt.Sprintf("turn %d of conversation %s: %v", t.N, id, err))
		}
		if err := end(&e); err != nil {
			return err
		}
		t.At = time.UnixMicro(at).UTC()
		t.Done, t.Orders = deeds[version], orders[version]
		if err := d.fill(ctx, &t, &e); err != nil {
			return err
		}
		before, asked = &t, e.Questions
		return nil
	}, turnsQuery, id)
	if err != nil {
		return err
	}
	return end(nil)
}

// fill notes what was said, understood, listed and carried out in a turn.
func (d *Desk) fill(ctx context.Context, t *view.Turn, e *dialog.Exchange) error {
	t.Said, t.Reply, t.Changes, t.Unknown = e.Said, e.Reply, changes(e), e.Unplaced
	for _, c := range e.Changes {
		if c.Text != "" && (c.Answer == nil || c.Op != search.Answered) {
			t.Understood = append(t.Understood, c.Text)
		}
	}
	named := slices.Clone(e.Shown)
	for _, deed := range t.Done {
		named = append(named, deed.Product)
	}
	titles, err := titles(ctx, d.Store(ctx), named)
	if err != nil {
		return err
	}
	for i := range t.Done {
		t.Done[i].Title = titles[t.Done[i].Product]
	}
	for _, id := range e.Shown {
		t.Products = append(t.Products, view.Product{ID: id, Title: titles[id]})
	}
	for _, task := range e.Errands {
		if task.Ending != "" {
			deed := view.Deed{What: string(task.Ending), Task: task.Title}
			if task.Deed != nil {
				deed.Order = task.Deed.Order
			}
			t.Done = append(t.Done, deed)
		}
	}
	return nil
}

// replayed is a question with what the next turn says to it, as the table asked of the schema has
// it; nil: there is no next turn. Whoever went on did something with products later.
func replayed(p *dialog.Posed, next *dialog.Exchange, wentOn bool) view.Question {
	q := view.Question{Aspect: p.Answer.Key, Text: p.Text, Help: p.Help, Outcome: "left"}
	var given *search.Answer
	if next != nil || wentOn {
		q.Outcome = "passed"
	}
	if next != nil {
		for i := range next.Changes {
			if a := next.Changes[i].Answer; a != nil && a.Key == q.Aspect {
				given = a
			}
		}
	}
	if given != nil {
		q.Outcome = "answered"
		if given.Skipped() {
			q.Outcome = "skipped"
		}
		q.Other, q.None = given.Other, given.None
	}
	for _, label := range p.Answer.Labels {
		picked := given != nil && slices.ContainsFunc(given.Picked, func(i int) bool { return i < len(given.Labels) && given.Labels[i] == label })
		q.Options = append(q.Options, view.Option{Label: label, Picked: picked})
	}
	return q
}
