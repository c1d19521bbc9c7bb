package desk

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"shopclerk/agent"
	"shopclerk/agent/dialog"
	"shopclerk/agent/reply"
	"shopclerk/agent/settings"
	"shopclerk/search"
	view "shopclerk/views/desk"
)

// preview shows what shoppers get now, and would get with an entry. Nothing of it is stored.
type preview struct {
	*telling
	desk      *Desk
	made      settings.Entry
	now, then *agent.Agent
	out       *view.Section
}

// previews preview the entries of lists; those of others change what messages are answered.
var previews = map[string]func(*preview) error{
	"ranking": (*preview).list, "names": (*preview).question, "wording": (*preview).question, "groups": (*preview).question,
	"questions": (*preview).questions, "start": (*preview).start,
}

const (
	// previewTime bounds a preview: who waits for it looks on.
	previewTime = 4 * time.Second
	// previewed is how many products of a list are shown, and previewedMessages how many messages that
	// differ.
	previewed, previewedMessages = 10, 50
)

// preview previews an entry, with which the settings are then, and without now. What is shown of an entry
// with dates is what holds on its days.
func (d *Desk) preview(ctx context.Context, e *edit, now, then *settings.Settings) *view.Section {
	ctx, cancel := context.WithTimeout(ctx, previewTime)
	defer cancel()
	p := &preview{telling: d.telling(ctx), desk: d, made: e.made()}
	p.out = &view.Section{Title: p.words.T("desk.set.what"), Table: view.Table{Head: []string{p.words.T("desk.set.now"), p.words.T("desk.set.then")}}}
	first := maps.Clone(p.made)
	delete(first, "from")
	delete(first, "to")
	if len(first) < len(p.made) {
		lists, _ := e.with(first)
		then = &settings.Settings{Lists: lists}
	}
	p.now, p.then = p.clerk(now), p.clerk(then)
	show := previews[e.List]
	if show == nil {
		show = (*preview).messages
	}
	if err := show(p); errors.Is(err, context.DeadlineExceeded) {
		p.out.Lead = strings.TrimSpace(p.out.Lead + " " + p.words.T("desk.set.late"))
	} else if err != nil {
		p.out.Lead = err.Error()
	}
	return p.out
}

// clerk is the shop's with other settings.
func (p *preview) clerk(s *settings.Settings) *agent.Agent {
	out := p.shop.Clerk.With(func(*agent.Config) {})
	out.Apply(s)
	return out
}

// both shows what both clerks do, line beside line.
func (p *preview) both(show func(clerk *agent.Agent) ([]string, error)) error {
	before, err := show(p.now)
	if err != nil {
		return err
	}
	after, err := show(p.then)
	for i := range max(len(before), len(after)) {
		row := make([]view.Cell, 2)
		for k, lines := range [][]string{before, after} {
			if i < len(lines) {
				row[k].Text = lines[i]
			}
		}
		p.out.Table.Rows = append(p.out.Table.Rows, row)
	}
	return err
}

// list shows the list that an entry is about; of one about every list, that where its product is.
func (p *preview) list() error {
	in, path := agent.Input{Message: p.made.Text("query")}, p.made.Text("category")
	if path+in.Message == "" {
		product, err := p.shop.Store.Product(p.ctx, p.made.Of("products")[0])
		if err != nil {
			return err
		}
		path = product.Category
	}
	if path != "" {
		in.Changes = scopeOf(path)
	}
	return p.both(func(clerk *agent.Agent) ([]string, error) {
		turn, err := clerk.Search(p.ctx, in, search.Page{Limit: previewed})
		if err != nil {
			return nil, err
		}
		return append([]string{p.words.N("page.products", turn.Ranking.Open)}, titlesOf(turn)...), nil
	})
}

func titlesOf(turn *agent.Turn) []string {
	var out []string
	for i := range turn.Products {
		out = append(out, reply.Short(&turn.Products[i]))
	}
	return out
}

// question shows the question about an entry's aspect as it is asked when it comes first, and what
// a product has of it.
func (p *preview) question() error {
	key := p.made.Text("aspect")
	for _, clerk := range []*agent.Agent{p.now, p.then} {
		lists := maps.Clone(clerk.Settings().Lists)
		if lists == nil {
			lists = settings.Document{}
		}
		lists["questions"] = []settings.Entry{{"aspect": key, "ask": settings.First}}
		clerk.Apply(&settings.Settings{Lists: lists})
	}
	return p.asked(func(q *dialog.Posed) bool { return q.Answer.Key == key })
}

// questions shows what is asked first in an entry's category.
func (p *preview) questions() error { return p.asked(func(*dialog.Posed) bool { return true }) }

func (p *preview) asked(shown func(*dialog.Posed) bool) error {
	key := p.made.Text("aspect")
	for _, c := range p.among(p.made.Text("category")) {
		a, ok := c.Aspect(key)
		if !ok {
			continue
		}
		p.out.Title = p.words.T("desk.set.what-in", "Category", c.Path)
		return p.both(func(clerk *agent.Agent) (out []string, err error) {
			turn, err := clerk.Reply(p.ctx, &dialog.Conversation{}, agent.Input{Changes: scopeOf(c.Path)})
			if err != nil {
				return nil, err
			}
			for i := range turn.Questions {
				if q := &turn.Questions[i]; shown(q) {
					out = append(out, strings.TrimSpace(q.Text+" "+q.Help))
					for _, o := range q.Options {
						out = append(out, "○ "+o.Label)
					}
				}
			}
			w := p.words.Naming(clerk.Settings())
			for i := range turn.Products {
				if values := turn.Products[i].Of(key); len(values) > 0 {
					return append(out, reply.Label(w, &a)+": "+reply.Values(w, &a, values)), nil
				}
			}
			return out, nil
		})
	}
	return nil
}

// start shows what the start page offers.
func (p *preview) start() error {
	return p.both(func(clerk *agent.Agent) ([]string, error) {
		categories, sentences := clerk.Settings().Begin(cmp.Or(p.made.Text("language"), p.words.Code()))
		return slices.Concat(sentences, categories), nil
	})
}

// messages shows what messages of the log would be answered.
func (p *preview) messages() error {
	texts, kinds, topic := append(p.made.Of("words"), p.made.Of("query")...), [2]string{"search", "said"}, p.made.Text("topic")
	if topic != "" {
		texts, kinds = []string{""}, [2]string{"shop", "told"}
	}
	times, found, looked := map[string]int{}, 0, 0
	var order []string
	defer func() {
		p.out.Lead = p.words.N("desk.set.tried", found, "Looked", looked, "Differ", len(p.out.Table.Rows))
	}()
	for _, text := range texts {
		messages, err := read(p.ctx, p.desk, "matching", func(said *string) []any { return []any{said} }, kinds[0], kinds[1], strings.ToLower(text), topic)
		if err != nil {
			return err
		}
		for _, said := range messages {
			if found++; times[said] == 0 {
				order = append(order, said)
			}
			times[said]++
		}
	}
	p.out.Table.Head = slices.Insert(p.out.Table.Head, 0, p.words.T("desk.set.message"))
	for _, said := range order {
		before, err := p.answer(p.now, said)
		if err != nil {
			return err
		}
		after, err := p.answer(p.then, said)
		if err != nil {
			return err
		}
		if looked += times[said]; before != after {
			row := []view.Cell{{Text: said}, {Text: before}, {Text: after}}
			if times[said] > 1 {
				row[0].Note = "× " + strconv.Itoa(times[said])
			}
			p.out.Table.Rows = append(p.out.Table.Rows, row)
		}
		if len(p.out.Table.Rows) == previewedMessages {
			break
		}
	}
	return nil
}

// answer is what a message gets that begins a conversation: where it leads, or what is understood, said
// and shown first.
func (p *preview) answer(clerk *agent.Agent, message string) (string, error) {
	if _, url := clerk.Settings().Redirect(message); url != "" {
		return p.words.T("desk.set.leads-to", "URL", url), nil
	}
	c := &dialog.Conversation{}
	turn, err := clerk.Reply(p.ctx, c, agent.Input{Message: message})
	if err != nil {
		return "", err
	}
	var out []string
	for _, ch := range c.Last().Changes {
		out = append(out, ch.Text)
	}
	out = append(append(out, turn.Reply), titlesOf(turn)[:min(3, len(turn.Products))]...)
	return strings.Join(slices.DeleteFunc(out, func(text string) bool { return text == "" }), " · "), nil
}
