package feed

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"context"
	"errors"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/catalog"
)

func TestTrouble(t *testing.T) {
	priced := titled
	priced.Price = &PriceRule{Field: Fields{"price"}, Currency: "USD"}
	const good = `{"id":"z","title":"last"}` + "\n"
	tests := []struct {
		name, file, text string
		want             []string // records
		problems         []string // their beginnings, in order
	}{
		{"malformed line", "a.jsonl", `{"id":"a","title":"A"` + "\n" + good, []string{"z|last|"},
			[]string{`a.jsonl:1: malformed: unexpected end of JSON input at byte 21`}},
		{"a line that is no object", "a.jsonl", "[1]\n\"x\"\n" + good, []string{"z|last|"},
			[]string{`a.jsonl:1: malformed: a product is a JSON object in braces, not "[1]"`, `a.jsonl:2: malformed: a product is`}},
		{"two objects on a line", "a.jsonl", "{}{}\n" + good, []string{"z|last|"}, []string{`a.jsonl:1: malformed: invalid character '{' after top-level value`}},
		{"duplicate id", "a.jsonl", `{"id":"a","title":"A"}` + "\n" + `{"id":"a","title":"B"}` + "\n" + good, []string{"a|A|", "z|last|"},
			[]string{`a.jsonl:2: duplicate id: the id "a" is that of `}},
		{"missing title", "a.jsonl", `{"id":"a","name":"A","title":" "}` + "\n" + good, []string{"z|last|"},
			[]string{`a.jsonl:1: missing title: the product has no "title"; it was left out (its fields: id, name, title)`}},
		{"missing id", "a.jsonl", `{"title":"A"}` + "\n" + good, []string{"a-559aead08264d579|A|", "z|last|"},
			[]string{`a.jsonl:1: missing id: the product has no "id"; it was kept under the derived id a-`}},
		{"negative price", "a.jsonl", `{"id":"a","title":"A","price":-5}` + "\n" + `{"id":"b","title":"B","price":"-$3.20"}`, []string{"a|A|", "b|B|"},
			[]string{`a.jsonl:1: negative price: the price is "-5"; the product was kept without a price`, `a.jsonl:2: negative price: the price is "-$3.20"`}},
		{"unreadable price", "a.jsonl", `{"id":"a","title":"A","price":"cheap"}` + "\n" + `{"id":"b","title":"B","price":1e300}` + "\n" + `{"id":"c","title":"C","price":"N/A"}`, []string{"a|A|", "b|B|", "c|C|"},
			[]string{`a.jsonl:1: unreadable price: the price "cheap" could not be read (no number)`, `a.jsonl:2: unreadable price: `}},
		{"Latin-1", "a.jsonl", "{\"id\":\"a\",\"title\":\"caf\xe9 au lait\"}\n" + good, []string{"a|café au lait|", "z|last|"}, nil},
		{"Latin-1 and UTF-8 in one table", "a.csv", "id;title\na;caf\xe9\nb;café\nz;last\n", []string{"a|café|", "b|café|", "z|last|"}, nil},
		{"bytes of no encoding", "a.jsonl", "{\"id\":\"a\",\"title\":\"caf\x81 au lait\"}\n" + good, []string{"a|caf\uFFFD au lait|", "z|last|"},
			[]string{`a.jsonl:1: invalid UTF-8: bad bytes were replaced by ` + "\uFFFD" + `, as in `}},
		{"the same product twice", "a.jsonl", `{"id":"a","title":"A"}` + "\n" + `{"id":"a","title":"A"}` + "\n" + good, []string{"a|A|", "z|last|"},
			[]string{`a.jsonl:2: repeated: the product "a" is there already, at `}},
		{"long line", "a.jsonl", `{"id":"` + strings.Repeat("x", 2000) + "\"}\n" + good, []string{"z|last|"},
			[]string{`a.jsonl:1: too long: the line has 2.0 KiB, more than the 1.0 KiB one product may have; it was skipped.`}},
		{"long row", "a.csv", "id,title\na," + strings.Repeat("x", 2000) + "\nz,last\n", []string{"z|last|"}, []string{`a.csv:2: too long`}},
		{"long element", "a.json", `[{"id":"` + strings.Repeat("]", 2000) + `"},` + good + `]`, []string{"z|last|"}, []string{`a.json:1 (item 1): too long`}},
		{"long item", "a.xml", "<a><item>" + strings.Repeat("<item/>", 500) + "</item>\n<item><id>z</id><title>last</title></item></a>", []string{"z|last|"},
			[]string{`a.xml:1 (item 1): too long`}},
		{"broken element", "a.json", `[` + good + `, 7, {"id":"a",,}]`, []string{"z|last|"},
			[]string{`a.json:2 (item 2): malformed: a product is a JSON object`, `a.json:2 (item 3): cut off: invalid character ',' looking for beginning of object key string; the products from here on are missing`}},
		{"no list, and broken", "a.json", `[7, {"id":"a",,}]`, nil, []string{`a.json: malformed: no list of products was found`}},
		{"object without a list", "a.json", "{\n\"id\": 1}", nil, []string{`a.json: malformed: no list of products was found`}},
		{"broken item", "a.xml", "<a><item><id>z</id><title>last</title></item><item><title>x</title><1></item></a>", []string{"z|last|"}, []string{`a.xml:1 (item 2): cut off: parsing the item: `}},
		{"XML without items", "a.xml", "<a><b/></a>", nil, []string{`a.xml: malformed: no product was found`}},
		{"archive in an archive", "a.zip", zipped(t, "a.zip", "PK\x03\x04", "b.jsonl", good), []string{"z|last|"}, []string{`a.zip/a.zip: unreadable file: archives inside archives are not opened`}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			opts := tolerant
			opts.MaxRecord = 1 << 10
			got := readAll(filepath.Join(folder(t, map[string]string{test.file: test.text}), test.file), priced, opts)
			if diff := cmp.Diff(test.want, spellAll(got.records)); diff != "" {
				t.Error(diff)
			}
			if !slices.EqualFunc(test.problems, got.problems, func(want, got string) bool { return strings.HasPrefix(got, want) }) {
				t.Errorf("problems\n%s\nwant\n%s", strings.Join(got.problems, "\n"), strings.Join(test.problems, "\n"))
			}
			if n := got.sum.Problems.Total(); n != len(got.problems) {
				t.Errorf("%d problems counted, %d reported", n, len(got.problems))
			}
			if none := errors.Is(got.err, ErrNoProducts); none != (test.want == nil) || !none && got.err != nil {
				t.Errorf("error %v", got.err)
			}
		})
	}
}

func TestMaxErrors(t *testing.T) {
	const feed = "x\n{\"title\":\"a\"}\nx\nx\n{\"title\":\"b\"}\n"
	dir := folder(t, map[string]string{"a.jsonl": feed})
	for _, test := range []struct {
		name           string
		max, problems  int
		records        int
		tooMany, clean bool
	}{
		{"none tolerated", 0, 1, 0, true, false},
		{"two tolerated", 2, 3, 1, true, false},
		{"three tolerated", 3, 3, 2, false, true},
		{"no limit", -1, 3, 2, false, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := readAll(dir, Mapping{Title: Fields{"title"}}, Options{MaxErrors: test.max})
			if len(got.records) != test.records || len(got.problems) != test.problems || errors.As(got.err, new(*TooManyProblems)) != test.tooMany || (got.err == nil) != test.clean {
				t.Errorf("%d records, %d problems, error %v", len(got.records), len(got.problems), got.err)
			}
		})
	}
}

func TestStops(t *testing.T) {
	dir := folder(t, map[string]string{"a.zip": zipped(t, "a.jsonl", strings.Repeat("{\"title\":\"a\"}\n", 10))})
	m := Mapping{Title: Fields{"title"}}
	mine := errors.New("the disk is full")
	n := 0
	_, err := Read(context.Background(), []string{dir}, m, tolerant, func(catalog.Record, Place) error {
		if n++; n == 3 {
			return mine
		}
		return nil
	})
	if err != mine || n != 3 {
		t.Errorf("after %d records: %v, want the error of yield as it is", n, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Read(ctx, []string{dir}, m, tolerant, func(catalog.Record, Place) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("with a cancelled context: %v", err)
	}
	if _, err := Read(context.Background(), []string{filepath.Join(dir, "nothing")}, m, tolerant, nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("with a path that does not exist: %v", err)
	}
}

// endless yields a head, n bytes of filling and a tail.
func endless(head string, n int64, tail string) io.Reader {
	return io.MultiReader(strings.NewReader(head), io.LimitReader(filling{}, n), strings.NewReader(tail))
}

type filling struct{}

var block = bytes.Repeat([]byte("x"), 64<<10)

func (filling) Read(p []byte) (int, error) { return copy(p, block), nil }

func TestLongTextIsNotHeld(t *testing.T) {
	tests := []struct {
		name       string
		read       reader
		size       int64
		head, tail string
		last       bool // what follows is lost
	}{
		{"line of 100 MB", readJSONLines, 100 << 20, "{\"id\":\"a\",\"title\":\"A\"}\n{\"title\":\"", "\"}\n{\"id\":\"z\",\"title\":\"Z\"}\n", false},
		{"row of 100 MB", readDelimited, 100 << 20, "id,title\na,A\nb,", "\nz,Z\n", false},
		{"quoted field of 100 MB", readDelimited, 100 << 20, "id,title\na,A\nb,\"", "\"\nz,Z\n", false},
		{"element of 4 MB", readJSONArray, 4 << 20, "[{\"id\":\"a\",\"title\":\"A\"},{\"title\":\"", "\"},{\"id\":\"z\",\"title\":\"Z\"}]", true},
		{"item of 4 MB", readXML, 4 << 20, "<r><item><id>a</id><title>A</title></item><item>", "</item><item><id>z</id><title>Z</title></item></r>", true},
		{"tag of 4 MB", readXML, 4 << 20, "<r><item><id>a</id><title>A</title></item><item ", "></item><item><id>z</id><title>Z</title></item></r>", true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			const limit = 1 << 20
			var titles []string
			var problems []Problem
			s := &sink{name: "feed", limit: limit, entry: newEntry()}
			s.emit = func(e *entry) error {
				for _, f := range e.fields {
					if f.key == "title" {
						titles = append(titles, f.value.Text)
					}
				}
				return nil
			}
			s.report = func(p Problem) error { problems = append(problems, p); return nil }
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			if err := test.read(s, endless(test.head, test.size, test.tail)); err != nil {
				t.Fatal(err)
			}
			runtime.ReadMemStats(&after)
			if read := strings.Join(titles, " "); read != "A Z" && (read != "A" || !test.last) {
				t.Errorf("read %q, want the products on both sides", titles)
			}
			want := []Kind{TooLong}
			if test.last && len(titles) == 1 {
				want = append(want, CutOff)
			}
			if !slices.EqualFunc(problems, want, func(p Problem, k Kind) bool { return p.Kind == k }) {
				t.Errorf("problems %v, want %v", problems, want)
			}
			// Growing a buffer to the limit allocates several times the limit in all.
			if total := after.TotalAlloc - before.TotalAlloc; total > 12*limit {
				t.Errorf("allocated %d MiB for products of at most 1 MiB", total>>20)
			}
		})
	}
}

// bomb returns a zip with a member per size, which holds text and then that many
// MiB of spaces. One MiB is compressed once and repeated as it is, which deflate
// allows between flushes.
func bomb(t testing.TB, text string, sizes ...int) string {
	t.Helper()
	spaces := strings.Repeat(" ", 1<<20)
	deflated := func(s string, last bool) []byte {
		var b bytes.Buffer
		w, err := flate.NewWriter(&b, flate.BestCompression)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = w.Write([]byte(s)) // a buffer takes everything
		if last {
			_ = w.Close()
		} else {
			_ = w.Flush()
		}
		return b.Bytes()
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i, size := range sizes {
		crc := crc32.ChecksumIEEE([]byte(text))
		for range size {
			crc = crc32.Update(crc, crc32.IEEETable, []byte(spaces))
		}
		packed := slices.Concat(deflated(text, false), bytes.Repeat(deflated(spaces, false), size), deflated("", true))
		w, err := z.CreateRaw(&zip.FileHeader{
			Name: string(rune('a'+i)) + ".jsonl", Method: zip.Deflate, CRC32: crc,
			CompressedSize64: uint64(len(packed)), UncompressedSize64: uint64(len(text) + size<<20),
		})
		if err != nil {
			t.Fatal(err)
		}
		_, _ = w.Write(packed)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestZipBombs(t *testing.T) {
	good := "{\"id\":\"a\",\"title\":\"A\"}\n"
	const small = 1 // MiB of spaces
	tests := []struct {
		name, file, text string
		opts             Options
		bomb             string // in the message; empty when it is none
	}{
		{"size", "a.zip", bomb(t, good, small), Options{MaxErrors: -1, MaxUnpacked: 1 << 20}, "more than 1.0 MiB, which is the limit"},
		{"ratio", "a.zip", bomb(t, good, ratioFrom>>20+2), tolerant, "more than 200 times its size, which is the limit"},
		{"ratio of several", "a.zip", bomb(t, good, ratioFrom>>21, ratioFrom>>21+2), tolerant, "more than 200 times its size, which is the limit"},
		{"small and repetitive", "a.zip", bomb(t, good, small), tolerant, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if len(test.text) > 256<<10 {
				t.Fatalf("the archive has %d bytes, which is no bomb", len(test.text))
			}
			dir := folder(t, map[string]string{test.file: test.text, "z.jsonl": `{"id":"z","title":"Z"}`})
			got := readAll(dir, titled, test.opts)
			ids := map[string]bool{}
			for _, r := range got.records {
				ids[r.ID] = true
			}
			if !ids["a"] || !ids["z"] {
				t.Errorf("read %v, want the products before the bomb and in the next file", ids)
			}
			if bombs := got.sum.Problems[ZipBomb]; bombs > 1 || (bombs == 1) != (test.bomb != "") {
				t.Errorf("problems %q", got.problems)
			}
			if !strings.Contains(strings.Join(got.problems, "\n"), test.bomb) {
				t.Errorf("problems %q, want one that says %q", got.problems, test.bomb)
			}
		})
	}
}

func TestDerivedIDs(t *testing.T) {
	const feed = `{"title":"a","x":1,"price":5}
{"title":"a","x":2,"price":5}
{"title":"a","x":1,"price":7}
`
	m := Mapping{Title: Fields{"title"}, Price: &PriceRule{Field: Fields{"price"}, Currency: "USD"}}
	got := readAll(folder(t, map[string]string{"lamps.jsonl": feed}), m, Options{})
	if got.err != nil {
		t.Fatal(got.err)
	}
	a, b, c := got.records[0].ID, got.records[1].ID, got.records[2].ID
	if !strings.HasPrefix(a, "lamps-") || a == b || c != a+"-2" {
		t.Errorf("ids %q, %q, %q: want two hashes and the first one numbered", a, b, c)
	}
	if got.sum.Derived != 3 {
		t.Errorf("derived %d", got.sum.Derived)
	}
	again := readAll(folder(t, map[string]string{"lamps.jsonl": strings.ReplaceAll(feed, "5}", "6}")}), m, Options{})
	if again.records[0].ID != a || again.records[2].ID != c {
		t.Error("ids changed with the price")
	}
}

func TestManyIDsFitInMemory(t *testing.T) {
	const n = 200_000
	ids := newIdentities()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for i := range n {
		if _, _, ok := ids.take("a rather long id of a product, number "+strconv.Itoa(i), "a title", Place{"feed.jsonl", i + 1, 0}); !ok {
			t.Fatalf("id %d was taken", i)
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if first, _, ok := ids.take("a rather long id of a product, number 77", "a title", Place{}); ok || first.String() != "feed.jsonl:78" {
		t.Errorf("the second use of an id: %v, %v", first, ok)
	}
	if each := (after.HeapAlloc - before.HeapAlloc) / n; each > 80 {
		t.Errorf("%d bytes per id: a million take %d MB", each, each)
	}
}

func TestProgress(t *testing.T) {
	line := `{"title":"a lamp of some length"}` + "\n"
	dir := folder(t, map[string]string{"a.jsonl": strings.Repeat(line, 5000), "b.zip": zipped(t, "b.jsonl", strings.Repeat(line, 5000))})
	var total, last int64
	calls := 0
	opts := Options{Progress: func(read, of int64, records int) {
		if read < last || read > of || of != total && total != 0 {
			t.Errorf("progress went from %d to %d of %d", last, read, of)
		}
		last, total = read, of
		calls++
	}}
	sum, err := Read(context.Background(), []string{dir}, Mapping{Title: Fields{"title"}}, opts, func(catalog.Record, Place) error { return nil })
	if err != nil || last != total || sum.Bytes != total || calls < 10 {
		t.Errorf("after %d calls %d of %d bytes, error %v", calls, last, total, err)
	}
}
