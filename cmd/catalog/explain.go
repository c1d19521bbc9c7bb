package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/agent/nlu"
	"shopclerk/search"
)

// explain writes how a message is read: its tokens, its parts with intents and spans, what these are
// linked to with what lost, and the changes of the need.
func explain(w io.Writer, reader *nlu.Reader, message, page string, list bool) {
	in := nlu.Context{Language: language.Of(page)}
	if list {
		in.Shown = 10
	}
	m := reader.Read(message, in)
	var forms []string
	for _, t := range m.Tokens {
		forms = append(forms, t.Form)
	}
	fmt.Fprintf(w, "Language: %s\nTokens: %s\n", m.Tongue.Code, strings.Join(forms, " | "))
	var changes []search.Change
	for i := range m.Clauses {
		c := &m.Clauses[i]
		intents := make([]int, len(c.Shares))
		for k := range intents {
			intents[k] = k
		}
		slices.SortStableFunc(intents, func(a, b int) int { return cmp.Compare(c.Shares[b], c.Shares[a]) })
		fmt.Fprintf(w, "\n%q: ", c.Text)
		for _, k := range intents[:likeliest] {
			fmt.Fprintf(w, "%s %.2f  ", nlu.Intent(k), c.Shares[k])
		}
		fmt.Fprintf(w, "(%s)\n", c.Topic)
		for k := range c.Mentions {
			s := &c.Mentions[k]
			fmt.Fprintf(w, "  %s%s %q %.2f", s.Polarity, s.Type, s.Text, s.Score)
			if s.Amount != nil {
				fmt.Fprintf(w, "  amount %g to %g %s%s", s.Amount.Low, s.Amount.High, s.Amount.Unit.Name, s.Amount.Currency)
			}
			if s.Measure != nil {
				fmt.Fprintf(w, "  measures %s", s.Measure.Name)
			}
			if len(s.Places) > 0 {
				fmt.Fprintf(w, "  places %v", s.Places)
			}
			fmt.Fprintln(w)
			for _, l := range s.Links {
				fmt.Fprintf(w, "      %.2f %s %s\n", l.Score, cmp.Or(l.Key, "category"), cmp.Or(strings.Join(l.Values, ", "), l.Text))
			}
			if len(s.Links) > 0 || s.None < 1 {
				fmt.Fprintf(w, "      %.2f none\n", s.None)
			}
		}
		in.Need = search.Fold(changes)
		out := reader.Assemble(&m, c, in)
		for _, ch := range out.Changes {
			ch.ID = len(changes) + 1
			changes = append(changes, ch)
			text, _ := json.Marshal(ch)
			fmt.Fprintf(w, "  change %s\n", text)
		}
		if out.Absent != nil {
			fmt.Fprintf(w, "  no category: %q\n", out.Absent.Text)
		}
		for _, k := range out.Kinds {
			fmt.Fprintf(w, "  perhaps %s %.2f\n", k.Path, k.Share)
		}
		if rest := slices.Concat(out.Loose, out.Hints, out.Barred); len(rest) > 0 {
			fmt.Fprintf(w, "  words %q\n", rest)
		}
	}
}
