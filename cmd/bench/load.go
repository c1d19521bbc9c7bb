package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"time"

	"shopclerk/cmd/bench/internal/load"
)

// loaded measures how long shoppers of a running shop wait.
type loaded struct {
	URL      string        `default:"http://localhost:8080" help:"Address of the running shop."`
	Metrics  string        `placeholder:"URL" help:"Address of its metrics, such as http://localhost:9090/metrics, to tell its memory and processor time as well."`
	Rate     float64       `default:"20" help:"Turns a second; looks at products and lists come on top."`
	AtOnce   int           `name:"at-once" placeholder:"N" help:"Shoppers who have turn after turn, each the next as soon as answered, in place of a rate: for what the shop does of more than it can. Switch its --page-rate off."`
	Warm     time.Duration `default:"15s" help:"Load before the measurement, in which the shop reads its shelves."`
	Duration time.Duration `default:"60s" help:"Length of the measurement."`
	Seed     uint64        `default:"1" help:"Seed of what shoppers do and when."`
	Limit    time.Duration `help:"Fail when the 99th percentile of the turns is longer; 0: no limit."`
	JSON     bool          `name:"json" help:"Print one JSON object instead of a table."`
}

// Validate implements kong's check of the flags.
func (l *loaded) Validate() error {
	if l.Rate <= 0 || l.Duration <= 0 || l.Warm < 0 {
		return errors.New("--rate and --duration are above 0, --warm is not below it")
	}
	return nil
}

// loadResult is what was measured, in milliseconds.
type loadResult struct {
	Rate      float64     `json:"turns_per_second"` // answered; as it was, not as it was asked for
	Rows      []loadTimes `json:"rows"`             // all turns, all looks, then every kind
	Errors    []string    `json:"errors,omitempty"`
	Cores     int         `json:"cores"`
	Average   [2]string   `json:"load_average"` // of one minute, before and after; empty where the system does not tell
	Memory    float64     `json:"server_mib,omitempty"`
	Processor float64     `json:"server_cores,omitempty"` // kept busy, on average
}

type loadTimes struct {
	Kind   string  `json:"kind"`
	Count  int     `json:"count"`
	Failed int     `json:"failed"`
	P50    float64 `json:"p50_ms"`
	P90    float64 `json:"p90_ms"`
	P99    float64 `json:"p99_ms"`
	Max    float64 `json:"max_ms"`

	Refused    int     `json:"refused,omitempty"` // not let in
	RefusedP99 float64 `json:"refused_p99_ms,omitempty"`
}

var (
	errFailed = errors.New("the shop did not answer everything")
	errSlow   = errors.New("the 99th percentile of the turns is above the limit")
)

// Run implements the command.
func (l *loaded) Run(ctx context.Context) error {
	r := loadResult{Cores: runtime.NumCPU()}
	r.Average[0] = average()
	var before load.Usage
	var err error
	if l.Metrics != "" {
		if before, err = load.Read(ctx, l.Metrics); err != nil {
			return err
		}
	}
	began := time.Now()
	found, err := load.Run(ctx, l.URL, load.Config{Rate: l.Rate, AtOnce: l.AtOnce, Warm: l.Warm, Duration: l.Duration, Seed: l.Seed})
	if err != nil {
		return err
	}
	if l.Metrics != "" {
		after, err := load.Read(ctx, l.Metrics)
		if err != nil {
			return err
		}
		r.Memory = after.Resident / (1 << 20)
		r.Processor = (after.Processor - before.Processor) / time.Since(began).Seconds()
	}
	r.Average[1] = average()
	r.fill(found)
	if l.JSON {
		err = json.NewEncoder(os.Stdout).Encode(r)
	} else {
		err = r.print(os.Stdout)
	}
	if err != nil {
		return err
	}
	if len(found.Errors) > 0 || l.AtOnce == 0 && found.Turns.Refused+found.Looks.Refused > 0 {
		return errFailed
	}
	if l.Limit > 0 && found.Turns.P99 > l.Limit {
		return fmt.Errorf("%w: %v, not %v", errSlow, found.Turns.P99.Round(time.Millisecond), l.Limit)
	}
	return nil
}

func (r *loadResult) fill(found *load.Result) {
	r.Rate = float64(found.Turns.Answered) / found.Duration.Seconds()
	r.Errors = found.Errors
	for _, s := range append([]load.Summary{found.Turns, found.Looks}, found.Kinds...) {
		r.Rows = append(r.Rows, loadTimes{s.Kind, s.Answered, s.Failed,
			milliseconds(s.P50), milliseconds(s.P90), milliseconds(s.P99), milliseconds(s.Max), s.Refused, milliseconds(s.RefusedP99)})
	}
}

func (r *loadResult) print(w io.Writer) error {
	fmt.Fprintf(w, "%.1f turns a second on %d cores, load average %s before and %s after\n", r.Rate, r.Cores, r.Average[0], r.Average[1])
	if r.Memory > 0 {
		fmt.Fprintf(w, "the shop holds %.0f MiB of memory and kept %.2f cores busy\n", r.Memory, r.Processor)
	}
	fmt.Fprintf(w, "\n%-24s  %7s  %6s  %7s  %7s  %7s  %7s  %7s  %7s\n", "milliseconds", "count", "failed", "p50", "p90", "p99", "max", "refused", "p99")
	for _, t := range r.Rows {
		if _, err := fmt.Fprintf(w, "%-24s  %7d  %6d  %7.1f  %7.1f  %7.1f  %7.1f  %7d  %7.1f\n", t.Kind, t.Count, t.Failed, t.P50, t.P90, t.P99, t.Max, t.Refused, t.RefusedP99); err != nil {
			return err
		}
	}
	for _, e := range r.Errors {
		fmt.Fprintln(w, e)
	}
	return nil
}

// average returns how many processes wanted to run at a time, in the last minute:
// above the number of cores, others than the shop were measured as well.
func average() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return ""
	}
	first, _, _ := strings.Cut(string(text), " ")
	return first
}
