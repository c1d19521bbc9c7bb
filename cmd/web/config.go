package main

import (
	"errors"
	"fmt"

	"shopclerk/agent/shop/password"
	"shopclerk/agent/store"
	"shopclerk/cmd/internal/model"
	"shopclerk/search/weaviate"
	"shopclerk/words"
)

// config is how the shop is served: flags, or environment variables.
type config struct {
	Data         string   `default:"shop" env:"SHOPCLERK_DATA" help:"Data directory: the catalogue, its indexes, and what shoppers left."`
	Database     string   `env:"SHOPCLERK_DATABASE" placeholder:"URI" help:"PostgreSQL database, 15 or later, that holds conversations, baskets and orders in place of store.db in the data directory: postgres://…; its password belongs into the environment or a service file."`
	Search       string   `env:"SHOPCLERK_SEARCH" placeholder:"URL" help:"Weaviate cluster that has the products, where the data directory was imported with --search: weaviate://HOST:PORT,HOST:PORT."`
	Pool         int      `default:"4000" env:"SHOPCLERK_POOL" placeholder:"N" help:"Candidates that a turn is made of over such a cluster, 200 to 20,000: more are asked about better, and take longer."`
	Listen       string   `default:"localhost:8080" env:"SHOPCLERK_LISTEN" help:"Address to serve the shop on."`
	Metrics      string   `env:"SHOPCLERK_METRICS" placeholder:"ADDR" help:"Address to serve /metrics on; empty: not served."`
	LogFormat    string   `default:"text" enum:"text,json" env:"SHOPCLERK_LOG_FORMAT" help:"How the log is written to the standard error: text, lines of key=value, or json."`
	Name         string   `default:"Shopclerk" env:"SHOPCLERK_NAME" help:"The shop's name, as pages show it."`
	Demo         int      `default:"1000" env:"SHOPCLERK_DEMO" help:"Products a category of the demonstration shop that is created where there is no catalogue; 0: create none."`
	Synonyms     string   `type:"existingfile" env:"SHOPCLERK_SYNONYMS" help:"File of synonyms, in the form of data/synonyms/en.json, instead of the built-in."`
	Proxies      []string `env:"SHOPCLERK_PROXIES" placeholder:"CIDR" help:"Address ranges of proxies whose X-Forwarded-For is believed."`
	KeepDays     int      `default:"365" env:"SHOPCLERK_KEEP_DAYS" placeholder:"DAYS" help:"Days after its last turn that a conversation is kept, and the name and address of somebody without orders; 0: for ever."`
	KeepTextDays int      `default:"90" env:"SHOPCLERK_KEEP_TEXT_DAYS" placeholder:"DAYS" help:"Days that what a shopper typed is kept; what was ticked, asked and shown stays. 0: as long as the conversation."`
	PageRate     float64  `default:"10" env:"SHOPCLERK_PAGE_RATE" placeholder:"N" help:"Pages a second that each visitor may ask for in the long run, a turn counting for five; a network five times as many. 0: no limit."`
	Language     string   `default:"en" env:"SHOPCLERK_LANGUAGE" placeholder:"CODE" help:"Language of shoppers whose browser asks for none that the shop speaks."`
	Secure       bool     `env:"SHOPCLERK_SECURE" help:"Set cookies for HTTPS only: switch on behind a TLS proxy."`

	DeskPasswordHash string `env:"SHOPCLERK_DESK_PASSWORD_HASH" placeholder:"HASH" help:"Hash of the one password of the merchandiser's desk, as hash-password makes it; without it there is no desk."`

	model.Flags

	APIKeys    []string `name:"api-keys" env:"SHOPCLERK_API_KEYS" placeholder:"NAME:HASH" help:"Programs that may use the API, as api-key makes them; none: there is no API."`
	APIKeyFile string   `name:"api-key-file" env:"SHOPCLERK_API_KEY_FILE" placeholder:"FILE" help:"File of such keys, one a line, which is read again on SIGHUP."`
	APIRate    float64  `name:"api-rate" default:"10" env:"SHOPCLERK_API_RATE" placeholder:"N" help:"Requests a second that each key may make in the long run."`
	APIOrigins []string `name:"api-origins" env:"SHOPCLERK_API_ORIGINS" placeholder:"ORIGIN" help:"Origins whose pages may use the API from the browser, such as https://example.com; none: no page may."`
}

// The sizes of pools that make sense: below the least nothing is told of a scope.
const leastPool, mostPool = 200, 20_000

func (c *config) checkSearch() error {
	if c.Search == "" {
		return nil
	}
	if c.Pool < leastPool || c.Pool > mostPool {
		return fmt.Errorf("--pool: %d candidates are none to ask about: %d to %d are", c.Pool, leastPool, mostPool)
	}
	_, err := c.cluster()
	if err == nil && c.Embed != "" {
		err = errors.New("its vectors are those of the catalogue's own embedder: leave out --model-embed")
	}
	if err != nil {
		return fmt.Errorf("--search: %w", err)
	}
	return nil
}

// cluster is the one that has the products; nil: the data directory has them.
func (c *config) cluster() (*weaviate.Client, error) {
	if c.Search == "" {
		return nil, nil
	}
	return weaviate.New(c.Search)
}

// mostDays bounds what is kept to a span that dates can be reckoned with.
const mostDays = 36500

// Validate is called by kong.
func (c *config) Validate() error {
	if c.DeskPasswordHash != "" {
		if err := password.CheckHash(c.DeskPasswordHash); err != nil {
			return fmt.Errorf("--desk-password-hash: %w", err)
		}
	}
	if words.Lookup(c.Language) == nil {
		return fmt.Errorf("--language: the shop does not speak %q: the files in words/ are what it speaks", c.Language)
	}
	if err := checkDatabase(c.Database); err != nil {
		return err
	}
	if err := c.checkSearch(); err != nil {
		return err
	}
	if err := c.Flags.Validate(); err != nil {
		return err
	}
	if c.PageRate < 0 {
		return fmt.Errorf("--page-rate: %v pages a second are none: 0 for no limit, or above it", c.PageRate)
	}
	for _, days := range []int{c.KeepDays, c.KeepTextDays} {
		if days < 0 || days > mostDays {
			return fmt.Errorf("%d is no number of days to keep anything: 0 to %d are", days, mostDays)
		}
	}
	return nil
}

// checkDatabase tells what is wrong with --database.
func checkDatabase(uri string) error {
	if uri != "" && !store.IsPostgres(uri) {
		return errors.New("--database: give the URI of a PostgreSQL database, postgres://…, or nothing for files in the data directory")
	}
	return nil
}
