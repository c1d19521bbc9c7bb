package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"shopclerk/views"
)

// holding returns the files of a branch, write-ahead logs included, that hold a text:
// what whoever kills the program and reads the disk finds.
func (b *branch) holding(t *testing.T, text string) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir(b.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		if bytes.Contains(content, []byte(text)) {
			found = append(found, filepath.Base(path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// Nothing that was erased is in the bytes of any file, while the shop goes on, in
// whichever way it was erased.
func TestErasedLeavesNoTrace(t *testing.T) {
	const said, name, street, email = "xylocarp", "Quillon Vantongeren", "77 Pomander Walk", "quillon@vantongeren.example"
	for _, tc := range []struct {
		how   string
		gone  []string
		erase func(t *testing.T, b *branch, v *visitor)
	}{
		{"delete what is mine", []string{said, name, street, email}, func(t *testing.T, _ *branch, v *visitor) {
			v.submit(v.get("/mine/delete"), formDelete, nil)
		}},
		{"delete the conversations", []string{said}, func(t *testing.T, _ *branch, v *visitor) {
			for _, c := range v.export().Conversations {
				v.post("/c/"+c.ID+"/delete", url.Values{})
			}
		}},
		{"redact", []string{said}, func(t *testing.T, b *branch, _ *visitor) {
			if _, err := b.journal.Redact(t.Context(), time.Now()); err != nil {
				t.Fatal(err)
			}
		}},
		{"prune by age", []string{said}, func(t *testing.T, b *branch, _ *visitor) {
			if _, err := b.journal.Prune(t.Context(), time.Now()); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		t.Run(tc.how, func(t *testing.T) {
			b := openBranch(t, config{Name: "Shopclerk"})
			v, other, third := visit(t, b.doors), visit(t, b.doors), visit(t, b.doors)
			for i := range 4 { // among others', so that pages are shared and split
				p := v.begin(fmt.Sprintf("%s backpack %d", said, i))
				other.say(other.begin("suitcase"), "a red one")
				p = v.say(p, "no "+said)
				copied := other.say(other.get(p.at.Path), "a small one")
				third.say(third.get(copied.at.Path), "not green")
			}
			o := b.order(t, v.export().Session)
			if _, err := b.db.Exec(t.Context(), `UPDATE purchase SET status = 'cancelled',
				document = json_set(document, '$.name', $1, '$.email', $2, '$.address.street', $3) WHERE id = $4`, name, email, street, o.ID); err != nil {
				t.Fatal(err)
			}
			for _, text := range tc.gone {
				if len(b.holding(t, text)) == 0 {
					t.Fatalf("no file holds %q to begin with", text)
				}
			}
			tc.erase(t, b, v)
			for _, text := range tc.gone {
				if files := b.holding(t, text); len(files) > 0 {
					t.Errorf("%q is still in %v", text, files)
				}
			}
		})
	}
}

// Cards, phones and addresses that are typed where products are searched for are in no
// file, numbers of products are.
func TestPersonalIsNotStored(t *testing.T) {
	b := openBranch(t, config{Name: "Shopclerk"})
	v := visit(t, b.doors)
	p := v.begin("backpack 4111 1111 1111 1111 for quillon@vantongeren.example call +49 30 901820 EAN 4006381333931")
	v.submit(p, formAnswer, url.Values{"q0": {views.OtherValue}, "q0" + views.OtherText: {"0171 2345678 uppermost"}})
	for _, text := range []string{"4006381333931", "uppermost"} {
		if len(b.holding(t, text)) == 0 {
			t.Errorf("%q is nowhere", text)
		}
	}
	for _, text := range []string{"4111", "vantongeren", "901820", "2345678"} {
		if files := b.holding(t, text); len(files) > 0 {
			t.Errorf("%q is in %v", text, files)
		}
	}
}
