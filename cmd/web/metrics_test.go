package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"
)

// The dashboard of deploy/ shows metrics that there are, by labels that they have.
func TestDashboard(t *testing.T) {
	text, err := os.ReadFile("../../deploy/grafana.json")
	if err != nil {
		t.Fatal(err)
	}
	var dashboard struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(text, &dashboard); err != nil {
		t.Fatal(err)
	}
	b := openBranch(t, config{Name: "Shopclerk"})
	visit(t, b.doors).begin(opening)
	b.metrics.errands.WithLabelValues("place_order", "done")
	b.door.refused.WithLabelValues("503")
	served := httptest.NewServer(b.metrics.handler())
	defer served.Close()
	a, err := http.Get(served.URL + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	metrics, err := io.ReadAll(a.Body)
	if err != nil {
		t.Fatal(err)
	}
	name, by := regexp.MustCompile(`\b(?:shopclerk|process|go)_\w+`), regexp.MustCompile(`by \(([a-z, ]+)\)`)
	for _, p := range dashboard.Panels {
		for _, target := range p.Targets {
			names := name.FindAllString(target.Expr, -1)
			if len(names) != 1 {
				t.Fatalf("%s: %q shows %q", p.Title, target.Expr, names)
			}
			lines := regexp.MustCompile(`(?m)^`+names[0]+`[{ ].*$`).FindAllString(string(metrics), -1)
			if len(lines) == 0 {
				t.Errorf("%s: there is no %s", p.Title, names[0])
			}
			for _, labels := range by.FindAllStringSubmatch(target.Expr, -1) {
				for _, label := range strings.Split(labels[1], ", ") {
					if label != "instance" && len(lines) > 0 && !strings.Contains(lines[0], label+`="`) { // whose that is, is Prometheus' to say
						t.Errorf("%s: %s has no %s", p.Title, lines[0], label)
					}
				}
			}
		}
	}
	if len(dashboard.Panels) == 0 {
		t.Error("there is nothing on it")
	}
}
