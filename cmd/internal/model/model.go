// Package model is how commands are told of a language model. Without an address there
// is none.
package model

import (
	"fmt"
	"os"
	"strings"
	"time"

	"shopclerk/agent/llm"
)

// Flags name an endpoint that speaks as OpenAI's does. The key comes through the
// environment or a file: a command line is seen by others.
type Flags struct {
	URL         string        `toml:"url" name:"model-url" env:"SHOPCLERK_MODEL_URL" placeholder:"URL" help:"Address of a language model's API that speaks as OpenAI's does, such as http://localhost:11434/v1; empty: there is none. Its key is SHOPCLERK_MODEL_KEY."`
	Name        string        `toml:"model" name:"model" env:"SHOPCLERK_MODEL" placeholder:"NAME" help:"Name of the model."`
	Embed       string        `toml:"embed" name:"model-embed" env:"SHOPCLERK_MODEL_EMBED" placeholder:"NAME" help:"Name of the endpoint's model of /embeddings: an import has it embed the products, and the shop finds by that."`
	KeyFile     string        `toml:"key_file" name:"model-key-file" type:"existingfile" env:"SHOPCLERK_MODEL_KEY_FILE" placeholder:"FILE" help:"File with the model's key, instead of the environment."`
	Timeout     time.Duration `toml:"timeout" name:"model-timeout" default:"2s" env:"SHOPCLERK_MODEL_TIMEOUT" help:"How long a shopper waits for the model, at most."`
	Concurrency int           `toml:"concurrency" name:"model-concurrency" default:"4" env:"SHOPCLERK_MODEL_CONCURRENCY" placeholder:"N" help:"Requests to the model at the same time."`
}

// Validate is called by kong.
func (f *Flags) Validate() error {
	if f.URL != "" && (f.Timeout <= 0 || f.Concurrency <= 0) {
		return fmt.Errorf("--model-timeout and --model-concurrency: give numbers above 0")
	}
	if f.Embed != "" && f.URL == "" {
		return fmt.Errorf("--model-embed: it takes --model-url")
	}
	return nil
}

// Open returns the client, nil where no address is given. change may set what only some
// commands have; nil: nothing.
func (f *Flags) Open(change func(*llm.Config)) (*llm.Client, error) {
	if f.URL == "" {
		return nil, nil
	}
	key := os.Getenv("SHOPCLERK_MODEL_KEY")
	if f.KeyFile != "" {
		text, err := os.ReadFile(f.KeyFile)
		if err != nil {
			return nil, fmt.Errorf("reading the model's key: %w", err)
		}
		key = strings.TrimSpace(string(text))
	}
	c := llm.Config{
		URL: f.URL, Key: llm.Key(key), Model: f.Name, EmbeddingModel: f.Embed, Timeout: f.Timeout, Concurrency: f.Concurrency,
	}
	if change != nil {
		change(&c)
	}
	return llm.New(c)
}
