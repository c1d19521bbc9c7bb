package main

import (
	"fmt"
	"os"
	"path/filepath"

	"shopclerk/agent/nlu"
)

// links compiles the thesaurus of the reader and learns the weights of its links.
type links struct {
	Root    string `default:"." help:"Folder of the repository."`
	Out     string `default:"data/nlu" help:"Folder that concepts.tsv.gz and links.tsv are written to."`
	Measure bool   `help:"Write nothing; report shares on lines and phrases that were held out."`
}

// Run implements the command.
func (c *links) Run() error {
	repository := os.DirFS(c.Root)
	pairs, err := nlu.ReadPairs(repository)
	if err != nil {
		return err
	}
	if c.Measure {
		report, err := nlu.MeasureLinks(repository, pairs)
		fmt.Print(report)
		return err
	}
	concepts, err := nlu.CompileConcepts(repository, pairs)
	if err != nil {
		return err
	}
	weights, err := nlu.LearnLinks(repository, pairs)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(c.Out, "concepts.tsv.gz"), concepts, 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(c.Out, "links.tsv"), []byte(weights), 0o644)
}
