package desk

import (
	"cmp"
	"database/sql"
	"strings"
	"testing"

	"shopclerk/agent/store"
	"shopclerk/agent/store/storetest"
)

// fills make a store of $N turns in conversations of $T turns over a year, three questions a turn,
// behind the triggers' back; $id is the ith turn's conversation, $at its time. Ids are in no order.
var fills = []string{
	`INSERT INTO conversation (id, session, catalogue, created, updated, version, exchanges) SELECT $id, 's' || i, 'v', $at, $at + 60000000, $T, $T FROM i WHERE i % $T = 0`,
	`INSERT INTO event (conversation, version, kind, at, exchanges, redacted, payload) SELECT $id, 1 + i % $T, 'exchange', $at, 1 + i % $T, 1, $payload FROM i`,
	`INSERT INTO turn SELECT $id, 1 + i % $T, 1 + i % $T, $at, $category, 1 FROM i`,
	`INSERT INTO asked (conversation, n, place, at, category, aspect, outcome, text, labels, picked, fit, expected, remained)
		SELECT $id, 1 + i % $T, q.place, $at, $category, 'aspect ' || (i * (q.place + 3) % 7 + 7 * q.place),
			CASE WHEN i % 10 < 5 THEN 'answered' WHEN i % 10 < 7 THEN 'skipped' WHEN i % 10 < 9 THEN 'passed' ELSE 'left' END, 'Which of these is it to be?',
			'["red","green","blue","option ' || (i % 13) || '","option of ' || (i % 3) || '"]', CASE WHEN i % 10 < 5 THEN '["red"]' END, 200, 40.5, CASE WHEN i % 10 < 2 THEN 38 END
		FROM i CROSS JOIN (SELECT 0 AS place UNION ALL SELECT 1 UNION ALL SELECT 2) q`,
	`INSERT INTO finding (conversation, n, kind, text, category, about, at)
		SELECT $id, 1 + i % $T, CASE i % 20 WHEN 0 THEN 'unknown' WHEN 1 THEN 'notsold' WHEN 2 THEN 'product' WHEN 3 THEN 'shop' WHEN 4 THEN 'said' ELSE 'search' END,
			'a message number ' || (i * 13 % 9973) || ' of some length', $category, CASE i % 20 WHEN 2 THEN 'aspect ' || (i % 11) WHEN 3 THEN 'delivery' WHEN 5 THEN 'missed' ELSE '' END, $at FROM i`,
	`INSERT INTO shown SELECT 'p' || (i % 5000), i / 5000, 17 FROM i`,
	`INSERT INTO interaction (session, conversation, version, act, product, position, quantity, price, at)
		SELECT 's', $id, 1 + i % $T, CASE i % 10 WHEN 0 THEN 'basket' WHEN 1 THEN 'compared' ELSE 'opened' END, 'p' || (i * 7 % 5000), 1, 1, 0, $at FROM i`,
	`INSERT INTO purchase (n, id, person, placed, status, document) SELECT i, 'S' || i, 's', $at, CASE i % 400 WHEN 0 THEN 'cancelled' ELSE 'placed' END, '{}' FROM i WHERE i % 50 = 0`,
	`INSERT INTO purchase_line (purchase, place, article, product, title, quantity, price, currency, conversation)
		SELECT 'S' || i, 0, 'p' || (i % 5000), 'p' || (i % 5000), 'A product', 1, 1999, 'EUR', $id FROM i WHERE i % 50 = 0`,
}

// filled opens such a store.
func filled(b *testing.B, place, turns, each string) *store.DB {
	db, err := store.Open(b.Context(), place)
	if err != nil || db.Close() != nil {
		b.Fatal(err)
	}
	raw := storetest.Raw(b, place)
	raw.SetMaxOpenConns(1)
	payload, drops := `json_object('said', 'a message of some length', 'reply', printf('%.200c', 'x'))`, `SELECT 'DROP TRIGGER ' || name FROM sqlite_schema WHERE type = 'trigger'`
	if db.Postgres() {
		payload = `json_build_object('said', 'a message of some length', 'reply', repeat('x', 200))`
		drops = `SELECT DISTINCT 'DROP TRIGGER ' || trigger_name || ' ON ' || event_object_table FROM information_schema.triggers`
	}
	drop, err := store.List(b.Context(), raw, func(row *sql.Rows) (s string, err error) {
		err = row.Scan(&s)
		return s, err
	}, drops)
	if err != nil {
		b.Fatal(err)
	}
	in := strings.NewReplacer("$id", `'c' || ((i / $T) * 7919 % 1000003)`, "$at", `i * (31536000000000 / $N)`, "$category", `'Category ' || (i % 149)`, "$payload", payload)
	for _, fill := range fills {
		text := `WITH RECURSIVE i (i) AS (SELECT CAST(0 AS BIGINT) UNION ALL SELECT i + 1 FROM i WHERE i < $N - 1) ` + in.Replace(fill)
		drop = append(drop, strings.NewReplacer("$N", turns, "$T", each).Replace(text))
	}
	if db.Postgres() {
		drop = append(drop, `VACUUM ANALYZE`) // as the database does by itself in time
	} else {
		drop = append(append([]string{`PRAGMA journal_mode = DELETE`, `PRAGMA journal_mode = OFF`, `PRAGMA synchronous = OFF`}, drop...), `ANALYZE`)
	}
	for _, s := range drop {
		if _, err := raw.Exec(s); err != nil {
			b.Fatalf("%s: %v", s, err)
		}
	}
	return storetest.Open(b, place)
}

// arguments are those of the queries of a whole year.
func arguments() map[string][]any {
	from, to := int64(0), int64(1<<62)
	question := []any{from, to, "Category 3", "aspect 2"}
	out := map[string][]any{
		"questions": {from, to, ""}, "options": question, "gain": question, "findings_search": {"search", from, to, "", "", pageRows},
		"findings": {"unknown", from, to, "", "", pageRows}, "unanswered": {"shop", from, to, "", pageRows},
		"products": {0, 1 << 40, from, to, pageRows}, "revenue": {from, to}, "conversion": {from, to}, "orders": {from, to, pageRows},
		"matching_text": {"search", "said", "number 77", ""}, "matching_topic": {"shop", "told", "", "delivery"},
		"orders_by_question": {from, to, pageRows}, "orders_by_option": {from, to, pageRows}, "orders_by_search": {from, to, pageRows}, "orders_by_product": {from, to, pageRows},
	}
	for name, set := range map[string]map[int]any{"": {}, "_left": {1: "aspect 2", 5: "Category 3", 6: "left"}, "_unknown": {2: "unknown", 5: "Category 3", 8: "nothing"}, "_opened": {3: "p7", 10: "opened"}, "_ordered": {11: "1"}, "_text": {12: "nothing"}, "_answered": {14: "no"}} {
		args := []any{to, "", "", "", from, "", "", "", "", "", "", "", "", "", "", perPage, 0}
		for i, v := range set {
			args[i] = v
		}
		out["conversations"+name] = args
	}
	return out
}

// BenchmarkTables reads every table of the desk's pages: of 20,000 conversations, and of 1,000,000
// turns, on both databases.
func BenchmarkTables(b *testing.B) {
	for size, each := range map[string]string{"60000": "3", "1000000": "5"} {
		b.Run("turns="+size+"/sqlite", func(b *testing.B) { readTables(b, b.TempDir(), size, each) })
		b.Run("turns="+size+"/postgres", func(b *testing.B) { readTables(b, storetest.Cluster(b).Database(b), size, each) })
	}
}

func readTables(b *testing.B, place, size, each string) {
	d := &Desk{Versions: &Versions{DB: filled(b, place, size, each)}}
	for name, args := range arguments() {
		file, _, _ := strings.Cut(name, "_")
		if strings.HasPrefix(name, "orders_") {
			file = name
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := rows(b.Context(), d, cmp.Or(file, name), func(*sql.Rows) (struct{}, error) { return struct{}{}, nil }, args...); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
