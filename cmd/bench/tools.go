package main

import (
	"context"
	"encoding/json"
	"io"
	"os"

	"shopclerk/cmd/bench/internal/clarifybench"
	"shopclerk/cmd/internal/progress"
)

// called evaluates when to ask before a tool is called.
type called struct {
	clarifybench.Setting
	Data string `type:"existingdir" placeholder:"DIR" help:"Folder of the BFCL conversations (func_doc, multi_turn_*.jsonl); they are left out without it."`
	Out  string `type:"path" placeholder:"FILE" help:"Write the report here instead of printing it."`
	JSON bool   `name:"json" xor:"form" help:"Print one JSON object instead of the report."`
	// Mistakes is for whoever works on the reading of words.
	Mistakes bool `xor:"form" help:"Print the requests that ours did not meet as it should, instead of the report."`
}

// calledResult is what one run found.
type calledResult struct {
	Setting clarifybench.Setting `json:"setting"`
	// Figures by strategy, split and name.
	Figures map[string]map[string]map[string]float64 `json:"figures"`
	Fresh   map[string]map[string]map[string]float64 `json:"fresh,omitempty"` // the same in fresh words
	Real    clarifybench.Conversations               `json:"bfcl,omitempty"`
}

// Run implements the command.
func (c *called) Run(ctx context.Context) error {
	bar := progress.New(os.Stderr)
	c.Report = func(done, total int) { bar.Report("playing", done, total) }
	found, err := clarifybench.Run(ctx, &c.Setting)
	if err == nil && !c.Fresh {
		fresh := c.Setting
		fresh.Fresh = true
		found.Fresh, err = clarifybench.Run(ctx, &fresh)
	}
	bar.Done()
	if err != nil {
		return err
	}
	if c.Data != "" {
		if found.Real, err = clarifybench.Converse(os.DirFS(c.Data)); err != nil {
			return err
		}
	}
	return c.write(found, os.Stdout)
}

func (c *called) write(found *clarifybench.Results, w io.Writer) error {
	if c.JSON {
		out := calledResult{Setting: c.Setting, Figures: found.Figures(), Real: found.Real}
		if found.Fresh != nil {
			out.Fresh = found.Fresh.Figures()
		}
		return json.NewEncoder(w).Encode(out)
	}
	if c.Mistakes {
		return found.Mistakes(w)
	}
	d, err := found.Document()
	if err != nil {
		return err
	}
	if c.Out != "" {
		return os.WriteFile(c.Out, []byte(d.Markdown()), 0o644)
	}
	_, err = io.WriteString(w, d.Markdown())
	return err
}
