package main

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"shopclerk/agent/llm/llmtest"
	"shopclerk/catalog/demo"
	"shopclerk/cmd/internal/model"
	"shopclerk/search/index"
)

// The shop finds by an endpoint's vectors, and without them once the endpoint is away; the
// record of the exchange tells which.
func TestModelVectors(t *testing.T) {
	ctx := t.Context()
	endpoint := llmtest.New(t, llmtest.Embeds)
	c := config{Data: t.TempDir(), Name: "Shopclerk", Language: "en", Listen: freeAddress(t), Model: model.Flags{
		URL: endpoint.URL, Embed: "letters", Timeout: time.Second, Concurrency: 4,
	}}
	client, err := c.Model.Open(nil)
	if err != nil {
		t.Fatal(err)
	}
	if r, err := index.Build(ctx, c.Data, index.FromSeq(demo.Records(1, 20)), index.Options{Embedder: client}); err != nil || r.Unembedded != nil {
		t.Fatal(err, r.Unembedded)
	}
	serving, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- run(serving, c) }()
	base := "http://" + c.Listen
	(&loadedShop{t: t, base: base, client: http.DefaultClient}).awaitOpen()
	asked := len(endpoint.Asked())
	for _, tt := range []struct {
		play           llmtest.Play
		message, stage string
	}{
		{llmtest.Embeds, "a waterproof backpack", `model vector`},
		{llmtest.Status(500), "a lamp of brass", `model vector failed`},
	} {
		endpoint.Script(tt.play)
		v := visitAt(t, base, nil)
		if p := v.begin(tt.message); len(p.titles()) == 0 {
			t.Errorf("nothing is shown of %q", tt.message)
		}
		if record := string(v.get("/mine").body); !strings.Contains(record, tt.stage) || strings.Contains(record, "failed") != strings.Contains(tt.stage, "failed") {
			t.Errorf("%s: the record does not tell of %q", tt.message, tt.stage)
		}
	}
	for _, body := range endpoint.Asked()[asked:] {
		if strings.Contains(body, "messages") {
			t.Errorf("a model without a name was asked to read: %s", body)
		}
	}
	asked = len(endpoint.Asked())
	if ready := visitAt(t, base, nil).get("/readyz"); ready.status != http.StatusOK || strings.Contains(string(ready.body), "failed") || len(endpoint.Asked()) != asked {
		t.Errorf("whether the shop is ready was asked of the endpoint: %s", ready.body)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
