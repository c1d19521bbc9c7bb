package shop_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"shopclerk/agent/shop"
	"shopclerk/agent/tools"
	"shopclerk/catalog"
	"shopclerk/words"
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata from what happens now")

func euro(minor int64) catalog.Price { return catalog.Price{Minor: minor, Currency: "EUR"} }

func article(id, product, title string, minor int64, values ...string) shop.Article {
	v := shop.Article{ID: id, Product: product, Title: title, Price: euro(minor)}
	for i, value := range values {
		v.Options = append(v.Options, catalog.Option{Name: []string{"colour", "size"}[i], Value: value})
	}
	return v
}

// articles are what the small shop sells.
var articles = []shop.Article{
	article("lamp-b", "lamp", "Desk lamp", 3900, "black"),
	article("lamp-w", "lamp", "Desk lamp", 4200, "white"),
	article("lamp-g", "lamp", "Desk lamp", 4200, "green"),
	article("floor-brass", "floor", "Floor lamp", 12900, "brass"),
	article("chair-gs", "chair", "Office chair", 24000, "grey", "small"),
	article("chair-gl", "chair", "Office chair", 26000, "grey", "large"),
	article("chair-bl", "chair", "Office chair", 24000, "blue", "large"),
	article("mug-r", "mug", "Mug", 900, "red"),
	article("mug-b", "mug", "Mug", 900, "blue"),
}

// smallShop is what Ann has ordered, the shop's regular.
func smallShop() []shop.Order {
	of := func(article string, n int) shop.Line {
		i := slices.IndexFunc(articles, func(a shop.Article) bool { return a.ID == article })
		return shop.Line{Article: articles[i], Quantity: n}
	}
	order := func(id string, day int, status shop.Status, lines ...shop.Line) shop.Order {
		for i := range lines {
			lines[i].ID = fmt.Sprintf("%s/%d", id, i+1)
		}
		return shop.Order{ID: id, Person: "ann", Placed: time.Date(2026, 2, day, 9, 0, 0, 0, time.UTC), Status: status, Lines: lines,
			Name: "Ann Lee", Email: "ann@example.com", Address: shop.Address{Street: "1 Mill Lane", City: "York", Zip: "YO1 7AA", Country: "UK"}}
	}
	return []shop.Order{
		order("W1001", 3, shop.Delivered, of("chair-gs", 1), of("mug-r", 4)),
		order("W1002", 20, shop.Shipped, of("mug-b", 2)),
		order("W1003", 30, shop.Placed, of("lamp-b", 1)),
		order("W1004", 32, shop.Placed, of("floor-brass", 1), of("lamp-b", 2)),
	}
}

// TestDialogues has the dialogues of testdata/dialogues/*.txt, which say at the top of
// the first how they are written, at the counter of the small shop.
func TestDialogues(t *testing.T) {
	files, err := filepath.Glob("testdata/dialogues/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no dialogues: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := perform(t, string(text))
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := gocmp.Diff(strings.Split(string(text), "\n"), strings.Split(got, "\n")); diff != "" {
				t.Errorf("(-expected +happened):\n%s", diff)
			}
		})
	}
}

// expectations begin the lines that the counter writes; all others are the script.
var expectations = []string{"asks: ", "confirms: ", "done: ", "declines: ", "holds: ", "fails: "}

// perform plays a script and returns it with what happened after each action.
func perform(t *testing.T, script string) string {
	t.Helper()
	p := &play{desk: newDesk(t, "ann")}
	var out []string
	for _, line := range strings.Split(script, "\n") {
		if slices.ContainsFunc(expectations, func(e string) bool { return strings.HasPrefix(line, e) }) {
			continue
		}
		out = append(out, line)
		if line != "" && !strings.HasPrefix(line, "#") {
			out = append(out, p.act(line)...)
		}
	}
	return strings.Join(out, "\n")
}

// play is a dialogue under way.
type play struct {
	*desk
	tasks    int
	task     tools.Task
	decision tools.Decision
	run      func() (*shop.Outcome, tools.Task, error) // the last submission, to repeat
}

// act does what one line of a script says.
func (p *play) act(line string) []string {
	verb, rest, _ := strings.Cut(line, " ")
	switch d := p.decision; {
	case (verb == "answer" || verb == "choose" || verb == "fill") && d.Do != tools.Ask, (verb == "yes" || verb == "no") && d.Do != tools.Confirm:
		return []string{"fails: nothing of that kind was asked"}
	case verb == "repeat" && p.run == nil:
		return []string{"fails: nothing was submitted"}
	}
	switch verb {
	case "@language":
		p.words = words.Lookup(rest)
	case "@person":
		p.who = rest
	case "@shows":
		p.shown = nil
		for _, id := range strings.FieldsFunc(rest, func(r rune) bool { return r == ',' || r == ' ' }) {
			p.shown = append(p.shown, *p.product(id))
		}
	case "@price": // of a product, from now on
		id, minor, _ := strings.Cut(rest, " ")
		n, err := strconv.ParseInt(minor, 10, 64)
		if err != nil {
			p.t.Fatalf("%s: %v", line, err)
		}
		p.product(id).Price = euro(n)
	case "@stock":
		id, left, _ := strings.Cut(rest, " ")
		n, err := strconv.Atoi(left)
		if err != nil {
			p.t.Fatalf("%s: %v", line, err)
		}
		p.product(id).Stock = n
	case "@gone": // is sold no more
		p.product(rest)
		p.sold = slices.DeleteFunc(p.sold, func(sold catalog.Product) bool { return sold.ID == rest })
	case "@ships": // behind the tools' back
		p.setStatus(rest, shop.Shipped)
	case "@basket":
		p.fill(rest)
	case ">":
		p.tasks++
		p.task = tools.Task{ID: fmt.Sprint(p.tasks)}
		tool, calls, _ := strings.Cut(rest, " ")
		for arguments := range strings.SplitSeq(calls, " | ") {
			c := tools.Call{Tool: tool, Arguments: tools.Arguments{}}
			for pair := range strings.SplitSeq(arguments, ", ") {
				if name, value, given := strings.Cut(pair, "="); given {
					c.Arguments[name] = value
				}
			}
			p.task.Candidates = append(p.task.Candidates, tools.Proposal{Call: c})
		}
		return p.turn()
	case "yes":
		p.task = p.task.Confirm(*p.decision.Call)
		return p.turn()
	case "no":
		p.task = p.task.Refuse(*p.decision.Call)
		return p.turn()
	case "answer":
		p.task = p.task.Answer(tools.Reply{Aspect: p.decision.Questions[0].Aspect, Words: rest})
		return p.turn()
	case "choose":
		n, err := strconv.Atoi(rest)
		q := p.decision.Questions[0]
		if err != nil || n < 1 || n > len(q.Options) {
			p.t.Fatalf("%s: there are %d options", line, len(q.Options))
		}
		p.task = p.task.Answer(tools.Reply{Aspect: q.Aspect, Value: q.Options[n-1].Value.Of})
		return p.turn()
	case "fill": // street=1 Mill Lane; zip=YO1: whatever of it is asked
		return p.answerAll(rest)
	case "repeat":
		result, _, err := p.run()
		return p.done(result, err)
	case "basket":
		lines, err := p.store.Basket(p.t.Context(), p.who)
		if err != nil {
			p.t.Fatal(err)
		}
		var out []string
		for _, l := range lines {
			out = append(out, fmt.Sprintf("%d %s", l.Quantity, l.Product))
		}
		return []string{"holds: " + strings.Join(out, ", ")}
	default:
		p.t.Fatalf("%q: no such action", line)
	}
	return nil
}

// answerAll answers what is asked, as a form is filled in, as long as an answer is
// listed, and tells what comes of the last.
func (p *play) answerAll(list string) []string {
	answers := map[string]string{}
	for _, part := range strings.Split(list, "; ") {
		aspect, words, _ := strings.Cut(part, "=")
		answers[aspect] = words
	}
	var out []string
	for answered := true; answered && p.decision.Do == tools.Ask; {
		answered = false
		for _, q := range p.decision.Questions {
			if words, ok := answers[q.Aspect]; ok {
				p.task = p.task.Answer(tools.Reply{Aspect: q.Aspect, Words: words})
				delete(answers, q.Aspect)
				answered = true
			}
		}
		if answered {
			out = p.turn()
		}
	}
	return out
}

// fill makes the basket what is listed: "2 lamp-b, 1 mug-r".
func (p *play) fill(list string) {
	held, err := p.store.Basket(p.t.Context(), p.who)
	for _, it := range held {
		err = errors.Join(err, p.store.SetQuantity(p.t.Context(), p.who, it.Product, 0))
	}
	for _, part := range strings.Split(list, ", ") {
		if count, id, _ := strings.Cut(part, " "); part != "" {
			n, err2 := strconv.Atoi(count)
			of := p.product(id)
			err = errors.Join(err, err2, p.store.Put(p.t.Context(), p.who, shop.Item{Product: id, Title: of.Title, Price: of.Price, Quantity: n}))
		}
	}
	if err != nil {
		p.t.Fatalf("filling the basket with %q: %v", list, err)
	}
}

// turn decides and shows what comes of it; what is to be executed is carried out.
func (p *play) turn() []string {
	p.decision = p.decide(p.task)
	d := p.decision
	switch d.Do {
	case tools.Confirm:
		return []string{"confirms: " + d.Say(p.words)}
	case tools.Decline:
		return []string{"declines: " + d.Say(p.words)}
	case tools.Ask:
		var out []string
		for i, q := range d.Questions {
			text := q.Say(p.words)
			if i == 0 {
				text = d.Say(p.words)
			}
			for _, o := range q.Options {
				text += " | " + o.Value.Text()
			}
			out = append(out, "asks: "+text)
		}
		return out
	}
	task := p.task
	p.run = func() (*shop.Outcome, tools.Task, error) { return run(p.t.Context(), p.tools(), task, d) }
	result, after, err := p.run()
	p.task = after
	if result == nil && err == nil {
		return p.turn()
	}
	return p.done(result, err)
}

func (p *play) done(done *shop.Outcome, err error) []string {
	if err != nil {
		p.t.Fatal(err)
	}
	return []string{"done: " + done.Text}
}
