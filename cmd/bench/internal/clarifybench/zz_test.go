package clarifybench

import (
	"fmt"
	"os"
	"sort"
	"testing"
)

func TestZZ(t *testing.T) {
	only := os.Getenv("ZZ")
	kinds = []string{"base", "miss_param"}
	sures = nil
	c, err := Converse(os.DirFS("/work/shared/data/tools/bfcl"))
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range []string{"base", "miss_param", "base, by clause", "miss_param, by clause"} {
		n := c[k]
		fmt.Printf("%s: needless %.3f recall %.3f (rightly %.3f refused %d) ready %d made %d match %.3f exact %.3f %v\n", k, float64(n.Needless)/float64(n.Acting), float64(n.Asked)/float64(max(1, n.Wanting)), float64(n.Rightly)/float64(max(1, n.Wanting)), n.Refused, n.Ready, n.Made, float64(n.Match)/float64(n.Made), float64(n.Exact)/float64(n.Made), n.Reasons)
		var ece, brier float64
		bins := map[int][3]float64{}
		for _, j := range n.judged {
			b := int(j.certainty * 9.9999)
			v := bins[b]
			v[0]++
			v[1] += j.certainty
			e := 0.
			if j.exact {
				e = 1
			}
			v[2] += e
			bins[b] = v
			brier += (j.certainty - e) * (j.certainty - e)
		}
		var ks []int
		for b := range bins {
			ks = append(ks, b)
		}
		sort.Ints(ks)
		for _, b := range ks {
			v := bins[b]
			fmt.Printf("  [%d] n=%.0f said %.3f right %.3f\n", b, v[0], v[1]/v[0], v[2]/v[0])
			d := (v[1] - v[2])
			if d < 0 {
				d = -d
			}
			ece += d
		}
		fmt.Printf("  ECE %.3f Brier %.3f\n", ece/float64(len(n.judged)), brier/float64(len(n.judged)))
	}
	if only == "wrong" {
		for _, j := range c["base"].judged {
			if !j.exact {
				fmt.Printf("%.3f %s\n   -> %s\n", j.certainty, j.turn, j.call)
			}
		}
	}
	if only == "ask" {
		c2 := Conversations{"base": c["base"]}
		c2.Mistakes(os.Stdout)
	}
}
