package views

import (
	"slices"

	"shopclerk/agent/reply"
	"shopclerk/catalog"
	"shopclerk/search"
)

// Legible words a need anew, in the catalogue's terms, where the shopper's own words
// are no longer kept and redacted stands for them. What was only words stays unsaid.
func (p *Presenter) Legible(n search.Need, redacted string) search.Need {
	say := func(text *string, c *catalog.Condition, not bool) {
		if *text != redacted {
			return
		}
		if a, ok := p.aspect(n.Scope, c.Key); ok {
			if *text = reply.Condition(p.Language, &a, c); not {
				*text = p.T("talk.not-values", "Values", *text)
			}
		}
	}
	n.Limits, n.Evidence = slices.Clone(n.Limits), slices.Clone(n.Evidence)
	for i := range n.Limits {
		l := &n.Limits[i]
		say(&l.Text, &l.Condition, l.Not)
	}
	for i := range n.Evidence {
		if e := &n.Evidence[i]; e.Said && len(e.Answer.Options) == 1 {
			say(&e.Text, &e.Answer.Options[0], e.Answer.Other)
		}
	}
	return n
}

// aspect finds an aspect by its key: in the scope, or where any category has it.
func (p *Presenter) aspect(scope []string, key string) (catalog.Aspect, bool) {
	for _, c := range p.Categories {
		if len(scope) == 0 || slices.Contains(scope, c.Path) {
			if a, ok := c.Aspect(key); ok {
				return a, true
			}
		}
	}
	return catalog.Aspect{}, false
}
