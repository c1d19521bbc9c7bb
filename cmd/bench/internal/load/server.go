package load

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// Usage is what the shop's process has used so far.
type Usage struct {
	Resident  float64 // bytes of memory
	Processor float64 // seconds, of all cores together
}

// Read reads the usage from the address that the shop serves its metrics on, such
// as "http://localhost:9090/metrics".
func Read(ctx context.Context, address string) (u Usage, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return u, fmt.Errorf("reading metrics: %w", err)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return u, fmt.Errorf("reading metrics (does the shop run with --metrics?): %w", err)
	}
	defer resp.Body.Close()
	lines := bufio.NewScanner(resp.Body)
	found := 0
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), " ")
		to := map[string]*float64{"process_resident_memory_bytes": &u.Resident, "process_cpu_seconds_total": &u.Processor}[name]
		if to == nil {
			continue
		}
		if *to, err = strconv.ParseFloat(value, 64); err != nil {
			return u, fmt.Errorf("reading metrics: %s: %w", name, err)
		}
		found++
	}
	if err := lines.Err(); err != nil {
		return u, fmt.Errorf("reading metrics: %w", err)
	}
	if found != 2 {
		return u, fmt.Errorf("%s does not tell memory and processor time: status %d", address, resp.StatusCode)
	}
	return u, nil
}
