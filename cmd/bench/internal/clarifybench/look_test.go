package clarifybench

import (
	"context"
	"fmt"
	"os"
	"testing"
)

func TestLook(t *testing.T) {
	only := os.Getenv("LOOK")
	if only == "" {
		t.Skip()
	}
	r, err := Run(context.Background(), &Setting{Cases: 40, Seed: 1, Only: only})
	if err != nil {
		t.Fatal(err)
	}
	st, all := r.Strategies, r.Played
	for _, split := range Splits() {
		fmt.Println("##", split)
		for i := range st {
			n, cov, tool, q, need, named, conf := 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
			for _, p := range all {
				if p.Split != split {
					continue
				}
				for k, o := range p.Outcomes[i] {
					n++
					if o.Covered {
						cov++
					}
					if o.Tool {
						tool++
					}
					q += float64(o.Asked)
					need += float64(o.Needless)
					conf += float64(o.Confirms)
					if o.Named {
						named++
					}
					r := p.Requests[k]
					bad := !o.Covered || split == Explicit && o.Asked > 0 || split == Infeasible && !o.Named || o.Needless > 0
					if i == len(st)-1 && bad {
						fmt.Printf("  %s | want %v | hidden %v %v | got %v asked %d needless %d named %v conf %d\n", r.Text, r.Intent, r.Hidden, r.Corruption, o.Call, o.Asked, o.Needless, o.Named, o.Confirms)
					}
				}
			}
			fmt.Printf("%-24s n %3.0f cov %.3f tool %.3f q %.3f needless %.3f named %.3f conf %.3f\n", st[i].Name, n, cov/n, tool/n, q/n, need/n, named/n, conf/n)
		}
	}
}
