// Command screenshots takes pictures of the shop, for its documentation: the
// start page, a turn and a product, on a phone and on a laptop.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"shopclerk/cmd/internal/browser"
)

type config struct {
	Data    string        `default:"shop" help:"Data directory of the shop; a demonstration shop is created where there is none."`
	Out     string        `default:"screenshots" help:"Directory for the pictures."`
	Say     string        `default:"a backpack for hiking under 150, not black" help:"What the shopper in the pictures types."`
	Timeout time.Duration `default:"5m" help:"When to give up."`
}

func main() {
	var c config
	kong.Parse(&c, kong.Name("screenshots"), kong.Description("Take pictures of the shop for its documentation."))
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
	address, closeShop, err := openShop(ctx, dir, c.Data)
	if err != nil {
		return fmt.Errorf("opening the shop: %w", err)
	}
	defer func() { err = errors.Join(err, closeShop()) }()
	tab, end, err := browser.Start(ctx, chromium, filepath.Join(dir, "profile"))
	if err != nil {
		return err
	}
	defer end()
	if err := os.MkdirAll(c.Out, 0o755); err != nil {
		return err
	}
	for _, s := range []struct {
		name   string
		screen browser.Screen
	}{{"phone", browser.Phone}, {"laptop", browser.Laptop}} {
		shots, err := tour(tab, s.screen, address, c.Say)
		if err != nil {
			return fmt.Errorf("shopping on a %s: %w", s.name, err)
		}
		for _, shot := range shots {
			file := filepath.Join(c.Out, shot.name+"-"+s.name+".png")
			if err := os.WriteFile(file, shot.png, 0o644); err != nil {
				return err
			}
			fmt.Printf("%s\t%d KB\n", file, len(shot.png)>>10)
		}
	}
	return nil
}

// opened begins the line in which the shop tells its address.
const opened = "The shop is open: "

// openShop builds the shop's program in dir, runs it and returns its address.
func openShop(ctx context.Context, dir, data string) (address string, stop func() error, err error) {
	program := filepath.Join(dir, "web")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", program, "./cmd/web").CombinedOutput(); err != nil {
		return "", nil, fmt.Errorf("building it: %w\n%s", err, out)
	}
	shop := exec.CommandContext(ctx, program, "--data", data, "--listen", "127.0.0.1:0")
	shop.Cancel = func() error { return shop.Process.Signal(os.Interrupt) }
	shop.WaitDelay = 10 * time.Second
	said, err := shop.StderrPipe()
	if err != nil {
		return "", nil, err
	}
	if err := shop.Start(); err != nil {
		return "", nil, err
	}
	stop = func() error {
		if err := shop.Cancel(); err != nil {
			return err
		}
		return shop.Wait()
	}
	lines := bufio.NewScanner(said)
	for lines.Scan() {
		if address, ok := strings.CutPrefix(lines.Text(), opened); ok {
			go io.Copy(os.Stderr, said) // a full pipe would stop the shop
			return address, stop, nil
		}
		fmt.Fprintln(os.Stderr, lines.Text())
	}
	return "", nil, errors.Join(errors.New("it ended"), lines.Err(), shop.Wait())
}
