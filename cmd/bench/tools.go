package main

import (
	"context"
	"errors"
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
	Data     string `type:"existingdir" placeholder:"DIR" help:"Folder that has noisytoolbench, the unclear instructions, and, if they are there, when2call, the test of When2Call, and bfcl and tau-retail, whose calls candidate calls are made of."`
	Out      string `default:"/dev/stdout" type:"path" placeholder:"FILE" help:"Where to write the report."`
	JSON     bool   `name:"json" help:"Print one JSON object instead of the report."`
	Agent    string `placeholder:"NAME" help:"Let this agent meet the cases and the unclear instructions, too: a policy, or, with --model-url, an agent of the papers."`
	Rollouts string `type:"path" placeholder:"FILE" help:"Write every step of the agent, or of all strategies, with its reward: a line of JSON each."`
	asking
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
		file, err := os.Create(c.Rollouts)
		if err != nil {
			return err
		}
		if err := errors.Join(found.Rollouts(file, c.Agent), file.Close()); err != nil {
			return err
		}
	}
	if c.Data != "" {
		files := os.DirFS(c.Data)
		if err := found.Meet(ctx, files, names, client); err != nil {
			return err
		}
		if candidates, err := clarifybench.Candidates(files); err == nil {
			found.Candidates = &candidates
		} else if !errors.Is(err, fs.ErrNotExist) { // the other sets may be absent
			return err
		}
	}
	if c.JSON {
		return show(true, found)
	}
	return os.WriteFile(c.Out, []byte(found.Document().Markdown()), 0o644)
}
