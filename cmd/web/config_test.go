package main

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"shopclerk/cmd/internal/model"
)

// The example has every setting, with its default or something that is allowed.
func TestExampleSettings(t *testing.T) {
	const example = "../../data/shop.example.toml"
	text, err := os.ReadFile(example)
	if err != nil {
		t.Fatal(err)
	}
	c := config{Config: example}
	if err := c.load(); err != nil {
		t.Fatal(err)
	}
	for _, of := range []any{config{}, model.Flags{}} {
		for _, f := range reflect.VisibleFields(reflect.TypeOf(of)) {
			if key := f.Tag.Get("toml"); key != "-" && key != "model" && !strings.Contains(string(text), "\n"+key+" = ") {
				t.Errorf("%s does not set %s", example, key)
			}
		}
	}
}

// Where there is no file the defaults hold; a file that is wrong is told with its place.
func TestSettings(t *testing.T) {
	for name, tc := range map[string]struct {
		text, want string // want: of the error; "" for none
	}{
		"nothing":          {"", ""},
		"a setting":        {"[server]\nname = 'Lamps'\n", ""},
		"the shop's words": {"countries = ['AT']\n[reach]\nemail = 'a@example.com'\n", ""},
		"an unknown key":   {"[server]\nname = 'Lamps'\npage_rates = 3\n", "line 3: there is no setting server.page_rates"},
		"an unknown table": {"[server]\n[server.model]\nurls = 'x'\n", "line 3: there is no setting server.model.urls"},
		"another type":     {"[server]\nname = 3\n", "line 2"},
		"no TOML":          {"[server\n", "At line 2"},
		"no language":      {"[server]\nlanguage = 'xx'\n", "language: "},
		"a negative rate":  {"[server]\npage_rate = -1\n", "page_rate: "},
		"no log":           {"[server]\nlog = 'xml'\n", "log: "},
		"days":             {"[server]\nkeep_days = -1\n", "days"},
	} {
		t.Run(name, func(t *testing.T) {
			c := config{Data: t.TempDir()}
			if err := os.WriteFile(filepath.Join(c.Data, shopFile), []byte(tc.text), 0o600); err != nil {
				t.Fatal(err)
			}
			err := c.load()
			if tc.want == "" && (err != nil || c.PageRate != 10 || c.Model.Concurrency != 4) || tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)) {
				t.Errorf("error %v, want %q; %+v", err, tc.want, c)
			}
		})
	}
	c := config{Data: t.TempDir()}
	if err := c.load(); err != nil || c.Name != "Shopclerk" {
		t.Errorf("without a file: %v, %+v", err, c)
	}
	c.Config = filepath.Join(c.Data, "none.toml")
	if err := c.load(); err == nil {
		t.Error("a file that is named and is not there is no error")
	}
}

// The flags stay few: what is set once belongs into the file.
func TestFlags(t *testing.T) {
	k, err := kong.New(&struct {
		config `embed:""`
	}{})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range k.Model.Flags {
		if f.Name != "help" {
			names = append(names, f.Name)
		}
	}
	if len(names) > 10 {
		t.Errorf("%d flags: %q", len(names), names)
	}
}
