package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"shopclerk/cmd/internal/tour"
)

// password opens the desk of the shop in the pictures, which nobody else can reach:
// it listens on this machine alone and ends with the pictures.
const password = "a desk for pictures only"

// The demonstration shop of the pictures: large enough for full lists, and with
// shoppers enough for the desk's figures, made in half a minute.
const (
	perCategory   = "300"
	conversations = "600"
)

// pictured is a shop to take pictures of.
type pictured struct {
	program string
	data    string
	hash    string // of the desk's password
}

// build builds the shop's programs in dir, and a demonstration shop where there is
// no data directory.
func build(ctx context.Context, dir, data string) (*pictured, error) {
	s := &pictured{program: filepath.Join(dir, "web"), data: data}
	for _, name := range []string{"web", "catalog"} {
		if err := command(ctx, "go", "build", "-o", filepath.Join(dir, name), "./cmd/"+name); err != nil {
			return nil, err
		}
	}
	if s.data == "" {
		s.data = filepath.Join(dir, "shop")
		if err := command(ctx, filepath.Join(dir, "catalog"), "demo", "--data", s.data, "--per-category", perCategory,
			"--with-journal", "--conversations", conversations); err != nil {
			return nil, err
		}
	}
	hash := exec.CommandContext(ctx, s.program, "hash-password")
	hash.Stdin = strings.NewReader(password + "\n")
	out, err := hash.Output()
	if err != nil {
		return nil, fmt.Errorf("making the hash of the desk's password: %w", err)
	}
	s.hash = strings.TrimSpace(string(out))
	return s, nil
}

func command(ctx context.Context, name string, args ...string) error {
	if out, err := exec.CommandContext(ctx, name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w\n%s", filepath.Base(name), strings.Join(args, " "), err, out)
	}
	return nil
}

// opened begins the line in which the shop tells its address.
const opened = "The shop is open: "

// open runs the shop and returns its address.
func (s *pictured) open(ctx context.Context) (address string, stop func() error, err error) {
	web := exec.CommandContext(ctx, s.program, "--data", s.data, "--listen", "127.0.0.1:0", "--desk-password-hash", s.hash)
	web.Cancel = func() error { return web.Process.Signal(os.Interrupt) }
	web.WaitDelay = 10 * time.Second
	said, err := web.StderrPipe()
	if err != nil {
		return "", nil, err
	}
	if err := web.Start(); err != nil {
		return "", nil, err
	}
	stop = func() error {
		if err := web.Cancel(); err != nil {
			return err
		}
		return web.Wait()
	}
	lines := bufio.NewScanner(said)
	for lines.Scan() {
		if address, ok := strings.CutPrefix(lines.Text(), opened); ok {
			go io.Copy(os.Stderr, said) // a full pipe would stop the shop
			return address, stop, nil
		}
		fmt.Fprintln(os.Stderr, lines.Text())
	}
	return "", nil, errors.Join(errors.New("it ended"), lines.Err(), web.Wait())
}

// stops are all pages of the shop and of its desk.
func (s *pictured) stops(ctx context.Context, address, say string) ([]tour.Stop, error) {
	stops, err := tour.Shop(ctx, address, say)
	if err != nil {
		return nil, fmt.Errorf("going through the shop: %w", err)
	}
	desk, err := tour.Desk(ctx, address, password)
	if err != nil {
		return nil, fmt.Errorf("going through the desk: %w", err)
	}
	return append(stops, desk...), nil
}
