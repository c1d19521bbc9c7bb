package durable

import "testing"

// Arguments are numbered as SQLite numbers them, and only arguments are.
func TestNumbered(t *testing.T) {
	for _, tc := range []struct {
		query string
		given int
		want  string
		taken int
	}{
		{`SELECT 1`, 0, `SELECT 1`, 0},
		{`a = ? AND b = ?`, 2, `a = $1 AND b = $2`, 2},
		{`a = ?2 AND b = ?1 AND c = ?2`, 2, `a = $2 AND b = $1 AND c = $2`, 2},
		{`a = ?2 AND b = ?`, 3, `a = $2 AND b = $3`, 3},
		{`DELETE FROM x WHERE y = ?1`, 2, `DELETE FROM x WHERE y = $1`, 1}, // one that it has no use for
		{`a = '?' AND "b?" = ? -- why?` + "\n AND c = ?12", 12, `a = '?' AND "b?" = $1 -- why?` + "\n AND c = $12", 12},
		{`a = 'it''s ?' AND b = ?`, 1, `a = 'it''s ?' AND b = $1`, 1},
		{`a = '?`, 1, `a = '?`, 0},
		{`a = ? -- ?`, 1, `a = $1 -- ?`, 1},
		{`a = $1 AND b = $2`, 2, `a = $1 AND b = $2`, 2}, // goose's
		{`a ? b`, 0, `a ? b`, 0},
	} {
		if got, taken := rebind(tc.query, tc.given); got != tc.want || taken != tc.taken {
			t.Errorf("%s of %d:\n%s takes %d, want\n%s, which takes %d", tc.query, tc.given, got, taken, tc.want, tc.taken)
		}
	}
}

// What PostgreSQL has no text for is held as U+FFFD.
func TestStorable(t *testing.T) {
	for text, want := range map[string]string{"": "", "ü'\"": "ü'\"", "a\x00b": "a\uFFFDb", "a\xff": "a\uFFFD"} {
		if got := storable(text); got != want {
			t.Errorf("%q is %q", text, got)
		}
	}
}
