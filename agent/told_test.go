package agent_test

import (
	"testing"

	"shopclerk/agent"
	"shopclerk/agent/shop/merchant"
	"shopclerk/words"
)

// A clerk whom nobody has told about the shop says so; one who is given its word goes
// by what holds at the moment.
func TestMerchant(t *testing.T) {
	a := agent.New(agent.Config{})
	says := func() string {
		text, _ := a.Merchant().Answer(words.English, merchant.Payment)
		return text
	}
	if got := says(); got != "The shop has not told me how you can pay. Please ask the shop itself." {
		t.Errorf("untold, the clerk says %q", got)
	}
	told := ""
	a = a.With(func(c *agent.Config) {
		c.Shop = func() *merchant.Info {
			return &merchant.Info{Texts: map[string]map[string]string{merchant.Payment: {"en": told}}}
		}
	})
	for _, text := range []string{"By card.", "By invoice."} {
		told = text
		if got := says(); got != text {
			t.Errorf("told %q, the clerk says %q", text, got)
		}
	}
}
