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
	categories     map[string]bool
	waiting        []patch.Patch
	taken, refused int
	notes          io.Writer
}

// Run implements the command.
func (c *patchCommand) Run(ctx context.Context, s streams) error {
	p, err := c.open(ctx, s.notes)
	if err != nil {
		return err
	}
	for _, path := range c.Paths {
		if err := p.file(ctx, path); err != nil {
			return fmt.Errorf("%w; %d patches were taken before", err, p.taken)
		}
	}
	if err := p.flush(); err != nil {
		return fmt.Errorf("%w; %d patches were taken before", err, p.taken)
	}
	_, err = fmt.Fprintf(s.out, "%d patches taken for good, %d lines refused. An open shop shows them within a second.\n"+
		"Categories, kinds of attributes, spellings, types and the embedder stay as the last import learned them; the next import learns them anew.\n", p.taken, p.refused)
	if p.refused > 0 {
		err = errors.Join(err, fmt.Errorf("%w: %d", errRefused, p.refused))
	}
	return err
}

// open looks which categories there are.
func (c *patchCommand) open(ctx context.Context, notes io.Writer) (*patching, error) {
	store, err := sqlite.Open(ctx, index.CatalogPath(c.Data))
	if err != nil {
		return nil, err
	}
	defer store.Close()
	if err := index.Patchable(ctx, store); err != nil {
		return nil, err
	}
	p := &patching{dir: c.Data, categories: map[string]bool{}, notes: notes}
	for _, k := range store.Categories() {
		p.categories[k.Path] = true
	}
	return p, nil
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
		if err := p.line(lines.Bytes()); err != nil {
			if p.refused++; p.refused <= mostRefused {
				_, _ = fmt.Fprintf(p.notes, "%s:%d: %v\n", path, n, err)
			}
			continue
		}
		if len(p.waiting) < patchBatch {
			continue
		}
		if err := errors.Join(ctx.Err(), p.flush()); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("reading patches: %s:%d: %w", path, n+1, err)
	}
	return nil
}

// line takes a patch.
func (p *patching) line(text []byte) error {
	c, err := patch.Parse(text)
	if err != nil {
		return err
	}
	if c.Category != nil && !p.categories[*c.Category] {
		return fmt.Errorf("%w: category: the catalogue has no %q: an import makes new categories", patch.ErrBad, *c.Category)
	}
	p.waiting = append(p.waiting, c)
	return nil
}

// flush writes down for good what was taken.
func (p *patching) flush() error {
	if len(p.waiting) == 0 {
		return nil
	}
	if err := index.AppendPatches(p.dir, p.waiting); err != nil {
		return err
	}
	p.taken += len(p.waiting)
	p.waiting = p.waiting[:0]
	return nil
}
