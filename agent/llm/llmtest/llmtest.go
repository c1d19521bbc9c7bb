// Package llmtest plays a language model by a script: what models say, and every way in
// which they and their endpoints go wrong.
package llmtest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// Play answers one request.
type Play func(w http.ResponseWriter, r *http.Request, asked Asked)

// Asked is what a request asks, as far as scripts look at it.
type Asked struct {
	Model    string `json:"model"`
	Messages []struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	} `json:"messages"`
	Input  []string        `json:"input"`
	Format json.RawMessage `json:"response_format"`
}

// Endpoint is a model's endpoint on this machine.
type Endpoint struct {
	URL string

	mu    sync.Mutex
	plays []Play
	asked []string
	key   string
}

// New opens an endpoint that plays its script, request by request, and then the last of
// it for ever. It closes with the test.
func New(t testing.TB, script ...Play) *Endpoint {
	e := &Endpoint{plays: script}
	server := httptest.NewServer(http.HandlerFunc(e.serve))
	e.URL = server.URL + "/v1"
	t.Cleanup(server.Close)
	return e
}

func (e *Endpoint) serve(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	var asked Asked
	if err := json.Unmarshal(body, &asked); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	e.mu.Lock()
	e.asked, e.key = append(e.asked, string(body)), r.Header.Get("Authorization")
	play := e.plays[0]
	if len(e.plays) > 1 {
		e.plays = e.plays[1:]
	}
	e.mu.Unlock()
	play(w, r, asked)
}

// Script replaces what is left of the script.
func (e *Endpoint) Script(plays ...Play) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.plays = plays
}

// Asked returns the bodies of the requests so far.
func (e *Endpoint) Asked() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return append([]string(nil), e.asked...)
}

// Key returns the authorisation that the latest request had.
func (e *Endpoint) Key() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.key
}

// By answers by what is asked.
func By(choose func(Asked) Play) Play {
	return func(w http.ResponseWriter, r *http.Request, asked Asked) { choose(asked)(w, r, asked) }
}

// Says answers a text, as a stream where one is asked for.
func Says(text string) Play {
	return func(w http.ResponseWriter, _ *http.Request, _ Asked) {
		reply(w, map[string]any{"role": "assistant", "content": text}, "stop")
	}
}

// Refuses declines.
func Refuses(w http.ResponseWriter, _ *http.Request, _ Asked) {
	reply(w, map[string]any{"role": "assistant", "content": nil, "refusal": "I cannot help with that."}, "stop")
}

// Answers answers with a body that says it is JSON.
func Answers(body string) Play {
	return func(w http.ResponseWriter, _ *http.Request, _ Asked) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, body) // whoever asked may have left
	}
}

// Status answers with an error of the endpoint.
func Status(code int) Play {
	return func(w http.ResponseWriter, _ *http.Request, _ Asked) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(code)
		fmt.Fprintf(w, `{"error":{"message":"status %d","type":"scripted","code":"%d"}}`, code, code)
	}
}

// Hangs never answers.
func Hangs(_ http.ResponseWriter, r *http.Request, _ Asked) { <-r.Context().Done() }

// Floods answers with so many bytes of text.
func Floods(bytes int) Play { return Says(strings.Repeat("a", bytes)) }

// Drips answers a text letter by letter, with a pause after each.
func Drips(text string, pause time.Duration) Play {
	return func(w http.ResponseWriter, r *http.Request, _ Asked) {
		body, _ := json.Marshal(completion(map[string]any{"role": "assistant", "content": text}, "stop"))
		w.Header().Set("Content-Type", "application/json")
		for _, b := range body {
			_, _ = w.Write([]byte{b})
			w.(http.Flusher).Flush()
			select {
			case <-r.Context().Done():
				return
			case <-time.After(pause):
			}
		}
	}
}

// Embeds answers each text with the counts of its letters from a to h.
func Embeds(w http.ResponseWriter, _ *http.Request, asked Asked) {
	data := make([]any, len(asked.Input))
	for i, text := range asked.Input {
		v := make([]float64, 8)
		for _, r := range text {
			if r >= 'a' && r <= 'h' {
				v[r-'a']++
			}
		}
		data[len(data)-1-i] = map[string]any{"object": "embedding", "index": i, "embedding": v} // in any order
	}
	write(w, map[string]any{"object": "list", "data": data, "usage": map[string]any{"total_tokens": 8 * len(data)}})
}

func completion(message map[string]any, finish string) map[string]any {
	return map[string]any{
		"id": "1", "object": "chat.completion", "created": 1, "model": "scripted",
		"choices": []any{map[string]any{"index": 0, "message": message, "finish_reason": finish}},
		"usage":   map[string]any{"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
	}
}

func reply(w http.ResponseWriter, message map[string]any, finish string) {
	write(w, completion(message, finish))
}

func write(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v) // whoever asked may have left
}
