package agent_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"shopclerk/agent"
	"shopclerk/agent/dialog"
	"shopclerk/agent/shop/merchant"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata from what the clerk does now")

// TestDialogues has the conversations of testdata/dialogues/*.txt, which say at
// their top how they are written, with a clerk of the small shop.
func TestDialogues(t *testing.T) {
	files, err := filepath.Glob("testdata/dialogues/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no dialogues: %v", err)
	}
	clerks := map[bool]*agent.Agent{false: clerk(t, false), true: clerk(t, true)}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := perform(t, clerks[strings.Contains(string(text), "\n@words\n")], string(text))
			golden(t, "dialogues/"+filepath.Base(file), got)
		})
	}
}

// expectations begin the lines that the clerk writes; all others are the script.
var expectations = []string{"acts:", "offers:", "chips:", "says:", "shows:", "asks:", "errand:", "fails:"}

// wants begins a line after an action that says what the clerk should do there and does
// not: a known failure. What it does instead is no expectation of anybody and is not
// written; once it does what is wanted, the line stands as any other.
const wants = "wants: "

// perform plays a script with a clerk and returns it with what happened after each action.
func perform(t *testing.T, with *agent.Agent, script string) string {
	t.Helper()
	if strings.Contains(script, "\n@shop\n") {
		with = with.With(func(c *agent.Config) { c.Shop = func() *merchant.Info { return aMerchant } })
	}
	p := &play{t: t, ctx: context.Background(), clerk: with}
	if strings.Contains(script, "\n@counter\n") {
		p.desk = newDesk(t)
		p.clerk = with.With(func(c *agent.Config) { c.Taken = p.desk.orders.Taken })
	}
	if _, after, found := strings.Cut(script, "\n@language "); found {
		code, _, _ := strings.Cut(after, "\n")
		p.ctx = words.With(p.ctx, words.Lookup(code))
	}
	var out []string
	lines := strings.Split(script, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, wants) || expected(line) {
			continue
		}
		out = append(out, line)
		if line != "" && !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "@") {
			out = append(out, wanted(lines[i+1:], p.act(line))...)
			kept, err := journaled(&p.talk)
			if err != nil {
				t.Fatal(err)
			}
			p.talk = *kept
		}
	}
	return strings.Join(out, "\n")
}

// expected reports whether the clerk wrote a line of a dialogue.
func expected(line string) bool {
	return slices.ContainsFunc(expectations, func(e string) bool { return strings.HasPrefix(line, e) })
}

// wanted takes from what happened what is known to be wrong, by the lines that follow
// an action.
func wanted(after, happened []string) []string {
	var missing []string
	for _, line := range after {
		want, ok := strings.CutPrefix(line, wants)
		if !ok && !expected(line) {
			break // the next action
		}
		if !ok || slices.Contains(happened, want) {
			continue
		}
		missing = append(missing, line)
		kind, _, _ := strings.Cut(want, ":")
		happened = slices.DeleteFunc(happened, func(h string) bool { return strings.HasPrefix(h, kind+":") })
	}
	return append(missing, happened...)
}

// aMerchant is what the small shop tells about itself where a dialogue says "@shop".
var aMerchant = &merchant.Info{
	Texts: map[string]map[string]string{
		merchant.Shipping: {"en": "Delivery costs 4 euros, from 50 euros nothing.", "de": "Der Versand kostet 4 Euro, ab 50 Euro nichts."},
		merchant.Returns:  {"en": "Send it back within 30 days.", "de": "Sie können 30 Tage lang zurückgeben."},
		merchant.Payment:  {"en": "Pay by card or by invoice."},
	},
	Reach: merchant.Reach{Email: "help@shop.test", Hours: "Mon–Fri 9–17"}, Countries: []string{"DE", "AT"},
}

// journaled is a conversation as the journal keeps it between two actions.
func journaled(c *dialog.Conversation) (*dialog.Conversation, error) {
	text, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	back := &dialog.Conversation{}
	return back, json.Unmarshal(text, back)
}

// play is a conversation under way.
type play struct {
	t     *testing.T
	ctx   context.Context
	clerk *agent.Agent
	talk  dialog.Conversation
	desk  *desk // where things can be had done; nil: nowhere
}

// act does one action and tells what came of it.
func (p *play) act(line string) []string {
	p.t.Helper()
	verb, rest, _ := strings.Cut(line, " ")
	in := agent.Input{}
	switch verb {
	case ">":
		in.Message = rest
	case "tick":
		in.Answered, in.Answers = true, p.ticks(rest)
	case "skip":
		in.Answered = true
	case "browse":
		in.Changes = []search.Change{{Op: search.SetScope, Text: catalog.LastLevel(rest), Categories: []string{rest}}}
	case "drop":
		in.Changes = []search.Change{{Op: search.Drop, Target: p.chip(rest)}}
	case "again":
		in.Changes = p.again(rest)
	case "hush":
		in.Answered, in.Changes = len(p.talk.Last().Questions) > 0, []search.Change{{Op: search.Hush}}
	case "unhush":
		in.Changes = []search.Change{{Op: search.Unhush}}
	case "undo":
		return p.undo()
	case "leave":
		p.talk = dialog.Conversation{}
		return nil
	default:
		if p.desk == nil {
			p.t.Fatalf("nobody knows how to %q", line)
		}
		var told []string
		if in, told = p.desk.act(p, verb, rest); told != nil {
			return told
		}
	}
	p.desk.serve(&in, p.talk.Exchanges)
	turn, err := p.clerk.Reply(p.ctx, &p.talk, in)
	if err != nil {
		return []string{"fails: " + err.Error()}
	}
	return tell(turn)
}

// undo takes the latest exchange back and looks again.
func (p *play) undo() []string {
	p.t.Helper()
	if err := p.talk.Undo(); err != nil {
		return []string{"fails: " + err.Error()}
	}
	turn, err := p.clerk.Look(p.ctx, p.talk.Need(), search.Page{Limit: p.clerk.Config().Page})
	if err != nil {
		p.t.Fatal(err)
	}
	if p.talk.OnlyErrands() {
		turn.Ranking.Items, turn.Products = nil, nil
	}
	if last := p.talk.Last(); last != nil {
		turn.Reply, turn.Questions, turn.Errands = last.Reply, last.Questions, last.Errands
	}
	return tell(turn)
}

// again reads "CHIP = Kela, Thera" and answers the question behind the chip anew.
func (p *play) again(text string) []search.Change {
	p.t.Helper()
	chip, labels, _ := strings.Cut(text, " = ")
	change := p.chip(chip)
	q, err := p.clerk.Reopen(p.ctx, &p.talk, change)
	if err != nil {
		p.t.Fatal(err)
	}
	changes, err := p.talk.Revise(words.From(p.ctx), change, given(&q, labels))
	if err != nil {
		p.t.Fatal(err)
	}
	return changes
}

// given reads "Kela, Thera", "other" or "none" of a question's options.
func given(q *dialog.Posed, labels string) (g dialog.Given) {
	for _, label := range strings.Split(labels, ", ") {
		switch label {
		case "other":
			g.Other = true
		case "none":
			g.None = true
		default:
			g.Picked = append(g.Picked, slices.Index(q.Answer.Labels, label)) // -1: one that was not shown
		}
	}
	return g
}

// ticks reads "1 Kela, Thera; 2 other; 3 none", questions counted from 1.
func (p *play) ticks(text string) []dialog.Given {
	p.t.Helper()
	last := p.talk.Last()
	var out []dialog.Given
	for _, one := range strings.Split(text, "; ") {
		number, labels, _ := strings.Cut(one, " ")
		n, err := strconv.Atoi(number)
		if err != nil {
			p.t.Fatalf("which question is %q?", one)
		}
		q := &dialog.Posed{}
		if last != nil && n >= 1 && n <= len(last.Questions) {
			q = &last.Questions[n-1]
		}
		g := given(q, labels)
		g.Question = n - 1
		out = append(out, g)
	}
	return out
}

// chip finds the change behind a chip.
func (p *play) chip(text string) int {
	p.t.Helper()
	need := p.talk.Need()
	for _, c := range chips(&need) {
		if c.text == text {
			return c.change
		}
	}
	p.t.Fatalf("there is no chip %q", text)
	return 0
}

// aChip is something the clerk has understood and the change it came with.
type aChip struct {
	text   string
	change int
}

// chips lists what the need holds: where, limits, wishes and answers, words.
func chips(n *search.Need) []aChip {
	var out []aChip
	if len(n.Scope) > 0 {
		var names []string
		for _, path := range n.Scope {
			names = append(names, catalog.LastLevel(path))
		}
		out = append(out, aChip{strings.Join(names, " and "), n.ScopeChange})
	}
	for _, l := range n.Limits {
		out = append(out, aChip{"! " + l.Text, l.Change})
	}
	for _, e := range n.Evidence {
		text := e.Text
		switch {
		case e.Answer.Skipped():
			text = e.Answer.Key + " skipped"
		case e.Answer.None:
			text = e.Answer.Key + " does not matter"
		}
		out = append(out, aChip{text, e.Change})
	}
	for _, w := range n.Without {
		out = append(out, aChip{"! not “" + w.Text + "”", w.Change})
	}
	if n.Like != nil {
		out = append(out, aChip{n.Like.Text, n.Like.Change})
	}
	for _, w := range n.Words {
		out = append(out, aChip{"“" + w.Text + "”", w.Change})
	}
	return out
}

// tell writes what came of a turn.
func tell(turn *agent.Turn) []string {
	var texts []string
	for _, c := range chips(&turn.Need) {
		texts = append(texts, c.text)
	}
	var out []string
	if acts := tellActs(turn.Acts); acts != "" {
		out = append(out, "acts: "+acts)
	}
	for _, a := range turn.Acts {
		for _, o := range a.Offers {
			out = append(out, "offers: "+o.Text)
		}
	}
	out = append(out, "chips: "+strings.Join(texts, " · "))
	if turn.Reply != "" {
		out = append(out, "says: "+turn.Reply)
	}
	var shown []string
	near := false
	for i, it := range turn.Ranking.Items {
		if !it.Full && !near {
			near = true
			shown = append(shown, "/")
		}
		shown = append(shown, turn.Products[i].ID)
	}
	out = append(out, "shows: "+strings.Join(shown, " "))
	for _, q := range turn.Questions {
		line := "asks: " + q.Text
		for _, o := range q.Options {
			line += fmt.Sprintf(" | %s (%d)", o.Label, o.Count)
		}
		if o := q.Other; o.Label != "" {
			line += fmt.Sprintf(" | else %s (%d)", o.Label, o.Count)
		}
		out = append(out, line)
	}
	for i := range turn.Errands {
		out = append(out, tellErrand(&turn.Errands[i])...)
	}
	for i, line := range out {
		out[i] = strings.TrimRight(line, " ")
	}
	return out
}

// tellActs writes what a message did: each act with what it is about in brackets, and
// "known" where the catalogue or the shop say it. Of an errand its own lines tell.
func tellActs(acts []dialog.Act) string {
	var out []string
	for _, a := range acts {
		about := slices.DeleteFunc([]string{
			a.Topic, a.Aspect, a.By, a.Words, strings.Join(a.Products, " "), strings.Join(a.Nearest, ", "),
		}, func(s string) bool { return s == "" })
		text := string(a.Kind)
		if len(about) > 0 {
			text += "(" + strings.Join(about, "; ") + ")"
		}
		if a.Known {
			text += " known"
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}
