package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"shopclerk/agent/durable"
	"shopclerk/agent/shop/orders/sqlite"
	"shopclerk/search/index/hold"
)

// data is where the orders are.
type data struct {
	Data     string `required:"" env:"SHOPCLERK_DATA" placeholder:"DIR" help:"Data directory with orders.db, which is made if there is none."`
	Database string `env:"SHOPCLERK_DATABASE" placeholder:"URI" help:"PostgreSQL database that has the orders, in place of the file."`
}

// openStore is the open store, whose folder nobody restores meanwhile.
type openStore struct {
	*sqlite.Store
	release func() error // nil: it is in a database
}

// Close closes it.
func (s openStore) Close() error {
	err := s.Store.Close()
	if s.release != nil {
		err = errors.Join(err, s.release())
	}
	return err
}

func (d data) open(ctx context.Context) (s openStore, err error) {
	if d.Database != "" {
		if !durable.Postgres(d.Database) {
			return s, fmt.Errorf("%w: --database is the URI of a PostgreSQL database, postgres://…", errUsage)
		}
		s.Store, err = sqlite.Open(ctx, d.Database)
		return s, err
	}
	if s.release, err = hold.UseRestored(d.Data); err != nil {
		return s, err
	}
	if s.Store, err = sqlite.Open(ctx, filepath.Join(d.Data, "orders.db")); err != nil {
		err = errors.Join(err, s.release())
	}
	return s, err
}

// person is who is served.
type person struct {
	Person string `xor:"who" help:"Id of the person."`
	Email  string `xor:"who" help:"Mail address, to find the person by."`
	Name   string `xor:"who" help:"Name, to find the person by; needs --zip."`
	Zip    string `help:"Zip code, with --name."`
}

// find returns the person's id.
func (p person) find(ctx context.Context, s openStore) (string, error) {
	switch {
	case p.Email != "":
		return s.ByEmail(ctx, p.Email)
	case p.Name != "":
		return s.ByName(ctx, p.Name, p.Zip)
	case p.Person != "":
		_, err := s.Person(ctx, p.Person) // a slip of the pen is nobody, and no new guest
		return p.Person, err
	}
	return "", fmt.Errorf("%w: nobody is named: give --person, --email, or --name and --zip", errUsage)
}
