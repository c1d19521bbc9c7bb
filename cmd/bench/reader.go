package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"shopclerk/cmd/bench/internal/reading"
)

// reader learns to read messages from marked ones.
type reader struct {
	Root string `default:"." help:"Folder of the repository."`
	Out  string `default:"data/nlu/tagger.gz" help:"File that the weights are written to."`
	Seed uint64 `default:"1" help:"Seed of learning."`
}

// Run implements the command.
func (c *reader) Run() error {
	material, err := reading.Load(os.DirFS(c.Root))
	if err != nil {
		return err
	}
	var packed bytes.Buffer
	if err := material.Tagger(c.Seed).Write(&packed); err != nil {
		return err
	}
	return os.WriteFile(c.Out, packed.Bytes(), 0o644)
}

// links compiles the thesaurus of the reader and learns the weights of its links.
type links struct {
	Root string `default:"." help:"Folder of the repository."`
	Out  string `default:"data/nlu" help:"Folder that concepts.tsv.gz and links.tsv are written to."`
}

// Run implements the command.
func (c *links) Run() error {
	material, err := reading.Load(os.DirFS(c.Root))
	if err != nil {
		return err
	}
	concepts, err := material.Concepts()
	if err != nil {
		return err
	}
	weights, err := material.Links()
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(c.Out, "concepts.tsv.gz"), concepts, 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(c.Out, "links.tsv"), []byte(weights), 0o644)
}

// read scores the reader on what is held out of learning.
type read struct {
	Root   string `default:"." help:"Folder of the repository."`
	Accept bool   `help:"Make the scores found those that are expected."`
}

// Run implements the command.
func (c *read) Run() error {
	repository := os.DirFS(c.Root)
	material, err := reading.Load(repository)
	if err != nil {
		return err
	}
	expected, err := reading.ReadExpected(repository)
	if err != nil {
		return err
	}
	found, wrong, err := material.Score(reading.Whole)
	if err != nil {
		return err
	}
	moved := found.Compare(expected.Whole)
	expected.Whole, expected.Wrong = found, wrong
	fmt.Print(expected.String())
	if c.Accept {
		return os.WriteFile(filepath.Join(c.Root, reading.ExpectedFile), []byte(expected.String()), 0o644)
	}
	for _, m := range moved {
		fmt.Fprintln(os.Stderr, m)
	}
	if len(moved) > 0 {
		return fmt.Errorf("%d figures left their tolerance", len(moved))
	}
	return nil
}
