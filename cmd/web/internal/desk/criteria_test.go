package desk

import (
	"testing"
	"time"

	"shopclerk/agent/journal"
	"shopclerk/agent/memory"
)

func TestCriteria(t *testing.T) {
	tent := tell().say("A red Tent, please", "p1", "p2").wait(time.Second).send(1).act(journal.Opened, "p3", 2)
	tent.h.Events[0].Exchange.Scope = []string{"Outdoor > Tents"}
	bag := tell().exchange(memory.Exchange{Said: "a bag", Total: 100, Questions: []memory.Posed{colour}}).wait(time.Second).send().wait(time.Second).send(0).wait(time.Second).say("other")
	basket := tell().exchange(memory.Exchange{Said: journal.Redacted, Shown: []string{"p9"}, Experiment: memory.Arm{Experiment: "asking", Arm: "b"}}).act(journal.Basket, "p9", 1).act(journal.Ordered, "p9", 1)
	all := []*told{tent, bag, basket}
	for query, want := range map[string]string{
		"":                          "tent bag basket",
		"q=tent":                    "tent",
		"q=TENT+red":                "tent",
		"q=tent+bag":                "",
		"q=…":                       "",
		"product=p2":                "tent",
		"product=p3":                "tent bag",
		"product=p9":                "basket",
		"aspect=colour":             "tent bag",
		"acts=opened":               "tent",
		"acts=unopened":             "bag basket",
		"acts=basket":               "basket",
		"acts=none":                 "bag",
		"acts=ordered":              "basket",
		"option=black":              "bag",
		"option=blue":               "tent",
		"option=blue&aspect=colour": "tent",
		"option=blue&aspect=size":   "",
		"trouble=nothing":           "bag",
		"trouble=skipped":           "bag",
		"turns=1":                   "basket",
		"turns=2-3":                 "tent",
		"turns=4%2B":                "bag",
		"arm=asking/b":              "basket",
		"arm=asking/a":              "",
		"q=tent&acts=none":          "",
	} {
		c, err := readCriteria(asked(query))
		if err != nil {
			t.Errorf("%q: %v", query, err)
			continue
		}
		got := ""
		for i, name := range []string{"tent", "bag", "basket"} {
			if c.find(facts(t, &all[i].h)) {
				if got != "" {
					got += " "
				}
				got += name
			}
		}
		if got != want {
			t.Errorf("%q finds %q, want %q", query, got, want)
		}
	}
	for _, query := range []string{"acts=x", "trouble=x", "turns=x"} {
		if _, err := readCriteria(asked(query)); err == nil {
			t.Errorf("%q is taken", query)
		}
	}
}

func TestCriteriaByCategory(t *testing.T) {
	c := criteria{category: "Outdoor > Tents"}
	h := tell().say("tent", "p1")
	if c.find(facts(t, &h.h)) {
		t.Error("the whole shop is no category")
	}
}
