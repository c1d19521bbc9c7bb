package feed

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/catalog"
)

// products returns n products as JSON Lines.
func products(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "{\"id\":\"p%d\",\"title\":\"Lamp, no. %d\",\"size\":{\"w\":1}}\n", i, i)
	}
	return b.String()
}

// TestCutFeeds: a feed that ends or breaks in the middle is an error that names the place,
// whatever number of products may be lost.
func TestCutFeeds(t *testing.T) {
	lines := products(20)
	list := "[" + strings.ReplaceAll(strings.TrimSpace(lines), "\n", ",\n") + "]"
	const xml = "<rss><channel><item><id>a</id><title>A</title></item>\n<item><id>b</id><title>B</title></item>\n"
	const csv = "id,title,size\na,Lamp,1\nb,Lamp,2\n"
	packed := gzipped(t, products(5000))
	array := gzipped(t, list)
	tests := []struct{ name, file, text, place string }{
		{"list in a string", "a.json", list[:len(list)-35], "a.json:20 (item 20): cut off: "},
		{"list in an object", "a.json", list[:strings.LastIndex(list, `"title"`)], "a.json:20 (item 20): cut off: "},
		{"list after a comma", "a.json", list[:strings.LastIndex(list, "\n")+1], "a.json:20 (item 20): cut off: "},
		{"list after a product", "a.json", list[:len(list)-1], "a.json:20 (item 20): cut off: "},
		{"object after its list", "a.json", `{"products":` + list, "a.json:20 (item 20): cut off: "},
		{"two lists", "a.json", list + list, "a.json:20: cut off: the file goes on"},
		{"JSON Lines in a product", "a.jsonl", lines[:len(lines)-20], "a.jsonl:20: cut off: "},
		{"XML in a product", "a.xml", xml + "<item><id>c", "a.xml:3 (item 3): cut off: "},
		{"XML in a tag", "a.xml", xml + "<it", "a.xml:3 (item 2): cut off: "},
		{"XML between products", "a.xml", xml, "a.xml:3 (item 2): cut off: "},
		{"table in a row", "a.csv", csv + "c,La", "a.csv:4: cut off: "},
		{"table in a quoted field", "a.csv", csv + "c,Lamp,\"ti", "a.csv:4: cut off: "},
		{"gzip", "a.jsonl.gz", packed[:len(packed)/2], "a.jsonl.gz: cut off: "},
		{"gzip of a list, before its checksum", "a.json.gz", array[:len(array)-8], "a.json.gz: cut off: "},
		{"gzip of a list, with a wrong checksum", "a.json.gz", array[:len(array)-8] + "\x00\x00\x00\x00\x00\x00\x00\x00", "a.json.gz: cut off: "},
		{"zip", "a.zip", zipped(t, "a.jsonl", lines)[:200], "a.zip: cut off: "},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(folder(t, map[string]string{test.file: test.text}), test.file)
			got := readAll(path, titled, Options{MaxErrors: 1000, MaxShare: 1})
			if err := (*TooManyProblems)(nil); !errors.As(got.err, &err) || err.Problems.Cut() != 1 || err.Problems.Lost() != 1 {
				t.Errorf("error %v, want one of a cut feed", got.err)
			}
			if len(got.problems) != 1 || !strings.HasPrefix(got.problems[0], test.place) {
				t.Errorf("problems %q, want one at %q", got.problems, test.place)
			}
			if got = readAll(path, titled, tolerant); len(got.records) > 0 && got.err != nil {
				t.Errorf("error %v where anything may be lost", got.err)
			}
		})
	}
	for name, text := range map[string]string{
		"a.jsonl": strings.TrimSpace(lines), "a.json": list + "\n", "b.json": `{"products":` + list + `,"total":20}`, "a.csv": strings.TrimSpace(csv), "a.xml": xml + "</channel></rss>",
	} {
		if got := readAll(folder(t, map[string]string{name: text}), titled, Options{}); got.err != nil {
			t.Errorf("%s, which is whole: %v", name, got.err)
		}
	}
}

// TestForeignFiles: a file that is no feed is named with what it is and what to do, each
// kind by words of its own.
func TestForeignFiles(t *testing.T) {
	wide := func(width int) string {
		var b strings.Builder
		for _, c := range "id,title\na,Lamp\n" {
			b.WriteString(string(c) + strings.Repeat("\x00", width-1))
		}
		return b.String()
	}
	const blob = "\x00\x01\x02\x03\xfe\xff\x80\x81"
	workbook := zipped(t, "[Content_Types].xml", "<Types/>", "xl/workbook.xml", "<workbook/>")
	files := map[string]string{ // what is said → the file
		"an Excel workbook: save it as CSV":    workbook,
		"a Word document: ":                    zipped(t, "[Content_Types].xml", "<Types/>", "word/document.xml", "<w/>"),
		"a PowerPoint presentation: ":          zipped(t, "ppt/presentation.xml", "<p/>"),
		"an OpenDocument file: ":               zipped(t, "mimetype", "application/vnd.oasis.opendocument.spreadsheet", "content.xml", "<x/>"),
		"a Numbers or Pages document: ":        zipped(t, "Index/Document.iwa", "x"),
		"a Java program: ":                     zipped(t, "META-INF/MANIFEST.MF", "x", "a.xml", "<x/>"),
		`, but with ["products.xlsx"]: `:       zipped(t, "products.xlsx", workbook),
		"a workbook or document of an old Off": "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + blob,
		"a PDF document: ":                     "%PDF-1.7\n1 0 obj",
		"a picture (PNG): ":                    "\x89PNG\r\n\x1a\n" + blob,
		"a picture (JPEG): ":                   "\xff\xd8\xff\xe0" + blob,
		"a picture (GIF): ":                    "GIF89a" + blob,
		"a picture (WebP): ":                   "RIFF" + blob[:4] + "WEBP" + blob,
		"a picture (SVG): ":                    "\n<svg xmlns='http://www.w3.org/2000/svg'/>",
		"a film or picture (":                  blob[:4] + "ftypmp42" + blob,
		"an SQLite database: ":                 "SQLite format 3\x00" + blob,
		"a 7z archive: ":                       "7z\xbc\xaf\x27\x1c" + blob,
		"a RAR archive: ":                      "Rar!\x1a\x07\x01\x00" + blob,
		"a bzip2 archive: ":                    "BZh91AY&SY" + blob,
		"an xz archive: ":                      "\xfd7zXZ\x00" + blob,
		"a Zstandard archive: ":                "\x28\xb5\x2f\xfd" + blob,
		"a tar archive: ":                      "a.csv" + strings.Repeat("\x00", 252) + "ustar\x00",
		"an archive inside an archive (gzip)":  gzipped(t, gzipped(t, "id,title\n")),
		"a web page: ":                         "<!DOCTYPE HTML><html><body>Please sign in</body></html>",
		"a Rich Text document: ":               `{\rtf1\ansi hello}`,
		"a dump of a database (SQL): ":         "INSERT INTO products VALUES (1, 'x');\n",
		"an e-mail: ":                          "From: a@b.example\nSubject: feed\n\nhello\n",
		"a pointer to a file in Git LFS: ":     "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\n",
		"encrypted or signed: ":                "-----BEGIN PGP MESSAGE-----\n",
		"a program: ":                          "\x7fELF\x02\x01\x01" + blob,
		"it is empty: ":                        "",
		"nothing but white space: ":            " \n \n",
		"nothing but zero bytes, ":             strings.Repeat("\x00", 100),
		"two or four bytes a character, ":      wide(2),
		"it is not text: byte 9 is zero. ":     "id,title\x00\na,Lamp\nb,Lamp\n",
		"data of an unknown kind. ":            strings.Repeat("\x01\x02a\x90", 100),
	}
	for _, said := range slices.Sorted(maps.Keys(files)) {
		for _, name := range []string{"a.csv", "a.json", "a.xml", "a.txt"} {
			path := filepath.Join(folder(t, map[string]string{name: files[said]}), name)
			_, _, err := Infer(context.Background(), []string{path})
			if !errors.Is(err, ErrNoProducts) || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), said) {
				t.Errorf("%q says %v", said, err)
			}
			got := readAll(path, titled, Options{MaxErrors: 1000, MaxShare: 1})
			if len(got.problems) != 1 || !strings.Contains(got.problems[0], said) || !errors.As(got.err, new(*TooManyProblems)) {
				t.Errorf("%q: problems %q, error %v", said, got.problems, got.err)
			}
		}
	}
	for _, text := range []string{"ID3,title\na,Lamp\n", "BZhen,title\na,Lamp\n", "mz_id,title\na,Lamp\n", "Riff,title\na,Lamp\n"} {
		if err := foreign([]byte(text)); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
	if err := foreign([]byte(wide(4))); err == nil {
		t.Error("UTF-32 is taken for a feed")
	}
}

// TestNothingToSell: a file that can be read and has no products says which it is.
func TestNothingToSell(t *testing.T) {
	for text, said := range map[string]string{
		"[]":                       "a.txt: it has no product",
		"{}\n":                     "() can be a title",
		`{"n":5}` + "\n":           "can be a title",
		`{"error":"bad","code":4}`: "a.txt (error, code) can be a title",
		"<Error><Code>AccessDenied</Code></Error>":                         "a.txt: malformed: no product was found: an XML feed has <item>, <entry>, <product>, <offer> elements, this has <Error>",
		"{\n\"total\":0}":                                                  `a.txt: malformed: no list of products was found: `,
		strings.Repeat("aWQsdGl0bGUsY2F0ZWdvcnkscHJpY2UsY3VycmVuY3k\n", 9): "a.txt (aWQs",
	} {
		dir := folder(t, map[string]string{"a.txt": text})
		if _, _, err := Infer(context.Background(), []string{dir}); !errors.Is(err, ErrNoProducts) || !strings.Contains(err.Error(), said) {
			t.Errorf("%s: %v, want %q", text, err, said)
		}
	}
	if _, _, err := Infer(context.Background(), []string{t.TempDir()}); !errors.Is(err, ErrNoProducts) || !strings.Contains(err.Error(), "no feed file") {
		t.Errorf("a folder of nothing: %v", err)
	}
}

// TestFolders: a folder's links out of it, pipes and sockets are left out; one that is
// given itself is an error.
func TestFolders(t *testing.T) {
	secret := filepath.Join(folder(t, map[string]string{"secret.csv": "title\nroot\n"}), "secret.csv")
	dir := folder(t, map[string]string{"a.csv": "title\nLamp\n"})
	at := func(name string) string { return filepath.Join(dir, name) }
	link := filepath.Join(t.TempDir(), "feeds") // one that is given itself is followed
	socket, err := net.Listen("unix", at("socket.csv"))
	if err == nil {
		defer socket.Close()
	}
	if err := errors.Join(err, os.Mkdir(at("of"), 0o700), os.WriteFile(at("of/day.csv"), []byte("title\nChair\n"), 0o600), os.Symlink(dir, link), os.Symlink(secret, at("link.csv")), os.Symlink("loop.csv", at("loop.csv")), os.Symlink("of/day.csv", at("today.csv")), os.Symlink(filepath.Dir(secret), at("out")),
		syscall.Mkfifo(at("pipe.csv"), 0o600)); err != nil {
		t.Fatal(err)
	}
	got := readAll(dir, Mapping{Title: Fields{"title"}}, Options{})
	var titles []string
	for _, r := range got.records {
		titles = append(titles, r.Title)
	}
	if diff := cmp.Diff([]string{"Lamp", "Chair", "Chair"}, titles); diff != "" || got.err != nil {
		t.Errorf("%v: %s", got.err, diff)
	}
	var want []string
	for _, name := range []string{"link.csv", "loop.csv", "out", "pipe.csv", "socket.csv"} {
		want = append(want, at(name))
	}
	if diff := cmp.Diff(want, got.sum.Left); diff != "" {
		t.Errorf("left out: %s", diff)
	}
	for _, name := range []string{"pipe.csv", "socket.csv"} {
		if got := readAll(at(name), titled, tolerant); got.err == nil || !strings.Contains(got.err.Error(), "is a pipe, a socket or a device") {
			t.Errorf("%s: %v", name, got.err)
		}
	}
	if got := readAll(link, Mapping{Title: Fields{"title"}}, Options{}); len(got.records) != 3 {
		t.Errorf("by a link to the folder: %d records, %v", len(got.records), got.err)
	}
}

// TestStopsWithinAnArchive: a reading ends with its context, also where no product comes.
func TestStopsWithinAnArchive(t *testing.T) {
	path := filepath.Join(folder(t, map[string]string{"a.jsonl.gz": gzipped(t, "{\"title\":\"a\"}\n"+strings.Repeat("\n", 8<<20))}), "a.jsonl.gz")
	ctx, cancel := context.WithCancel(context.Background())
	_, err := Read(ctx, []string{path}, Mapping{Title: Fields{"title"}}, tolerant, func(catalog.Record, Place) error {
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("ended with %v", err)
	}
}
