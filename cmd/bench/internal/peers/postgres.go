package peers

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

	"shopclerk/catalog"
)

// nobody is the user as whom PostgreSQL is run where this program's is root, which it
// refuses.
const nobody = "65534"

// Postgres indexes products by a GIN index of a PostgreSQL that is made for the
// purpose and answers one session of psql over a socket. [ErrAbsent]: it is not
// installed.
func Postgres(ctx context.Context, products []catalog.Product) (list []Peer, stop func() error, err error) {
	for _, name := range []string{"initdb", "pg_ctl", "psql"} {
		if _, err := exec.LookPath(name); err != nil {
			return nil, nil, fmt.Errorf("%w: %w", ErrAbsent, err)
		}
	}
	dir, err := os.MkdirTemp("", "peers")
	if err == nil {
		err = os.Chmod(dir, 0o777) // in which that user makes its own
	}
	if err != nil {
		return nil, nil, err
	}
	command := func(words ...string) *exec.Cmd {
		if os.Getuid() == 0 {
			words = append([]string{"setpriv", "--reuid=" + nobody, "--regid=" + nobody, "--clear-groups"}, words...)
		}
		c := exec.CommandContext(context.WithoutCancel(ctx), words[0], words[1:]...)
		c.Dir, c.Stderr = dir, os.Stderr
		return c
	}
	data := filepath.Join(dir, "postgres")
	control := func(what ...string) error { return command(append([]string{"pg_ctl", "-D", data}, what...)...).Run() }
	if err := command("initdb", "-D", data, "-U", "peer", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync").Run(); err != nil {
		return nil, nil, fmt.Errorf("making a PostgreSQL: %w", err)
	}
	if err := control("-w", "-l", filepath.Join(data, "log"), "-o", "-k "+data+" -c listen_addresses=''", "start"); err != nil {
		return nil, nil, fmt.Errorf("starting PostgreSQL: %w", err)
	}
	halt := func() error { return errors.Join(control("-m", "immediate", "stop"), os.RemoveAll(dir)) }
	psql := command("psql", "-h", data, "-U", "peer", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "postgres")
	in, errIn := psql.StdinPipe()
	out, errOut := psql.StdoutPipe()
	if err := errors.Join(errIn, errOut, psql.Start()); err != nil {
		return nil, nil, errors.Join(err, halt())
	}
	lines := bufio.NewScanner(out)
	ask := func(sql string) error {
		const end = "-- end --"
		if _, err := fmt.Fprintf(in, "%s\nSELECT '%s';\n", sql, end); err != nil {
			return err
		}
		for lines.Scan() {
			if lines.Text() == end {
				return nil
			}
		}
		return errors.Join(io.ErrUnexpectedEOF, lines.Err())
	}
	hangUp := func() error { return errors.Join(in.Close(), psql.Wait(), halt()) }
	if err := ask(filled(products)); err != nil {
		return nil, nil, errors.Join(fmt.Errorf("filling PostgreSQL: %w", err), hangUp())
	}
	best := func(_ context.Context, query string) error {
		return ask(fmt.Sprintf(`SELECT id, title FROM product, plainto_tsquery('english', %s) q WHERE words @@ q ORDER BY ts_rank(words, q) DESC, id LIMIT %d;`, quoted(query), PageSize))
	}
	return []Peer{{"PostgreSQL GIN", best}}, hangUp, nil
}

// filled are the statements that make the table of products.
func filled(products []catalog.Product) string {
	var b strings.Builder
	b.WriteString("SET client_min_messages = error;\nCREATE TABLE product (id int PRIMARY KEY, title text, words tsvector);\nBEGIN;\n")
	for i := range products {
		title := quoted(products[i].Title)
		fmt.Fprintf(&b, "INSERT INTO product VALUES (%d, %s, setweight(to_tsvector('english', %[2]s), 'A') || to_tsvector('english', %s));\n", i, title, quoted(text(&products[i])))
	}
	b.WriteString("COMMIT;\nCREATE INDEX ON product USING gin (words);\nVACUUM ANALYZE product;")
	return b.String()
}

// quoted is a text as a constant, on one line.
func quoted(s string) string {
	return "'" + strings.NewReplacer("'", "''", "\n", " ", "\r", " ", "\x00", " ").Replace(s) + "'"
}
