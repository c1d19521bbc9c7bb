package feed

import (
	"context"
	"flag"
	"slices"
	"testing"
)

var explain = flag.String("explain", "", "feed whose scores TestExplain prints")

// Prints, for the feed given by -explain, the best fields of each role with their evidence.
func TestExplain(t *testing.T) {
	if *explain == "" {
		t.Skip("-explain FILE prints why the fields of a feed get their roles")
	}
	streams, err := sampleStreams(context.Background(), []string{*explain}, Mapping{}, SampleSize, sampleReach)
	if err != nil {
		t.Fatal(err)
	}
	g := gather(streams)
	c := g.choose()
	for _, r := range chosenRoles {
		role := r.name
		var list []scored
		for _, f := range g.fields {
			if s, fits := c.score(role, f); fits {
				list = append(list, scored{role, f, s})
			}
		}
		slices.SortFunc(list, func(a, b scored) int { return int(100 * (b.score - a.score)) })
		for i, s := range list[:min(4, len(list))] {
			mark := " "
			if c.fields[role] == s.field {
				mark = "←"
			}
			e, _ := c.evidence(role, s.field)
			t.Logf("%-11s %s %6.2f %-40s %.2v %.2v", []string{role, "", "", ""}[i], mark, s.score, s.field.name, e, s.field.scores)
		}
	}
}
