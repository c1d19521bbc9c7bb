package desk

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shopclerk/agent/dialog"
	"shopclerk/agent/store"
	"shopclerk/search"
)

// talk is a conversation as it was recorded. An undo is a nil exchange.
type talk struct {
	id     string
	at     int64
	events []*dialog.Exchange
	deeds  []deed
}

// deed is what was done with a product once so many events were recorded, at the time of the last of
// them, and what of it was bought.
type deed struct {
	after               int
	act, product, order string
	status, currency    string
	price               int64
}

// now folds the events, with their times.
func (k *talk) now() (out []dialog.Exchange, at []int64) {
	for i, e := range k.events {
		if e == nil {
			out, at = out[:len(out)-1], at[:len(at)-1]
		} else {
			out, at = append(out, *e), append(at, k.at+int64(i))
		}
	}
	return out, at
}

// time is when a deed was done.
func (k *talk) time(d deed) int64 { return k.at + int64(d.after) - 1 }

// record writes a conversation as the journal and the shop do.
func record(t interface{ Fatal(...any) }, db *store.DB, k *talk) {
	err := db.Transact(context.Background(), func(tx *sql.Tx) error {
		run := func(statement string, args ...any) {
			if _, err := tx.Exec(statement, args...); err != nil {
				t.Fatal(err)
			}
		}
		now, _ := k.now()
		run(`INSERT INTO conversation (id, session, catalogue, created, updated, version, exchanges) VALUES ($1, $1, 'c', $2, $3, $4, $5)`,
			k.id, k.at, k.at+int64(len(k.events)), len(k.events), len(now))
		n := 0
		for i, e := range k.events {
			kind, payload := "undo", []byte("{}")
			n--
			if e != nil {
				kind, n = "exchange", n+2
				var err error
				if payload, err = json.Marshal(e); err != nil {
					return err
				}
			}
			run(`INSERT INTO event (conversation, version, kind, at, exchanges, payload) VALUES ($1, $2, $3, $4, $5, $6)`, k.id, i+1, kind, k.at+int64(i), n, string(payload))
			for _, d := range k.deeds {
				if d.after != i+1 {
					continue
				}
				if d.order != "" {
					run(`INSERT INTO purchase (n, id, person, placed, status, document) SELECT coalesce(max(n), 0) + 1, CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS BIGINT), CAST($4 AS TEXT), '{}' FROM purchase`, d.order, k.id, k.time(d), d.status)
					run(`INSERT INTO purchase_line (purchase, place, article, product, title, quantity, price, currency) VALUES ($1, 0, $2, $2, 'T', 2, $3, $4)`, d.order, d.product, d.price, d.currency)
				}
				run(`INSERT INTO interaction (session, conversation, version, act, product, position, quantity, price, at) VALUES ($1, $1, 1, $2, $3, 0, 1, 0, $4)`, k.id, d.act, d.product, k.time(d))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

var (
	aspects    = []string{"colour", "watts", "category"}
	categories = []string{"Lamps", "Garden/Sofas"}
	labels     = []string{"red", "blue", "up to 5 \"W\"", "grün"}
	goods      = []string{"p1", "p2"}
)

func some[T comparable](t *rapid.T, name string, least, most int, of ...T) []T {
	return rapid.SliceOfNDistinct(rapid.SampledFrom(of), least, most, rapid.ID).Draw(t, name)
}

// drawExchange draws an exchange after another: it may answer what that asked, in part, in
// whole or with the options of another question.
func drawExchange(t *rapid.T, before *dialog.Exchange) *dialog.Exchange {
	one := func(name string, of ...string) string { return rapid.SampledFrom(of).Draw(t, name) }
	e := &dialog.Exchange{Said: one("said", "", "a lamp", "A 50% Lamp_ ", "Ähren"), Scope: some(t, "scope", 0, 2, categories...), Path: some(t, "path", 0, 1, "all"),
		Fit: rapid.IntRange(0, 2).Draw(t, "fit"), Relaxed: some(t, "relaxed", 0, 1, 1), Shown: some(t, "shown", 0, 2, goods...), Unplaced: some(t, "unplaced", 0, 2, "wumpish", "ÉLAN")}
	for _, kind := range some(t, "acts", 0, 2, dialog.NotSold, dialog.AskShop, dialog.AskProduct) {
		a := dialog.Act{Kind: kind, Known: rapid.Bool().Draw(t, "known")}
		switch kind {
		case dialog.NotSold:
			a.Words, a.Known = one("words", "kayaks", "Tents"), false
		case dialog.AskShop:
			a.Topic = one("topic", "", "delivery")
		case dialog.AskProduct:
			a.Aspect = one("about", "", "watts")
		}
		e.Acts = append(e.Acts, a)
	}
	for _, aspect := range some(t, "aspects", 0, 3, aspects...) {
		e.Questions = append(e.Questions, dialog.Posed{Text: "Which " + aspect + "?", Why: dialog.Why{Fit: 8, Left: rapid.Float64Range(1, 8).Draw(t, "left")},
			Answer: search.Answer{Key: aspect, Labels: some(t, "labels", 2, 4, labels...)}})
	}
	if before == nil {
		return e
	}
	for _, q := range before.Questions {
		if !rapid.Bool().Draw(t, "sent") {
			continue
		}
		a := search.Answer{Key: q.Answer.Key, Labels: q.Answer.Labels, None: rapid.Bool().Draw(t, "none"), Other: rapid.Bool().Draw(t, "other")}
		a.Picked = rapid.SliceOfNDistinct(rapid.IntRange(0, len(a.Labels)-1), 0, 2, rapid.ID).Draw(t, "picked")
		e.Changes = append(e.Changes, search.Change{Op: search.Answered, Answer: &a})
	}
	if rapid.Bool().Draw(t, "words") {
		e.Changes = append(e.Changes, search.Change{Op: search.AddWords, Text: "bright"})
	}
	return e
}

func drawTalks(t *rapid.T) []*talk {
	out := make([]*talk, rapid.IntRange(1, 4).Draw(t, "talks"))
	for i := range out {
		k := &talk{id: fmt.Sprintf("%s-%d", rapid.StringMatching(`[a-z]{12}`).Draw(t, "id"), i), at: rapid.Int64Range(0, 3).Draw(t, "day") * dayLength}
		for range rapid.IntRange(1, 6).Draw(t, "events") {
			now, _ := k.now()
			var last *dialog.Exchange
			if len(now) > 0 {
				last = &now[len(now)-1]
			}
			if last != nil && rapid.IntRange(0, 3).Draw(t, "undo") == 0 {
				k.events = append(k.events, nil)
			} else {
				k.events = append(k.events, drawExchange(t, last))
			}
		}
		for n := range rapid.IntRange(0, 3).Draw(t, "deeds") {
			d := deed{after: rapid.IntRange(1, len(k.events)).Draw(t, "after"), act: rapid.SampledFrom([]string{"opened", "compared", "basket", "ordered"}).Draw(t, "act"), product: rapid.SampledFrom(goods).Draw(t, "product")}
			if d.act == "ordered" && !slices.ContainsFunc(k.deeds, func(o deed) bool { return o.act == "ordered" && o.after == d.after }) {
				d.order, d.status = fmt.Sprintf("S%d-%d", i, n), rapid.SampledFrom([]string{"placed", "cancelled"}).Draw(t, "status")
				d.currency, d.price = rapid.SampledFrom([]string{"EUR", "USD"}).Draw(t, "currency"), rapid.Int64Range(1, 900).Draw(t, "price")
			} else if d.act == "ordered" {
				d.act = "basket"
			}
			k.deeds = append(k.deeds, d)
		}
		out[i] = k
	}
	return out
}

// counts adds up whole numbers under the texts of a row.
type counts map[string][]int64

func (c counts) add(numbers []int64, row ...any) {
	key := fmt.Sprintln(row...)
	if c[key] == nil {
		c[key] = make([]int64, len(numbers))
	}
	for i, n := range numbers {
		c[key][i] += n
	}
}

// table reads a query whose rows are that many texts, then whole numbers and texts, those at
// places in drop left out.
func table(t *rapid.T, d *Desk, name string, texts []int, args ...any) counts {
	out := counts{}
	_, err := rows(t.Context(), d, name, func(row *sql.Rows) (struct{}, error) {
		cells, err := cells(row)
		var key []any
		var numbers []int64
		for i, c := range cells {
			n, noNumber := strconv.ParseInt(c, 10, 64)
			if slices.Contains(texts, i) {
				key = append(key, c)
			} else if numbers = append(numbers, n); noNumber != nil {
				return struct{}{}, noNumber
			}
		}
		out.add(numbers, key...)
		return struct{}{}, err
	}, args...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// cells reads a row as texts.
func cells(row *sql.Rows) ([]string, error) {
	columns, err := row.Columns()
	cells, to := make([]string, len(columns)), make([]any, len(columns))
	for i := range cells {
		to[i] = &cells[i]
	}
	return cells, errors.Join(err, row.Scan(to...))
}

func one(is bool) int64 {
	if is {
		return 1
	}
	return 0
}

// findings calls add for each finding of an exchange.
func findings(e *dialog.Exchange, add func(kind, text, about string)) {
	tidy := func(text string) string { return strings.TrimSuffix(strings.ToLower(strings.TrimSpace(text)), "…") }
	said := tidy(e.Said)
	if e.Said != "" {
		switch {
		case len(e.Changes) == 0 || len(e.Path) == 0:
			add("said", said, "")
		case e.Fit == 0 || len(e.Relaxed) > 0:
			add("search", said, "missed")
		default:
			add("search", said, "")
		}
	}
	for _, u := range e.Unplaced {
		add("unknown", tidy(u), "")
	}
	for _, a := range e.Acts {
		switch {
		case a.Kind == dialog.NotSold:
			add("notsold", tidy(a.Words), "")
		case !a.Known || a.Kind == dialog.AskShop:
			add(map[dialog.Kind]string{dialog.AskShop: map[bool]string{false: "shop", true: "told"}[a.Known], dialog.AskProduct: "product"}[a.Kind], said, a.Topic+a.Aspect)
		}
	}
}

// What every table counts is what counting in the conversations gives, whatever was undone, redacted
// and deleted.
func TestCountsEqualConversations(t *testing.T) {
	db := opened(t)
	d, anew := &Desk{Versions: &Versions{DB: db}}, remaking(t, db)
	rapid.Check(t, func(r *rapid.T) {
		for _, name := range []string{"conversation", "purchase_line", "purchase", "shown"} {
			if _, err := db.Exec(r.Context(), `DELETE FROM `+name); err != nil {
				r.Fatal(err)
			}
		}
		talks := drawTalks(r)
		from, to := dayLength, 3*dayLength
		within := func(at int64) bool { return at >= from && at < to }
		products := counts{}
		for _, k := range talks {
			record(r, db, k)
			for i, e := range k.events {
				if e != nil && within(k.at+int64(i)) {
					for _, p := range e.Shown {
						products.add([]int64{1, 0, 0, 0}, p)
					}
				}
			}
			for _, o := range k.deeds {
				if o.status == "placed" && within(k.time(o)) {
					products.add([]int64{0, 0, 0, 2}, o.product)
				}
			}
		}
		deleted := rapid.IntRange(-1, len(talks)-1).Draw(r, "deleted")
		if deleted >= 0 {
			if _, err := db.Exec(r.Context(), `DELETE FROM conversation WHERE id = $1`, talks[deleted].id); err != nil {
				r.Fatal(err)
			}
		}
		sold := counts{} // of those that have no conversation any more, too
		for _, k := range talks {
			for _, o := range k.deeds {
				if o.status == "placed" && within(k.time(o)) {
					sold.add([]int64{1, 2 * o.price}, o.currency)
				}
			}
		}
		if deleted >= 0 {
			talks = slices.Delete(talks, deleted, deleted+1)
		}
		for _, k := range talks {
			at := slices.IndexFunc(k.events, func(e *dialog.Exchange) bool { return e != nil })
			if at < 0 || !rapid.Bool().Draw(r, "redacted") {
				continue
			}
			e := k.events[at]
			if e.Said != "" {
				e.Said = "…"
			}
			for i := range e.Unplaced {
				e.Unplaced[i] = "…"
			}
			payload, err := json.Marshal(e)
			if err == nil {
				_, err = db.Exec(r.Context(), `UPDATE event SET payload = $1 WHERE conversation = $2 AND version = $3`, string(payload), k.id, at+1)
			}
			if err != nil {
				r.Fatal(err)
			}
		}
		questions, options, words, unanswered, conversions := counts{}, counts{}, counts{}, counts{}, counts{}
		byQuestion, byOption, bySearch, answers := counts{}, counts{}, counts{}, counts{}
		left := map[[2]string][]string{}
		for _, k := range talks {
			now, at := k.now()
			amounts := map[string]int64{}
			for _, o := range k.deeds {
				if within(k.time(o)) {
					products.add([]int64{0, one(o.act == "opened"), one(o.act == "basket"), 0}, o.product)
				}
				if o.status == "placed" && k.time(o) >= from {
					amounts[o.currency] += 2 * o.price
				}
			}
			answered, done := false, map[string]bool{}
			once := func(key string) bool { was := done[key]; done[key] = true; return !was }
			for i := range now {
				var next *dialog.Exchange
				if i+1 < len(now) {
					next = &now[i+1]
				}
				category := ""
				if len(now[i].Scope) == 1 {
					category = now[i].Scope[0]
				}
				for _, p := range now[i].Questions {
					q := replayed(&p, next, slices.ContainsFunc(k.deeds, func(o deed) bool { return k.time(o) >= at[i] }))
					answered = answered || q.Outcome == "answered"
					if !within(at[i]) {
						continue
					}
					is := func(outcome string) int64 { return one(q.Outcome == outcome) }
					questions.add([]int64{1, is("answered"), is("skipped"), is("passed"), is("left")}, category, q.Aspect, q.Text)
					if topic := [2]string{category, q.Aspect}; q.Outcome == "left" && !slices.Contains(left[topic], k.id) {
						left[topic] = append(left[topic], k.id)
					}
					if q.Outcome == "answered" {
						answers.add([]int64{1}, category, q.Aspect)
						for currency, amount := range amounts {
							if once(category + q.Aspect + currency) {
								byQuestion.add([]int64{1, amount}, category, q.Aspect, "", currency)
							}
						}
					}
					for _, o := range q.Options {
						options.add([]int64{1, one(o.Picked)}, category, q.Aspect, o.Label)
						for currency, amount := range amounts {
							if o.Picked && once(category+q.Aspect+o.Label+currency) {
								byOption.add([]int64{1, amount, 0}, category, q.Aspect, o.Label, currency)
							}
						}
					}
				}
				findings(&now[i], func(kind, text, about string) {
					if !within(at[i]) {
						return
					}
					if kind == "shop" || kind == "told" || kind == "product" {
						unanswered.add([]int64{1}, kind, about, category)
					} else if text != "" {
						words.add([]int64{1, one(about == "missed")}, kind, "", text, category)
						if about != "" {
							words.add([]int64{1, 1}, kind, about, text, category)
						}
					}
					for currency, amount := range amounts {
						if kind == "search" && text != "" && once(text+category+currency+"search") {
							bySearch.add([]int64{1, amount, 0}, category, "", text, currency)
						}
					}
				})
			}
			if within(k.at) && len(now) > 0 {
				conversions.add([]int64{1, one(len(amounts) > 0)}, one(answered))
			}
		}
		equal := func(what string, want, got counts) {
			t.Helper()
			if diff := cmp.Diff(want, got); diff != "" {
				r.Fatalf("%s (-want +got):\n%s", what, diff)
			}
		}
		equal("questions", questions, table(r, d, "questions", []int{0, 1, 2}, from, to, ""))
		equal("products", products, table(r, d, "products", []int{0}, from/dayLength, to/dayLength, from, to, 100))
		equal("revenue", sold, table(r, d, "revenue", []int{0}, from, to))
		equal("conversion", conversions, table(r, d, "conversion", []int{0}, from, to))
		equal("orders by search", bySearch, table(r, d, "orders_by_search", []int{0, 1, 2, 4}, from, to, 100))
		gotWords, gotUnanswered, gotOptions, gotByQuestion := counts{}, counts{}, counts{}, counts{}
		for _, kind := range [][2]string{{"said"}, {"search"}, {"search", "missed"}, {"unknown"}, {"notsold"}} {
			for key, n := range table(r, d, "findings", []int{0, 1}, kind[0], from, to, "", kind[1], 100) {
				gotWords[fmt.Sprintln(kind[0], kind[1], strings.TrimSuffix(key, "\n"))] = n
			}
		}
		for _, kind := range []string{"shop", "told", "product"} {
			for key, n := range table(r, d, "unanswered", []int{0, 1, 2}, kind, from, to, "", 100) {
				fields := strings.Split(strings.TrimSuffix(key, "\n"), " ")
				gotUnanswered.add(n, kind, fields[0], fields[1])
			}
		}
		page := &report{Desk: d, Request: httptest.NewRequest("GET", Root, nil), from: from, to: to}
		for key := range questions {
			topic := strings.Split(key, " ")
			for _, o := range page.offered(topic[0], topic[1]) {
				gotOptions.add([]int64{int64(o.Shown), int64(o.Picked)}, topic[0], topic[1], o.Label)
			}
			list, err := d.find(r.Context(), url.Values{"in": {topic[0]}, "aspect": {topic[1]}, "outcome": {"left"}}, from, to, 100, 0)
			var ids []string
			for _, f := range list {
				ids = append(ids, f.id)
			}
			slices.Sort(ids)
			want := left[[2]string{topic[0], topic[1]}]
			slices.Sort(want)
			if err = errors.Join(err, page.err); err != nil || !slices.Equal(ids, want) {
				r.Fatalf("%q was left in %q, %v; want %q", topic, ids, err, want)
			}
		}
		for key, n := range table(r, d, "orders_by_question", []int{0, 1, 2, 4}, from, to, 100) {
			fields := strings.Split(key, " ")
			if want := answers[fmt.Sprintln(fields[0], fields[1])]; n[2] != want[0] {
				r.Fatalf("%q was answered %d times, want %d", fields, n[2], want[0])
			}
			gotByQuestion[key] = n[:2]
		}
		equal("words", words, gotWords)
		equal("unanswered", unanswered, gotUnanswered)
		equal("options", options, gotOptions)
		equal("orders by option", byOption, table(r, d, "orders_by_option", []int{0, 1, 2, 4}, from, to, 100))
		equal("orders by question", byQuestion, gotByQuestion)
		kept := dump(r, db, deleted >= 0)
		for _, statement := range append([]string{`DELETE FROM turn`, `DELETE FROM shown`, `UPDATE purchase_line SET conversation = NULL`, `UPDATE conversation SET answered = 0`}, anew...) {
			if _, err := db.Exec(r.Context(), statement); err != nil {
				r.Fatal(err)
			}
		}
		if diff := cmp.Diff(kept, dump(r, db, deleted >= 0)); diff != "" {
			r.Fatalf("made anew (-kept +made):\n%s", diff)
		}
	})
}

// remaking returns the statements by which the step of the schema fills the tables of the events.
func remaking(t *testing.T, db *store.DB) []string {
	folder := "sqlite"
	if db.Postgres() {
		folder = "postgres"
	}
	text, err := os.ReadFile("../../../../agent/store/migrations/" + folder + "/00005_tables.sql")
	if err != nil {
		t.Fatal(err)
	}
	at := strings.LastIndex(string(text), "INSERT INTO turn SELECT")
	return strings.Split(strings.TrimSuffix(strings.TrimSpace(string(text[at:])), ";"), ";\n")
}

// dump lists the rows of the tables, without those of shown where some are of conversations that are
// no more.
func dump(t *rapid.T, db *store.DB, deleted bool) (out []string) {
	queries := []string{`SELECT conversation, n, version, at, category, worded FROM turn`, `SELECT conversation, n, kind, text, category, about, at FROM finding`,
		`SELECT conversation, n, place, at, category, aspect, outcome, text, labels, coalesce(picked, ''), fit, expected, coalesce(remained, -1) FROM asked`,
		`SELECT purchase, coalesce(conversation, '') FROM purchase_line`, `SELECT id, answered FROM conversation`}
	if !deleted {
		queries = append(queries, `SELECT product, day, times FROM shown`)
	}
	for _, query := range queries {
		err := store.Each(t.Context(), db.Reader, func(row *sql.Rows) error {
			cells, err := cells(row)
			out = append(out, strings.Join(cells, "\x00"))
			return err
		}, query)
		if err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(out)
	return out
}
