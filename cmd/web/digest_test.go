package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"shopclerk/agent/insight"
	"shopclerk/agent/journal"
	"shopclerk/agent/memory"
	"shopclerk/words"
)

// A day on which the shoppers stay away is told, in a file and by a POST; a usual one is
// not, and an address that refuses is an error.
func TestDigest(t *testing.T) {
	last := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	now := last
	j, err := journal.Open(t.Context(), filepath.Join(t.TempDir(), "journal.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	j.Now = func() time.Time { return now }
	for back := range insight.UsualDays + 1 {
		n := 20 + back%2
		if back == 0 {
			n = 2
		}
		for i := range n {
			now = last.AddDate(0, 0, -back).Add(time.Duration(i) * time.Minute)
			id, err := j.Start(t.Context(), strings.Repeat("a", 26), "v1")
			if err == nil {
				_, err = j.Append(t.Context(), id, 0, journal.Exchange(memory.Exchange{Said: "lamp", Shown: []string{"p"}}))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	var posted []byte
	status := http.StatusNoContent
	hook := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		posted, _ = io.ReadAll(r.Body)
		w.WriteHeader(status)
	}))
	defer hook.Close()
	file := filepath.Join(t.TempDir(), "digest.jsonl")
	tell := func(to string, day time.Time) error {
		d := digest{to, "Lumen", words.English, insight.NewBook(j, nil), hook.Client()}
		return d.tell(t.Context(), day)
	}
	for _, to := range []string{file, hook.URL} {
		if err := tell(to, last); err != nil {
			t.Fatal(err)
		}
		if err := tell(to, last.AddDate(0, 0, -1)); err != nil { // with 27 days before it
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for from, text := range map[string]string{"file": string(text), "post": string(posted) + "\n"} {
		var line digestLine
		if err := json.Unmarshal([]byte(text), &line); err != nil || strings.Count(text, "\n") != 1 {
			t.Fatalf("%s: %v in %q", from, err, text)
		}
		if line.Day != "2026-06-01" || len(line.Numbers) != 1 || line.Numbers[0].Name != insight.Conversations || line.Numbers[0].Value != 2 ||
			!strings.HasPrefix(line.Text, "Lumen, 2026-06-01: Conversations: 2, usually ") {
			t.Errorf("%s: %s", from, text)
		}
	}
	status = http.StatusForbidden
	if err := tell(hook.URL, last); err == nil || !strings.Contains(err.Error(), fmt.Sprint(status)) {
		t.Errorf("refused: %v", err)
	}
}
