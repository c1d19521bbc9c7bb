package mcp

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"shopclerk/stage"
)

// A client from before [statelessSince] is asked over HTTP in the stream that its call is
// answered by, and answers in a request of its own, which may reach another process: what it
// answers is laid down in the [Letterbox] that all processes have. Nothing else is kept of its
// session, whose sealed name says that the client shows forms.

// Letterbox is where the answers of older clients are laid down, for the process that asked.
// [shopclerk/agent/fleet.Fleet] has one of all processes.
type Letterbox interface {
	// Ask lets the one who is asked answer a question for so long; not ok: most wait already.
	Ask(ctx context.Context, asked, id string, most int, within time.Duration) (ok bool, err error)
	// Answer lays an answer down; not ok: none of theirs is waited for.
	Answer(ctx context.Context, asked, id string, answer []byte) (ok bool, err error)
	// Answered is what has been answered; nil: nothing yet.
	Answered(ctx context.Context, id string) ([]byte, error)
	// Withdraw forgets a question.
	Withdraw(ctx context.Context, id string) error
}

// letters is the [Letterbox] of a process that is alone.
type letters struct {
	mu    sync.Mutex
	waits map[string]*letter // by the question
}

type letter struct {
	asked  string
	answer []byte
}

func (l *letters) Ask(_ context.Context, asked, id string, most int, _ time.Duration) (bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, w := range l.waits {
		if w.asked == asked {
			most--
		}
	}
	if most > 0 {
		l.waits[id] = &letter{asked: asked}
	}
	return most > 0, nil
}

func (l *letters) Answer(_ context.Context, asked, id string, answer []byte) (bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	w := l.waits[id]
	if w == nil || w.asked != asked || w.answer != nil {
		return false, nil
	}
	w.answer = answer
	return true, nil
}

func (l *letters) Answered(_ context.Context, id string) ([]byte, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if w := l.waits[id]; w != nil {
		return w.answer, nil
	}
	return nil, nil
}

func (l *letters) Withdraw(_ context.Context, id string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.waits, id)
	return nil
}

const (
	// formTime is how long a form may be filled in: whoever looks for their postcode needs
	// minutes. Then the result has the questions.
	formTime = 5 * time.Minute
	// mostForms is how many forms a process waits for, each with a connection and a goroutine,
	// and mostOfOne how many of one client's.
	mostForms = 64
	mostOfOne = 4
	// beatEvery is how often a stream says that somebody is waited for: proxies close what is
	// silent for long.
	beatEvery = 5 * time.Second
	// An answer is looked for after firstLook, and then ever more seldom, to lastLook.
	firstLook, lastLook = 50 * time.Millisecond, time.Second
	// sessionLife is how long a client is known to show forms.
	sessionLife = 24 * time.Hour
	// formsSince is the protocol version that first has forms.
	formsSince = "2025-06-18"
)

const purposeSession = "mcp session 1"

const (
	headerSession = "Mcp-Session-Id"
	headerVersion = "Mcp-Protocol-Version"
)

// errUnasked reports that a client was not asked, or did not answer in time: the result asks.
var errUnasked = errors.New("the client was asked nothing")

// posted is what matters here of a message of the protocol.
type posted struct {
	ID     any    `json:"id"`
	Method string `json:"method"`
	Params struct {
		ProtocolVersion string `json:"protocolVersion"`
		Capabilities    struct {
			Elicitation *sdk.ElicitationCapabilities `json:"elicitation"`
		} `json:"capabilities"`
	} `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
}

// serveOlder serves what an older client's session takes beyond a request: it names the
// session, takes answers, and has calls ask. All else is the protocol's SDK's.
func (s *Server) serveOlder(w http.ResponseWriter, r *http.Request, next http.Handler) {
	if r.Method != http.MethodPost || r.Header.Get(headerVersion) >= statelessSince {
		s.within(w, r, next)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, longestBody))
	if err != nil {
		http.Error(w, "the request is too long, or broke off", http.StatusRequestEntityTooLarge)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	var m posted
	if json.Unmarshal(body, &m) != nil {
		m = posted{} // several in one, or none: the SDK tells
	}
	holder := caller(r.Context())
	session, err := s.Sealer.Open(purposeSession, holder, s.Now(), r.Header.Get(headerSession))
	switch known := err == nil; {
	case m.Method == "initialize" && m.Params.ProtocolVersion >= formsSince && m.Params.ProtocolVersion < statelessSince && showsForms(m.Params.Capabilities.Elicitation):
		w.Header().Set(headerSession, s.Sealer.Seal(purposeSession, holder, s.Now().Add(sessionLife).Truncate(time.Second), []byte(rand.Text())))
	case m.Method == "" && m.ID != nil && (m.Result != nil || m.Error != nil):
		id, _ := m.ID.(string)
		ok, err := false, error(nil)
		if known {
			ok, err = s.Letterbox.Answer(r.Context(), string(session), id, []byte(cmp.Or(string(m.Result), "{}")))
		}
		switch {
		case err != nil:
			slog.ErrorContext(r.Context(), "an older client's answer is not taken", "error", err)
			http.Error(w, errOurs.Error(), http.StatusServiceUnavailable)
		case !ok:
			http.Error(w, "nothing of that id is waited for in this session", http.StatusNotFound)
		default:
			w.WriteHeader(http.StatusAccepted)
		}
		return
	case m.Method == "tools/call" && known:
		a := &asker{Server: s, ResponseWriter: w, session: string(session)}
		ctx, cancel := context.WithCancelCause(r.Context())
		defer cancel(nil)
		a.http, a.working = ctx, time.AfterFunc(requestTime, func() { cancel(context.DeadlineExceeded) })
		defer a.working.Stop()
		next.ServeHTTP(a, r.WithContext(context.WithValue(ctx, askerKey{}, a)))
		a.close()
		return
	}
	s.within(w, r, next)
}

// within serves a request for so long as one may take.
func (s *Server) within(w http.ResponseWriter, r *http.Request, next http.Handler) {
	ctx, cancel := context.WithTimeout(r.Context(), requestTime)
	defer cancel()
	next.ServeHTTP(w, r.WithContext(ctx))
}

// showsForms reports whether a client shows forms. One that declares no mode of
// elicitation shows forms: it is from before there were others.
func showsForms(can *sdk.ElicitationCapabilities) bool {
	return can != nil && (can.Form != nil || can.URL == nil)
}

// leaveKey is the context's key to what lets the next request in.
type leaveKey struct{}

// WithLeave has leave called, once, when a call begins to wait for a person: it uses nothing
// until they have answered.
func WithLeave(ctx context.Context, leave func()) context.Context {
	return context.WithValue(ctx, leaveKey{}, leave)
}

// Leave ends the waiting of all calls, whose results have the questions then, and lets none
// wait any more: the process is being stopped.
func (s *Server) Leave() { s.leave() }

// askerKey is the context's key to what asks the client of a call.
type askerKey struct{}

// asker asks the client of one call, in the stream that the call is answered by from then on.
// It is the call's [http.ResponseWriter].
type asker struct {
	*Server
	http.ResponseWriter
	http    context.Context // ends when the client has left
	session string
	working *time.Timer // ends the request where it works for too long

	mu        sync.Mutex
	streaming bool
	rest      bytes.Buffer // the result, of a stream
}

// asking is what asks the client of a call, nil where nothing can.
func asking(ctx context.Context) *asker {
	a, _ := ctx.Value(askerKey{}).(*asker)
	return a
}

// WriteHeader implements [http.ResponseWriter].
func (a *asker) WriteHeader(status int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.streaming {
		a.ResponseWriter.WriteHeader(status)
	}
}

// Write implements [http.ResponseWriter].
func (a *asker) Write(p []byte) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.streaming {
		return a.rest.Write(p)
	}
	return a.ResponseWriter.Write(p)
}

// close sends the result.
func (a *asker) close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.streaming {
		_ = a.send("event: message\ndata: %s\n\n", bytes.TrimSpace(a.rest.Bytes())) // whoever left gets none
	}
}

// send sends a part of the stream; a.mu is held.
func (a *asker) send(format string, values ...any) error {
	_, err := fmt.Fprintf(a.ResponseWriter, format, values...)
	if err == nil {
		err = http.NewResponseController(a.ResponseWriter).Flush()
	}
	return err
}

// begin makes a stream of the answer, and sends a message in it.
func (a *asker) begin(message []byte) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.streaming {
		a.streaming = true
		connection := http.NewResponseController(a.ResponseWriter)
		if err := errors.Join(connection.SetReadDeadline(time.Time{}), connection.SetWriteDeadline(time.Now().Add(mostRounds*formTime))); err != nil {
			return err
		}
		a.Header().Set("Content-Type", "text/event-stream")
		a.Header().Set("X-Accel-Buffering", "no")
		a.ResponseWriter.WriteHeader(http.StatusOK)
	}
	return a.send("event: message\ndata: %s\n\n", message)
}

// beat says that the stream is alive.
func (a *asker) beat() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.send(": somebody is asked\n\n")
}

// ask shows the client a form, and returns what it answers; [errUnasked]: nothing, and the
// call goes on as that of a client without forms.
func (a *asker) ask(ctx context.Context, form *sdk.ElicitParams) (*sdk.ElicitResult, error) {
	answer, err := a.wait(ctx, form)
	var out sdk.ElicitResult
	switch {
	case a.http.Err() != nil:
		return nil, context.Cause(a.http)
	case err == nil:
		err = json.Unmarshal(answer, &out)
	}
	if err == nil && out.Action != "" {
		return &out, nil
	}
	if err != nil && !errors.Is(err, errUnasked) {
		slog.WarnContext(ctx, "an older client is asked by a result", "error", err)
	}
	return nil, errUnasked
}

func (a *asker) wait(ctx context.Context, form *sdk.ElicitParams) ([]byte, error) {
	select {
	case a.forms <- struct{}{}:
		defer func() { <-a.forms }()
	default:
		return nil, errUnasked
	}
	ctx, waiting := stage.Begin(ctx, "client")
	defer waiting.End()
	id := rand.Text()
	if ok, err := a.Letterbox.Ask(ctx, a.session, id, mostOfOne, a.formTime); err != nil || !ok {
		if err == nil {
			err = errUnasked
		}
		return nil, err
	}
	defer func() {
		if err := a.Letterbox.Withdraw(context.WithoutCancel(ctx), id); err != nil {
			slog.WarnContext(ctx, "what an older client answered is kept a little longer", "error", err)
		}
	}()
	text, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "method": "elicitation/create", "params": form})
	if err != nil {
		return nil, err
	}
	if err := a.begin(text); err != nil {
		return nil, err
	}
	if leave, ok := ctx.Value(leaveKey{}).(func()); ok {
		leave()
	}
	a.working.Stop()
	defer a.working.Reset(requestTime)
	over, beat := time.NewTimer(a.formTime), time.NewTicker(beatEvery)
	defer over.Stop()
	defer beat.Stop()
	look := time.NewTimer(firstLook)
	defer look.Stop()
	for pause := firstLook; ; {
		select {
		case <-a.http.Done():
			return nil, context.Cause(a.http)
		case <-a.leaving:
			return nil, errUnasked
		case <-over.C:
			return nil, errUnasked
		case <-beat.C:
			if err := a.beat(); err != nil {
				return nil, err
			}
		case <-look.C:
			if answer, err := a.Letterbox.Answered(ctx, id); err != nil || answer != nil {
				return answer, err
			}
			pause = min(pause*3/2, lastLook)
			look.Reset(pause)
		}
	}
}
