package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"shopclerk/search/index/hold"
)

// world is a small world as files.
func world(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"users.json": `{"ann_1": {"name": {"first_name": "Ann", "last_name": "Lee"}, "email": "a@example.com",
			"address": {"address1": "1 Mill Lane", "city": "York", "zip": "YO1"}, "payment_methods": {"paypal_1": {"source": "paypal"}}}}`,
		"orders.json": `{"#W1": {"order_id": "#W1", "user_id": "ann_1", "status": "pending", "address": {"address1": "1 Mill Lane", "city": "York", "zip": "YO1"},
			"items": [{"name": "Lamp", "product_id": "9", "item_id": "91", "price": 47.84, "options": {"color": "red"}}]},
			"#W3": {"order_id": "#W3", "user_id": "ann_1", "status": "pending", "address": {"address1": "1 Mill Lane", "city": "York", "zip": "YO1"},
			"items": [{"name": "Rug", "product_id": "7", "item_id": "71", "price": 60, "options": {}}]},
			"#W2": {"order_id": "#W2", "user_id": "ann_1", "status": "delivered", "address": {"address1": "1 Mill Lane", "city": "York", "zip": "YO1"},
			"items": [{"name": "Mug", "product_id": "8", "item_id": "81", "price": 5, "options": {"color": "red"}}]}}`,
		"products.json": `{"9": {"name": "Lamp", "variants": {"92": {"options": {"color": "blue"}, "available": true, "price": 40}}}}`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// A world is imported once, a person is served, and what was done is shown.
func TestOrders(t *testing.T) {
	folder, data := world(t), filepath.Join(t.TempDir(), "data")
	for _, step := range []struct {
		args, in string
		code     int
		want     []string // of what is written
	}{
		{"import " + folder + " --data " + data, "", exitOK, []string{"3 orders of 1 people, 1 variants"}},
		{"import " + folder + " --data " + data, "", exitFailure, []string{"ann_1 is there already"}},
		{"talk --data " + data, "", exitUsage, []string{"nobody is named"}},
		{"talk --data " + data + " --email b@example.com", "", exitFailure, []string{"no such order or person"}},
		{"talk --data " + data + " --email A@example.com --language xx", "", exitUsage, []string{"no language"}},
		{"talk --data " + data + " --person ann_1", "cancel the mug\n\nwhere is the mug\ncancel the lamp\nmaybe\ncancel the lamp\nyes\n", exitOK,
			[]string{"delivered already", "was delivered", "cancel the whole order #W1", "Nothing was changed.", "The order #W1 is cancelled."}},
		{"list --data " + data + " --status cancelled", "", exitOK, []string{"#W1", "cancelled"}},
		{"list --data " + data + " --status lost", "", exitUsage, []string{`no status "lost"`}},
		{"list --data " + data + " --most 1", "", exitOK, []string{"the newest 1 of 3 orders"}},
		{"list --data " + data + " --most 0", "", exitUsage, []string{"at least 1"}},
		{"ship #W1 --data " + data, "", exitFailure, []string{"order #W1 is cancelled and stays so: only a placed order is shipped"}},
		{"ship #W3 --data " + data + " --tracking JD1 --tracking JD2", "", exitOK, []string{"order #W3 is shipped"}},
		{"ship #W3 --data " + data, "", exitFailure, []string{"order #W3 is shipped"}},
		{"deliver #W3 --data " + data, "", exitOK, []string{"order #W3 is delivered"}},
		{"deliver #W3 --data " + data, "", exitFailure, []string{"only a shipped order is delivered"}},
		{"deliver #W9 --data " + data, "", exitFailure, []string{"there is no order #W9", "orders list"}},
		{"list --data " + data + " --trail", "", exitOK, []string{"JD1 JD2", `{"tool":"ship_order","arguments":{"order":"#W3","tracking":["JD1","JD2"]}}`}},
		{"show --data " + data + " --person nobody", "", exitFailure, []string{"no such order or person"}},
		{"show --data " + data + " --name ann_lee --zip YO1", "", exitOK, []string{"1 × Lamp, color red", "cancelled", `{"tool":"cancel_order","arguments":{"order":"#W1"}}`}},
	} {
		var out, notes bytes.Buffer
		args := strings.Fields(step.args)
		for i := range args {
			args[i] = strings.ReplaceAll(args[i], "ann_lee", "Ann Lee")
		}
		if code := run(t.Context(), args, streams{strings.NewReader(step.in), &out, &notes}); code != step.code {
			t.Errorf("%s: exit code %d, want %d: %s", step.args, code, step.code, notes.String())
		}
		text := out.String() + notes.String()
		for _, want := range step.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q is not in:\n%s", step.args, want, text)
			}
		}
	}
}

// Nobody reads or changes orders while a backup is put in their place, nor before that is
// finished.
func TestRestoring(t *testing.T) {
	data := t.TempDir()
	list := func() (int, string) {
		var notes bytes.Buffer
		code := run(t.Context(), []string{"list", "--data", data}, streams{strings.NewReader(""), io.Discard, &notes})
		return code, notes.String()
	}
	release, err := hold.Use(data, hold.Alone)
	if err != nil {
		t.Fatal(err)
	}
	if code, said := list(); code != exitFailure || !strings.Contains(said, "in use") {
		t.Errorf("while it is restored: %d, %s", code, said)
	}
	cleared := filepath.Join(data, hold.RestoreCleared)
	if err := errors.Join(release(), os.Mkdir(cleared, 0o700)); err != nil {
		t.Fatal(err)
	}
	if code, said := list(); code != exitFailure || !strings.Contains(said, "not finished") {
		t.Errorf("before it is finished: %d, %s", code, said)
	}
	if err := os.Remove(cleared); err != nil {
		t.Fatal(err)
	}
	if code, said := list(); code != exitOK {
		t.Errorf("after that: %d, %s", code, said)
	}
	if release, err = hold.Use(data, hold.Alone); err != nil {
		t.Fatalf("it is held still: %v", err)
	}
	if err := release(); err != nil {
		t.Error(err)
	}
}
