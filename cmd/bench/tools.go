package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"

	"shopclerk/agent/tools"
	"shopclerk/cmd/bench/internal/clarifybench"
	"shopclerk/cmd/internal/progress"
)

// called evaluates when to ask before a tool is called.
type called struct {
	clarifybench.Setting
	Data     string `type:"existingdir" placeholder:"DIR" help:"Folder of real data: bfcl, noisytoolbench and tau-retail in it, as far as they are there."`
	Out      string `type:"path" placeholder:"FILE" help:"Write the report here instead of printing it."`
	JSON     bool   `name:"json" help:"Print one JSON object instead of the report."`
	Agent    string `placeholder:"NAME" help:"Let this agent meet the cases and the unclear instructions, too: a policy, or, with --model-url, an agent of the papers."`
	Rollouts string `type:"path" placeholder:"FILE" help:"Write every step of the agent, or of all strategies, with its reward: a line of JSON each."`
	asking
}

// calledResult is what one run found.
type calledResult struct {
	Setting clarifybench.Setting `json:"setting"`
	// Figures by strategy, split and name.
	Figures map[string]map[string]map[string]float64 `json:"figures"`
	// Proposed are right calls of real data as candidates.
	Proposed clarifybench.Proposed `json:"proposed,omitempty"`
	// Unclear is what agents made of the unclear instructions, by agent.
	Unclear map[string][]clarifybench.Evaluated `json:"unclear,omitempty"`
}

// Run implements the command.
func (c *called) Run(ctx context.Context) (err error) {
	client, err := c.Open(c.cached)
	if err != nil {
		return err
	}
	names := tools.Policies()
	if c.Agent != "" {
		agent, err := clarifybench.NewAgent(c.Agent, client)
		if err != nil {
			return err
		}
		if names = []string{c.Agent}; slices.Contains(clarifybench.Methods(), c.Agent) {
			c.Extra = clarifybench.Strategy{Name: c.Agent, Agent: agent}
		}
	}
	bar := progress.New(os.Stderr)
	c.Report = func(done, total int) { bar.Report("playing", done, total) }
	found, err := clarifybench.Run(ctx, &c.Setting)
	bar.Done()
	if err != nil {
		return err
	}
	if c.Rollouts != "" {
		if err := c.rollouts(found); err != nil {
			return err
		}
	}
	if c.Data != "" {
		for _, name := range names {
			all, err := clarifybench.Evaluate(ctx, os.DirFS(c.Data), name, client)
			if errors.Is(err, fs.ErrNotExist) {
				break
			} else if err != nil {
				return err
			}
			if found.Unclear == nil {
				found.Unclear = map[string][]clarifybench.Evaluated{}
			}
			found.Unclear[name] = all
		}
		if found.Proposed, err = clarifybench.Propose(os.DirFS(c.Data)); err != nil {
			return err
		}
	}
	return c.write(found, os.Stdout)
}

// rollouts writes what became of the cases, step by step.
func (c *called) rollouts(found *clarifybench.Results) error {
	file, err := os.Create(c.Rollouts)
	if err != nil {
		return err
	}
	return errors.Join(found.Rollouts(file, c.Agent), file.Close())
}

func (c *called) write(found *clarifybench.Results, w io.Writer) error {
	if c.JSON {
		return json.NewEncoder(w).Encode(calledResult{Setting: c.Setting, Figures: found.Figures(), Proposed: found.Proposed, Unclear: found.Unclear})
	}
	text := found.Document().Markdown()
	if c.Out != "" {
		return os.WriteFile(c.Out, []byte(text), 0o644)
	}
	_, err := io.WriteString(w, text)
	return err
}
