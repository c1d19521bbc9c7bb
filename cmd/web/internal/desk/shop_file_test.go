package desk

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"shopclerk/agent/shop/merchant"
	"shopclerk/words"
)

// aShopFile is a file in a folder of its own, with a text unless that is empty.
func aShopFile(t *testing.T, text string) *ShopFile {
	t.Helper()
	f := &ShopFile{Path: filepath.Join(t.TempDir(), "shop.toml")}
	if text != "" {
		write(t, f.Path, text)
	}
	return f
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// pays is what the clerk says about payment.
func pays(f *ShopFile) string {
	text, _ := f.Info().Answer(words.English, merchant.Payment)
	return text
}

const (
	notTold = "The shop has not told me how you can pay."
	byCash  = "[topic.payment]\nen = \"By cash.\"\n"
)

// payment is an edit of that topic's text.
func payment(text string) func(*merchant.Info) *merchant.Info {
	return func(i *merchant.Info) *merchant.Info {
		return i.With(merchant.Payment, map[string]string{"en": text})
	}
}

func TestShopFileFollowsTheFile(t *testing.T) {
	f := aShopFile(t, "")
	for _, step := range []struct {
		name, text string
		says, err  string
	}{
		{"none", "", notTold, ""},
		{"made", byCash, "By cash.", ""},
		{"edited", strings.Replace(byCash, "cash", "card", 1), "By card.", ""},
		{"damaged", "[topic.payment]\nen = By\n", "By card.", "shop.toml: line 2: "},
		{"mended", byCash, "By cash.", ""},
		{"too large", byCash + "#" + strings.Repeat("x", mostShopFile), "By cash.", "bytes"},
		{"damaged again", "[topic.paymnt]\n", "By cash.", "line 1: topic.paymnt"},
		{"emptied", " ", notTold, ""},
		{"made again", byCash, "By cash.", ""},
		{"gone", "", notTold, ""},
	} {
		if step.text == "" {
			if err := os.Remove(f.Path); err != nil && !errors.Is(err, fs.ErrNotExist) {
				t.Fatal(err)
			}
		} else {
			write(t, f.Path, step.text)
		}
		for range 2 { // whether it has changed or not
			err := f.Refresh(t.Context())
			if (err == nil) != (step.err == "") || err != nil && (!errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), step.err)) {
				t.Errorf("%s: error %v, want %q", step.name, err, step.err)
			}
			if got := f.Err(); (got == nil) != (err == nil) {
				t.Errorf("%s: it tells %v of itself", step.name, got)
			}
			if got := pays(f); got != step.says {
				t.Errorf("%s: the clerk says %q, want %q", step.name, got, step.says)
			}
		}
	}
	if got := pays(nil); got != notTold {
		t.Errorf("without a file the clerk says %q", got)
	}
}

func TestShopFileChange(t *testing.T) {
	byHand := "# ours\n" + byCash
	f := aShopFile(t, byHand)
	change := func(text string) []*merchant.Problem {
		t.Helper()
		problems, err := f.Change(payment(text))
		if err != nil {
			t.Fatal(err)
		}
		return problems
	}
	if change("By  cash."); read(t, f.Path) != byHand { // it was not even read before
		t.Errorf("what changes nothing wrote\n%s", read(t, f.Path))
	}
	if problems := change(strings.Repeat("x", merchant.LongestText+1)); len(problems) != 1 || problems[0].Field != "topic.payment.en" || pays(f) != "By cash." {
		t.Errorf("too long: %v, the clerk says %q", problems, pays(f))
	}
	if problems := change("By card."); len(problems) > 0 || pays(f) != "By card." {
		t.Errorf("%v, the clerk says %q", problems, pays(f))
	}
	if got := read(t, f.Path+".bak"); got != byHand {
		t.Errorf("the version before is\n%s", got)
	}
	if info, err := os.Stat(f.Path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("its mode is now %v, %v", info.Mode(), err)
	}
	again := &ShopFile{Path: f.Path}
	if err := again.Refresh(t.Context()); err != nil || pays(again) != "By card." {
		t.Errorf("who opens it finds %q, %v", pays(again), err)
	}

	// what was edited by hand a moment ago is not lost
	write(t, f.Path, read(t, f.Path)+"\n[topic.returns]\nen = \"Within 30 days.\"\n")
	change("By invoice.")
	if got := f.Info().Text(merchant.Returns, "en"); got != "Within 30 days." || pays(f) != "By invoice." {
		t.Errorf("of returns it tells %q, of payment %q", got, pays(f))
	}

	// what is damaged is not overwritten
	damaged := "[topic.payment]\nen = \"By cash.\nde = \"Bar.\"\n"
	write(t, f.Path, damaged)
	if _, err := f.Change(payment("By card.")); !errors.Is(err, ErrDamaged) || read(t, f.Path) != damaged || pays(f) != "By invoice." {
		t.Errorf("damaged: %v, the clerk says %q", err, pays(f))
	}
}

// What can not be written is not in force, and leaves nothing behind.
func TestShopFileThatCanNotBeWritten(t *testing.T) {
	f := &ShopFile{Path: filepath.Join(t.TempDir(), "gone", "shop.toml")}
	if _, err := f.Change(payment("By card.")); !errors.Is(err, fs.ErrNotExist) || errors.Is(err, ErrDamaged) {
		t.Errorf("error %v", err)
	}
	if got := pays(f); got != notTold {
		t.Errorf("the clerk says %q", got)
	}
}

// Whoever reads while others write and edit sees one version, and in the end all agree.
func TestShopFileTogether(t *testing.T) {
	f := aShopFile(t, byCash)
	other := &ShopFile{Path: f.Path}
	var running sync.WaitGroup
	for n, file := range []*ShopFile{f, other, f} {
		running.Go(func() {
			for i := range 20 {
				text := strings.Repeat(string(rune('a'+n)), 1+i)
				if _, err := file.Change(func(now *merchant.Info) *merchant.Info {
					return now.With(merchant.Payment, map[string]string{"en": text, "de": text})
				}); err != nil {
					t.Error(err)
				}
			}
		})
		running.Go(func() {
			for range 200 {
				if info := file.Info(); info.Text(merchant.Payment, "de") != "" && info.Text(merchant.Payment, "en") != info.Text(merchant.Payment, "de") {
					t.Error("two versions at once")
				}
				if err := file.Refresh(context.Background()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	running.Wait()
	if err := errors.Join(f.Refresh(t.Context()), other.Refresh(t.Context())); err != nil || pays(f) != pays(other) {
		t.Errorf("the one says %q, the other %q, %v", pays(f), pays(other), err)
	}
	left, err := filepath.Glob(f.Path + "*")
	if err != nil || len(left) != 2 {
		t.Errorf("left are %q, %v", left, err)
	}
}
