package feed

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"shopclerk/catalog"
)

// fuzzReader holds a reader to what every reader promises: it ends, its places
// are lines of the text in ascending order, keys are unique and texts valid.
func fuzzReader(f *testing.F, read reader, check func(t *testing.T, text []byte, entries, problems int)) {
	f.Fuzz(func(t *testing.T, text []byte) {
		entries, problems, last := 0, 0, 0
		lineCount := bytes.Count(text, []byte("\n")) + 1
		at := func(p Place) {
			if p.Line < 0 || p.Line > lineCount {
				t.Fatalf("line %d of %d", p.Line, lineCount)
			}
		}
		s := &sink{name: "feed", limit: 200, entry: newEntry()}
		s.emit = func(e *entry) error {
			entries++
			at(e.place)
			if e.place.Line < last {
				t.Fatalf("line %d after line %d", e.place.Line, last)
			}
			last = e.place.Line
			keys := map[string]bool{}
			for _, fd := range e.fields {
				if keys[fd.key] || fd.key == "" {
					t.Fatalf("key %q is empty or there twice", fd.key)
				}
				keys[fd.key] = true
				if !utf8.ValidString(fd.key) || !utf8.ValidString(fd.value.String()) || fd.value.Kind == 0 {
					t.Fatalf("%q: %q is not valid", fd.key, fd.value)
				}
			}
			return nil
		}
		s.report = func(p Problem) error {
			problems++
			at(p.Place)
			if !utf8.ValidString(p.Message) {
				t.Fatalf("message %q", p.Message)
			}
			return nil
		}
		err := read(s, bytes.NewReader(text))
		if err == nil && check != nil {
			check(t, text, entries, problems)
		}
	})
}

func FuzzJSONLines(f *testing.F) {
	f.Add([]byte("{\"a\":1}\n\n{\"b\":[1,{\"c\":null}]}\r\n"))
	f.Add([]byte("{\"a\":\"\\ud800\xff\"}\n[]\nx"))
	f.Add([]byte(`{"attributes":[{"name":"n","value":1e99}],"":"", "é":{"a":{"b":-0.0}}}`))
	fuzzReader(f, readJSONLines, func(t *testing.T, text []byte, entries, problems int) {
		filled := 0
		for l := range bytes.SplitSeq(text, []byte("\n")) {
			if len(bytes.TrimSpace(l)) > 0 || len(l) > 200 {
				filled++
			}
		}
		if entries+problems < filled {
			t.Fatalf("%d lines, but %d entries and %d problems", filled, entries, problems)
		}
	})
}

func FuzzJSONArray(f *testing.F) {
	f.Add([]byte(`[{"a":1}, {"b":"]"}]`))
	f.Add([]byte("{\"x\":{\"y\":[1]},\n\"p\":[{\"a\":\"\\\"\"},{}]}"))
	f.Add([]byte(`[1,"a",[{}],{]`))
	fuzzReader(f, readJSONArray, func(t *testing.T, text []byte, entries, problems int) {
		var list []map[string]json.RawMessage
		if json.Unmarshal(text, &list) != nil || bytes.Contains(text, []byte("null")) {
			return
		}
		if valid := utf8.Valid(text); valid && entries+problems != len(list) {
			t.Fatalf("%d elements, but %d entries and %d problems", len(list), entries, problems)
		}
	})
}

func FuzzDelimited(f *testing.F) {
	f.Add([]byte("a,b\n1,2\n\"x\ny\",\"\"\"\"\n"))
	f.Add([]byte("a;b;c\n\"1;2\n3;4;5\r\n;;;;\n"))
	f.Add([]byte("\xffa\tb\n\"\t\"\xfe\n"))
	fuzzReader(f, readDelimited, nil)
}

func FuzzXML(f *testing.F) {
	f.Add([]byte("<rss><item><g:id>1</g:id><title><![CDATA[</item>]]></title></item></rss>"))
	f.Add([]byte("<feed><entry><link href='a>b'/><x y=\"1\">t</x></entry><!-- <entry> --><entry/>"))
	f.Add([]byte("<item><item></item></item><product>&nbsp;&bad;</product>"))
	fuzzReader(f, readXML, nil)
}

func FuzzParseMapping(f *testing.F) {
	f.Add(`{"title":"t","price":{"field":"p"}}`, `{"t":"a","p":"1 USD"}`)
	f.Add(`{"title":["n","t"],"category_from":"file","brand_from":"title","rating":{"field":"r","scale":10}}`, `{"t":"a <b>b","n":null,"r":7}`)
	f.Add(`{"title":"t","attributes":{"fields":{"a":{"parts":[{"key":"x"}],"total":{"key":"a"}}}}}`, `{"t":"a","a":[2,8],"x":1}`)
	f.Add(`{"title":"t","attributes":{"include":["*a"],"by_category":{"":{"a":{"as":"details","separator":","}}}}}`, `{"t":"a","a":"b:c:d,e"}`)
	f.Fuzz(func(t *testing.T, mapping, product string) {
		m, err := ParseMapping(strings.NewReader(mapping))
		if err != nil {
			return
		}
		m.Hints("Memory")
		p := newProjector(m, func(Problem) error { return nil })
		e := newEntry()
		e.reset(Place{"memory.jsonl", 1, 0})
		if parseObject(e, []byte(strings.ToValidUTF8(product, "")), nil) != nil {
			return
		}
		rec, ok, err := p.record(e)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			return
		}
		if rec.Title == "" || rec.ID == "" || rec.Price.Minor < 0 || rec.Rating < 0 || rec.Rating > 5 || rec.Stock < -1 {
			t.Fatalf("%+v", rec)
		}
		keys := map[string]bool{}
		for _, a := range rec.Attributes {
			if keys[a.Key] || a.Value.Kind == 0 {
				t.Fatalf("attribute %q is empty or there twice", a.Key)
			}
			keys[a.Key] = true
		}
	})
}

// FuzzFile feeds whole files, archives among them, to Infer and Read.
func FuzzFile(f *testing.F) {
	f.Add("a.zip", []byte(zipped(f, "a.jsonl", "{\"title\":\"a b\"}\n", "b.csv", "title\nx\n")))
	f.Add("a.json.gz", []byte(gzipped(f, `[{"title":"a b"}]`)))
	f.Add("a.txt", []byte("\xff\xfet\x00i\x00t\x00l\x00e\x00\n\x00x\x00"))
	f.Add("a", []byte(`{"products":[{"title":"a b"}]}`))
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		ext := filepath.Ext(filepath.Base(name))
		if strings.ContainsAny(ext, "/\x00") || len(ext) > 10 {
			ext = ""
		}
		path := filepath.Join(t.TempDir(), "feed"+ext)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		opts := Options{MaxErrors: -1, MaxUnpacked: 1 << 20, MaxRecord: 1 << 12}
		m, inf, err := Infer(context.Background(), []string{path})
		if err != nil {
			m = Mapping{Title: Fields{"title"}}
		} else if len(inf.Lines()) < 3 {
			t.Fatalf("inference says %q", inf.Lines())
		}
		sum, err := Read(context.Background(), []string{path}, m, opts, func(r catalog.Record, _ Place) error {
			if r.Title == "" || r.ID == "" || !utf8.ValidString(r.Title) {
				t.Fatalf("%+v", r)
			}
			return nil
		})
		if err != nil && sum.Records > 0 {
			t.Fatalf("%d records, then %v", sum.Records, err)
		}
	})
}

func FuzzText(f *testing.F) {
	f.Add("<p>a &amp; b</p>")
	f.Add("1.234,56 €")
	f.Add("<a<b<script>")
	f.Fuzz(func(t *testing.T, s string) {
		s = strings.ToValidUTF8(s, "")
		p := plainText(s)
		if tidy(p) != p || !utf8.ValidString(p) || len(p) > 3*len(s) {
			t.Fatalf("plain(%q) = %q", s, p)
		}
		if amount, _, err := parseAmount(s); err == nil && amount != amount {
			t.Fatalf("parseAmount(%q) = %v", s, amount)
		}
	})
}
