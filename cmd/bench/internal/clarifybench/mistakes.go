package clarifybench

import (
	"fmt"
	"io"
	"strings"
)

// Mistakes writes a line for every request that ours did not carry out as meant,
// asked about needlessly, or did not find wrong where it was: for whoever works on
// the reading of words.
func (r *Results) Mistakes(w io.Writer) error {
	ours := r.ours()
	for _, p := range r.Played {
		for n, o := range p.Outcomes[ours] {
			q := &p.Requests[n]
			var what []string
			if !o.Covered {
				what = append(what, "not covered")
			}
			if o.Needless > 0 {
				what = append(what, fmt.Sprintf("%d needless of %d questions", o.Needless, o.Asked))
			}
			if q.Corruption != "" && !o.Named {
				what = append(what, q.Corruption+" not named")
			}
			if what == nil {
				continue
			}
			got := "nothing"
			if o.Call != nil {
				got = fmt.Sprintf("%s %v", o.Call.Tool, o.Call.Arguments)
			}
			if _, err := fmt.Fprintf(w, "%s/%d: %s\n  %s\n  meant %s %v, hidden %v\n  done %s\n", p.ID(), n, strings.Join(what, ", "), q.Text,
				q.Intent.Tool, q.Intent.Arguments, q.Hidden, got); err != nil {
				return err
			}
		}
	}
	return nil
}
