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
	JSON     bool   `name:"json" xor:"form" help:"Print one JSON object instead of the report."`
	Agent    string `placeholder:"NAME" help:"Let this agent meet the cases and the unclear instructions, too: a policy, or, with --model-url, an agent of the papers."`
	Rollouts string `type:"path" placeholder:"FILE" help:"Write every step of the agent, or of all strategies, with its reward: a line of JSON each."`
	asking
	Alone bool `help:"Leave out the same cases in other words and with vague answers."`
	// Mistakes is for whoever works on the reading of words.
	Mistakes bool `xor:"form" help:"Print the requests that ours did not meet as it should, instead of the report."`
}

// calledResult is what one run found.
type calledResult struct {
	Setting clarifybench.Setting `json:"setting"`
	// Figures by strategy, split and name.
	Figures map[string]map[string]map[string]float64 `json:"figures"`
	// Others are the same figures in other words ("dev", "fresh") and with vague
	// answers ("vague").
	Others map[string]map[string]map[string]map[string]float64 `json:"others,omitempty"`
	Real   clarifybench.Conversations                          `json:"bfcl,omitempty"`
	// Proposed are right calls of real data as candidates.
	Proposed clarifybench.Proposed `json:"proposed,omitempty"`
	// Trials are the figures with calls that a proposer makes, by condition.
	Trials map[string]map[string]map[string]float64 `json:"trials,omitempty"`
	// Unclear is what agents made of the unclear instructions, by agent.
	Unclear map[string][]clarifybench.Evaluated `json:"unclear,omitempty"`
}

// Run implements the command.
func (c *called) Run(ctx context.Context) (err error) {
	client, err := c.Open(ctx, c.cached)
	if err != nil {
		return err
	}
	if client != nil {
		defer func() { err = errors.Join(err, client.Close()) }()
	}
	agents := map[string]clarifybench.Agent{}
	names := tools.Policies()
	if c.Agent != "" {
		names = []string{c.Agent}
	}
	for _, name := range names {
		if agents[name], err = clarifybench.NewAgent(name, client); err != nil {
			return err
		}
	}
	if slices.Contains(clarifybench.Methods(), c.Agent) {
		c.Extra = clarifybench.Strategy{Name: c.Agent, Agent: agents[c.Agent]}
	}
	bar := progress.New(os.Stderr)
	c.Report = func(done, total int) { bar.Report("playing", done, total) }
	found, err := clarifybench.Run(ctx, &c.Setting)
	if err == nil && !c.Alone {
		err = c.others(ctx, found)
	}
	if err == nil && !c.Alone {
		found.Trials, err = clarifybench.Try(ctx, &c.Setting)
	}
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
		for name, agent := range agents {
			all, err := clarifybench.Evaluate(ctx, os.DirFS(c.Data), agent, client)
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
		if found.Real, err = clarifybench.Converse(os.DirFS(c.Data)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
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

// vagueness is the share of vague answers of the cases played beside.
const vagueness = 0.2

// others plays the same cases in the other words, and with vague answers.
func (c *called) others(ctx context.Context, found *clarifybench.Results) error {
	var settings []clarifybench.Setting
	for _, w := range clarifybench.Wordings() {
		if w != c.Wording {
			s := c.Setting
			s.Wording, s.Brief = w, true
			settings = append(settings, s)
		}
	}
	if c.Vague != vagueness {
		s := c.Setting
		s.Vague = vagueness
		settings = append(settings, s)
	}
	for i := range settings {
		other, err := clarifybench.Run(ctx, &settings[i])
		if err != nil {
			return err
		}
		name := string(settings[i].Wording)
		if settings[i].Vague != c.Vague {
			name = clarifybench.Vague
		}
		found.Others = append(found.Others, clarifybench.Other{Name: name, Results: other})
	}
	return nil
}

func (c *called) write(found *clarifybench.Results, w io.Writer) error {
	if c.JSON {
		out := calledResult{Setting: c.Setting, Figures: found.Figures(), Real: found.Real, Proposed: found.Proposed, Unclear: found.Unclear}
		for _, o := range found.Others {
			if out.Others == nil {
				out.Others = map[string]map[string]map[string]map[string]float64{}
			}
			out.Others[o.Name] = o.Figures()
		}
		for _, t := range found.Trials {
			if out.Trials == nil {
				out.Trials = map[string]map[string]map[string]float64{}
			}
			out.Trials[t.Name] = t.Scores()
		}
		return json.NewEncoder(w).Encode(out)
	}
	if c.Mistakes {
		return errors.Join(found.Mistakes(w), found.Real.Mistakes(w))
	}
	text := found.Document().Markdown()
	if c.Out != "" {
		return os.WriteFile(c.Out, []byte(text), 0o644)
	}
	_, err := io.WriteString(w, text)
	return err
}
