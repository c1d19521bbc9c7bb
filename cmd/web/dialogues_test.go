package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A stop is a page that a dialogue names, in the state that it is in then.
type stop struct {
	name    string // unique among all dialogues
	page    *walkedPage
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
	ctx     context.Context
	shopper *walker
	page    *walkedPage
	stops   []stop
}

// composer is the form where a message is typed, on the start page and in a conversation.
const composer = "form:has(#message)"

var errLost = errors.New("the dialogue does not find its way")

// playDialogues follows every file of testdata/dialogues, each as a new shopper.
func playDialogues(t testing.TB, address string) []stop {
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
		shopper, err := newWalker(address, nil)
		if err != nil {
			t.Fatal(err)
		}
		d := dialogue{ctx: t.Context(), shopper: shopper}
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
func (d *dialogue) step(verb string, args []string) (err error) {
	args = append(args, "", "") // what is left out is empty
	switch verb {
	case "open":
		address := args[0]
		if rest, ok := strings.CutPrefix(address, "."); ok {
			address = d.page.URL.Path + rest
		}
		d.page, err = d.shopper.Get(d.ctx, address)
	case "say":
		err = d.send(composer, func(f *walkedForm) error { f.Fields.Set("message", args[0]); return nil })
	case "follow":
		err = d.follow(args[0], args[1])
	case "send":
		err = d.send(args[0], func(f *walkedForm) error {
			for _, field := range args[1:] {
				if name, value, ok := strings.Cut(field, "="); ok {
					f.Fields.Set(name, value)
				}
			}
			return nil
		})
	case "tick":
		err = d.send(args[0], func(f *walkedForm) error {
			n, boxes := numberOf(args[2]), f.Boxes[args[1]]
			if n > len(boxes) {
				return fmt.Errorf("%w: %d boxes %q", errLost, len(boxes), args[1])
			}
			f.Fields[args[1]] = boxes[:n]
			return nil
		})
	case "page":
		err = d.name(args[0], args[1], max(numberOf(args[2]), http.StatusOK))
	default:
		err = fmt.Errorf("%w: no verb %q", errLost, verb)
	}
	return err
}

// numberOf reads a count, 0 where it is left out.
func numberOf(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}

func (d *dialogue) follow(selector, nth string) error {
	links, err := d.page.Links(selector)
	if err != nil {
		return err
	}
	if n := numberOf(nth); n < len(links) {
		d.page, err = d.shopper.Get(d.ctx, links[n])
		return err
	}
	return fmt.Errorf("%w: %d links %s at %s", errLost, len(links), selector, d.page.Address())
}

func (d *dialogue) send(selector string, fill func(*walkedForm) error) error {
	f, err := d.page.Form(selector)
	if err != nil {
		return err
	}
	if err := fill(&f); err != nil {
		return err
	}
	d.page, err = d.shopper.Send(d.ctx, f)
	return err
}

func (d *dialogue) name(name, selector string, status int) error {
	if d.page.Status != status {
		return fmt.Errorf("%w: %s has status %d, want %d", errLost, d.page.Address(), d.page.Status, status)
	}
	if found, err := d.page.Texts(selector); err != nil || len(found) == 0 {
		return fmt.Errorf("%w: %s has no %s: %v", errLost, d.page.Address(), selector, err)
	}
	d.stops = append(d.stops, stop{name, d.page, d.shopper.Cookies(d.page)})
	return nil
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
	doc, err := s.page.Document()
	if err != nil {
		t.Fatal(err)
	}
	doc.Find("li:nth-child(n+4)").Remove()
	part := doc.Find("main")
	if s.name == "start" {
		part = doc.Find("html")
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
