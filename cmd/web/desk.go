package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"

	"golang.org/x/term"

	"shopclerk/agent/shop/password"
)

// local reports whether an address to listen on is reached from this machine alone.
func local(listen string) bool {
	host, _, err := net.SplitHostPort(listen)
	if err != nil {
		return false
	}
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// hashPassword is the command that makes the hash of a password.
type hashPassword struct{}

// Run is called by kong. The password comes from the standard input, so that it
// stands neither in a list of processes nor in a shell's history.
func (hashPassword) Run(ctx context.Context) error {
	secret, err := readPassword(os.Stdin)
	if err != nil {
		return err
	}
	hash, err := password.NewHasher(1, password.Full).Hash(ctx, secret)
	if err != nil {
		return err
	}
	fmt.Println(hash)
	return nil
}

// readPassword reads one line, unseen where somebody types it.
func readPassword(in *os.File) (string, error) {
	if term.IsTerminal(int(in.Fd())) {
		fmt.Fprint(os.Stderr, "Password: ")
		typed, err := term.ReadPassword(int(in.Fd()))
		fmt.Fprintln(os.Stderr)
		if err != nil {
			return "", fmt.Errorf("reading the password: %w", err)
		}
		return string(typed), nil
	}
	line, err := bufio.NewReader(in).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", fmt.Errorf("reading the password: %w", err)
	}
	return strings.TrimRight(line, "\r\n"), nil
}
