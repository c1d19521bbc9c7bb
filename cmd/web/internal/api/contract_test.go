package api

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"shopclerk/agent/tools"
)

// Every route is in the file, and every operation of the file is a route.
func TestOperationsAreThoseOfTheContract(t *testing.T) {
	var described, there []string
	for path, methods := range find(strict(), "/paths").(map[string]any) {
		for method, op := range methods.(map[string]any) {
			described = append(described, method+" "+path+" "+op.(map[string]any)["operationId"].(string))
		}
	}
	for _, op := range operations {
		there = append(there, strings.ToLower(op.method)+" "+op.path+" "+op.id)
	}
	slices.Sort(described)
	slices.Sort(there)
	if diff := cmp.Diff(described, there); diff != "" {
		t.Errorf("(-the contract +the routes):\n%s", diff)
	}
}

// The kinds of problem are those that the contract lists.
func TestProblemsAreThoseOfTheContract(t *testing.T) {
	var described, there []string
	for _, uri := range find(strict(), "/components/schemas/Problem/properties/type/enum").([]any) {
		described = append(described, uri.(string))
	}
	for _, k := range kinds {
		there = append(there, k.uri())
	}
	if diff := cmp.Diff(described, there); diff != "" {
		t.Errorf("(-the contract +the code):\n%s", diff)
	}
}

// Every schema is a schema of JSON Schema 2020-12, every reference leads somewhere, and
// none is there for nothing.
func TestSchemas(t *testing.T) {
	used := map[string]bool{}
	var walk func(any)
	walk = func(tree any) {
		switch node := tree.(type) {
		case map[string]any:
			if ref, ok := node["$ref"].(string); ok {
				used[ref] = true
				if find(strict(), strings.TrimPrefix(ref, "#")) == nil {
					t.Errorf("%s leads nowhere", ref)
				}
			}
			for _, child := range node {
				walk(child)
			}
		case []any:
			for _, child := range node {
				walk(child)
			}
		}
	}
	walk(strict())
	for name := range find(strict(), "/components/schemas").(map[string]any) {
		place := jsonPointer("components", "schemas", name)
		if !used["#"+place] {
			t.Errorf("%s is used nowhere", place)
		}
		compiler := jsonschema.NewCompiler()
		if err := compiler.AddResource(contractURL, strict()); err != nil {
			t.Fatal(err)
		}
		if _, err := compiler.Compile(contractURL + "#" + place); err != nil {
			t.Errorf("%s: %v", place, err)
		}
	}
}

// The limits that the code works with are those the contract tells.
func TestLimitsAreThoseOfTheContract(t *testing.T) {
	for place, want := range map[string]int{
		"/components/schemas/ConverseRequest/properties/state/maxLength":   longestState,
		"/components/schemas/ConverseReply/properties/state/maxLength":     longestState,
		"/components/schemas/ConverseRequest/properties/message/maxLength": longestMessage,
	} {
		n, ok := find(strict(), place).(interface{ Int64() (int64, error) })
		if !ok {
			t.Errorf("%s is no number", place)
			continue
		}
		if got, err := n.Int64(); err != nil || int(got) != want {
			t.Errorf("%s is %d, the code has %d", place, got, want)
		}
	}
}

// The policies are those that there are.
func TestPoliciesAreThoseOfTheContract(t *testing.T) {
	var described []string
	for _, name := range find(strict(), "/components/schemas/ClarifyRequest/properties/policy/enum").([]any) {
		described = append(described, name.(string))
	}
	if diff := cmp.Diff(described, tools.Policies()); diff != "" {
		t.Errorf("(-the contract +the code):\n%s", diff)
	}
}

func TestContractIsServed(t *testing.T) {
	p := ask(t)
	p.key = "" // it needs none
	w := p.send(httptest.NewRequest(http.MethodGet, Root+"/openapi.json", nil))
	if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"openapi":"3.1.0"`) {
		t.Errorf("%d: %.80s", w.Code, w.Body)
	}
}
