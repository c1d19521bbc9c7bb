package main

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/google/go-cmp/cmp"
)

// A stop is a page that a dialogue names, in the state that it is in then.
type stop struct {
	name    string // unique among all dialogues
	page    *sheet
	cookies []*http.Cookie
}

// dialogue is a shopper who follows a file of testdata/dialogues. A line is a step: a verb and
// its arguments, with " | " between them. Lines that begin with "#" are comments.
//
//	open ADDRESS                    gets an address; one that begins with "." stands for the page's own path
//	say TEXT                        types a message
//	follow SELECTOR | N             follows the N-th link, from 0
//	send SELECTOR | NAME=VALUE ...  sends a form with fields filled in
//	tick SELECTOR | NAME | N        sends a form with the first N boxes of a field ticked
//	page NAME | SELECTOR | STATUS   names the page, which has the selector; the status is 200 if left out
type dialogue struct {
	*visitor
	page  *sheet
	stops []stop
}

// playDialogues follows every file of testdata/dialogues, each as a new shopper.
func playDialogues(t *testing.T, address string) []stop {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", "dialogues", "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d dialogues: %v", len(files), err)
	}
	var out []stop
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		d := dialogue{visitor: visitAt(t, address, nil)}
		for i, line := range strings.Split(string(text), "\n") {
			if line == "" || strings.HasPrefix(line, "#") {
				continue
			}
			verb, rest, _ := strings.Cut(line, " ")
			if err := d.step(verb, strings.Split(rest, " | ")); err != nil {
				t.Fatalf("%s:%d: %v", file, i+1, err)
			}
		}
		out = append(out, d.stops...)
	}
	return out
}

// step does what a line says.
func (d *dialogue) step(verb string, args []string) error {
	args = append(args, "", "") // what is left out is empty
	switch verb {
	case "open":
		address := args[0]
		if rest, ok := strings.CutPrefix(address, "."); ok {
			address = d.page.at.Path + rest
		}
		d.page = d.get(address)
	case "say":
		d.page = d.say(d.page, args[0])
	case "follow":
		links := d.page.Find(args[0])
		n, _ := strconv.Atoi(args[1])
		href, ok := links.Eq(n).Attr("href")
		if !ok {
			return fmt.Errorf("%d links %s at %s", links.Length(), args[0], d.page.at)
		}
		d.page = d.get(href)
	case "send", "tick":
		form := d.page.Find(args[0]).Filter("form").First()
		if form.Length() == 0 {
			return fmt.Errorf("no form %s at %s", args[0], d.page.at)
		}
		fields := d.page.fields(form)
		if verb == "tick" {
			n, _ := strconv.Atoi(args[2])
			boxes := d.page.controls(form).Filter("[name='" + args[1] + "']")
			if boxes.Length() < n {
				return fmt.Errorf("%d boxes %s at %s", boxes.Length(), args[1], d.page.at)
			}
			fields.Del(args[1])
			boxes.Slice(0, n).Each(func(_ int, box *goquery.Selection) { fields.Add(args[1], box.AttrOr("value", "on")) })
		} else {
			for _, field := range args[1:] {
				if name, value, ok := strings.Cut(field, "="); ok {
					fields.Set(name, value)
				}
			}
		}
		address := form.AttrOr("action", d.page.at.RequestURI())
		if strings.EqualFold(form.AttrOr("method", http.MethodGet), http.MethodGet) {
			address, _, _ = strings.Cut(address, "?")
			d.page = d.get(address + "?" + fields.Encode())
		} else {
			d.page = d.post(address, fields)
		}
	case "page":
		status, _ := strconv.Atoi(args[2])
		if status = max(status, http.StatusOK); d.page.status != status || d.page.Find(args[1]).Length() == 0 {
			return fmt.Errorf("%s has status %d, want %d, and %d of %s", d.page.at, d.page.status, status, d.page.Find(args[1]).Length(), args[1])
		}
		d.stops = append(d.stops, stop{args[0], d.page, d.client.Jar.Cookies(d.page.at)})
	default:
		return fmt.Errorf("no verb %q", verb)
	}
	return nil
}

// controls are the fields of a form, wherever they are on the page.
func (p *sheet) controls(form *goquery.Selection) *goquery.Selection {
	all := form.Find("input, textarea")
	if id := form.AttrOr("id", ""); id != "" {
		all = all.AddSelection(p.Find("input[form='" + id + "'], textarea[form='" + id + "']"))
	}
	return all.Filter("[name]:not([disabled])")
}

// fields is what a form would send as it stands.
func (p *sheet) fields(form *goquery.Selection) url.Values {
	out := url.Values{}
	p.controls(form).Not("[type=checkbox]:not([checked]), [type=radio]:not([checked]), [type=submit], [type=file]").Each(func(_ int, s *goquery.Selection) {
		out.Add(s.AttrOr("name", ""), s.AttrOr("value", s.Text()))
	})
	return out
}

// changing are the parts of a page that differ from run to run: ids of conversations,
// tasks and requests, and digests in the addresses of static files.
var changing = []struct {
	pattern *regexp.Regexp
	with    string
}{
	{regexp.MustCompile(`\b([a-z2-7]{26}|[0-9a-f]{32})\b`), "ID"},
	{regexp.MustCompile(`<code>[a-z2-7]{8}</code>`), "<code>REQUEST</code>"},
	{regexp.MustCompile(`(/static/\w+)\.[0-9a-f]{16}\.`), "$1."},
}

// golden is what a golden file keeps of a page: what every page has in common is kept once, with
// the start page, and lists are cut after their third entry.
func golden(t *testing.T, s stop) []byte {
	t.Helper()
	s.page.Find("li:nth-child(n+4)").Remove()
	part := s.page.Find("main")
	if s.name == "start" {
		part = s.page.Find("html")
	}
	text, err := part.Html()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range changing {
		text = c.pattern.ReplaceAllString(text, c.with)
	}
	return append(bytes.ReplaceAll([]byte(text), []byte("><"), []byte(">\n<")), '\n') // a line for each element
}

// The pages of the recorded dialogues are those of the golden files, written without scripts. -update
// writes them anew; a change of ranking, of the demonstration shop or of the clerk's words changes them.
func TestDialogues(t *testing.T) {
	folder := filepath.Join("testdata", "pages")
	if *update {
		if err := errors.Join(os.RemoveAll(folder), os.MkdirAll(folder, 0o755)); err != nil {
			t.Fatal(err)
		}
	}
	names := map[string]bool{}
	for _, s := range playDialogues(t, demoShop(t).URL) {
		t.Run(s.name, func(t *testing.T) {
			if names[s.name] {
				t.Fatal("two pages have this name")
			}
			names[s.name] = true
			checkMarkup(t, s)
			got, file := golden(t, s), filepath.Join(folder, s.name+".html")
			if *update {
				if err := os.WriteFile(file, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatalf("%v (go test ./cmd/web -run TestDialogues -update writes it)", err)
			}
			if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")); diff != "" {
				t.Errorf("differs from %s (-want +got):\n%s", file, diff)
			}
		})
	}
	files, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if name, ok := strings.CutSuffix(f.Name(), ".html"); !ok || !names[name] {
			t.Errorf("%s belongs to no dialogue", f.Name())
		}
	}
}
