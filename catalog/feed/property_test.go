package feed

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// fieldsOf reads a text with a reader and returns the fields of each entry.
func fieldsOf(t interface{ Fatal(...any) }, read reader, text []byte) (entries [][]fieldValue, problems []Problem) {
	s := &sink{name: "feed", limit: 1 << 20, entry: newEntry()}
	s.emit = func(e *entry) error {
		entries = append(entries, append([]fieldValue{}, e.fields...))
		return nil
	}
	s.report = func(p Problem) error { problems = append(problems, p); return nil }
	if err := read(s, bytes.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	return entries, problems
}

// What encoding/csv writes is read back, whatever the cells hold.
func TestTableRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		comma := rapid.SampledFrom([]rune{',', ';', '\t', '|'}).Draw(t, "comma")
		cell := rapid.StringOfN(rapid.SampledFrom([]rune("ab\",;|\t\n é")), 0, 12, -1)
		table := rapid.SliceOfN(rapid.SliceOfN(cell, 3, 3), 1, 8).Draw(t, "table")
		var b bytes.Buffer
		w := csv.NewWriter(&b)
		w.Comma = comma
		_ = w.Write([]string{"first", "second", "third"}) // a buffer takes everything
		_ = w.WriteAll(table)

		entries, problems := fieldsOf(t, readDelimited, b.Bytes())
		if len(problems) > 0 {
			t.Fatalf("%q: %v", b.String(), problems)
		}
		i := 0
		for _, row := range table {
			var want []string
			for _, c := range row {
				if c = strings.TrimSpace(c); c != "" {
					want = append(want, c)
				}
			}
			if want == nil && b.Len() > 0 { // a row of nothing may be passed over as a blank line
				if i < len(entries) && len(entries[i]) == 0 {
					i++
				}
				continue
			}
			if i == len(entries) {
				t.Fatalf("%q: only %d rows", b.String(), i)
			}
			var got []string
			for _, f := range entries[i] {
				got = append(got, f.value.Text)
			}
			if strings.Join(got, "\x00") != strings.Join(want, "\x00") {
				t.Fatalf("%q: row %d is %q, want %q", b.String(), i, got, want)
			}
			i++
		}
		if i != len(entries) {
			t.Fatalf("%q: %d rows, want %d", b.String(), len(entries), i)
		}
	})
}

// Objects come out of lines and of an array, however it is laid out, alike.
func TestArrayEqualsLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.SampledFrom([]rune("ab\"\\[]{}, \n\u2028é")), 0, 8, -1)
		value := rapid.OneOf(rapid.Custom(func(t *rapid.T) any { return text.Draw(t, "text") }), rapid.Just[any](1.5), rapid.Just[any](nil), rapid.Just[any](true),
			rapid.Custom(func(t *rapid.T) any { return rapid.SliceOfN(text, 0, 3).Draw(t, "list") }),
			rapid.Custom(func(t *rapid.T) any { return rapid.MapOfN(text, text, 0, 3).Draw(t, "object") }))
		objects := rapid.SliceOfN(rapid.MapOfN(text, value, 0, 4), 0, 6).Draw(t, "objects")
		var lines bytes.Buffer
		for _, o := range objects {
			b, err := json.Marshal(o)
			if err != nil {
				t.Fatal(err)
			}
			lines.Write(append(b, '\n'))
		}
		want, _ := fieldsOf(t, readJSONLines, lines.Bytes())
		indent := rapid.SampledFrom([]string{"", " ", "\n\t"}).Draw(t, "indent")
		array, err := json.MarshalIndent(objects, indent, indent)
		if err != nil {
			t.Fatal(err)
		}
		got, problems := fieldsOf(t, readJSONArray, array)
		a, _ := json.Marshal(spellFields(want))
		b, _ := json.Marshal(spellFields(got))
		if len(problems) > 0 || !bytes.Equal(a, b) {
			t.Fatalf("lines %s\narray %s\nproblems %v", a, b, problems)
		}
	})
}

func spellFields(entries [][]fieldValue) []string {
	var s []string
	for _, e := range entries {
		var b strings.Builder
		for _, f := range e {
			b.WriteString(f.key + "=" + spellRaw(f.value) + "|")
		}
		s = append(s, b.String())
	}
	return s
}
