package digest

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

	"shopclerk/agent/desk/insight"
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
	posts := 0
	status := http.StatusNoContent
	hook := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		posted, _ = io.ReadAll(r.Body)
		posts++
		w.WriteHeader(status)
	}))
	defer hook.Close()
	file := filepath.Join(t.TempDir(), "digest.jsonl")
	telling := func(to string) *Digest {
		return &Digest{to, filepath.Join(t.TempDir(), "digest.day"), "Lumen", words.English, insight.NewBook(j, nil)}
	}
	tell := func(to string, day time.Time) error { return telling(to).tell(t.Context(), day) }
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
		var line message
		if err := json.Unmarshal([]byte(text), &line); err != nil || strings.Count(text, "\n") != 1 {
			t.Fatalf("%s: %v in %q", from, err, text)
		}
		if line.Day != "2026-06-01" || len(line.Numbers) != 1 || line.Numbers[0].Number != insight.Conversations || line.Numbers[0].Value != 2 ||
			!strings.HasPrefix(line.Text, "Lumen, 2026-06-01: Conversations: 2, usually ") {
			t.Errorf("%s: %s", from, text)
		}
	}
	status = http.StatusForbidden
	if err := tell(hook.URL, last); err == nil || !strings.Contains(err.Error(), fmt.Sprint(status)) {
		t.Errorf("refused: %v", err)
	}

	// who starts for the first time tells of no day before; a day that ended while nobody
	// was there, or that was refused, is told at the next start, once
	d := telling(hook.URL)
	steps := []struct {
		at      time.Time
		status  int
		days    int // posted
		refused bool
		last    string
	}{
		{last.AddDate(0, 0, -3), http.StatusNoContent, 0, false, "2026-05-28"},
		{last.AddDate(0, 0, 2), http.StatusForbidden, 1, true, "2026-05-31"},
		{last.AddDate(0, 0, 2), http.StatusNoContent, 1, false, "2026-06-02"},
		{last.AddDate(0, 0, 2), http.StatusNoContent, 0, false, "2026-06-02"},
		{last.AddDate(0, 1, 0), http.StatusNoContent, 0, false, "2026-06-30"},
	}
	for _, step := range steps {
		status, posts = step.status, 0
		err := d.catchUp(t.Context(), step.at)
		told, unread := os.ReadFile(d.Told)
		if (err != nil) != step.refused || unread != nil || posts != step.days || strings.TrimSpace(string(told)) != step.last {
			t.Errorf("at %s: %v, %d posts, told %q (%v), want %d and %s", step.at.Format(time.DateOnly), err, posts, told, unread, step.days, step.last)
		}
	}
}
