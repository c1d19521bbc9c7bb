// Command screenshots takes pictures of every page of the shop and of the
// merchandiser's desk, on a phone and on a laptop, in light and in darkness, and
// lays them side by side on a contact sheet.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"shopclerk/cmd/internal/browser"
	"shopclerk/cmd/internal/tour"
)

type config struct {
	Data    string        `type:"path" help:"Data directory of the shop; without it a demonstration shop is made for the pictures, with a month of shoppers."`
	Out     string        `default:"screenshots" help:"Directory for the pictures."`
	Only    string        `placeholder:"TEXT" help:"Take pictures only of the pages whose name contains this."`
	Say     string        `default:"a backpack for hiking under 150, not black" help:"What the shopper in the pictures types."`
	Timeout time.Duration `default:"15m" help:"When to give up."`
}

func main() {
	var c config
	kong.Parse(&c, kong.Name("screenshots"), kong.Description("Take pictures of every page of the shop."))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, c); err != nil {
		fmt.Fprintln(os.Stderr, "screenshots:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, c config) (err error) {
	ctx, cancel := context.WithTimeout(ctx, c.Timeout)
	defer cancel()
	chromium, ok := browser.Find()
	if !ok {
		return errors.New("no Chromium is installed: install the package chromium")
	}
	dir, err := os.MkdirTemp("", "shopclerk-screenshots-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	shop, err := build(ctx, dir, c.Data)
	if err != nil {
		return err
	}
	address, closeShop, err := shop.open(ctx)
	if err != nil {
		return fmt.Errorf("opening the shop: %w", err)
	}
	defer func() { err = errors.Join(err, closeShop()) }()
	stops, err := shop.stops(ctx, address, c.Say)
	if err != nil {
		return err
	}
	stops = slices.DeleteFunc(stops, func(s tour.Stop) bool { return !strings.Contains(s.Name, c.Only) })
	tab, end, err := browser.Start(ctx, chromium, filepath.Join(dir, "profile"))
	if err != nil {
		return err
	}
	defer end()
	if err := os.MkdirAll(c.Out, 0o755); err != nil {
		return err
	}
	for i := range stops {
		for j := range looks {
			png, err := picture(tab, address, &looks[j], &stops[i])
			if err != nil {
				return fmt.Errorf("on a %s: %w", looks[j].name, err)
			}
			file := filepath.Join(c.Out, fileName(&stops[i], &looks[j]))
			if err := os.WriteFile(file, png, 0o644); err != nil {
				return err
			}
			fmt.Printf("%s\t%d KB\n", file, len(png)>>10)
		}
	}
	return writeSheet(filepath.Join(c.Out, "index.html"), stops)
}

// fileName is the name of a picture.
func fileName(s *tour.Stop, l *look) string { return s.Name + "-" + l.name + ".png" }
