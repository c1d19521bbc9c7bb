package proclare

import (
	"slices"
	"testing"

	"shopclerk/catalog"
)

// The shelf's lamps: 1 red 5, 2 red 5, 3 blue 40, 4 red 60, 5 green without power.
func TestParseSQL(t *testing.T) {
	for _, tc := range []struct {
		sql  string
		want []catalog.Ref // nil: invalid
	}{
		{"SELECT * FROM item WHERE colour = 'red'", []catalog.Ref{1, 2, 4}},
		{"select * from item where colour like '%RE%' limit 10;", []catalog.Ref{1, 2, 4, 5}},
		{"SELECT * FROM item WHERE colour = 'red' AND power >= 40", []catalog.Ref{4}},
		{"SELECT * FROM item WHERE colour IN ('blue', 'green')", []catalog.Ref{3, 5}},
		{"SELECT * FROM item WHERE NOT (colour = 'red' OR power BETWEEN 30 AND 50)", []catalog.Ref{5}},
		{"SELECT * FROM item WHERE power IS NULL", []catalog.Ref{5}},
		{"SELECT * FROM item WHERE power IS NOT NULL AND colour NOT LIKE 'r__'", []catalog.Ref{3}},
		{"SELECT * FROM item WHERE colour = 'blue' OR colour = 'red' AND power < 10", []catalog.Ref{1, 2, 3}},
		{`SELECT "colour", power FROM item WHERE "colour" = "green"`, []catalog.Ref{5}},
		{"SELECT * FROM item WHERE category = 'Lamps' AND power = '40'", []catalog.Ref{3}},
		{"SELECT * FROM item", []catalog.Ref{1, 2, 3, 4, 5}},
		{"SELECT * FROM item WHERE colour = 'it''s red'", []catalog.Ref{}},
		{"SELECT * FROM item WHERE shade = 'red'", nil},
		{"SELECT * FROM journal", nil},
		{"SELECT load_extension('x') FROM item", nil},
		{"SELECT * FROM item WHERE colour = 'red'; DROP TABLE item", nil},
		{"DROP TABLE item", nil},
		{"SELECT * FROM item WHERE colour = (SELECT 1)", nil},
		{"SELECT * FROM item WHERE colour = 'red", nil},
		{"SELECT * FROM item UNION SELECT * FROM item", nil},
		{"SELECT * FROM item WHERE lower(colour) = 'red'", nil},
		{"Here is the query", nil},
		{"", nil},
	} {
		q, err := parseSQL(tc.sql, shelf)
		if (err == nil) != (tc.want != nil) {
			t.Errorf("%s: %v", tc.sql, err)
		} else if err == nil {
			if got := q.find(shelf, len(q.conditions), 10); !slices.Equal(got, tc.want) {
				t.Errorf("%s: %v, want %v", tc.sql, got, tc.want)
			}
		}
	}
}

// What finds nothing is relaxed from the last condition on.
func TestRelaxedSQL(t *testing.T) {
	q, err := parseSQL("SELECT * FROM item WHERE colour = 'red' AND power = 5 AND colour = 'mauve' AND power > 1", shelf)
	if err != nil {
		t.Fatal(err)
	}
	if found, left := q.relaxed(shelf, 10); left != 2 || !slices.Equal(found, []catalog.Ref{1, 2}) {
		t.Errorf("%v, %d", found, left)
	}
}

func FuzzParseSQL(f *testing.F) {
	f.Add("SELECT * FROM item WHERE colour IN ('a','b') AND NOT (power < 3 OR power IS NULL) LIMIT 4;")
	f.Add("SELECT * FROM item WHERE ((((((colour LIKE '%%_%' ")
	f.Fuzz(func(t *testing.T, sql string) {
		if q, err := parseSQL(sql, shelf); err == nil {
			if found, _ := q.relaxed(shelf, 3); len(found) > 3 {
				t.Error(found)
			}
		}
	})
}
