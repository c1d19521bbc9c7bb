package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"shopclerk/cmd/bench/internal/experiment"
	"shopclerk/cmd/bench/internal/reading"
	"shopclerk/cmd/internal/progress"
	"shopclerk/data"
)

// results runs the experiments of data/bench and writes what they found.
type results struct {
	Sets   string `default:"sets" type:"path" placeholder:"DIR" help:"Folder of the document sets' data directories; what is missing is made."`
	Feeds  string `env:"SHOPCLERK_FEEDS" type:"path" placeholder:"DIR" help:"Folder of the feeds' folders (pc-parts, icecat, fashion, crowdflower). A set whose feed is missing is left out."`
	Out    string `default:"data/bench" type:"path" placeholder:"DIR" help:"Where RESULTS.md, report.html and expected.json are written."`
	Only   string `placeholder:"TEXT" help:"Run only the conditions whose name (experiment/set/variant) contains this."`
	Check  bool   `help:"Run only the fast experiments, compare their scores with those expected, and write nothing."`
	Accept bool   `help:"Make the scores found those that are expected."`
}

// Run implements the command.
func (r *results) Run(ctx context.Context) error {
	plan, err := experiment.Load(data.Bench())
	if err != nil {
		return err
	}
	if !r.Check || r.Accept { // before a run of many minutes begins
		if err := os.MkdirAll(r.Out, 0o755); err != nil {
			return fmt.Errorf("--out: %w", err)
		}
	}
	bar := progress.New(os.Stderr)
	err = plan.Run(ctx, experiment.Runner{Sets: r.Sets, Feeds: r.Feeds, Report: bar.Report,
		Chose: func(c *experiment.Condition) bool {
			return c.Experiment.Check == r.Check && strings.Contains(c.Name(), r.Only)
		}})
	bar.Done()
	if err != nil {
		return err
	}
	if !r.Check {
		d := plan.Report()
		page, err := d.HTML()
		if err == nil {
			err = errors.Join(r.write("RESULTS.md", d.Markdown()), r.write("report.html", page))
		}
		if err != nil {
			return err
		}
	}
	from := data.Bench()
	if r.Accept {
		from = os.DirFS(r.Out)
	}
	expected, err := experiment.LoadExpected(from)
	if err != nil || !r.Accept {
		return errors.Join(err, held(plan.Compare(expected))) // the report is written even so
	}
	plan.Accept(expected)
	return r.write("expected.json", expected.String())
}

func (r *results) write(name, text string) error {
	return os.WriteFile(filepath.Join(r.Out, name), []byte(text), 0o644)
}

// read scores the reader on what is held out of learning.
type read struct {
	Accept bool `help:"Make the scores found those that are expected."`
}

// Run implements the command.
func (c *read) Run() error {
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
		return os.WriteFile(reading.ExpectedFile, []byte(expected.String()), 0o644)
	}
	return held(moved)
}

// held prints the scores that left their tolerance; there being any is an error.
func held(moved []string) error {
	for _, m := range moved {
		fmt.Fprintln(os.Stderr, m)
	}
	if len(moved) > 0 {
		return fmt.Errorf("%d scores left their tolerance", len(moved))
	}
	return nil
}
