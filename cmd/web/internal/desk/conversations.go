package desk

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"shopclerk/agent/dialog"
	"shopclerk/agent/journal"
	"shopclerk/agent/store"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/views"
	view "shopclerk/views/desk"
	"shopclerk/words"
)

// perPage is how many conversations a page lists.
const perPage = 50

// found are the conversations of a filter: begun between two moments, with a turn in a
// category and one in which a text was said.
const found = `conversation c
	WHERE c.created >= $1 AND c.created < $2
		AND ($3 = '' OR EXISTS (SELECT 1 FROM turn t WHERE t.conversation = c.id AND t.category = $3))
		AND ($4 = '' OR EXISTS (SELECT 1 FROM turn t WHERE t.conversation = c.id AND lower(t.said) LIKE $4 ESCAPE '!'))`

const conversationsQuery = `
	SELECT c.id, c.created, c.exchanges,
		coalesce((SELECT t.said FROM turn t WHERE t.conversation = c.id AND t.said <> '' ORDER BY t.n LIMIT 1), ''),
		coalesce((SELECT t.category FROM turn t WHERE t.conversation = c.id AND t.category <> '' ORDER BY t.n DESC LIMIT 1), '')
	FROM ` + found + ` ORDER BY c.created DESC, c.id LIMIT $5 OFFSET $6`

// The turns of some conversations, and what was done with products in them.
const (
	turnsQuery = `SELECT t.conversation, t.n, t.version, t.at, t.category, t.payload FROM turn t JOIN conversation d ON d.id = t.conversation
		WHERE t.conversation IN (%s) ORDER BY d.created, d.id, t.n`
	deedsQuery = `SELECT conversation, version, act, product FROM interaction WHERE conversation IN (%s) ORDER BY seq`

	oneOf = `SELECT id FROM conversation WHERE id = $1`
	allOf = `SELECT c.id FROM ` + found + ` ORDER BY c.created, c.id`
)

// like returns a text as a pattern of what contains it.
func like(text string) string {
	if text == "" {
		return ""
	}
	return "%" + strings.NewReplacer("!", "!!", "%", "!%", "_", "!_").Replace(strings.ToLower(text)) + "%"
}

// conversations lists the conversations of a filter, newest first.
func (d *Desk) conversations(w http.ResponseWriter, r *http.Request, _ string) error {
	f, from, to, err := d.filter(r)
	if err != nil {
		return err
	}
	f.Searchable = true
	l := words.From(r.Context())
	after, _ := strconv.Atoi(r.URL.Query().Get("after")) // what is no number is the beginning
	after = max(0, after)
	t := view.Table{Caption: l.T("desk.conversations"), CSV: address(Root+"/conversations", f, "after", strconv.Itoa(after), "format", "csv"), Head: []string{l.T("desk.began"), l.T("desk.said"), l.T("desk.category"), l.T("desk.turns")}}
	t.Rows, err = store.List(r.Context(), d.Versions.DB.Reader, func(row *sql.Rows) ([]view.Cell, error) {
		var id, said, category string
		var created int64
		var turns int
		err := row.Scan(&id, &created, &turns, &said, &category)
		at := time.UnixMicro(created).Local().Format(time.DateTime)
		return []view.Cell{{Text: at, URL: Root + "/conversation/" + id}, {Text: said}, {Text: category}, {Text: strconv.Itoa(turns)}}, err
	}, conversationsQuery, from, to, f.Category, like(f.Text), perPage+1, after)
	if err != nil {
		return d.Versions.DB.Wrap("listing conversations", err)
	}
	beside := []views.Link{{Text: l.T("desk.export"), URL: address(Root+"/conversations.jsonl", f)}}
	if len(t.Rows) > perPage {
		t.Rows = t.Rows[:perPage]
		beside = append(beside, views.Link{Text: l.T("desk.older"), URL: address(Root+"/conversations", f, "after", strconv.Itoa(after+perPage))})
	}
	return d.sendTable(w, r, d.page(t.Caption, Root+"/conversations"), f, t, beside...)
}

// conversation replays one.
func (d *Desk) conversation(w http.ResponseWriter, r *http.Request, _ string) error {
	id := r.PathValue("id")
	var turns []view.Turn
	err := d.replay(r.Context(), func(t view.Turn) error {
		turns = append(turns, t)
		return nil
	}, oneOf, id)
	if err != nil {
		return err
	}
	if len(turns) == 0 {
		return fmt.Errorf("conversation %s: %w", id, journal.ErrNotFound)
	}
	l := words.From(r.Context())
	return send(w, r, http.StatusOK, view.ConversationPage(d.page(l.T("desk.conversation"), Root+"/conversations"), turns, Root+"/conversations.jsonl?id="+id))
}

// export sends conversations as JSON Lines, a line a turn.
func (d *Desk) export(w http.ResponseWriter, r *http.Request, _ string) error {
	f, from, to, err := d.filter(r)
	if err != nil {
		return err
	}
	of, args := allOf, []any{from, to, f.Category, like(f.Text)}
	if id := r.URL.Query().Get("id"); id != "" {
		of, args = oneOf, []any{id}
	}
	w.Header().Set("Content-Type", "application/jsonl; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="conversations.jsonl"`)
	return d.write(r.Context(), w, of, args...)
}

// place is a version of a conversation.
type place struct {
	conversation string
	version      int
}

// deeds reads what was done with products in the conversations that a query names.
func (d *Desk) deeds(ctx context.Context, of string, args ...any) (map[place][]view.Deed, error) {
	out := map[place][]view.Deed{}
	err := store.Each(ctx, d.Versions.DB.Reader, func(row *sql.Rows) error {
		var at place
		var deed view.Deed
		err := row.Scan(&at.conversation, &at.version, &deed.What, &deed.Product)
		out[at] = append(out[at], deed)
		return err
	}, fmt.Sprintf(deedsQuery, of), args...)
	return out, err
}

// replay yields the turns of the conversations that a query names, each when the one after it
// tells what became of its questions.
func (d *Desk) replay(ctx context.Context, yield func(view.Turn) error, of string, args ...any) error {
	deeds, err := d.deeds(ctx, of, args...)
	if err != nil {
		return d.Versions.DB.Wrap("replaying conversations", err)
	}
	orders, err := d.orders(ctx, of, args...)
	if err != nil {
		return d.Versions.DB.Wrap("replaying conversations", err)
	}
	var before *view.Turn
	var asked []dialog.Posed
	end := func(next *dialog.Exchange) error {
		if before == nil {
			return nil
		}
		for i := range asked {
			before.Questions = append(before.Questions, replayed(&asked[i], next))
		}
		return yield(*before)
	}
	err = store.Each(ctx, d.Versions.DB.Reader, func(row *sql.Rows) error {
		var t view.Turn
		var version int
		var at int64
		var payload []byte
		if err := row.Scan(&t.Conversation, &t.N, &version, &at, &t.Category, &payload); err != nil {
			return err
		}
		var e dialog.Exchange
		if err := json.Unmarshal(payload, &e); err != nil {
			return d.Versions.DB.Damaged(fmt.Sprintf("turn %d of conversation %s: %v", t.N, t.Conversation, err))
		}
		next := &e
		if before != nil && before.Conversation != t.Conversation {
			next = nil
		}
		if err := end(next); err != nil {
			return err
		}
		t.At = time.UnixMicro(at).UTC()
		if err := d.fill(ctx, &t, &e); err != nil {
			return err
		}
		t.Done = append(t.Done, deeds[place{t.Conversation, version}]...)
		t.Orders = orders[place{t.Conversation, version}]
		before, asked = &t, e.Questions
		return nil
	}, fmt.Sprintf(turnsQuery, of), args...)
	if err != nil {
		return d.Versions.DB.Wrap("replaying conversations", err)
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
	refs, err := d.Store(ctx).Refs(ctx, e.Shown)
	if err != nil {
		return err
	}
	products, err := d.Store(ctx).Products(ctx, catalog.InOrder(e.Shown, refs))
	if err != nil {
		return err
	}
	titles := map[string]string{}
	for _, p := range products {
		titles[p.ID] = p.Title
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

// replayed is a question with what the next turn says to it, as the view question of the
// schema has it; nil: there is no next turn.
func replayed(p *dialog.Posed, next *dialog.Exchange) view.Question {
	q := view.Question{Aspect: p.Answer.Key, Text: p.Text, Help: p.Help, Outcome: "left"}
	var given *search.Answer
	if next != nil {
		q.Outcome = "passed"
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
