// Package digest tells once a day of numbers that have left their usual range: in a file,
// one JSON object a line, or by a POST of that object.
package digest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"time"

	"shopclerk/agent/desk/insight"
	"shopclerk/words"
)

// Digest is what is told to one place.
type Digest struct {
	To       string // a file's path, or an address that begins with http
	Told     string // path of the file that holds the last day told, 2006-01-02
	Shop     string // its name
	Language *words.Language
	Book     *insight.Book
}

// client posts. It follows no redirect: what is told is for the address alone.
var client = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

// postTime bounds a POST.
const postTime = 30 * time.Second

// message is what is told of a day.
type message struct {
	Shop    string            `json:"shop"`
	Day     string            `json:"day"`  // 2006-01-02, of UTC
	Text    string            `json:"text"` // a sentence a number, for people: many chats show a field of this name
	Numbers []insight.Unusual `json:"numbers"`
}

// nameIDs are the ids of what the numbers are called.
var nameIDs = map[insight.Number]string{
	insight.Conversations: "desk.overview.conversations", insight.LeftShare: "desk.digest.left", insight.Opened: "desk.overview.opening",
	insight.Bought: "desk.overview.buying", insight.Answered: "desk.overview.answered", insight.Unmatched: "desk.digest.nothing", insight.Unheard: "desk.digest.unheard",
}

const (
	// mostMissed is how many days a digest catches up with: older ones are no news.
	mostMissed = 7
	// retryTime is when a day that could not be told is tried again.
	retryTime = time.Hour
)

// Run tells of each day shortly after it has ended, and of those that ended while nobody
// was there to tell, until ctx is done. An error is logged, and the day tried again.
func (d *Digest) Run(ctx context.Context, now func() time.Time) {
	for {
		next := now().UTC().Truncate(24*time.Hour).AddDate(0, 0, 1).Add(time.Minute)
		if err := d.catchUp(ctx, now()); err != nil && ctx.Err() == nil {
			slog.Error("telling what was unusual", "error", err)
			next = now().Add(retryTime)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(next.Sub(now())):
		}
	}
}

// catchUp tells of the days that have ended since the last one told. Who never told any
// begins with the day that it is now.
func (d *Digest) catchUp(ctx context.Context, now time.Time) error {
	yesterday := now.UTC().Truncate(24*time.Hour).AddDate(0, 0, -1)
	text, err := os.ReadFile(d.Told)
	if errors.Is(err, os.ErrNotExist) {
		return d.remember(yesterday)
	}
	if err != nil {
		return fmt.Errorf("reading which day was told last: %w", err)
	}
	last, err := time.Parse(time.DateOnly, strings.TrimSpace(string(text)))
	if err != nil {
		return fmt.Errorf("reading which day was told last: %w", err)
	}
	if oldest := yesterday.AddDate(0, 0, -mostMissed); last.Before(oldest) {
		last = oldest
	}
	for day := last.AddDate(0, 0, 1); !day.After(yesterday); day = day.AddDate(0, 0, 1) {
		if err := d.tell(ctx, day); err != nil {
			return err
		}
		if err := d.remember(day); err != nil {
			return err
		}
	}
	return nil
}

// remember keeps which day was told last.
func (d *Digest) remember(day time.Time) error {
	if err := os.WriteFile(d.Told, []byte(day.Format(time.DateOnly)+"\n"), 0o600); err != nil {
		return fmt.Errorf("keeping which day was told last: %w", err)
	}
	return nil
}

// tell tells of a day, where there is anything to tell.
func (d *Digest) tell(ctx context.Context, day time.Time) error {
	if err := d.Book.Refresh(ctx); err != nil {
		return err
	}
	facts := d.Book.Facts(insight.Period{From: day.AddDate(0, 0, -insight.UsualDays), To: day.AddDate(0, 0, 1)})
	unusual := insight.Judged(facts, day)
	if len(unusual) == 0 {
		return nil
	}
	w := d.Language
	line := message{Shop: d.Shop, Day: day.Format(time.DateOnly), Numbers: unusual}
	var said []string
	for _, u := range unusual {
		spell := func(x float64) string { return w.T("desk.percent", "Share", w.Fixed(100*x, 1)) }
		if u.Number == insight.Conversations {
			spell = func(x float64) string { return w.Fixed(x, 0) }
		}
		said = append(said, w.T("desk.digest.number", "Number", w.T(nameIDs[u.Number]), "Value", spell(u.Value), "Low", spell(u.Low), "High", spell(u.High)))
	}
	line.Text = w.T("desk.digest.text", "Shop", d.Shop, "Day", line.Day, "Numbers", strings.Join(said, " "))
	text, err := json.Marshal(line)
	if err != nil {
		return fmt.Errorf("writing the digest of %s: %w", line.Day, err)
	}
	if strings.HasPrefix(d.To, "http") {
		return d.post(ctx, text)
	}
	f, err := os.OpenFile(d.To, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("opening the file of digests: %w", err)
	}
	_, err = f.Write(append(text, '\n'))
	return errors.Join(err, f.Close())
}

func (d *Digest) post(ctx context.Context, text []byte) error {
	ctx, cancel := context.WithTimeout(ctx, postTime)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, d.To, bytes.NewReader(text))
	if err != nil {
		return fmt.Errorf("sending the digest: %w", err)
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := client.Do(r)
	if err != nil {
		return fmt.Errorf("sending the digest: %w", err)
	}
	defer answer.Body.Close()
	if answer.StatusCode/100 != 2 {
		return fmt.Errorf("sending the digest: it was answered %s", answer.Status)
	}
	return nil
}
