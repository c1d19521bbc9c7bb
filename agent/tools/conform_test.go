package tools_test

import (
	"context"
	"fmt"
	"testing"

	"shopclerk/agent/tools"
	"shopclerk/agent/tools/toolstest"
)

func TestOnceConforms(t *testing.T) {
	toolstest.Conform(t, func(*testing.T) toolstest.Subject[int] {
		n := 0
		return toolstest.Subject[int]{
			Executor: tools.NewOnce(func(_ context.Context, c tools.Call) (int, error) {
				if c.Tool == "break" {
					return 0, &tools.Failure{Reason: "it is glued"}
				}
				n++
				return n, nil
			}),
			Good:  tools.Call{Tool: "count"},
			Bad:   tools.Call{Tool: "break"},
			State: func() string { return fmt.Sprint(n) },
		}
	})
}
