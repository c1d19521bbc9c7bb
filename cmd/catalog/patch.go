package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"shopclerk/catalog/patch"
	"shopclerk/catalog/sqlite"
	"shopclerk/search/index"
)

// patchCommand changes products without an import.
type patchCommand struct {
	Data  string   `required:"" env:"SHOPCLERK_DATA" placeholder:"DIR" help:"Data directory of the shop, which may be open."`
	Paths []string `arg:"" name:"file" help:"Files of patches, one JSON object a line; \"-\" is the standard input."`
}

const (
	// patchBatch is how many patches are made durable at once.
	patchBatch = 1000
	// longestPatch bounds one line in bytes.
	longestPatch = 1 << 20
	// mostRefused is how many lines that are no patches are told one by one.
	mostRefused = 20
)

// errRefused reports that some lines changed nothing.
var errRefused = errors.New("some lines are no patches of this catalogue")

// patching counts what becomes of lines.
type patching struct {
	dir            string
	store          *sqlite.Store
	waiting        []patch.Patch
	places         []string // of those that wait: file and line
	taken, refused int
	notes          io.Writer
}

// Run implements the command.
func (c *patchCommand) Run(ctx context.Context, s streams) error {
	store, err := sqlite.Open(ctx, index.CatalogPath(c.Data))
	if err != nil {
		return err
	}
	defer store.Close()
	if err := index.Patchable(ctx, store); err != nil {
		return err
	}
	p := &patching{dir: c.Data, store: store, notes: s.notes}
	for _, path := range c.Paths {
		if err := p.file(ctx, path); err != nil {
			return fmt.Errorf("%w; %d patches were taken before", err, p.taken)
		}
	}
	if err := p.flush(ctx); err != nil {
		return fmt.Errorf("%w; %d patches were taken before", err, p.taken)
	}
	_, err = fmt.Fprintf(s.out, "%d patches taken for good, %d lines refused. An open shop shows them within a second.\n"+
		"Categories, kinds of attributes, spellings, types and the embedder stay as the last import learned them; the next import learns them anew.\n", p.taken, p.refused)
	if p.refused > 0 {
		err = errors.Join(err, fmt.Errorf("%w: %d", errRefused, p.refused))
	}
	return err
}

// file reads a file of patches.
func (p *patching) file(ctx context.Context, path string) error {
	in := io.Reader(os.Stdin)
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return fmt.Errorf("reading patches: %w", err)
		}
		defer f.Close()
		in = f
	}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, longestPatch)
	n := 0
	for lines.Scan() {
		if n++; len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		place := fmt.Sprintf("%s:%d", path, n)
		one, err := patch.Parse(lines.Bytes())
		if err != nil {
			p.refuse(place, err)
			continue
		}
		p.waiting, p.places = append(p.waiting, one), append(p.places, place)
		if len(p.waiting) < patchBatch {
			continue
		}
		if err := errors.Join(ctx.Err(), p.flush(ctx)); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("reading patches: %s:%d: %w", path, n+1, err)
	}
	return nil
}

func (p *patching) refuse(place string, why error) {
	if p.refused++; p.refused <= mostRefused {
		_, _ = fmt.Fprintf(p.notes, "%s: %v\n", place, why)
	}
}

// flush writes down for good what is taken of what waits.
func (p *patching) flush(ctx context.Context) error {
	refused, err := index.Refuse(ctx, p.store, p.waiting)
	if err != nil {
		return err
	}
	taken := p.waiting[:0]
	for i, why := range refused {
		if why != nil {
			p.refuse(p.places[i], why)
			continue
		}
		taken = append(taken, p.waiting[i])
	}
	if len(taken) > 0 {
		if err := index.AppendPatches(p.dir, taken); err != nil {
			return err
		}
		if _, err := index.CompactPatches(p.dir); err != nil {
			return err
		}
	}
	p.taken += len(taken)
	p.waiting, p.places = p.waiting[:0], p.places[:0]
	return nil
}
