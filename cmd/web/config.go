package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"shopclerk/agent/store"
	"shopclerk/cmd/internal/model"
	"shopclerk/cmd/web/internal/desk"
	"shopclerk/search/weaviate"
	"shopclerk/words"
)

// config is how the shop is served: flags, which may be environment variables, and for the
// rest the table [server] of shop.toml, whose keys data/shop.example.toml documents.
type config struct {
	Data             string   `default:"shop" env:"SHOPCLERK_DATA" toml:"-" help:"Data directory: the catalogue, its indexes, and what shoppers left."`
	Config           string   `env:"SHOPCLERK_CONFIG" toml:"-" placeholder:"FILE" help:"Settings of the server and what the shop tells of itself, as in data/shop.example.toml; without it shop.toml in the data directory, if there is one."`
	Database         string   `env:"SHOPCLERK_DATABASE" toml:"-" placeholder:"URI" help:"PostgreSQL database, 15 or later, that holds conversations, baskets and orders in place of store.db in the data directory: postgres://…; its password belongs into the environment or a service file."`
	Search           string   `env:"SHOPCLERK_SEARCH" toml:"-" placeholder:"URL" help:"Weaviate cluster that has the products, where the data directory was imported with --search: weaviate://HOST:PORT,HOST:PORT."`
	Listen           string   `default:"localhost:8080" env:"SHOPCLERK_LISTEN" toml:"-" help:"Address to serve the shop on."`
	Metrics          string   `env:"SHOPCLERK_METRICS" toml:"-" placeholder:"ADDR" help:"Address to serve /metrics on; empty: not served."`
	Proxies          []string `env:"SHOPCLERK_PROXIES" toml:"-" placeholder:"CIDR" help:"Address ranges of proxies whose X-Forwarded-For is believed."`
	Secure           bool     `env:"SHOPCLERK_SECURE" toml:"-" help:"Set cookies for HTTPS only: switch on behind a TLS proxy."`
	DeskPasswordHash string   `env:"SHOPCLERK_DESK_PASSWORD_HASH" toml:"-" placeholder:"HASH" help:"Hash of the one password of the merchandiser's desk, as hash-password makes it; without it there is no desk."`
	APIKeys          []string `name:"api-keys" env:"SHOPCLERK_API_KEYS" toml:"-" placeholder:"NAME:HASH" help:"Programs that may use the API, as api-key makes them; none: there is no API."`

	Name         string  `kong:"-" toml:"name"`
	Language     string  `kong:"-" toml:"language"`
	Log          string  `kong:"-" toml:"log"` // text or json
	Demo         int     `kong:"-" toml:"demo"`
	Pool         int     `kong:"-" toml:"pool"`
	PageRate     float64 `kong:"-" toml:"page_rate"`
	GrowthMB     float64 `kong:"-" toml:"growth_mb"`
	APIRate      float64 `kong:"-" toml:"api_rate"`
	KeepDays     int     `kong:"-" toml:"keep_days"`
	KeepTextDays int     `kong:"-" toml:"keep_text_days"`

	EmbedOrigins []string `kong:"-" toml:"embed_origins"` // of sites whose pages may have the clerk in a frame

	Model model.Flags `kong:"-" toml:"model"`
}

// setDefaults sets what shop.toml leaves out.
func (c *config) setDefaults() {
	c.Name, c.Language, c.Log, c.Demo, c.Pool = "Shopclerk", words.English.Code(), "text", 1000, 4000
	c.PageRate, c.GrowthMB, c.APIRate, c.KeepDays, c.KeepTextDays = 10, 5, 10, 365, 90
	c.Model.Timeout, c.Model.Concurrency = 2*time.Second, 4
}

// path is where the shop's file is.
func (c *config) path() string { return cmp.Or(c.Config, filepath.Join(c.Data, shopFile)) }

// load reads the shop's file over the defaults, and reports what is wrong with it or with
// the flags. Only a file that --config names has to be there.
func (c *config) load() error {
	c.setDefaults()
	text, err := readShopFile(c.path())
	if err != nil && (c.Config != "" || !errors.Is(err, fs.ErrNotExist)) {
		return fmt.Errorf("reading the settings of the server: %w", err)
	}
	if err := c.parse(string(text)); err != nil {
		return fmt.Errorf("%s: %w", c.path(), err)
	}
	return c.check()
}

// parse reads the table [server]; what the shop tells of itself beside it is not read here.
func (c *config) parse(text string) error {
	meta, err := toml.Decode(text, &struct {
		Server *config `toml:"server"`
	}{c})
	if wrong := new(toml.ParseError); errors.As(err, wrong) {
		return errors.New(wrong.ErrorWithPosition())
	}
	if err != nil {
		return err
	}
	for _, key := range meta.Undecoded() {
		if key[0] == "server" {
			return fmt.Errorf("line %d: there is no setting %s; data/shop.example.toml has all", lineOf(text, key[len(key)-1]), key)
		}
	}
	for _, origin := range c.EmbedOrigins {
		if u, err := url.Parse(origin); err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.Scheme+"://"+u.Host != origin || strings.ContainsAny(u.Host, "*;,' ") {
			return fmt.Errorf("line %d: embed_origins: %q is no origin; write scheme and host alone, such as \"https://www.example.com\"", lineOf(text, "embed_origins"), origin)
		}
	}
	return nil
}

// lineOf returns the number of the line that begins with a key, 1 where none does.
func lineOf(text, key string) int {
	return 1 + strings.Count(text[:max(0, strings.Index("\n"+text, "\n"+key))], "\n")
}

// The sizes of pools that make sense: below the least nothing is told of a scope.
const leastPool, mostPool = 200, 20_000

func (c *config) checkSearch() error {
	if c.Search == "" {
		return nil
	}
	if c.Pool < leastPool || c.Pool > mostPool {
		return fmt.Errorf("pool: %d candidates are none to ask about: %d to %d are", c.Pool, leastPool, mostPool)
	}
	_, err := weaviate.New(c.Search)
	if err == nil && c.Model.Embed != "" {
		err = errors.New("its vectors are those of the catalogue's own embedder: leave out embed")
	}
	if err != nil {
		return fmt.Errorf("--search: %w", err)
	}
	return nil
}

// mostDays bounds what is kept to a span that dates can be reckoned with.
const mostDays = 36500

// check reports settings that no shop can be served by.
func (c *config) check() error {
	if c.DeskPasswordHash != "" {
		if err := desk.CheckHash(c.DeskPasswordHash); err != nil {
			return fmt.Errorf("--desk-password-hash: %w", err)
		}
	}
	if words.Lookup(c.Language) == nil {
		return fmt.Errorf("language: the shop does not speak %q: the files in words/ are what it speaks", c.Language)
	}
	if c.Database != "" && !store.IsPostgres(c.Database) {
		return errors.New("--database: give the URI of a PostgreSQL database, postgres://…, or nothing for files in the data directory")
	}
	if err := c.checkSearch(); err != nil {
		return err
	}
	if err := c.Model.Validate(); err != nil {
		return err
	}
	if c.Log != "" && c.Log != "text" && c.Log != logJSON {
		return fmt.Errorf("log: %q is neither text nor json", c.Log)
	}
	if c.PageRate < 0 || c.GrowthMB < 0 {
		return fmt.Errorf("page_rate: %v, growth_mb: %v: 0 for no limit, or above it", c.PageRate, c.GrowthMB)
	}
	for _, days := range []int{c.KeepDays, c.KeepTextDays} {
		if days < 0 || days > mostDays {
			return fmt.Errorf("%d is no number of days to keep anything: 0 to %d are", days, mostDays)
		}
	}
	return nil
}
