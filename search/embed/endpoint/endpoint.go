// Package endpoint embeds texts by asking a server that speaks the OpenAI
// embeddings protocol, POST {base}/embeddings, as OpenAI, Ollama, vLLM,
// llama.cpp and many others do.
package endpoint

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Config says which server to ask. BaseURL and Model are required.
type Config struct {
	BaseURL string        // with the version: "http://localhost:11434/v1"
	Model   string        // as the server calls it
	Key     string        // sent as a bearer token; none when empty
	Timeout time.Duration // of one request; default 30 s
	Batch   int           // most texts in one request; default 64
}

const (
	// defaultTimeout leaves a small machine the time to embed a full batch.
	// Whoever waits for an answer sets a shorter one by the context.
	defaultTimeout = 30 * time.Second

	// defaultBatch fits the limits of the servers known: OpenAI takes 2,048
	// texts, local servers fewer, and beyond some dozens nothing is gained.
	defaultBatch = 64

	// maxResponse bounds the memory a misbehaving server can take. A batch of
	// 64 vectors of 4,096 numbers in JSON is about 6 MB.
	maxResponse = 64 << 20

	// maxErrorText is how much of a server's error is passed on.
	maxErrorText = 300
)

// Client asks one server. It is safe for concurrent use.
type Client struct {
	config Config
	url    string
	http   *http.Client
}

// New checks the configuration and returns a client. It does not contact the
// server.
func New(c Config) (*Client, error) {
	base, err := url.Parse(c.BaseURL)
	if err != nil {
		return nil, fmt.Errorf("embedding endpoint: base URL: %w", err)
	}
	if (base.Scheme != "http" && base.Scheme != "https") || base.Host == "" {
		return nil, fmt.Errorf("embedding endpoint: base URL %q is not an http or https address", c.BaseURL)
	}
	if c.Model == "" {
		return nil, errors.New("embedding endpoint: no model is configured")
	}
	if c.Timeout <= 0 {
		c.Timeout = defaultTimeout
	}
	if c.Batch <= 0 {
		c.Batch = defaultBatch
	}
	return &Client{
		config: c,
		url:    base.JoinPath("embeddings").String(),
		http:   &http.Client{Timeout: c.Timeout},
	}, nil
}

// StatusError is an answer other than 200.
type StatusError struct {
	Status int    // the HTTP status
	Text   string // the server's explanation, cut at 300 bytes; may be empty
}

// Error implements error.
func (e *StatusError) Error() string {
	s := fmt.Sprintf("server answered %d %s", e.Status, http.StatusText(e.Status))
	if e.Text != "" {
		s += ": " + e.Text
	}
	return s
}

// Embed returns one vector per text, in order and all of one length. The
// vectors are as the server gave them, not necessarily of unit length. Either
// every text is embedded or an error is returned; nothing is retried.
func (c *Client) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, 0, len(texts))
	for start := 0; start < len(texts); start += c.config.Batch {
		batch := texts[start:min(start+c.config.Batch, len(texts))]
		got, err := c.embed(ctx, batch)
		if err != nil {
			return nil, fmt.Errorf("embedding texts %d to %d of %d with %s: %w", start+1, start+len(batch), len(texts), c.config.Model, err)
		}
		vectors = append(vectors, got...)
	}
	for i, v := range vectors {
		if len(v) != len(vectors[0]) {
			return nil, fmt.Errorf("embedding with %s: text %d has %d dimensions and text 1 has %d", c.config.Model, i+1, len(v), len(vectors[0]))
		}
	}
	return vectors, nil
}

type request struct {
	Model  string   `json:"model"`
	Input  []string `json:"input"`
	Format string   `json:"encoding_format"`
}

type response struct {
	Data []struct {
		Index     *int      `json:"index"`
		Embedding []float64 `json:"embedding"`
	} `json:"data"`
}

// embed asks for one batch.
func (c *Client) embed(ctx context.Context, texts []string) ([][]float32, error) {
	body, err := json.Marshal(request{c.config.Model, texts, "float"})
	if err != nil {
		return nil, fmt.Errorf("encoding request: %w", err)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("making request: %w", err)
	}
	r.Header.Set("Content-Type", "application/json")
	if c.config.Key != "" {
		r.Header.Set("Authorization", "Bearer "+c.config.Key)
	}
	answer, err := c.http.Do(r)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(io.LimitReader(answer.Body, maxResponse+1))
	if err != nil {
		return nil, fmt.Errorf("reading response: %w", err)
	}
	if answer.StatusCode != http.StatusOK {
		return nil, &StatusError{answer.StatusCode, errorText(data)}
	}
	if len(data) > maxResponse {
		return nil, fmt.Errorf("response is longer than %d bytes", maxResponse)
	}
	return decode(data, len(texts))
}

// decode returns the vectors of a response in the order of the texts.
func decode(data []byte, texts int) ([][]float32, error) {
	var got response
	if err := json.Unmarshal(data, &got); err != nil {
		return nil, fmt.Errorf("decoding response: %w", err)
	}
	if len(got.Data) != texts {
		return nil, fmt.Errorf("response has %d vectors for %d texts", len(got.Data), texts)
	}
	vectors := make([][]float32, texts)
	for i, d := range got.Data {
		at := i // some servers leave the index out
		if d.Index != nil {
			at = *d.Index
		}
		if at < 0 || at >= texts || vectors[at] != nil {
			return nil, fmt.Errorf("response gives index %d twice or out of range", at)
		}
		if len(d.Embedding) == 0 {
			return nil, fmt.Errorf("vector %d is empty", at)
		}
		vectors[at] = make([]float32, len(d.Embedding))
		for j, f := range d.Embedding {
			if vectors[at][j] = float32(f); math.IsInf(float64(vectors[at][j]), 0) {
				return nil, fmt.Errorf("vector %d has %g, which is out of range", at, f)
			}
		}
	}
	return vectors, nil
}

// errorText returns the explanation in an error response: the message of the
// protocol's error object, or the text as it is.
func errorText(data []byte) string {
	var object struct {
		Error json.RawMessage `json:"error"`
	}
	text := string(data)
	if json.Unmarshal(data, &object) == nil && object.Error != nil {
		var detail struct {
			Message string `json:"message"`
		}
		var plain string
		switch {
		case json.Unmarshal(object.Error, &detail) == nil && detail.Message != "":
			text = detail.Message
		case json.Unmarshal(object.Error, &plain) == nil:
			text = plain
		}
	}
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "?")), " ")
	return strings.ToValidUTF8(text[:min(len(text), maxErrorText)], "")
}
