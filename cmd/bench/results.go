package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"shopclerk/cmd/bench/internal/experiment"
	"shopclerk/cmd/internal/progress"
	"shopclerk/data/bench"
)

// results runs the experiments of data/bench and writes what they found.
type results struct {
	Sets    string   `required:"" type:"path" placeholder:"DIR" help:"Folder of the document sets' data directories; what is missing is made."`
	Feeds   string   `env:"SHOPCLERK_FEEDS" type:"path" placeholder:"DIR" help:"Folder of the feeds' folders (pc-parts, icecat, fashion). A set whose feed is missing is left out."`
	Out     string   `default:"data/bench" type:"path" placeholder:"DIR" help:"Where RESULTS.md, report.html and expected.json are written."`
	Only    string   `placeholder:"TEXT" help:"Run only the conditions whose name (experiment/set/variant) contains this."`
	Without []string `placeholder:"SET" help:"Sets to leave out: demo-1m takes half of the time."`
	Scale   float64  `default:"1" help:"Multiply shoppers and queries, for a look in less time."`
	Accept  bool     `help:"Make the scores found those that are expected."`
}

// Validate implements kong's check of the flags.
func (r *results) Validate() error {
	if r.Scale <= 0 {
		return errors.New("--scale is above 0")
	}
	if r.Accept && r.Scale != 1 {
		return errors.New("--accept is for runs at full size: without --scale")
	}
	return nil
}

// errMoved reports scores that left their tolerance. The report is written even so.
var errMoved = errors.New("scores left their tolerance")

// Run implements the command.
func (r *results) Run(ctx context.Context) error {
	plan, err := experiment.Load(bench.FS)
	if err != nil {
		return err
	}
	bar := progress.New(os.Stderr)
	found, err := plan.Run(ctx, experiment.Runner{Sets: r.Sets, Feeds: r.Feeds, Only: r.Only, Without: r.Without, Scale: r.Scale, Report: bar.Report},
		func(c *experiment.Condition) bool { return !c.Experiment.Quick })
	bar.Done()
	if err != nil {
		return err
	}
	if err := r.write(found); err != nil {
		return err
	}
	return r.hold(found, os.Stderr)
}

// write writes the report.
func (r *results) write(found *experiment.Results) error {
	d := found.Report()
	page, err := d.HTML()
	if err != nil {
		return err
	}
	for _, f := range []struct{ name, text string }{{"RESULTS.md", d.Markdown()}, {"report.html", page}} {
		if err := os.WriteFile(filepath.Join(r.Out, f.name), []byte(f.text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// hold compares the scores with those expected, or makes them those. Scores of
// another number of shoppers are held to nothing.
func (r *results) hold(found *experiment.Results, w io.Writer) error {
	if r.Accept {
		expected, err := experiment.LoadExpected(os.DirFS(r.Out))
		if err != nil {
			return err
		}
		found.Accept(expected)
		text, err := expected.Marshal()
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(r.Out, "expected.json"), text, 0o644)
	}
	if r.Scale != 1 {
		return nil
	}
	expected, err := experiment.LoadExpected(bench.FS)
	if err != nil {
		return err
	}
	moved := found.Compare(expected)
	for _, m := range moved {
		fmt.Fprintln(w, m)
	}
	if len(moved) > 0 {
		return fmt.Errorf("%d scores: %w", len(moved), errMoved)
	}
	return nil
}
