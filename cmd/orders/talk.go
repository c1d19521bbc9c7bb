package main

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"shopclerk/agent/shop/orders/counter"
	"shopclerk/agent/shop/orders/sqlite"
	"shopclerk/agent/tools"
	"shopclerk/words"
)

// talkCommand serves a person at the counter.
type talkCommand struct {
	data
	person
	Language string `default:"en" help:"Language that is spoken: en or de."`
	Policy   string `default:"joint" help:"Policy that chooses questions."`
}

// Run implements kong's command.
func (c *talkCommand) Run(ctx context.Context, s streams) (err error) {
	rule, err := tools.NewRule(c.Policy, nil)
	if err != nil {
		return fmt.Errorf("%w: %w", errUsage, err)
	}
	w := words.Lookup(c.Language)
	if w == nil {
		return fmt.Errorf("%w: there is no language %q: choose en or de", errUsage, c.Language)
	}
	store, err := c.open(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	who, err := c.find(ctx, store)
	if err != nil {
		return err
	}
	t := talk{store: store.Store, person: who, words: w, rule: rule, out: s.out}
	lines := bufio.NewScanner(s.in)
	for ctx.Err() == nil && lines.Scan() {
		if err := t.hear(ctx, strings.TrimSpace(lines.Text())); err != nil {
			return err
		}
	}
	return errors.Join(ctx.Err(), lines.Err())
}

// talk is a conversation at the counter.
type talk struct {
	store  *sqlite.Store
	person string
	words  *words.Language
	rule   tools.Rule
	out    io.Writer

	task   *tools.Task // under way; nil between two
	asked  tools.Decision
	recent []tools.Value // what was spoken of last
}

// hear takes a line: a new instruction, or the answer to what was asked last. An empty
// line gives the instruction up.
func (t *talk) hear(ctx context.Context, line string) error {
	switch {
	case line == "":
		t.task = nil
		return nil
	case t.task == nil:
		t.task = &tools.Task{ID: rand.Text(), Words: line}
	default:
		*t.task = t.answer(line)
	}
	return t.turn(ctx)
}

// answer puts an answer into the task: yes or no to a confirmation, the number of an
// option, or words. Anything but yes is no where something can not be undone.
func (t *talk) answer(line string) tools.Task {
	if t.asked.Do == tools.Confirm {
		for _, yes := range []string{"y", "yes", "j", "ja", t.words.T("language.yes")} {
			if strings.EqualFold(line, yes) {
				return t.task.Confirm(*t.asked.Call)
			}
		}
		return t.task.Refuse(*t.asked.Call)
	}
	q := t.asked.Questions[0]
	if n, err := strconv.Atoi(line); err == nil && n >= 1 && n <= len(q.Options) {
		return t.task.Answer(tools.Reply{Aspect: q.Aspect, Value: q.Options[n-1].Value.Of})
	}
	return t.task.Answer(tools.Reply{Aspect: q.Aspect, Words: line})
}

// turn decides what is to be done, says it, and does it where it may be.
func (t *talk) turn(ctx context.Context) error {
	for {
		at, err := counter.Shop{Orders: t.store}.At(ctx, counter.Shopper{Person: t.person, Today: time.Now().Format(time.DateOnly)}, t.words)
		if err != nil {
			return err
		}
		kit, err := tools.New(at.Tools(nil)...)
		if err != nil {
			return err
		}
		scene := at.Scene(nil)
		scene.Recent = t.recent
		t.asked, err = kit.Decide(*t.task, scene, t.rule)
		if err != nil {
			return err
		}
		if t.asked.Do != tools.Execute {
			return t.say()
		}
		done, task, err := tools.Run(ctx, at, *t.task, t.asked)
		if err != nil {
			return err
		}
		if done != nil {
			if done.Order != nil {
				t.recent = []tools.Value{{Of: done.Order.ID}}
			}
			t.task = nil
			_, err := fmt.Fprintln(t.out, done.Text)
			return err
		}
		*t.task = task // it failed, which the next decision is about
	}
}

// say tells what was decided, with numbered options.
func (t *talk) say() error {
	text := t.asked.Say(t.words)
	if t.asked.Do == tools.Ask {
		for i, o := range t.asked.Questions[0].Options {
			text += fmt.Sprintf("\n  %d  %s", i+1, o.Value.Text())
		}
	}
	if t.asked.Do == tools.Decline {
		t.task = nil
	}
	_, err := fmt.Fprintln(t.out, text)
	return err
}
