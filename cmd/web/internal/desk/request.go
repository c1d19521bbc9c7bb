package desk

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"time"

	"shopclerk/agent/journal"
	"shopclerk/cmd/internal/live"
	"shopclerk/words"
)

// merchandiser is who acts at the desk: it has one password, and so one name.
const merchandiser = "desk"

// fieldCategory names the field of an address that holds a category's path.
const fieldCategory = "category"

// Request is a request for a page, as far as every page reads it alike.
type Request struct {
	*http.Request
	Words    *words.Language
	Now      time.Time
	Period   Period // the usual one where the address says none
	Category string // path of the category chosen; empty: all of them
	Who      string // who asks
	query    url.Values
}

// read reads a request. What its address says wrongly is [complaint.ErrBad].
func (d *Desk) read(r *http.Request) (*Request, error) {
	out := &Request{Request: r, Words: words.From(r.Context()), Now: d.Now().UTC(), Who: personOf(r).Name, query: r.URL.Query()}
	if err := d.refresh(r); err != nil {
		return nil, err
	}
	var err error
	if out.Period, err = readPeriod(out.query, out.Now); err != nil {
		return nil, err
	}
	if path := out.query.Get(fieldCategory); path != "" {
		if _, err := d.Store.Category(path); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrNotFound, err)
		}
		out.Category = path
	}
	return out, nil
}

// Warm reads the journal, and what the catalogue is ready for, for the first page, which
// would otherwise wait for it: some 0.5 ms a conversation, once. Pages asked for meanwhile wait, as long as a request
// may, and then say that the desk is not ready: of a large journal no request would
// ever get to the end by itself.
func (d *Desk) Warm(ctx context.Context) {
	warm := make(chan struct{})
	d.warming.Store(&warm)
	defer close(warm)
	if err := d.Insight.Refresh(ctx); err != nil && ctx.Err() == nil {
		slog.Error("reading the journal for the desk", "error", err)
	}
	ctx, release, err := d.Live.Enter(ctx)
	if err != nil {
		return // the shop is closing
	}
	defer release()
	at := *d
	at.Generation = live.From(ctx)
	if _, err := at.judged(ctx); err != nil && ctx.Err() == nil {
		slog.Error("judging the catalogue for the desk", "error", err)
	}
}

// refresh brings the numbers up to date with the journal, which costs a look where
// nothing has happened. Conversations that can not be read are left out and logged.
func (d *Desk) refresh(r *http.Request) error {
	if warm := d.warming.Load(); warm != nil {
		select {
		case <-*warm:
		case <-r.Context().Done():
			return r.Context().Err()
		}
	}
	err := d.Insight.Refresh(r.Context())
	if errors.Is(err, journal.ErrUnusable) {
		slog.ErrorContext(r.Context(), "the desk's numbers leave out what can not be read", "error", err)
		return nil
	}
	return err
}

// To is the address of another page of the desk about the same period and category,
// with more fields as name, value, name, value.
func (r *Request) To(path string, fields ...string) string {
	q := r.Period.fields(r.Now)
	if r.query.Get(fieldPeriod) == "" && r.query.Get(fieldFrom) == "" && r.query.Get(fieldTo) == "" {
		q = url.Values{} // the usual period needs no saying
	}
	if r.Category != "" {
		q.Set(fieldCategory, r.Category)
	}
	return buildAddress(path, q, fields...)
}

// With is the address of this page with some fields changed, given as name, value,
// name, value; an empty value takes the field away.
func (r *Request) With(fields ...string) string {
	q := maps.Clone(r.query)
	q.Del(fieldFormat)
	q.Del(fieldTable)
	return buildAddress(r.URL.EscapedPath(), q, fields...)
}

// buildAddress is a path with a query, changed as [Request.With] does.
func buildAddress(path string, q url.Values, fields ...string) string {
	for i := 0; i+1 < len(fields); i += 2 {
		q.Del(fields[i])
		if fields[i+1] != "" {
			q.Set(fields[i], fields[i+1])
		}
	}
	if len(q) == 0 {
		return path
	}
	return path + "?" + q.Encode()
}
